//! Every rank does its operations in the order of its list.
//!
//! When an operation is done follows from the operation before it and, for a reception, from when its message was sent.
//! Which message that is does not depend on times: the k-th reception of a rank from a sender with a tag gets the k-th
//! send of that sender to that rank with that tag. So the times are the least solution of a system of equations in which
//! every time is a maximum of sums of earlier ones, and ranks may be advanced in any order that has a message sent before
//! it is received: no queue of events is needed.
//!
//! A rank is advanced until its message is not yet sent. Who sends to a rank that waits for that very message hands it
//! over, and the rank goes on at once: along a tree nearly every message is handed over. Others lie in a table until
//! they are received.

use super::{Cause, Observer, Reason, ReplayError, Replayed, Span};
use crate::model::PortTiming;
use crate::schedule::operations::{ANY, Kind, Record, Schedule};
use crate::units::Time;
use rustc_hash::FxHashMap;

/// How many operations are done from one report of progress to the next.
const REPORT_EVERY: u64 = 1 << 18;

/// Replays a schedule with every rank doing its operations in listed order, and messages at the cost of any model.
///
/// With [`Port`](crate::model::Port) the port of a message of its size:
///
/// - a send starts when the operation before is done, the processor is free, and `send_gap` of the send before is over;
///   it keeps the processor for `send_busy`;
/// - a reception ends when its message is delivered, `recv_gap` after the reception before and `recv_busy` after the
///   processor was free, whichever is latest, and keeps the processor until then;
/// - a reception directly followed by a combination of c ticks is one operation: its gap is
///   max(`recv_gap`, `recv_busy` + c), and c is added to `recv_busy` and to `delivery`, which mirrors
///   [`Port::reversed`](crate::model::Port::reversed);
/// - a wait keeps the processor until its time.
///
/// Dependencies are ignored, unless one asks for an operation that is listed later: then the rank is stuck there.
///
/// **Complexity** O(operations) expected.
///
/// ```
/// use logpine::machine::Machine;
/// use logpine::model::Logp;
/// use logpine::schedule::replay::program_order;
/// use logpine::schedule::{Operation, ScheduleBuilder};
/// // Rank 0 sends to ranks 1 and 2: the second send starts g = 4 cycles after the first, and takes L + 2o = 10.
/// let mut builder = ScheduleBuilder::new();
/// builder.begin_rank()?;
/// for to in [1, 2] {
///     builder.push(Operation::Send { to, bytes: 1, tag: 0 })?;
/// }
/// for _ in [1, 2] {
///     builder.begin_rank()?;
///     builder.push(Operation::Receive { from: 0, bytes: 1, tag: 0 })?;
/// }
/// let timing = Logp::new(&Machine::load("logp-textbook")?)?;
/// let replayed = program_order(&builder.finish()?, &timing, &mut ())?;
/// assert_eq!((replayed.finish.ticks(), replayed.messages), (14_000, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReplayError`]: a reception from any rank or with any tag, a rank that does not exist, a rank that never gets on, a
/// message that is never received, or a time past [`Time::MAX`].
pub fn program_order<O: Observer>(
    schedule: &Schedule,
    timing: &dyn PortTiming,
    observer: &mut O,
) -> Result<Replayed, ReplayError> {
    let mut replay = Replay {
        schedule,
        ports: Ports::new(timing),
        ranks: ranks_of(schedule)?,
        told: if O::SPANS { vec![Told::default(); schedule.ranks() as usize] } else { Vec::new() },
        flying: Flying::default(),
        ready: Vec::new(),
        done: 0,
        messages: 0,
        observer,
    };
    replay.run()?;
    replay.result()
}

/// Where a rank is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It has not done anything.
    New,
    /// It is being advanced, or will be, or has done all.
    Started,
    /// It waits for its message.
    Waiting,
    /// Its message was handed over.
    Handed,
}

/// A rank; times in ticks.
#[derive(Clone, Copy)]
struct Rank {
    /// Its next operation, and the one before which it stops, among those of all ranks.
    next: u32,
    end: u32,
    /// When the processor is free.
    processor: u64,
    /// When the next send may start.
    next_send: u64,
    /// When the last reception ended.
    reception: u64,
    /// The sender and the tag of the message that it waits for.
    awaited: (u32, u32),
    /// The message handed over.
    handed: Message,
    state: State,
    has_received: bool,
}

/// A message on its way.
#[derive(Clone, Copy, Default)]
struct Message {
    /// When it is delivered.
    delivered: u64,
    /// The send, among the operations of its rank.
    operation: u32,
}

/// What causes are made of.
#[derive(Clone, Copy, Default)]
struct Told {
    /// The operation that had the processor last, and why one after it waits.
    processor: (u32, Option<Reason>),
    send: u32,
    reception: u32,
}

/// The five numbers of a port in ticks.
#[derive(Clone, Copy)]
struct Ticks {
    send_busy: u64,
    send_gap: u64,
    recv_busy: u64,
    recv_gap: u64,
    delivery: u64,
}

/// The ports of the sizes met so far; most schedules have few.
struct Ports<'a> {
    timing: &'a dyn PortTiming,
    known: FxHashMap<u64, Ticks>,
    last: Option<(u64, Ticks)>,
}

impl<'a> Ports<'a> {
    fn new(timing: &'a dyn PortTiming) -> Self {
        Self { timing, known: FxHashMap::default(), last: None }
    }

    #[inline]
    fn of(&mut self, bytes: u64) -> Result<Ticks, ReplayError> {
        match self.last {
            Some((size, ticks)) if size == bytes => Ok(ticks),
            _ => self.look_up(bytes),
        }
    }

    fn look_up(&mut self, bytes: u64) -> Result<Ticks, ReplayError> {
        let ticks = if let Some(&ticks) = self.known.get(&bytes) {
            ticks
        } else {
            // Models have no empty messages.
            let port = self.timing.port(bytes.max(1)).ok_or(ReplayError::NotRepresentable)?;
            let ticks = Ticks {
                send_busy: port.send_busy.ticks(),
                send_gap: port.send_gap.ticks(),
                recv_busy: port.recv_busy.ticks(),
                recv_gap: port.recv_gap.ticks(),
                delivery: port.delivery.ticks(),
            };
            self.known.insert(bytes, ticks);
            ticks
        };
        self.last = Some((bytes, ticks));
        Ok(ticks)
    }
}

/// No message of the pool.
const NONE: u32 = u32::MAX;

/// Messages sent and not yet received: of each receiver, sender and tag a queue, oldest first.
#[derive(Default)]
struct Flying {
    /// The first and the last of a queue.
    queues: FxHashMap<(u32, u32, u32), (u32, u32)>,
    /// Messages, each with the next of its queue.
    pool: Vec<(Message, u32)>,
    unused: Vec<u32>,
}

impl Flying {
    fn push(&mut self, key: (u32, u32, u32), message: Message) {
        let index = if let Some(index) = self.unused.pop() {
            self.pool[index as usize] = (message, NONE);
            index
        } else {
            // A schedule has fewer than 2^32 operations.
            let index = u32::try_from(self.pool.len()).unwrap_or(NONE);
            self.pool.push((message, NONE));
            index
        };
        let (_, last) = self.queues.entry(key).or_insert((index, index));
        if *last != index {
            self.pool[*last as usize].1 = index;
            *last = index;
        }
    }

    fn pop(&mut self, key: (u32, u32, u32)) -> Option<Message> {
        let (first, _) = self.queues.get_mut(&key)?;
        let (message, next) = self.pool[*first as usize];
        self.unused.push(*first);
        *first = next;
        if next == NONE {
            self.queues.remove(&key);
        }
        Some(message)
    }

    /// The first message that is left, by its sender, and how many there are.
    fn left(&self) -> Option<ReplayError> {
        let mut first = None;
        let mut unreceived = 0;
        for (&(_, from, _), &(head, _)) in &self.queues {
            let mut at = head;
            while at != NONE {
                let (message, next) = self.pool[at as usize];
                let here = (from, message.operation);
                first = Some(first.map_or(here, |first: (u32, u32)| first.min(here)));
                unreceived += 1;
                at = next;
            }
        }
        let (rank, operation) = first?;
        Some(ReplayError::Unreceived { rank, operation, unreceived })
    }
}

/// Every rank before its first operation, having checked what must hold whatever the times.
fn ranks_of(schedule: &Schedule) -> Result<Vec<Rank>, ReplayError> {
    let count = schedule.ranks();
    let mut ranks = Vec::with_capacity(count as usize);
    for rank in 0..count {
        let range = schedule.range(rank);
        let mut end = range.end;
        for (operation, at) in (0u32..).zip(range.clone()) {
            check(&schedule.records()[at], rank, operation, count)?;
            for &stored in schedule.dependents_of(at) {
                let (waiting, _) = Schedule::dependent(stored);
                if waiting <= operation {
                    // It waits for what it comes before.
                    end = end.min(range.start + waiting as usize);
                }
            }
        }
        let [next, end] = [range.start, end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        ranks.push(Rank {
            next,
            end,
            processor: 0,
            next_send: 0,
            reception: 0,
            awaited: (ANY, ANY),
            handed: Message::default(),
            state: State::New,
            has_received: false,
        });
    }
    Ok(ranks)
}

/// Whether the other end of an operation exists and is known.
fn check(record: &Record, rank: u32, operation: u32, ranks: u32) -> Result<(), ReplayError> {
    match record.kind {
        Kind::Receive if record.peer == ANY || record.tag == ANY => Err(ReplayError::AnyMessage { rank, operation }),
        Kind::Send | Kind::Receive if record.peer >= ranks => {
            Err(ReplayError::NoSuchRank { rank, operation, peer: record.peer, last: ranks - 1 })
        }
        _ => Ok(()),
    }
}

/// Who goes on after a rank was advanced.
enum Next {
    /// Nobody in particular.
    Any,
    /// This rank, and the one before later.
    Switch(u32),
}

struct Replay<'a, O> {
    schedule: &'a Schedule,
    ports: Ports<'a>,
    ranks: Vec<Rank>,
    /// Of every rank, where spans are wanted.
    told: Vec<Told>,
    flying: Flying,
    /// Ranks that can go on, each once at the most.
    ready: Vec<u32>,
    done: u64,
    messages: u64,
    observer: &'a mut O,
}

impl<O: Observer> Replay<'_, O> {
    fn run(&mut self) -> Result<(), ReplayError> {
        let mut reported = 0;
        for first in 0..self.schedule.ranks() {
            if self.ranks[first as usize].state != State::New {
                continue;
            }
            self.ready.push(first);
            while let Some(rank) = self.ready.pop() {
                if let Next::Switch(other) = self.advance(rank)? {
                    self.ready.push(rank);
                    self.ready.push(other);
                }
                if self.done - reported >= REPORT_EVERY {
                    reported = self.done;
                    self.observer.progress(self.done);
                }
            }
        }
        self.observer.progress(self.done);
        Ok(())
    }

    /// Does a rank's operations until it must wait or another rank should go first.
    fn advance(&mut self, rank: u32) -> Result<Next, ReplayError> {
        let mut state = self.ranks[rank as usize];
        let next = self.advance_from(rank, &mut state)?;
        self.ranks[rank as usize] = state;
        Ok(next)
    }

    fn advance_from(&mut self, rank: u32, state: &mut Rank) -> Result<Next, ReplayError> {
        if state.state == State::New {
            state.state = State::Started;
            self.ranks[rank as usize].state = State::Started;
        }
        while state.next < state.end {
            let at = state.next as usize;
            let record = self.schedule.records()[at];
            match record.kind {
                Kind::Send => {
                    // A receiver that already waits can be handed the message.
                    if self.ranks[record.peer as usize].state == State::New {
                        return Ok(Next::Switch(record.peer));
                    }
                    let message = self.send(rank, state, &record)?;
                    state.next += 1;
                    if self.hand_over(rank, &record, message) {
                        return Ok(Next::Switch(record.peer));
                    }
                }
                Kind::Receive => {
                    let message = if state.state == State::Handed {
                        state.state = State::Started;
                        state.handed
                    } else if let Some(message) = self.flying.pop((rank, record.peer, record.tag)) {
                        message
                    } else {
                        state.state = State::Waiting;
                        state.awaited = (record.peer, record.tag);
                        break;
                    };
                    state.next += self.receive(rank, state, &record, message)?;
                }
                Kind::Calculate | Kind::Combine => {
                    self.calculate(rank, state, record.amount)?;
                    state.next += 1;
                }
                Kind::Wait => {
                    self.wait(rank, state, record.amount);
                    state.next += 1;
                }
            }
        }
        Ok(Next::Any)
    }

    /// Gives a message to its receiver, if that waits for it, or else to the table.
    fn hand_over(&mut self, from: u32, record: &Record, message: Message) -> bool {
        let receiver = &mut self.ranks[record.peer as usize];
        if receiver.state == State::Waiting && receiver.awaited == (from, record.tag) {
            (receiver.handed, receiver.state) = (message, State::Handed);
            return true;
        }
        self.flying.push((record.peer, from, record.tag), message);
        false
    }

    #[inline]
    fn send(&mut self, rank: u32, state: &mut Rank, record: &Record) -> Result<Message, ReplayError> {
        let port = self.ports.of(record.amount)?;
        let start = state.processor.max(state.next_send);
        let operation = self.index(rank, state.next);
        let free = sum(start, port.send_gap)?;
        let end = sum(start, port.send_busy)?;
        if O::SPANS {
            let told = self.told[rank as usize];
            let cause = match told.processor {
                _ if start == 0 => start_of(rank, operation),
                (cause, Some(reason)) if state.processor == start => Cause { reason, rank, operation: cause },
                _ => Cause { reason: Reason::Gap, rank, operation: told.send },
            };
            self.tell(rank, operation, [start, end, free], cause);
            self.told[rank as usize].send = operation;
            self.told[rank as usize].processor = (operation, Some(Reason::Processor));
        }
        (state.processor, state.next_send) = (end, free);
        self.done += 1;
        Ok(Message { delivered: sum(start, port.delivery)?, operation })
    }

    /// Receives, and combines where that comes next; how many operations that were.
    #[inline]
    fn receive(&mut self, rank: u32, state: &mut Rank, record: &Record, message: Message) -> Result<u32, ReplayError> {
        let port = self.ports.of(record.amount)?;
        let records = self.schedule.records();
        let follows = records.get(state.next as usize + 1).filter(|_| state.next + 1 < state.end);
        let combined = follows.filter(|record| record.kind == Kind::Combine).map(|record| record.amount);
        let combine = combined.unwrap_or(0);
        let busy = sum(port.recv_busy, combine)?;
        let delivered = sum(message.delivered, combine)?;
        let after_processor = sum(state.processor, busy)?;
        let gap = port.recv_gap.max(if combined.is_some() { busy } else { 0 });
        let after_gap = if state.has_received { sum(state.reception, gap)? } else { 0 };
        let end = delivered.max(after_processor).max(after_gap);
        if O::SPANS {
            let operation = self.index(rank, state.next);
            let told = self.told[rank as usize];
            let cause = match told.processor {
                _ if end == delivered => {
                    Cause { reason: Reason::Message, rank: record.peer, operation: message.operation }
                }
                (cause, Some(reason)) if end == after_processor => Cause { reason, rank, operation: cause },
                _ if end == after_gap => Cause { reason: Reason::Gap, rank, operation: told.reception },
                _ => start_of(rank, operation),
            };
            let (start, received) = (end - busy, end - combine);
            self.tell(rank, operation, [start, received, received], cause);
            let mut last = operation;
            if combined.is_some() {
                last = operation + 1;
                self.tell(rank, last, [received, end, received], Cause { reason: Reason::Order, rank, operation });
            }
            self.told[rank as usize] =
                Told { processor: (last, Some(Reason::Order)), reception: last, ..self.told[rank as usize] };
        }
        (state.processor, state.reception, state.has_received) = (end, end, true);
        let operations = 1 + u32::from(combined.is_some());
        self.done += u64::from(operations);
        self.messages += 1;
        Ok(operations)
    }

    fn calculate(&mut self, rank: u32, state: &mut Rank, ticks: u64) -> Result<(), ReplayError> {
        let start = state.processor;
        state.processor = sum(start, ticks)?;
        if O::SPANS {
            let operation = self.index(rank, state.next);
            self.tell(rank, operation, [start, state.processor, start], self.after_processor(rank, operation, start));
            self.told[rank as usize].processor = (operation, Some(Reason::Order));
        }
        self.done += 1;
        Ok(())
    }

    fn wait(&mut self, rank: u32, state: &mut Rank, until: u64) {
        let start = state.processor;
        state.processor = start.max(until);
        if O::SPANS {
            let operation = self.index(rank, state.next);
            self.tell(rank, operation, [start, state.processor, start], self.after_processor(rank, operation, start));
            // What had the processor for longer still keeps the next operation.
            if until > start {
                self.told[rank as usize].processor = (operation, Some(Reason::Clock));
            }
        }
        self.done += 1;
    }

    /// Why an operation that only needs the processor begins at `start`.
    fn after_processor(&self, rank: u32, operation: u32, start: u64) -> Cause {
        match self.told[rank as usize].processor {
            (cause, Some(reason)) if start > 0 => Cause { reason, rank, operation: cause },
            _ => start_of(rank, operation),
        }
    }

    fn tell(&mut self, rank: u32, operation: u32, [start, end, free]: [u64; 3], cause: Cause) {
        let [start, end, free] = [start, end, free].map(Time::from_ticks);
        self.observer.span(Span { rank, operation, start, end, free, cause });
    }

    /// The index of an operation among its rank's.
    fn index(&self, rank: u32, at: u32) -> u32 {
        at - u32::try_from(self.schedule.range(rank).start).unwrap_or(0)
    }

    fn result(self) -> Result<Replayed, ReplayError> {
        let mut stuck = None;
        let mut unfinished = 0;
        for (rank, state) in (0u32..).zip(&self.ranks) {
            let rest = self.schedule.range(rank).end - state.next as usize;
            if rest > 0 {
                unfinished += rest as u64;
                stuck.get_or_insert((rank, self.index(rank, state.next)));
            }
        }
        if let Some((rank, operation)) = stuck {
            return Err(ReplayError::Stuck { rank, operation, unfinished });
        }
        if let Some(unreceived) = self.flying.left() {
            return Err(unreceived);
        }
        let ranks: Vec<Time> = self.ranks.iter().map(|rank| Time::from_ticks(rank.processor)).collect();
        let finish = ranks.iter().copied().max().unwrap_or_default();
        Ok(Replayed { finish, ranks, messages: self.messages })
    }
}

const fn start_of(rank: u32, operation: u32) -> Cause {
    Cause { reason: Reason::Start, rank, operation }
}

#[inline]
fn sum(a: u64, b: u64) -> Result<u64, ReplayError> {
    a.checked_add(b).ok_or(ReplayError::NotRepresentable)
}
