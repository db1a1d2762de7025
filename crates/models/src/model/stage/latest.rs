//! The time of consecutive rounds under models of single messages, if every rank goes on as soon as it can. It is that of a
//! rank which does in every round everything that any rank does, and is never ahead of another.
//!
//! Each time of that rank after a round is a maximum of sums with its times before the round. A round is therefore a matrix
//! over (max, +), and n rounds are its n-th power. If all ranks do the same in every round, the time is exact.

use super::message::{Message, Rank};
use super::{ExchangeStream, FirstBlock, Pace, Pattern, Stage, Way};
use crate::model::PortTiming;
use logpine_text::units::Time;
use std::collections::VecDeque;

/// The times at which the processor is free, the gap of the last send is over, and the last reception ended; `None` before
/// the first one.
type Times = [Option<Time>; 3];

/// For each time after a round, its least delay after each time before the round; `None` if it does not depend on it.
type Delays = [Times; 3];

/// The times of a rank after some stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterStages(Times);

impl AfterStages {
    /// The times before the first stage.
    pub const NONE: Self = Self([Some(Time::ZERO), Some(Time::ZERO), None]);

    /// The times after one more stage; `None` past [`Time::MAX`], and for a stream in other patterns than groups.
    ///
    /// **Complexity** O(log n) for n rounds, O(n) for those of a stream.
    #[must_use]
    pub fn and(self, ports: &dyn PortTiming, stage: &Stage, ranks: u64) -> Option<Self> {
        let rounds = stage.stages(ranks);
        if stage.pace == Pace::Streaming && rounds > 1 {
            let of_groups = matches!(stage.pattern, Pattern::Rotations { .. }) && stage.repeat == 1;
            return if of_groups { stream(self.0, ports, stage, rounds).map(Self) } else { None };
        }
        after(self.0, delays(Message::of(ports, stage)?, stage.pattern.way())?, rounds).map(Self)
    }

    /// True if no further stages end earlier after `other`.
    #[must_use]
    pub fn is_never_behind(self, other: Self) -> bool {
        self.0.iter().zip(other.0).all(|(&time, other)| time <= other)
    }

    /// The time at which the last stage ends.
    #[must_use]
    pub fn end(self) -> Time {
        self.0[0].unwrap_or(Time::ZERO)
    }
}

/// The time of stages; `None` if there are streams among them, or it exceeds [`Time::MAX`].
///
/// **Complexity** O(log n) for n rounds of a stage.
pub(super) fn latest_time(ports: &dyn PortTiming, stages: &[Stage], ranks: u64) -> Option<Time> {
    let all = stages.iter().try_fold(AfterStages::NONE, |times, stage| times.and(ports, stage, ranks));
    all.map(AfterStages::end)
}

/// The time of blocks that go around a ring once or, combined at first, twice, provided that a longest block determines it:
/// one that is never held up on its way, even if all others are as long. `None` if it may be held up, or if stages have
/// other patterns.
///
/// **Complexity** O(log P).
pub(super) fn ring_time(ports: &dyn PortTiming, stages: &[Stage], ranks: u64) -> Option<Time> {
    let lag = |stage: &Stage| match stage.blocks?.first {
        FirstBlock::Ring { lag } if stage.stages(ranks) == ranks - 1 => Some(lag),
        _ => None,
    };
    match stages {
        [once] => lag(once).map(|_| ()),
        [first, again] => (lag(first)? == 1 && lag(again)? == 0).then_some(()),
        _ => None,
    }?;
    let way = stages.iter().try_fold(Time::ZERO, |way, stage| {
        let message = Message::new(ports.port(stage.bytes)?, ports, stage.combined)?;
        way.checked_add(message.delivery()?.checked_mul(stage.stages(ranks))?)
    })?;
    latest_time(ports, stages, ranks).filter(|&latest| latest == way)
}

/// The delays of a round in which a rank sends and receives, or does either.
fn delays(message: Message, way: Way) -> Option<Delays> {
    let (delivery, busy, gap) = (message.delivery()?, message.busy()?, message.gap()?);
    let (send_busy, send_gap) = (message.port.send_busy, message.port.send_gap);
    let both = delivery.max(send_busy.checked_add(busy)?);
    let reception = match way {
        Way::Exchange => [Some(both), Some(both), Some(gap)],
        Way::OneWay => [Some(delivery.max(busy)), Some(delivery), Some(gap)],
    };
    let sent = Some(send_busy);
    let processor = [reception[0].max(sent), reception[1].max(sent), reception[2]];
    Some([processor, [Some(send_gap), Some(send_gap), None], reception])
}

/// The times after `rounds` rounds.
fn after(mut times: Times, mut delays: Delays, mut rounds: u64) -> Option<Times> {
    while rounds > 0 {
        if rounds & 1 == 1 {
            times = product(&delays, times)?;
        }
        rounds >>= 1;
        if rounds > 0 {
            // Columns of the square are products with the columns.
            let [first, second, third] = [0, 1, 2].map(|column| product(&delays, delays.map(|row| row[column])));
            let columns = [first?, second?, third?];
            delays = [0, 1, 2].map(|row| columns.map(|column| column[row]));
        }
    }
    Some(times)
}

/// The times after a stream of `rounds` exchanges. As all ranks do the same, the message that a rank receives left when it
/// sent its own of that round.
fn stream(times: Times, ports: &dyn PortTiming, stage: &Stage, rounds: u64) -> Option<Times> {
    let [processor, next_send, reception] = times;
    let mut rank = Rank { processor: processor?, next_send: next_send?, reception };
    let message = Message::of(ports, stage)?;
    let lead = ExchangeStream::of(ports, stage, rounds)?.lead();
    let mut coming = VecDeque::new();
    for _ in 0..rounds {
        let (sent, delivered) = message.sent(rank)?;
        rank = sent;
        coming.push_back(delivered);
        if coming.len() as u64 >= lead {
            rank = message.received(rank, coming.pop_front()?)?;
        }
    }
    rank = coming.into_iter().try_fold(rank, |rank, delivered| message.received(rank, delivered))?;
    Some([Some(rank.processor), Some(rank.next_send), rank.reception])
}

/// The product of the matrix and a column. `None` past [`Time::MAX`].
fn product(delays: &Delays, times: Times) -> Option<Times> {
    let mut sums = [None; 3];
    for (sum, row) in sums.iter_mut().zip(delays) {
        for (delay, time) in row.iter().zip(times) {
            if let (Some(delay), Some(time)) = (delay, time) {
                *sum = (*sum).max(Some(delay.checked_add(time)?));
            }
        }
    }
    Some(sums)
}
