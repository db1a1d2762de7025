//! The loop: one event after the other.

use super::Simulator;
use super::costs::Costs;
use super::key::{self, Element};
use super::matching::Matching;
use super::pairing::{NONE, State, number, pair};
use super::receive::Early;
use super::resources::{Resources, Slot};
use super::trace::{self, Trace};
use super::waiting::Waiting;
use crate::schedule::Schedule;
use crate::schedule::operations::{Kind, Record};
use crate::schedule::replay::queue::{Event, EventQueue};
use crate::schedule::replay::{Network, Observer, Reason, ReplayError, Replayed, Span};
use crate::units::Time;
use rustc_hash::FxHashMap;

/// Events between two reports of progress.
const PROGRESS: u64 = 1 << 16;

/// A replay under way.
pub(super) struct Engine<'a, O> {
    pub(super) schedule: &'a Schedule,
    pub(super) simulator: Simulator,
    pub(super) costs: Costs,
    pub(super) resources: Resources,
    pub(super) states: Vec<State>,
    /// When the last that each operation waits for is done or begun; only where ranks have several processors, for else
    /// that is never after the processor is free.
    ready: Vec<u64>,
    pub(super) queue: EventQueue,
    waiting: Waiting,
    pub(super) matching: Matching,
    /// Messages whose receive is not posted: by the receive where that is known, else by the send.
    pub(super) early: FxHashMap<u32, Early>,
    /// What the present event has freed: rank, order within the rank, operation.
    freed: Vec<(u32, u8, u32)>,
    stamp: u64,
    pub(super) now: u64,
    done: u64,
    pub(super) messages: u64,
    /// Whether the present event posts a receive.
    pub(super) posting: bool,
    pub(super) trace: Trace,
    pub(super) observer: &'a mut O,
}

/// The dependents to free.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Begun,
    Done,
    Both,
}

impl<'a, O: Observer> Engine<'a, O> {
    pub(super) fn new(
        schedule: &'a Schedule,
        network: &Network,
        simulator: Simulator,
        observer: &'a mut O,
    ) -> Result<Self, ReplayError> {
        let paired = pair(schedule)?;
        let resources = Resources::new(schedule);
        let mut matching = Matching::default();
        paired.wildcards.into_iter().for_each(|rank| matching.search(rank));
        Ok(Self {
            schedule,
            simulator,
            costs: Costs::new(*network, simulator)?,
            states: paired.states,
            ready: if resources.has_several_processors() { vec![0; schedule.len()] } else { Vec::new() },
            queue: EventQueue::new(),
            waiting: Waiting::new(schedule.ranks() as usize, resources.classes()),
            matching,
            early: FxHashMap::default(),
            freed: Vec::new(),
            stamp: 0,
            now: 0,
            done: 0,
            messages: 0,
            posting: false,
            trace: if O::SPANS { Trace::new(schedule, &resources) } else { Trace::default() },
            resources,
            observer,
        })
    }

    pub(super) fn run(mut self) -> Result<Replayed, ReplayError> {
        self.begin();
        let mut until_progress = PROGRESS;
        while let Some(event) = self.queue.pop() {
            self.now = event.time;
            match key::element(event.key) {
                Element::Send => self.send(event)?,
                Element::Receive => {
                    self.posting = true;
                    self.post(event);
                    self.posting = false;
                }
                Element::Calculate => self.calculate(event)?,
                Element::Paired => self.paired(event)?,
                Element::Unmatched => self.unmatched(event)?,
                Element::Matched | Element::Posted => self.matched(event)?,
            }
            self.queue_freed();
            until_progress -= 1;
            if until_progress == 0 {
                until_progress = PROGRESS;
                self.observer.progress(self.done);
            }
        }
        self.end()
    }

    /// Frees what waits for nothing.
    fn begin(&mut self) {
        for rank in 0..self.schedule.ranks() {
            for at in self.schedule.range(rank) {
                let record = self.record(number(at));
                if record.kind == Kind::Wait {
                    self.done += 1;
                    if O::SPANS {
                        let span = self.span(number(at), rank, [self.now; 3], (Reason::Start, number(at)));
                        self.observer.span(span);
                    }
                } else if self.states[at].pending == 1 {
                    self.free_first(rank, at, record.kind);
                }
            }
            self.queue_freed();
        }
    }

    /// Frees an operation that waits for nothing. A receive that frees nothing when it is posted is posted at once, if its
    /// message is known: no message is handled before all that is free at the beginning.
    fn free_first(&mut self, rank: u32, at: usize, kind: Kind) {
        let frees = || self.schedule.dependents_of(at).iter().any(|&dependent| Schedule::dependent(dependent).1);
        if kind == Kind::Receive && self.states[at].other != NONE && !frees() {
            self.states[at].pending = 0;
        } else {
            self.freed.push((rank, class(kind), number(at)));
        }
    }

    /// An operation is done, at a time from now on: frees those of its dependents that are wanted.
    #[inline]
    pub(super) fn finish(&mut self, at: u32, rank: u32, done: u64, wanted: Wanted) {
        self.states[at as usize].pending = State::DONE;
        self.done += 1;
        self.release(at, rank, done, wanted);
    }

    /// Counts down what the wanted dependents of an operation wait for, and frees those that wait for nothing more.
    #[inline]
    pub(super) fn release(&mut self, at: u32, rank: u32, done: u64, wanted: Wanted) {
        let dependents = self.schedule.dependents_of(at as usize);
        if dependents.is_empty() {
            return;
        }
        let first = trace::first(self.schedule, rank) as usize;
        // A receive is told when its message is handled, which may be before it is posted, or after.
        let by_posting = O::SPANS && self.posting && self.now == done && self.record(at).kind == Kind::Receive;
        for &dependent in dependents {
            let (waiting, on_begin) = Schedule::dependent(dependent);
            if wanted == (if on_begin { Wanted::Done } else { Wanted::Begun }) {
                continue;
            }
            let waiting = first + waiting as usize;
            let state = &mut self.states[waiting];
            if state.pending == State::DONE {
                continue;
            }
            state.pending -= 1;
            if by_posting {
                self.trace.gate_by_posting(number(waiting), at);
            } else if O::SPANS {
                self.trace.gate(number(waiting), at);
            }
            if let Some(ready) = self.ready.get_mut(waiting) {
                *ready = (*ready).max(if on_begin { self.now } else { done });
            }
            if state.pending == 1 {
                self.freed.push((rank, class(self.schedule.records()[waiting].kind), number(waiting)));
            }
        }
    }

    /// Queues what has been freed.
    #[inline]
    fn queue_freed(&mut self) {
        let mut freed = std::mem::take(&mut self.freed);
        if freed.len() > 1 {
            freed.sort_unstable();
        }
        for (rank, _, at) in freed.drain(..) {
            self.queue_operation(rank, at);
        }
        self.freed = freed;
    }

    fn queue_operation(&mut self, rank: u32, at: u32) {
        let record = self.record(at);
        let slot = self.resources.processor(rank, record.processor);
        let processor = self.resources.free(slot);
        let (element, free) = match record.kind {
            Kind::Send => {
                let outward = self.resources.outward(rank, record.interface);
                (Element::Send, processor.max(self.resources.free(outward)))
            }
            Kind::Receive => (Element::Receive, processor),
            Kind::Calculate | Kind::Combine | Kind::Wait => (Element::Calculate, processor),
        };
        let ready = self.ready.get(at as usize).copied().unwrap_or(0);
        if O::SPANS && element == Element::Receive && processor > ready.max(self.now) {
            self.trace.gate_by_processor(at, slot);
        }
        let key = key::new(self.next_stamp(), element);
        self.queue.push(Event { time: self.now.max(free).max(ready), key, rank, id: at });
    }

    fn end(self) -> Result<Replayed, ReplayError> {
        self.observer.progress(self.done);
        let unfinished = self.schedule.len() as u64 - self.done;
        let first_undone = self.states.iter().position(|state| state.pending != State::DONE);
        if let Some(at) = first_undone {
            let (rank, operation) = trace::place(self.schedule, number(at));
            return Err(ReplayError::Stuck { rank, operation, unfinished });
        }
        if let Some(&send) = self.early.keys().min() {
            let (rank, operation) = trace::place(self.schedule, send);
            return Err(ReplayError::Unreceived { rank, operation, unreceived: self.early.len() as u64 });
        }
        let ranks = self.resources.finish();
        let finish = ranks.iter().copied().max().unwrap_or(Time::ZERO);
        Ok(Replayed { finish, ranks, messages: self.messages })
    }

    #[inline]
    pub(super) fn record(&self, at: u32) -> &'a Record {
        &self.schedule.records()[at as usize]
    }

    #[inline]
    pub(super) fn next_stamp(&mut self) -> u64 {
        self.stamp += key::STEP;
        self.stamp
    }

    /// From when both slots are free.
    #[inline]
    pub(super) fn free(&self, [processor, interface]: [Slot; 2]) -> u64 {
        self.resources.free(processor).max(self.resources.free(interface))
    }

    /// An operation keeps both slots.
    #[inline]
    pub(super) fn keep(&mut self, slots: [Slot; 2], until: [u64; 2], by: u32) {
        for (slot, until) in slots.into_iter().zip(until) {
            self.resources.keep(slot, until);
            if O::SPANS {
                self.trace.keep(slot, by);
            }
        }
    }

    /// An event cannot take place yet.
    pub(super) fn wait(&mut self, event: Event, class: usize, free: u64) {
        if let Some(again) = self.waiting.wait(event, class, free) {
            self.queue.push(again);
        }
    }

    /// An event takes place, and who waits for the same slots may be next.
    #[inline]
    pub(super) fn served(&mut self, event: Event, class: usize, free: u64) {
        if key::has_waited(event.key)
            && let Some(next) = self.waiting.served(event, class, free)
        {
            self.queue.push(next);
        }
    }

    /// The span of an operation, if it is of that rank, with its start, end and the time its interface is free.
    pub(super) fn span(&self, at: u32, rank: u32, times: [u64; 3], cause: (Reason, u32)) -> Span {
        let [start, end, free] = times.map(Time::from_ticks);
        let operation = at.wrapping_sub(trace::first(self.schedule, rank));
        Span { rank, operation, start, end, free, cause: trace::placed(self.schedule, cause) }
    }
}

/// The order of what is freed at once: sends, receives, calculations.
#[inline]
const fn class(kind: Kind) -> u8 {
    match kind {
        Kind::Send => 0,
        Kind::Receive => 1,
        Kind::Calculate | Kind::Combine | Kind::Wait => 2,
    }
}

/// A time after another.
#[inline]
pub(super) fn later(time: u64, by: u64) -> Result<u64, ReplayError> {
    time.checked_add(by).ok_or(ReplayError::NotRepresentable)
}
