//! The most leaves within a time, a height and a number of internal processes, exactly, for a cost that never falls.
//!
//! Normal form: if a node has a leaf among its children, all its internal children may be taken as flat, because a deeper
//! subtree can change places with that leaf at no loss. So a node has one of two kinds:
//! - *last*: its internal children are flat and as wide as the time allows. With x children, i - 1 processes below it and X
//!   the widest flat tree in the remaining time, it has x + min(i - 1, x) (X - 1) leaves;
//! - *full*: all x children are internal, and one of them is not flat, which takes x + 2 processes. The children share i - 1
//!   processes; the best shares are found in [`Shares`](super::shares::Shares).
//!
//! Queries ask for the exact number of leaves if it is at least a given one. Bounds, mostly a [`Hull`], answer most of them.

mod bound;
mod even;
mod exact;
mod last;

use super::costs::Costs;
use super::hull::{Hull, Vertex};
use last::{last_nodes, wide_last};
use logpine_text::watch::Watch;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The maximum number of hulls of rounded times that are kept from one query to the next.
const KEPT_HULLS: usize = 1 << 16;
/// The number of fanouts up to which those useful in a last node are listed.
const FEW_FANOUTS: u64 = 32;
/// The work units for finding the largest last node, with few fanouts and with many.
const FEW_LOOKS: usize = 1 << 4;
const MANY_LOOKS: usize = 1 << 8;
/// The depth of recursion at which a search is given up, so that it does not exhaust the stack.
const DEEPEST: u32 = 256;
/// The work between two looks at the watch: some milliseconds.
const UNWATCHED: u64 = 1 << 20;

/// The resources of a subtree: time in units and levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    pub units: u64,
    /// The number of levels; [`Room::ANY_LEVELS`] if only the time limits them.
    pub levels: u32,
}

impl Room {
    /// No limit on the levels.
    pub const ANY_LEVELS: u32 = u32::MAX;
}

/// The root of a largest tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// `fanout` children: as many as the processes allow are flat with `width` leaves each, the others are leaves.
    Last { fanout: u64, width: u64 },
    /// `fanout` internal children.
    Full { fanout: u64 },
}

/// A largest tree: its number of leaves and its root.
#[derive(Clone, Copy, Debug)]
pub struct Largest {
    pub leaves: u64,
    pub root: Root,
}

impl Largest {
    const LEAF: Self = Self { leaves: 1, root: Root::Last { fanout: 1, width: 1 } };

    /// This tree, or a larger last node, given by its fanout and the width of its flat children.
    fn or_last(self, (fanout, width): (u64, u64), internal: u64) -> Self {
        let leaves = fanout + fanout.min(internal - 1) * (width - 1);
        if leaves > self.leaves { Self { leaves, root: Root::Last { fanout, width } } } else { self }
    }
}

#[derive(Clone, Copy, Debug)]
enum Known {
    Exactly(Largest),
    Below(u64),
}

/// The facts about a room.
#[derive(Debug)]
struct Facts {
    room: Room,
    /// Fanouts of a last node, each with the widest flat children in the remaining time. Only useful ones are listed, and
    /// none if there are many.
    last: Option<Vec<(u64, u64)>>,
    known: FxHashMap<u64, Known>,
}

/// The method by which the children of a full node share its processes, which determines the quality of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The best sharing: answers are exact.
    Exact,
    /// Even sharing, and only the roots with the highest bounds are tried: quick answers, which may be too low.
    Even,
}

/// The effort of a search, and the resolution of its bounds.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// The number of fanouts, vertices or shares that may be examined, some nanoseconds each.
    pub work: u64,
    /// The maximum rounding of times in bounds, as a fraction of the time.
    pub parts: u64,
    /// The number of roots that are tried if children share evenly; one level further down half as many.
    pub roots: usize,
    /// The end of the search, whatever is left of its work.
    pub watch: &'a dyn Watch,
}

/// The search for one number of leaves; larger trees are not searched for.
pub struct Reach<'a> {
    pub costs: &'a Costs,
    method: Method,
    enough: u64,
    rooms: FxHashMap<Room, usize>,
    facts: Vec<Facts>,
    hulls: FxHashMap<(Room, u64), Rc<Hull>>,
    coarse_hulls: FxHashMap<(Room, u64), Rc<Hull>>,
    /// The maximum number of processes for which hulls of rounded times are queried.
    cap: u64,
    /// The number of roots that are tried if processes are shared evenly.
    breadth: usize,
    /// Buffers for the points of a hull, and for their leaves by processes.
    points: Vec<Vertex>,
    dense: Vec<u64>,
    depth: u32,
    parts: u64,
    work_left: u64,
    watch: &'a dyn Watch,
    /// The work that is left at the next look at the watch.
    next_look: u64,
}

/// The error of a search that was given up because it would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

impl<'a> Reach<'a> {
    /// A search for trees with up to `enough` leaves.
    pub fn new(costs: &'a Costs, method: Method, enough: u64, effort: Effort<'a>) -> Self {
        let (rooms, facts) = (FxHashMap::default(), Vec::new());
        let (hulls, coarse_hulls) = (FxHashMap::default(), FxHashMap::default());
        Self {
            costs,
            method,
            enough,
            rooms,
            facts,
            hulls,
            coarse_hulls,
            cap: 1,
            breadth: effort.roots,
            points: Vec::new(),
            dense: Vec::new(),
            depth: 0,
            parts: effort.parts,
            work_left: effort.work,
            watch: effort.watch,
            next_look: effort.work,
        }
    }

    /// The most leaves, capped at `enough`, if there are at least `at_least`.
    pub fn largest(&mut self, room: Room, internal: u64, at_least: u64) -> Result<Option<Largest>, TooLong> {
        let at_least = at_least.min(self.enough);
        let index = self.facts_of(room);
        match self.facts[index].known.get(&internal) {
            Some(Known::Exactly(largest)) => return Ok(Some(*largest).filter(|largest| largest.leaves >= at_least)),
            Some(&Known::Below(leaves)) if leaves <= at_least => return Ok(None),
            _ => {}
        }
        let mut best = self.largest_last(index, internal);
        self.spend(if self.facts[index].last.is_some() { FEW_LOOKS } else { MANY_LOOKS })?;
        let mut beats = at_least.max(best.leaves + 1);
        if best.leaves < self.enough {
            let roots = match self.method {
                Method::Exact => self.promising_roots(room, internal, beats)?,
                Method::Even => self.likely_roots(room, internal, beats)?,
            };
            self.descend()?;
            let breadth = self.breadth;
            self.breadth = (breadth / 2).max(1);
            for (bound, fanout) in roots {
                if bound < beats {
                    continue;
                }
                let below = self.below(room, fanout);
                let full = match self.method {
                    Method::Exact => self.exact_full(below, fanout, internal - 1, beats)?,
                    Method::Even => self.even_full(below, fanout, internal - 1, beats)?,
                };
                let Some(leaves) = full else { continue };
                best = Largest { leaves, root: Root::Full { fanout } };
                beats = leaves + 1;
                if leaves >= self.enough {
                    break;
                }
            }
            self.breadth = breadth;
            self.depth -= 1;
        }
        let found = Some(best).filter(|best| best.leaves >= at_least);
        let known = found.map_or(Known::Below(at_least), Known::Exactly);
        self.facts[index].known.insert(internal, known);
        Ok(found)
    }

    /// True if the bounds do not exclude that many leaves, at most `enough`.
    pub fn may_have(&mut self, room: Room, internal: u64, leaves: u64) -> Result<bool, TooLong> {
        let index = self.facts_of(room);
        Ok(self.largest_last(index, internal).leaves >= leaves
            || !self.promising_roots(room, internal, leaves)?.is_empty())
    }

    /// The same by closer bounds, which take longer: roots are excluded one level further down.
    pub fn may_closely_have(&mut self, room: Room, internal: u64, leaves: u64) -> Result<bool, TooLong> {
        if self.is_long(room) {
            return self.may_have(room, internal, leaves);
        }
        let index = self.facts_of(room);
        if self.largest_last(index, internal).leaves >= leaves {
            return Ok(true);
        }
        for (_, fanout) in self.promising_roots(room, internal, leaves)? {
            if self.bounded_full(self.below(room, fanout), fanout, internal - 1, leaves)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Prepares for queries about another time, which share only the results for rounded times.
    pub fn forget(&mut self) {
        self.rooms.clear();
        self.facts.clear();
        self.hulls.clear();
        if self.coarse_hulls.len() > KEPT_HULLS {
            self.coarse_hulls.clear();
        }
    }

    /// Prepares for queries about up to `internal` processes. All hulls of rounded times are for one number of processes, so
    /// that few are needed.
    pub fn ask_up_to(&mut self, internal: u64) {
        self.cap = internal.next_power_of_two();
    }

    /// The room below a root, whose cost must fit.
    pub fn below(&self, room: Room, fanout: u64) -> Room {
        let levels = if room.levels == Room::ANY_LEVELS { room.levels } else { room.levels - 1 };
        Room { units: room.units - self.costs.of(fanout), levels }
    }

    /// The number of processes of each child of a full root with at least this number of leaves; `None` if it has fewer.
    pub fn of_each_child(
        &mut self,
        room: Room,
        children: u64,
        internal: u64,
        at_least: u64,
    ) -> Result<Option<Vec<u64>>, TooLong> {
        match self.method {
            Method::Exact => self.exact_children(room, children, internal, at_least),
            Method::Even => self.even_children(room, children, internal, at_least),
        }
    }

    /// Counts a level of recursion; the caller takes it back on success.
    fn descend(&mut self) -> Result<(), TooLong> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(TooLong) } else { Ok(()) }
    }

    fn spend(&mut self, work: usize) -> Result<(), TooLong> {
        self.work_left = self.work_left.checked_sub(work as u64).ok_or(TooLong)?;
        if self.work_left > self.next_look {
            return Ok(());
        }
        self.next_look = self.work_left.saturating_sub(UNWATCHED);
        if self.watch.is_over() { Err(TooLong) } else { Ok(()) }
    }

    /// The room without a limit on its levels, if its time sets a tighter one.
    fn canonical(&self, room: Room) -> Room {
        let is_limited = u64::from(room.levels) < room.units / self.costs.cheapest();
        Room { levels: if is_limited { room.levels } else { Room::ANY_LEVELS }, ..room }
    }

    fn facts_of(&mut self, room: Room) -> usize {
        let room = self.canonical(room);
        if let Some(&index) = self.rooms.get(&room) {
            return index;
        }
        let few = self.costs.widest_within(room.units) <= FEW_FANOUTS;
        let last = few.then(|| last_nodes(self.costs, room, u64::MAX));
        self.facts.push(Facts { room, last, known: FxHashMap::default() });
        self.rooms.insert(room, self.facts.len() - 1);
        self.facts.len() - 1
    }

    fn largest_last(&self, index: usize, internal: u64) -> Largest {
        let Facts { room, last, .. } = &self.facts[index];
        match last {
            _ if internal == 0 => Largest::LEAF,
            Some(nodes) => nodes.iter().fold(Largest::LEAF, |best, &node| best.or_last(node, internal)),
            None => wide_last(self.costs, *room, internal, 2),
        }
    }
}
