//! The time of exchanges among 2^q ranks into which P - 2^q others fold, under models of single messages, if every rank goes on
//! as soon as it can.
//!
//! Before the exchanges ranks are of two kinds: those that received from a rank beyond 2^q, and those that did not and begin
//! earlier. The ranks are the leaves of a binary tree by the bits of their numbers, and subtrees with equal times are stored
//! once, so a stage of exchanges between ranks that differ in bit k pairs the halves of subtrees of height k + 1: a few dozen
//! pairs for any number of ranks. The stages one after the other (all ranks wait for the later kind) take at least as long.

use super::message::{Message, Rank};
use super::{Direction, Pattern, Stage};
use crate::model::PortTiming;
use crate::units::Time;
use std::collections::{HashMap, HashSet};

/// Subtrees stored at most. Recursive doubling needs O(q) of them; an order of distances that needs more is left to the stages
/// one after the other.
const MOST_SUBTREES: usize = 1 << 14;

/// Ranks whose numbers differ in some lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subtree {
    Rank(Rank),
    /// Those with the next bit 0, and those with 1.
    Halves(usize, usize),
}

/// The time of such exchanges; `None` if stages are something else, too many times differ, or one exceeds [`Time::MAX`].
pub(super) fn folded_time(ports: &dyn PortTiming, stages: &[Stage], ranks: u64) -> Option<Time> {
    let [fold, exchanges @ .., unfold] = stages else { return None };
    let Pattern::Block { first: 0, count, distance: below } = fold.pattern else { return None };
    let folds = fold.direction == Direction::Backward && unfold.direction == Direction::Forward;
    let is_whole = unfold.pattern == fold.pattern && below.is_power_of_two() && ranks.checked_sub(below) == Some(count);
    let once = stages.iter().all(|stage| stage.repeat == 1);
    if !folds || !is_whole || !once || count >= below {
        return None;
    }
    let mut among = Among::default();
    let message = Message::of(ports, fold)?;
    let (beyond, delivered) = message.sent(Rank::default())?;
    let met = message.received(Rank::default(), delivered)?;
    let mut root = among.of_two_kinds(below.ilog2(), count, met)?;
    for stage in exchanges {
        let Pattern::Pairs { distance, ranks } = stage.pattern else { return None };
        if ranks != below {
            return None;
        }
        let mut round =
            Round { among: &mut among, message: Message::of(ports, stage)?, done: HashMap::new(), met: HashMap::new() };
        root = round.exchange(root, below.ilog2().checked_sub(distance.checked_ilog2()? + 1)?)?;
    }
    among.end(root, count, below, Message::of(ports, unfold)?, beyond)
}

/// Subtrees, each stored once.
#[derive(Default)]
struct Among {
    subtrees: Vec<Subtree>,
    places: HashMap<Subtree, usize>,
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

    /// 2^`height` ranks of which the first `count`, but not all, are like `first`, and the others at their beginning.
    fn of_two_kinds(&mut self, height: u32, count: u64, first: Rank) -> Option<usize> {
        let mut uniform = [self.add(Subtree::Rank(first))?, self.add(Subtree::Rank(Rank::default()))?];
        // The subtree in which the first kind ends, if it is not at the subtree's beginning.
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

    /// When the last rank is done, if the first `count` send to ranks `beyond`.
    fn end(&self, root: usize, count: u64, below: u64, message: Message, beyond: Rank) -> Option<Time> {
        let mut end = Time::ZERO;
        // Subtrees with their ranks, and how many of the first of these send; each pair once.
        let mut open = vec![(root, below, count)];
        let mut seen = HashSet::new();
        while let Some((place, ranks, senders)) = open.pop() {
            if !seen.insert((place, senders)) {
                continue;
            }
            match self.subtrees[place] {
                Subtree::Rank(rank) if senders == 0 => end = end.max(rank.processor),
                Subtree::Rank(rank) => {
                    let (rank, delivered) = message.sent(rank)?;
                    end = end.max(rank.processor).max(message.received(beyond, delivered)?.processor);
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

/// A stage of exchanges.
struct Round<'a> {
    among: &'a mut Among,
    message: Message,
    /// Subtrees afterwards.
    done: HashMap<usize, usize>,
    /// Two subtrees after each rank of one has met its like of the other.
    met: HashMap<(usize, usize), (usize, usize)>,
}

impl Round<'_> {
    /// A subtree after the halves of all subtrees `depth` below it have met.
    fn exchange(&mut self, place: usize, depth: u32) -> Option<usize> {
        let Subtree::Halves(lower, upper) = self.among.subtrees[place] else { return None };
        if let Some(&done) = self.done.get(&place) {
            return Some(done);
        }
        let (lower, upper) = match depth.checked_sub(1) {
            None => self.meet(lower, upper)?,
            Some(depth) => (self.exchange(lower, depth)?, self.exchange(upper, depth)?),
        };
        let after = self.among.add(Subtree::Halves(lower, upper))?;
        self.done.insert(place, after);
        Some(after)
    }

    /// Two subtrees after the ranks at the same places of both have sent to each other, then received.
    fn meet(&mut self, one: usize, other: usize) -> Option<(usize, usize)> {
        if let Some(&met) = self.met.get(&(one, other)) {
            return Some(met);
        }
        let met = match (self.among.subtrees[one], self.among.subtrees[other]) {
            (Subtree::Rank(one), Subtree::Rank(other)) => {
                let ((one, of_one), (other, of_other)) = (self.message.sent(one)?, self.message.sent(other)?);
                let [one, other] = [self.message.received(one, of_other)?, self.message.received(other, of_one)?];
                (self.among.add(Subtree::Rank(one))?, self.among.add(Subtree::Rank(other))?)
            }
            (Subtree::Halves(a, b), Subtree::Halves(c, d)) => {
                let ((a, c), (b, d)) = (self.meet(a, c)?, self.meet(b, d)?);
                (self.among.add(Subtree::Halves(a, b))?, self.among.add(Subtree::Halves(c, d))?)
            }
            _ => return None,
        };
        self.met.insert((one, other), met);
        Some(met)
    }
}
