//! Operations that found their processor or network interface busy.

use super::super::queue::Event;
use super::key;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Who waits for which class of slots (see [`super::resources`]).
///
/// In the plain rule, all that found a slot busy is tried again when it is free, in the order of stamps; one begins, and
/// the others are tried again: n operations at one slot cost n^2 / 2 trials. But of those that wait for the same slots,
/// none can begin before the one with the least stamp, as long as that one does not: it is tried at the same time or
/// earlier. So only that one, the representative, is in the event queue; the others are parked, and when the
/// representative begins, the first of them takes its place. Operations are served in the same order, at the same times.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The stamp of the representative of each class, with [`PARKED`]; none before anyone has waited.
    representatives: Vec<u64>,
    parked: FxHashMap<usize, Parked>,
    /// Classes of a rank, and all.
    classes: usize,
    len: usize,
}

/// Keys and operations, the least key first.
#[derive(Debug, Default)]
struct Parked {
    /// Those that came in order, as most do.
    ordered: VecDeque<(u64, u32)>,
    others: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Parked {
    fn push(&mut self, entry: (u64, u32)) {
        if self.ordered.back().is_none_or(|&last| last < entry) {
            self.ordered.push_back(entry);
        } else {
            self.others.push(Reverse(entry));
        }
    }

    fn pop(&mut self) -> Option<(u64, u32)> {
        let Some(&Reverse(other)) = self.others.peek() else {
            return self.ordered.pop_front();
        };
        if self.ordered.front().is_some_and(|&first| first < other) {
            return self.ordered.pop_front();
        }
        self.others.pop().map(|Reverse(entry)| entry)
    }

    fn is_empty(&self) -> bool {
        self.ordered.is_empty() && self.others.is_empty()
    }
}

/// Nobody waits.
const NOBODY: u64 = u64::MAX;
/// There are others besides the representative.
const PARKED: u64 = 1;
/// With more classes than this for each rank, everybody is tried again.
const MOST_CLASSES: usize = 64;

impl Waiting {
    pub(super) fn new(ranks: usize, classes: usize) -> Self {
        let len = if classes <= MOST_CLASSES { ranks * classes } else { 0 };
        Self { representatives: Vec::new(), parked: FxHashMap::default(), classes, len }
    }

    /// An event cannot take place before `free`: what is to be queued instead.
    pub(super) fn wait(&mut self, event: Event, class: usize, free: u64) -> Option<Event> {
        let again = Event { time: free, key: key::waited(event.key), ..event };
        if self.len == 0 {
            return Some(again);
        }
        if self.representatives.is_empty() {
            self.representatives = vec![NOBODY; self.len];
        }
        let class = event.rank as usize * self.classes + class;
        let representative = &mut self.representatives[class];
        let stamp = key::stamp(event.key);
        if *representative == NOBODY {
            *representative = stamp;
        } else if *representative < stamp {
            *representative |= PARKED;
            self.parked.entry(class).or_default().push((again.key, event.id));
            return None;
        } else {
            // One that comes with an older stamp; whom it displaces is parked at its next trial.
            *representative = stamp | (*representative & PARKED);
        }
        Some(again)
    }

    /// Reads what is kept of a rank, if anything is.
    #[inline]
    pub(super) fn touch(&self, rank: u32) -> u64 {
        let first = rank as usize * self.classes;
        let of_rank = self.representatives.get(first..first + self.classes).unwrap_or_default();
        of_rank.first().copied().unwrap_or_default() ^ of_rank.last().copied().unwrap_or_default()
    }

    /// An event that has waited takes place, and its slots are busy until `free`: what is to be queued.
    pub(super) fn served(&mut self, event: Event, class: usize, free: u64) -> Option<Event> {
        let class = event.rank as usize * self.classes + class;
        let representative = self.representatives.get_mut(class)?;
        if key::stamp(event.key) != *representative & !PARKED {
            return None;
        }
        if *representative & PARKED == 0 {
            *representative = NOBODY;
            return None;
        }
        let parked = self.parked.get_mut(&class)?;
        let (next, id) = parked.pop()?;
        *representative = key::stamp(next);
        if parked.is_empty() {
            self.parked.remove(&class);
        } else {
            *representative |= PARKED;
        }
        Some(Event { time: free, key: next, rank: event.rank, id })
    }
}
