//! Every algorithm, replayed block by block, has the result of its collective.

use crate::tests::engines::stages::{delivers, factorisations, maybe};
use logpine::request::MpiCollective;
use logpine_check::stages::explicit;
use logpine_collectives::collective::{families, members};
use logpine_collectives::schedule::stages::Staged;
use logpine_trees::tree::families::Parameters;
use rayon::prelude::*;

#[track_caller]
fn check(staged: &Staged) {
    let of = || format!("{:?} {} ({}), {} ranks", staged.collective, staged.family, staged.parameters, staged.ranks);
    let listed: usize = explicit(staged).expect("few messages").iter().flatten().map(Vec::len).sum();
    assert_eq!(listed as u64, staged.messages(), "{}", of());
    if let Err(fault) = delivers(staged) {
        panic!("{}: {fault:?}", of());
    }
}

/// All members of all families, for fewer bytes than ranks and for more.
fn all_deliver(collective: MpiCollective, bytes: &[u64]) {
    for ranks in (1..=25).chain([31, 32, 33, 48, 63, 64, 65]) {
        for family in families(collective).iter().filter(|family| family.is_in_stages()) {
            let members: Vec<Staged> = bytes.iter().flat_map(|&bytes| family.members(ranks, bytes)).collect();
            members.iter().for_each(check);
            let none = match family.name() {
                "nomial" | "recursive-multiplying" => true,
                "k-nomial" if collective == MpiCollective::Allgather => ranks == 1,
                "k-nomial" | "k-ary" => ranks <= 3,
                "recursive-doubling" if collective == MpiCollective::Allgather => !ranks.is_power_of_two(),
                "neighbour-exchange" => ranks > 1 && !ranks.is_multiple_of(2),
                "recursive-halving" => !ranks.is_power_of_two(),
                _ => false,
            };
            assert_eq!(members.is_empty(), none, "{collective:?} {}, {ranks} ranks", family.name());
        }
    }
}

#[test]
fn all_members_deliver() {
    use MpiCollective::{Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter};
    let cases: [(&[MpiCollective], &[u64]); 4] = [
        (&[Bcast, Reduce], &[1, 5, 67]),
        (&[Scatter, Gather, Allgather, Alltoall], &[1, 9]),
        (&[ReduceScatter, Allreduce], &[1, 5, 31, 67]),
        (&[Barrier], &[1]),
    ];
    let each = cases.iter().flat_map(|(collectives, bytes)| collectives.iter().map(move |&of| (of, *bytes)));
    each.collect::<Vec<_>>().into_par_iter().for_each(|(collective, bytes)| all_deliver(collective, bytes));
}

#[test]
fn trees_of_any_fanouts() {
    let lists: [&[u64]; 5] = [&[2, 3, 4], &[3, 2, 2, 3], &[30], &[2; 5], &[7, 3, 2]];
    for fanouts in lists {
        for ranks in 1..=fanouts.iter().product::<u64>().min(40) {
            for (collective, orders) in [
                (MpiCollective::Bcast, &["far-first", "near-first"][..]),
                (MpiCollective::Reduce, &["far-first", "near-first"]),
                (MpiCollective::Scatter, &["far-first"]),
                (MpiCollective::Gather, &["far-first"]),
            ] {
                for &order in orders {
                    let tree = Parameters::new().list("fanouts", fanouts.to_vec()).word("order", order);
                    // Segments are for vectors, and blocks are never cut: 4 segments, 2, 1 and again 1.
                    let cut = [3, 5, 10, 99].map(|segment| tree.clone().number("segment", segment));
                    for parameters in std::iter::once(tree).chain(cut) {
                        let staged = maybe(collective, "nomial", ranks, 10, parameters);
                        check(&staged.expect("the fanouts reach all"));
                    }
                }
            }
        }
    }
}

/// Every list whose product is the number of ranks, in every order.
#[test]
fn exchanges_in_groups_of_any_radices() {
    for ranks in 2..=40 {
        for radices in factorisations(ranks) {
            let parameters = Parameters::new().list("radices", radices);
            check(&maybe(MpiCollective::Allgather, "recursive-multiplying", ranks, 3, parameters).expect("a list"));
        }
    }
}

/// The orders of a level: far-first from the farthest level on, and near-first from neighbour to neighbour.
#[test]
fn the_two_orders_of_a_tree() {
    let sent = |order| {
        let parameters = Parameters::new().number("k", 3).word("order", order);
        let staged = maybe(MpiCollective::Bcast, "k-nomial", 8, 1, parameters).expect("a tree");
        let messages = explicit(&staged).expect("few");
        messages.into_iter().flatten().map(|round| round.iter().map(|sent| (sent.from, sent.to)).collect()).collect()
    };
    let far: Vec<Vec<_>> = sent("far-first");
    assert_eq!(far, [vec![(0, 3)], vec![(0, 6)], vec![(0, 1), (3, 4), (6, 7)], vec![(0, 2), (3, 5)]]);
    let near: Vec<Vec<_>> = sent("near-first");
    assert_eq!(near, [vec![(0, 1)], vec![(0, 2)], vec![(0, 3), (1, 4), (2, 5)], vec![(0, 6), (1, 7)]]);
}

#[test]
fn parameters_without_sense() {
    let number = |name, value| Parameters::new().number(name, value);
    let none = |collective, family, parameters| maybe(collective, family, 8, 100, parameters).is_none();
    assert!(none(MpiCollective::Bcast, "k-nomial", Parameters::new()), "no k");
    assert!(none(MpiCollective::Bcast, "k-nomial", number("k", 1)));
    assert!(none(MpiCollective::Bcast, "chain", number("segment", 0)));
    assert!(none(MpiCollective::Bcast, "nomial", Parameters::new().list("fanouts", vec![2, 3])), "only 6 ranks");
    assert!(none(MpiCollective::Bcast, "nomial", Parameters::new().list("fanouts", vec![8, 1])));
    assert!(none(MpiCollective::Bcast, "binomial", Parameters::new().word("order", "none")));
    assert!(none(MpiCollective::Scatter, "binomial", Parameters::new().word("order", "near-first")));
    assert!(none(MpiCollective::Bcast, "scatter-allgather", Parameters::new().word("allgather", "pairwise")));
    for radices in [vec![2, 3], vec![4, 2, 1], vec![16], vec![0, 8], Vec::new()] {
        let radices = Parameters::new().list("radices", radices);
        assert!(none(MpiCollective::Allgather, "recursive-multiplying", radices), "their product is 8");
    }
    assert!(none(MpiCollective::Allgather, "k-nomial", number("k", 3)), "two ranks are left over");
    assert!(none(MpiCollective::Allgather, "k-nomial", number("k", 16)));
    assert!(maybe(MpiCollective::Bcast, "binomial", 0, 1, Parameters::new()).is_none());
    assert!(maybe(MpiCollective::Bcast, "binomial", 1, 0, Parameters::new()).is_none());
    assert!(maybe(MpiCollective::Allgather, "ring", 1 << 32, 1 << 32, Parameters::new()).is_none(), "2^64 bytes");
    assert!(none(MpiCollective::Bcast, "binomial", number("segment", 0)));
    let segment = maybe(MpiCollective::Bcast, "chain", 8, 100, number("segment", 1000)).expect("one segment");
    assert_eq!(segment.cut.count(), 1);
}

/// A million ranks, or 2^63: few stages, no overflow, no panic.
#[test]
fn stages_are_few() {
    for ranks in [1_000_000, (1 << 62) + 1, 1 << 63] {
        for bytes in [1, 1 << 20, u64::MAX] {
            for staged in MpiCollective::ALL.into_iter().flat_map(|collective| members(collective, ranks, bytes)) {
                assert!(staged.stages.len() <= 130, "{:?} {}", staged.collective, staged.family);
                assert!(staged.stages.iter().all(|stage| stage.bytes > 0 && stage.combined <= stage.bytes));
                let rounds = (0..staged.stages.len()).map(|stage| staged.rounds(stage));
                assert!(rounds.zip(&staged.stages).all(|(rounds, stage)| rounds == stage.stages(ranks)));
            }
        }
    }
}
