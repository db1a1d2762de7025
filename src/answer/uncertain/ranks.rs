//! Collectives among ranks under uncertain parameters of messages.

use super::robust::robust;
use super::sensitivity::sensitivity;
use super::{Best, Criterion, Guarantee, Landscape, Robust, RobustError, Sensitivity, measured_up_to, scope};
use crate::answer::rank::claim_of_families;
use crate::answer::{Candidate, RankAlgorithm, RankPlan};
use crate::request::{RankCollective, RankJob};
use logpine_collectives::collective::{AlgorithmTime, Cutting, Question, Sizes};
use logpine_collectives::search::collective::{Effort, KnownSends, Places, best_cut, leaders, lower_bound};
use logpine_models::machine::{Machine, MachineParameters, Parameter, Scope};
use logpine_models::model::PortModel;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::tree::{PipelineTimes, Segments};

impl RankPlan {
    /// The algorithm, segments included, that is best in the worst case, or in the mean, over the ranges of the model's
    /// parameters. `self` is the plan for the profile's values.
    ///
    /// # Errors
    /// [`RobustError`] if no parameter is uncertain, or no time is representable.
    pub fn robust(
        &self,
        machine: &Machine,
        model: PortModel,
        criterion: Criterion,
    ) -> Result<Robust<Candidate<RankAlgorithm>>, RobustError> {
        let landscape = Algorithms { job: self.job, model };
        let parameters = MachineParameters::of(machine, landscape.scope());
        robust(&landscape, &parameters, self.best().clone(), criterion)
    }

    /// For each parameter of the model, the values at which another algorithm begins to win, and the loss of the best one at
    /// other values. `self` is the plan for the profile's values.
    ///
    /// At every value today's algorithm, with the best size of its segments, is compared with the one that the search finds
    /// there. Some families build their trees for the machine, so today's may be better; then no other wins. The losses at
    /// the ends of a range are those with today's segments.
    #[must_use]
    pub fn sensitivity(
        &self,
        machine: &Machine,
        model: PortModel,
        watch: &dyn Watch,
    ) -> Sensitivity<Candidate<RankAlgorithm>> {
        let landscape = Algorithms { job: self.job, model };
        let parameters = MachineParameters::of(machine, landscape.scope());
        sensitivity(&landscape, &parameters, self.best(), watch)
    }
}

/// The algorithms for a job under a model.
struct Algorithms {
    job: RankJob,
    model: PortModel,
}

impl Algorithms {
    fn scope(&self) -> Scope {
        scope(self.model, self.job.collective == RankCollective::Reduce)
    }

    /// Evaluates the job on a machine.
    fn ask<T>(&self, machine: &Machine, evaluate: impl FnOnce(Question) -> Option<T>) -> Option<T> {
        let timing = self.model.timing(machine).ok()?;
        let RankJob { collective, .. } = self.job;
        Question::ask(collective, timing.as_ref(), self.job.ranks(), self.job.bytes(), evaluate)
    }
}

impl Landscape for Algorithms {
    type Choice = Candidate<RankAlgorithm>;

    /// The winner of the plan for the machine, without the best of the other families.
    fn best(&self, machine: &Machine) -> Option<Best<Candidate<RankAlgorithm>>> {
        if self.job.ranks() == 1 {
            let plan = RankPlan::alone(self.job);
            return Some(Best { value: Time::ZERO, status: plan.claim.status, choice: plan.best().clone() });
        }
        self.ask(machine, |question| {
            let bound = lower_bound(question)?;
            let found = leaders(question, &KnownSends::default(), self.job.operands, Places::First)?;
            let choice = Candidate::of_choice(found.best, question);
            let claim = claim_of_families(choice.time, bound, found.exhaustive);
            Some(Best { value: choice.time, status: claim.status, choice })
        })
    }

    fn value(&self, choice: &Candidate<RankAlgorithm>, machine: &Machine) -> Option<Time> {
        if self.job.ranks() == 1 {
            return Some(Time::ZERO);
        }
        self.ask(machine, |question| value(choice, question))
    }

    fn tuned(&self, choice: &Candidate<RankAlgorithm>, machine: &Machine) -> Option<Time> {
        if choice.construction.cut.is_none() || self.job.ranks() == 1 {
            return self.value(choice, machine);
        }
        self.ask(machine, |question| {
            let Question { timing, ranks, bytes, .. } = question;
            let mut times = PipelineTimes::new();
            let mut timed =
                AlgorithmTime { algorithm: choice.construction.algorithm.as_ref(), ranks, times: &mut times };
            let cut = match choice.construction.algorithm.cutting() {
                Cutting::LastShort | Cutting::Even => {
                    best_cut(timing, bytes, Sizes::ALL, Time::MAX, &mut Effort::default(), &mut timed).cut
                }
                Cutting::ByRanks | Cutting::Never => None,
            };
            [cut.map(|cut| cut.time), value(choice, question)].into_iter().flatten().min()
        })
    }

    fn is_monotone(&self, machine: &Machine) -> bool {
        measured_up_to(machine, self.model, self.job.bytes().unwrap_or(1))
    }

    /// Gaps and deliveries are maxima of parameters, and times maxima over the ranks.
    fn is_affine(&self, _machine: &Machine) -> bool {
        false
    }

    fn guarantee(&self, _machine: &Machine, _parameter: &Parameter) -> Guarantee {
        Guarantee::Probed
    }
}

/// The time of an algorithm with its own segments.
fn value(choice: &Candidate<RankAlgorithm>, question: Question) -> Option<Time> {
    let Question { timing, ranks, bytes, .. } = question;
    let algorithm = &choice.construction.algorithm;
    if algorithm.cutting() == Cutting::ByRanks {
        return algorithm.time_by_ranks(question);
    }
    let segments = match choice.construction.cut {
        Some(cut) => algorithm.cutting().segments(timing, bytes, cut.segment)?,
        None => Segments::whole(timing.port(bytes)?),
    };
    algorithm.time(ranks, &segments, &mut PipelineTimes::new())
}
