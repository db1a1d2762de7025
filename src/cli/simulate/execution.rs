//! Executing what is asked for, as a whole or in parts.

use super::memory::LARGEST_TIMELINE;
use super::no_bytes::BeforeStart;
use super::subject::{Source, Subject, Timing};
use crate::cli::outcome::{Outcome, Step, bad_input, refused};
use crate::cli::progress::Bar;
use crate::schedule::Schedule;
use crate::schedule::build::{Parts, overlay_in_parts};
use crate::schedule::replay::{
    self, Match, Observer, ReplayError, Replayed, ReplayedInParts, Span, Timeline, Usage, program_order_in_parts,
};
use crate::tree::Tree;
use anyhow::anyhow;
use std::fmt;

/// How an execution ended.
pub struct Executed<'a> {
    pub replayed: Replayed,
    /// What happened when, unless there is too much of it.
    pub timeline: Option<Timeline<'a>>,
    pub usage: Usage<'a>,
}

impl<'a> Executed<'a> {
    /// Executes what is asked for, with a progress bar.
    pub fn new(subject: &'a Subject) -> Step<Self> {
        let Some(schedule) = &subject.schedule else { return in_parts(subject) };
        if schedule.len() as u64 <= LARGEST_TIMELINE {
            let mut timeline = Timeline::new(schedule);
            let replayed = listed(subject, schedule, &mut timeline)?;
            let usage = Usage::of(&timeline);
            return Ok(Self { replayed, timeline: Some(timeline), usage });
        }
        let mut usage = Usage::new(schedule);
        Ok(Self { replayed: listed(subject, schedule, &mut usage)?, timeline: None, usage })
    }
}

fn listed<O: Observer>(subject: &Subject, schedule: &Schedule, observer: &mut O) -> Step<Replayed> {
    let bar = Bar::new("operations");
    let mut watched = Watched { observer, bar: &bar, operations: schedule.len() as u64 };
    let replayed = match &subject.timing {
        Timing::Listed(timing) => replay::program_order(schedule, timing.as_ref(), &mut watched),
        Timing::Events(network, simulator) => replay::event_driven(schedule, network, *simulator, &mut watched),
    };
    bar.finish();
    replayed.map_err(|error| match (error, &subject.source) {
        (error @ ReplayError::AnyMessage { .. }, _) => bad_input(anyhow!("{error} (--semantics loggopsim)")),
        (error @ (ReplayError::Stuck { .. } | ReplayError::Unreceived { .. }), Source::File(file))
            if file != "-" && matches!(subject.timing, Timing::Events(..)) =>
        {
            refused(&Checked { error, file })
        }
        (error @ ReplayError::BeforeStart { rank, operation }, Source::File(file)) => {
            refused(&BeforeStart::new(error, file, rank, operation))
        }
        (error, _) => refused(&error),
    })
}

fn in_parts(subject: &Subject) -> Step<Executed<'_>> {
    let Timing::Listed(timing) = &subject.timing else { return Err(not_in_parts(subject)) };
    let run = |mut parts: Parts| {
        let (bar, operations) = (Bar::new("operations"), parts.most_operations());
        let replayed = program_order_in_parts(&mut parts, timing.as_ref(), |done| bar.show(done, operations));
        bar.finish();
        let ReplayedInParts { replayed, usage } = replayed.map_err(|error| refused(&error))?;
        Ok(Executed { replayed, timeline: None, usage })
    };
    match &subject.source {
        Source::Ranks(job, candidate) => {
            run(candidate.parts(*job, timing.as_ref()).map_err(|error| refused(&error))?)
        }
        Source::Waves { candidate, waves, costs, .. } => {
            let tree = Tree::from_shape(&candidate.construction.shape).map_err(|error| refused(&error))?;
            run(overlay_in_parts(&tree, costs.waves(), *waves).map_err(|error| refused(&error))?.0)
        }
        Source::File(_) | Source::Mpi(..) | Source::Leaves(..) => Err(not_in_parts(subject)),
    }
}

fn not_in_parts(subject: &Subject) -> Outcome {
    Outcome::Bug(format!("{}: it has no parts, and is not listed", subject.title))
}

/// A file that cannot be executed to its end, and who says where that is.
#[derive(Debug)]
struct Checked<'a> {
    error: ReplayError,
    file: &'a str,
}

impl fmt::Display for Checked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; `logpine check {}` shows where", self.error, self.file)
    }
}

impl std::error::Error for Checked<'_> {}

/// An observer with a progress bar.
struct Watched<'a, O> {
    observer: &'a mut O,
    bar: &'a Bar,
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
        self.bar.show(operations, self.operations);
    }
}
