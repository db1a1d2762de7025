//! Bruck: in stage k, a block whose origin and destination are w ranks apart moves on by 2^k ranks if w has that bit.

use super::{AlgorithmFamily, Setting, blocks, family};
use crate::schedule::stages::{Rule, Steps};
use logpine_models::model::stage::{Pattern, Stage};
use logpine_text::integer::ceil_log2;

pub(super) const ALLTOALL: AlgorithmFamily = family(
    "bruck",
    "in ceil(log2 P) stages blocks come nearer by 1, 2, 4, ... ranks, about half of all at a time (Bruck et al. 1997)",
    steps,
);

fn steps(setting: &Setting) -> Option<Steps> {
    let Setting { ranks, bytes, .. } = *setting;
    (0..ceil_log2(ranks)).map(|k| 1 << k).try_fold(Steps::new(ranks, blocks(setting)), |steps, distance: u64| {
        let bytes = with_bit(ranks, distance).checked_mul(bytes)?;
        Some(steps.with(Stage::new(Pattern::Shift { distance }, bytes), Rule::Bit { distance }))
    })
}

/// The number of distances among 1 .. P - 1 that have the bit of value `bit`, which is below P.
const fn with_bit(ranks: u64, bit: u64) -> u64 {
    // In every period of 2 `bit` numbers, the second half has it.
    let (periods, rest) = (ranks / 2 / bit, ranks & (2 * bit - 1));
    periods * bit + rest.saturating_sub(bit)
}

#[cfg(test)]
mod tests {
    use super::with_bit;

    #[test]
    fn numbers_with_a_bit() {
        for ranks in 2..300u64 {
            for bit in (0..ranks.ilog2()).map(|k| 1 << k) {
                assert_eq!(with_bit(ranks, bit), (0..ranks).filter(|way| way & bit != 0).count() as u64);
            }
        }
        assert_eq!(with_bit(1 << 63, 1 << 62), 1 << 62);
    }
}
