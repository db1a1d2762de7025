//! The comments at the heads of measured files: where, how and under which load they were made.

use super::places::Places;
use logpine_fit::measurements::{EMULATED, SHARED_CORES, WAVES_OF};
use logpine_measure::{Emulation, Experiments, Measured, Settings, Timing};
use std::fs;
use std::thread::available_parallelism;

/// The most hosts that are named.
const NAMED: usize = 8;

/// The circumstances of a measurement, for the comments.
pub struct Head<'a> {
    pub places: &'a Places,
    /// The launcher's template; none for processes of this host.
    pub launcher: Option<&'a str>,
    pub experiments: &'a Experiments,
    pub settings: &'a Settings,
    pub load_before: &'a str,
}

impl Head<'_> {
    /// The comments, a line each.
    pub fn lines(&self, measured: &Measured) -> Vec<String> {
        let Self { places, experiments, settings, .. } = self;
        let Experiments { repetitions, warm_ups, .. } = experiments;
        let mut lines = vec![
            format!("measured by logpine {}, measure overlay", env!("CARGO_PKG_VERSION")),
            format!("front end: {}", places.front_end),
        ];
        lines.extend(self.hosts());
        lines.extend([
            format!("launcher: {}", self.launcher.unwrap_or("none, processes of this host")),
            format!("{WAVES_OF} {} B; {repetitions} repetitions after {warm_ups} not listed", settings.bytes),
            match settings.timing {
                Timing::OneWay => format!(
                    "one way, from the first leaf's data to the end at the root; clocks compared within {:.1} us, leaves \
                     apart by at most {:.1} us",
                    in_microseconds(measured.uncertainty),
                    in_microseconds(measured.skew)
                ),
                Timing::RoundTrip => "there and back along the tree, by the clock of the root".to_owned(),
            },
            format!("load of the front end's host: {} before, {} after; {} cores", self.load_before, load(), cores()),
        ]);
        if let Some(Emulation { latency, overhead }) = settings.emulation {
            lines.push(format!(
                "{EMULATED}: latency {} us, overhead {} us",
                in_microseconds(latency.cast_signed()),
                in_microseconds(overhead.cast_signed())
            ));
        }
        if !settings.has_cores {
            lines.push(format!(
                "warning: processes shared cores: up to {} on a host of {} cores, {SHARED_CORES}",
                experiments.most_on_a_host(),
                cores()
            ));
        }
        lines
    }

    /// The hosts on which processes ran. Topology files may have others than the list.
    fn hosts(&self) -> Vec<String> {
        if self.launcher.is_none() {
            return vec![format!("processes on the same host, {}", gethostname::gethostname().to_string_lossy())];
        }
        let (points, trees) = (self.experiments.hosts_of_points(), self.experiments.hosts_of_trees());
        if points.is_empty() || trees.is_empty() || points == trees {
            let all = if points.is_empty() { trees } else { points };
            return vec![format!("processes on {}", listed(&all))];
        }
        vec![
            format!("processes of chains and fan-ins on {}", listed(&points)),
            format!("processes of whole trees on {}", listed(&trees)),
        ]
    }
}

/// `1 host: a`, `3 hosts: a, b, c`, `20 hosts: a, ..., h and 12 more`.
fn listed(hosts: &[&str]) -> String {
    let plural = if hosts.len() == 1 { "" } else { "s" };
    let more = hosts.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("{} host{plural}: {}{more}", hosts.len(), hosts[..hosts.len().min(NAMED)].join(", "))
}

/// The cores of this host.
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Nanoseconds in microseconds.
pub fn in_microseconds(time: i64) -> f64 {
    time as f64 / 1e3
}

/// The average load of this host over a minute.
pub fn load() -> String {
    let average = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    average.split_whitespace().next().unwrap_or("unknown").to_owned()
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn hosts_are_named_and_counted() {
        assert_eq!(listed(&["a"]), "1 host: a");
        assert_eq!(listed(&["a", "b"]), "2 hosts: a, b");
        let many: Vec<String> = (1..=10).map(|number| format!("n{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(listed(&many), "10 hosts: n1, n2, n3, n4, n5, n6, n7, n8 and 2 more");
    }
}
