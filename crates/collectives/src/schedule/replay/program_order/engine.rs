//! The loop: one rank after the other, as far as its messages are there.

use super::matching::{self, NONE};
use super::ports::Ports;
use super::ranks::Rank;
use crate::schedule::operations::{Kind, Record, Schedule};
use crate::schedule::replay::{Cause, Observer, Reason, ReplayError, Replayed, Span};
use logpine_models::model::PortTiming;
use logpine_text::units::Time;

/// The number of operations from one progress report to the next.
const REPORT_EVERY: u64 = 1 << 18;

/// The delivery time of a message that is not sent yet.
const NEVER: u64 = u64::MAX;

/// The data from which the causes of a rank's operations are determined.
#[derive(Clone, Copy, Default)]
struct Told {
    /// The operation that had the processor last, and the reason for which the next one waits.
    processor: (u32, Option<Reason>),
    send: u32,
    reception: u32,
}

pub(super) struct Replay<'a, O> {
    schedule: &'a Schedule,
    ports: Ports<'a>,
    pub ranks: Vec<Rank>,
    /// For each rank, if spans are wanted.
    told: Vec<Told>,
    /// The reception of every send.
    partners: Vec<u32>,
    /// The delivery time of the message of every reception.
    delivered: Vec<u64>,
    /// The send of every reception, among its rank's operations; only if spans are wanted.
    senders: Vec<u32>,
    /// Ranks whose messages were sent after they began to wait.
    ready: Vec<u32>,
    pub done: u64,
    pub messages: u64,
    observer: &'a mut O,
}

impl<'a, O: Observer> Replay<'a, O> {
    pub fn new(schedule: &'a Schedule, ranks: Vec<Rank>, timing: &'a dyn PortTiming, observer: &'a mut O) -> Self {
        let (told, senders) = if O::SPANS { (ranks.len(), schedule.len()) } else { (0, 0) };
        Self {
            schedule,
            ports: Ports::new(timing),
            told: vec![Told::default(); told],
            ranks,
            partners: matching::receptions(schedule),
            delivered: vec![NEVER; schedule.len()],
            senders: vec![0; senders],
            ready: Vec::new(),
            done: 0,
            messages: 0,
            observer,
        }
    }

    pub fn run(&mut self) -> Result<(), ReplayError> {
        let mut reported = 0;
        for first in 0..self.schedule.ranks() {
            self.ready.push(first);
            while let Some(rank) = self.ready.pop() {
                self.advance(rank)?;
                if self.done - reported >= REPORT_EVERY {
                    reported = self.done;
                    self.report()?;
                }
            }
        }
        self.report()
    }

    fn report(&mut self) -> Result<(), ReplayError> {
        if self.observer.progress(self.done).is_break() { Err(ReplayError::Stopped) } else { Ok(()) }
    }

    /// Does a rank's operations up to a reception whose message is not yet sent.
    fn advance(&mut self, rank: u32) -> Result<(), ReplayError> {
        let mut state = self.ranks[rank as usize];
        state.waits = false;
        while state.next < state.end {
            let record = self.schedule.records()[state.next as usize];
            match record.kind {
                Kind::Send => self.send(rank, &mut state, &record)?,
                Kind::Receive if self.delivered[state.next as usize] == NEVER => {
                    state.waits = true;
                    break;
                }
                Kind::Receive => self.receive(rank, &mut state, &record)?,
                Kind::Calculate | Kind::Combine => self.calculate(rank, &mut state, record.amount)?,
                Kind::Wait => self.wait(rank, &mut state, record.amount),
            }
        }
        self.ranks[rank as usize] = state;
        Ok(())
    }

    /// Notifies the receiver of the delivery of a message. A message without a reception is dropped.
    fn deliver(&mut self, receiver: u32, reception: u32, delivered: u64, operation: u32) -> Result<(), ReplayError> {
        if reception == NONE {
            return Ok(());
        }
        if delivered == NEVER {
            return Err(ReplayError::NotRepresentable);
        }
        self.delivered[reception as usize] = delivered;
        if O::SPANS {
            self.senders[reception as usize] = operation;
        }
        let state = &mut self.ranks[receiver as usize];
        if state.waits && state.next == reception {
            state.waits = false;
            self.ready.push(receiver);
        }
        Ok(())
    }

    #[inline]
    fn send(&mut self, rank: u32, state: &mut Rank, record: &Record) -> Result<(), ReplayError> {
        let port = self.ports.of(record.amount)?;
        let start = state.processor.max(state.next_send);
        let operation = state.operation();
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
        let reception = self.partners[state.next as usize];
        (state.processor, state.next_send) = (end, free);
        state.next += 1;
        self.done += 1;
        self.deliver(record.peer, reception, sum(start, port.delivery)?, operation)
    }

    /// Receives, and combines if a combination follows.
    #[inline]
    fn receive(&mut self, rank: u32, state: &mut Rank, record: &Record) -> Result<(), ReplayError> {
        let port = self.ports.of(record.amount)?;
        let records = self.schedule.records();
        let follows = records.get(state.next as usize + 1).filter(|_| state.next + 1 < state.end);
        let combined = follows.filter(|record| record.kind == Kind::Combine).map(|record| record.amount);
        let combine = combined.unwrap_or(0);
        let busy = sum(port.recv_busy, combine)?;
        let delivered = sum(self.delivered[state.next as usize], combine)?;
        let after_processor = sum(state.processor, busy)?;
        let gap = port.recv_gap.max(if combined.is_some() { busy } else { 0 });
        let after_gap = if state.has_received { sum(state.reception, gap)? } else { 0 };
        let end = delivered.max(after_processor).max(after_gap);
        if O::SPANS {
            let operation = state.operation();
            let told = self.told[rank as usize];
            let cause = match told.processor {
                _ if end == delivered => {
                    let operation = self.senders[state.next as usize];
                    Cause { reason: Reason::Message, rank: record.peer, operation }
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
        state.next += operations;
        self.done += u64::from(operations);
        self.messages += 1;
        Ok(())
    }

    fn calculate(&mut self, rank: u32, state: &mut Rank, ticks: u64) -> Result<(), ReplayError> {
        let start = state.processor;
        state.processor = sum(start, ticks)?;
        if O::SPANS {
            let operation = state.operation();
            self.tell(rank, operation, [start, state.processor, start], self.after_processor(rank, operation, start));
            self.told[rank as usize].processor = (operation, Some(Reason::Order));
        }
        state.next += 1;
        self.done += 1;
        Ok(())
    }

    fn wait(&mut self, rank: u32, state: &mut Rank, until: u64) {
        let start = state.processor;
        state.processor = start.max(until);
        if O::SPANS {
            let operation = state.operation();
            self.tell(rank, operation, [start, state.processor, start], self.after_processor(rank, operation, start));
            // A longer occupation of the processor still delays the next operation.
            if until > start {
                self.told[rank as usize].processor = (operation, Some(Reason::Clock));
            }
        }
        state.next += 1;
        self.done += 1;
    }

    /// The cause for which an operation that only needs the processor begins at `start`.
    fn after_processor(&self, rank: u32, operation: u32, start: u64) -> Cause {
        match self.told[rank as usize].processor {
            (cause, Some(reason)) if start > 0 => Cause { reason, rank, operation: cause },
            _ => start_of(rank, operation),
        }
    }

    fn tell(&mut self, rank: u32, operation: u32, [start, end, free]: [u64; 3], cause: Cause) {
        let [start, end, free] = [start, end, free].map(Time::from_ticks);
        self.observer.span(Span { rank, operation, processor: 0, start, end, free, cause });
    }

    pub fn result(self) -> Result<Replayed, ReplayError> {
        self.check_end()?;
        let ranks: Vec<Time> = self.ranks.iter().map(|rank| Time::from_ticks(rank.processor)).collect();
        let finish = ranks.iter().copied().max().unwrap_or_default();
        Ok(Replayed { finish, ranks, messages: self.messages })
    }

    /// Checks that all ranks are done and all messages received.
    pub fn check_end(&self) -> Result<(), ReplayError> {
        let mut stuck = None;
        let mut unfinished = 0;
        for (rank, state) in (0u32..).zip(&self.ranks) {
            let rest = self.schedule.range(rank).end - state.next as usize;
            if rest > 0 {
                unfinished += rest as u64;
                stuck.get_or_insert((rank, state.operation()));
            }
        }
        if let Some((rank, operation)) = stuck {
            return Err(ReplayError::Stuck { rank, operation, unfinished });
        }
        self.all_received()
    }

    fn all_received(&self) -> Result<(), ReplayError> {
        let records = (0u32..).zip(self.schedule.records()).zip(&self.partners);
        let lost = records.filter(|&((_, record), &partner)| record.kind == Kind::Send && partner == NONE);
        let mut lost = lost.map(|((at, _), _)| at).peekable();
        let Some(&at) = lost.peek() else { return Ok(()) };
        // The last rank that begins there or before. Ranks without operations begin at the start of the next.
        let after = self.ranks.partition_point(|state| state.first <= at);
        let rank = u32::try_from(after).unwrap_or(u32::MAX).saturating_sub(1);
        let operation = at - self.ranks[rank as usize].first;
        Err(ReplayError::Unreceived { rank, operation, unreceived: lost.count() as u64 })
    }
}

const fn start_of(rank: u32, operation: u32) -> Cause {
    Cause { reason: Reason::Start, rank, operation }
}

#[inline]
fn sum(a: u64, b: u64) -> Result<u64, ReplayError> {
    a.checked_add(b).ok_or(ReplayError::NotRepresentable)
}
