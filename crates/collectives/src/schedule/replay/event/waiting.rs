//! Operations that found their processor or network interface busy.

use super::super::queue::Event;
use super::key;
use super::number::number;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The operations that wait for each class of slots (see [`super::resources`]).
///
/// In the plain rule, all operations that found a slot busy are tried again when it is free, in the order of stamps; one
/// begins, and the others are tried again: n operations at one slot cost n^2 / 2 trials. But among those that wait for
/// the same slots, none can begin before the one with the least stamp does, which is tried at the same time or earlier.
/// So only that one, the representative, is in the event queue. The others are parked, and when the representative
/// begins, the first of them takes its place. Operations are served in the same order, at the same times. Sends that a
/// rank is free to begin at once need not even be tried: they wait for the first of them from the beginning.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The stamp of the representative of each class, with [`PARKED`]; empty until the first operation waits.
    representatives: Vec<u64>,
    /// The index in `parked` of each class that has parked operations; empty until the first is parked.
    places: Vec<u32>,
    parked: Vec<Parked>,
    /// The entries of `parked` that are empty, and of no class.
    vacant: Vec<u32>,
    /// The time at which the representative of each class is tried again; only if slots may become free earlier than
    /// before.
    tried: Vec<u64>,
    /// The number of classes of a rank, and of all ranks.
    classes: usize,
    len: usize,
}

/// Operations one after the other, with keys [`key::STEP`] apart: as many as are freed at once.
#[derive(Clone, Copy, Debug)]
struct Run {
    key: u64,
    id: u32,
    count: u32,
}

/// Keys and operations, the least key first.
#[derive(Debug, Default)]
struct Parked {
    /// Operations that were added in order, as most are.
    ordered: VecDeque<Run>,
    others: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Parked {
    #[inline]
    fn push(&mut self, key: u64, id: u32) {
        if let Some(last) = self.ordered.back_mut() {
            let next = last.key + key::STEP * u64::from(last.count);
            if key < next {
                self.others.push(Reverse((key, id)));
                return;
            }
            if key == next && Some(id) == last.id.checked_add(last.count) {
                last.count += 1;
                return;
            }
        }
        self.ordered.push_back(Run { key, id, count: 1 });
    }

    #[inline]
    fn pop(&mut self) -> Option<(u64, u32)> {
        let first = self.ordered.front_mut();
        if let Some(&Reverse(other)) = self.others.peek()
            && first.as_ref().is_none_or(|first| other.0 < first.key)
        {
            self.others.pop();
            return Some(other);
        }
        let first = first?;
        let popped = (first.key, first.id);
        first.count -= 1;
        if first.count == 0 {
            self.ordered.pop_front();
        } else {
            first.key += key::STEP;
            first.id += 1;
        }
        Some(popped)
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.ordered.is_empty() && self.others.is_empty()
    }
}

/// The value for a class without waiting operations.
const NOBODY: u64 = u64::MAX;
/// The bit of a class in which others are parked behind the representative.
const PARKED: u64 = 1;
/// The largest number of classes of a rank; with more, every operation is tried again.
const MOST_CLASSES: usize = 64;

impl Waiting {
    /// Nothing waits yet. `goes_back` is true if slots may become free earlier than before, as with messages of 0 bytes.
    pub(super) fn new(ranks: usize, classes: usize, goes_back: bool) -> Self {
        let len = if classes <= MOST_CLASSES { ranks * classes } else { 0 };
        let (representatives, places, parked, vacant) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let tried = if goes_back { vec![0; len] } else { Vec::new() };
        Self { representatives, places, parked, vacant, tried, classes, len }
    }

    /// Delays an event that cannot take place before `free`. Returns the event to queue instead.
    #[inline]
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
            if self.tried.get(class).is_some_and(|&tried| free < tried) {
                return Some(again);
            }
            let has_parked = *representative & PARKED != 0;
            *representative |= PARKED;
            self.park(again, class, has_parked);
            return None;
        } else {
            // An event with an older stamp arrived; the one that it displaces is parked at its next trial.
            *representative = stamp | (*representative & PARKED);
        }
        self.tries(class, free);
        Some(again)
    }

    /// Sets the time at which the representative of a class is tried again.
    #[inline]
    fn tries(&mut self, class: usize, time: u64) {
        if let Some(tried) = self.tried.get_mut(class) {
            *tried = time;
        }
    }

    /// Parks an event behind the representative of its class; `has_parked` is true if there are others.
    #[inline]
    fn park(&mut self, event: Event, class: usize, has_parked: bool) {
        if !has_parked {
            self.occupy(class);
        }
        self.parked[self.places[class] as usize].push(event.key, event.id);
    }

    /// Gives a class a place for its parked operations.
    fn occupy(&mut self, class: usize) {
        if self.places.is_empty() {
            self.places = vec![0; self.len];
        }
        self.places[class] = self.vacant.pop().unwrap_or_else(|| {
            self.parked.push(Parked::default());
            number(self.parked.len() - 1)
        });
    }

    /// Reads the data of a rank, if there are any.
    #[inline]
    pub(super) fn touch(&self, rank: u32) -> u64 {
        let first = rank as usize * self.classes;
        let of_rank = self.representatives.get(first..first + self.classes).unwrap_or_default();
        of_rank.first().copied().unwrap_or_default() ^ of_rank.last().copied().unwrap_or_default()
    }

    /// Notes that an event that has waited takes place, and that its slots are busy until `free`. Returns the event to
    /// queue.
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
        let place = self.places[class];
        let parked = &mut self.parked[place as usize];
        let (next, id) = parked.pop()?;
        *representative = key::stamp(next);
        if parked.is_empty() {
            self.vacant.push(place);
        } else {
            *representative |= PARKED;
        }
        let time = free.max(event.time);
        self.tries(class, time);
        Some(Event { time, key: next, rank: event.rank, id })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_least_key_is_first(steps in prop::collection::vec((0..40u64, 0..6u32, 0..8usize), 1..60)) {
            let (mut parked, mut heap) = (Parked::default(), BinaryHeap::new());
            let mut used = std::collections::BTreeSet::new();
            for (stamp, count, taken) in steps {
                // Often one after the other, as when they are freed at once.
                for further in (0..count).filter(|&further| used.insert(stamp + u64::from(further))) {
                    let entry = (key::waited((stamp + u64::from(further)) * key::STEP), 7 + further);
                    parked.push(entry.0, entry.1);
                    heap.push(Reverse(entry));
                }
                for _ in 0..taken {
                    prop_assert_eq!(parked.pop(), heap.pop().map(|Reverse(entry)| entry));
                    prop_assert_eq!(parked.is_empty(), heap.is_empty());
                }
            }
        }
    }
}
