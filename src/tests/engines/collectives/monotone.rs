//! The cases in which more ranks or more bytes never take less time, and those in which they may.
//!
//! On a machine whose times do not fall as messages grow, more bytes never take less time for the best candidate. More ranks
//! never take less time for the best candidate, unless scatter and allgather are the best for more ranks; for nested trees;
//! for the best of all tree families; for every lower bound, and so for every proved optimum. By nature they may for scatter
//! and allgather, whose parts have whole bytes and may fall below a step or a floor of the machine's times. They may also for
//! the two-tree, whose rounds depend on P mod 4; but the n-block algorithm, whose rounds do not fall, takes no more of them.

use crate::tests::engines::collectives::machines::{Random, any, collectives};
use crate::tests::engines::collectives::plan;
use logpine::answer::RankPlan;
use logpine::request::{RankCollective, Status};
use logpine::units::Time;
use logpine_collectives::collective::scatter_allgather::Scatter;
use logpine_collectives::collective::scatter_allgather::{Allgather, ScatterAllgather};
use logpine_collectives::collective::{n_block, two_tree};
use logpine_models::machine::Machine;
use logpine_models::model::{PortModel, port_timing};
use proptest::prelude::*;

/// The families whose members are trees.
const TREES: [&str; 8] = ["linear", "chain", "binary", "k-ary", "binomial", "k-nomial", "logp-optimal", "fibonacci"];

/// Families with the same members for every number of ranks, except that larger trees have further leaves. With one rank more,
/// the k-ary and the k-nomial trees have one member more if a smaller tree is linear, and fibonacci trees if it is binomial.
const NESTED: [&str; 5] = ["linear", "chain", "binary", "binomial", "logp-optimal"];

/// No random machine has a table, a piece or a limit that ends at more bytes.
const LARGEST: u64 = 300;

/// True if no number of the port falls as a message grows.
fn grows(machine: &Random) -> bool {
    let numbers = |bytes| {
        let port = machine.timing.port(bytes).expect("small numbers");
        let combine = machine.timing.combine(bytes).expect("small numbers");
        [port.send_busy, port.send_gap, port.recv_busy, port.recv_gap, port.delivery, combine]
    };
    (1..LARGEST).all(|bytes| numbers(bytes).iter().zip(numbers(bytes + 1)).all(|(less, more)| *less <= more))
}

/// The best time of a family.
fn of_family(plan: &RankPlan, family: &str) -> Option<Time> {
    plan.candidates().iter().filter(|candidate| candidate.family == family).map(|candidate| candidate.time).min()
}

/// The best time of all trees.
fn of_trees(plan: &RankPlan) -> Option<Time> {
    TREES.iter().filter_map(|family| of_family(plan, family)).min()
}

/// Checks the values that must not fall from the job of the one plan to that of the other.
fn check(fewer: &RankPlan, more: &RankPlan, families: &[&str]) -> Result<(), TestCaseError> {
    let [less, most] = [fewer, more].map(|plan| of_trees(plan).expect("short times"));
    prop_assert!(less <= most, "{:?} {:?}", fewer.best(), more.best());
    prop_assert!(
        fewer.claim.bound.value <= more.claim.bound.value,
        "{:?} {:?}",
        fewer.claim.bound.reason,
        more.claim.bound.reason
    );
    if fewer.claim.status == Status::Optimal {
        prop_assert!(fewer.best().time <= more.best().time);
    }
    if fewer.job.ranks() == more.job.ranks() || more.best().family != "scatter-allgather" {
        prop_assert!(fewer.best().time <= more.best().time, "{:?} {:?}", fewer.best(), more.best());
    }
    for family in families {
        if let (Some(less), Some(most)) = (of_family(fewer, family), of_family(more, family)) {
            prop_assert!(less <= most, "{}: {:?} {:?}", family, less, most);
        }
    }
    Ok(())
}

fn of(machine: &Random, collective: RankCollective, ranks: u64, bytes: u64) -> RankPlan {
    plan(&*machine.timing, collective, ranks, machine.bytes(bytes))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_global_rejects: 100_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn more_ranks_are_never_faster(
        machine in any(), collective in collectives(), ranks in prop_oneof![2u64..70, 2u64..5000], bytes in 1u64..300,
        further in 2u64..80,
    ) {
        prop_assume!(grows(&machine));
        let [fewer, next, more] = [0, 1, further].map(|more| of(&machine, collective, ranks + more, bytes));
        check(&fewer, &next, &NESTED)?;
        check(&fewer, &more, &[])?;
    }

    #[test]
    fn more_bytes_are_never_faster(
        machine in any(), collective in collectives(), ranks in prop_oneof![2u64..70, 2u64..5000], bytes in 1u64..300,
        further in 1u64..40,
    ) {
        prop_assume!(grows(&machine));
        check(&of(&machine, collective, ranks, bytes), &of(&machine, collective, ranks, bytes + further), &TREES[..7])?;
    }
}

/// With n blocks the n-block algorithm takes no more rounds than the two-tree, and none fewer for more ranks.
#[test]
fn two_trees_take_no_fewer_rounds_than_blocks_around_a_circulant_graph() {
    for ranks in 2..600 {
        for blocks in 2..20 {
            let rounds = n_block::rounds(ranks, blocks);
            assert!(rounds <= two_tree::rounds(ranks, blocks) && rounds <= n_block::rounds(ranks + 1, blocks));
        }
    }
}

/// Halves favour some numbers of ranks: a binomial scatter of 64 KiB with Bruck's allgather takes less for 19 ranks than for
/// 18. Equal parts of any number do the same: with k = 6 the root keeps 9 of 54 blocks, and 10 of 55, so that its five sends
/// have 45/55 of the bytes and not 45/54. The optimal scatter does not.
#[test]
fn optimal_scatters_of_more_ranks_are_no_faster() {
    let tukey = Machine::load("tukey").expect("built in");
    let timing = port_timing(&tukey, Some(PortModel::Loggp)).expect("it has [loggp]");
    let of = |scatter, ranks| {
        let algorithm = ScatterAllgather { scatter, allgather: Allgather::Bruck };
        algorithm.bcast_time(&*timing, ranks, 1 << 16).map(Time::ticks)
    };
    assert!(of(Scatter::BINOMIAL, 18) > of(Scatter::BINOMIAL, 19));
    assert!(of(Scatter::with_radix(6), 54) > of(Scatter::with_radix(6), 55));
    for ranks in 2..150 {
        assert!(of(Scatter::OPTIMAL, ranks) <= of(Scatter::OPTIMAL, ranks + 1), "P = {ranks}");
    }
    let best = |ranks| plan(&*timing, RankCollective::Bcast, ranks, Some(1 << 16)).best().time.ticks();
    assert_eq!([18, 19, 54, 55].map(best), [93_800_194, 93_972_350, 104_426_987, 104_446_611]);
}
