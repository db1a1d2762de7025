//! A schedule executed: when every rank does what, and when the last is done.
//!
//! | semantics | a rank performs | costs |
//! |---|---|---|
//! | [`Semantics::ProgramOrder`] | its operations in listed order, each when the one before and its message allow | the five numbers of any [`PortTiming`](crate::model::PortTiming) |
//! | [`Semantics::Loggopsim`] | whatever is ready, in the order of (time, stamp) | `LogGOPS` as the simulator of Hoefler, Schneider and Lumsdaine (2010) |
//! | [`Semantics::Atlahs`] | the same | `LogGOPS` as the simulator of Shen et al. (2025) |
//!
//! What happens is told to an [`Observer`]; `()` looks away, at no cost, [`Usage`] adds up what ranks spend their time on, and
//! a [`Timeline`] keeps everything, from which [`CriticalPath`] finds what the whole takes its time for.

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

/// How a replay ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// When the last rank is done.
    pub finish: Time,
    /// When each rank is done: the end of the last time its processor is busy, or waits for the clock.
    pub ranks: Vec<Time>,
    /// How many messages were received.
    pub messages: u64,
}
