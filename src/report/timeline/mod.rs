//! A replay for people and programs: JSON, a Gantt chart in SVG, and a trace for viewers of traces. The text is
//! [`text::simulation`](super::text::simulation).

mod arrows;
mod axis;
mod bar;
mod bars;
mod columns;
mod flights;
mod json;
mod layout;
mod nodes;
mod origin;
mod path;
mod rows;
mod svg;
mod threads;
mod trace;

pub use json::json;
pub(crate) use nodes::NodeParts;
pub(crate) use origin::Origin;
pub use svg::svg;
pub use trace::trace;

use crate::answer::{Executed, Simulation};
use logpine_collectives::schedule::build::Waves;
use logpine_collectives::schedule::replay::{CriticalPath, Reason, Replayed, Semantics, Usage};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_text::units::{Clock, Time};

/// A replay, with its origin and its machine.
#[derive(Clone, Copy)]
pub struct SimulationReport<'a> {
    /// The replayed schedule in words: the name of a file, or of an algorithm with its job.
    pub title: &'a str,
    /// The origin of the schedule.
    pub(crate) origin: Origin<'a>,
    /// The machine's name.
    pub machine: &'a str,
    /// The unit of the report's times.
    pub clock: Clock,
    /// The model's name.
    pub model: &'a str,
    /// The rules of the replay.
    pub semantics: Semantics,
    /// The replayed schedule, if it is kept as a whole.
    pub schedule: Option<&'a Schedule>,
    /// The result of the replay.
    pub replayed: &'a Replayed,
    /// The time that the plan predicts, if the schedule is that of a plan.
    pub predicted: Option<Time>,
    /// What limits the times.
    pub warnings: &'a [String],
    /// The ranks' activities.
    pub(crate) usage: &'a Usage<'a>,
    /// The critical path, if there is a timeline.
    pub(crate) critical_path: Option<&'a CriticalPath>,
}

impl<'a> SimulationReport<'a> {
    /// The report of an execution, with its critical path if that was found.
    #[must_use]
    pub fn new(
        simulation: &'a Simulation,
        executed: &'a Executed<'a>,
        title: &'a str,
        critical_path: Option<&'a CriticalPath>,
    ) -> Self {
        let Simulation { machine, model, semantics, schedule, predicted, warnings, .. } = simulation;
        Self {
            title,
            origin: Origin::of(simulation),
            machine: &machine.name,
            clock: machine.clock,
            model,
            semantics: *semantics,
            schedule: schedule.as_ref(),
            replayed: &executed.replayed,
            predicted: predicted.map(|predicted| predicted.time),
            warnings,
            usage: &executed.usage,
            critical_path,
        }
    }
}

impl SimulationReport<'_> {
    /// The parts of the critical path of waves over an overlay tree; `None` for anything else.
    #[must_use]
    pub(crate) fn node_parts(&self) -> Option<NodeParts> {
        NodeParts::of(self.critical_path?, self.schedule?, self.node_costs()?)
    }

    /// The costs of the nodes of an overlay tree; its calculations include them.
    fn node_costs(&self) -> Option<Waves<'_>> {
        match self.origin {
            Origin::Waves { costs, .. } => Some(costs),
            _ => None,
        }
    }

    /// The word for those who perform the operations, one and several of them.
    pub(crate) fn members(&self) -> [&'static str; 2] {
        match self.origin {
            Origin::Leaves { .. } | Origin::Waves { .. } => ["process", "processes"],
            _ => ["rank", "ranks"],
        }
    }

    /// The number of ranks, or of processes of an overlay tree.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        // A schedule has fewer than 2^32.
        u32::try_from(self.replayed.ranks.len()).unwrap_or(u32::MAX)
    }

    /// The number of operations.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.schedule.map_or_else(|| self.usage.operations(), |schedule| schedule.len() as u64)
    }

    /// The rank that is done last, the first of equals; `None` without ranks.
    #[must_use]
    pub fn last_rank(&self) -> Option<u32> {
        let done = &self.replayed.ranks;
        let latest = *done.iter().max()?;
        u32::try_from(done.iter().position(|&rank| rank == latest)?).ok()
    }
}

/// The name of a reason in JSON and traces.
pub(super) const fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Start => "start",
        Reason::Order => "order",
        Reason::Message => "message",
        Reason::Processor => "processor",
        Reason::Gap => "gap",
        Reason::Clock => "clock",
    }
}

/// The name of an operation in JSON and traces.
pub(super) const fn operation_name(operation: Operation) -> &'static str {
    match operation {
        Operation::Send { .. } => "send",
        Operation::Receive { .. } => "receive",
        Operation::Calculate { .. } => "calculate",
        Operation::Combine { .. } => "combine",
        Operation::Wait { .. } => "wait",
    }
}
