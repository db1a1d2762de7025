//! The event queue: a monotone radix queue on (time, key).

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::mem;

/// An event at a time; among those at the same time, the one with the least key comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The time, in ticks.
    pub time: u64,
    /// The key, different for any two queued events.
    pub key: u64,
    /// The rank.
    pub rank: u32,
    /// The identifier of what happens.
    pub id: u32,
}

impl Event {
    /// Time and key as one number, which is compared without a branch.
    #[inline]
    const fn order(&self) -> u128 {
        (self.time as u128) << 64 | self.key as u128
    }
}

impl Ord for Event {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Event {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Buckets up to this size are sorted as a whole; larger ones are split first.
const SORTED_AT_ONCE: usize = 1 << 10;

/// The largest finished part of `run` that is kept.
const KEPT: usize = 1 << 12;

/// Events in the order of (time, key), provided that none is added before one that was taken: a radix heap (Ahuja,
/// Mehlhorn, Orlin and Tarjan 1990) on the time.
///
/// The next events are the sorted `run`, up to and including the time `bound`. A later event waits in the bucket of the
/// highest bit in which its time differs from `bound`, so that every bucket has later times than the ones below. At the
/// end of the run, the lowest bucket is split, or sorted if it is small, and becomes the next run. Buckets keep the order
/// in which events were added, which mostly is that of their keys: the events of one time are then sorted already. An
/// event that is added at or before `bound` is appended to the run if it comes last in it, and goes to a small heap
/// otherwise.
#[derive(Debug)]
pub struct EventQueue {
    run: Vec<Event>,
    /// The number of events of the run that are done.
    head: usize,
    /// The number of events of the run that were [announced](Self::announce).
    announced: usize,
    late: BinaryHeap<Reverse<Event>>,
    bound: u64,
    buckets: [Bucket; 64],
    /// A bit for each bucket that is not empty.
    occupied: u64,
    /// An empty buffer for a later bucket.
    spare: Vec<Event>,
}

/// Events whose times have the same highest bit of difference from the bound.
#[derive(Debug)]
struct Bucket {
    events: Vec<Event>,
    /// The least time and the largest.
    least: u64,
    most: u64,
    /// True if they are in order.
    is_sorted: bool,
}

impl Bucket {
    const EMPTY: Self = Self { events: Vec::new(), least: u64::MAX, most: 0, is_sorted: true };

    #[inline]
    fn push(&mut self, event: Event) {
        self.is_sorted &= self.events.last().is_none_or(|last| *last < event);
        self.least = self.least.min(event.time);
        self.most = self.most.max(event.time);
        self.events.push(event);
    }
}

impl Default for EventQueue {
    fn default() -> Self {
        Self {
            run: Vec::new(),
            head: 0,
            announced: 0,
            late: BinaryHeap::new(),
            bound: 0,
            buckets: [const { Bucket::EMPTY }; 64],
            occupied: 0,
            spare: Vec::new(),
        }
    }
}

impl EventQueue {
    /// Adds an event, no earlier than the last that was taken.
    #[inline]
    pub fn push(&mut self, event: Event) {
        if event.time > self.bound {
            self.push_bucket(event);
        } else {
            self.push_present(event);
        }
    }

    /// Takes the first event.
    #[inline]
    pub fn pop(&mut self) -> Option<Event> {
        if self.head == self.run.len() && self.late.is_empty() && !self.refill() {
            return None;
        }
        let next = self.run.get(self.head).copied();
        if let Some(&Reverse(late)) = self.late.peek()
            && next.is_none_or(|next| late < next)
        {
            self.late.pop();
            return Some(late);
        }
        self.head += 1;
        next
    }

    /// The next events of the run, at most `most` of them, if those announced before are done.
    #[inline]
    pub fn announce(&mut self, most: usize) -> Option<&[Event]> {
        if self.head < self.announced {
            return None;
        }
        self.announced = self.run.len().min(self.head + most);
        self.run.get(self.head..self.announced)
    }

    #[inline]
    fn push_bucket(&mut self, event: Event) {
        let bucket = (event.time ^ self.bound).ilog2();
        if self.occupied & 1 << bucket == 0 {
            self.occupied |= 1 << bucket;
            self.buckets[bucket as usize].events = mem::take(&mut self.spare);
        }
        self.buckets[bucket as usize].push(event);
    }

    fn push_present(&mut self, event: Event) {
        if self.run.last().is_some_and(|last| event < *last) {
            self.late.push(Reverse(event));
            return;
        }
        if self.head > KEPT && self.head > self.run.len() / 2 {
            self.run.drain(..self.head);
            self.announced = self.announced.saturating_sub(self.head);
            self.head = 0;
        }
        self.run.push(event);
    }

    /// Makes events of the lowest bucket the run; false if there is none.
    fn refill(&mut self) -> bool {
        self.run.clear();
        (self.head, self.announced) = (0, 0);
        if self.occupied == 0 {
            return false;
        }
        let lowest = self.occupied.trailing_zeros() as usize;
        self.occupied &= self.occupied - 1;
        let Bucket { events, least, most, mut is_sorted } = mem::replace(&mut self.buckets[lowest], Bucket::EMPTY);
        if least == most || events.len() <= SORTED_AT_ONCE {
            // Times of buckets above differ from the new bound first in the same bit as from the old one.
            self.bound = most;
            let run = mem::replace(&mut self.run, events);
            self.keep(run);
        } else {
            self.split(events, least);
            is_sorted |= self.run.is_sorted();
        }
        if !is_sorted {
            self.run.sort_unstable_by_key(Event::order);
        }
        true
    }

    /// Makes the events of the least time the run and moves the others to lower buckets.
    fn split(&mut self, mut events: Vec<Event>, least: u64) {
        self.bound = least;
        for event in events.drain(..) {
            if event.time == least {
                self.run.push(event);
            } else {
                self.push_bucket(event);
            }
        }
        self.keep(events);
    }

    /// Keeps the larger of the empty buffer and the spare one.
    fn keep(&mut self, empty: Vec<Event>) {
        if empty.capacity() > self.spare.capacity() {
            self.spare = empty;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A test step: adds events at times from the present on, in the given distance, or takes some.
    #[derive(Clone, Debug)]
    enum Step {
        Push { after: u64, key: u64, count: u16 },
        Pop(u16),
    }

    fn step() -> impl Strategy<Value = Step> {
        let after = prop_oneof![Just(0), 0..4u64, 0..1_000u64, any::<u64>()];
        prop_oneof![
            (after, 0..64u64, prop_oneof![1..4u16, 1_000..4_000u16]).prop_map(|(after, key, count)| Step::Push {
                after,
                key,
                count
            }),
            prop_oneof![1..4u16, 1_000..4_000u16].prop_map(Step::Pop),
        ]
    }

    proptest! {
        #[test]
        fn it_is_a_heap(steps in prop::collection::vec(step(), 1..24), spread in prop_oneof![Just(0), 1..9u64, any::<u64>()]) {
            let (mut queue, mut heap) = (EventQueue::default(), BinaryHeap::new());
            let (mut now, mut added) = (0u64, 0u32);
            for step in steps {
                match step {
                    Step::Push { after, key, count } => for index in 0..u64::from(count) {
                        let further = after.saturating_add(index.wrapping_mul(spread) % spread.max(1).saturating_add(index));
                        // Keys below those of earlier events as well; the low bits keep them apart.
                        let key = (u64::from(added) ^ key) << 32 | u64::from(added);
                        let event = Event { time: now.saturating_add(further), key, rank: added / 3, id: added };
                        queue.push(event);
                        heap.push(Reverse(event));
                        added += 1;
                    },
                    Step::Pop(count) => for _ in 0..count {
                        let expected = heap.pop().map(|Reverse(event)| event);
                        prop_assert_eq!(queue.pop(), expected);
                        now = expected.map_or(now, |event| event.time);
                    },
                }
            }
            while let Some(Reverse(expected)) = heap.pop() {
                prop_assert_eq!(queue.pop(), Some(expected));
            }
            prop_assert_eq!(queue.pop(), None);
        }
    }
}
