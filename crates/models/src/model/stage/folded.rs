//! The time of exchanges among 2^q ranks, into which P - 2^q others may fold, under models of single messages, if every rank
//! goes on as soon as it can.
//!
//! Before the exchanges there are two kinds of ranks: those that received from a rank beyond 2^q, and those that did not and
//! begin earlier. If they exchange [blocks](Blocks), those of the first ranks may be a byte longer. The ranks are the leaves
//! of a binary tree by the bits of their numbers, and subtrees with equal times are stored once. A stage of exchanges
//! between ranks that differ in bit k therefore pairs the halves of subtrees of height k + 1: a few dozen pairs for any
//! number of ranks. The stages one after the other (all ranks wait for the later kind) take at least as long.

use super::message::{Message, Rank};
use super::{Blocks, Direction, FirstBlock, Pattern, Stage};
use crate::model::PortTiming;
use logpine_text::units::Time;
use rustc_hash::{FxHashMap, FxHashSet};

/// The limit on the number of stored subtrees. Recursive doubling needs O(q) of them; an order of distances that needs more
/// is left to the stages one after the other.
const MOST_SUBTREES: usize = 1 << 14;

/// Ranks whose numbers differ only in some lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subtree {
    Rank(Rank),
    /// The half with the next bit 0, and the half with 1.
    Halves(usize, usize),
}

/// The time of the exchanges, exact if the messages of each stage have equal length or the stage has [`Stage::blocks`];
/// `None` if stages have other patterns, too many times differ, or one exceeds [`Time::MAX`].
pub(super) fn folded_time(ports: &dyn PortTiming, stages: &[Stage], ranks: u64) -> Option<Time> {
    let (below, folds) = match stages.first()?.pattern {
        Pattern::Pairs { ranks: below, .. } if below == ranks => (below, None),
        Pattern::Block { first: 0, count, distance: below } => {
            let [fold, .., unfold] = stages else { return None };
            let turns = fold.direction == Direction::Backward && unfold.direction == Direction::Forward;
            let is_whole = unfold.pattern == fold.pattern && ranks.checked_sub(below) == Some(count);
            if !turns || !is_whole || count >= below {
                return None;
            }
            (below, Some((count, fold, unfold)))
        }
        _ => return None,
    };
    if !below.is_power_of_two() || stages.iter().any(|stage| stage.repeat != 1) {
        return None;
    }
    let mut among = Among::default();
    let Some((count, fold, unfold)) = folds else {
        let alike = among.of_two_kinds(below.ilog2(), 0, Rank::default())?;
        let root = among.after(alike, stages, ports, below)?;
        return among.end(root, below, 0, None);
    };
    let message = Message::of(ports, fold)?;
    let (beyond, delivered) = message.sent(Rank::default())?;
    let met = message.received(Rank::default(), delivered)?;
    let root = among.of_two_kinds(below.ilog2(), count, met)?;
    let root = among.after(root, &stages[1..stages.len() - 1], ports, below)?;
    among.end(root, below, count, Some((Message::of(ports, unfold)?, beyond)))
}

/// Subtrees, each stored once.
#[derive(Default)]
struct Among {
    subtrees: Vec<Subtree>,
    places: FxHashMap<Subtree, usize>,
}

impl Among {
    fn add(&mut self, subtree: Subtree) -> Option<usize> {
        if let Some(&place) = self.places.get(&subtree) {
            return Some(place);
        }
        let place = self.subtrees.len();
        self.subtrees.push(subtree);
        self.places.insert(subtree, place);
        (place < MOST_SUBTREES).then_some(place)
    }

    /// The subtree of 2^`height` ranks, of which the first `count` (not all) are in the state `first` and the others in
    /// their initial state.
    fn of_two_kinds(&mut self, height: u32, count: u64, first: Rank) -> Option<usize> {
        let mut uniform = [self.add(Subtree::Rank(first))?, self.add(Subtree::Rank(Rank::default()))?];
        // The subtree that contains the boundary between the two kinds, unless the boundary is at its start.
        let mut mixed = uniform[1];
        for bit in 0..height {
            let [met, other] = uniform;
            let is_in_upper_half = count >> bit & 1 == 1;
            mixed =
                self.add(if is_in_upper_half { Subtree::Halves(met, mixed) } else { Subtree::Halves(mixed, other) })?;
            uniform = [self.add(Subtree::Halves(met, met))?, self.add(Subtree::Halves(other, other))?];
        }
        Some(mixed)
    }

    /// The ranks after all these exchanges.
    fn after(&mut self, mut root: usize, exchanges: &[Stage], ports: &dyn PortTiming, below: u64) -> Option<usize> {
        for stage in exchanges {
            let Pattern::Pairs { distance, ranks } = stage.pattern else { return None };
            if ranks != below {
                return None;
            }
            let depth = below.ilog2().checked_sub(distance.checked_ilog2()? + 1)?;
            let lengths = Lengths::of(ports, stage)?;
            let mut round = Round { among: self, lengths, done: FxHashMap::default(), met: FxHashMap::default() };
            root = round.exchange(root, Group { first: 0, ranks: below }, depth)?;
        }
        Some(root)
    }

    /// The time at which the last rank is done, if the first `count` ranks send a last message to ranks beyond.
    fn end(&self, root: usize, below: u64, count: u64, last: Option<(Message, Rank)>) -> Option<Time> {
        let mut end = Time::ZERO;
        // Subtrees with their numbers of ranks and of sending ranks at the start; each pair once.
        let mut open = vec![(root, below, count)];
        let mut seen = FxHashSet::default();
        while let Some((place, ranks, senders)) = open.pop() {
            if !seen.insert((place, senders)) {
                continue;
            }
            match self.subtrees[place] {
                Subtree::Rank(rank) => {
                    end = end.max(rank.processor);
                    if let Some((message, beyond)) = last.filter(|_| senders > 0) {
                        let (rank, delivered) = message.sent(rank)?;
                        end = end.max(rank.processor).max(message.received(beyond, delivered)?.processor);
                    }
                }
                Subtree::Halves(lower, upper) => {
                    let half = ranks / 2;
                    open.push((lower, half, senders.min(half)));
                    open.push((upper, half, senders.saturating_sub(half)));
                }
            }
        }
        Some(end)
    }
}

/// Aligned ranks of a subtree.
#[derive(Clone, Copy)]
struct Group {
    first: u64,
    ranks: u64,
}

impl Group {
    fn halves(self) -> (Self, Self) {
        let ranks = self.ranks / 2;
        (Self { ranks, ..self }, Self { first: self.first + ranks, ranks })
    }
}

/// The length of the blocks of a group's ranks; for each size a single group has both lengths.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Longer,
    Shorter,
    Both,
}

/// The messages of a stage of exchanges.
enum Lengths<'a> {
    Alike(Message),
    ByBlocks { ports: &'a dyn PortTiming, blocks: Blocks, combines: bool },
}

impl<'a> Lengths<'a> {
    fn of(ports: &'a dyn PortTiming, stage: &Stage) -> Option<Self> {
        let by_groups = |blocks: &Blocks| matches!(blocks.first, FirstBlock::OwnGroup | FirstBlock::PartnersGroup);
        Some(match stage.blocks.filter(by_groups) {
            Some(blocks) => Self::ByBlocks { ports, blocks, combines: stage.combined > 0 },
            None => Self::Alike(Message::of(ports, stage)?),
        })
    }

    const fn kind(&self, group: Group) -> Kind {
        match self {
            Self::ByBlocks { blocks, .. } if group.first >= blocks.longer => Kind::Shorter,
            Self::ByBlocks { blocks, .. } if group.first + group.ranks > blocks.longer => Kind::Both,
            Self::Alike(_) | Self::ByBlocks { .. } => Kind::Longer,
        }
    }

    /// The messages between the ranks of two groups, that of the first group first; `None` for a message without a byte.
    fn messages(&self, one: Group, other: Group) -> Option<[Option<Message>; 2]> {
        let (ports, blocks, combines) = match *self {
            Self::Alike(message) => return Some([Some(message); 2]),
            Self::ByBlocks { ports, blocks, combines } => (ports, blocks, combines),
        };
        let mut messages = [None; 2];
        for (message, [from, to]) in messages.iter_mut().zip([[one, other], [other, one]]) {
            let bytes = blocks.bytes(from.first, to.first, 0);
            if bytes > 0 {
                *message = Some(Message::new(ports.port(bytes)?, ports, if combines { bytes } else { 0 })?);
            }
        }
        Some(messages)
    }
}

/// A stage of exchanges.
struct Round<'a> {
    among: &'a mut Among,
    lengths: Lengths<'a>,
    /// Subtrees after the stage.
    done: FxHashMap<(usize, Kind), usize>,
    /// Two subtrees, of groups of these kinds, after each rank of one has exchanged with its counterpart in the other.
    met: FxHashMap<(usize, usize, Kind, Kind), (usize, usize)>,
}

/// Two groups that exchange, and the messages that the ranks of each send.
#[derive(Clone, Copy)]
struct Meeting {
    kinds: (Kind, Kind),
    messages: [Option<Message>; 2],
}

impl Round<'_> {
    /// A subtree after the halves of all subtrees `depth` below it have exchanged.
    fn exchange(&mut self, place: usize, group: Group, depth: u32) -> Option<usize> {
        let Subtree::Halves(lower, upper) = self.among.subtrees[place] else { return None };
        let key = (place, self.lengths.kind(group));
        if let Some(&done) = self.done.get(&key) {
            return Some(done);
        }
        let (low, high) = group.halves();
        let (lower, upper) = match depth.checked_sub(1) {
            None => {
                let messages = self.lengths.messages(low, high)?;
                let kinds = (self.lengths.kind(low), self.lengths.kind(high));
                self.meet(lower, upper, Meeting { kinds, messages })?
            }
            Some(depth) => (self.exchange(lower, low, depth)?, self.exchange(upper, high, depth)?),
        };
        let after = self.among.add(Subtree::Halves(lower, upper))?;
        self.done.insert(key, after);
        Some(after)
    }

    /// Two subtrees after the ranks at the same places of both have sent to each other, then received.
    fn meet(&mut self, one: usize, other: usize, meeting: Meeting) -> Option<(usize, usize)> {
        let key = (one, other, meeting.kinds.0, meeting.kinds.1);
        if let Some(&met) = self.met.get(&key) {
            return Some(met);
        }
        let met = match (self.among.subtrees[one], self.among.subtrees[other]) {
            (Subtree::Rank(one), Subtree::Rank(other)) => {
                let (one, other) = swapped(one, other, meeting.messages)?;
                (self.among.add(Subtree::Rank(one))?, self.among.add(Subtree::Rank(other))?)
            }
            (Subtree::Halves(a, b), Subtree::Halves(c, d)) => {
                let ((a, c), (b, d)) = (self.meet(a, c, meeting)?, self.meet(b, d, meeting)?);
                (self.among.add(Subtree::Halves(a, b))?, self.among.add(Subtree::Halves(c, d))?)
            }
            _ => return None,
        };
        self.met.insert(key, met);
        Some(met)
    }
}

/// Two ranks after each has sent its message, if any, to the other.
fn swapped(one: Rank, other: Rank, messages: [Option<Message>; 2]) -> Option<(Rank, Rank)> {
    let sent = |rank: Rank, message: Option<Message>| match message {
        None => Some((rank, None)),
        Some(message) => message.sent(rank).map(|(rank, delivered)| (rank, Some((message, delivered)))),
    };
    let received = |rank: Rank, coming: Option<(Message, Time)>| match coming {
        None => Some(rank),
        Some((message, delivered)) => message.received(rank, delivered),
    };
    let ((one, of_one), (other, of_other)) = (sent(one, messages[0])?, sent(other, messages[1])?);
    Some((received(one, of_other)?, received(other, of_one)?))
}
