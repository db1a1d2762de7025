//! Limits of the system, asked before they are reached.

use super::error::MeasureError;
use std::fs;

/// The most processes of a tree: more than any host's memory or any allocation takes, and few enough to number.
pub const MOST_PROCESSES: usize = 16_384;
/// The files that a process has open besides those of its children.
const OTHERS: u64 = 32;
/// The files that a child takes: its connection, what it prints, and while it starts its standard input.
const FILES_OF_CHILD: u64 = 4;

/// Refuses more children than this process may have files for, or processes for.
pub fn check(host: &str, children: usize, processes_here: usize) -> Result<(), MeasureError> {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let checked = [
        (
            "Max open files",
            "open files",
            children as u64 * FILES_OF_CHILD + OTHERS,
            "raise it by `ulimit -n`, or choose a narrower tree (--fanin)",
        ),
        ("Max processes", "processes", processes_here as u64, "raise it by `ulimit -u`, or choose fewer processes"),
    ];
    for (name, what, needed, mend) in checked {
        if let Some(limit) = soft_limit(&limits, name).filter(|&limit| needed > limit) {
            return Err(MeasureError::Limit { host: host.to_owned(), needed, what, limit, mend });
        }
    }
    Ok(())
}

/// The soft limit in the text of `/proc/self/limits`; `None` if there is none or it is not known.
fn soft_limit(limits: &str, name: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::soft_limit;

    #[test]
    fn limits_are_found() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max processes             unlimited            unlimited            processes \n\
                      Max open files            1024                 1048576              files     \n";
        assert_eq!(soft_limit(limits, "Max open files"), Some(1024));
        assert_eq!(soft_limit(limits, "Max processes"), None);
        assert_eq!(soft_limit("", "Max processes"), None);
    }
}
