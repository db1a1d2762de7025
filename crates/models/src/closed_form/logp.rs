//! LogP: D. Culler et al., "LogP: Towards a Realistic Model of Parallel Computation" (1993).

use super::informed::optimum;
use super::paths::{KNomial, Pipe};
use super::ticks;
use crate::machine::LogpParameters;

/// A short message takes `L + 2o`, and a rank can send one every `max(g, o)`.
///
/// Below, D = L + 2o is the delivery and G = max(g, o) the send gap; P is the number of ranks. A reduction that takes c
/// to combine two values is the reversed broadcast with D + c and max(g, o + c) (Karp, Sahay, Santos and Schauser
/// 1993).
///
/// **Units** Any unit of time, the same for all three. *Requires* numbers that are finite and at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogpCost {
    /// L: the time from the end of the sender's overhead to the start of the receiver's.
    pub latency: f64,
    /// o: the processor time of a message, at the sender and at the receiver.
    pub overhead: f64,
    /// g: the least time between two sends of a rank, and between two receptions.
    pub gap: f64,
}

impl LogpCost {
    /// The parameters of a machine, in ticks; `None` if sending and receiving differ.
    #[must_use]
    pub fn of(parameters: &LogpParameters) -> Option<Self> {
        let LogpParameters { latency, overhead_send, overhead_receive, gap, .. } = parameters;
        let [latency, overhead, gap] = [latency, overhead_send, gap].map(|parameter| ticks(parameter.value));
        (overhead_send.value == overhead_receive.value).then_some(Self { latency, overhead, gap })
    }

    /// D = `L + 2o`: one message. Lecture "Distributed Networking", sending a single message.
    #[must_use]
    pub fn delivery(self) -> f64 {
        self.latency + 2.0 * self.overhead
    }

    /// G = `max(g, o)`: the time from a send to the next.
    #[must_use]
    pub fn send_gap(self) -> f64 {
        self.gap.max(self.overhead)
    }

    /// `2L + 4o`: a message and its answer. Lecture "Distributed Networking", ping-pong.
    #[must_use]
    pub fn ping_pong(self) -> f64 {
        2.0 * self.delivery()
    }

    /// `L + (n - 1) max(g, o) + 2o`: n messages from one rank to another. Lecture "Distributed Networking".
    #[must_use]
    pub fn messages(self, count: f64) -> f64 {
        (count - 1.0) * self.send_gap() + self.delivery()
    }

    /// `ceil(L / g)`: the number of messages that may be in flight from one rank, or to one, at the same time: the capacity
    /// of Culler et al. (1993). *Requires* g > 0.
    #[must_use]
    pub fn in_flight(self) -> f64 {
        (self.latency / self.gap).ceil()
    }

    /// `L + 2o + (P - 2) max(g, o)`: the root sends to all. Exact for P >= 2. Lecture "Distributed Networking".
    #[must_use]
    pub fn linear(self, ranks: u64) -> f64 {
        Self::among(ranks, self.messages(ranks.saturating_sub(1) as f64))
    }

    /// `max(h' (D + (k - 1) G), h D + sigma G)`: the k-ary tree in heap order, of height h = h' + 1. Exact.
    ///
    /// sigma is the largest sum of digits in base k of 0, ..., w - 1, for w ranks on the last level. The complete tree takes
    /// `h (D + (k - 1) G)`; the lecture "Distributed Networking" prints `log_k P` for h, which is an upper bound if rounded
    /// up. A k below 2 is a chain.
    #[must_use]
    pub fn k_ary(self, fanout: u64, ranks: u64) -> f64 {
        Pipe::k_ary(fanout, ranks).latency(self.delivery(), self.send_gap())
    }

    /// `D + (d - 1) max(D, G) + ((d - 1)(k - 2) + c - 1) G`, `d = ceil(log_k P)`, `c = ceil(P / k^(d-1)) - 1`: the
    /// k-nomial tree, largest subtrees first.
    ///
    /// Exact if P is a multiple of k^(d-1), otherwise an upper bound. For P = k^d and G <= D it is
    /// `log_k P (L + 2o + (k - 2) max(o, g))`, as in the lecture "Distributed Networking". A k below 2 counts as 2.
    #[must_use]
    pub fn k_nomial(self, fanout: u64, ranks: u64) -> f64 {
        let fanout = fanout.max(2);
        let KNomial { digits, first } = KNomial::new(fanout, ranks);
        let (delivery, gap) = (self.delivery(), self.send_gap());
        let below = digits - 1.0;
        let gaps = below * (fanout - 2) as f64 + first - 1.0;
        Self::among(ranks, delivery + below * delivery.max(gap) + gaps * gap)
    }

    /// `D + (ceil(log2 P) - 1) max(D, G)`: the binomial tree, largest subtrees first.
    ///
    /// Exact if P is a power of two, otherwise an upper bound; `ceil(log2 P) (L + 2o)` if G <= D. The lecture "Distributed
    /// Networking" does not round the logarithm, and assumes L > g.
    #[must_use]
    pub fn binomial(self, ranks: u64) -> f64 {
        self.k_nomial(2, ranks)
    }

    /// `min { t : P(t) >= P }`: no broadcast is faster, and the one in which each informed rank goes on sending reaches it.
    /// Karp, Sahay, Santos and Schauser (1993).
    #[must_use]
    pub fn optimum(self, ranks: u64) -> f64 {
        optimum(ranks, self.send_gap(), self.delivery())
    }

    /// `(c - 1) G + max(G, 2o)`: the least time between items at a rank with c children that passes them on; it receives an
    /// item, then sends it c times. *Requires* c >= 1.
    #[must_use]
    pub fn period(self, fanout: f64) -> f64 {
        (fanout - 1.0) * self.send_gap() + self.send_gap().max(2.0 * self.overhead)
    }

    /// `(P - 1) D + (n - 1) max(G, 2o)`: n items down a chain; for P = 2 a period of G. Exact for whole n.
    #[must_use]
    pub fn chain(self, ranks: u64, items: f64) -> f64 {
        self.pipelined(Pipe::chain(ranks), items)
    }

    /// The time of `items` items: the latency of the first, plus the largest period for each further one.
    pub(super) fn pipelined(self, pipe: Pipe, items: f64) -> f64 {
        let period = if pipe.relays { self.period(pipe.fanout) } else { pipe.fanout * self.send_gap() };
        pipe.latency(self.delivery(), self.send_gap()) + (items - 1.0) * period
    }

    fn among(ranks: u64, time: f64) -> f64 {
        if ranks < 2 { 0.0 } else { time }
    }
}
