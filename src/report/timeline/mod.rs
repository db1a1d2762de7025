//! A replay for people and programs: JSON, a Gantt chart in SVG, and a trace for viewers of traces. The text is
//! [`text::simulation`](super::text::simulation).

mod arrows;
mod axis;
mod bar;
mod bars;
mod columns;
mod json;
mod layout;
mod nodes;
mod origin;
mod svg;
mod threads;
mod trace;

pub use json::json;
internal! { nodes::NodeParts }
internal! { origin::Origin }
pub use svg::{TooManyRanks, svg};
internal! { svg::MAX_RANKS }
pub use trace::trace;

use crate::answer::{Executed, Simulation};
use crate::schedule::replay::{CriticalPath, Reason, Replayed, Semantics, Usage};
use crate::schedule::{Operation, Schedule};
use crate::units::{Clock, Time};

/// A replay, with what was replayed on which machine.
#[derive(Clone, Copy)]
pub struct SimulationReport<'a> {
    /// What was replayed, in words: the name of a file, or of an algorithm with its job.
    pub title: &'a str,
    /// What that was made of.
    pub origin: Origin<'a>,
    /// The machine's name.
    pub machine: &'a str,
    /// The unit its times are written in.
    pub clock: Clock,
    /// The model's name.
    pub model: &'a str,
    /// Whose rules the replay followed.
    pub semantics: Semantics,
    /// What was replayed, where it is listed as a whole.
    pub schedule: Option<&'a Schedule>,
    /// How it ended.
    pub replayed: &'a Replayed,
    /// How long the plan says it takes, where it is the schedule of a plan.
    pub predicted: Option<Time>,
    /// What its ranks spent their time on.
    pub usage: &'a Usage<'a>,
    /// What it took its time for, where there is a timeline.
    pub critical_path: Option<&'a CriticalPath>,
}

impl<'a> SimulationReport<'a> {
    /// What an execution was, and how it ended; of what takes its time if that was found out.
    #[must_use]
    pub fn new(
        simulation: &'a Simulation,
        executed: &'a Executed<'a>,
        title: &'a str,
        critical_path: Option<&'a CriticalPath>,
    ) -> Self {
        let Simulation { machine, model, semantics, schedule, predicted, .. } = simulation;
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
            usage: &executed.usage,
            critical_path,
        }
    }
}

impl SimulationReport<'_> {
    /// What the critical path of waves over an overlay tree passes with; `None` of anything else.
    #[must_use]
    pub fn node_parts(&self) -> Option<NodeParts> {
        match self.origin {
            Origin::Waves { costs, .. } => NodeParts::of(self.critical_path?, self.schedule?, costs),
            _ => None,
        }
    }

    /// How many ranks there are.
    #[must_use]
    pub fn ranks(&self) -> u32 {
        // A schedule has fewer than 2^32.
        u32::try_from(self.replayed.ranks.len()).unwrap_or(u32::MAX)
    }

    /// How many operations they did.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.schedule.map_or_else(|| self.usage.operations(), |schedule| schedule.len() as u64)
    }

    /// The rank that is done last, of equals the first; `None` without ranks.
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

/// The name of what is done.
pub(super) const fn operation_name(operation: Operation) -> &'static str {
    match operation {
        Operation::Send { .. } => "send",
        Operation::Receive { .. } => "receive",
        Operation::Calculate { .. } => "calculate",
        Operation::Combine { .. } => "combine",
        Operation::Wait { .. } => "wait",
    }
}
