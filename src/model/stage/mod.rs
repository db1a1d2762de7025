//! Stage cost (contention): an algorithm as a sequence of stages, each a set of concurrent transmissions.
//!
//! A stage ends when its last transmission does; what it costs may depend on how many transmissions share a channel, and
//! so on where the ranks run. Stages are symbolic: a [`Pattern`] says who sends to whom in how many stages, and
//! [`Pattern::loads`] counts what shares a channel without listing the transmissions. One description therefore serves
//! every model that can read it: tau-Lop, LogGP with channels, and the models of single messages ([`PortStages`]).

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
mod run;
mod sends;
mod sequential;
mod stream;
#[cfg(test)]
mod tests;
mod time;

internal! { blocks::{Blocks, FirstBlock} }
internal! { known::KnownLoads }
internal! { levels::{LevelTimes, TreeLevel} }
internal! { loads::{CountedLoads, Loads, RankChannels} }
pub use pattern::Pattern;
pub use ports::PortStages;
internal! { run::Run }
internal! { sends::Sends }
internal! { stream::ExchangeStream }
pub use time::stages_time;
internal! { time::is_upper_bound }

use crate::model::{ModelError, PortTiming};
use crate::request::{Layout, Traffic};
use crate::units::Time;
use std::borrow::Cow;

/// Stages of one pattern, all with messages of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stage {
    /// Who sends to whom.
    pub pattern: Pattern,
    /// Whom the pattern's numbers stand for.
    pub numbering: Numbering,
    /// Whether the pattern's senders send, or its receivers to its senders.
    pub direction: Direction,
    /// How many times all stages of the pattern are run.
    pub repeat: u64,
    /// Whether the stages of the pattern wait for each other.
    pub pace: Pace,
    /// Bytes of the longest message, at least 1; a token without content counts as 1, the shortest that models know.
    pub bytes: u64,
    /// True if all messages are known to have that many bytes; models then need not allow for shorter ones that take longer.
    pub is_even: bool,
    /// The blocks that its messages carry, where these tell how long each is; models that ask for the longest alone do not look.
    pub blocks: Option<Blocks>,
    /// Bytes of the longest message that a receiver combines with its own; 0 where nothing is combined.
    pub combined: u64,
    /// What comes after it.
    pub next: Next,
}

/// What comes after a stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Next {
    /// Nothing: the algorithm is over as soon as the last message can be used, even if its sender could not yet send another.
    #[default]
    Nothing,
    /// Another stage, in which ranks that have just sent or received do so again.
    Stage {
        /// [`Stage::bytes`] of that one.
        bytes: u64,
        /// [`Stage::combined`] of that one.
        combined: u64,
        /// [`Pattern::way`] of that one's.
        way: Way,
    },
}

/// Whom the numbers of a pattern stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// The ranks of those numbers.
    #[default]
    Ranks,
    /// The ranks at those places in the order of the hosts, so that neighbours are on one host as far as may be
    /// ([`Layout::along_hosts`]).
    Hosts,
}

/// Which way the messages of a pattern go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From its senders to its receivers.
    #[default]
    Forward,
    /// From its receivers to its senders, the last stage first: a gather is a scatter backwards.
    Backward,
}

/// Whether a rank's messages of successive stages depend on each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pace {
    /// What a stage sends was received in the stage before.
    #[default]
    Synchronous,
    /// All messages are there from the beginning, and ranks send one after the other as fast as they can. Models of single
    /// messages let them overlap; where transmissions are sequences of copies, a rank makes one at a time all the same.
    Streaming,
}

/// Whether a rank does one thing or two in a stage.
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

    /// The same with this [`Stage::is_even`].
    #[must_use]
    pub const fn even(self, is_even: bool) -> Self {
        Self { is_even, ..self }
    }

    /// The same whose messages carry these blocks.
    #[must_use]
    pub const fn carrying(self, blocks: Option<Blocks>) -> Self {
        Self { blocks, ..self }
    }

    /// The same with ranks numbered so.
    #[must_use]
    pub const fn numbered(self, numbering: Numbering) -> Self {
        Self { numbering, ..self }
    }

    /// Where the ranks run that its pattern's numbers stand for.
    #[must_use]
    pub fn places<'a>(&self, layout: &'a Layout) -> Cow<'a, Layout> {
        match self.numbering {
            Numbering::Ranks => Cow::Borrowed(layout),
            Numbering::Hosts => Cow::Owned(layout.along_hosts()),
        }
    }

    /// The same with another stage after it.
    #[must_use]
    pub const fn followed_by(self, next: &Self) -> Self {
        Self { next: Next::Stage { bytes: next.bytes, combined: next.combined, way: next.pattern.way() }, ..self }
    }

    /// The same, so many times.
    #[must_use]
    pub const fn repeated(self, repeat: u64) -> Self {
        Self { repeat, ..self }
    }

    /// The same with the messages going the other way.
    #[must_use]
    pub const fn backward(self) -> Self {
        let direction = match self.direction {
            Direction::Forward => Direction::Backward,
            Direction::Backward => Direction::Forward,
        };
        Self { direction, ..self }
    }

    /// The same without waiting.
    #[must_use]
    pub const fn streaming(self) -> Self {
        Self { pace: Pace::Streaming, ..self }
    }

    /// The same where receivers combine what they get with their own.
    #[must_use]
    pub const fn combining(self) -> Self {
        Self { combined: self.bytes, ..self }
    }

    /// How many stages it stands for among `ranks` ranks; `u64::MAX` where there are more.
    #[must_use]
    pub fn stages(&self, ranks: u64) -> u64 {
        self.pattern.stages(ranks).saturating_mul(self.repeat)
    }
}

/// How many stages there are at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeastStages {
    /// In all.
    pub all: u64,
    /// Of these, in which some message goes from host to host.
    pub far: u64,
}

impl LeastStages {
    /// q = ceil(log2 P): in a stage at most twice as many ranks have heard of a certain one, or at most Q + 1 times as many
    /// hosts, since Q ranks of a host send.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        let all = u64::from(u64::BITS - layout.ranks().saturating_sub(1).leading_zeros());
        let (mut heard, mut far) = (1_u64, 0);
        while heard < layout.hosts() {
            heard = heard.saturating_mul(layout.ranks_per_host().saturating_add(1));
            far += 1;
        }
        Self { all, far }
    }

    /// All but those from host to host.
    #[must_use]
    pub const fn near(self) -> u64 {
        self.all.saturating_sub(self.far)
    }
}

/// How closely messages may follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// Between the beginnings, or the ends, of two messages of one rank.
    pub gap: Time,
    /// From the beginning of a message until the receiver has it.
    pub delivery: Time,
}

/// Whether a model's costs depend on where ranks run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sight {
    /// They do.
    Hosts,
    /// All places are alike.
    Blind,
}

/// Stage cost (contention): how long stages take. All methods are pure.
pub trait StageCost: Sync {
    /// The model's name, as in options and JSON.
    fn name(&self) -> &'static str;

    /// Whether it matters where ranks run.
    fn sight(&self) -> Sight;

    /// Whether it has the parameters of every channel that ranks on a layout may use; where it has not, their times are
    /// `None`.
    ///
    /// # Errors
    /// [`ModelError::MissingChannel`].
    fn serves(&self, layout: &Layout) -> Result<(), ModelError> {
        let _ = layout;
        Ok(())
    }

    /// The time of all runs of a stage's pattern, one stage after the other, or overlapping where the model lets a
    /// [`Pace::Streaming`] do so: until what comes after it can begin or, where nothing does, until the last message can be
    /// used. `None` past [`Time::MAX`].
    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time>;

    /// [`StageCost::time`] where the loads of the stage's pattern on the layout have been counted. A model that has no use
    /// for them leaves it as it is.
    fn time_with(&self, stage: &Stage, layout: &Layout, loads: CountedLoads) -> Option<Time> {
        let _ = loads;
        self.time(stage, layout)
    }

    /// A lower bound on the time in which some rank gets at least `bytes` bytes from others, or others from it, in whatever
    /// stages. `None` past [`Time::MAX`].
    fn at_least(&self, bytes: u64, layout: &Layout) -> Option<Time>;

    /// A lower bound on the time in which so much gets from rank to rank and from host to host, in so many stages or more,
    /// where what shares a channel is slower; 0 where nothing is known of it. `None` past [`Time::MAX`].
    fn moving_at_least(&self, traffic: Traffic, stages: LeastStages, layout: &Layout) -> Option<Time> {
        let _ = (traffic, stages, layout);
        Some(Time::ZERO)
    }

    /// The least gap between two messages of a rank, and the least delivery of one, where the messages of a
    /// [`Pace::Streaming`] overlap; `None` where a rank's messages always follow each other.
    fn overlap(&self, layout: &Layout) -> Option<Overlap> {
        let _ = layout;
        None
    }

    /// The model of single messages whose costs these are, if they are.
    fn ports(&self) -> Option<&dyn PortTiming> {
        None
    }
}
