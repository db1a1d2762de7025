//! Limits of the system, asked before they are reached.

use super::assignment::{Processes, Settings};
use super::error::MeasureError;
use std::fs;
use std::path::Path;

/// The most processes of a tree: more than any host's memory or any allocation takes, and few enough to number.
const MOST_PROCESSES: usize = 16_384;
/// The files that a process has open besides those of its children.
const OTHERS: u64 = 32;
/// The files that a child takes: its connection, what it prints, and while it starts its standard input.
const FILES_OF_CHILD: u64 = 4;

/// Refuses a tree, before any of its processes starts, that is too large or more than the limits of the front end's host allow.
pub fn check_tree(tree: &Processes, settings: &Settings) -> Result<(), MeasureError> {
    let host = tree.host();
    if tree.len() > MOST_PROCESSES {
        return Err(MeasureError::Limit {
            host: host.to_owned(),
            needed: tree.len() as u64,
            what: "processes of one tree",
            used: 0,
            limit: MOST_PROCESSES as u64,
            mend: "choose a smaller tree",
        });
    }
    if !settings.launcher.is_local() {
        return check_children(host, tree.fanout(), settings);
    }
    // All processes but the front end start here, and every one with children starts a watch.
    check_files(host, tree.widest())?;
    check_processes(host, tree.len() - 1 + tree.inner())
}

/// Refuses more children than this process may start.
pub fn check_children(host: &str, children: u32, settings: &Settings) -> Result<(), MeasureError> {
    check_files(host, children)?;
    // Without a launcher the front end has counted the processes of the whole tree.
    if settings.launcher.is_local() || children == 0 { Ok(()) } else { check_processes(host, children as usize + 1) }
}

/// Refuses more children than this process may have files for.
fn check_files(host: &str, children: u32) -> Result<(), MeasureError> {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let needed = u64::from(children) * FILES_OF_CHILD + OTHERS;
    let Some(limit) = soft_limit(&limits, "Max open files").filter(|&limit| needed > limit) else { return Ok(()) };
    let mend = "raise it by `ulimit -n`, or choose a narrower tree (--fanin)";
    Err(MeasureError::Limit { host: host.to_owned(), needed, what: "open files", used: 0, limit, mend })
}

/// Refuses more processes than there may be besides those that run.
fn check_processes(host: &str, more: usize) -> Result<(), MeasureError> {
    let needed = more as u64;
    match rooms().into_iter().find(|room| room.used.saturating_add(needed) > room.limit) {
        Some(Room { limit, used, mend }) => {
            Err(MeasureError::Limit { host: host.to_owned(), needed, what: "processes", used, limit, mend })
        }
        None => Ok(()),
    }
}

/// A limit on processes, and what is taken of it.
struct Room {
    limit: u64,
    used: u64,
    mend: &'static str,
}

/// The limits on processes that hold for this one: that of its user, and those of its control groups.
fn rooms() -> Vec<Room> {
    let mut rooms = Vec::new();
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    // The limit of a user counts threads, and does not hold for the administrator.
    let user = field(&status, "Uid:").filter(|&user| user != 0);
    if let (Some(limit), Some(user)) = (soft_limit(&limits, "Max processes"), user) {
        let mend = "end others of yours, raise it by `ulimit -u`, or choose fewer processes";
        rooms.push(Room { limit, used: threads_of(user), mend });
    }
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    for folder in groups.lines().filter_map(pids_folder) {
        let folders = Path::new(&folder).ancestors().take_while(|folder| folder.starts_with("/sys/fs/cgroup"));
        rooms.extend(folders.filter_map(room_of));
    }
    rooms
}

/// The threads of all processes of a user.
fn threads_of(user: u64) -> u64 {
    let Ok(folders) = fs::read_dir("/proc") else { return 0 };
    let is_process = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let folders = folders.flatten().filter(|folder| folder.file_name().to_str().is_some_and(is_process));
    let statuses = folders.filter_map(|folder| fs::read_to_string(folder.path().join("status")).ok());
    statuses.filter(|status| field(status, "Uid:") == Some(user)).filter_map(|status| field(&status, "Threads:")).sum()
}

/// The first number of a line of `/proc/PID/status`; of `Uid:`, the real user.
fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The folder of the control group that counts processes, of a line of `/proc/self/cgroup`: that of version 2, or of the controller
/// `pids` of version 1.
fn pids_folder(line: &str) -> Option<String> {
    let (_, of) = line.split_once(':')?;
    let (controllers, path) = of.split_once(':')?;
    match controllers {
        "" => Some(format!("/sys/fs/cgroup{path}")),
        _ if controllers.split(',').any(|controller| controller == "pids") => {
            Some(format!("/sys/fs/cgroup/pids{path}"))
        }
        _ => None,
    }
}

/// The limit of a control group, if it has one.
fn room_of(folder: &Path) -> Option<Room> {
    let number = |name: &str| fs::read_to_string(folder.join(name)).ok()?.trim().parse().ok();
    let mend = "this is the limit of a control group (pids.max), such as a container's or a job's; raise it, or choose fewer processes";
    Some(Room { limit: number("pids.max")?, used: number("pids.current")?, mend })
}

/// The soft limit in the text of `/proc/self/limits`; `None` if there is none or it is not known.
fn soft_limit(limits: &str, name: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{field, pids_folder, room_of, soft_limit};
    use crate::MeasureError;
    use std::fs;

    #[test]
    fn limits_are_found() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max processes             unlimited            unlimited            processes \n\
                      Max open files            1024                 1048576              files     \n";
        assert_eq!(soft_limit(limits, "Max open files"), Some(1024));
        assert_eq!(soft_limit(limits, "Max processes"), None);
        assert_eq!(soft_limit("", "Max processes"), None);
    }

    #[test]
    fn threads_of_users_are_counted() {
        let status = "Name:\tlogpine\nTgid:\t7\nUid:\t1000\t0\t0\t0\nThreads:\t3\n";
        assert_eq!((field(status, "Uid:"), field(status, "Threads:")), (Some(1000), Some(3)));
        assert_eq!(field("", "Uid:"), None);
    }

    #[test]
    fn control_groups_are_found() {
        for (line, folder) in [
            ("0::/user.slice/job", Some("/sys/fs/cgroup/user.slice/job")),
            ("7:pids:/job", Some("/sys/fs/cgroup/pids/job")),
            ("4:cpu,pids:/", Some("/sys/fs/cgroup/pids/")),
            ("3:cpuset:/job", None),
            ("", None),
        ] {
            assert_eq!(pids_folder(line).as_deref(), folder, "{line}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        assert!(room_of(folder.path()).is_none());
        fs::write(folder.path().join("pids.current"), "40\n").expect("written");
        fs::write(folder.path().join("pids.max"), "max\n").expect("written");
        assert!(room_of(folder.path()).is_none());
        fs::write(folder.path().join("pids.max"), "100\n").expect("written");
        assert_eq!(room_of(folder.path()).map(|room| (room.limit, room.used)), Some((100, 40)));
    }

    #[test]
    fn a_limit_is_said_with_what_is_used_of_it() {
        let of = |used| {
            let (host, what, mend) = ("n1".to_owned(), "processes", "choose fewer");
            MeasureError::Limit { host, needed: 70, what, used, limit: 100, mend }.to_string()
        };
        assert_eq!(of(0), "n1: 70 processes are needed, and the limit is 100; choose fewer");
        let expected = "n1: 70 processes are needed besides the 40 that there are, and the limit is 100; choose fewer";
        assert_eq!(of(40), expected);
    }
}
