//! The time of stages under models of single messages if every rank goes on as soon as it can, found by an execution, rank
//! by rank.
//!
//! In a round every rank first sends, then receives and combines. Messages of equal length and messages with known
//! [blocks](super::Blocks) have their own ports; a message without a byte is not sent.

use super::message::{Message, Rank};
use super::{Direction, FirstBlock, Numbering, Pace, Pattern, Stage, Way};
use crate::job::{Layout, Mapping};
use crate::model::PortTiming;
use logpine_text::units::Time;

/// The limit on the number of messages of executed stages, and on the number of ranks.
const MOST_MESSAGES: u64 = 1 << 17;

/// The time of stages; `None` if there are too many messages, their lengths are not known, or a time exceeds [`Time::MAX`].
///
/// **Complexity** O(P + messages) for P ranks, both at most 2^17.
pub(super) fn executed_time(ports: &dyn PortTiming, stages: &[Stage], layout: &Layout) -> Option<Time> {
    let count = layout.ranks();
    let messages = stages.iter().try_fold(count, |all, stage| {
        let each = Senders::of(stage, count, 0)?.count;
        all.checked_add(each.checked_mul(stage.stages(count))?)
    });
    let is_known = |stage: &Stage| {
        let has_order = stage.numbering == Numbering::Ranks || *layout.mapping() == Mapping::Sequential;
        let in_turn = stage.pace == Pace::Synchronous || stage.pattern.way() == Way::OneWay;
        let once = stage.repeat == 1 || matches!(stage.pattern, Pattern::Shift { .. });
        has_order && in_turn && once && (stage.is_even || stage.blocks.is_some())
    };
    if messages? > MOST_MESSAGES || !stages.iter().all(is_known) {
        return None;
    }
    let ranks = usize::try_from(count).ok()?;
    let mut execution = Execution { ports, ranks: vec![Rank::default(); ranks], coming: vec![None; ranks] };
    for stage in stages {
        execution.run(stage)?;
    }
    execution.ranks.iter().map(|rank| rank.processor).max()
}

/// The senders of a round and their receivers.
#[derive(Clone, Copy)]
struct Senders {
    first: u64,
    step: u64,
    count: u64,
    way: Receivers,
}

#[derive(Clone, Copy)]
enum Receivers {
    /// (r + distance) mod P.
    Around(u64),
    /// r + distance.
    Behind(u64),
    /// r XOR distance.
    Across(u64),
}

impl Senders {
    /// The senders of a stage's round whose messages may have a byte; `None` for patterns of segments and of trees that
    /// spread.
    fn of(stage: &Stage, ranks: u64, round: u64) -> Option<Self> {
        // A repeated pattern has one stage.
        let of_pattern = Self::of_pattern(stage.pattern, ranks, if stage.repeat == 1 { round } else { 0 })?;
        let Some(blocks) = stage.blocks.filter(|blocks| (blocks.short, blocks.count) == (0, 1)) else {
            return Some(of_pattern);
        };
        // The first sender whose blocks have a byte.
        let first = match (blocks.first, of_pattern.way) {
            (FirstBlock::Ring { lag }, Receivers::Around(_)) => (lag + round) % ranks,
            (FirstBlock::Receiver, Receivers::Around(distance)) => ranks - distance,
            _ => return Some(of_pattern),
        };
        Some(Self { first, count: blocks.longer, ..of_pattern })
    }

    fn of_pattern(pattern: Pattern, ranks: u64, round: u64) -> Option<Self> {
        let all = |way| Self { first: 0, step: 1, count: ranks, way };
        Some(match pattern {
            Pattern::Shift { distance } => all(Receivers::Around(distance)),
            Pattern::Shifts { from, .. } => all(Receivers::Around(from.max(1) + round)),
            Pattern::Pairs { distance, ranks } => Self { count: ranks, ..all(Receivers::Across(distance)) },
            Pattern::Children { step, stride, from, .. } => {
                let away = stride.checked_mul(from.max(1) + round)?;
                let count = ranks.saturating_sub(away).div_ceil(step.max(1));
                Self { first: 0, step, count, way: Receivers::Behind(away) }
            }
            Pattern::Block { first, count, distance } => {
                let last = ranks.saturating_sub(first.checked_add(distance)?);
                Self { first, step: 1, count: count.min(last), way: Receivers::Behind(distance) }
            }
            _ => return None,
        })
    }

    /// Each sender with its receiver.
    fn pairs(self, ranks: u64) -> impl Iterator<Item = (u64, u64)> {
        let Self { first, step, count, way } = self;
        let around = move |rank: u64| if rank < ranks { rank } else { rank - ranks };
        (0..count).map(move |index| {
            let sender = first + index * step;
            match way {
                Receivers::Behind(distance) => (sender, sender + distance),
                Receivers::Across(distance) => (sender, sender ^ distance),
                Receivers::Around(distance) => {
                    let sender = around(sender);
                    (sender, around(sender + distance))
                }
            }
        })
    }
}

struct Execution<'a> {
    ports: &'a dyn PortTiming,
    ranks: Vec<Rank>,
    /// The message that each rank is to receive in the round, and the time at which it is delivered.
    coming: Vec<Option<(Message, Time)>>,
}

impl Execution<'_> {
    fn run(&mut self, stage: &Stage) -> Option<()> {
        let ranks = self.ranks.len() as u64;
        let mut sizes = Sizes::new(self.ports, stage.combined > 0);
        let rounds = stage.stages(ranks);
        for round in 0..rounds {
            let round = if stage.direction == Direction::Forward { round } else { rounds - 1 - round };
            let senders = Senders::of(stage, ranks, round)?;
            for (sender, receiver) in senders.pairs(ranks) {
                let bytes = stage.blocks.map_or(stage.bytes, |blocks| blocks.bytes(sender, receiver, round));
                if bytes > 0 {
                    let (from, to) = oriented(stage.direction, sender, receiver);
                    let message = sizes.message(bytes)?;
                    let (rank, delivered) = message.sent(self.ranks[from])?;
                    self.ranks[from] = rank;
                    self.coming[to] = Some((message, delivered));
                }
            }
            for (sender, receiver) in senders.pairs(ranks) {
                let (_, to) = oriented(stage.direction, sender, receiver);
                if let Some((message, delivered)) = self.coming[to].take() {
                    self.ranks[to] = message.received(self.ranks[to], delivered)?;
                }
            }
        }
        Some(())
    }
}

/// The sender and the receiver in a direction, as indices.
fn oriented(direction: Direction, sender: u64, receiver: u64) -> (usize, usize) {
    let [sender, receiver] = [sender, receiver].map(|rank| usize::try_from(rank).unwrap_or(usize::MAX));
    match direction {
        Direction::Forward => (sender, receiver),
        Direction::Backward => (receiver, sender),
    }
}

/// The ports of the message sizes of a stage met most recently.
struct Sizes<'a> {
    ports: &'a dyn PortTiming,
    combines: bool,
    met: [Option<(u64, Message)>; 16],
}

impl<'a> Sizes<'a> {
    const fn new(ports: &'a dyn PortTiming, combines: bool) -> Self {
        Self { ports, combines, met: [None; 16] }
    }

    fn message(&mut self, bytes: u64) -> Option<Message> {
        let place = &mut self.met[(bytes % 16) as usize];
        match *place {
            Some((size, message)) if size == bytes => Some(message),
            _ => {
                let combined = if self.combines { bytes } else { 0 };
                let message = Message::new(self.ports.port(bytes)?, self.ports, combined)?;
                *place = Some((bytes, message));
                Some(message)
            }
        }
    }
}
