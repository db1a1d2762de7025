//! Operations that wait for nothing more: freed by those before them, and queued.

use super::Engine;
use crate::schedule::Schedule;
use crate::schedule::replay::event::Simulator;
use crate::schedule::replay::event::key::{self, Element};
use crate::schedule::replay::event::number::number;
use crate::schedule::replay::event::states::{Class, Dependents, State};
use crate::schedule::replay::event::trace;
use crate::schedule::replay::queue::Event;
use crate::schedule::replay::{Observer, Reason};

/// The dependents to free.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Wanted {
    Begun,
    Done,
    Both,
}

impl<O: Observer> Engine<'_, O> {
    /// Frees the operations that wait for nothing.
    pub(super) fn begin(&mut self) {
        for rank in 0..self.schedule.ranks() {
            for at in self.schedule.range(rank) {
                let state = self.states.get(number(at));
                if state.class() == Class::Wait {
                    self.done += 1;
                    if O::SPANS {
                        let span = self.span(number(at), (rank, 0), [self.now; 3], (Reason::Start, number(at)));
                        self.observer.span(span);
                    }
                } else if state.is_free() {
                    self.free_first(rank, at, state);
                }
            }
            self.queue_freed();
        }
    }

    /// Frees an operation that waits for nothing. A receive that frees nothing when it is posted is posted at once, if
    /// its message is known: no message is handled before everything that is free at the beginning.
    fn free_first(&mut self, rank: u32, at: usize, state: State) {
        let paired = state.class() == Class::Receive && self.pairs.has(rank);
        if paired && !state.frees_on_begin(self.schedule, at) {
            self.states.get_mut(number(at)).begin();
        } else {
            self.freed.push((rank, state.class(), number(at)));
        }
    }

    /// Marks an operation as done, at a time from now on, and frees those of its dependents that are wanted.
    #[inline]
    pub(in super::super) fn finish(&mut self, at: u32, rank: u32, done: u64, wanted: Wanted) {
        self.states.get_mut(at).finish();
        self.done += 1;
        self.release(at, rank, done, wanted);
    }

    /// Counts down for the wanted dependents of an operation, and frees those that wait for nothing more.
    #[inline]
    pub(in super::super) fn release(&mut self, at: u32, rank: u32, done: u64, wanted: Wanted) {
        match self.states.get(at).dependents() {
            Dependents::None => {}
            Dependents::One { operation, on_begin } => {
                if wanted != (if on_begin { Wanted::Done } else { Wanted::Begun }) {
                    self.release_one(at, rank, operation, if on_begin { self.now } else { done });
                }
            }
            Dependents::Many => {
                let first = trace::first(self.schedule, rank);
                for &dependent in self.schedule.dependents_of(at as usize) {
                    let (operation, on_begin) = Schedule::dependent(dependent);
                    if wanted != (if on_begin { Wanted::Done } else { Wanted::Begun }) {
                        self.release_one(at, rank, first + operation, if on_begin { self.now } else { done });
                    }
                }
            }
        }
    }

    /// Ends the waiting of `waiting` for `at`, from a time on.
    #[inline]
    fn release_one(&mut self, at: u32, rank: u32, waiting: u32, time: u64) {
        if O::SPANS {
            // A receive is reported when its message is handled, which may be before it is posted, or after.
            if self.posting && self.now == time && self.states.get(at).class() == Class::Receive {
                self.trace.gate_by_posting(waiting, at);
            } else {
                self.trace.gate(waiting, at);
            }
        }
        if let Some(ready) = self.ready.get_mut(waiting as usize) {
            *ready = time.max(*ready);
        }
        if self.states.count_down(waiting) {
            self.freed.push((rank, self.states.get(waiting).class(), waiting));
        }
    }

    /// Queues the freed operations.
    #[inline]
    pub(super) fn queue_freed(&mut self) {
        match *self.freed {
            [] => {}
            [(rank, class, at)] => {
                self.freed.clear();
                self.queue_operation(rank, class, at);
            }
            _ => self.queue_all_freed(),
        }
    }

    fn queue_all_freed(&mut self) {
        // Stable: within a rank and class, in the order in which they were freed.
        self.freed.sort_by_key(|&(rank, class, _)| (rank, class));
        let mut index = 0;
        while let Some(&(rank, class, at)) = self.freed.get(index) {
            index += 1;
            let is_send_of = |&(of, class, _): &(u32, Class, u32)| of == rank && class == Class::Send;
            if class == Class::Send && self.freed.get(index).is_some_and(is_send_of) && self.resources.is_single() {
                index = self.queue_line(rank, index - 1);
            } else {
                self.queue_operation(rank, class, at);
            }
        }
        self.freed.clear();
    }

    /// Queues the sends of a rank that use the same slots, in the order in which they were freed. All but the first wait
    /// for it and are not tried. Returns the index after them.
    #[inline(never)]
    fn queue_line(&mut self, rank: u32, mut index: usize) -> usize {
        let slots = [self.resources.processor(rank, 0), self.resources.outward(rank, 0)];
        let class = self.resources.send_class(0, 0);
        let time = self.earliest().max(self.free(slots));
        while let Some(&(of, Class::Send, at)) = self.freed.get(index) {
            if of != rank {
                break;
            }
            let key = key::new(self.next_stamp(), Element::Send);
            self.wait(Event { time, key, rank, id: at }, class, time);
            index += 1;
        }
        index
    }

    #[inline]
    fn queue_operation(&mut self, rank: u32, class: Class, at: u32) {
        let (processor, interface) = self.numbers_of(at);
        let slot = self.resources.processor(rank, processor);
        let processor = self.resources.free(slot);
        let (element, free) = match class {
            Class::Send => (Element::Send, processor.max(self.resources.free(self.resources.outward(rank, interface)))),
            Class::Receive => (Element::Receive, processor),
            Class::Calculate | Class::Wait => (Element::Calculate, processor),
        };
        let ready = self.ready.get(at as usize).copied().unwrap_or(0);
        if O::SPANS && element == Element::Receive && processor > ready.max(self.now) {
            self.trace.gate_by_processor(at, slot);
        }
        let key = key::new(self.next_stamp(), element);
        self.queue.push(Event { time: self.earliest().max(free).max(ready), key, rank, id: at });
    }

    /// The earliest time at which an operation that is freed now is queued. `LogGOPSim` only checks when slots are free,
    /// which is not before now, unless a message of 0 bytes has occupied them for a negative time.
    #[inline]
    fn earliest(&self) -> u64 {
        match self.simulator {
            Simulator::Loggopsim => 0,
            Simulator::Atlahs => self.now,
        }
    }
}
