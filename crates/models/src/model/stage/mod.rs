//! Stage cost (contention): an algorithm as a sequence of stages, each a set of concurrent transmissions.
//!
//! A stage ends when its last transmission does. Its cost may depend on the number of transmissions that share a channel,
//! and therefore on the hosts of the ranks. Stages are symbolic: a [`Pattern`] gives the senders and receivers of all its
//! stages, and [`Pattern::loads`] counts what shares a channel without listing the transmissions. One description therefore
//! serves every model that can read it: tau-Lop, LogGP with channels, and the models of single messages ([`PortStages`]).

mod blocks;
mod counted;
mod even;
mod executed;
mod folded;
mod k_ary;
mod known;
mod latest;
mod levels;
mod listed;
mod loads;
mod message;
mod pattern;
mod ports;
mod residues;
mod round_robin;
mod rounds;
mod run;
mod sends;
mod sequential;
mod stream;
#[cfg(test)]
mod tests;
mod time;
mod tree_loads;

pub use blocks::{Blocks, FirstBlock};
pub use known::KnownLoads;
pub use latest::AfterStages;
pub use levels::{LevelTimes, TreeLevel};
pub use loads::{Loads, RankChannels};
pub use pattern::Pattern;
pub use ports::PortStages;
pub use rounds::{RoundTimes, Sending};
pub use run::{CountedLoads, Run};
pub use sends::Sends;
pub use stream::ExchangeStream;
pub use time::is_upper_bound;
pub use time::stages_time;

use crate::job::{Layout, Traffic};
use crate::model::{ModelError, PortTiming};
use logpine_text::integer::{ceil_log, ceil_log2};
use logpine_text::units::Time;
use std::borrow::Cow;

/// Stages of one pattern, all with messages of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// The senders and receivers.
    pub pattern: Pattern,
    /// The meaning of the pattern's numbers.
    pub numbering: Numbering,
    /// The direction of the messages: from the pattern's senders to its receivers, or back.
    pub direction: Direction,
    /// The number of runs of all stages of the pattern.
    pub repeat: u64,
    /// The dependence of the pattern's stages on each other.
    pub pace: Pace,
    /// The number of bytes of the longest message, at least 1; a token without content counts as 1, the shortest that models
    /// know.
    pub bytes: u64,
    /// True if all messages are known to have that many bytes; models then need not allow for shorter ones that take longer.
    pub is_even: bool,
    /// The blocks in its messages, if they determine the length of each; models that need only the longest message ignore
    /// them.
    pub blocks: Option<Blocks>,
    /// The number of bytes of the longest message that a receiver combines with its own; 0 if nothing is combined.
    pub combined: u64,
    /// The continuation of the algorithm.
    pub next: Next,
}

/// The continuation after a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Next {
    /// Nothing: the algorithm ends as soon as the last message can be used, even if its sender could not yet send another.
    #[default]
    Nothing,
    /// Another stage, in which ranks that have just sent or received do so again.
    Stage {
        /// [`Stage::bytes`] of that stage.
        bytes: u64,
        /// [`Stage::combined`] of that stage.
        combined: u64,
        /// [`Pattern::way`] of that stage's pattern.
        way: Way,
    },
}

/// The meaning of a pattern's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// Ranks of those numbers.
    #[default]
    Ranks,
    /// Ranks at those places in the order of the hosts, so that neighbours share a host as far as possible
    /// ([`Layout::along_hosts`]).
    Hosts,
}

/// The direction of a pattern's messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From senders to receivers.
    #[default]
    Forward,
    /// From receivers to senders, the last stage first: a gather is a scatter backwards.
    Backward,
}

/// The dependence between a rank's messages of successive stages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pace {
    /// The content of a stage's messages was received in the stage before.
    #[default]
    Synchronous,
    /// All messages are available from the beginning, and ranks send one after the other as fast as they can. Models of
    /// single messages let them overlap; if transmissions are sequences of copies, a rank still makes one at a time.
    Streaming,
}

/// The number of operations of a rank in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// A rank sends or receives.
    OneWay,
    /// Ranks send, then receive (`MPI_Sendrecv`).
    Exchange,
}

impl Stage {
    /// A single run of a pattern, forward and synchronous, with nothing to combine and nothing after it.
    #[must_use]
    pub const fn new(pattern: Pattern, bytes: u64) -> Self {
        let (direction, pace) = (Direction::Forward, Pace::Synchronous);
        let numbering = Numbering::Ranks;
        let (repeat, is_even, blocks, combined, next) = (1, false, None, 0, Next::Nothing);
        Self { pattern, numbering, direction, repeat, pace, bytes, is_even, blocks, combined, next }
    }

    /// This stage with the given [`Stage::is_even`].
    #[must_use]
    pub const fn even(self, is_even: bool) -> Self {
        Self { is_even, ..self }
    }

    /// This stage with the given blocks.
    #[must_use]
    pub const fn carrying(self, blocks: Option<Blocks>) -> Self {
        Self { blocks, ..self }
    }

    /// This stage with the given numbering.
    #[must_use]
    pub const fn numbered(self, numbering: Numbering) -> Self {
        Self { numbering, ..self }
    }

    /// The layout of the ranks that its pattern's numbers stand for.
    #[must_use]
    pub fn places<'a>(&self, layout: &'a Layout) -> Cow<'a, Layout> {
        match self.numbering {
            Numbering::Ranks => Cow::Borrowed(layout),
            Numbering::Hosts => Cow::Owned(layout.along_hosts()),
        }
    }

    /// This stage followed by another.
    #[must_use]
    pub const fn followed_by(self, next: &Self) -> Self {
        Self { next: Next::Stage { bytes: next.bytes, combined: next.combined, way: next.pattern.way() }, ..self }
    }

    /// This stage run `repeat` times.
    #[must_use]
    pub const fn repeated(self, repeat: u64) -> Self {
        Self { repeat, ..self }
    }

    /// This stage with the messages in the other direction.
    #[must_use]
    pub const fn backward(self) -> Self {
        let direction = match self.direction {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        };
        Self { direction, ..self }
    }

    /// This stage as a stream, without waiting.
    #[must_use]
    pub const fn streaming(self) -> Self {
        Self { pace: Pace::Streaming, ..self }
    }

    /// This stage with receivers that combine each message with their own.
    #[must_use]
    pub const fn combining(self) -> Self {
        Self { combined: self.bytes, ..self }
    }

    /// The number of stages among `ranks` ranks; `u64::MAX` if there are more.
    #[must_use]
    pub fn stages(&self, ranks: u64) -> u64 {
        self.pattern.stages(ranks).saturating_mul(self.repeat)
    }

    /// The number of messages in all stages among `ranks` ranks; saturating.
    #[must_use]
    pub fn messages(&self, ranks: u64) -> u64 {
        self.pattern.messages(ranks).saturating_mul(self.repeat)
    }
}

/// Lower bounds on the number of stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeastStages {
    /// The number of all stages.
    pub all: u64,
    /// The number of stages in which some message goes from host to host.
    pub far: u64,
}

impl LeastStages {
    /// The bounds for a layout: q = ceil(log2 P) stages in all, since in a stage at most twice as many ranks can hear of a
    /// given rank; at most Q + 1 times as many hosts can, since the Q ranks of a host send.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        let far = ceil_log(layout.ranks_per_host().saturating_add(1), layout.hosts());
        Self { all: ceil_log2(layout.ranks()).into(), far: far.into() }
    }

    /// The number of all other stages.
    #[must_use]
    pub const fn near(self) -> u64 {
        self.all.saturating_sub(self.far)
    }
}

/// The least distances between messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The time between the beginnings, or the ends, of two messages of one rank.
    pub gap: Time,
    /// The time from the beginning of a message until the receiver has it.
    pub delivery: Time,
}

/// The dependence of a model's costs on the hosts of the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Costs depend on the hosts.
    Hosts,
    /// All places are alike.
    Blind,
}

/// Stage cost (contention): the time of stages. All methods are pure.
pub trait StageCost: Sync {
    /// The model's name in options and JSON.
    fn name(&self) -> &'static str;

    /// The dependence of costs on the hosts of the ranks.
    fn sight(&self) -> Sight;

    /// Checks that the model has the parameters of every channel that ranks on a layout may use; if it lacks some, the times
    /// of their stages are `None`.
    ///
    /// # Errors
    /// [`ModelError::MissingChannel`].
    fn serves(&self, layout: &Layout) -> Result<(), ModelError> {
        let _ = layout;
        Ok(())
    }

    /// The time of all runs of a stage's pattern, one stage after the other, or overlapping if the model lets a
    /// [`Pace::Streaming`] overlap. The time ends when the next stage can begin or, if there is none, when the last message
    /// can be used. `None` past [`Time::MAX`].
    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time>;

    /// [`StageCost::time`] with the loads of the stage's pattern on the layout already counted. A model that does not use
    /// them keeps the default.
    fn time_with(&self, stage: &Stage, layout: &Layout, loads: CountedLoads) -> Option<Time> {
        let _ = loads;
        self.time(stage, layout)
    }

    /// A lower bound on the time in which some rank receives at least `bytes` bytes from others, or others from it, in any
    /// stages. `None` past [`Time::MAX`].
    fn at_least(&self, bytes: u64, layout: &Layout) -> Option<Time>;

    /// A lower bound on the time in which `traffic` moves from rank to rank and from host to host, in at least `stages`
    /// stages, for models in which sharing a channel is slower; 0 if nothing is known. `None` past [`Time::MAX`].
    fn moving_at_least(&self, traffic: Traffic, stages: LeastStages, layout: &Layout) -> Option<Time> {
        let _ = (traffic, stages, layout);
        Some(Time::ZERO)
    }

    /// The least gap between two messages of a rank, and the least delivery of one, if the messages of a [`Pace::Streaming`]
    /// overlap; `None` if a rank's messages always follow each other.
    fn overlap(&self, layout: &Layout) -> Option<Overlap> {
        let _ = layout;
        None
    }

    /// The model of single messages from which these costs come, if there is one.
    fn ports(&self) -> Option<&dyn PortTiming> {
        None
    }
}
