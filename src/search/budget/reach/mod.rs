//! The most leaves within a time, a height and a number of internal processes, exactly, where the cost never falls.
//!
//! Normal form: below a node with a leaf among its children all internal children may be taken as flat, for a deeper subtree
//! can change places with that leaf at no loss. So a node is one of two:
//! - *last*: its internal children are flat and as wide as the time allows. With x children, i - 1 processes below it and
//!   X the widest flat tree in the time that is left, it has x + min(i - 1, x) (X - 1) leaves;
//! - *full*: all x children are internal, and one of them is not flat, which takes x + 2 processes. The children share i - 1
//!   processes; the best shares are found in [`Shares`](super::shares::Shares).
//!
//! Questions have the form "exactly how many leaves, if at least so many?", and bounds, mostly a [`Hull`], answer most of them.

mod bound;
mod even;
mod exact;
mod last;

use super::costs::Costs;
use super::hull::{Hull, Vertex};
use last::{last_nodes, wide_last};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// So many hulls of rounded times are kept at most from one question to the next.
const KEPT_HULLS: usize = 1 << 16;
/// Up to so many fanouts, those of use in a last node are listed.
const FEW_FANOUTS: u64 = 32;
/// Looks that finding the largest last node takes, with few fanouts and with many.
const FEW_LOOKS: usize = 1 << 4;
const MANY_LOOKS: usize = 1 << 8;
/// Deeper recursions are given up, lest they exhaust the stack.
const DEEPEST: u32 = 256;

/// What a subtree may use up: time in units and levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Room {
    pub units: u64,
    /// [`Room::ANY_LEVELS`] where only the time limits them.
    pub levels: u32,
}

impl Room {
    /// No limit on the levels.
    pub const ANY_LEVELS: u32 = u32::MAX;
}

/// The root of a largest tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// `fanout` children, as many of them as processes allow flat with `width` leaves each, the others leaves.
    Last { fanout: u64, width: u64 },
    /// `fanout` internal children.
    Full { fanout: u64 },
}

/// A largest tree: its leaves and its root.
#[derive(Clone, Copy, Debug)]
pub struct Largest {
    pub leaves: u64,
    pub root: Root,
}

impl Largest {
    const LEAF: Self = Self { leaves: 1, root: Root::Last { fanout: 1, width: 1 } };

    /// This, or a larger last node: its fanout and the width of its flat children.
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

/// What is known of a room.
#[derive(Debug)]
struct Facts {
    room: Room,
    /// Fanouts of a last node with the widest flat children that each leaves time for; only those of use, and not if there
    /// are many.
    last: Option<Vec<(u64, u64)>>,
    known: FxHashMap<u64, Known>,
}

/// How the children of a full node share its processes, and with that how good the answers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// In the best way: answers are exact.
    Exact,
    /// Evenly, and only the roots are tried that bounds promise most of: quick answers, which may be too low.
    Even,
}

/// How much a search may look at, and how finely its bounds tell times apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Looks at fanouts, vertices or shares, some nanoseconds each.
    pub work: u64,
    /// Times are rounded up by at most this part of themselves where bounds allow for it.
    pub parts: u64,
    /// How many roots are tried where children share evenly; one level further down half as many.
    pub roots: usize,
}

/// The search for one number of leaves; no tree larger than that is looked for.
#[derive(Debug)]
pub struct Reach<'a> {
    pub costs: &'a Costs,
    method: Method,
    enough: u64,
    rooms: FxHashMap<Room, usize>,
    facts: Vec<Facts>,
    hulls: FxHashMap<(Room, u64), Rc<Hull>>,
    coarse_hulls: FxHashMap<(Room, u64), Rc<Hull>>,
    /// No hull of a rounded time is asked about more processes.
    cap: u64,
    /// How many roots are tried where processes are shared evenly.
    breadth: usize,
    /// Space for the points of a hull, and for their leaves by processes.
    points: Vec<Vertex>,
    dense: Vec<u64>,
    depth: u32,
    parts: u64,
    work_left: u64,
}

/// The search was given up: it would take too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl<'a> Reach<'a> {
    /// A search for trees with up to `enough` leaves.
    pub fn new(costs: &'a Costs, method: Method, enough: u64, effort: Effort) -> Self {
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
        }
    }

    /// The most leaves, at most `enough` of them, where there are at least `at_least`.
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

    /// Whether bounds leave it open that there are so many leaves, at most `enough`.
    pub fn may_have(&mut self, room: Room, internal: u64, leaves: u64) -> Result<bool, TooLong> {
        let index = self.facts_of(room);
        Ok(self.largest_last(index, internal).leaves >= leaves
            || !self.promising_roots(room, internal, leaves)?.is_empty())
    }

    /// The same by closer bounds, which take longer: roots are counted out one level further down.
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

    /// Prepares for questions about another time, which share only what is known of rounded times.
    pub fn forget(&mut self) {
        self.rooms.clear();
        self.facts.clear();
        self.hulls.clear();
        if self.coarse_hulls.len() > KEPT_HULLS {
            self.coarse_hulls.clear();
        }
    }

    /// Prepares for questions about so many processes. Hulls of rounded times are all about as many, so that few are needed.
    pub fn ask_up_to(&mut self, internal: u64) {
        self.cap = internal.next_power_of_two();
    }

    /// The room below a root, whose cost must fit.
    pub fn below(&self, room: Room, fanout: u64) -> Room {
        let levels = if room.levels == Room::ANY_LEVELS { room.levels } else { room.levels - 1 };
        Room { units: room.units - self.costs.of(fanout), levels }
    }

    /// The processes of every child of a full root with at least so many leaves; `None` where it has fewer.
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

    /// Counts a level of recursion, which whoever succeeds takes back.
    fn descend(&mut self) -> Result<(), TooLong> {
        self.depth += 1;
        if self.depth > DEEPEST { Err(TooLong) } else { Ok(()) }
    }

    fn spend(&mut self, work: usize) -> Result<(), TooLong> {
        self.work_left = self.work_left.checked_sub(work as u64).ok_or(TooLong)?;
        Ok(())
    }

    /// The room without a limit on its levels if its time sets a tighter one.
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
