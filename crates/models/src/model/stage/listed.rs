//! Loads if any rank may run on any host: every transmission is visited.

use super::pattern::Again;
use super::{Loads, Pattern, RankChannels, Way};
use crate::job::Layout;
use std::collections::HashMap;

/// The actions of a host's ranks in a stage.
#[derive(Clone, Copy, Default)]
struct Host {
    intra: u64,
    out: u64,
    into: u64,
}

/// Calls `each` with the loads of every stage of a pattern, one by one except for those that recur.
pub(super) fn loads(pattern: &Pattern, layout: &Layout, each: &mut dyn FnMut(u64, Loads)) {
    let ranks = layout.ranks();
    let Again { stages, period } = pattern.again(ranks);
    let once = stages.start..stages.end.min(stages.start.saturating_add(period));
    for stage in (0..once.end).chain(stages.end..pattern.stages(ranks)) {
        let times = if once.contains(&stage) { (stages.end - stage).div_ceil(period) } else { 1 };
        each(times, of_stage(&pattern.transmissions(ranks, stage), layout, pattern.way()));
    }
}

/// The loads of concurrent transmissions.
pub(super) fn of_stage(transmissions: &[(u64, u64)], layout: &Layout, way: Way) -> Loads {
    let mut hosts: HashMap<u64, Host> = HashMap::new();
    let mut sends: HashMap<u64, bool> = HashMap::new();
    for &(from, to) in transmissions {
        let (here, there) = (layout.host(from), layout.host(to));
        if here == there {
            hosts.entry(here).or_default().intra += 1;
        } else {
            hosts.entry(here).or_default().out += 1;
            hosts.entry(there).or_default().into += 1;
        }
        sends.insert(from, here == there);
    }
    let loads = hosts.values().fold(Loads::default(), |loads, host| loads.with_host(host.intra, host.out, host.into));
    let channel = |shared| if shared { RankChannels::SHARED } else { RankChannels::NETWORK };
    transmissions.iter().fold(loads, |loads, &(from, to)| {
        let received = layout.host(from) == layout.host(to);
        let loads = loads.with_ranks(channel(received));
        match (way, sends.get(&to)) {
            (Way::OneWay, _) | (_, None) => loads,
            (Way::Exchange, Some(&sent)) => loads.with_ranks(match (sent, received) {
                (true, true) => RankChannels::SHARED_TWICE,
                (false, false) => RankChannels::NETWORK_TWICE,
                _ => RankChannels::BOTH,
            }),
        }
    })
}
