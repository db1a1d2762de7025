//! The costs of messages under the rules of a simulator, as a model for plans.

use super::Simulator;
use super::costs::{Kept, MessageCost, cost};
use crate::schedule::replay::Network;
use logpine_models::model::{HostClass, MessageSize, Port, PortTiming};
use logpine_text::units::Time;

/// The port of a message under the rules of a simulator: the cost for a rank that sends or receives nothing else.
///
/// ```text
/// LogGOPSim   send_busy o + (s - 1) O                recv_busy o + (s - 1) max(O, G)
/// ATLAHS      send_busy o + (s - 1) O                recv_busy g + o + (s - 1) O
/// both        send_gap  max(send_busy, g + (s - 1) G), recv_gap likewise
/// ```
///
/// with a delivery of the flight and `recv_busy`. In `LogGOPSim` the receiver's processor takes the bytes off the
/// network, which LogGP leaves to the network interface, so pipelines have longer periods here than by the model.
/// Messages beyond the eager limit occupy their sender until they arrive, in ATLAHS until they are received.
///
/// No schedule is faster than these ports allow, since no operation takes less. Many are slower, because a processor
/// serves messages in the order in which they arrive, and before the next operations of the program.
pub struct EventTiming<'a> {
    network: Network,
    simulator: Simulator,
    model: &'a dyn PortTiming,
}

impl<'a> EventTiming<'a> {
    /// The ports of a network; `model` gives the name, the kind of message sizes, and the time of combinations.
    #[must_use]
    pub const fn new(network: Network, simulator: Simulator, model: &'a dyn PortTiming) -> Self {
        Self { network, simulator, model }
    }
}

impl PortTiming for EventTiming<'_> {
    fn name(&self) -> &'static str {
        self.model.name()
    }

    fn message_size(&self) -> MessageSize {
        self.model.message_size()
    }

    fn between(&self, bytes: u64, _: HostClass, _: HostClass) -> Option<Port> {
        self.simulator.port(&self.network, bytes)
    }

    fn is_convex(&self) -> bool {
        let Network { gap_per_byte, overhead_per_byte, rendezvous_above, .. } = &self.network;
        let exact = gap_per_byte.scale() == 0 && overhead_per_byte.scale() == 0;
        exact && rendezvous_above.is_none() && self.model.is_convex()
    }

    fn combine(&self, bytes: u64) -> Option<Time> {
        self.model.combine(bytes)
    }
}

impl Simulator {
    /// The port of a message by the rules of the simulator; one of 0 bytes counts as one of 1 byte. `None` past [`Time::MAX`].
    #[must_use]
    pub fn port(self, network: &Network, bytes: u64) -> Option<Port> {
        let cost = cost(network, self, bytes.max(1))?;
        let kept = [Kept::SendBusy, Kept::SendGap, Kept::ReceiveBusy, Kept::ReceiveGap].map(|kept| cost.of_bytes(kept));
        let [send_busy, send_gap, receive_busy, receive_gap] = kept;
        let MessageCost { flight, rendezvous, .. } = cost;
        let delivery = flight.checked_add(receive_busy)?;
        let released = match (rendezvous, self) {
            (false, _) => 0,
            (true, Simulator::Loggopsim) => flight,
            (true, Simulator::Atlahs) => delivery,
        };
        let send_gap = send_gap.max(send_busy).max(released);
        let recv_gap = receive_gap.max(receive_busy);
        let [send_busy, send_gap, recv_busy, recv_gap, delivery] =
            [send_busy, send_gap, receive_busy, recv_gap, delivery].map(Time::from_ticks);
        Some(Port { send_busy, send_gap, recv_busy, recv_gap, delivery })
    }
}
