//! The causes of delays, recorded if an observer wants spans.

use super::number::number;
use super::resources::{Resources, Slot};
use super::states::NONE;
use crate::schedule::Schedule;
use crate::schedule::replay::{Cause, Match, Reason, Span};
use rustc_hash::FxHashMap;

/// The last operation that occupied every slot, and the last operation that each operation waited for.
#[derive(Debug, Default)]
pub(super) struct Trace {
    keepers: Vec<u32>,
    gates: Vec<u32>,
    /// The span of the message handled last; the operation is the receive, if that is known.
    pub(super) received: Option<Span>,
    /// The same for messages that were handled before their receive was known, by their send.
    pub(super) early: FxHashMap<u32, Span>,
}

impl Trace {
    pub(super) fn new(schedule: &Schedule, resources: &Resources) -> Self {
        Self { keepers: vec![NONE; resources.len()], gates: vec![NONE; schedule.len()], ..Self::default() }
    }

    /// Records that an operation occupies a slot.
    pub(super) fn keep(&mut self, slot: Slot, operation: u32) {
        self.keepers[slot.0] = operation;
    }

    /// Replaces a send by a receive as the occupant of the slots, once its message is known to belong to the receive.
    pub(super) fn rename(&mut self, slots: [Slot; 2], send: u32, receive: u32) {
        for slot in slots {
            if self.keepers[slot.0] == send {
                self.keepers[slot.0] = receive;
            }
        }
    }

    /// Records that `operation` waited for `before`; the last call counts.
    pub(super) fn gate(&mut self, operation: u32, before: u32) {
        self.gates[operation as usize] = before;
    }

    /// Records that `operation` waited for `receive` to be posted, and so for the cause of its delay.
    pub(super) fn gate_by_posting(&mut self, operation: u32, receive: u32) {
        if self.gates[receive as usize] != NONE {
            self.gates[operation as usize] = self.gates[receive as usize];
        }
    }

    /// Records that `receive` waits for its processor last.
    pub(super) fn gate_by_processor(&mut self, receive: u32, processor: Slot) {
        self.gates[receive as usize] = self.keepers[processor.0];
    }

    /// The cause for which an operation begins now and no earlier.
    pub(super) fn cause_of_operation(
        &self,
        resources: &Resources,
        operation: u32,
        slots: [Slot; 2],
        now: u64,
    ) -> (Reason, u32) {
        let gate = self.gates[operation as usize];
        let keeper = |slot: Slot| Some(self.keepers[slot.0]).filter(|&by| by != NONE && resources.free(slot) == now);
        let [processor, interface] = slots.map(keeper);
        match (processor, interface) {
            (None, None) | (Some(_), _) if gate != NONE && processor.is_none_or(|by| by == gate) => {
                (Reason::Order, gate)
            }
            (Some(by), _) => (Reason::Processor, by),
            (None, Some(by)) => (Reason::Gap, by),
            (None, None) => (Reason::Start, operation),
        }
    }

    /// The cause for which a message that has waited is handled now and no earlier.
    pub(super) fn cause_of_waiting(&self, resources: &Resources, slots: [Slot; 2], now: u64) -> (Reason, u32) {
        let [processor, interface] = slots;
        if resources.free(processor) == now {
            (Reason::Processor, self.keepers[processor.0])
        } else {
            (Reason::Gap, self.keepers[interface.0])
        }
    }

    /// The cause for which a message that waited for its receive is handled now: the cause of the receive's delay, if
    /// any.
    pub(super) fn cause_of_posted(&self, receive: u32, send: u32) -> (Reason, u32) {
        match self.gates[receive as usize] {
            NONE => (Reason::Message, send),
            gate => (Reason::Order, gate),
        }
    }
}

/// The first operation of a rank, by its index among those of all ranks.
#[inline]
pub(super) fn first(schedule: &Schedule, rank: u32) -> u32 {
    number(schedule.range(rank).start)
}

/// The place of an operation, by its index among those of all ranks.
pub(super) fn place(schedule: &Schedule, at: u32) -> (u32, u32) {
    let rank = schedule.rank_of(at as usize);
    (rank, at - first(schedule, rank))
}

/// The message of a send, received by an operation of a rank.
pub(super) fn message(schedule: &Schedule, send: u32, receiver: u32, reception: u32) -> Match {
    let (sender, send) = place(schedule, send);
    Match { sender, send, receiver, reception }
}

/// The cause with its rank and index, for an operation of a rank whose peer is mostly the sender of its message. If the
/// slots were occupied by a message whose receive is not known yet, the operation waited for the message.
#[inline]
pub(super) fn placed(schedule: &Schedule, rank: u32, peer: u32, (reason, by): (Reason, u32)) -> Cause {
    let within = |rank: u32| {
        let range = schedule.range(rank);
        range.contains(&(by as usize)).then(|| by - number(range.start))
    };
    if let Some(operation) = within(rank) {
        return Cause { reason, rank, operation };
    }
    let (rank, operation) = within(peer).map_or_else(|| place(schedule, by), |operation| (peer, operation));
    Cause { reason: Reason::Message, rank, operation }
}
