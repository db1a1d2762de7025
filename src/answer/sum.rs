//! The answer to a sum: the schedule of the ranks, and the times of common ways of adding up.

use super::costs::{MessageCosts, ModelChoice};
use super::{Candidate, Ranking};
use crate::request::{Bound, Claim, ModelName, Refusal, Request, SumJob};
use logpine_models::machine::Machine;
use logpine_models::model::{MessageSize, Port, PortTiming};
use logpine_text::units::Time;
use logpine_trees::tree::earliest::{FanoutLimits, PortError, Summation, SummationPlan, broadcast_shape};
use logpine_trees::tree::families::{LeftOut, LeftOutReason, Parameters};
use logpine_trees::tree::{PipelineTimes, RankShape, Segments, chain_time, rank_trees};

/// The costs of messages in a sum, and the time in which a rank adds one value.
///
/// # Errors
/// [`Refusal::Invalid`] if the machine lacks one of them.
pub(crate) fn sum_costs(machine: &Machine, request: &Request) -> Result<(MessageCosts, Time), Refusal> {
    let choice = ModelChoice { model: Some(ModelName::Logp), ..ModelChoice::from(request) };
    let costs = choice.of_messages(machine).map_err(|refusal| match refusal {
        Refusal::Invalid(error) if machine.logp.is_none() => Refusal::invalid(format!(
            "{error}; a sum needs that section with `combine_per_value`, the time to add one value"
        )),
        refusal => refusal,
    })?;
    let addition = machine.addition().ok_or_else(|| {
        Refusal::invalid(format!(
            "machine `{}` has no time for an addition; add `combine_per_value`, the time to add one value, to its \
             [logp] section",
            machine.name
        ))
    })?;
    Ok((costs, addition))
}

/// The reason for the bound.
const REASON: &str = "every rank adds values until it sends its sum, and the largest budgets are the time less the arrival times of \
                      the best broadcast run backwards (Karp et al. 1993); with less time even those sum fewer values";

/// The reason why a sum has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SumPlanError {
    /// The model's messages have a size, and sums have none.
    #[error(
        "optimal summation is for messages without a size, and those of the model {model} have a size; use --model logp"
    )]
    Sized {
        /// The model.
        model: &'static str,
    },
    /// The sum takes longer than the longest time.
    #[error("adding up the values takes longer than can be represented (2^64 ticks)")]
    NotRepresentable,
    /// The engine has no answer.
    #[error(transparent)]
    Port(PortError),
}

impl From<PortError> for SumPlanError {
    fn from(error: PortError) -> Self {
        match error {
            PortError::NotRepresentable => Self::NotRepresentable,
            error => Self::Port(error),
        }
    }
}

/// The answer to a [`SumJob`], after Karp, Sahay, Santos and Schauser (1993). Families are `optimal-summation`, `alone` (one rank adds up everything), and the trees along which
/// the sums of even shares are reduced.
pub type SumPlan = Ranking<SumJob, (), SumSchedule>;

/// The schedule of the ranks in the best sum.
#[derive(Clone, Debug)]
pub struct SumSchedule {
    /// The time in which a rank adds one value.
    pub addition: Time,
    /// The time, the most values that can be summed in it, the budgets and the tree.
    pub best: SummationPlan,
    engine: Summation,
    /// The port of the summation run backwards.
    reversed: Port,
}

impl SumPlan {
    /// The family of the best in the ranking.
    pub const FAMILY: &'static str = "optimal-summation";
    /// The family in which one rank adds up everything.
    pub const ALONE: &'static str = "alone";

    /// Searches for the fastest summation (Karp, Sahay, Santos and Schauser 1993), and ranks against it a rank alone and
    /// even shares that are then reduced along a tree. `addition` is the time to add one value, see
    /// [`Machine::addition`](logpine_models::machine::Machine::addition).
    ///
    /// # Errors
    /// [`SumPlanError`] if the model's messages have a size, if additions take no time or would have to be cut in pieces, or
    /// if the answer is not representable.
    pub(crate) fn new(timing: &dyn PortTiming, addition: Time, job: SumJob) -> Result<Self, SumPlanError> {
        if timing.message_size() != MessageSize::Indivisible {
            return Err(SumPlanError::Sized { model: timing.name() });
        }
        let port = timing.port(1).ok_or(SumPlanError::NotRepresentable)?;
        let reversed = port.reversed(addition).ok_or(SumPlanError::NotRepresentable)?;
        let engine = Summation::new(port, addition, job.ranks())?;
        let best = engine.plan(engine.time(job.values())?)?;
        let way = |family, time| Candidate::new(family, Parameters::new(), time, ());
        let mut candidates = vec![way(Self::FAMILY, best.time)];
        let mut left_out = Vec::new();
        for Way { family, time } in ways(reversed, addition, job) {
            match time {
                Ok(time) => candidates.push(way(family, time)),
                Err(error) => left_out.push(not_ranked(family, error)),
            }
        }
        // Stable: ties go to the best, then to the simpler.
        candidates.sort_by_key(|candidate| candidate.time);
        let claim = Claim::new(best.time, Bound { value: best.time, reason: REASON }, None);
        let extra = SumSchedule { addition, best, engine, reversed };
        Ok(Self { job, claim, candidates, left_out, executions: None, extra })
    }
}

impl SumSchedule {
    /// The most values of its own that a rank with this budget and number of children adds.
    #[must_use]
    pub fn own_values(&self, budget: Time, fanout: u64) -> u64 {
        self.engine.own_values(budget, fanout)
    }

    /// The budget of a rank's child; the rank adds the sum of the first child, at place 0, last. `None` if no budget is
    /// left.
    #[must_use]
    pub fn child_budget(&self, budget: Time, place: u64) -> Option<Time> {
        let earlier = self.reversed.send_gap.checked_mul(place)?.checked_add(self.reversed.delivery)?;
        budget.checked_sub(earlier)
    }

    /// The number of ranks that take part.
    #[must_use]
    pub fn ranks_used(&self) -> u64 {
        self.best.tree.ranks()
    }
}

/// A common way to add up the values.
struct Way {
    family: &'static str,
    time: Result<Time, PortError>,
}

/// A way for which the engine has no tree, or no representable time.
fn not_ranked(family: &'static str, error: PortError) -> LeftOut {
    let reason = LeftOutReason::NoTree(SumPlanError::from(error).to_string());
    LeftOut { family, parameters: Parameters::new(), reason }
}

/// The common ways: a rank alone, and even shares. With even shares, each of min(P, V) ranks adds up at most ceil(V / P)
/// values; then the sums are reduced, with an addition for each that is received.
fn ways(reversed: Port, addition: Time, job: SumJob) -> Vec<Way> {
    let ranks = job.ranks().min(job.values());
    let alone = Way { family: SumPlan::ALONE, time: additions(addition, job.values()) };
    if ranks == 1 {
        return vec![alone];
    }
    let share = additions(addition, job.values().div_ceil(ranks));
    let reduced = |family, reduction: &dyn Fn(Port) -> Result<Time, PortError>| {
        let time = reduction(reversed).and_then(|time| share?.checked_add(time).ok_or(PortError::NotRepresentable));
        Way { family, time }
    };
    vec![
        alone,
        reduced("linear", &|port| along(&rank_trees::linear(ranks), port)),
        reduced("chain", &|port| chain_time(ranks, &Segments::whole(port)).ok_or(PortError::NotRepresentable)),
        reduced("binary", &|port| along(&rank_trees::k_ary_heap(ranks, 2), port)),
        reduced("binomial", &|port| along(&rank_trees::k_nomial(ranks, 2), port)),
        reduced("logp-optimal", &|port| {
            along(&broadcast_shape(port.send_gap, port.delivery, FanoutLimits::NONE, ranks)?, port)
        }),
    ]
}

/// The time in which one rank adds up values.
fn additions(addition: Time, values: u64) -> Result<Time, PortError> {
    addition.checked_mul(values - 1).ok_or(PortError::NotRepresentable)
}

/// The time of a reduction along a tree; the port is the reversed one.
fn along(tree: &RankShape, port: Port) -> Result<Time, PortError> {
    PipelineTimes::new().time(tree, &Segments::whole(port)).ok_or(PortError::NotRepresentable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::model::HostClass;
    use proptest::prelude::*;

    struct Short(Port);

    impl PortTiming for Short {
        fn name(&self) -> &'static str {
            "short"
        }

        fn message_size(&self) -> MessageSize {
            MessageSize::Indivisible
        }

        fn between(&self, _: u64, _: HostClass, _: HostClass) -> Option<Port> {
            Some(self.0)
        }

        fn combine(&self, _: u64) -> Option<Time> {
            None
        }
    }

    fn logp(latency: u64, overhead: u64, gap: u64) -> Short {
        let [busy, gap, delivery] = [overhead, gap.max(overhead), latency + 2 * overhead].map(Time::from_ticks);
        Short(Port { send_busy: busy, send_gap: gap, recv_busy: busy, recv_gap: gap, delivery })
    }

    fn plan(timing: &Short, values: u64, ranks: u64) -> Result<SumPlan, SumPlanError> {
        SumPlan::new(timing, Time::from_ticks(1), SumJob::new(values, ranks).expect("a sum"))
    }

    /// Culler et al. (1993), figure 4. Even shares of 10 values take 9, a linear reduction ends 6 gaps of 4 and L + 2o + 1
    /// later, the others in three hops of L + 2o + 1, or in 24.
    #[test]
    fn the_published_summation_against_even_shares() {
        let plan = plan(&logp(5, 2, 4), 79, 8).expect("a plan");
        let ranking: Vec<(&str, u64)> =
            plan.candidates().iter().map(|candidate| (candidate.family, candidate.time.ticks())).collect();
        let expected = [
            ("optimal-summation", 28),
            ("logp-optimal", 9 + 24),
            ("linear", 9 + 34),
            ("binary", 9 + 30),
            ("binomial", 9 + 30),
            ("chain", 9 + 70),
            ("alone", 78),
        ];
        for (family, time) in expected {
            let found = ranking.iter().find(|candidate| candidate.0 == family).map(|candidate| candidate.1);
            assert_eq!(found, Some(time), "{family}: {ranking:?}");
        }
        assert!(ranking.is_sorted_by_key(|candidate| candidate.1));
        assert_eq!((plan.extra.best.values, plan.extra.ranks_used()), (79, 8));
    }

    #[test]
    fn what_is_not_representable() {
        let short = logp(5, 2, 4);
        let most = plan(&short, u64::MAX, 1).expect("2^64 - 2 additions");
        assert_eq!(most.extra.best.time.ticks(), u64::MAX - 1);
        let slow = SumPlan::new(&short, Time::from_ticks(2), SumJob::new(u64::MAX, 1).expect("a sum"));
        assert_eq!(slow.err(), Some(SumPlanError::NotRepresentable));
        let all = plan(&short, u64::MAX, 1 << 63).expect("a plan");
        assert!(all.left_out.iter().any(|out| out.family == "linear"), "{:?}", all.left_out);
    }

    proptest! {
        #[test]
        fn nothing_is_faster(
            latency in 0u64..40, overhead in 0u64..8, gap in 1u64..12, values in 1u64..100_000, ranks in 1u64..3000,
        ) {
            let plan = plan(&logp(latency, overhead, gap), values, ranks).expect("a plan");
            prop_assert!(plan.extra.best.values >= values);
            let best = plan.best();
            prop_assert_eq!((best.family, best.time), (SumPlan::FAMILY, plan.claim.bound.value));
            prop_assert!(plan.left_out.is_empty());
        }
    }
}
