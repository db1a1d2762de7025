//! Given overlay trees, beside the best.

use super::Plan;
use super::costs::{ModelChoice, NodeCosts};
use super::relations::Task;
use crate::machine::Machine;
use crate::request::{Collective, Job, Refusal, Request};
use crate::tree::{Score, Shape, score};

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
    /// What is done.
    pub collective: Collective,
    /// What nodes cost.
    pub costs: NodeCosts,
    /// What the tree costs.
    pub score: Score,
    /// The best for as many leaves, if it is known: trees of more than 2^63 leaves are no job.
    pub best: Option<Plan>,
}

impl Scored {
    /// The cost of a tree that is to do what a request says.
    ///
    /// # Errors
    /// [`Refusal`] if the request says what a given tree has not, the machine lacks the model, or a time is not representable.
    pub fn new(machine: &Machine, request: &Request, shape: Shape) -> Result<Self, Refusal> {
        Task::Score.admit(machine, request)?;
        let collective = request.operation().over_tree();
        let costs = ModelChoice::from(request).of_nodes(machine, collective)?;
        let cost = costs.cost.as_ref();
        let job = Job::new(shape.leaves()).ok().map(|job| job.with_collective(collective));
        let best = job.and_then(|job| Plan::new(cost, job).ok());
        if let Some(plan) = &best {
            plan.check(cost).map_err(|fault| Refusal::fault(&fault))?;
        }
        let score = score(&shape, cost).map_err(|error| Refusal::no(&error))?;
        Ok(Self { machine: machine.clone(), shape, collective, costs, score, best })
    }
}
