//! The execution of a simulation, as a whole or in parts.

use super::in_file::in_file;
use super::memory::LARGEST_TIMELINE;
use super::{Predicted, Simulation, Source, Timing};
use crate::answer::Watch;
use crate::request::Refusal;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::{Parts, overlay_in_parts};
use logpine_collectives::schedule::replay::{
    self, Match, Observer, PartsError, ReplayError, Replayed, ReplayedInParts, Span, Timeline, Usage,
    program_order_in_parts,
};
use logpine_text::units::Time;
use logpine_trees::tree::Tree;
use std::cell::Cell;
use std::ops::ControlFlow;

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
    /// [`Refusal`] if the schedule cannot be executed to its end, or takes another time than the answer predicted, or if `watch` ends the work.
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
    let operations = schedule.len() as u64;
    let mut watched = Watched { observer, watch, done: 0, operations };
    let replayed = match &simulation.timing {
        Timing::Listed(timing) => replay::program_order(schedule, timing.as_ref(), &mut watched),
        Timing::Events(network, simulator) => replay::event_driven(schedule, network, *simulator, &mut watched),
    };
    replayed.map_err(|error| match (error, &simulation.source) {
        (ReplayError::Stopped, _) => stopped(simulation, watched.done, operations),
        (error @ ReplayError::AnyMessage { .. }, _) => Refusal::invalid(format!("{error} (--semantics loggopsim)")),
        (error @ (ReplayError::Stuck { .. } | ReplayError::Unreceived { .. }), Source::File(file))
            if file != "-" && matches!(simulation.timing, Timing::Events(..)) =>
        {
            Refusal::no(&in_file(file, schedule, &error))
        }
        (error @ ReplayError::BeforeStart { .. }, Source::File(file)) => Refusal::no(&in_file(file, schedule, &error)),
        (error, _) => Refusal::no(&error),
    })
}

fn in_parts<'a>(simulation: &'a Simulation, watch: &dyn Watch) -> Result<Executed<'a>, Refusal> {
    let Timing::Listed(timing) = &simulation.timing else { return Err(not_in_parts(simulation)) };
    let run = |mut parts: Parts| {
        let operations = parts.most_operations();
        let all_done = Cell::new(0);
        // To list a part takes time, too.
        watch.progress(0, operations);
        let replayed = program_order_in_parts(&mut parts, timing.as_ref(), |done| {
            all_done.set(done);
            report(watch, done, operations)
        });
        let ReplayedInParts { replayed, usage } = replayed.map_err(|error| match error {
            PartsError::Replay(ReplayError::Stopped) => stopped(simulation, all_done.get(), operations),
            error => Refusal::no(&error),
        })?;
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

/// Reports the progress of an execution, which ends if the work is over.
fn report(watch: &dyn Watch, done: u64, operations: u64) -> ControlFlow<()> {
    watch.progress(done, operations);
    if watch.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The refusal of an execution that was ended early: it has no time, but the answer that it executes may have one.
fn stopped(simulation: &Simulation, done: u64, operations: u64) -> Refusal {
    let shown = |time: Time| time.display(simulation.machine.clock);
    let known = simulation.predicted.map_or_else(
        || "logpine knows nothing of its time".to_owned(),
        |Predicted { time, bound, .. }| {
            let [time, bound] = [time, bound].map(shown);
            format!(
                "by the model {}, {} takes {time}, and nothing takes less than {bound}",
                simulation.model,
                simulation.name()
            )
        },
    );
    Refusal::stopped(&Stopped { done, operations, known })
}

/// An execution that was ended before its end.
#[derive(Debug, thiserror::Error)]
#[error(
    "the execution was stopped after {done} of at most {operations} operations, so its time is not known; {known}. Allow more time, or ask for fewer \
     ranks, segments or waves"
)]
struct Stopped {
    done: u64,
    operations: u64,
    known: String,
}

fn not_in_parts(simulation: &Simulation) -> Refusal {
    Refusal::Fault(format!("{}: it has no parts, and is not listed", simulation.name()))
}

/// An observer that also reports the progress of the execution.
struct Watched<'a, O> {
    observer: &'a mut O,
    watch: &'a dyn Watch,
    done: u64,
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

    fn progress(&mut self, operations: u64) -> ControlFlow<()> {
        self.done = operations;
        report(self.watch, operations, self.operations)
    }
}
