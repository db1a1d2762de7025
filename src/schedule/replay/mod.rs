//! Execution of a schedule: the times of all operations, and the finish time.
//!
//! | semantics | a rank performs | costs |
//! |---|---|---|
//! | [`Semantics::ProgramOrder`] | its operations in listed order, each when the one before and its message allow | the five numbers of any [`PortTiming`](crate::model::PortTiming) |
//! | [`Semantics::Loggopsim`] | whatever is ready, in the order of (time, stamp) | `LogGOPS` as the simulator of Hoefler, Schneider and Lumsdaine (2010) |
//! | [`Semantics::Atlahs`] | the same | `LogGOPS` as the simulator of Shen et al. (2025) |
//!
//! Events are reported to an [`Observer`]: `()` ignores them, at no cost, [`Usage`] adds up the time that ranks spend on
//! each activity, and a [`Timeline`] keeps everything, from which [`CriticalPath`] finds the operations that account for
//! the finish time.

mod critical_path;
mod error;
mod event;
mod messages;
mod network;
mod observer;
pub(crate) mod program_order;
pub(crate) mod queue;
mod rounds;
mod timeline;
mod usage;

internal! { critical_path::{CriticalPath, Group, Part, Step} }
pub use error::ReplayError;
pub use event::{EventTiming, Simulator, event_driven};
internal! { messages::messages }
pub use network::{Network, NetworkError};
pub use observer::Observer;
internal! { observer::{Cause, Match, Reason, Span} }
pub use program_order::program_order;
internal! { program_order::{PartsError, ReplayedInParts, program_order_in_parts} }
internal! { timeline::{Message, Timeline} }
internal! { usage::{Activity, RankUsage, Share, Usage} }

use crate::units::Time;

internal! { crate::request::Semantics }

/// The result of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The time at which the last rank is done.
    pub finish: Time,
    /// The time at which each rank is done: the end of the last time its processor is busy, or waits for the clock.
    pub ranks: Vec<Time>,
    /// The number of messages received.
    pub messages: u64,
}
