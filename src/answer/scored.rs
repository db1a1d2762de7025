//! Given overlay trees, compared with the best.

#[cfg(feature = "cli")]
use super::assumption;
use super::costs::{ModelChoice, NodeCosts};
use super::data_limits::of_trees;
use super::relations::Task;
use super::{Candidate, OverlayTree, Plan, SlotLimit};
#[cfg(feature = "cli")]
use crate::request::Objective;
use crate::request::{Collective, Job, Refusal, Request, Targets};
use logpine_models::machine::Machine;
use logpine_trees::tree::{Score, Shape, score};

/// A given tree with its costs.
///
/// ```
/// use logpine::answer::Scored;
/// use logpine::tree::Spec;
/// use logpine::{machine::Machine, request::Request, units::Clock};
/// let shape = "b:4^4".parse::<Spec>()?.shape();
/// let request = Request { leaves: Some(shape.leaves()), ..Request::default() };
/// let scored = Scored::new(&Machine::load("cab")?, &request, shape)?;
/// assert_eq!(scored.score.time.display(Clock::Second), "620.56us");
/// assert_eq!(scored.best.map(|plan| plan.best().time < scored.score.time), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Scored {
    /// The machine.
    pub machine: Machine,
    /// The tree.
    pub shape: Shape,
    /// The nodes of the tree that hold data.
    pub(crate) targets: Targets,
    /// The family of which the tree is one, as `slurm`, if a system's setting leaves no other trees.
    pub(crate) restricted_to: Option<&'static str>,
    /// The operation.
    pub collective: Collective,
    /// The costs of nodes.
    pub costs: NodeCosts,
    /// The score of the tree.
    pub score: Score,
    /// The plan for as many leaves, or members; `None` if it is not known, as for more than 2^63 of them.
    pub best: Option<Plan>,
    /// The limit that the slots of the hosts set to that plan, if a faster tree does not fit.
    pub(crate) slot_limit: Option<SlotLimit>,
    /// Warnings about the comparison, as in an [`Answer`](super::Answer).
    pub warnings: Vec<String>,
}

impl Scored {
    /// Scores a given tree for a request; one with `members` says that all nodes of the tree are targets.
    ///
    /// # Errors
    /// [`Refusal`] if the request does not go with a given tree, the machine lacks the model, or a time is not
    /// representable.
    pub fn new(machine: &Machine, request: &Request, shape: Shape) -> Result<Self, Refusal> {
        Task::Score.admit(machine, request)?;
        let collective = request.operation().over_tree();
        let costs = ModelChoice::from(request).of_nodes(machine, collective)?;
        let cost = costs.cost.as_ref();
        let (targets, job) = match request.members {
            Some(_) => (Targets::Members, Job::of_members(shape.members())),
            None => (Targets::Leaves, Job::new(shape.leaves())),
        };
        let job = job.ok().map(|job| job.with_collective(collective));
        let mut best = job.and_then(|job| Plan::new(cost, job, &()).ok());
        // Leaves that do not fit leave no best tree to compare with; the given tree does not fit either.
        let slot_limit = best.as_ref().and_then(|plan| SlotLimit::new(plan, request).ok().flatten());
        if let (Some(limit), Some(job)) = (&slot_limit, job) {
            best = Plan::new(cost, job.with_limits(limit.with(job.limits)), &()).ok();
        }
        if let Some(plan) = &best {
            plan.check(cost).map_err(|fault| Refusal::fault(&fault))?;
        }
        let score = score(&shape, cost).map_err(|error| Refusal::no(&error))?;
        let shown = best.as_ref().map(|plan| &plan.best().construction.shape).into_iter().chain([&shape]);
        let warnings = job.map_or_else(Vec::new, |job| of_trees(machine, cost, &job, shown, &()));
        let machine = machine.clone();
        Ok(Self { machine, shape, targets, restricted_to: None, collective, costs, score, best, slot_limit, warnings })
    }

    /// The best tree of the system's own settings, if these leave no other trees.
    pub(crate) fn best_setting(&self) -> Option<&Candidate<OverlayTree>> {
        let family = self.restricted_to?;
        self.best.as_ref()?.candidates().iter().find(|candidate| candidate.family == family)
    }

    /// The sentence on the trust that the parameters deserve, for a member tree.
    #[cfg(feature = "cli")]
    pub(crate) fn assumption(&self) -> Option<String> {
        (self.targets == Targets::Members)
            .then(|| assumption(&self.machine, self.costs.cost.as_ref(), Objective::Latency))
            .flatten()
    }

    /// The same tree as one of a family, the best of which the report names.
    #[cfg(feature = "cli")]
    pub(crate) fn among(self, family: Option<&'static str>) -> Self {
        Self { restricted_to: family, ..self }
    }
}
