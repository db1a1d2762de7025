//! Plans of overlay trees of timed messages that pass their check, and wrong ones that do not.

use crate::answer::LeafPlan;
use logpine_check::leaves::{TreeOfMessages, check, is_reached_before};
use logpine_models::job::Bound;
use logpine_models::job::{Claim, Collective, LeafJob, Status};
use logpine_models::machine::Machine;
use logpine_models::model::{MessageSize, port_timing};
use logpine_models::model::{Port, PortTiming};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::Shape;

fn timing(machine: &str) -> Box<dyn PortTiming> {
    port_timing(&Machine::load(machine).expect("built in"), None).expect("a port model")
}

#[test]
fn plans_pass() {
    for machine in ["lecture", "bgp", "tukey", "loggopsim", "logp-textbook"] {
        let timing = timing(machine);
        for collective in [Collective::Multicast, Collective::Reduce] {
            for leaves in [1, 2, 3, 17, 1000, 1_000_000, 1_000_000_000_000_000_000] {
                let bytes = (timing.message_size() == MessageSize::Bytes).then_some(100);
                let job = LeafJob::new(collective, leaves, bytes).expect("a job");
                let plan = LeafPlan::new(timing.as_ref(), job).expect("a plan");
                assert_eq!(plan.check(timing.as_ref()), Ok(()), "{machine} {leaves}");
            }
        }
    }
}

/// A plan and its check after a change of the plan's trees and its claim.
struct Falsified {
    timing: Box<dyn PortTiming>,
    plan: LeafPlan,
}

impl Falsified {
    fn fault<'a>(&'a self, claim: &Claim, change: impl Fn(&mut Vec<TreeOfMessages<'a>>)) -> Option<Reason> {
        let trees = self.plan.candidates().iter().map(|candidate| TreeOfMessages {
            family: candidate.family,
            shape: &candidate.construction.shape,
            score: candidate.construction.score,
            value: candidate.time,
        });
        let mut trees = trees.collect();
        change(&mut trees);
        check(self.timing.as_ref(), &self.plan.job, self.plan.extra, claim, trees).err()
    }
}

#[test]
fn each_part_of_a_plan_is_read() {
    let (leaf, timing) = (Shape::leaf(), timing("logp-textbook"));
    let job = LeafJob::new(Collective::Multicast, 100, None).expect("a job");
    let plan = LeafPlan::new(timing.as_ref(), job).expect("a plan");
    let (claim, port) = (plan.claim, plan.extra);
    let falsified = Falsified { timing, plan };
    assert_eq!(falsified.fault(&claim, |_| ()), None);
    let later = |time: Time| Time::from_ticks(time.ticks() + 1);
    let wrong = [
        falsified.fault(&claim, |trees| trees[1].score.time = later(trees[1].score.time)),
        falsified.fault(&claim, |trees| trees[1].score.period = later(trees[1].score.period)),
        falsified.fault(&claim, |trees| trees[1].value = later(trees[1].value)),
    ];
    for (wrong, part) in wrong.into_iter().zip(["time", "period", "value"]) {
        assert!(wrong.is_some_and(|fault| fault.says(&format!("ticks of {part}"))), "{part}");
    }
    let other = falsified.fault(&claim, |trees| trees[2].shape = &leaf);
    assert!(other.is_some_and(|fault| fault.says("the tree has 1 leaves, not 100")));
    assert!(falsified.fault(&claim, |trees| trees.reverse()).is_some_and(|fault| fault.says("ticks against bound")));
    let claims = [
        Claim { value: later(claim.value), ..claim },
        Claim { status: Status::BestFound, ..claim },
        Claim { bound: Bound { value: later(claim.bound.value), ..claim.bound }, ..claim },
    ];
    for claim in claims {
        assert!(falsified.fault(&claim, |_| ()).is_some_and(|fault| fault.says("ticks against bound")));
    }
    let mut another = falsified;
    another.plan.extra = Port { delivery: later(port.delivery), ..port };
    assert_eq!(another.fault(&claim, |_| ()), Some(Reason::new("the port of the plan is not that of the message")));
}

/// Without the tree that attains the bound, a bound that is too high fits all that is listed.
#[test]
fn a_bound_that_is_too_high_is_found() {
    let timing = timing("logp-textbook");
    let job = LeafJob::new(Collective::Multicast, 100, None).expect("a job");
    let plan = LeafPlan::new(timing.as_ref(), job).expect("a plan");
    let best = plan.claim.bound.value;
    let worse = plan.candidates().iter().find(|candidate| candidate.time > best).expect("another family");
    let bound = Bound { value: worse.time, reason: "" };
    let claim = Claim::new(worse.time, bound, None);
    let falsified = Falsified { timing, plan };
    let late = falsified.fault(&claim, |trees| trees.retain(|tree| tree.value > best));
    assert_eq!(
        late,
        Some(reason!("100 leaves can have the message before the bound of {bound} ticks", bound = claim.value.ticks()))
    );
    for (gap, delivery, leaves, time) in [(0, 7, 5, 7), (7, 0, 1000, 7), (4, 10, 2, 14), (4, 10, 8, 28), (1, 1, 1, 0)] {
        let [send_gap, delivery] = [gap, delivery].map(Time::from_ticks);
        let port = Port { send_gap, delivery, ..Port::default() };
        assert!(!is_reached_before(port, leaves, time) && is_reached_before(port, leaves, time + 1));
    }
}
