//! The places of the ranks of a job, and disturbances of their times.

use crate::share::to_root;
use crate::wire::{Wire, WireError};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The place of a rank.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The name of its host.
    pub host: String,
    /// The processors that it may use, as Linux lists them; empty if that is unknown.
    pub processors: String,
    /// The number of processors of the host.
    pub all_processors: usize,
    /// The load of the host in the last minute, as the system says it; empty if that is unknown.
    pub load: String,
}

impl Place {
    /// The place of this rank.
    #[must_use]
    pub fn of(wire: &dyn Wire) -> Self {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let listed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
        let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let all = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let all = all.lines().filter(|line| line.starts_with("processor")).count();
        Self {
            host: wire.host(),
            processors: listed.unwrap_or_default().trim().to_owned(),
            all_processors: all.max(std::thread::available_parallelism().map_or(1, usize::from)),
            load: load.split(' ').next().unwrap_or_default().to_owned(),
        }
    }
}

/// The places of all ranks, known at rank 0.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The places, in the order of the ranks.
    pub ranks: Vec<Place>,
    /// The library.
    pub library: String,
}

impl Places {
    /// Asks all ranks.
    ///
    /// # Errors
    /// [`WireError`] if a message fails.
    pub fn gather(wire: &dyn Wire) -> Result<Self, WireError> {
        Ok(Self { ranks: to_root(wire, &Place::of(wire))?, library: wire.library_version() })
    }

    /// The hosts with the numbers of their ranks, by name.
    #[must_use]
    pub fn hosts(&self) -> BTreeMap<&str, Vec<usize>> {
        let mut hosts: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (rank, place) in self.ranks.iter().enumerate() {
            hosts.entry(&place.host).or_default().push(rank);
        }
        hosts
    }

    /// `1 host`, `4 hosts`.
    #[must_use]
    pub fn counted_hosts(&self) -> String {
        match self.hosts().len() {
            1 => "1 host".to_owned(),
            hosts => format!("{hosts} hosts"),
        }
    }

    /// `Open MPI v4.1.4, 4 ranks on 1 host`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("{}, {} ranks on {}", self.library, self.ranks.len(), self.counted_hosts())
    }

    /// Lines for the head of a file: the library, the hosts, the binding, the load.
    #[must_use]
    pub fn head(&self, command: &str) -> Vec<String> {
        let hosts = self.hosts();
        let listed: Vec<String> = hosts.iter().map(|(host, ranks)| format!("{host}:{}", ranks.len())).collect();
        let mut lines = vec![
            format!("logpine-mpi {}: {command}", env!("CARGO_PKG_VERSION")),
            format!("library: {}", self.library),
            format!("ranks: {} on {}: {}", self.ranks.len(), self.counted_hosts(), listed.join(" ")),
        ];
        for (host, ranks) in &hosts {
            let processors: Vec<&str> = ranks.iter().map(|&rank| self.ranks[rank].processors.as_str()).collect();
            let load = &self.ranks[ranks[0]].load;
            let of = self.ranks[ranks[0]].all_processors;
            lines.push(format!("{host}: load {load}; of {of} processors its ranks may use {}", processors.join(" | ")));
        }
        lines.extend(self.warnings().into_iter().map(|warning| format!("warning: {warning}")));
        lines
    }

    /// Reasons to doubt the times: ranks that share processors or are not bound, and hosts that do other work.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (host, ranks) in self.hosts() {
            let first = &self.ranks[ranks[0]];
            if ranks.len() > first.all_processors {
                warnings.push(format!(
                    "{host} runs {} ranks on {} processors: they take turns, and times are those of waiting",
                    ranks.len(),
                    first.all_processors
                ));
            } else if let Some(warning) = self.shared(host, &ranks) {
                warnings.push(warning);
            }
            let busy: f64 = first.load.parse().unwrap_or(0.0);
            if busy > ranks.len() as f64 + 0.5 {
                warnings
                    .push(format!("{host} has a load of {busy} with {} ranks: other programs run there", ranks.len()));
            }
        }
        warnings
    }

    /// A warning about ranks of a host that share processors.
    ///
    /// They do so for certain if more ranks may run within some set of processors only than it has (Hall, On Representatives of
    /// Subsets, 1935). The sets tried are those that a rank may use: where these are nested or disjoint, as launchers bind ranks, no
    /// other matters, and if all ranks together had too few processors, one of the largest sets would. They may do so if two
    /// ranks may use the same processor, for no rank is sure of it then.
    fn shared(&self, host: &str, ranks: &[usize]) -> Option<String> {
        let bound: Vec<(usize, BTreeSet<usize>)> =
            ranks.iter().map(|&rank| (rank, processors(&self.ranks[rank].processors))).collect();
        // Without a list the rank's binding is unknown, and so is whether it shares.
        let known = || bound.iter().filter(|(_, list)| !list.is_empty());
        for (_, set) in known() {
            let within: Vec<String> =
                known().filter(|(_, list)| list.is_subset(set)).map(|(rank, _)| rank.to_string()).collect();
            if within.len() > set.len() {
                let set: Vec<String> = set.iter().map(ToString::to_string).collect();
                return Some(format!(
                    "ranks {} of {host} share processors {}: they take turns, and times are those of waiting; start them with \
                     --bind-to core",
                    within.join(", "),
                    set.join(", ")
                ));
            }
        }
        let mut users: BTreeMap<usize, usize> = BTreeMap::new();
        for (rank, list) in known() {
            for &processor in list {
                if let Some(other) = users.insert(processor, *rank) {
                    return Some(format!(
                        "the ranks of {host} are not bound to processors of their own: {other} and {rank} both may use processor \
                         {processor}; start them with --bind-to core"
                    ));
                }
            }
        }
        None
    }
}

/// The processors of a list as `0-3,8`; none of what is no list.
fn processors(list: &str) -> BTreeSet<usize> {
    let range = |part: &str| {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    };
    list.split(',').filter_map(range).flatten().collect()
}

/// The number of processes that the launcher says it has started, if it is more than the ranks of the job: then each process is alone,
/// since launcher and library do not belong together.
#[cfg(any(test, feature = "mpi"))]
#[must_use]
pub fn started_alone(size: u32, variable: impl Fn(&str) -> Option<String>) -> Option<(&'static str, u32)> {
    const SIZES: [&str; 5] =
        ["OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS", "SLURM_STEP_NUM_TASKS", "PALS_NRANKS"];
    let said = SIZES.into_iter().find_map(|name| Some((name, variable(name)?.trim().parse::<u32>().ok()?)));
    said.filter(|&(_, started)| size == 1 && started > 1)
}

/// True if the launcher says that this process is another rank than 0.
#[must_use]
pub fn is_another_rank(variable: impl Fn(&str) -> Option<String>) -> bool {
    const RANKS: [&str; 5] = ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "PALS_RANKID", "SLURM_PROCID"];
    RANKS.into_iter().find_map(|name| variable(name)?.trim().parse::<u32>().ok()).is_some_and(|rank| rank > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(host: &str, processors: &str, load: &str) -> Place {
        Place { host: host.to_owned(), processors: processors.to_owned(), all_processors: 2, load: load.to_owned() }
    }

    fn warnings(ranks: &[Place]) -> String {
        Places { ranks: ranks.to_vec(), library: "MPI".to_owned() }.warnings().join("\n")
    }

    #[test]
    fn what_disturbs_is_said() {
        assert_eq!(warnings(&[place("a", "0", "0.1"), place("a", "1", "0.1"), place("b", "0-1", "1.2")]), "");
        assert!(warnings(&[place("a", "0-1", "0"), place("a", "0-1", "0")]).contains("not bound"));
        assert!(warnings(&vec![place("a", "0", "0"); 3]).contains("3 ranks on 2 processors"));
        assert!(
            warnings(&vec![place("a", "1", "0"); 2]).contains("ranks 0, 1 of a share processors 1: they take turns")
        );
        let nested = warnings(&[place("a", "0", "0"), place("a", "0-1", "0")]);
        assert!(nested.contains("not bound to processors of their own: 0 and 1 both may use processor 0"), "{nested}");
        assert_eq!(warnings(&[place("a", "", "0"), place("a", "", "0")]), "", "unknown");
        assert!(warnings(&[place("a", "0", "7.5")]).contains("load of 7.5"));
    }

    #[test]
    fn ranks_that_share_are_found_among_others() {
        let places = |lists: &[&str]| {
            let ranks = lists.iter().map(|list| Place { all_processors: 16, ..place("a", list, "0") }).collect();
            Places { ranks, library: "MPI".to_owned() }.warnings().join("\n")
        };
        assert_eq!(places(&["0,8", "1,9", "2-3", "4"]), "");
        assert!(places(&["4", "0-1", "0", "1"]).contains("ranks 1, 2, 3 of a share processors 0, 1:"));
        assert!(places(&["0-7", "0-7", "8-15"]).contains("0 and 1 both may use processor 0"));
        assert!(places(&["0-7", "7-9"]).contains("0 and 1 both may use processor 7"));
    }

    #[test]
    fn lists_of_processors_are_read() {
        assert_eq!(processors("0-2,8, 10-10"), BTreeSet::from([0, 1, 2, 8, 10]));
        assert!(processors("").is_empty() && processors("x-y").is_empty());
    }

    #[test]
    fn ranks_are_told_by_their_launcher() {
        assert!(is_another_rank(|name| (name == "PMI_RANK").then(|| "3".to_owned())));
        assert!(!is_another_rank(|name| (name == "PMI_RANK").then(|| "0".to_owned())));
        assert!(!is_another_rank(|_| None));
    }

    #[test]
    fn a_rank_that_is_alone_is_recognised() {
        let of = |name: &'static str, value: &'static str| move |asked: &str| (asked == name).then(|| value.to_owned());
        assert_eq!(started_alone(1, of("PMI_SIZE", "4")), Some(("PMI_SIZE", 4)));
        assert_eq!(started_alone(4, of("PMI_SIZE", "4")), None);
        assert_eq!(started_alone(1, of("OMPI_COMM_WORLD_SIZE", "1")), None);
        assert_eq!(started_alone(1, |_: &str| None), None);
    }
}
