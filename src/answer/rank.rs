//! The answer to a job among ranks: the best algorithm with its parameters and segment size, a lower bound with its
//! reason, and the ranking of every family.

use super::{Execution, Executions};
use crate::model::{MessageSize, PortTiming};
use crate::request::{Bound, Claim, RankCollective, RankJob};
use crate::search::collective::{self, Algorithm, BoundReason, Choice, Cut, Exhaustive, Question};
use crate::tree::Segments;
use crate::tree::families::{LeftOut, Parameters};
use crate::units::Time;

/// Of whatever is searched exhaustively, this is the class: all algorithms of all families.
pub(super) const FAMILIES: &str = "the families listed, every parameter and every segment size";

/// An algorithm with its parameters and how long it takes.
#[derive(Clone, Debug)]
pub struct RankCandidate {
    /// The family's name.
    pub family: &'static str,
    /// What tells it from the others of its family: such as k, and for a message that is cut the size and the number of
    /// its segments.
    pub parameters: Parameters,
    /// How the message moves.
    pub algorithm: Algorithm,
    /// How the message is cut; `None` where the model has no sizes or the algorithm cuts it by the number of ranks.
    pub cut: Option<Cut>,
    /// The time until the collective is done at every rank.
    pub time: Time,
    /// The steady-state time between messages in a stream of them; `None` where the algorithm does not overlap them.
    pub period: Option<Time>,
    /// How it was executed, if `time` is what an execution took ([`RankPlan::executed`]).
    pub execution: Option<Execution>,
}

/// A job among ranks without an answer.
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
        "no candidate has a schedule of at most {limit} operations, which is how many are executed; leave out --semantics, or \
         ask for fewer ranks"
    )]
    TooLargeToExecute {
        /// The most operations of a schedule that is executed.
        limit: u64,
    },
}

/// The next number of ranks that fills hosts; the number itself where there is none.
fn next_multiple(ranks: u64, ranks_per_host: u64) -> u64 {
    if ranks_per_host == 0 { ranks } else { ranks.checked_next_multiple_of(ranks_per_host).unwrap_or(ranks) }
}

impl RankPlanError {
    /// Whether a message has a size must be as the model says.
    pub(super) fn check_size(timing: &dyn PortTiming, bytes: Option<u64>) -> Result<(), Self> {
        let model = timing.name();
        match (timing.message_size(), bytes) {
            (MessageSize::Bytes, None) => Err(Self::NoBytes { model }),
            (MessageSize::Indivisible, Some(_)) => Err(Self::Bytes { model }),
            _ => Ok(()),
        }
    }
}

/// The answer to a [`RankJob`].
#[derive(Clone, Debug)]
pub struct RankPlan {
    /// What was asked.
    pub job: RankJob,
    /// Value, status and bound of the best candidate, against every schedule of the job, however the message is cut.
    pub claim: Claim,
    /// Whether the reason of the bound is about the broadcast of which the reduction is the reverse.
    pub of_broadcast: bool,
    pub(super) candidates: Vec<RankCandidate>,
    /// Families that are not ranked, or the first of their members that are not, and why.
    pub left_out: Vec<LeftOut>,
    /// How far the ranking went, if candidates were executed ([`RankPlan::executed`]).
    pub executions: Option<Executions>,
}

impl RankPlan {
    /// The best algorithm for a job and the ranking of every family against it. The same job gives the same plan, whatever
    /// the number of threads.
    ///
    /// # Errors
    /// [`RankPlanError`] where the job's size does not fit the model, or no time is representable.
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
        choices.sort_by(|a, b| a.key().cmp(&b.key()));
        let candidates: Vec<_> = choices.into_iter().map(|choice| RankCandidate::new(choice, question)).collect();
        let best = candidates.first().ok_or(RankPlanError::NotRepresentable)?;
        let class = (exhaustive == Exhaustive::Yes).then_some(FAMILIES);
        let claim = Claim::new(best.time, bound.into(), class);
        let of_broadcast = job.collective == RankCollective::Reduce && bound.reason.is_backwards();
        Ok(Self { job, claim, of_broadcast, candidates, left_out, executions: None })
    }

    /// A single rank has nothing to do.
    fn alone(job: RankJob) -> Self {
        let candidate = RankCandidate {
            family: "linear",
            parameters: Parameters::new(),
            algorithm: Algorithm::Tree(crate::tree::RankShape::single()),
            cut: None,
            time: Time::ZERO,
            period: Some(Time::ZERO),
            execution: None,
        };
        Self {
            job,
            claim: Claim::new(Time::ZERO, Bound { value: Time::ZERO, reason: BoundReason::NothingToDo.text() }, None),
            of_broadcast: false,
            candidates: vec![candidate],
            left_out: Vec::new(),
            executions: None,
        }
    }

    /// The best algorithm.
    #[must_use]
    pub fn best(&self) -> &RankCandidate {
        &self.candidates[0]
    }

    /// The best algorithm of another family than the best; `None` where no other has one.
    #[must_use]
    pub fn runner_up(&self) -> Option<&RankCandidate> {
        self.candidates.iter().find(|candidate| candidate.family != self.best().family)
    }

    /// The best of every family, with and without segments, best first.
    #[must_use]
    pub fn candidates(&self) -> &[RankCandidate] {
        &self.candidates
    }
}

impl RankCandidate {
    pub(super) fn new(choice: Choice, question: Question) -> Self {
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
        Self { family, parameters, algorithm, cut, time, period, execution: None }
    }

    /// The parameters without those of the segments.
    pub(super) fn uncut_parameters(&self) -> Parameters {
        self.parameters.without(["segment", "segments"])
    }
}
