//! Every algorithm, replayed block by block, has the result of its collective.

use crate::tests::engines::stages::{delivers, factorisations, maybe};
use logpine::check::stages::explicit;
use logpine::collective::families;
use logpine::request::MpiCollective;
use logpine::schedule::stages::Staged;
use logpine::tree::families::Parameters;

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
fn all_deliver(collectives: &[MpiCollective], bytes: &[u64]) {
    for &collective in collectives {
        for ranks in (1..=40).chain([47, 48, 49, 63, 64, 65, 70]) {
            for family in families(collective).iter().filter(|family| family.is_in_stages()) {
                let mut members = 0;
                for &bytes in bytes {
                    for staged in family.members(ranks, bytes) {
                        check(&staged);
                        members += 1;
                    }
                }
                let none = match family.name() {
                    "nomial" | "recursive-multiplying" => true,
                    "k-nomial" if collective == MpiCollective::Allgather => ranks == 1,
                    "k-nomial" | "k-ary" => ranks <= 3,
                    "recursive-doubling" if collective == MpiCollective::Allgather => !ranks.is_power_of_two(),
                    "neighbour-exchange" => ranks > 1 && !ranks.is_multiple_of(2),
                    "recursive-halving" => !ranks.is_power_of_two(),
                    _ => false,
                };
                assert_eq!(members == 0, none, "{collective:?} {}, {ranks} ranks", family.name());
            }
        }
    }
}

// The longest of all, apart from each other so that they run side by side.
#[test]
fn broadcasts() {
    all_deliver(&[MpiCollective::Bcast], &[1, 5, 67, 300]);
}

#[test]
fn reductions() {
    all_deliver(&[MpiCollective::Reduce], &[1, 5, 67, 300]);
}

#[test]
fn scatters_and_gathers() {
    all_deliver(&[MpiCollective::Scatter, MpiCollective::Gather], &[1, 9]);
}

#[test]
fn allgathers() {
    all_deliver(&[MpiCollective::Allgather], &[1, 9]);
}

#[test]
fn reduce_scatters() {
    all_deliver(&[MpiCollective::ReduceScatter], &[1, 2, 5, 31, 64, 67, 1000]);
}

#[test]
fn allreduces() {
    all_deliver(&[MpiCollective::Allreduce], &[1, 2, 5, 31, 64, 67, 1000]);
}

#[test]
fn alltoalls_and_barriers() {
    all_deliver(&[MpiCollective::Alltoall], &[1, 9]);
    all_deliver(&[MpiCollective::Barrier], &[1]);
}

#[test]
fn trees_of_any_fanouts() {
    let lists: [&[u64]; 8] = [&[2, 3, 4, 3], &[3, 2, 2, 6], &[5, 2, 7], &[70], &[2; 7], &[2, 35], &[7, 3, 4], &[9, 9]];
    for fanouts in lists {
        for ranks in 1..=fanouts.iter().product::<u64>().min(70) {
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
    for ranks in 2..=60 {
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
