//! Event-driven replay: operations begin when they are ready, in the order of (time, stamp).
//!
//! The rules are those of `LogGOPSim`, with variations for ATLAHS. s is a message's size, t the time at which an
//! operation begins. Products of sizes and rates are rounded to ticks once each.
//!
//! | | begins when free | processor until | interface until | done at |
//! |---|---|---|---|---|
//! | calculation of c | processor | t + c | | t + c |
//! | send | processor, interface outwards | t + o + (s-1)O | t + g + (s-1)G | t |
//! | reception | processor, interface inwards | t + o + (s-1)max(O,G) | t + g + (s-1)G | t + o + (s-1)max(O,G) |
//! | ATLAHS: send | the same | t + o + (s-1)O | t + g + (s-1)G | t + o + (s-1)O |
//! | ATLAHS: reception | the same | t + g + o + (s-1)O | t + g | t + g + o + (s-1)O |
//!
//! - A message arrives at t + o + L; in ATLAHS at t + o + (s-1)O + L + (s-1)G.
//! - A receive costs nothing. It is posted as soon as the processor is free. A message is handled when it arrives,
//!   whether its receive is posted or not, on the processor that its sender names, since no other is known; the receive
//!   is done when both have happened. In ATLAHS a message waits, at no cost, for its receive to be posted, and is handled
//!   on the processor that the receive names.
//! - Messages are matched as in MPI: a receive takes the oldest message handled, a message the first receive posted.
//! - Rendezvous (s > S): a send is done when its message is matched, and occupies processor and interface until then; in
//!   ATLAHS until the reception is done.
//! - When an operation begins or is done, operations that waited only for that are freed: first those that waited for its
//!   start, then those that waited for its end, each in the order in which these dependencies were required, which is
//!   that of the lines of a GOAL file. If the sender of a message is done with the receive, operations that wait for the
//!   send come first. At the beginning it is the listed order.
//! - A freed operation is queued for the time at which its slots are free. It gets its stamp then, in the order of ranks,
//!   sends before receives before calculations, then as freed; a message gets its own when it is sent. An operation that
//!   finds its slots busy keeps its stamp and tries again when they are free.
//! - A message of 0 bytes has s - 1 = -1 in `LogGOPSim`: the time of a byte is subtracted. Of two rates O and G that are
//!   not 0, the receiver's processor subtracts the lesser, since the simulator compares negative numbers as if they had
//!   no sign. So slots may be free before now, and the next operation begins then; no time may become negative. ATLAHS
//!   takes 0 bytes for 1, and so does program order.
//! - No operation begins before those that it waits for are done, or begun, even if they are on different processors.
//! - A wait for the clock is done from the beginning; combining is a calculation.

mod costs;
mod early;
mod engine;
mod key;
mod layout;
mod matching;
mod number;
mod pairing;
mod receive;
mod receiver;
mod resources;
mod send;
mod states;
mod timing;
mod trace;
mod waiting;

pub use timing::EventTiming;

use super::{Network, Observer, ReplayError, Replayed, Semantics};
use crate::schedule::Schedule;
use engine::Engine;

/// The simulator whose rules an event-driven replay follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Simulator {
    /// `LogGOPSim`, Hoefler, Schneider and Lumsdaine (2010).
    Loggopsim,
    /// The version in ATLAHS, Shen et al. (2025).
    Atlahs,
}

impl Simulator {
    /// The name of the simulator.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Loggopsim => "LogGOPSim",
            Self::Atlahs => "ATLAHS",
        }
    }

    /// The semantics with these rules.
    #[must_use]
    pub const fn semantics(self) -> Semantics {
        match self {
            Self::Loggopsim => Semantics::Loggopsim,
            Self::Atlahs => Semantics::Atlahs,
        }
    }

    /// The simulator of these semantics; `None` for program order.
    #[must_use]
    pub const fn of(semantics: Semantics) -> Option<Self> {
        match semantics {
            Semantics::ProgramOrder => None,
            Semantics::Loggopsim => Some(Self::Loggopsim),
            Semantics::Atlahs => Some(Self::Atlahs),
        }
    }
}

/// Replays a schedule by the rules of a simulator of `LogGOPS`: dependencies count, and the listed order only breaks
/// ties.
///
/// The span of a reception is the time in which its message is handled, which may be before its receive is posted. A rank
/// is done when its processors are; the gap after its last message does not count.
///
/// O(n log n) for n operations, even if many wait for one processor; nearly linear if there are few different times.
/// Ranks that receive from any sender or with any tag search the waiting messages one by one.
///
/// ```
/// use logpine_collectives::schedule::replay::{Network, Simulator, event_driven};
/// use logpine_collectives::schedule::{Operation, ScheduleBuilder};
/// use logpine_text::units::Time;
/// let mut builder = ScheduleBuilder::new();
/// builder.push(Operation::Send { to: 1, bytes: 1, tag: 0 })?;
/// builder.begin_rank()?;
/// builder.push(Operation::Receive { from: 0, bytes: 1, tag: 0 })?;
/// let schedule = builder.finish()?;
/// let [latency, overhead, gap] = [6, 2, 4].map(Time::from_ticks);
/// let network = Network { latency, overhead, gap, ..Network::default() };
/// let finish = |simulator| event_driven(&schedule, &network, simulator, &mut ()).map(|replayed| replayed.finish.ticks());
/// assert_eq!(finish(Simulator::Loggopsim)?, 10, "L + 2o");
/// assert_eq!(finish(Simulator::Atlahs)?, 14, "L + 2o + g");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReplayError`] if a message is to or from a rank that does not exist, a time exceeds
/// [`Time::MAX`](logpine_text::units::Time::MAX) or, with messages of 0 bytes, is below 0, or operations or messages are left
/// over.
pub fn event_driven<O: Observer>(
    schedule: &Schedule,
    network: &Network,
    simulator: Simulator,
    observer: &mut O,
) -> Result<Replayed, ReplayError> {
    Engine::new(schedule, network, simulator, observer)?.run()
}
