//! The network of overlay trees within a time limit.
//!
//! A state is a child's place below a parent: the parent's class and the time that is left below it. A leaf fits if the
//! latency and C do; a process of a class with x children fits if x children's places fit in turn. If heights have a limit,
//! the parent's level is part of the state. Places that allow the same choices are one state, so most processes just above
//! the leaves are distinguished by the number of leaves they can serve, not by time.

use super::network::{Choice, Network, Opens, State, TooLarge};
use super::program::Filling;
use super::{Chains, OverlayQuestion, UnknownReason};
use logpine_models::model::HostClass;
use logpine_text::units::Time;
use rustc_hash::FxHashMap;
use std::time::Instant;

/// The maximum number of levels: with more, every level would take a 200th of the time.
const MOST_LEVELS: u32 = 200;
/// The maximum number of places that are distinguished by their time.
const MOST_PLACES: usize = 1_000_000;
/// The maximum number of classes of hosts.
const MOST_CLASSES: usize = 256;
/// The maximum number of leaves of an [`OverlayQuestion`]: fanouts are tried one by one.
pub const MOST_LEAVES: u64 = 4_096;

/// The places of the children of a root with some fanout.
#[derive(Clone, Copy, Debug)]
pub struct RootSlots {
    pub fanout: u64,
    /// The state of the places; `None` if the children are all leaves.
    pub slots: Option<State>,
}

/// The network for a time limit.
pub struct OverlayNetwork {
    pub network: Network,
    pub roots: Vec<RootSlots>,
    pub filling: Filling,
}

impl OverlayNetwork {
    /// The network of all trees that take at most `within`.
    pub fn new(question: &OverlayQuestion, within: Time, deadline: Instant) -> Result<Self, UnknownReason> {
        let mut builder = Builder::new(question, deadline)?;
        let mut roots = Vec::new();
        for fanout in builder.least..=builder.widest.min(question.leaves) {
            let Some(left) = builder.below(question.hosts.root, fanout, within) else { continue };
            let slot = builder.slot(question.hosts.root, left, 0)?;
            match slot.state.filter(|_| slot.processes) {
                Some(state) => roots.push(RootSlots { fanout, slots: Some(state) }),
                None if fanout == question.leaves && slot.state.is_some() => {
                    roots.push(RootSlots { fanout, slots: None });
                }
                None => {}
            }
        }
        Ok(Self { network: builder.network, roots, filling: builder.filling })
    }
}

/// A child's place, once its state is known.
#[derive(Clone, Copy, Default)]
struct Slot {
    /// The state; `None` if not even a leaf fits.
    state: Option<State>,
    /// True if a process fits.
    processes: bool,
}

struct Builder<'a> {
    question: &'a OverlayQuestion<'a>,
    network: Network,
    /// The slots by the parent's class, the time left and, if heights have a limit, the parent's level.
    slots: FxHashMap<(HostClass, Time, u32), Slot>,
    /// For each class, a lower bound on the time of a process with its subtree.
    shortest: Vec<(HostClass, Time)>,
    deadline: Instant,
    filling: Filling,
    /// The least fanout.
    least: u64,
    /// The largest fanout.
    widest: u64,
}

impl<'a> Builder<'a> {
    fn new(question: &'a OverlayQuestion<'a>, deadline: Instant) -> Result<Self, UnknownReason> {
        let cost = question.cost;
        let in_cost = |class: HostClass| class.0 < cost.host_classes();
        let listed =
            (0..question.hosts.slots.len()).all(|class| u16::try_from(class).is_ok_and(|c| in_cost(HostClass(c))));
        if !listed || !in_cost(question.hosts.root) || !in_cost(question.hosts.leaf) {
            return Err(UnknownReason::Question("a class of hosts has no cost"));
        }
        if question.leaves < 2 {
            return Err(UnknownReason::Question("a tree has at least two leaves"));
        }
        if question.hosts.slots.len() > MOST_CLASSES || question.leaves > MOST_LEAVES {
            return Err(TooLarge.into());
        }
        let least = match question.chains {
            Chains::Excluded => 2,
            Chains::Allowed => 1,
        };
        let widest = cost.max_fanout().min(question.leaves);
        let mut builder = Self {
            question,
            network: Network::default(),
            slots: FxHashMap::default(),
            shortest: Vec::new(),
            deadline,
            filling: Filling::Exact,
            least,
            widest,
        };
        if builder.is_prunable() {
            builder.filling = Filling::AtMost;
        }
        builder.shortest = builder.classes().filter_map(|class| Some((class, builder.shortest(class)?))).collect();
        Ok(builder)
    }

    /// A lower bound on the time of a process of a class with its subtree.
    fn shortest(&self, class: HostClass) -> Option<Time> {
        let cost = self.question.cost;
        let busy = match self.filling {
            Filling::AtMost => cost.busy(class, 2)?.checked_add(cost.latency(class, self.question.hosts.leaf))?,
            Filling::Exact => (self.least..=self.widest).filter_map(|fanout| cost.busy(class, fanout)).min()?,
        };
        busy.checked_add(cost.startup())
    }

    /// True if a process may fit below one of a class. If false, no state is needed to find out.
    fn process_may_fit(&self, parent: HostClass, time: Time) -> bool {
        self.shortest.iter().any(|&(class, shortest)| {
            time.checked_sub(self.question.cost.latency(parent, class)).is_some_and(|left| left >= shortest)
        })
    }

    /// True if removing leaves and processes from any tree never makes it slower: costs never fall with the fanout, and no
    /// detour is shorter than the direct way.
    fn is_prunable(&self) -> bool {
        let cost = self.question.cost;
        let root = self.question.hosts.root;
        let leaf = self.question.hosts.leaf;
        let single = |class| cost.busy(class, 1).zip(cost.busy(class, 2)).is_some_and(|(one, two)| one <= two);
        cost.is_monotone_to(self.widest)
            && (self.least > 1 || self.classes().chain([root]).all(single))
            && self.classes().chain([root]).all(|parent| {
                self.classes().all(|through| {
                    let first = cost.latency(parent, through);
                    self.classes().chain([leaf]).all(|child| {
                        let detour = first.checked_add(cost.latency(through, child));
                        detour.is_none_or(|detour| cost.latency(parent, child) <= detour)
                    })
                })
            })
    }

    /// The classes with hosts.
    fn classes(&self) -> impl Iterator<Item = HostClass> + use<'a> {
        let slots = (0..=u16::MAX).zip(&self.question.hosts.slots);
        slots.filter(|(_, slots)| **slots > 0).map(|(class, _)| HostClass(class))
    }

    /// The time left below a process that has `time` and `fanout` children.
    fn below(&self, class: HostClass, fanout: u64, time: Time) -> Option<Time> {
        time.checked_sub(self.question.cost.busy(class, fanout)?)
    }

    /// True if a leaf fits below a process of a class.
    fn leaf_fits(&self, parent: HostClass, time: Time) -> bool {
        let below = time.checked_sub(self.question.cost.latency(parent, self.question.hosts.leaf));
        below.is_some_and(|below| below >= self.question.cost.startup())
    }

    /// True if the children of a process on a level may have children.
    fn is_above_leaves(&self, level: u32) -> bool {
        self.question.max_height.is_none_or(|most| level + 2 <= most)
    }

    fn slot(&mut self, parent: HostClass, time: Time, level: u32) -> Result<Slot, UnknownReason> {
        let key = (parent, time, if self.question.max_height.is_some() { level } else { 0 });
        if let Some(&slot) = self.slots.get(&key) {
            return Ok(slot);
        }
        if level > MOST_LEVELS || self.slots.len() >= MOST_PLACES {
            return Err(TooLarge.into());
        }
        if Instant::now() >= self.deadline {
            return Err(UnknownReason::TimeLimit);
        }
        let mut choices = Vec::new();
        if self.leaf_fits(parent, time) {
            choices.push(Choice { class: None, yields: 1, opens: [None; 2] });
        }
        let leaves = choices.len();
        let may_have_processes = self.is_above_leaves(level);
        for class in self.classes().filter(|_| may_have_processes) {
            if let Some(left) = time.checked_sub(self.question.cost.latency(parent, class)) {
                self.processes(class, left, Place { time, level }, &mut choices)?;
            }
        }
        let processes = choices.len() > leaves;
        let slot = Slot { state: self.network.state(choices)?, processes };
        self.slots.insert(key, slot);
        Ok(slot)
    }

    /// Adds the processes of a class that have `left` for themselves and their subtrees.
    fn processes(
        &mut self,
        class: HostClass,
        left: Time,
        place: Place,
        choices: &mut Vec<Choice>,
    ) -> Result<(), UnknownReason> {
        let exact = self.filling == Filling::Exact;
        // If trees can be cut down, a process with one child is of no use, and among those with only leaves just the widest
        // is useful.
        let least = if exact { self.least } else { 2 };
        let mut widest_over_leaves = None;
        for fanout in least..=self.widest {
            let Some(below) = self.below(class, fanout, left) else { continue };
            if below >= place.time {
                return Err(UnknownReason::NoTime);
            }
            if self.leaf_fits(class, below) {
                let over_leaves = Choice { class: Some(class.0), yields: fanout, opens: [None; 2] };
                choices.extend(widest_over_leaves.replace(over_leaves).filter(|_| exact));
            }
            if self.is_above_leaves(place.level + 1) && self.process_may_fit(class, below) {
                let slot = self.slot(class, below, place.level + 1)?;
                if let Some(state) = slot.state.filter(|_| slot.processes) {
                    let opens = [Some(Opens { state, places: fanout }), None];
                    choices.push(Choice { class: Some(class.0), yields: 0, opens });
                }
            } else if !exact && widest_over_leaves.is_none_or(|widest: Choice| widest.yields < fanout) {
                break;
            }
        }
        choices.extend(widest_over_leaves);
        Ok(())
    }
}

/// The position of a process: the time that is left below its parent, and the distance from the root.
#[derive(Clone, Copy)]
struct Place {
    time: Time,
    level: u32,
}
