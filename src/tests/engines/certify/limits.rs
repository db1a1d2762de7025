//! Questions that are not certified, and the reasons.

use super::random::{Ports, Table};
use super::slower::cab;
use logpine::units::Time;
use logpine_models::model::{HostClass, LevelCost};
use logpine_trees::search::milp::{
    Certificate, Chains, MOST_LEAVES, MOST_RANKS, OverlayHosts, OverlayQuestion, RankQuestion, UnknownReason, Verdict,
};
use std::time::Duration;

const NO_LIMIT: Duration = Duration::MAX;

fn reason<T>(certificate: Certificate<T>) -> Option<UnknownReason> {
    match certificate.verdict {
        Verdict::Unknown { reason, .. } => Some(reason),
        _ => None,
    }
}

fn overlay(cost: &dyn LevelCost, root: u16, slots: Vec<u64>, leaves: u64) -> OverlayQuestion<'_> {
    let hosts = OverlayHosts { root: HostClass(root), leaf: HostClass(0), slots };
    OverlayQuestion { cost, hosts, leaves, chains: Chains::Excluded, max_height: None }
}

#[test]
fn without_time_nothing_is_known() {
    let cost = cab(&["1", "1.5"]);
    let certificate = overlay(&cost, 0, vec![0, 4], 64).certify(Time::from_ticks(500_000_000), Duration::ZERO);
    assert_eq!(reason(certificate), Some(UnknownReason::TimeLimit));
    let ports = Ports { gap: vec![vec![3]], delivery: vec![vec![7]] };
    let question = RankQuestion { timing: &ports, bytes: 1, classes: vec![HostClass(0); 8], root: 3 };
    let certificate = question.certify(Time::from_ticks(21), Duration::ZERO);
    assert_eq!(certificate.lower_bound(), Some(Time::ZERO));
    assert_eq!(reason(certificate), Some(UnknownReason::TimeLimit));
}

#[test]
fn a_level_without_time_is_refused() {
    let cost = Table { busy: vec![vec![0; 5]], latency: vec![vec![0]], startup: 1 };
    let certificate = overlay(&cost, 0, vec![4], 4).certify(Time::from_ticks(9), NO_LIMIT);
    assert_eq!(reason(certificate), Some(UnknownReason::NoTime));
    let ports = Ports { gap: vec![vec![0]], delivery: vec![vec![7]] };
    let question = RankQuestion { timing: &ports, bytes: 1, classes: vec![HostClass(0); 8], root: 3 };
    assert_eq!(reason(question.certify(Time::from_ticks(21), NO_LIMIT)), Some(UnknownReason::NoTime));
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let cost = cab(&["1", "1.5"]);
    let claimed = Time::from_ticks(500_000_000);
    let questions =
        [overlay(&cost, 2, vec![0, 4], 64), overlay(&cost, 0, vec![1; 3], 64), overlay(&cost, 0, vec![1], 1)];
    for question in questions {
        let reason = reason(question.certify(claimed, NO_LIMIT));
        assert!(matches!(reason, Some(UnknownReason::Question(_))), "{reason:?}");
    }
    let ports = Ports { gap: vec![vec![1]], delivery: vec![vec![1]] };
    for (classes, root, bytes) in [(vec![0; 4], 4, 1), (vec![1; 4], 0, 1), (vec![], 0, 1), (vec![0; 4], 0, 0)] {
        let classes = classes.into_iter().map(HostClass).collect();
        let reason = reason(RankQuestion { timing: &ports, bytes, classes, root }.certify(claimed, NO_LIMIT));
        assert!(matches!(reason, Some(UnknownReason::Question(_))), "{reason:?}");
    }
}

#[test]
fn large_instances_are_refused() {
    let cost = cab(&["1", "1.5"]);
    let claimed = Time::from_ticks(500_000_000);
    let question = overlay(&cost, 0, vec![0, 4], MOST_LEAVES + 1);
    assert!(matches!(reason(question.certify(claimed, NO_LIMIT)), Some(UnknownReason::TooLarge { .. })));
    let ports = Ports { gap: vec![vec![3]], delivery: vec![vec![7]] };
    let question = RankQuestion { timing: &ports, bytes: 1, classes: vec![HostClass(0); MOST_RANKS + 1], root: 3 };
    assert!(matches!(reason(question.certify(Time::from_ticks(90), NO_LIMIT)), Some(UnknownReason::TooLarge { .. })));
}

/// A claim of no time needs no proof.
#[test]
fn nothing_is_faster_than_no_time() {
    let cost = cab(&["1", "1.5"]);
    let certificate = overlay(&cost, 0, vec![0, 4], 64).certify(Time::ZERO, NO_LIMIT);
    assert_eq!(certificate.verdict, Verdict::Proved { lower_bound: Time::ZERO });
}
