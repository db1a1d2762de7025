//! The execution of a simulation, as a whole or in parts.

use super::in_file::{BeforeStart, Checked};
use super::memory::LARGEST_TIMELINE;
use super::{Simulation, Source, Timing};
use crate::answer::Watch;
use crate::request::Refusal;
use crate::schedule::Schedule;
use crate::schedule::build::{Parts, overlay_in_parts};
use crate::schedule::replay::{
    self, Match, Observer, ReplayError, Replayed, ReplayedInParts, Span, Timeline, Usage, program_order_in_parts,
};
use crate::tree::Tree;

/// The result of an execution.
pub struct Executed<'a> {
    /// The times at which ranks are done.
    pub replayed: Replayed,
    /// The timeline; `None` if there are too many operations.
    pub timeline: Option<Timeline<'a>>,
    /// The use that ranks made of their time.
    pub(crate) usage: Usage<'a>,
}

impl Simulation {
    /// Executes the schedule, as a whole or in parts, and reports the progress to `watch`.
    ///
    /// # Errors
    /// [`Refusal`] if the schedule cannot be executed to its end, or takes another time than the answer predicted.
    pub fn execute(&self, watch: &dyn Watch) -> Result<Executed<'_>, Refusal> {
        let executed = match &self.schedule {
            None => in_parts(self, watch)?,
            Some(schedule) if schedule.len() as u64 <= LARGEST_TIMELINE => {
                let mut timeline = Timeline::new(schedule);
                let replayed = listed(self, schedule, &mut timeline, watch)?;
                let usage = Usage::of(&timeline);
                Executed { replayed, timeline: Some(timeline), usage }
            }
            Some(schedule) => {
                let mut usage = Usage::new(schedule);
                Executed { replayed: listed(self, schedule, &mut usage, watch)?, timeline: None, usage }
            }
        };
        self.check(&executed)?;
        Ok(executed)
    }
}

fn listed<O: Observer>(
    simulation: &Simulation,
    schedule: &Schedule,
    observer: &mut O,
    watch: &dyn Watch,
) -> Result<Replayed, Refusal> {
    let mut watched = Watched { observer, watch, operations: schedule.len() as u64 };
    let replayed = match &simulation.timing {
        Timing::Listed(timing) => replay::program_order(schedule, timing.as_ref(), &mut watched),
        Timing::Events(network, simulator) => replay::event_driven(schedule, network, *simulator, &mut watched),
    };
    replayed.map_err(|error| match (error, &simulation.source) {
        (error @ ReplayError::AnyMessage { .. }, _) => Refusal::invalid(format!("{error} (--semantics loggopsim)")),
        (error @ (ReplayError::Stuck { .. } | ReplayError::Unreceived { .. }), Source::File(file))
            if file != "-" && matches!(simulation.timing, Timing::Events(..)) =>
        {
            Refusal::no(&Checked { error, file })
        }
        (error @ ReplayError::BeforeStart { rank, operation }, Source::File(file)) => {
            Refusal::no(&BeforeStart::new(error, file, rank, operation))
        }
        (error, _) => Refusal::no(&error),
    })
}

fn in_parts<'a>(simulation: &'a Simulation, watch: &dyn Watch) -> Result<Executed<'a>, Refusal> {
    let Timing::Listed(timing) = &simulation.timing else { return Err(not_in_parts(simulation)) };
    let run = |mut parts: Parts| {
        let operations = parts.most_operations();
        let replayed = program_order_in_parts(&mut parts, timing.as_ref(), |done| watch.progress(done, operations));
        let ReplayedInParts { replayed, usage } = replayed.map_err(|error| Refusal::no(&error))?;
        Ok(Executed { replayed, timeline: None, usage })
    };
    match &simulation.source {
        Source::Ranks(job, candidate) => {
            run(candidate.parts(*job, timing.as_ref()).map_err(|error| Refusal::no(&error))?)
        }
        Source::Waves { candidate, waves, costs, .. } => {
            let tree = Tree::from_shape(&candidate.construction.shape).map_err(|error| Refusal::no(&error))?;
            run(overlay_in_parts(&tree, costs.waves(), *waves).map_err(|error| Refusal::no(&error))?.0)
        }
        Source::File(_) | Source::Mpi(..) | Source::Leaves { .. } => Err(not_in_parts(simulation)),
    }
}

fn not_in_parts(simulation: &Simulation) -> Refusal {
    Refusal::Fault(format!("{}: it has no parts, and is not listed", simulation.name()))
}

/// An observer that also reports the progress of the execution.
struct Watched<'a, O> {
    observer: &'a mut O,
    watch: &'a dyn Watch,
    operations: u64,
}

impl<O: Observer> Observer for Watched<'_, O> {
    const SPANS: bool = O::SPANS;

    fn span(&mut self, span: Span) {
        self.observer.span(span);
    }

    fn received(&mut self, message: Match) {
        self.observer.received(message);
    }

    fn progress(&mut self, operations: u64) {
        self.watch.progress(operations, self.operations);
    }
}
