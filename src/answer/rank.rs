//! The answer to a job among ranks: the best algorithm with its parameters and segment size, a lower bound with its
//! reason, and the ranking of every family.

use super::{Candidate, Ranking};
use crate::request::{Bound, Claim, RankCollective, RankJob};
use logpine_collectives::collective::{Algorithm, Cut, Exhaustive, Question, RankTree};
use logpine_collectives::search::collective::{self, BoundReason, Choice};
use logpine_models::model::{MessageSize, PortTiming};
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use logpine_trees::tree::{RankShape, Segments};
use std::sync::Arc;

/// The class that an exhaustive search covers: all algorithms of all families.
const FAMILIES: &str = "the families listed, every parameter and every segment size";

/// The claim on the best time that a search among all families found.
pub(super) fn claim_of_families(best: Time, bound: impl Into<Bound>, exhaustive: Exhaustive) -> Claim {
    Claim::new(best, bound.into(), (exhaustive == Exhaustive::Yes).then_some(FAMILIES))
}

/// An algorithm that moves a message among ranks; [`RankPlan::schedule`] lists its messages.
#[derive(Clone, Debug)]
pub struct RankAlgorithm {
    /// The algorithm.
    pub(crate) algorithm: Arc<dyn Algorithm>,
    /// The cut of the message; `None` if the model has no sizes or the algorithm cuts it by the number of ranks.
    pub cut: Option<Cut>,
    /// The steady-state time between messages in a stream of them; `None` if the algorithm does not overlap them.
    pub period: Option<Time>,
}

/// The reason why a job among ranks has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RankPlanError {
    /// The model's messages have a size, the job's has none.
    #[error("the model {model} needs the size of the message; give --bytes, like --bytes 64KiB")]
    NoBytes {
        /// The model.
        model: &'static str,
    },
    /// The model's messages have no size, the job's has one.
    #[error("the model {model} has no message sizes; leave out --bytes, or choose another --model")]
    Bytes {
        /// The model.
        model: &'static str,
    },
    /// Some host would have fewer ranks than the others.
    #[error(
        "{ranks} ranks do not fill hosts with {ranks_per_host} each; ask for a multiple, such as {}",
        next_multiple(*.ranks, *.ranks_per_host)
    )]
    PartlyFilled {
        /// Ranks of the job.
        ranks: u64,
        /// Ranks on each host.
        ranks_per_host: u64,
    },
    /// Every algorithm takes longer than the longest time.
    #[error(
        "every algorithm takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle); ask for fewer ranks \
         or a shorter message"
    )]
    NotRepresentable,
    /// The schedules of all candidates are too large to be executed.
    #[error(
        "every candidate has a schedule of more than {limit} operations, the most that are executed; leave out --semantics, or \
         ask for fewer ranks"
    )]
    TooLargeToExecute {
        /// The most operations of a schedule that is executed.
        limit: u64,
    },
}

/// The next number of ranks that fills hosts; the number itself if there is none.
fn next_multiple(ranks: u64, ranks_per_host: u64) -> u64 {
    if ranks_per_host == 0 { ranks } else { ranks.checked_next_multiple_of(ranks_per_host).unwrap_or(ranks) }
}

impl RankPlanError {
    /// Checks that a message has a size if, and only if, the model needs one.
    pub(super) fn check_size(timing: &dyn PortTiming, bytes: Option<u64>) -> Result<(), Self> {
        let model = timing.name();
        match (timing.message_size(), bytes) {
            (MessageSize::Bytes, None) => Err(Self::NoBytes { model }),
            (MessageSize::Indivisible, Some(_)) => Err(Self::Bytes { model }),
            _ => Ok(()),
        }
    }
}

/// The answer to a [`RankJob`]: the fastest algorithm by the five numbers of a [`Port`](logpine_models::model::Port). The bound holds for every schedule of the job, however the message is cut; `extra` says
/// whether the bound's reason is about the reverse of the reduction, a broadcast. The best of every family is
/// ranked, with and without segments. If the message is cut, size and number of the segments are among the parameters.
pub type RankPlan = Ranking<RankJob, RankAlgorithm, OfBroadcast>;

/// True if the reason of a bound on a reduction is about its reverse, a broadcast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfBroadcast(pub bool);

impl RankPlan {
    /// Searches for the best algorithm for a job and ranks every family against it. The plan does not depend on the number
    /// of threads.
    ///
    /// # Errors
    /// [`RankPlanError`] if the job's size does not fit the model, or no time is representable.
    pub fn new(timing: &dyn PortTiming, job: RankJob) -> Result<Self, RankPlanError> {
        RankPlanError::check_size(timing, job.bytes())?;
        if job.ranks() == 1 {
            return Ok(Self::alone(job));
        }
        Question::ask(job.collective, timing, job.ranks(), job.bytes(), |question| Self::answer(question, job))
    }

    /// The plan for at least two ranks.
    fn answer(question: Question, job: RankJob) -> Result<Self, RankPlanError> {
        let bound = collective::lower_bound(question).ok_or(RankPlanError::NotRepresentable)?;
        let results = collective::best_of_families(question, job.operands);
        let exhaustive = results.iter().fold(Exhaustive::Yes, |all, result| all.and(result.exhaustive));
        let left_out = results.iter().filter_map(|result| result.left_out.clone()).collect();
        let mut choices: Vec<Choice> = results.into_iter().flat_map(|result| result.choices).collect();
        choices.sort_by(|a, b| a.key(question).cmp(&b.key(question)));
        let candidates: Vec<_> =
            choices.into_iter().map(|choice| Candidate::<RankAlgorithm>::of_choice(choice, question)).collect();
        let best = candidates.first().ok_or(RankPlanError::NotRepresentable)?;
        let claim = claim_of_families(best.time, bound, exhaustive);
        let of_broadcast = job.collective == RankCollective::Reduce && bound.reason.is_backwards();
        Ok(Self { job, claim, candidates, left_out, executions: None, extra: OfBroadcast(of_broadcast) })
    }

    /// The plan for a single rank, which has nothing to do.
    pub(super) fn alone(job: RankJob) -> Self {
        let algorithm = Arc::new(RankTree(RankShape::single()));
        let construction = RankAlgorithm { algorithm, cut: None, period: Some(Time::ZERO) };
        let candidate = Candidate::new("linear", Parameters::new(), Time::ZERO, construction);
        Self {
            job,
            claim: Claim::new(Time::ZERO, Bound { value: Time::ZERO, reason: BoundReason::NothingToDo.text() }, None),
            candidates: vec![candidate],
            left_out: Vec::new(),
            executions: None,
            extra: OfBroadcast(false),
        }
    }
}

impl Candidate<RankAlgorithm> {
    pub(super) fn of_choice(choice: Choice, question: Question) -> Self {
        let Choice { family, parameters, algorithm, cut, time } = choice;
        let segments = match cut {
            Some(cut) => algorithm.cutting().segments(question.timing, question.bytes, cut.segment),
            None => question.timing.port(question.bytes).map(Segments::whole),
        };
        let period = segments.and_then(|segments| algorithm.period(question.ranks, &segments));
        let parameters = match cut {
            Some(cut) => parameters.number("segment", cut.segment).number("segments", cut.segments),
            None => parameters,
        };
        Self::new(family, parameters, time, RankAlgorithm { algorithm, cut, period })
    }

    /// The parameters without those of the segments.
    pub(super) fn uncut_parameters(&self) -> Parameters {
        self.parameters.without(["segment", "segments"])
    }
}
