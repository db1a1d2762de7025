//! A replay in program order of a schedule that is never listed as a whole.

use super::ReplayError;
use super::engine::Replay;
use super::ranks::{Rank, ranks_of};
use crate::schedule::build::{BuildError, Parts};
use crate::schedule::replay::{Observer, Replayed, Span, Usage};
use logpine_models::model::PortTiming;
use logpine_text::units::Time;
use std::ops::ControlFlow;

/// The result of a replay in parts.
#[derive(Clone, Debug)]
pub struct ReplayedInParts {
    /// The result of the replay.
    pub replayed: Replayed,
    /// The time that ranks spent on each activity.
    pub usage: Usage<'static>,
}

/// Errors that end a replay in parts early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartsError {
    /// A part cannot be listed.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// A part cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Replays a schedule part by part, as [`program_order`](super::program_order) does the whole: times and usage are the
/// same. Causes go no further back than a part, so there is neither a timeline nor a critical path. `progress` is called
/// from time to time with the number of operations that are done, and ends the replay by [`ControlFlow::Break`].
///
/// **Complexity** as for the whole, with the memory of a part and some 250 bytes a rank.
///
/// # Errors
/// [`PartsError`].
pub fn program_order_in_parts(
    parts: &mut Parts,
    timing: &dyn PortTiming,
    mut progress: impl FnMut(u64) -> ControlFlow<()>,
) -> Result<ReplayedInParts, PartsError> {
    let mut usage = Usage::default();
    let mut states: Vec<Rank> = Vec::new();
    let (mut done, mut messages) = (0, 0);
    for part in parts {
        let schedule = part?;
        let mut ranks = ranks_of(&schedule)?;
        for (rank, before) in ranks.iter_mut().zip(&states) {
            rank.go_on(before);
        }
        let mut observer = Told { usage: usage.of_part(&schedule), before: done, progress: &mut progress };
        let mut replay = Replay::new(&schedule, ranks, timing, &mut observer);
        replay.run()?;
        replay.check_end()?;
        done += replay.done;
        messages += replay.messages;
        states = replay.ranks;
        usage = observer.usage.without_schedule();
    }
    let ranks: Vec<Time> = states.iter().map(|rank| Time::from_ticks(rank.processor)).collect();
    let finish = ranks.iter().copied().max().unwrap_or_default();
    Ok(ReplayedInParts { replayed: Replayed { finish, ranks, messages }, usage })
}

/// Adds up the usage of a part.
struct Told<'a, P> {
    usage: Usage<'a>,
    /// The number of operations of the parts before.
    before: u64,
    progress: &'a mut P,
}

impl<P: FnMut(u64) -> ControlFlow<()>> Observer for Told<'_, P> {
    const SPANS: bool = true;

    fn span(&mut self, span: Span) {
        self.usage.span(span);
    }

    fn progress(&mut self, operations: u64) -> ControlFlow<()> {
        (self.progress)(self.before + operations)
    }
}
