//! What one message costs, in ticks, under the rules of either simulator.

use super::Simulator;
use crate::schedule::replay::{Network, ReplayError};

/// The cost of a message of some size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MessageCost {
    /// How long it keeps the sender's processor.
    pub(super) send_busy: u64,
    /// How long it keeps the sender's network interface.
    pub(super) send_gap: u64,
    /// From the start of the send to the arrival.
    pub(super) flight: u64,
    /// How long it keeps the receiver's processor.
    pub(super) receive_busy: u64,
    /// How long it keeps the receiver's network interface.
    pub(super) receive_gap: u64,
    /// Whether the sender waits for the receiver.
    pub(super) rendezvous: bool,
}

/// Costs by size; the last ones are remembered, for the sizes of a schedule are mostly few.
#[derive(Debug)]
pub(super) struct Costs {
    network: Network,
    simulator: Simulator,
    known: [(u64, MessageCost); KNOWN],
}

const KNOWN: usize = 16;

impl Costs {
    pub(super) fn new(network: Network, simulator: Simulator) -> Result<Self, ReplayError> {
        let of_no_bytes = cost(&network, simulator, 0).ok_or(ReplayError::NotRepresentable)?;
        Ok(Self { network, simulator, known: [(0, of_no_bytes); KNOWN] })
    }

    #[inline]
    pub(super) fn of(&mut self, bytes: u64) -> Result<MessageCost, ReplayError> {
        #[expect(clippy::cast_possible_truncation, reason = "a remainder below 16")]
        let known = &mut self.known[(bytes % KNOWN as u64) as usize];
        if known.0 == bytes {
            return Ok(known.1);
        }
        let new = cost(&self.network, self.simulator, bytes).ok_or(ReplayError::NotRepresentable)?;
        *known = (bytes, new);
        Ok(new)
    }
}

/// The cost of a message; of no bytes, that of one byte. `None` past the longest time.
pub(super) fn cost(network: &Network, simulator: Simulator, bytes: u64) -> Option<MessageCost> {
    let further = bytes.saturating_sub(1);
    let (latency, overhead, gap) = (network.latency.ticks(), network.overhead.ticks(), network.gap.ticks());
    let copy = network.overhead_per_byte.times(further)?.ticks();
    let stream = network.gap_per_byte.times(further)?.ticks();
    let send_busy = overhead.checked_add(copy)?;
    let send_gap = gap.checked_add(stream)?;
    let rendezvous = network.rendezvous_above.is_some_and(|eager| bytes > eager);
    let (flight, receive_busy, receive_gap) = match simulator {
        // The first byte arrives after o + L; the receiver's processor then takes the others from the network.
        Simulator::Loggopsim => (overhead.checked_add(latency)?, overhead.checked_add(copy.max(stream))?, send_gap),
        // The last byte arrives after all the rest; the receiver pays the gap and then the overhead.
        Simulator::Atlahs => {
            let flight = send_busy.checked_add(latency)?.checked_add(stream)?;
            (flight, gap.checked_add(send_busy)?, gap)
        }
    };
    Some(MessageCost { send_busy, send_gap, flight, receive_busy, receive_gap, rendezvous })
}
