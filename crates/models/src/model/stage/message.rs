//! The actions of ranks in a stage under models of single messages: send as soon as the gap allows, receive, and combine.

use super::Stage;
use crate::model::{Port, PortTiming};
use logpine_text::units::Time;

/// The state of a rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Rank {
    /// The time at which the processor is free.
    pub(super) processor: Time,
    /// The time at which the gap of the last send is over.
    pub(super) next_send: Time,
    /// The time at which the last reception ended.
    pub(super) reception: Option<Time>,
}

/// A message of a stage, and the time to combine it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    pub(super) port: Port,
    combine: Time,
}

impl Message {
    /// The longest message of a stage; if its messages differ, each number is the longest for any of them. `None` past
    /// [`Time::MAX`].
    pub(super) fn of(ports: &dyn PortTiming, stage: &Stage) -> Option<Self> {
        let port = if stage.is_even { ports.port(stage.bytes) } else { ports.port_up_to(stage.bytes) }?;
        Self::new(port, ports, stage.combined)
    }

    /// A message, `combined` bytes of which are combined. `None` past [`Time::MAX`].
    pub(super) fn new(port: Port, ports: &dyn PortTiming, combined: u64) -> Option<Self> {
        let combine = if combined == 0 { Time::ZERO } else { ports.combine(combined)? };
        Some(Self { port, combine })
    }

    /// The rank after it has sent, and the time at which its receiver has the message.
    pub(super) fn sent(self, rank: Rank) -> Option<(Rank, Time)> {
        let start = rank.processor.max(rank.next_send);
        let (processor, next_send) = (start.checked_add(self.port.send_busy)?, start.checked_add(self.port.send_gap)?);
        Some((Rank { processor, next_send, ..rank }, start.checked_add(self.port.delivery)?))
    }

    /// The rank after it has received and combined.
    pub(super) fn received(self, rank: Rank, delivered: Time) -> Option<Rank> {
        let after_gap = match rank.reception {
            Some(reception) => reception.checked_add(self.gap()?)?,
            None => Time::ZERO,
        };
        let after_processor = rank.processor.checked_add(self.busy()?)?;
        let end = delivered.checked_add(self.combine)?.max(after_processor).max(after_gap);
        Some(Rank { processor: end, reception: Some(end), ..rank })
    }

    /// The time from the beginning of the send until the receiver has combined.
    pub(super) fn delivery(self) -> Option<Time> {
        self.port.delivery.checked_add(self.combine)
    }

    /// The receiver's time for the message.
    pub(super) fn busy(self) -> Option<Time> {
        self.port.recv_busy.checked_add(self.combine)
    }

    /// The time between the ends of two receptions.
    pub(super) fn gap(self) -> Option<Time> {
        Some(self.port.recv_gap.max(self.busy()?))
    }
}
