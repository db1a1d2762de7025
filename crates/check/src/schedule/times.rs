//! Checks that the times of a replay respect one port per rank: a rank does one thing at a time, and gaps and deliveries
//! take their time.

use super::structure::{Messages, index_in_rank};
use super::{ScheduleFault, Wrong};
use logpine_collectives::schedule::replay::Span;
use logpine_collectives::schedule::{Operation, Record, Schedule};
use logpine_models::model::{Port, PortTiming};
use logpine_text::units::Time;

/// Checks the times of a replay in program order; the spans may be in any order.
///
/// Each operation has one span; for waits for the clock it is optional. On every rank:
///
/// - in listed order, nothing begins while the processor is busy or before the clock time waited for;
/// - a send keeps the processor for `send_busy`, a calculation or combination for its time, and a reception for `recv_busy`,
///   until the message is there. **A combination has a span of its own, after that of its reception**;
/// - from the start of a send to that of the next, at least the `send_gap` of the first passes;
/// - between the ends of two receptions, at least the gap of the second passes: `recv_gap`, or, if it is combined, the
///   larger of `recv_gap` and `recv_busy` + combination, and then it ends with the combination;
/// - a reception ends, without combination, no earlier than `delivery` after the start of its send.
///
/// Operations may begin later than they could; this is not checked, nor are [`Span::free`] and [`Span::cause`].
///
/// # Errors
/// The first [`ScheduleFault`], also if messages do not match.
///
/// **Complexity** as [`check_structure`](super::check_structure).
pub fn check_times(schedule: &Schedule, spans: &[Span], timing: &dyn PortTiming) -> Result<(), ScheduleFault> {
    let messages = Messages::of(schedule)?;
    let times = Times::of(schedule, spans)?;
    let mut last_size = None;
    for rank in 0..schedule.ranks() {
        let mut port = Ports::default();
        for at in schedule.range(rank) {
            let fault = |wrong| ScheduleFault { rank, operation: Some(index_in_rank(schedule, rank, at)), wrong };
            let operation = schedule.records()[at].operation();
            if let Operation::Wait { until } = operation {
                port.free = port.free.max(until);
                continue;
            }
            let message = match operation {
                Operation::Send { bytes, .. } | Operation::Receive { bytes, .. } => {
                    let known = last_size.filter(|&(size, _)| size == bytes).map(|(_, port)| port);
                    let found =
                        known.or_else(|| timing.port(bytes.max(1))).ok_or(Wrong::NotRepresentable).map_err(fault)?;
                    last_size = Some((bytes, found));
                    found
                }
                _ => Port::default(),
            };
            let partner = messages.partner[at] as usize;
            port.operation(schedule, &times, (at, partner), message).map_err(fault)?;
        }
    }
    Ok(())
}

/// The times during which each operation keeps the processor.
struct Times {
    spans: Vec<(Time, Time)>,
}

impl Times {
    fn of(schedule: &Schedule, spans: &[Span]) -> Result<Self, ScheduleFault> {
        let mut told = vec![0u32; schedule.len()];
        let mut times = vec![(Time::ZERO, Time::ZERO); schedule.len()];
        for span in spans {
            let range = schedule.range(span.rank);
            let at = range.start + span.operation as usize;
            if at >= range.end {
                let (rank, operation, wrong) = (span.rank, Some(span.operation), Wrong::NoSuchOperation);
                return Err(ScheduleFault { rank, operation, wrong });
            }
            told[at] = told[at].saturating_add(1);
            times[at] = (span.start, span.end);
        }
        for rank in 0..schedule.ranks() {
            for (index, (&times, record)) in (0u32..).zip(told[schedule.range(rank)].iter().zip(schedule.rank(rank))) {
                let is_wait = matches!(record.operation(), Operation::Wait { .. });
                if times > 1 || (times == 0 && !is_wait) {
                    return Err(ScheduleFault { rank, operation: Some(index), wrong: Wrong::Timed { times } });
                }
            }
        }
        Ok(Self { spans: times })
    }
}

/// The state of a rank's processor and ports.
#[derive(Default)]
struct Ports {
    /// The time at which the processor is free.
    free: Time,
    /// The time at which the next send may begin.
    next_send: Time,
    /// The end of the last reception, including its combination.
    received: Option<Time>,
}

impl Ports {
    /// Performs the operation `at`. If it is one end of a message, `partner` is the other.
    fn operation(
        &mut self,
        schedule: &Schedule,
        times: &Times,
        (at, partner): (usize, usize),
        port: Port,
    ) -> Result<(), Wrong> {
        let (start, end) = times.spans[at];
        if start < self.free {
            return Err(Wrong::Overlap { start: start.ticks(), free: self.free.ticks() });
        }
        let expected = match schedule.records()[at].operation() {
            Operation::Send { .. } => port.send_busy,
            Operation::Receive { .. } => port.recv_busy,
            Operation::Calculate { time } | Operation::Combine { time } => time,
            Operation::Wait { .. } => return Ok(()),
        };
        if start.checked_add(expected) != Some(end) {
            return Err(Wrong::Busy { start: start.ticks(), end: end.ticks(), expected: expected.ticks() });
        }
        self.free = end;
        match schedule.records()[at].operation() {
            Operation::Send { .. } => self.send(start, port),
            Operation::Receive { .. } => self.receive(schedule, times, (at, partner), port),
            Operation::Combine { .. } => {
                self.received = Some(end);
                Ok(())
            }
            Operation::Calculate { .. } | Operation::Wait { .. } => Ok(()),
        }
    }

    fn send(&mut self, start: Time, port: Port) -> Result<(), Wrong> {
        if start < self.next_send {
            return Err(Wrong::SendGap { start: start.ticks(), earliest: self.next_send.ticks() });
        }
        self.next_send = start.checked_add(port.send_gap).ok_or(Wrong::NotRepresentable)?;
        Ok(())
    }

    /// A reception, whose gap ends with its combination.
    fn receive(
        &mut self,
        schedule: &Schedule,
        times: &Times,
        (at, partner): (usize, usize),
        port: Port,
    ) -> Result<(), Wrong> {
        let end = times.spans[at].1;
        let delivered = times.spans[partner].0.checked_add(port.delivery).ok_or(Wrong::NotRepresentable)?;
        if end < delivered {
            return Err(Wrong::TooEarly { end: end.ticks(), earliest: delivered.ticks() });
        }
        let combine = match schedule.records().get(at + 1).map(Record::operation) {
            Some(Operation::Combine { time }) => Some(time),
            _ => None,
        };
        let (end, gap) = match combine {
            None => (end, port.recv_gap),
            Some(time) => {
                let busy = port.recv_busy.checked_add(time).ok_or(Wrong::NotRepresentable)?;
                (times.spans[at + 1].1, port.recv_gap.max(busy))
            }
        };
        if let Some(received) = self.received {
            let earliest = received.checked_add(gap).ok_or(Wrong::NotRepresentable)?;
            if end < earliest {
                return Err(Wrong::ReceiveGap { end: end.ticks(), earliest: earliest.ticks() });
            }
        }
        self.received = Some(end);
        Ok(())
    }
}
