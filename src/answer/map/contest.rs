//! The contests that decide the cells of a map.

use super::{Alternative, MapAnswer, MapError};
use crate::answer::rank::claim_of_families;
use crate::answer::{Candidate, MpiPlan, RankPlan, RankPlanError};
use crate::request::{Layout, Mapping, MpiCollective, MpiJob, Operands, RankCollective, RankJob, Status};
use logpine_collectives::collective::{Exhaustive, Known, Question};
use logpine_collectives::search::collective::{KnownSends, Leaders, Places, leaders, lower_bound, wins_alone};
use logpine_models::model::stage::{KnownLoads, StageCost};
use logpine_models::model::{Growth, PortTiming, Reversed};
use logpine_text::units::Time;

/// An operation on a machine, which has a winner for each rank count and size.
pub trait Contest: Sync {
    /// Checks that rank counts up to `most_ranks` and sizes go with the contest; `size` is one of the sizes, `None` if there
    /// are none.
    ///
    /// # Errors
    /// [`MapError`] for rank counts that no job has, and sizes that do not fit the operation or the model.
    fn check(&self, most_ranks: u64, size: Option<u64>) -> Result<(), MapError>;

    /// The cells of one rank count, which may share costly computations.
    fn row(&self, ranks: u64) -> Box<dyn Row + '_>;
}

/// The cells of one rank count.
pub trait Row: Sync {
    /// The answer for a size; `None` if no time is representable.
    fn answer(&self, bytes: Option<u64>) -> Option<MapAnswer>;

    /// The winner for a size; `None` if no time is representable.
    fn winner(&self, bytes: Option<u64>) -> Option<Winner>;

    /// True if the best time of every family is known never to fall as messages grow.
    fn never_falls(&self) -> bool {
        false
    }

    /// True if a family that wins for `bytes` and for a longer message, where it is `winner`, is certain to win for all
    /// sizes in between.
    fn keeps_winning(&self, _bytes: u64, _winner: &Winner) -> bool {
        false
    }
}

/// The winning family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The family's name.
    pub family: &'static str,
    /// The time of its best algorithm.
    pub time: Time,
    /// `Yes` if everything else was tried or excluded by a bound.
    pub exhaustive: Exhaustive,
}

impl From<&MapAnswer> for Winner {
    fn from(answer: &MapAnswer) -> Self {
        let exhaustive = if answer.claim.status == Status::BestFound { Exhaustive::No } else { Exhaustive::Yes };
        Self { family: answer.best.family, time: answer.best.time, exhaustive }
    }
}

/// A broadcast or a reduction under a model of messages. A cell is a short answer of [`RankPlan`]. Only its status may be
/// stronger, since less needs to be searched for the first two places.
#[derive(Clone)]
pub struct RankContest<'a> {
    timing: &'a dyn PortTiming,
    collective: RankCollective,
    operands: Operands,
    growth: Growth,
    /// The data that all rank counts share.
    sends: KnownSends,
}

impl<'a> RankContest<'a> {
    /// The contest of an operation with the costs of messages from `timing`; `operands` are the orders in which a reduction
    /// may combine its operands.
    #[must_use]
    pub fn new(timing: &'a dyn PortTiming, collective: RankCollective, operands: Operands) -> Self {
        let growth = match collective {
            RankCollective::Bcast => timing.growth(),
            RankCollective::Reduce => Reversed(timing).growth(),
        };
        Self { timing, collective, operands, growth, sends: KnownSends::default() }
    }
}

struct RankRow<'a> {
    contest: &'a RankContest<'a>,
    ranks: u64,
    known: Known,
}

impl Contest for RankContest<'_> {
    fn check(&self, most_ranks: u64, size: Option<u64>) -> Result<(), MapError> {
        RankJob::new(self.collective, most_ranks, None)?;
        Ok(RankPlanError::check_size(self.timing, size)?)
    }

    fn row(&self, ranks: u64) -> Box<dyn Row + '_> {
        Box::new(RankRow { contest: self, ranks, known: Known::default() })
    }
}

impl RankRow<'_> {
    fn ask<T>(&self, bytes: Option<u64>, search: impl FnOnce(Question) -> T) -> T {
        let &RankContest { timing, collective, .. } = self.contest;
        Question::ask(collective, timing, self.ranks, bytes, |question| {
            search(Question { known: &self.known, ..question })
        })
    }

    /// The answer for a single rank.
    fn alone(&self, bytes: Option<u64>) -> Option<MapAnswer> {
        let &RankContest { timing, collective, operands, .. } = self.contest;
        let plan = RankPlan::new(timing, RankJob::new(collective, 1, bytes).ok()?.with_operands(operands)).ok()?;
        let Candidate { family, parameters, time, .. } = plan.best();
        Some(MapAnswer {
            best: Alternative { family, parameters: parameters.clone(), time: *time, sent: None },
            claim: plan.claim,
            runner_up: None,
        })
    }
}

impl Row for RankRow<'_> {
    fn answer(&self, bytes: Option<u64>) -> Option<MapAnswer> {
        if self.ranks == 1 {
            return self.alone(bytes);
        }
        self.ask(bytes, |question| {
            let bound = lower_bound(question)?;
            let leaders = leaders(question, &self.contest.sends, self.contest.operands, Places::FirstTwo)?;
            Some(MapAnswer {
                claim: claim_of_families(leaders.best.time, bound, leaders.exhaustive),
                best: Alternative::new(leaders.best, bytes, self.ranks),
                runner_up: leaders.runner_up.map(|choice| Alternative::new(choice, bytes, self.ranks)),
            })
        })
    }

    fn winner(&self, bytes: Option<u64>) -> Option<Winner> {
        if self.ranks == 1 {
            return Some(Winner::from(&self.alone(bytes)?));
        }
        self.ask(bytes, |question| {
            let Leaders { best, exhaustive, .. } =
                leaders(question, &self.contest.sends, self.contest.operands, Places::First)?;
            Some(Winner { family: best.family, time: best.time, exhaustive })
        })
    }

    fn never_falls(&self) -> bool {
        self.contest.growth != Growth::Unknown
    }

    /// Between the two sizes the winner takes no longer than for the longer message, and the others no less than for the
    /// shorter. A single byte cannot be cut, so nothing follows from it for algorithms that need two blocks.
    fn keeps_winning(&self, bytes: u64, winner: &Winner) -> bool {
        let operands = self.contest.operands;
        self.ranks == 1
            || (self.never_falls()
                && bytes > 1
                && self.ask(Some(bytes), |question| {
                    wins_alone(question, &self.contest.sends, operands, winner.family, winner.time)
                }))
    }
}

/// One of MPI's collectives, stage by stage: a cell is the answer of [`MpiPlan`].
pub struct MpiContest<'a> {
    /// The costs of stages.
    pub cost: &'a dyn StageCost,
    /// The operation.
    pub collective: MpiCollective,
    /// The most ranks on a host.
    pub ranks_per_host: u64,
    /// The mapping of ranks to hosts.
    pub mapping: Mapping,
}

struct MpiRow<'a> {
    collective: MpiCollective,
    /// The costs; `None` if the ranks have no layout.
    cost: Option<KnownLoads<'a>>,
}

impl Contest for MpiContest<'_> {
    fn check(&self, most_ranks: u64, size: Option<u64>) -> Result<(), MapError> {
        RankJob::new(RankCollective::Bcast, most_ranks, None)?;
        let layout = Layout::new(most_ranks, self.ranks_per_host, self.mapping.clone())?;
        let job = MpiJob::new(self.collective, layout, size)?;
        Ok(MpiPlan::check_job(self.cost, &job)?)
    }

    fn row(&self, ranks: u64) -> Box<dyn Row + '_> {
        let layout = Layout::new(ranks, self.ranks_per_host, self.mapping.clone());
        let cost = layout.ok().map(|layout| KnownLoads::new(self.cost, layout));
        Box::new(MpiRow { collective: self.collective, cost })
    }
}

impl Row for MpiRow<'_> {
    fn answer(&self, bytes: Option<u64>) -> Option<MapAnswer> {
        let cost = self.cost.as_ref()?;
        let job = MpiJob::new(self.collective, cost.layout().clone(), bytes).ok()?;
        let plan = MpiPlan::new(cost, job).ok()?;
        Some(MapAnswer {
            best: Alternative::from(plan.best()),
            claim: plan.claim,
            runner_up: plan.runner_up().map(Alternative::from),
        })
    }

    fn winner(&self, bytes: Option<u64>) -> Option<Winner> {
        Some(Winner::from(&self.answer(bytes)?))
    }
}
