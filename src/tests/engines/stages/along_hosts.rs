//! Rings, chains and all-to-all exchanges along the hosts, for ranks that are not mapped sequentially.

use crate::tests::engines::stages::{delivers, maybe};
use itertools::iproduct;
use logpine::request::Mapping::{self, Listed, RoundRobin, Sequential};
use logpine::request::{Layout, MpiCollective};
use logpine_check::stages::explicit;
use logpine_collectives::collective::families;
use logpine_collectives::schedule::stages::Staged;
use logpine_models::machine::Machine;
use logpine_models::model::stage::{KnownLoads, Loads, Numbering, Pattern, Stage, StageCost};
use logpine_models::model::{Loggph, TauLop};
use logpine_trees::tree::families::Parameters;
use std::collections::HashMap;

fn layout(ranks: u64, per_host: u64, mapping: Mapping) -> Layout {
    Layout::new(ranks, per_host, mapping).expect("a layout")
}

/// Layouts that are not sequential: hosts in turn, and lists of hosts, filled alike or not.
fn layouts(ranks: u64) -> impl Iterator<Item = Layout> {
    let in_turn = (1..=ranks).map(move |per_host| layout(ranks, per_host, RoundRobin));
    let hosts: [fn(u64) -> u64; 4] =
        [|rank| 7 - rank % 3, |rank| rank * rank % 5, |rank| rank.div_ceil(2) % 4, |rank| rank / 3 % 2];
    let listed = hosts.into_iter().map(move |host| {
        let hosts: Vec<u32> = (0..ranks).map(|rank| u32::try_from(host(rank)).expect("small")).collect();
        layout(ranks, 1, Listed(hosts.into()))
    });
    in_turn.chain(listed)
}

/// The hosts by place, one by one: the host of rank 0 first, then that of the first rank elsewhere.
fn by_place(layout: &Layout) -> Vec<u64> {
    let mut hosts = Vec::new();
    for host in (0..layout.ranks()).map(|rank| layout.host(rank)) {
        if !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    let on = |host: u64| (0..layout.ranks()).filter(move |&rank| layout.host(rank) == host);
    hosts.into_iter().flat_map(on).collect()
}

#[test]
fn places_follow_the_hosts() {
    for layout in (1..=40).flat_map(layouts) {
        let (expected, along) = (by_place(&layout), layout.along_hosts());
        let order: Vec<u64> = (0..layout.ranks()).map(|place| layout.rank_along_hosts(place)).collect();
        assert_eq!(order, expected, "{layout:?}");
        assert_eq!((order[0], along.ranks(), along.hosts()), (0, layout.ranks(), layout.hosts()));
        assert_eq!(along.ranks_per_host(), layout.host_sizes().most, "{layout:?}");
        for (place, pair) in order.windows(2).enumerate() {
            let together = layout.host(pair[0]) == layout.host(pair[1]);
            let [here, next] = [place, place + 1].map(|place| along.host(place as u64));
            assert_eq!(here == next, together, "{layout:?}");
        }
        let sizes: u64 =
            (0..along.hosts() + 2).filter(|_| *along.mapping() == Sequential).map(|h| along.host_size(h)).sum();
        assert!(*along.mapping() != Sequential || sizes == layout.ranks(), "{along:?}");
    }
}

type Stages = HashMap<Loads, u64>;

fn loads(pattern: Pattern, layout: &Layout) -> Stages {
    let mut stages = Stages::new();
    pattern.loads(layout, &mut |count, loads| *stages.entry(loads).or_default() += count);
    stages
}

/// Loads counted in the order of the hosts equal those found by looking at every transmission.
#[test]
fn loads_are_those_of_the_listed_order() {
    for ranks in 2..=24 {
        let mut patterns: Vec<Pattern> = (1..ranks).map(|distance| Pattern::Shift { distance }).collect();
        patterns
            .extend([(1, ranks), (1, ranks / 2), (ranks / 3, ranks)].map(|(from, to)| Pattern::Shifts { from, to }));
        patterns.extend([1, 2, 3, 4, 7, 11, 30, 90].map(|segments| Pattern::Chain { segments }));
        patterns.push(Pattern::Block { first: ranks - 2, count: 1, distance: 1 });
        patterns
            .extend([Pattern::Pairs { distance: 1, ranks: ranks / 2 * 2 }, Pattern::KAry { fanout: 2, segments: 3 }]);
        patterns.push(Pattern::Neighbours { from: 1, to: 4 });
        for layout in layouts(ranks) {
            let along = layout.along_hosts();
            let hosts: Vec<u32> = (0..ranks).map(|place| u32::try_from(along.host(place)).expect("small")).collect();
            let listed = self::layout(ranks, 1, Listed(hosts.into()));
            for &pattern in &patterns {
                assert_eq!(loads(pattern, &along), loads(pattern, &listed), "{pattern:?} of {layout:?}");
            }
        }
    }
}

/// Among any number of ranks a ring along the hosts takes as long as the ring of a sequential mapping.
#[test]
fn a_ring_along_the_hosts_is_the_ring_of_a_sequential_mapping() {
    let machine = Machine::load("two-channel").expect("built in");
    let (tau_lop, loggph) = (TauLop::new(&machine).expect("[tau_lop]"), Loggph::new(&machine).expect("[loggph]"));
    let costs: [&dyn StageCost; 2] = [&tau_lop, &loggph];
    let patterns =
        [Pattern::Shift { distance: 1 }, Pattern::Chain { segments: 5 }, Pattern::Chain { segments: 1 << 20 }];
    for ((ranks, per_host), pattern) in iproduct!([(24, 8), (1 << 20, 1 << 7), (1 << 30, 1 << 12)], patterns) {
        for cost in costs {
            let time = |mapping, numbering| {
                let layout = layout(ranks, per_host, mapping);
                let stage = Stage::new(pattern, 100).numbered(numbering);
                assert_eq!(KnownLoads::new(cost, layout.clone()).time(&stage, &layout), cost.time(&stage, &layout));
                cost.time(&stage, &layout)
            };
            assert_eq!(time(RoundRobin, Numbering::Hosts), time(Sequential, Numbering::Ranks), "{pattern:?}");
            assert_eq!(time(Sequential, Numbering::Hosts), time(Sequential, Numbering::Ranks), "{pattern:?}");
            // In a chain, few ranks of a host send at once if they are dealt out in turn.
            if pattern == (Pattern::Shift { distance: 1 }) {
                assert!(time(RoundRobin, Numbering::Hosts) < time(RoundRobin, Numbering::Ranks), "{ranks} ranks");
            }
        }
    }
}

/// All members along the hosts of a collective among the ranks of a layout.
pub(in crate::tests::engines) fn along_hosts(collective: MpiCollective, layout: &Layout, bytes: u64) -> Vec<Staged> {
    let ranks = layout.ranks();
    let of = |family: &'static logpine_collectives::collective::AlgorithmFamily| {
        let members = family.members(ranks, bytes).into_iter();
        members.filter_map(move |member| family.along_hosts(ranks, bytes, &member.parameters))
    };
    families(collective).iter().flat_map(of).map(|staged| staged.on(layout)).collect()
}

#[test]
fn every_collective_that_has_them_gets_them() {
    let layout = layout(8, 2, RoundRobin);
    let names = |collective| {
        let mut names: Vec<_> = along_hosts(collective, &layout, 8).iter().map(|staged| staged.family).collect();
        names.dedup();
        names
    };
    assert_eq!(names(MpiCollective::Bcast), ["chain", "scatter-allgather"]);
    assert_eq!(names(MpiCollective::Reduce), ["chain", "reduce-scatter-gather"]);
    assert_eq!(names(MpiCollective::Allgather), ["ring", "neighbour-exchange"]);
    assert_eq!(names(MpiCollective::ReduceScatter), ["ring", "pairwise"]);
    assert_eq!(names(MpiCollective::Allreduce), ["ring"]);
    assert_eq!(names(MpiCollective::Alltoall), ["linear", "pairwise"]);
    for collective in [MpiCollective::Scatter, MpiCollective::Gather, MpiCollective::Barrier] {
        assert!(names(collective).is_empty(), "{collective:?}");
    }
    assert!(maybe(MpiCollective::Allgather, "ring", 8, 8, Parameters::new().word("order", "nobody")).is_none());
}

/// Block by block they have the result of the collective, for every mapping.
#[test]
fn they_deliver_what_they_are_to_deliver() {
    for layout in (2..=12).chain([40]).flat_map(layouts).filter(|layout| layout.ranks() < 40 || layout.hosts() % 7 == 4)
    {
        for (collective, bytes) in iproduct!(MpiCollective::ALL, [3, 67]) {
            for staged in along_hosts(collective, &layout, bytes) {
                let messages = explicit(&staged).expect("few");
                let of = || format!("{collective:?} {} ({}), {layout:?}", staged.family, staged.parameters);
                delivers(&staged).unwrap_or_else(|fault| panic!("{}: {fault:?}", of()));
                if staged.family == "ring" && layout.hosts() > 1 {
                    for round in messages.iter().flatten() {
                        let far = round.iter().filter(|sent| layout.host(sent.from) != layout.host(sent.to)).count();
                        assert_eq!(far as u64, layout.hosts(), "{}: one message leaves each host", of());
                    }
                }
            }
        }
    }
}
