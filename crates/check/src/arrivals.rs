//! One message from a rank to the others, each of which passes it on: the port, and the number of ranks that have it when.

use logpine_models::model::Port;
use logpine_text::units::Time;
use std::collections::BTreeMap;

/// The most times at which ranks are counted, in a few milliseconds.
pub(super) const MOST_TIMES: usize = 1 << 14;

/// The port of the messages of a reduction, seen backwards: a rank "sends" what it receives, and combines it. `None` past
/// [`Time::MAX`].
pub(super) fn backwards(port: Port, combine: Time) -> Option<Port> {
    let [busy, delivery] = [port.recv_busy, port.delivery].map(|time| time.checked_add(combine));
    let (send_busy, delivery) = busy.zip(delivery)?;
    let send_gap = port.recv_gap.max(send_busy);
    Some(Port { send_busy, send_gap, recv_busy: port.send_busy, recv_gap: port.send_gap, delivery })
}

/// The ranks that get the message, time by time, if every rank that has it sends it to new ranks, a gap apart: no schedule
/// has it at more ranks at any time. Some times are those of no rank. Saturating.
pub(super) struct Arrivals {
    gap: u128,
    delivery: u128,
    /// The ranks that may send at a time, and those of them that get the message then.
    waiting: BTreeMap<u128, (u128, u128)>,
}

impl Arrivals {
    /// The arrivals for a port; `None` if it has no gap or no delivery, so that there is no end of ranks.
    pub fn new(port: Port) -> Option<Self> {
        let [gap, delivery] = [port.send_gap, port.delivery].map(|time| u128::from(time.ticks()));
        (gap > 0 && delivery > 0).then(|| Self { gap, delivery, waiting: BTreeMap::from([(0, (1, 1))]) })
    }
}

/// A time, and the number of ranks that get the message then; first time 0 with the rank that has it.
impl Iterator for Arrivals {
    type Item = (u128, u128);

    fn next(&mut self) -> Option<Self::Item> {
        let (time, (senders, received)) = self.waiting.pop_first()?;
        let next = self.waiting.entry(time + self.gap).or_default();
        next.0 = next.0.saturating_add(senders);
        let receivers = self.waiting.entry(time + self.delivery).or_default();
        receivers.0 = receivers.0.saturating_add(senders);
        receivers.1 = receivers.1.saturating_add(senders);
        Some((time, received))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(gap: u64, delivery: u64) -> Port {
        let [send_gap, delivery] = [gap, delivery].map(Time::from_ticks);
        Port { send_gap, delivery, ..Port::default() }
    }

    /// Culler et al. (1993), figure 3: P = 8, L = 6, g = 4, o = 2.
    #[test]
    fn the_published_broadcast() {
        let arrivals = Arrivals::new(port(4, 10)).expect("a gap and a delivery");
        let ranks: Vec<_> = arrivals.filter(|&(_, ranks)| ranks > 0).take(7).collect();
        assert_eq!(ranks, [(0, 1), (10, 1), (14, 1), (18, 1), (20, 1), (22, 1), (24, 2)]);
        assert!(Arrivals::new(port(0, 10)).is_none() && Arrivals::new(port(4, 0)).is_none());
    }

    #[test]
    fn rounds_double_the_ranks() {
        let arrivals = Arrivals::new(port(3, 3)).expect("a gap and a delivery");
        let expected = (0..10).map(|round| (3 * round, (1u128 << round).div_ceil(2)));
        assert!(arrivals.zip(expected).all(|(found, expected)| found == expected));
    }
}
