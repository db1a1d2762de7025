//! Stages with the cost of a model of single messages.

use super::message::Message;
use super::{Direction, ExchangeStream, Next, Pace, Sight, Stage, StageCost, Way};
use crate::job::Layout;
use crate::model::{Port, PortTiming};
use logpine_text::units::Time;

/// A model of single messages applied stage by stage: it ignores the hosts of the ranks and all other messages.
///
/// A round of a synchronous stage takes R: the delivery and the combination or, if ranks do both, the busy times of a send,
/// a reception and the combination. It takes the gaps if they are longer and another round follows. The last round of an
/// algorithm ends with its last message, so no gap counts there: q rounds under `LogP`, with D = L + 2o, take (q - 1) max(D,
/// g) + D.
///
/// In a stream of n messages from or to one rank, n - 1 are a gap apart, and the last takes a round: a linear scatter under
/// LogGP takes L + 2o + (m - 1) G + (P - 2) (g + (m - 1) G). A stream among all ranks takes the time of the fastest order of
/// sends and receptions ([`ExchangeStream`]): a linear all-to-all exchange takes L + 2o + (m - 1) G + (P - 2)
/// max(g + (m - 1) G, 2o), unless the processor has to send when a message comes.
#[derive(Clone, Copy)]
pub struct PortStages<'a>(pub &'a dyn PortTiming);

impl StageCost for PortStages<'_> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn sight(&self) -> Sight {
        Sight::Blind
    }

    fn at_least(&self, bytes: u64, _layout: &Layout) -> Option<Time> {
        self.0.port_at_least(bytes.min(1)).map(|port| port.delivery)
    }

    fn ports(&self) -> Option<&dyn PortTiming> {
        Some(self.0)
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        let message = Message::of(self.0, stage)?;
        let Some(further) = stage.stages(layout.ranks()).checked_sub(1) else { return Some(Time::ZERO) };
        if (stage.pace, stage.pattern.way(), stage.next) == (Pace::Streaming, Way::Exchange, Next::Nothing) {
            return ExchangeStream::of(self.0, stage, further.saturating_add(1))?.time();
        }
        let last = round(message, stage.pattern.way())?;
        let before = last.max(message.port.send_gap).max(message.port.recv_gap);
        let apart = match stage.pace {
            Pace::Synchronous => before,
            Pace::Streaming => gap(message, stage.pattern.way(), stage.direction)?,
        };
        let last = match stage.next {
            Next::Nothing => last,
            Next::Stage { bytes, combined, way } => {
                let next = Message::new(self.0.port(bytes)?, self.0, combined)?;
                // The gap between two receptions lasts from the end of one to the end of the other, and belongs to the later
                // one.
                let gap = if combined == 0 { next.port.recv_gap } else { next.gap()? };
                let ends = gap.checked_add(last)?;
                before.max(ends.checked_sub(round(next, way)?).unwrap_or(Time::ZERO))
            }
        };
        // A repeated stream is held up by the slower end: the rank that all its messages share, or the ranks with one
        // message each.
        let again = match stage.pace {
            Pace::Synchronous => Time::ZERO,
            Pace::Streaming => {
                let each = apart.checked_mul(stage.pattern.stages(layout.ranks()))?;
                let held_up = other_end(message, stage.direction)?.checked_sub(each).unwrap_or(Time::ZERO);
                held_up.checked_mul(stage.repeat.saturating_sub(1))?
            }
        };
        last.checked_add(apart.checked_mul(further)?)?.checked_add(again)
    }
}

/// The time until the message of a round can be used, and is combined by its receiver; if ranks send and receive, until they
/// have done both.
fn round(message: Message, way: Way) -> Option<Time> {
    let delivery = message.delivery()?;
    match way {
        Way::OneWay => Some(delivery),
        Way::Exchange => Some(delivery.max(message.port.send_busy.checked_add(message.busy()?)?)),
    }
}

/// The time between two messages of a rank at the other end, which has one message of each stream.
fn other_end(message: Message, direction: Direction) -> Option<Time> {
    match direction {
        Direction::Forward => message.gap(),
        Direction::Backward => Some(message.port.send_gap.max(message.port.send_busy)),
    }
}

/// The time between two messages of a stream, at the rank that has all of them, or at every rank if all send and receive.
fn gap(message: Message, way: Way, direction: Direction) -> Option<Time> {
    let Port { send_busy, send_gap, recv_gap, .. } = message.port;
    match (way, direction) {
        (Way::Exchange, _) => Some(send_gap.max(recv_gap).max(send_busy.checked_add(message.busy()?)?)),
        (Way::OneWay, Direction::Forward) => Some(send_gap),
        (Way::OneWay, Direction::Backward) => message.gap(),
    }
}
