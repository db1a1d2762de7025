//! Hierarchical LogGP as J. A. Rico-Gallego, J. C. Diaz-Martin and A. L. Lastovetsky use it, "Modeling Contention and
//! Mapping Effects in Multi-core Clusters", sections 4 and 5, beside tau-Lop.

use super::loggp::LoggpCost;

/// LogGP of messages within a host, and of those between hosts.
///
/// **Units** as [`LoggpCost`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoggphCost {
    /// L, o, g and G of shared memory.
    pub shared: LoggpCost,
    /// L', o', g' and G' of the network.
    pub network: LoggpCost,
}

impl LoggphCost {
    /// `(P - 1) [(L + 2o + (m - 1) G) + (L' + 2o' + (m - 1) G')]`: the ring allgather of m bytes of each rank, with ranks in
    /// sequence, at least two on a host and at least two hosts; equation (5).
    ///
    /// The most expensive rank receives through one channel and sends through the other. The number of ranks on a host does
    /// not matter, here and in [`LoggphCost::ring_round_robin`].
    #[must_use]
    pub fn ring_sequential(self, ranks: u64, bytes: f64) -> f64 {
        stages(ranks) * (self.shared.message(bytes) + self.network.message(bytes))
    }

    /// `(P - 1) 2 (L' + 2o' + (m - 1) G')`: the same with the hosts in turn; equation (6).
    #[must_use]
    pub fn ring_round_robin(self, ranks: u64, bytes: f64) -> f64 {
        stages(ranks) * 2.0 * self.network.message(bytes)
    }
}

impl LoggpCost {
    /// The sum of `L + 2o + (S - 1) G + (k - 1) (g + (S - 1) G)`, a message of k segments of S bytes (section 4), over messages
    /// of k/2, k/4, ... k/P segments: the binomial scatter of k
    /// segments in all, and also the allgather by recursive doubling, which tau-Lop distinguishes (tables 1 and 2).
    ///
    /// ```text
    /// log2 P (L + 2o + (S - 1) G) + ((P - 1)/P k - log2 P) (g + (S - 1) G)
    /// ```
    ///
    /// The tables have (k - 1)/2^i for k/2^i - 1, and so a total that is larger by (log2 P - (P - 1)/P) (g + (S - 1) G).
    /// *Requires* P = 2^q, and k a multiple of P.
    #[must_use]
    pub fn segmented_scatter(self, ranks: u64, segments: f64, segment: f64) -> f64 {
        let (all, rounds) = (ranks.max(1) as f64, f64::from(ranks.max(1).ilog2()));
        rounds * self.message(segment) + ((all - 1.0) / all * segments - rounds) * self.at(segment).gap
    }
}

/// P - 1.
fn stages(ranks: u64) -> f64 {
    ranks.saturating_sub(1) as f64
}
