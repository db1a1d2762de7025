//! The alpha-beta model (R. W. Hockney 1994): a message of s bytes takes alpha + beta s; a rank sends one and receives one
//! at a time.

use super::rounds::Rounds;
use logpine_text::integer::ceil_log;

/// A message of s bytes takes `alpha + beta s`.
///
/// **Units** Any unit of time, the same for both, and bytes. *Requires* numbers that are finite and at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AlphaBetaCost {
    /// The start-up time of a message.
    pub alpha: f64,
    /// The time per byte.
    pub beta: f64,
}

/// A message cut into equal segments, over the reals, with its time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segmented {
    /// The number of segments, n.
    pub segments: f64,
    /// The number of bytes of a segment, s / n.
    pub segment: f64,
    /// The time.
    pub time: f64,
}

impl AlphaBetaCost {
    /// `T(s) = alpha + beta s`: one message. Lecture "Distributed Networking", transfer time.
    #[must_use]
    pub fn message(self, bytes: f64) -> f64 {
        self.alpha + self.beta * bytes
    }

    /// `E(s) = s / (alpha + beta s)`: bytes per unit of time. It approaches 1 / beta as s grows. Lecture "Distributed
    /// Networking", effective bandwidth.
    #[must_use]
    pub fn effective_bandwidth(self, bytes: f64) -> f64 {
        bytes / self.message(bytes)
    }

    /// `s_1/2 = alpha / beta`: the bytes at which half of the bandwidth 1 / beta is reached. *Requires* beta > 0.
    /// Lecture "Distributed Networking".
    #[must_use]
    pub fn half_bandwidth_size(self) -> f64 {
        self.alpha / self.beta
    }

    /// `(fill + per_segment n)(alpha + beta s / n)`: a broadcast in rounds of n equal segments.
    #[must_use]
    pub fn time(self, rounds: Rounds, bytes: f64, segments: f64) -> f64 {
        rounds.of(segments) * self.message(bytes / segments)
    }

    /// The fastest real number of segments from 1 to s.
    ///
    /// ```text
    /// n* = sqrt(fill beta s / (per_segment alpha))
    /// T* = (sqrt(fill alpha) + sqrt(per_segment beta s))^2
    /// ```
    ///
    /// The chain has n* = sqrt((P-2) beta s / alpha). The binary tree's segment s / n* is the `z_opt` of the lecture
    /// "Distributed Networking", sqrt(alpha s / (beta (q - 2))), which divides by 0 up to P = 4: there it is s, one segment.
    /// T* holds if n* lies within 1 and s; otherwise the nearer of the two is best.
    #[must_use]
    pub fn best(self, rounds: Rounds, bytes: f64) -> Segmented {
        let squared = rounds.fill * self.beta * bytes / (rounds.per_segment * self.alpha);
        // NaN if nothing is filled and a start costs nothing: then one segment is as good as any.
        let segments = if squared > 1.0 { squared.sqrt().min(bytes.max(1.0)) } else { 1.0 };
        self.segmented(rounds, bytes, segments)
    }

    fn segmented(self, rounds: Rounds, bytes: f64, segments: f64) -> Segmented {
        Segmented { segments, segment: bytes / segments, time: self.time(rounds, bytes, segments) }
    }

    /// `q alpha + (P-1)/P beta s`: a binomial scatter of s bytes, s / P to each rank.
    ///
    /// Exact for every P over the reals; whole bytes add at most one to each of the q messages. E. Chan, M. Heimlich, A.
    /// Purkayastha and R. van de Geijn, "Collective communication: theory, practice, and experience", Concurrency and
    /// Computation 19 (2007), minimum spanning tree scatter.
    #[must_use]
    pub fn scatter(self, ranks: u64, bytes: f64) -> f64 {
        f64::from(ceil_log(2, ranks)) * self.alpha + self.beta * received(ranks, bytes)
    }

    /// `(P-1) alpha + (P-1)/P beta s`: an allgather of s bytes around a ring. Exact. Chan et al. (2007), bucket
    /// allgather.
    #[must_use]
    pub fn allgather_ring(self, ranks: u64, bytes: f64) -> f64 {
        ranks.saturating_sub(1) as f64 * self.alpha + self.beta * received(ranks, bytes)
    }

    /// `q alpha + (P-1)/P beta s`: an allgather of s bytes by recursive doubling, for P a power of two (Chan et al.
    /// 2007), or by the algorithm of J. Bruck et al. (1997), for every P. Exact; no allgather is faster.
    #[must_use]
    pub fn allgather_doubling(self, ranks: u64, bytes: f64) -> f64 {
        self.scatter(ranks, bytes)
    }

    /// `(q + P - 1) alpha + 2 (P-1)/P beta s`: broadcast by binomial scatter and ring allgather. Chan et al. (2007),
    /// long vectors.
    #[must_use]
    pub fn scatter_ring(self, ranks: u64, bytes: f64) -> f64 {
        self.scatter(ranks, bytes) + self.allgather_ring(ranks, bytes)
    }

    /// `2 q alpha + 2 (P-1)/P beta s`: broadcast by binomial scatter and an allgather by recursive doubling or Bruck's
    /// algorithm. Chan et al. (2007).
    #[must_use]
    pub fn scatter_doubling(self, ranks: u64, bytes: f64) -> f64 {
        self.scatter(ranks, bytes) + self.allgather_doubling(ranks, bytes)
    }

    /// `max(q alpha, alpha + beta s)`: no broadcast among P >= 2 ranks is faster; 0 for fewer.
    ///
    /// The number of ranks that have any part at most doubles in a message's time, and each rank receives s bytes, one
    /// message after the other. The lecture "Distributed Networking" prints the smaller of q alpha and beta s, which is also
    /// a bound but a weaker one.
    #[must_use]
    pub fn lower_bound(self, ranks: u64, bytes: f64) -> f64 {
        if ranks < 2 {
            return 0.0;
        }
        (f64::from(ceil_log(2, ranks)) * self.alpha).max(self.message(bytes))
    }

    /// `ceil(log2 P)`: the ratio of the binomial tree's time to beta s for large s. A chain of enough segments comes
    /// arbitrarily near to beta s. Lecture "Distributed Networking", which calls the tree binary; the pipelined binary tree
    /// has a factor of 2 for every P.
    #[must_use]
    pub fn binomial_bandwidth_factor(ranks: u64) -> f64 {
        f64::from(ceil_log(2, ranks))
    }

    /// `(P - 1) / ceil(log2 P)`: the ratio of a chain's time to that of the binomial tree, the fastest, for small s.
    /// *Requires* P >= 2. The lecture "Distributed Networking" prints it as P / log2 P.
    #[must_use]
    pub fn chain_latency_factor(ranks: u64) -> f64 {
        ranks.saturating_sub(1) as f64 / f64::from(ceil_log(2, ranks))
    }
}

/// The bytes that a rank lacks of s bytes spread evenly: (P-1)/P s.
fn received(ranks: u64, bytes: f64) -> f64 {
    if ranks < 2 { 0.0 } else { (ranks - 1) as f64 / ranks as f64 * bytes }
}
