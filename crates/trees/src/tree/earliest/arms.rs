//! Trees in which only the root may have several children: chains ("arms") from the root.

use super::arrivals::MOST_TIMES;
use super::error::PortError;
use crate::tree::{RankId, RankShape, RankShapeBuilder};
use logpine_text::integer::first;

/// The least time in which at most `arms` chains from the root reach `ranks` ranks, including the root; `None` past
/// 2^64 - 1.
///
/// *Requires* a gap, a delivery and a number of arms above zero.
pub(super) fn least_time(gap: u64, delivery: u64, arms: u64, ranks: u64) -> Option<u64> {
    if ranks <= 1 {
        return Some(0);
    }
    let longest = u128::from(ranks - 1) * u128::from(delivery);
    let late = u64::try_from(longest).unwrap_or(u64::MAX);
    let is_enough = |time| reached(gap, delivery, arms, time) >= u128::from(ranks);
    is_enough(late).then(|| first(delivery..=late, is_enough))
}

/// The ranks reached within `time`, including the root: arm i has floor((t - iG) / D) of them.
fn reached(gap: u64, delivery: u64, arms: u64, time: u64) -> u128 {
    let Some(after_first) = time.checked_sub(delivery) else { return 1 };
    let arms = arms.min((after_first / gap).saturating_add(1));
    1 + sum_of_floors(arms.into(), delivery.into(), gap.into(), (time - (arms - 1) * gap).into())
}

/// The sum of floor((`step` i + `start`) / `divisor`) over i < `terms`, computed as in Euclid's algorithm.
///
/// The sums needed here are at most 2^128: there are as many terms as gaps in a time, each the number of deliveries in it.
fn sum_of_floors(terms: u128, divisor: u128, step: u128, start: u128) -> u128 {
    if terms == 0 {
        return 0;
    }
    let whole = terms * (terms - 1) / 2 * (step / divisor) + terms * (start / divisor);
    let (step, start) = (step % divisor, start % divisor);
    let highest = (step * terms + start) / divisor;
    if highest == 0 {
        return whole;
    }
    // The number of lattice points under a line, counted along the other axis.
    whole + sum_of_floors(highest, step, divisor, (step * terms + start) % divisor)
}

/// The tree of [`least_time`].
pub(super) fn shape(gap: u64, delivery: u64, arms: u64, ranks: u64) -> Result<RankShape, PortError> {
    let time = least_time(gap, delivery, arms, ranks).ok_or(PortError::NotRepresentable)?;
    let arms = arms.min((time - delivery) / gap + 1);
    let mut builder = RankShapeBuilder::new();
    let chains = chains(&mut builder, time / delivery)?;
    let mut superfluous = reached(gap, delivery, arms, time) - u128::from(ranks);
    if arms > MOST_TIMES as u64 {
        return Err(PortError::TooManySubtrees { limit: MOST_TIMES });
    }
    let mut root = RankId::LEAF;
    for arm in (0..arms).rev() {
        let left = time - arm * gap;
        let mut length = left / delivery;
        if superfluous > 0 && left.is_multiple_of(delivery) {
            superfluous -= 1;
            length -= 1;
        }
        if let Some(last) = length.checked_sub(1).and_then(|index| usize::try_from(index).ok()) {
            root = builder.prepend(chains[last], 1, root);
        }
    }
    Ok(builder.finish(root))
}

/// The chain of `ranks` ranks.
pub(super) fn chain(ranks: u64) -> Result<RankShape, PortError> {
    let mut builder = RankShapeBuilder::new();
    let root = chains(&mut builder, ranks)?.pop().unwrap_or(RankId::LEAF);
    Ok(builder.finish(root))
}

/// The chains of 1 to `longest` ranks.
fn chains(builder: &mut RankShapeBuilder, longest: u64) -> Result<Vec<RankId>, PortError> {
    let too_many = PortError::TooManySubtrees { limit: MOST_TIMES };
    let longest = usize::try_from(longest).ok().filter(|&longest| longest <= MOST_TIMES).ok_or(too_many)?;
    let longer = |&chain: &RankId| Some(builder.prepend(chain, 1, RankId::LEAF));
    Ok(std::iter::successors(Some(RankId::LEAF), longer).take(longest).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_largest_chains() {
        assert_eq!(least_time(1, 1, 1, u64::MAX), Some(u64::MAX - 1));
        assert_eq!(least_time(5, 1 << 40, 1, 1 << 23), Some(((1 << 23) - 1) << 40));
        assert_eq!(least_time(5, 1 << 40, 1, (1 << 24) + 1), None);
        assert_eq!(least_time(1, 1, u64::MAX, u64::MAX).map(|time| time >> 32), Some(1));
        assert!(matches!(chain(u64::MAX), Err(PortError::TooManySubtrees { .. })));
    }

    proptest! {
        #[test]
        fn floors_are_summed(terms in 0u128..50, divisor in 1u128..40, step in 0u128..90, start in 0u128..90) {
            let one_by_one: u128 = (0..terms).map(|i| (step * i + start) / divisor).sum();
            prop_assert_eq!(sum_of_floors(terms, divisor, step, start), one_by_one);
        }
    }
}
