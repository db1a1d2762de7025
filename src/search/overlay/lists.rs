//! The best fanout list: the exact optimum over all trees for a cost that never decreases with the fanout.
//!
//! For such a cost `f(n) = C + min { sum c(x_i) : x_i >= 2, product x_i >= n }` is the optimum over *all* trees, including
//! limits on fanout and height. The reason: removing a leaf never raises the time. So a root with x children, one of which
//! has at least ceil(n/x) leaves, costs at least c(x) + f(ceil(n/x)), and the even split attains this. Nested ceilings
//! compose, which leaves the product. The list is found height by height, by branch and bound over the fanouts with a small
//! loss against the [`Relaxation`].

use super::best::Best;
use super::descent::{Search, search_height, whole_ticks};
use super::effort::Effort;
use super::node_cost::NodeCost;
use super::relaxation::{Curve, Relaxation};
use logpine_text::integer::{ceil_log, ceil_log2, ceil_root};

/// The best fanout list for one number of leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestList {
    /// The sum of c(x) over the list, in ticks, without the leaves' C.
    pub ticks: u64,
    /// The fanouts from the root down; empty for a single leaf.
    pub fanouts: Vec<u64>,
    /// A lower bound in ticks over all trees; equal to `ticks` if the search ran to its end.
    pub bound: u64,
}

/// The reason why there is no list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoList {
    /// The fanouts reach the leaves only with at least this height (`None`: with no height).
    TooLow { least_height: Option<u32> },
    /// The fanouts reach that many members only with more levels than a tree may have.
    TooDeep { levels: u64 },
    /// Every tree takes longer than the longest representable time.
    NotRepresentable,
}

/// Finds the least sum of c(x) over fanout lists with product >= `leaves` and at most `max_height` levels. Ties go to fewer
/// internal nodes of the evenly split tree, then the smaller height, then the lexicographically smallest list. If the effort
/// runs out, the bound and the winner of a tie are those known by then.
pub fn best_list(cost: NodeCost, leaves: u64, max_height: u32, effort: &mut Effort) -> Result<BestList, NoList> {
    if leaves <= 1 {
        return Ok(BestList { ticks: 0, fanouts: Vec::new(), bound: 0 });
    }
    let cost = cost.up_to(leaves);
    let heights = feasible_heights(cost, leaves, max_height)?;
    let mut best = balanced_list(cost, leaves, heights.clone()).ok_or(NoList::NotRepresentable)?;
    let curve = Curve::new(useful(cost, best.ticks).ok_or(NoList::NotRepresentable)?);
    let mut unproven = u64::MAX;
    for (height, line) in promising_heights(&curve, leaves, &heights, &best, effort) {
        if line.bound - line.margin > best.ticks as f64 {
            continue;
        }
        if search_height(&curve, leaves, height, line, &mut best, effort) == Search::CutShort {
            unproven = unproven.min(whole_ticks(line.bound - line.margin));
        }
    }
    Ok(BestList { bound: unproven.min(best.ticks), ticks: best.ticks, fanouts: best.fanouts })
}

/// The heights whose widest list reaches `leaves`, from the least to the largest useful one.
pub fn feasible_heights(cost: NodeCost, leaves: u64, max_height: u32) -> Result<std::ops::RangeInclusive<u32>, NoList> {
    let widest = cost.widest();
    let least_height = (widest >= 2).then(|| ceil_log(widest, leaves).max(1));
    match least_height {
        Some(least) if least <= max_height => Ok(least..=max_height.min(ceil_log2(leaves))),
        least_height => Err(NoList::TooLow { least_height }),
    }
}

/// The cost without the fanouts that are too wide for a list of two or more that beats `ticks`.
fn useful(cost: NodeCost, ticks: u64) -> Option<NodeCost> {
    let cheapest = cost.ticks(2)?;
    let widest = ticks.checked_sub(cheapest).and_then(|room| cost.widest_within(room));
    Some(cost.up_to(widest.unwrap_or(2)))
}

/// The heights of two or more whose relaxation does not exceed the best time, each with its relaxation, most promising
/// first. The bound is a convex function of the height, so these heights are consecutive. If the best list has two or more
/// levels, its height is one of them.
fn promising_heights(
    curve: &Curve,
    leaves: u64,
    heights: &std::ops::RangeInclusive<u32>,
    best: &Best,
    effort: &mut Effort,
) -> Vec<(u32, Relaxation)> {
    let start = u32::try_from(best.fanouts.len()).unwrap_or(u32::MAX).max(2);
    let cheapest = curve.cost().ticks(2).unwrap_or(u64::MAX);
    let affordable = |height: &u32| cheapest.checked_mul(u64::from(*height)).is_some_and(|ticks| ticks <= best.ticks);
    let mut relax = |height: u32| Some((height, Relaxation::new(curve, leaves, height, effort)?));
    let promising = |(_, line): &(u32, Relaxation)| line.bound - line.margin <= best.ticks as f64;
    // Above a single level the bound may exceed the best time at first.
    let up = (start..=*heights.end()).take_while(affordable).filter_map(&mut relax);
    let mut lines: Vec<_> = up.skip_while(|line| !promising(line)).take_while(promising).collect();
    lines.extend(((*heights.start()).max(2)..start).rev().filter_map(relax).take_while(promising));
    lines.sort_by(|(_, a), (_, b)| a.bound.total_cmp(&b.bound));
    lines
}

/// A good list to start from: for each height, the fanouts k and k - 1 whose product just reaches `leaves`.
pub fn balanced_list(cost: NodeCost, leaves: u64, heights: std::ops::RangeInclusive<u32>) -> Option<Best> {
    let mut best: Option<Best> = None;
    let cheapest = cost.ticks(2)?;
    for height in heights {
        let least = cheapest.saturating_mul(u64::from(height));
        if best.as_ref().is_some_and(|best| least > best.ticks) {
            break;
        }
        let wide = ceil_root(leaves, height);
        let product =
            |narrow: u32| u128::from(wide - 1).pow(narrow).saturating_mul(u128::from(wide).pow(height - narrow));
        let narrow = (0..height).take_while(|&narrow| wide > 2 && product(narrow + 1) >= u128::from(leaves)).count();
        let list: Vec<u64> = (0..height as usize).map(|level| if level < narrow { wide - 1 } else { wide }).collect();
        let sum = list.iter().try_fold(0u64, |sum, &fanout| sum.checked_add(cost.ticks(fanout)?));
        let Some(ticks) = sum else { continue };
        let found = Best::new(leaves, ticks, list);
        if best.as_ref().is_none_or(|best| found.key() < best.key()) {
            best = Some(found);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// c(x) on Cab in picoseconds: 98 us + 49.3 us + 783 ns (x+1) + 157 ns (x+1)^2.
    fn cab(fanout: u64) -> Option<u64> {
        let x = fanout.checked_add(1)?;
        x.checked_mul(x)?.checked_mul(157_000)?.checked_add(x.checked_mul(783_000)?)?.checked_add(147_300_000)
    }

    fn best(cost: &(dyn Fn(u64) -> Option<u64> + Sync), leaves: u64) -> BestList {
        best_list(NodeCost::new(cost, u64::MAX), leaves, 64, &mut Effort::for_one_tree()).expect("a tree exists")
    }

    /// The best list by trying all of them.
    fn brute_force(cost: &[u64], leaves: u64, max_height: usize) -> Option<(u64, u64, usize, Vec<u64>)> {
        fn extend(
            cost: &[u64],
            leaves: u64,
            max_height: usize,
            list: &mut Vec<u64>,
            best: &mut Option<(u64, u64, usize, Vec<u64>)>,
        ) {
            let product: u64 = list.iter().product();
            let ticks: u64 = list.iter().map(|&x| cost[usize::try_from(x).expect("an index")]).sum();
            if product >= leaves {
                let nodes = crate::tree::even_split(leaves, list).expect("it reaches").internal_nodes();
                let found = (ticks, nodes, list.len(), list.clone());
                if best.as_ref().is_none_or(|best| found < *best) {
                    *best = Some(found);
                }
            } else if list.len() < max_height {
                for fanout in 2..cost.len() as u64 {
                    list.push(fanout);
                    extend(cost, leaves, max_height, list, best);
                    list.pop();
                }
            }
        }
        let mut best = None;
        extend(cost, leaves, max_height, &mut Vec::new(), &mut best);
        best
    }

    #[test]
    fn the_optima_of_cab() {
        for (leaves, ticks, fanouts) in [
            (2, 151_062_000, vec![2]),
            (29, 312_090_000, vec![29]),
            (30, 318_124_000, vec![5, 6]),
            (32, 320_948_000, vec![6, 6]),
            (128, 363_316_000, vec![11, 12]),
            (1024, 529_124_000, vec![10, 10, 11]),
            (1_000_000, 1_029_920_000, vec![16; 5]),
            (1 << 21, 1_085_240_000, vec![11, 11, 11, 11, 12, 12]),
        ] {
            let best = best(&cab, leaves);
            assert_eq!((best.ticks, &best.fanouts), (ticks, &fanouts), "{leaves} leaves");
            assert_eq!(best.bound, best.ticks);
        }
    }

    #[test]
    fn constant_and_tiny_slopes_are_no_trouble() {
        let flat = best(&|_| Some(5), 1 << 63);
        assert_eq!((flat.ticks, flat.fanouts), (5, vec![1 << 63]));
        let free = best(&|_| Some(0), 1 << 63);
        assert_eq!((free.ticks, free.fanouts), (0, vec![1 << 63]));
        let linear = |fanout: u64| fanout.checked_mul(1_000)?.checked_add(147_300_000);
        let list = best(&linear, 1_000_000_000_000_000_000);
        assert_eq!(list.ticks, 4 * 147_300_000 + 126_492_000);
        assert_eq!(list.bound, list.ticks);
        let product: u128 = list.fanouts.iter().map(|&x| u128::from(x)).product();
        assert!(product >= 1_000_000_000_000_000_000);
    }

    #[test]
    fn a_cost_that_follows_a_line_is_no_trouble() {
        // 147.3 us + 49.3 us ln x: flat is best, and the relaxation of any height nearly touches at every fanout.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small and positive")]
        let cost = |fanout: u64| Some(147_300_000 + (49_300_000.0 * libm::log(fanout as f64)) as u64);
        for leaves in [1_000_000, 1_000_000_000_000, 1 << 63] {
            let list = best(&cost, leaves);
            assert_eq!((list.fanouts, list.bound), (vec![leaves], list.ticks));
        }
    }

    #[test]
    fn one_leaf_more_than_full_levels() {
        // All fanouts up to 1000 cost the same: a root with 1000 children, one of which has two leaves.
        let capped = |fanout: u64| (fanout <= 1000).then_some(7);
        let list = best(&capped, 1001);
        assert_eq!((list.ticks, list.fanouts), (14, vec![1000, 2]));
        let list = best(&capped, 10u64.pow(15) + 1);
        assert_eq!((list.ticks, list.fanouts), (42, vec![1000, 1000, 1000, 1000, 1000, 2]));
    }

    #[test]
    fn more_levels_may_win_where_two_cannot() {
        // Of 13 leaves, flat costs 5386 and two levels more; 5 x 2 x 2 costs 4001 + 337 + 337.
        let costs = [337, 3999, 4001, 4001, 5355, 5358, 5379, 5379, 5383, 5386, 5386, 5386];
        let cost = |fanout: u64| costs.get(usize::try_from(fanout).ok()? - 2).copied();
        let list =
            best_list(NodeCost::new(&cost, u64::MAX), 13, 3, &mut Effort::for_one_tree()).expect("a tree exists");
        assert_eq!((list.ticks, list.bound), (4675, 4675));
    }

    #[test]
    fn what_cannot_be_reached_says_so() {
        let cost = NodeCost::new(&cab, 3);
        assert_eq!(best_list(cost, 10, 2, &mut Effort::for_one_tree()), Err(NoList::TooLow { least_height: Some(3) }));
        assert_eq!(
            best_list(cost.up_to(1), 10, 9, &mut Effort::for_one_tree()),
            Err(NoList::TooLow { least_height: None })
        );
        assert_eq!(best_list(cost, 10, 0, &mut Effort::for_one_tree()), Err(NoList::TooLow { least_height: Some(3) }));
        let long = |fanout: u64| Some(u64::MAX - 1000 + fanout);
        assert_eq!(
            best_list(NodeCost::new(&long, 100), 101, 9, &mut Effort::for_one_tree()),
            Err(NoList::NotRepresentable)
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn equals_all_lists(
            steps in prop::collection::vec(prop_oneof![3 => Just(0u64), 4 => 1u64..4, 2 => 1u64..50], 40),
            base in prop_oneof![Just(0u64), 1u64..30, 100u64..1000],
            leaves in 1u64..26,
            widest in 2usize..26,
            max_height in 1u8..6,
        ) {
            let costs: Vec<u64> = steps.iter().scan(base, |sum, step| { *sum += step; Some(*sum) }).collect();
            let cost = |x: u64| costs.get(usize::try_from(x).ok()? - 2).copied();
            let table: Vec<u64> = [0, 0].into_iter().chain(costs.iter().copied()).take(widest + 1).collect();
            let expected = brute_force(&table, leaves, max_height.into());
            let found = best_list(NodeCost::new(&cost, widest as u64), leaves, max_height.into(), &mut Effort::for_one_tree());
            match (expected, found) {
                (Some((ticks, _, _, fanouts)), Ok(list)) => {
                    prop_assert_eq!(list.ticks, ticks);
                    prop_assert_eq!(list.bound, ticks);
                    prop_assert_eq!(list.fanouts, fanouts);
                }
                (None, Err(NoList::TooLow { .. })) => {}
                (expected, found) => prop_assert!(false, "{expected:?} {found:?}"),
            }
        }
    }
}
