//! Random overlay questions, with all trees tried.

use super::overlay_brute_force::least_time;
use super::random::{Numbers, Table};
use logpine::units::Time;
use logpine_models::model::HostClass;
use logpine_trees::search::milp::{Chains, OverlayHosts, OverlayQuestion, Verdict};
use std::time::Duration;

const NO_LIMIT: Duration = Duration::MAX;
/// No tree with seven processes takes longer.
const SLOWEST: u64 = 7 * (60 + 40) + 9;

/// Checks that times, proofs and refutations are those of brute force, for `cases` questions from a seed with at most
/// `most_leaves` leaves.
fn as_by_brute_force(seed: u64, cases: u32, most_leaves: u64) {
    let numbers = &mut Numbers(seed);
    let mut infeasible = 0;
    for case in 0..cases {
        let leaves = numbers.pick(2..=most_leaves);
        let widest = usize::try_from(numbers.pick(2..=leaves)).expect("small");
        let cost = Table::random(numbers, widest);
        let classes = cost.busy.len();
        let class =
            |numbers: &mut Numbers| HostClass(u16::try_from(numbers.pick(1..=classes as u64) - 1).expect("small"));
        let (root, leaf) = (class(numbers), class(numbers));
        let slots = (0..classes).map(|_| numbers.pick(0..=2)).collect();
        let chains = if numbers.one_in(2) { Chains::Allowed } else { Chains::Excluded };
        let max_height = numbers.one_in(2).then(|| u32::try_from(numbers.pick(2..=4)).expect("small"));
        let question =
            OverlayQuestion { cost: &cost, hosts: OverlayHosts { root, leaf, slots }, leaves, chains, max_height };
        let shown =
            || format!("case {case}: {leaves} leaves, {:?}, {chains:?}, {max_height:?}, {cost:?}", question.hosts);
        let Some(least) = least_time(&question) else {
            let certificate = question.certify(Time::from_ticks(SLOWEST), NO_LIMIT);
            assert_eq!(certificate.result(), "proved", "{}", shown());
            infeasible += 1;
            continue;
        };
        let time = Time::from_ticks(least);
        let proof = question.certify(time, NO_LIMIT);
        assert_eq!(proof.verdict, Verdict::Proved { lower_bound: time }, "{}", shown());
        let slower = Time::from_ticks(least + numbers.pick(1..=30));
        let Verdict::Refuted { tree, time } = question.certify(slower, NO_LIMIT).verdict else {
            panic!("{}", shown());
        };
        assert!((least..slower.ticks()).contains(&time.ticks()), "{}", shown());
        assert_eq!(question.time_of(&tree), Some(time), "{}", shown());
    }
    assert!(infeasible < cases / 4, "{infeasible} of {cases} have no tree");
}

#[test]
fn as_by_brute_force_to_five_leaves() {
    as_by_brute_force(1, 300, 5);
}

#[test]
fn as_by_brute_force_to_seven_leaves() {
    as_by_brute_force(2, 60, 7);
}
