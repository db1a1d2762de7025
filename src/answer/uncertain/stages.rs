//! Collectives stage by stage under uncertain parameters of messages.

use super::robust::robust;
use super::sensitivity::sensitivity;
use super::{Best, Criterion, Guarantee, Landscape, Robust, RobustError, Sensitivity, measured_up_to, scope};
use crate::answer::{Candidate, MpiPlan, StageSequence};
use crate::request::{BytesOf, MpiJob};
use logpine_collectives::search::stages::best_of_families;
use logpine_models::machine::{Machine, MachineParameters, Parameter};
use logpine_models::model::PortModel;
use logpine_models::model::stage::{PortStages, stages_time};
use logpine_text::units::Time;
use logpine_text::watch::Watch;

impl MpiPlan {
    /// The algorithm that is best in the worst case, or in the mean, over the ranges of the parameters of a model of single
    /// messages. `self` is the plan for the profile's values.
    ///
    /// # Errors
    /// [`RobustError`] if no parameter is uncertain, or no time is representable.
    pub fn robust(
        &self,
        machine: &Machine,
        model: PortModel,
        criterion: Criterion,
    ) -> Result<Robust<Candidate<StageSequence>>, RobustError> {
        let landscape = Stages { job: &self.job, model };
        let parameters = MachineParameters::of(machine, scope(model, self.job.collective.combines()));
        robust(&landscape, &parameters, self.best().clone(), criterion)
    }

    /// For each parameter of the model, the values at which another algorithm begins to win, and the loss of the best one at
    /// other values; as for [`RankPlan::sensitivity`](crate::answer::RankPlan::sensitivity).
    #[must_use]
    pub fn sensitivity(
        &self,
        machine: &Machine,
        model: PortModel,
        watch: &dyn Watch,
    ) -> Sensitivity<Candidate<StageSequence>> {
        let landscape = Stages { job: &self.job, model };
        let parameters = MachineParameters::of(machine, scope(model, self.job.collective.combines()));
        sensitivity(&landscape, &parameters, self.best(), watch)
    }
}

/// The algorithms for a job under a model.
struct Stages<'a> {
    job: &'a MpiJob,
    model: PortModel,
}

impl Landscape for Stages<'_> {
    type Choice = Candidate<StageSequence>;

    fn best(&self, machine: &Machine) -> Option<Best<Candidate<StageSequence>>> {
        let timing = self.model.timing(machine).ok()?;
        let plan = MpiPlan::new(&PortStages(timing.as_ref()), self.job.clone()).ok()?;
        let choice = plan.best().clone();
        Some(Best { value: choice.time, status: plan.claim.status, choice })
    }

    fn value(&self, choice: &Candidate<StageSequence>, machine: &Machine) -> Option<Time> {
        let timing = self.model.timing(machine).ok()?;
        stages_time(&PortStages(timing.as_ref()), &choice.construction.stages, &self.job.layout)
    }

    fn tuned(&self, choice: &Candidate<StageSequence>, machine: &Machine) -> Option<Time> {
        let own = self.value(choice, machine);
        if !choice.parameters.iter().any(|(name, _)| name == "segment") {
            return own;
        }
        let timing = self.model.timing(machine).ok()?;
        let there = best_of_families(&PortStages(timing.as_ref()), self.job).choices;
        let segmented = there.into_iter().find(|of| of.family == choice.family).map(|of| of.time);
        [own, segmented].into_iter().flatten().min()
    }

    fn is_monotone(&self, machine: &Machine) -> bool {
        // No message is longer than the vector, or all blocks together.
        let blocks = match self.job.collective.bytes_of() {
            Some(BytesOf::Block) => self.job.layout.ranks(),
            Some(BytesOf::Vector) | None => 1,
        };
        measured_up_to(machine, self.model, self.job.bytes().unwrap_or(1).saturating_mul(blocks))
    }

    /// Gaps and deliveries are maxima of parameters, and times maxima over the ranks.
    fn is_affine(&self, _machine: &Machine) -> bool {
        false
    }

    fn guarantee(&self, _machine: &Machine, _parameter: &Parameter) -> Guarantee {
        Guarantee::Probed
    }
}
