//! Questions without an answer, and their messages.

use crate::tests::engines::collectives::{job, plan, timing};
use logpine::answer::{RankPlan, RankPlanError};
use logpine::request::RankCollective::{Bcast, Reduce};
use logpine_models::job::{MOST_RANKS, RankJob};
use logpine_models::model::PortTiming;
use logpine_text::reason::{Reason, reason};
use logpine_trees::tree::families::LeftOutReason;

fn alpha_beta(alpha: u64, beta: u64) -> Box<dyn PortTiming> {
    timing(&format!("name = \"m\"\n[alpha_beta]\nalpha = \"{alpha}ps\"\nbeta = \"{beta}ps/B\"\n"))
}

fn logp(gap: u64, latency: u64) -> Box<dyn PortTiming> {
    timing(&format!("name = \"m\"\n[logp]\nlatency = \"{latency}ps\"\noverhead = \"0ps\"\ngap = \"{gap}ps\"\n"))
}

#[test]
fn a_size_where_there_is_none_and_none_where_there_is() {
    for of in [Bcast, Reduce] {
        for ranks in [1, 2, 100] {
            let missing = RankPlan::new(&*alpha_beta(1, 1), job(of, ranks, None)).map(|_| ());
            assert_eq!(missing, Err(RankPlanError::NoBytes { model: "alpha_beta" }));
            let superfluous = RankPlan::new(&*logp(1, 1), job(of, ranks, Some(1))).map(|_| ());
            assert_eq!(superfluous, Err(RankPlanError::Bytes { model: "logp" }));
        }
    }
    let words = |error: RankPlanError| error.to_string();
    assert_eq!(
        words(RankPlanError::NoBytes { model: "loggp" }),
        "the model loggp needs the size of the message; give --bytes, like --bytes 64KiB"
    );
    assert_eq!(
        words(RankPlanError::Bytes { model: "logp" }),
        "the model logp has no message sizes; leave out --bytes, or choose another --model"
    );
}

#[test]
fn ranks_and_bytes_out_of_range() {
    let new = |ranks, bytes| RankJob::new(Bcast, ranks, bytes);
    assert_eq!(new(0, None), Err(reason!("0 ranks: a collective has at least 1 rank and at most 2^63 = {MOST_RANKS}")));
    assert_eq!(
        new(MOST_RANKS + 1, Some(1)),
        Err(reason!(
            "{ranks} ranks: a collective has at least 1 rank and at most 2^63 = {MOST_RANKS}",
            ranks = MOST_RANKS + 1
        ))
    );
    assert_eq!(
        new(u64::MAX, None),
        Err(reason!(
            "{ranks} ranks: a collective has at least 1 rank and at most 2^63 = {MOST_RANKS}",
            ranks = u64::MAX
        ))
    );
    assert_eq!(new(2, Some(0)), Err(Reason::new("0 bytes: a message has at least 1 byte")));
    assert!(new(MOST_RANKS, Some(u64::MAX)).is_ok());
    assert_eq!(new(1, None).map(|job| job.ranks()), Ok(1));
}

/// With 2^63 ticks for a message, two ranks have an answer, also with 2^64 - 1; two messages one after the other take too
/// long.
#[test]
fn times_at_the_edge_of_what_can_be_represented() {
    let half = 1 << 63;
    let representable = |timing: &dyn PortTiming, ranks, bytes| match RankPlan::new(timing, job(Bcast, ranks, bytes)) {
        Ok(plan) => Some(plan.best().time.ticks()),
        Err(error) => {
            assert_eq!(error, RankPlanError::NotRepresentable);
            None
        }
    };
    assert_eq!(representable(&*logp(half, half), 2, None), Some(half));
    assert_eq!(representable(&*logp(half, half), 3, None), None);
    assert_eq!(representable(&*logp(u64::MAX, u64::MAX), 2, None), Some(u64::MAX));
    assert_eq!(representable(&*logp(u64::MAX, 0), 1000, None), Some(0));
    assert_eq!(representable(&*logp(0, u64::MAX - 1), MOST_RANKS, None), Some(u64::MAX - 1));
    assert_eq!(representable(&*alpha_beta(half, 0), 2, Some(u64::MAX)), Some(half));
    assert_eq!(representable(&*alpha_beta(0, 1), 2, Some(u64::MAX)), Some(u64::MAX));
    assert_eq!(representable(&*alpha_beta(1, 1), 2, Some(u64::MAX)), None);
    assert_eq!(representable(&*alpha_beta(u64::MAX, 1), 2, Some(1)), None);
    assert_eq!(
        RankPlanError::NotRepresentable.to_string(),
        "every algorithm takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle); ask for fewer ranks or \
         a shorter message"
    );
}

/// A family whose every member takes too long is left out with that reason; the others are ranked.
#[test]
fn families_too_slow_to_represent_are_named() {
    let plan = plan(&*alpha_beta(1 << 60, 0), Bcast, 1 << 8, Some(1));
    assert_eq!(plan.best().time.ticks(), 1 << 63);
    let linear = plan.left_out.iter().find(|left_out| left_out.family == "linear");
    assert_eq!(linear.map(|left_out| left_out.reason.clone()), Some(LeftOutReason::NotRepresentable));
    assert!(plan.candidates().iter().all(|candidate| candidate.family != "linear"));
}
