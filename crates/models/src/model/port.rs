//! Port timing (rank trees): the cost of a message of a given size to its sender and its receiver.

use super::{Growth, HostClass};
use crate::closed_form::PortCost;
use crate::machine::LoggopsParameters;
use logpine_text::units::Time;

/// The five numbers of a message.
///
/// The models of Bar-Noy and Kipnis (1994) and Culler et al. (1993) in one. A rank that starts a send at t is busy until t +
/// `send_busy` and may start the next one at t + `send_gap`. The receiver can use the message at t + `delivery` and is busy
/// with it for the last `recv_busy` of that time; its next message ends no earlier than `recv_gap` after that.
///
/// | model | `send_busy` | `send_gap` | `delivery` |
/// |---|---|---|---|
/// | alpha-beta | 0 | alpha + beta s | alpha + beta s |
/// | LogP | o | max(g, o) | L + 2o |
/// | LogGP | o | max(g + (s-1) G, o) | L + 2o + (s-1) G |
///
/// Both sides have equal numbers if a machine does not distinguish them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Port {
    /// The time for which a send keeps the sender's processor busy.
    pub send_busy: Time,
    /// The time from the start of a send to the earliest start of the next.
    pub send_gap: Time,
    /// The time for which a reception keeps the receiver's processor busy, at the end of `delivery`.
    pub recv_busy: Time,
    /// The time from the end of a reception to the earliest end of the next.
    pub recv_gap: Time,
    /// The time from the start of a send until the receiver can use the message.
    pub delivery: Time,
}

impl Port {
    /// The port of the reversed schedule, in which a reduction is a broadcast: its sends are the former receptions, each
    /// followed by `combine`, the time to combine a received message with the rank's own.
    ///
    /// The gap is max(`recv_gap`, `recv_busy` + combine), the delivery `delivery` + combine; Karp, Sahay, Santos and
    /// Schauser (1993). `None` past [`Time::MAX`].
    #[must_use]
    pub fn reversed(self, combine: Time) -> Option<Self> {
        let send_busy = self.recv_busy.checked_add(combine)?;
        Some(Self {
            send_busy,
            send_gap: self.recv_gap.max(send_busy),
            recv_busy: self.send_busy,
            recv_gap: self.send_gap,
            delivery: self.delivery.checked_add(combine)?,
        })
    }

    /// The shortest time between segments at a rank with `fanout` children that passes them on. It receives a segment, then
    /// sends it to each child in turn: (c - 1) `send_gap` + max(`send_gap`, `send_busy` + `recv_busy`), and never less than
    /// a reception allows. A leaf only receives. `None` past [`Time::MAX`].
    #[must_use]
    pub fn period(self, fanout: u64) -> Option<Time> {
        let Some(further) = fanout.checked_sub(1) else {
            return Some(self.recv_gap.max(self.recv_busy));
        };
        let first = self.send_gap.max(self.send_busy.checked_add(self.recv_busy)?);
        Some(self.send_gap.checked_mul(further)?.checked_add(first)?.max(self.recv_gap))
    }

    /// The shortest time between segments that a root with `fanout` children sends. `None` past [`Time::MAX`].
    #[must_use]
    pub fn root_period(self, fanout: u64) -> Option<Time> {
        self.send_gap.checked_mul(fanout)
    }

    /// The smaller of two values for each number: a lower bound on both ports.
    #[must_use]
    pub fn min_of_each(self, other: Self) -> Self {
        Self {
            send_busy: self.send_busy.min(other.send_busy),
            send_gap: self.send_gap.min(other.send_gap),
            recv_busy: self.recv_busy.min(other.recv_busy),
            recv_gap: self.recv_gap.min(other.recv_gap),
            delivery: self.delivery.min(other.delivery),
        }
    }

    /// The larger of two values for each number: an upper bound on both ports.
    #[must_use]
    pub fn max_of_each(self, other: Self) -> Self {
        Self {
            send_busy: self.send_busy.max(other.send_busy),
            send_gap: self.send_gap.max(other.send_gap),
            recv_busy: self.recv_busy.max(other.recv_busy),
            recv_gap: self.recv_gap.max(other.recv_gap),
            delivery: self.delivery.max(other.delivery),
        }
    }

    /// The length of a round in which every rank may send one message and receive one, ready to be sent on in the next
    /// round: the largest of the delivery, the gaps, and the sum of the two busy times. `None` past [`Time::MAX`].
    #[must_use]
    pub fn round(self) -> Option<Time> {
        let busy = self.send_busy.checked_add(self.recv_busy)?;
        Some(self.delivery.max(self.send_gap).max(self.recv_gap).max(busy))
    }
}

/// The presence of sizes in a model's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MessageSize {
    /// One short message that cannot be cut (LogP); sizes are ignored.
    Indivisible,
    /// At least one byte; messages may be cut into segments.
    Bytes,
}

/// Port timing (rank trees): the cost of a message between two ranks. All methods are pure.
///
/// A broadcast of one message needs only the gap and the delivery; pipelines need all five numbers.
pub trait PortTiming: Sync {
    /// The model's name in options and JSON.
    fn name(&self) -> &'static str;

    /// The number of host classes; [`HostClass`] values are below it.
    fn host_classes(&self) -> u16 {
        1
    }

    /// The presence of sizes in the model's messages.
    fn message_size(&self) -> MessageSize;

    /// The cost of a message of `bytes`, at least 1, between hosts of two classes. `None` past [`Time::MAX`].
    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port>;

    /// The cost of a message if all hosts are alike.
    fn port(&self, bytes: u64) -> Option<Port> {
        self.between(bytes, HostClass::default(), HostClass::default())
    }

    /// A lower bound, for each number, on the port of every message of at least `bytes`; bounds of the search over segment
    /// sizes rely on it. Equal to the port of `bytes` itself, unless some number falls as messages grow, as measured ones
    /// may.
    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        self.port(bytes)
    }

    /// An upper bound, for each number, on the port of every message of 1 to `bytes` bytes; `None` past [`Time::MAX`]. Equal
    /// to the port of `bytes` itself, unless some number falls as messages grow.
    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        self.port(bytes)
    }

    /// True if the combination and every number of a port is the largest of exact affine functions of the bytes, none of
    /// them rounded, and the delivery never grows less than the gaps do. The search then need not try every segment size,
    /// and has better bounds.
    fn is_convex(&self) -> bool {
        false
    }

    /// The growth of the ports over all sizes.
    fn growth(&self) -> Growth {
        Growth::Unknown
    }

    /// The time to combine a received message of `bytes` with the rank's own, in a reduction. `None` past [`Time::MAX`].
    fn combine(&self, bytes: u64) -> Option<Time>;

    /// The parameters over the reals, in ticks, for the closed forms of the literature; `None` if the model has no closed forms, and if
    /// sending and receiving differ.
    fn reals(&self) -> Option<PortCost> {
        None
    }

    /// The same messages in the parameters of `LogGOPS`, which simulators of GOAL know.
    fn in_loggops(&self) -> InLoggops {
        InLoggops::Others
    }
}

/// A model of messages in the parameters of `LogGOPS`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InLoggops {
    /// `LogGOPS` with these parameters.
    Parameters(Box<LoggopsParameters>),
    /// The model has parameters that `LogGOPS` has not.
    Others,
    /// A sum of parameters exceeds [`Time::MAX`].
    NotRepresentable,
}

/// A machine run backwards: a broadcast on it is a reduction on the machine, segment by segment.
///
/// The reversal of a schedule swaps sends and receptions, so the optimum of one is the optimum of the other (Karp et al.
/// 1993). The last, shorter segment of the broadcast is the first of the reduction.
#[derive(Clone, Copy)]
pub struct Reversed<'a>(pub &'a dyn PortTiming);

impl PortTiming for Reversed<'_> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn host_classes(&self) -> u16 {
        self.0.host_classes()
    }

    fn message_size(&self) -> MessageSize {
        self.0.message_size()
    }

    fn between(&self, bytes: u64, sender: HostClass, receiver: HostClass) -> Option<Port> {
        self.0.between(bytes, receiver, sender)?.reversed(self.0.combine(bytes)?)
    }

    fn port_at_least(&self, bytes: u64) -> Option<Port> {
        // Combining more bytes never takes less.
        self.0.port_at_least(bytes)?.reversed(self.0.combine(bytes)?)
    }

    fn port_up_to(&self, bytes: u64) -> Option<Port> {
        // Combining fewer bytes never takes longer.
        self.0.port_up_to(bytes)?.reversed(self.0.combine(bytes)?)
    }

    fn is_convex(&self) -> bool {
        self.0.is_convex()
    }

    /// The combination adds to both gap and delivery, but a gap equal to the delivery may become shorter than it.
    fn growth(&self) -> Growth {
        match self.0.growth() {
            Growth::Held if self.0.combine(u64::MAX) == Some(Time::ZERO) => Growth::Held,
            // Combining more bytes never takes less.
            Growth::Held
                if self.0.combine(1) > Some(Time::ZERO)
                    && self.0.port(1).map(|port| port.delivery) > Some(Time::ZERO) =>
            {
                Growth::Overlapping
            }
            Growth::Overlapping => Growth::Overlapping,
            Growth::Held | Growth::Unknown => Growth::Unknown,
        }
    }

    fn combine(&self, _bytes: u64) -> Option<Time> {
        Some(Time::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(send_busy: u64, send_gap: u64, recv_busy: u64, recv_gap: u64, delivery: u64) -> Port {
        let [send_busy, send_gap, recv_busy, recv_gap, delivery] =
            [send_busy, send_gap, recv_busy, recv_gap, delivery].map(Time::from_ticks);
        Port { send_busy, send_gap, recv_busy, recv_gap, delivery }
    }

    /// With c = 2, o = 2, g = 3: 7 ticks; max(c g, (c + 1) o) would give 6.
    #[test]
    fn the_period_holds_the_reception() {
        let logp = port(2, 3, 2, 3, 10);
        assert_eq!(logp.period(2), Some(Time::from_ticks(7)));
        assert_eq!(logp.period(1), Some(Time::from_ticks(4)));
        assert_eq!(logp.period(0), Some(Time::from_ticks(3)));
        assert_eq!(logp.root_period(2), Some(Time::from_ticks(6)));
    }

    #[test]
    fn reversal_swaps_the_sides_and_adds_the_combination() {
        let one_way = port(1, 4, 2, 5, 20);
        assert_eq!(one_way.reversed(Time::from_ticks(6)), Some(port(8, 8, 1, 4, 26)));
        assert_eq!(one_way.reversed(Time::ZERO).and_then(|back| back.reversed(Time::ZERO)), Some(one_way));
        assert_eq!(one_way.reversed(Time::MAX), None);
    }

    /// One round with a message that is long to send and another that is long to receive.
    #[test]
    fn a_round_of_two_ports_may_be_longer_than_that_of_each() {
        let (sent, received) = (port(7, 9, 1, 3, 9), port(2, 8, 6, 4, 8));
        assert_eq!(sent.max_of_each(received), port(7, 9, 6, 4, 9));
        let rounds = [sent, received, sent.max_of_each(received)].map(Port::round);
        assert_eq!(rounds, [9, 8, 13].map(|ticks| Some(Time::from_ticks(ticks))));
    }
}
