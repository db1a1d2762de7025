//! Execution of a schedule: the times of all operations, and the finish time.
//!
//! | semantics | a rank performs | costs |
//! |---|---|---|
//! | [`Semantics::ProgramOrder`] | its operations in listed order, each when the one before and its message allow | the five numbers of any [`PortTiming`](logpine_models::model::PortTiming) |
//! | [`Semantics::Loggopsim`] | whatever is ready, in the order of (time, stamp) | `LogGOPS` as the simulator of Hoefler, Schneider and Lumsdaine (2010) |
//! | [`Semantics::Atlahs`] | the same | `LogGOPS` as the simulator of Shen et al. (2025) |
//!
//! Events are reported to an [`Observer`]: `()` ignores them, at no cost, and a [`Timeline`] keeps everything, from
//! which [`CriticalPath`] finds the operations that account for the finish time.

pub mod critical_path;
mod error;
mod event;
pub mod messages;
mod network;
mod observer;
pub mod program_order;
pub mod queue;
mod rounds;
pub mod timeline;
pub mod usage;

pub use critical_path::CriticalPath;
pub use critical_path::{Group, Part, Step};
pub use error::ReplayError;
pub use event::EventTiming;
pub use event::{Simulator, event_driven};
pub use logpine_models::job::Semantics;
pub use messages::messages;
pub use network::{Network, NetworkError};
pub use observer::{Cause, Match, Observer, Reason, Span};
pub use program_order::program_order;
pub use program_order::{PartsError, ReplayedInParts, program_order_in_parts};
pub use timeline::Message;
pub use timeline::Timeline;
pub use usage::{Activity, Share, Usage};

use logpine_text::units::Time;

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
