//! tau-Lop: J. A. Rico-Gallego, J. C. Diaz-Martin and A. L. Lastovetsky, "Modeling Contention and Mapping Effects in
//! Multi-core Clusters".
//!
//! The paper's formulas at the level of the operator ||, as sums of L(m, tau) that a [`TauLop`](crate::model::TauLop) gives
//! a time ([`Transmissions::cost`]). Some are corrected; each of these quotes the printed formula. As in the paper,
//! segmented forms leave out the overheads unless stated otherwise; m = k S bytes are k segments of S.

use crate::model::tau_lop::operator::Transmissions;
use logpine_models::machine::Channel;
use logpine_text::integer::ceil_log2;

/// Sum over i < ceil(log2 P) of min(2^i, P - 2^i) || T: a broadcast of `bytes` along the binomial tree in shared memory
/// (section 3), T = o(m) + 2 L(m, 1).
///
/// The paper prints 2^i || T, which, if P is no power of two, counts more transmissions in the last stage than ranks are
/// left.
#[must_use]
pub fn binomial_broadcast(ranks: u64, bytes: u64) -> Transmissions {
    (0..ceil_log2(ranks))
        .map(|stage| Transmissions::shared(bytes).concurrent((1 << stage).min(ranks - (1 << stage))))
        .sum()
}

/// o(m) + 2 L(S, 1) + (k - 1) L(S, 2): one message in segments through a buffer, the copies in and out overlapping
/// (section 4, figure 2). *Requires* k >= 1.
///
/// The paper prints it without o(m), and approximates it by o(m) + k L(S, 2). The approximation is right if 2 L(S, 1) = L(S,
/// 2), on a serial channel, and too low otherwise.
#[must_use]
pub fn segmented_message(segments: u64, segment: u64) -> Transmissions {
    let pairs = Transmissions::transfers(Channel::Shared, segment, segments.saturating_sub(1)).concurrent(2);
    Transmissions::overhead(Channel::Shared, segments.saturating_mul(segment))
        + Transmissions::transfers(Channel::Shared, segment, 2)
        + pairs
}

/// Sum over i < log2 P of (k / 2^(i+1)) L(S, 2^(i+1)): the binomial scatter of k segments in all, equations (1) and (4).
///
/// *Requires* P = 2^q and k a multiple of P; otherwise rounded up to whole segments and stages.
#[must_use]
pub fn binomial_scatter(ranks: u64, segments: u64, segment: u64) -> Transmissions {
    let stage = |stage: u32| {
        let pairs = Transmissions::transfers(Channel::Shared, segment, part(segments, stage + 1)).concurrent(2);
        pairs.concurrent(1 << stage)
    };
    (0..ceil_log2(ranks)).map(stage).sum()
}

/// k (P - 1)/P L(S, P): above [`binomial_scatter`], since all ranks share the channel in every stage (section 4).
#[must_use]
pub fn binomial_scatter_at_most(ranks: u64, segments: u64, segment: u64) -> Transmissions {
    let copies = (0..ceil_log2(ranks)).fold(0, |copies: u64, stage| copies.saturating_add(part(segments, stage + 1)));
    Transmissions::transfers(Channel::Shared, segment, copies).concurrent(ranks)
}

/// P || (o(m) + 2 k L(S, 1)) = o(m) + 2 k L(S, P): all ranks of a host exchange messages of k segments, equation (2).
///
/// A rank makes its 2 k copies one after the other, which takes at least as long as [`segmented_message`].
#[must_use]
pub fn exchange(ranks: u64, segments: u64, segment: u64) -> Transmissions {
    (Transmissions::overhead(Channel::Shared, segments.saturating_mul(segment))
        + Transmissions::transfers(Channel::Shared, segment, segments.saturating_mul(2)))
    .concurrent(ranks)
}

/// Sum over i < log2 P of (2^(i+1) k / P) L(S, P) = 2 k (P - 1)/P L(S, P): the allgather by recursive doubling of k segments
/// in all, k / P of each rank; equation (3).
///
/// The allgather is Theta(m / P), of the block of one rank, throughout: the text's Theta(m) = 2 Theta' means the same sum.
/// *Requires* P = 2^q and k a multiple of P; otherwise rounded up to whole segments and stages.
#[must_use]
pub fn recursive_doubling_allgather(ranks: u64, segments: u64, segment: u64) -> Transmissions {
    let copies = (1..=ceil_log2(ranks)).fold(0, |copies: u64, stage| {
        let of_stage = (u128::from(segments) << stage).div_ceil(u128::from(ranks));
        copies.saturating_add(u64::try_from(of_stage).unwrap_or(u64::MAX))
    });
    Transmissions::transfers(Channel::Shared, segment, copies).concurrent(ranks)
}

/// (P - 1) [Q || T0 + 1 || T1]: the ring allgather with ranks in sequence, Q on a host, at the level of the operator
/// (section 5).
///
/// A send and a reception follow one another. Stage costs use equation (7), at the level of transfers: without its maximum
/// it is lower by (P - 1) [L0(m, Q) + L0(m, 1)], and overheads.
#[must_use]
pub fn ring_sequential(ranks: u64, ranks_per_host: u64, bytes: u64) -> Transmissions {
    let stage = Transmissions::shared(bytes).concurrent(ranks_per_host) + Transmissions::network(bytes);
    stage.repeated(ranks.saturating_sub(1))
}

/// (P - 1) [Q || (T1 + T1)]: the ring allgather with the hosts in turn, at the level of the operator (section 5).
///
/// A send and a reception follow one another; equation (8), in which they overlap, is half of it.
#[must_use]
pub fn ring_round_robin(ranks: u64, ranks_per_host: u64, bytes: u64) -> Transmissions {
    let both = Transmissions::network(bytes) + Transmissions::network(bytes);
    both.concurrent(ranks_per_host).repeated(ranks.saturating_sub(1))
}

/// `segments` / 2^`halvings`, rounded up.
const fn part(segments: u64, halvings: u32) -> u64 {
    match 1_u64.checked_shl(halvings) {
        Some(parts) => segments.div_ceil(parts),
        None => (segments > 0) as u64,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn example_of_binomial_broadcast() {
        use logpine::closed_form::tau_lop::binomial_broadcast;
        let sum = binomial_broadcast(12, 8);
        assert_eq!(sum.to_string(), "4 o0(8B) + 2 L0(8B, 1) + 2 L0(8B, 2) + 4 L0(8B, 4)");
    }
}
