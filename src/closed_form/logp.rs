//! LogP: D. Culler et al., "LogP: Towards a Realistic Model of Parallel Computation" (1993).

use super::informed::optimum;
#[cfg(test)]
use super::informed::{Arrivals, CountBounds, informed};
use super::paths::{KNomial, Pipe};
#[cfg(test)]
use super::postal::Postal;

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

    /// The k > 1 that minimises `(D + (k - 1) G) / ln k`, the complete k-ary tree's time per natural logarithm of the
    /// the number of ranks: the root of `0 = G ln k - (D - G) / k - G`.
    ///
    /// e if D = G, as in alpha-beta; lecture "Distributed Networking". `None` without a gap: the larger k, the better.
    #[must_use]
    #[cfg(test)]
    pub fn best_k_ary(self) -> Option<f64> {
        least_of_logarithm((self.delivery() - self.send_gap()) / self.send_gap())
    }

    /// The k > 1 that minimises `(D + (k - 2) G) / ln k`, the k-nomial tree's: the root of
    /// `0 = G ln k - (D - 2G) / k - G`.
    ///
    /// With o >= g that is `0 = o ln k - L / k - o`, which the lecture "Distributed Networking" prints with `+ o`. `None` if
    /// G >= D, in which case k = 2 is best, or without a gap.
    #[must_use]
    #[cfg(test)]
    pub fn best_k_nomial(self) -> Option<f64> {
        least_of_logarithm((self.delivery() - 2.0 * self.send_gap()) / self.send_gap())
    }

    /// `P(t) = sum over j >= 0 of C(floor((t - j D) / G) + j, j)`, j D <= t: the number of ranks that can know a message at
    /// t, including the root. Infinite past the largest `f64`.
    ///
    /// This solves `P(t) = P(t - G) + P(t - D)`, which is 1 below D. Karp, Sahay, Santos and Schauser (1993); the lecture
    /// "Distributed Networking" prints o for G, which holds for o >= g only.
    #[must_use]
    #[cfg(test)]
    pub fn informed(self, time: f64) -> f64 {
        informed(time, self.send_gap(), self.delivery())
    }

    /// `2^floor(t / max(D, G)) <= P(t) <= 2^floor(t / min(D, G))`. *Requires* t >= 0.
    ///
    /// The lecture "Distributed Networking" prints D for the maximum and o for the minimum; the first fails if G > D.
    #[must_use]
    #[cfg(test)]
    pub fn informed_bounds(self, time: f64) -> CountBounds {
        let (delivery, gap) = (self.delivery(), self.send_gap());
        let [lower, upper] = [delivery.max(gap), delivery.min(gap)].map(|step| (time / step).floor().exp2());
        CountBounds { lower, upper }
    }

    /// `min { t : P(t) >= P }`: no broadcast is faster, and the one in which each informed rank goes on sending reaches it.
    /// Karp, Sahay, Santos and Schauser (1993).
    #[must_use]
    pub fn optimum(self, ranks: u64) -> f64 {
        optimum(ranks, self.send_gap(), self.delivery())
    }

    /// The postal model in which a gap is the unit: lambda = D / G. *Requires* G > 0.
    #[must_use]
    #[cfg(test)]
    pub fn postal(self) -> Postal {
        Postal { lambda: self.delivery() / self.send_gap() }
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

    /// The number of values that P ranks can add within a time, if an addition takes 1.
    ///
    /// ```text
    /// 1 - (P - 1) o + sum of budgets,  budgets t - a over the P earliest arrivals a of the broadcast
    ///                                  with D = L + 2o + 1 and G = max(g, o + 1)
    /// ```
    ///
    /// Ranks with a budget of at most o are left out. Exact for whole parameters. Karp, Sahay, Santos and Schauser
    /// (1993); Culler et al. (1993), optimal summation.
    #[must_use]
    #[cfg(test)]
    pub fn summation(self, ranks: u64, time: f64) -> f64 {
        let (delivery, gap) = (self.delivery() + 1.0, self.gap.max(self.overhead + 1.0));
        // The share of a rank in the sum: its budget, less o.
        let last = time - self.overhead;
        let until = last.min(optimum(ranks, gap, delivery));
        let arrivals = Arrivals::by(until, gap, delivery);
        let surplus = (1.0 + arrivals.count - ranks as f64).max(0.0);
        let gained = arrivals.count * last - arrivals.sum;
        let too_many = if until < last { surplus * (last - until) } else { 0.0 };
        time + 1.0 + gained - too_many
    }

    fn among(ranks: u64, time: f64) -> f64 {
        if ranks < 2 { 0.0 } else { time }
    }
}

/// The k > 1 that minimises (c + k) / ln k: the root of k (ln k - 1) = c. `None` if there is none above 1.
#[cfg(test)]
fn least_of_logarithm(c: f64) -> Option<f64> {
    if !c.is_finite() || c <= -1.0 {
        return None;
    }
    let excess = |k: f64| k * (k.ln() - 1.0) - c;
    let (mut low, mut high) = (1.0, 2.0);
    while excess(high) < 0.0 {
        (low, high) = (high, 2.0 * high);
    }
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(high);
        }
        if excess(middle) < 0.0 { low = middle } else { high = middle }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[expect(clippy::float_cmp, reason = "the formulas are exact here")]
    fn example_of_logp_cost() {
        use logpine::closed_form::LogpCost;
        // Figure 3 of Culler et al.: 8 ranks know the message at 24.
        let cost = LogpCost { latency: 6.0, overhead: 2.0, gap: 4.0 };
        assert_eq!([22.0, 23.0, 24.0].map(|time| cost.informed(time)), [6.0, 6.0, 8.0]);
        assert!((cost.optimum(8) - 24.0).abs() < 1e-9);
    }

    #[test]
    fn example_of_logp_cost_summation() {
        use logpine::closed_form::LogpCost;
        // Figure 4 of Culler et al.
        let cost = LogpCost { latency: 5.0, overhead: 2.0, gap: 4.0 };
        assert!((cost.summation(8, 28.0) - 79.0).abs() < 1e-9);
    }
}
