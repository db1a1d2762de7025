//! Exchanges among all ranks in ceil(log2 P) stages, with folds of the ranks beyond a power of two.

use crate::schedule::stages::{Cut, Kind, Rule, Steps};
use logpine_models::model::stage::{Pattern, Stage};

/// The highest power of two up to P, 2^q.
pub(super) const fn highest_power(ranks: u64) -> u64 {
    1 << ranks.ilog2()
}

/// Every rank from 2^q on sends its data to the rank 2^q before it; then `inner` runs among the first 2^q; finally the
/// result goes back.
pub(super) fn folded(inner: Steps, kind: Kind) -> Steps {
    let below = highest_power(inner.ranks);
    let pattern = Pattern::Block { first: 0, count: inner.ranks - below, distance: below };
    let stage = Stage::new(pattern, inner.cut.total());
    let part = || Steps::new(inner.ranks, inner.cut);
    let [fold, unfold] = [kind(stage.backward()), stage].map(|stage| part().with(stage, Rule::All));
    fold.then(inner).then(unfold)
}

/// Recursive doubling among the first 2^q ranks: in stage k, ranks that differ in bit k exchange all their data.
pub(super) fn swaps(ranks: u64, cut: Cut, kind: Kind) -> Steps {
    let among = highest_power(ranks);
    (0..among.ilog2()).fold(Steps::new(ranks, cut), |steps, k| {
        let distance = 1 << k;
        let stage = Stage::new(Pattern::Pairs { distance, ranks: among }, cut.total());
        steps.with(kind(stage), Rule::All)
    })
}

/// The unchanged stage.
pub(super) const fn plain(stage: Stage) -> Stage {
    stage
}
