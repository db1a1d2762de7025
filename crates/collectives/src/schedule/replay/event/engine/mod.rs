//! The loop: one event after the other.

mod freed;

pub(super) use freed::Wanted;

use super::Simulator;
use super::costs::{Beyond, Costs, Kept, MessageCost};
use super::early::Early;
use super::key::{self, Element};
use super::matching::Matching;
use super::pairing::Pairs;
use super::resources::{Resources, Slot};
use super::states::{Class, States};
use super::trace::{self, Trace};
use super::waiting::Waiting;
use crate::schedule::Schedule;
use crate::schedule::operations::{Kind, Record};
use crate::schedule::replay::queue::{Event, EventQueue};
use crate::schedule::replay::{Network, Observer, Reason, ReplayError, Replayed, Span};
use logpine_text::units::Time;
use rustc_hash::FxHashMap;
use std::hint::black_box;

/// The number of events between two progress reports.
const PROGRESS: u64 = 1 << 16;

/// The number of events whose memory is fetched at once.
const BLOCK: usize = 32;

/// A replay under way.
pub(super) struct Engine<'a, O> {
    pub(super) schedule: &'a Schedule,
    pub(super) simulator: Simulator,
    pub(super) costs: Costs,
    pub(super) resources: Resources,
    pub(super) states: States,
    /// For each operation, the latest time at which an operation that it waits for is done or begun. Only if ranks have
    /// several processors; otherwise that is never after the processor is free.
    ready: Vec<u64>,
    pub(super) queue: EventQueue,
    waiting: Waiting,
    pub(super) pairs: Pairs,
    pub(super) matching: Matching,
    /// Messages whose receive is not posted: by the receive if it is known, else by the send.
    pub(super) early: FxHashMap<u32, Early>,
    /// The operations that the present event has freed, in this order.
    freed: Vec<(u32, Class, u32)>,
    stamp: u64,
    pub(super) now: u64,
    done: u64,
    pub(super) messages: u64,
    /// True if the present event posts a receive.
    pub(super) posting: bool,
    pub(super) trace: Trace,
    pub(super) observer: &'a mut O,
}

impl<'a, O: Observer> Engine<'a, O> {
    pub(super) fn new(
        schedule: &'a Schedule,
        network: &Network,
        simulator: Simulator,
        observer: &'a mut O,
    ) -> Result<Self, ReplayError> {
        let (mut states, receivers, used) = States::new(schedule)?;
        let resources = Resources::new(schedule.ranks(), &used);
        let pairs = Pairs::new(schedule, &mut states, receivers);
        let mut matching = Matching::default();
        for rank in pairs.wildcards() {
            matching.search(rank);
        }
        let mut costs = Costs::new(*network, simulator)?;
        let is_empty = |record: &Record| record.kind == Kind::Send && record.amount == 0;
        let goes_back = costs.of(0)?.goes_back() && schedule.records().iter().any(is_empty);
        Ok(Self {
            schedule,
            simulator,
            costs,
            states,
            ready: if resources.has_several_processors() { vec![0; schedule.len()] } else { Vec::new() },
            queue: EventQueue::default(),
            waiting: Waiting::new(schedule.ranks() as usize, resources.classes(), goes_back),
            pairs,
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
            self.touch();
            self.now = event.time;
            if self.observer.stops_at(Time::from_ticks(event.time)) {
                return Err(ReplayError::Stopped);
            }
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
                if self.observer.progress(self.done).is_break() {
                    return Err(ReplayError::Stopped);
                }
            }
        }
        self.end()
    }

    /// Reads the data of the next events, so that the memory fetches them for many at once. Events of one time visit all
    /// ranks, and nothing that they need is in the cache.
    #[inline]
    fn touch(&mut self) {
        let Some(upcoming) = self.queue.announce(BLOCK) else {
            return;
        };
        let sum = upcoming.iter().fold(0, |sum, event| {
            let free = self.resources.touch(event.rank);
            sum ^ u64::from(self.states.get(event.id).peer) ^ free ^ self.waiting.touch(event.rank)
        });
        black_box(sum);
    }

    /// The times until which a message that is sent or handled now occupies its slots; `at` is its send or its receive.
    #[inline]
    pub(super) fn until(&self, cost: MessageCost, slots: [Kept; 2], at: u32) -> Result<[u64; 2], ReplayError> {
        let end = |kept| cost.until(kept, self.now).map_err(|beyond| self.beyond(beyond, at));
        Ok([end(slots[0])?, end(slots[1])?])
    }

    #[cold]
    fn beyond(&self, beyond: Beyond, at: u32) -> ReplayError {
        let (rank, operation) = trace::place(self.schedule, at);
        match beyond {
            Beyond::End => ReplayError::NotRepresentable,
            Beyond::Start => ReplayError::BeforeStart { rank, operation },
        }
    }

    fn end(self) -> Result<Replayed, ReplayError> {
        if self.observer.progress(self.done).is_break() {
            return Err(ReplayError::Stopped);
        }
        let unfinished = self.schedule.len() as u64 - self.done;
        if unfinished > 0
            && let Some(at) = self.states.first_undone(self.schedule)
        {
            let (rank, operation) = trace::place(self.schedule, at);
            return Err(ReplayError::Stuck { rank, operation, unfinished });
        }
        if let Some(&send) = self.early.keys().min() {
            let (rank, operation) = trace::place(self.schedule, send);
            return Err(ReplayError::Unreceived { rank, operation, unreceived: self.early.len() as u64 });
        }
        // The times of the ranks may take their room.
        drop((self.states, self.queue, self.waiting));
        let ranks = self.resources.finish();
        let finish = ranks.iter().copied().max().unwrap_or(Time::ZERO);
        Ok(Replayed { finish, ranks, messages: self.messages })
    }

    /// The processor and the network interface of an operation.
    #[inline]
    pub(super) fn numbers_of(&self, at: u32) -> (u8, u8) {
        if self.resources.is_single() {
            return (0, 0);
        }
        let record = self.record(at);
        (record.processor, record.interface)
    }

    /// The bytes or the time of an operation.
    #[inline]
    pub(super) fn amount(&self, at: u32) -> u64 {
        self.states.get(at).amount(self.record(at))
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

    /// The time from which both slots are free.
    #[inline]
    pub(super) fn free(&self, [processor, interface]: [Slot; 2]) -> u64 {
        self.resources.free(processor).max(self.resources.free(interface))
    }

    /// Makes an operation occupy both slots.
    #[inline]
    pub(super) fn keep(&mut self, slots: [Slot; 2], until: [u64; 2], by: u32) {
        for (slot, until) in slots.into_iter().zip(until) {
            self.resources.keep(slot, until);
            if O::SPANS {
                self.trace.keep(slot, by);
            }
        }
    }

    /// Delays an event that cannot take place yet.
    #[inline(never)]
    pub(super) fn wait(&mut self, event: Event, class: usize, free: u64) {
        if let Some(again) = self.waiting.wait(event, class, free) {
            self.queue.push(again);
        }
    }

    /// Notes that an event takes place, so that the next operation that waits for the same slots can follow.
    #[inline]
    pub(super) fn served(&mut self, event: Event, class: usize, free: u64) {
        if key::has_waited(event.key)
            && let Some(next) = self.waiting.served(event, class, free)
        {
            self.queue.push(next);
        }
    }

    /// The span of an operation on the given rank and processor, with its start, its end and the time at which its
    /// interface is free.
    pub(super) fn span(&self, at: u32, (rank, processor): (u32, u8), times: [u64; 3], cause: (Reason, u32)) -> Span {
        let [start, end, free] = times.map(Time::from_ticks);
        let operation = at.wrapping_sub(trace::first(self.schedule, rank));
        let peer = self.states.get(at).peer;
        Span { rank, operation, processor, start, end, free, cause: trace::placed(self.schedule, rank, peer, cause) }
    }
}

/// A time after another.
#[inline]
pub(super) fn later(time: u64, by: u64) -> Result<u64, ReplayError> {
    time.checked_add(by).ok_or(ReplayError::NotRepresentable)
}

/// The start, end and free time of a message in its span. A message that ends before it begins is shown without duration
/// at its end.
#[inline]
pub(super) fn shown(now: u64, end: u64, free: u64) -> [u64; 3] {
    let start = now.min(end);
    [start, end, free.max(start)]
}
