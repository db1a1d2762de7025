//! The best mapping of ranks to hosts for a given algorithm.
//!
//! With few ranks, every way to distribute them over the hosts is costed. With more, the search starts from the sequential
//! and the round-robin mapping, and exchanges two ranks' places as long as this helps, or until the effort is spent.

use crate::collective::Exhaustive;
use logpine_models::job::{Layout, Mapping};
use logpine_models::model::stage::{Stage, StageCost, stages_time};
use logpine_text::units::Time;
use rayon::prelude::*;

/// The maximum number of ways that are all costed.
const ALL_WAYS: usize = 6_000;

/// The maximum number of transmissions that are examined from one starting mapping, in whole rounds of exchanges.
const EFFORT: u64 = 1 << 21;

/// The maximum number of ranks for which exchanges are tried.
pub const MOST_MAPPED_RANKS: u64 = 256;

/// A mapping and the time with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMapping {
    /// The placement of the ranks.
    pub layout: Layout,
    /// The time of the algorithm.
    pub time: Time,
    /// Exhaustive if every mapping was costed.
    pub exhaustive: Exhaustive,
}

/// Returns the best mapping of an algorithm's stages onto as many hosts, with as many ranks each, as `layout` has. Hosts are
/// alike, so mappings that only swap hosts count as one. `None` if every time exceeds [`Time::MAX`], or for more than
/// `MOST_MAPPED_RANKS` ranks.
#[must_use]
pub fn best_mapping(cost: &dyn StageCost, stages: &[Stage], layout: &Layout) -> Option<BestMapping> {
    if layout.ranks() > MOST_MAPPED_RANKS {
        return None;
    }
    let timed = |hosts: Vec<u32>| Some((stages_time(cost, stages, &listed(layout, &hosts))?, hosts));
    if let Some(ways) = all_ways(layout) {
        let (time, hosts) = ways.into_par_iter().filter_map(timed).min()?;
        return Some(BestMapping { layout: listed(layout, &hosts), time, exhaustive: Exhaustive::Yes });
    }
    let starts = [Mapping::Sequential, Mapping::RoundRobin].into_iter().filter_map(|mapping| {
        let start = layout.mapped(mapping);
        let hosts = (0..start.ranks()).map(|rank| u32::try_from(start.host(rank)).ok()).collect::<Option<_>>()?;
        timed(hosts)
    });
    let starts: Vec<_> = starts.collect();
    let exchanges = layout.ranks() * (layout.ranks() - 1) / 2;
    let rounds = EFFORT / transmissions(stages, layout.ranks()).saturating_mul(exchanges).max(1);
    let (time, hosts) = starts.into_iter().map(|start| exchange(&timed, start, rounds)).min()?;
    Some(BestMapping { layout: listed(layout, &hosts), time, exhaustive: Exhaustive::No })
}

fn listed(layout: &Layout, hosts: &[u32]) -> Layout {
    layout.mapped(Mapping::Listed(hosts.into()))
}

/// The maximum number of transmissions to examine; those of a repeated stage count only once.
fn transmissions(stages: &[Stage], ranks: u64) -> u64 {
    let of = |stage: &Stage| stage.pattern.listed_stages(ranks).saturating_mul(ranks);
    stages.iter().map(of).fold(0, u64::saturating_add)
}

/// Makes the best exchange of two ranks' places, as long as one helps, and at most `rounds` times.
fn exchange(
    timed: &(impl Fn(Vec<u32>) -> Option<(Time, Vec<u32>)> + Sync),
    start: (Time, Vec<u32>),
    rounds: u64,
) -> (Time, Vec<u32>) {
    let mut best = start;
    for _ in 0..rounds {
        let here = &best.1;
        let exchanged = |first: usize| {
            let others = (first + 1..here.len()).filter(move |&second| here[first] != here[second]);
            others.filter_map(move |second| {
                let mut hosts = here.clone();
                hosts.swap(first, second);
                timed(hosts)
            })
        };
        let next = (0..here.len()).into_par_iter().filter_map(|first| exchanged(first).min()).min();
        match next {
            Some(next) if next.0 < best.0 => best = next,
            _ => break,
        }
    }
    best
}

/// Every way to distribute the ranks over the hosts, each once regardless of the numbering of hosts; `None` if there are too
/// many.
fn all_ways(layout: &Layout) -> Option<Vec<Vec<u32>>> {
    let (ranks, hosts) = (usize::try_from(layout.ranks()).ok()?, u32::try_from(layout.hosts()).ok()?);
    let mut ways = Vec::new();
    let mut places = Vec::with_capacity(ranks);
    let complete = extend(&mut ways, &mut places, ranks, hosts, layout.ranks_per_host());
    complete.then_some(ways)
}

/// Adds the ways that begin with `places`: the next rank goes to a host that is in use and has room, or to the next host.
/// True if all were added.
fn extend(ways: &mut Vec<Vec<u32>>, places: &mut Vec<u32>, ranks: usize, hosts: u32, room: u64) -> bool {
    if places.len() == ranks {
        ways.push(places.clone());
        return ways.len() <= ALL_WAYS;
    }
    let used = places.iter().max().map_or(0, |&host| host + 1);
    for host in 0..hosts.min(used + 1) {
        let here = places.iter().filter(|&&other| other == host).count() as u64;
        if here == room {
            continue;
        }
        places.push(host);
        let complete = extend(ways, places, ranks, hosts, room);
        places.pop();
        if !complete {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(ranks: u64, ranks_per_host: u64) -> Option<usize> {
        let layout = Layout::new(ranks, ranks_per_host, Mapping::Sequential).expect("valid");
        all_ways(&layout).map(|ways| ways.len())
    }

    /// P! / (Q!^M M!) where hosts are filled.
    #[test]
    fn every_way_is_there_once() {
        assert_eq!([ways(4, 2), ways(6, 2), ways(6, 3), ways(8, 4), ways(12, 4)], [3, 15, 10, 35, 5775].map(Some));
        assert_eq!(ways(5, 5), Some(1));
        assert_eq!(ways(5, 4), Some(15), "4 + 1 in 5 ways, 3 + 2 in 10");
        assert_eq!(ways(16, 4), None);
    }
}
