//! The cost of one message, in ticks, under the rules of either simulator.

use super::Simulator;
use crate::schedule::replay::{Network, ReplayError};
use logpine_text::units::{Rate, Time};

/// The resources that a message occupies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// The sender's processor.
    SendBusy,
    /// The sender's network interface.
    SendGap,
    /// The receiver's processor.
    ReceiveBusy,
    /// The receiver's network interface.
    ReceiveGap,
}

/// The cost of a message of some size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MessageCost {
    /// The time for which it occupies each resource, by [`Kept`].
    ticks: [u64; 4],
    /// True if the time is subtracted instead, which only happens for messages of 0 bytes.
    is_less: [bool; 4],
    /// From the start of the send to the arrival.
    pub(super) flight: u64,
    /// True if the sender waits for the receiver.
    pub(super) rendezvous: bool,
}

/// An end that cannot be represented as a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// After the longest time.
    End,
    /// Before time 0.
    Start,
}

impl MessageCost {
    /// The end of the occupation of a resource that starts at `now`.
    #[inline]
    pub(super) fn until(&self, kept: Kept, now: u64) -> Result<u64, Beyond> {
        let ticks = self.ticks[kept as usize];
        if self.is_less[kept as usize] {
            return now.checked_sub(ticks).ok_or(Beyond::Start);
        }
        now.checked_add(ticks).ok_or(Beyond::End)
    }

    /// The time for which a message of at least 1 byte occupies a resource.
    pub(super) const fn of_bytes(&self, kept: Kept) -> u64 {
        self.ticks[kept as usize]
    }

    /// True if a resource is occupied for a negative time, so that the next operation may begin before the message.
    pub(super) fn goes_back(&self) -> bool {
        self.is_less.contains(&true)
    }
}

/// Costs by size. The last ones are cached, since most schedules have few sizes.
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

/// The cost of a message; `None` past the longest time.
pub(super) fn cost(network: &Network, simulator: Simulator, bytes: u64) -> Option<MessageCost> {
    match simulator {
        Simulator::Loggopsim if bytes == 0 => of_no_bytes(network),
        Simulator::Loggopsim => of_bytes(network, simulator, bytes),
        Simulator::Atlahs => of_bytes(network, simulator, bytes.max(1)),
    }
}

/// The cost of a message of at least 1 byte.
fn of_bytes(network: &Network, simulator: Simulator, bytes: u64) -> Option<MessageCost> {
    let further = bytes - 1;
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
    let ticks = [send_busy, send_gap, receive_busy, receive_gap];
    Some(MessageCost { ticks, is_less: [false; 4], flight, rendezvous })
}

/// The cost of a message of 0 bytes in `LogGOPSim`: s - 1 is -1, and the time of a byte is subtracted. -O and -G are
/// compared as numbers without a sign, so that of two that are not 0 the receiver's processor subtracts the lesser.
fn of_no_bytes(network: &Network) -> Option<MessageCost> {
    let byte = |rate: Rate| rate.times(1).map(Time::ticks);
    let (copy, stream) = (byte(network.overhead_per_byte)?, byte(network.gap_per_byte)?);
    let (overhead, gap) = (network.overhead.ticks(), network.gap.ticks());
    let taken = if copy == 0 || stream == 0 { copy.max(stream) } else { copy.min(stream) };
    let parts = [(overhead, copy), (gap, stream), (overhead, taken), (gap, stream)];
    Some(MessageCost {
        ticks: parts.map(|(fixed, byte)| fixed.abs_diff(byte)),
        is_less: parts.map(|(fixed, byte)| fixed < byte),
        flight: overhead.checked_add(network.latency.ticks())?,
        rendezvous: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network([overhead, gap, copy, stream]: [u64; 4]) -> Network {
        let [latency, overhead, gap, copy, stream] = [6, overhead, gap, copy, stream].map(Time::from_ticks);
        let [overhead_per_byte, gap_per_byte] = [copy, stream].map(Rate::from_time);
        Network { latency, overhead, gap, gap_per_byte, overhead_per_byte, rendezvous_above: Some(0) }
    }

    /// From time 8 on: the ends of both processors and both interfaces.
    fn ends(network: &Network, simulator: Simulator, bytes: u64) -> [Result<u64, Beyond>; 4] {
        let cost = cost(network, simulator, bytes).expect("short");
        [Kept::SendBusy, Kept::SendGap, Kept::ReceiveBusy, Kept::ReceiveGap].map(|kept| cost.until(kept, 8))
    }

    /// The receiver's processor as `LogGOPSim` at commit 76451de prints it for one message: 7, 9, 9, 7, 9, 7.
    #[test]
    fn no_bytes_take_the_time_of_a_byte_away() {
        for ([stream, copy], processor) in
            [[3, 0], [3, 1], [1, 3], [0, 3], [0, 1], [3, 3]].into_iter().zip([7, 9, 9, 7, 9, 7])
        {
            let [send, gap, received, kept] = ends(&network([2, 4, copy, stream]), Simulator::Loggopsim, 0);
            assert_eq!([send, received], [Ok(10 - copy), Ok(processor)], "G = {stream}, O = {copy}");
            assert_eq!([gap, kept], [Ok(12 - stream); 2]);
        }
        let back = network([2, 4, 11, 13]);
        // 8 + 2 - 11, 8 + 4 - 13.
        assert_eq!(ends(&back, Simulator::Loggopsim, 0), [Err(Beyond::Start); 4]);
        assert!(of_no_bytes(&back).is_some_and(|cost| cost.goes_back() && !cost.rendezvous));
        assert!(of_no_bytes(&network([2, 4, 2, 4])).is_some_and(|cost| !cost.goes_back()));
    }

    #[test]
    fn atlahs_takes_no_bytes_for_one() {
        let network = network([2, 4, 11, 13]);
        let [none, one] = [0, 1].map(|bytes| cost(&network, Simulator::Atlahs, bytes));
        assert_eq!(none, one);
        assert!(none.is_some_and(|cost| cost.rendezvous), "1 byte is above S = 0");
    }
}
