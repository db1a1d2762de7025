//! Rounds of the alpha-beta model: the number of rounds in a broadcast of n equal segments.

use super::paths::{KNomial, Pipe};
use logpine_text::integer::ceil_log;

/// The number of rounds in a broadcast of n equal segments: `fill + per_segment n`.
///
/// In a round a rank may send one segment and receive one. With segments of z bytes a round costs alpha + beta z, so the
/// times follow from [`AlphaBetaCost::time`](super::AlphaBetaCost::time) and the best n from
/// [`AlphaBetaCost::best`](super::AlphaBetaCost::best). A reduction is the reversed schedule. Below, P is the number of
/// ranks and q = ceil(log2 P).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounds {
    /// The part that does not depend on the number of segments: filling the pipeline.
    pub fill: f64,
    /// The part per segment: the largest fanout.
    pub per_segment: f64,
}

impl Rounds {
    /// The rounds of `segments` segments.
    #[must_use]
    pub fn of(self, segments: f64) -> f64 {
        self.fill + self.per_segment * segments
    }

    /// `n (P - 1)`: the root sends to all. Exact. Lecture "Distributed Networking", linear broadcast.
    #[must_use]
    pub fn linear(ranks: u64) -> Self {
        Self { fill: 0.0, per_segment: ranks.saturating_sub(1) as f64 }
    }

    /// `n + P - 2`: a chain. Exact. Lecture "Distributed Networking", simple pipeline, which prints P - 1 for P
    /// segments.
    #[must_use]
    pub fn chain(ranks: u64) -> Self {
        Self::of_pipe(Pipe::chain(ranks))
    }

    /// `2 (n + q - 2)`: the pipelined binary tree of the lecture "Distributed Networking", which prints n q - 2 for
    /// n + q - 2.
    ///
    /// Exact for P = 2^h and 2^h - 1 ranks, in heap order; otherwise an upper bound, at most 2 rounds above
    /// [`Rounds::k_ary`]. For P <= 2 a chain.
    #[must_use]
    pub fn binary(ranks: u64) -> Self {
        match ranks {
            0..=2 => Self::chain(ranks),
            _ => Self { fill: 2.0 * f64::from(ceil_log(2, ranks) - 2), per_segment: 2.0 },
        }
    }

    /// `k (n - 1) + F`: the k-ary tree in heap order (rank r sends to k r + 1, ..., k r + k), each segment to all
    /// children before the next. Exact.
    ///
    /// F is the largest sum, over the path to a rank, of its position among its siblings: with the largest sum of digits
    /// sigma in base k of the numbers 0, ..., w - 1, for w ranks on the last level of height h, F = max(k (h - 1), h +
    /// sigma). The complete tree has F = k h, so k (n + h - 1) rounds. A k below 2 is a chain; for P <= k it is a star.
    #[must_use]
    pub fn k_ary(fanout: u64, ranks: u64) -> Self {
        Self::of_pipe(Pipe::k_ary(fanout, ranks))
    }

    /// `n q`: the binomial tree, each segment to all children before the next. Exact; for n = 1 no schedule is faster,
    /// and more segments never help.
    #[must_use]
    pub fn binomial(ranks: u64) -> Self {
        Self { fill: 0.0, per_segment: f64::from(ceil_log(2, ranks)) }
    }

    /// `n ((k - 1)(d - 1) + ceil(P / k^(d-1)) - 1)`, `d = ceil(log_k P)`: the k-nomial tree, in which rank r sends to
    /// `r + j k^i` for the i below its trailing zeros in base k, 0 < j < k; largest subtrees first. Exact; segments
    /// never help.
    ///
    /// `(k - 1) log_k P` if P is a power of k; the lecture "Distributed Networking" prints `k log_k P`. A k below 2 counts
    /// as 2.
    #[must_use]
    pub fn k_nomial(fanout: u64, ranks: u64) -> Self {
        let fanout = fanout.max(2);
        let KNomial { digits, first } = KNomial::new(fanout, ranks);
        Self { fill: 0.0, per_segment: (fanout - 1) as f64 * (digits - 1.0).max(0.0) + first }
    }

    /// `d (n - 1) + t_d(P)`: the fastest tree for one segment whose fanouts are at most d; no tree is faster for n segments
    /// than the best of these. Exact. A d above q counts as q.
    ///
    /// ```text
    /// t_d(P) = min { t : N_d(t) >= P },  N_d(t) = 1 + N_d(t - 1) + ... + N_d(t - d),  N_d(t < 0) = 0
    /// ```
    ///
    /// One tick of the postal model of Bar-Noy and Kipnis (1994) is one round. d = 1 is the chain, d = 2 the pipelined
    /// Fibonacci tree (1, 2, 4, 7, 12, 20, ... ranks), d >= q the binomial tree.
    #[must_use]
    pub fn capped(fanout: u64, ranks: u64) -> Self {
        let fanout = fanout.min(ceil_log(2, ranks).into());
        if fanout < 2 {
            return Self::chain(ranks);
        }
        Self { fill: (capped_rounds(fanout, ranks) - fanout) as f64, per_segment: fanout as f64 }
    }

    /// `n + 2 q - 2`: two binary trees, each for half of the n segments, in which no rank has children twice.
    ///
    /// An upper bound for even n >= 2, at most one round too high. P. Sanders, J. Speck and J. L. Träff, "Two-tree
    /// algorithms for full bandwidth broadcast, reduction and scan", Parallel Computing 35 (2009).
    #[must_use]
    pub fn two_tree(ranks: u64) -> Self {
        Self { fill: f64::from(2 * ceil_log(2, ranks)) - 2.0, per_segment: 1.0 }.or_none(ranks)
    }

    /// `n - 1 + q`: the round-optimal broadcast on a circulant graph; also a lower bound for n equal segments.
    ///
    /// J. L. Träff and A. Ripke, "Optimal broadcast for fully connected processor-node networks", Journal of Parallel
    /// and Distributed Computing 68 (2008).
    #[must_use]
    pub fn n_block(ranks: u64) -> Self {
        Self { fill: f64::from(ceil_log(2, ranks)) - 1.0, per_segment: 1.0 }.or_none(ranks)
    }

    /// No rounds if there is only one rank.
    fn or_none(self, ranks: u64) -> Self {
        if ranks < 2 { Self { fill: 0.0, per_segment: 0.0 } } else { self }
    }

    fn of_pipe(pipe: Pipe) -> Self {
        Self { fill: pipe.latency(1.0, 1.0) - pipe.fanout, per_segment: pipe.fanout }
    }
}

/// `t_d(P)` for 2 <= d <= 64. *Requires* d <= ceil(log2 P).
fn capped_rounds(fanout: u64, ranks: u64) -> u64 {
    // N_d of the last d rounds: it at least doubles in two rounds, so there are no more than 128.
    let mut counts = vec![1_u64];
    while counts.last().is_some_and(|&count| count < ranks) {
        let reached = counts.iter().rev().zip(0..fanout).fold(1_u64, |sum, (&count, _)| sum.saturating_add(count));
        counts.push(reached);
    }
    counts.len() as u64 - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_to_send_to() {
        let ways = [Rounds::linear, Rounds::chain, Rounds::binary, Rounds::binomial, Rounds::two_tree, Rounds::n_block];
        for ranks in [0, 1] {
            for way in ways {
                assert!(way(ranks).of(5.0) <= 0.0, "{ranks} {:?}", way(ranks));
            }
            for way in [Rounds::k_ary, Rounds::k_nomial, Rounds::capped] {
                for fanout in [0, 1, 2, 9, u64::MAX] {
                    assert!(way(fanout, ranks).of(5.0) <= 0.0, "{ranks} {fanout} {:?}", way(fanout, ranks));
                }
            }
        }
        // Two ranks: as many rounds as segments, in every variant.
        for way in ways {
            assert!((way(2).of(5.0) - 5.0).abs() < 1e-12, "{:?}", way(2));
        }
    }
}
