//! The best fanout list of a member tree: the exact optimum over all trees in which every node is a target, for a cost that
//! never decreases with the fanout.
//!
//! ```text
//! f(1) = 0,   f(n) = min over x >= 1 of c(x) + f(ceil((n - 1) / x))
//!      = min { sum c(x_i) : 1 + x_1 + x_1 x_2 + ... + x_1 ... x_h >= n }
//! ```
//!
//! The reason: removing a node never raises the time, so f never falls, and a root with x children has one with at least
//! ceil((n - 1) / x) nodes; the even split attains this. Unlike in leaf trees a level of one child adds a node, so chains may
//! win, and of the orders of a list the one with the widest fanouts next to the root has the most nodes.
//!
//! Lists with at most one level of two or more children are tried one by one; [`MemberSearch`] finds the others.

use super::effort::Effort;
use super::lists::{BestList, NoList};
use super::member_descent::{Best, MemberSearch};
use super::node_cost::NodeCost;
use super::relaxation::{Curve, Relaxation};
use crate::tree::{MOST_LEVELS, member_capacity};
use logpine_text::integer::first;

/// The most levels with two or more children that 2^63 members need.
const MOST_WIDE_LEVELS: u32 = 63;

/// Finds the least sum of c(x) over fanout lists that reach `members` nodes with at most `max_height` levels. The same
/// question has the same list on every machine. If the effort runs out, or lists of more than [`MOST_LEVELS`] levels may be
/// faster, the bound is below the time of the list.
pub fn best_member_list(
    cost: NodeCost,
    members: u64,
    max_height: u32,
    effort: &mut Effort,
) -> Result<BestList, NoList> {
    if members <= 1 {
        return Ok(BestList { ticks: 0, fanouts: Vec::new(), bound: 0 });
    }
    let cost = cost.up_to(members - 1);
    reaches(cost, members, max_height)?;
    let highest = max_height.min(MOST_LEVELS);
    let mut best = first_list(cost, members, highest).ok_or(NoList::NotRepresentable)?;
    one_wide_level(cost, members, highest, &mut best);
    let mut bound = deeper_lists(cost, max_height);
    if let Some(room) = useful(cost, &best) {
        let curve = Curve::new(room);
        for levels in 2..=MOST_WIDE_LEVELS.min(highest) {
            if !affordable(cost, 2, levels, &best) {
                break;
            }
            let Some(line) = Relaxation::new(&curve, members, levels, effort) else { break };
            let mut search = MemberSearch { curve: &curve, members, line, best: &mut best, effort: &mut *effort };
            bound = bound.min(search.all_chains(levels, highest - levels));
        }
    }
    let Best { ticks, fanouts } = best;
    Ok(BestList { ticks, fanouts, bound: bound.min(ticks) })
}

/// Checks that some list of at most `max_height` and at most [`MOST_LEVELS`] levels reaches the members.
fn reaches(cost: NodeCost, members: u64, max_height: u32) -> Result<(), NoList> {
    let widest = cost.widest();
    if widest == 0 {
        return Err(NoList::TooLow { least_height: None });
    }
    let least_height = match widest {
        1 => members - 1,
        _ => (1..=64).find(|&height| member_capacity(&vec![widest; height]) >= members).unwrap_or(64) as u64,
    };
    if least_height > u64::from(max_height) {
        return Err(NoList::TooLow { least_height: u32::try_from(least_height).ok() });
    }
    if least_height > u64::from(MOST_LEVELS) { Err(NoList::TooDeep { levels: least_height }) } else { Ok(()) }
}

/// A good list to start from: the chain, one level, or for each height the fanouts k and k - 1 that just reach the members.
fn first_list(cost: NodeCost, members: u64, highest: u32) -> Option<Best> {
    let chain = u32::try_from(members - 1).ok().filter(|&levels| levels <= highest);
    let chain = chain.map(|levels| vec![1; levels as usize]);
    // More levels than suffice with two children are of no use.
    let is_useful = |levels: &u32| *levels == 1 || member_capacity(&vec![2; *levels as usize - 1]) < members;
    let heights = (1..=highest.min(MOST_WIDE_LEVELS)).take_while(is_useful);
    let lists = chain.into_iter().chain(heights.filter_map(|levels| balanced(cost, members, levels as usize)));
    let timed = lists.filter_map(|fanouts| {
        let ticks = fanouts.iter().try_fold(0u64, |sum, &fanout| sum.checked_add(cost.ticks(fanout)?))?;
        Some(Best { ticks, fanouts })
    });
    timed.min_by(|a, b| a.ticks.cmp(&b.ticks))
}

/// The narrowest fanouts k and k - 1 on so many levels that reach the members, if any does.
fn balanced(cost: NodeCost, members: u64, levels: usize) -> Option<Vec<u64>> {
    let reach = |fanouts: &[u64]| member_capacity(fanouts) >= members;
    if !reach(&vec![cost.widest(); levels]) {
        return None;
    }
    let fanout = first(1..=cost.widest(), |fanout| reach(&vec![fanout; levels]));
    let mut list = vec![fanout; levels];
    for level in (0..levels).rev().take_while(|_| fanout > 1) {
        list[level] = fanout - 1;
        if !reach(&list) {
            list[level] = fanout;
            break;
        }
    }
    Some(list)
}

/// Searches the lists of one wide level above a chain.
fn one_wide_level(cost: NodeCost, members: u64, highest: u32, best: &mut Best) {
    let Some(one) = cost.ticks(1) else { return };
    for chain in 0..highest {
        let Some(below) = one.checked_mul(u64::from(chain)).filter(|&below| below < best.ticks) else { return };
        let root = (members - 1).div_ceil(u64::from(chain) + 1);
        let ticks = cost.ticks(root).and_then(|ticks| ticks.checked_add(below));
        if let Some(ticks) = ticks.filter(|&ticks| ticks < best.ticks) {
            *best = Best { ticks, fanouts: [root].into_iter().chain((0..chain).map(|_| 1)).collect() };
        }
        if root == 1 {
            return;
        }
    }
}

/// A lower bound on lists of more than [`MOST_LEVELS`] levels, if the height allows any.
fn deeper_lists(cost: NodeCost, max_height: u32) -> u64 {
    if max_height <= MOST_LEVELS {
        return u64::MAX;
    }
    cost.ticks(1).map_or(u64::MAX, |one| one.saturating_mul(u64::from(MOST_LEVELS) + 1))
}

/// The cost without the fanouts that are too wide for a list of two or more wide levels that beats the best; `None` if no
/// such list does.
fn useful<'a>(cost: NodeCost<'a>, best: &Best) -> Option<NodeCost<'a>> {
    let room = best.ticks.checked_sub(cost.ticks(2)?)?;
    Some(cost.up_to(cost.widest_within(room)?))
}

/// True if so many levels of this fanout take less time than the best list.
fn affordable(cost: NodeCost, fanout: u64, levels: u32, best: &Best) -> bool {
    let level = cost.ticks(fanout);
    level.and_then(|level| level.checked_mul(u64::from(levels))).is_some_and(|ticks| ticks < best.ticks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Targets;
    use crate::tests::partitions::partitions;
    use crate::tree::even_split_of;
    use proptest::prelude::*;

    /// c(x) on Cab in picoseconds: 98 us + 49.3 us + 783 ns (x+1) + 157 ns (x+1)^2.
    fn cab(fanout: u64) -> Option<u64> {
        let x = fanout.checked_add(1)?;
        x.checked_mul(x)?.checked_mul(157_000)?.checked_add(x.checked_mul(783_000)?)?.checked_add(147_300_000)
    }

    fn best(cost: &(dyn Fn(u64) -> Option<u64> + Sync), members: u64) -> BestList {
        let effort = &mut Effort::for_one_tree();
        best_member_list(NodeCost::new(cost, u64::MAX), members, u32::MAX, effort).expect("a tree exists")
    }

    /// The least time over all rooted trees with so many nodes, by every partition of the nodes below the root.
    fn brute_force(costs: &[u64], members: usize, height: u32) -> Option<u64> {
        if members == 1 {
            return Some(0);
        }
        let height = height.checked_sub(1)?;
        let below: Vec<Option<u64>> =
            (0..members).map(|part| (part > 0).then(|| brute_force(costs, part, height)).flatten()).collect();
        let mut best: Option<u64> = None;
        partitions(members - 1, members - 1, &mut Vec::new(), &mut |parts| {
            let Some(cost) = costs.get(parts.len()) else { return };
            let slowest = parts.iter().map(|&part| below[part]).try_fold(0, |slowest, time| Some(time?.max(slowest)));
            if let Some(time) = slowest.map(|slowest: u64| slowest + cost) {
                best = Some(best.map_or(time, |best| best.min(time)));
            }
        });
        best
    }

    /// f(n) for all n up to `members` by the recursion, over all fanouts.
    fn by_recursion(cost: &dyn Fn(u64) -> Option<u64>, members: u64) -> Vec<u64> {
        let mut least = vec![0, 0];
        for n in 2..=members {
            let through = |x: u64| {
                let part = usize::try_from((n - 1).div_ceil(x)).expect("small");
                Some(cost(x)? + least[part])
            };
            least.push((1..n).filter_map(through).min().expect("a fanout"));
        }
        least
    }

    #[test]
    fn the_optima_of_cab_follow_the_recursion() {
        let members = 6_000;
        let least = by_recursion(&cab, members);
        for n in (1..300).chain([1_000, 4_000, 4_001, 5_999, 6_000]) {
            let found = best(&cab, n);
            assert_eq!((found.ticks, found.bound), (least[usize::try_from(n).expect("small")], found.ticks), "{n}");
            assert!(member_capacity(&found.fanouts) >= n);
            let shape = even_split_of(Targets::Members, n, &found.fanouts).expect("it reaches");
            assert_eq!(shape.members(), n);
        }
    }

    #[test]
    fn wide_fanouts_stand_next_to_the_root() {
        // 1 + 12 + 12 x 10 = 133, while 1 + 10 + 10 x 12 = 131.
        let found = best(&cab, 133);
        assert!(found.fanouts.is_sorted_by(|a, b| a >= b), "{:?}", found.fanouts);
        assert_eq!(found.bound, found.ticks);
    }

    #[test]
    fn a_chain_wins_if_one_child_is_cheap() {
        let cost = |x: u64| Some(if x == 1 { 1 } else { 1_000_000 });
        let found = best(&cost, 1_000);
        assert_eq!((found.ticks, found.bound, found.fanouts), (999, 999, vec![1; 999]));
        // A chain of 2,000,000 would take twice as long; chains between are too deep to search.
        let found = best(&cost, 2_000_000);
        assert_eq!((found.ticks, found.fanouts), (1_000_000, vec![1_999_999]));
        assert_eq!(found.bound, 1_025, "more than 1,024 levels of one child or more");
        let free = best(&|_| Some(0), 1 << 63);
        assert_eq!((free.ticks, free.bound), (0, 0));
    }

    #[test]
    fn what_needs_too_many_levels_says_so() {
        let cost = NodeCost::new(&cab, 1);
        let effort = &mut Effort::for_one_tree();
        assert_eq!(best_member_list(cost, 5_000, u32::MAX, effort), Err(NoList::TooDeep { levels: 4_999 }));
        assert_eq!(best_member_list(cost, 50, 9, effort), Err(NoList::TooLow { least_height: Some(49) }));
        assert_eq!(best_member_list(cost.up_to(0), 5, 9, effort), Err(NoList::TooLow { least_height: None }));
        let found = best_member_list(cost, 1_025, u32::MAX, effort).expect("1,024 levels");
        assert_eq!((found.fanouts.len(), found.bound), (1_024, found.ticks));
        let long = |fanout: u64| Some(u64::MAX - 1000 + fanout);
        let cost = NodeCost::new(&long, 100);
        assert_eq!(best_member_list(cost, 102, 9, effort), Err(NoList::NotRepresentable));
    }

    #[test]
    fn huge_numbers_of_members_have_a_proof() {
        for members in [1_000_000, 1_000_000_000_000, 10u64.pow(18), 1 << 63] {
            let found = best(&cab, members);
            assert_eq!(found.bound, found.ticks, "{members}: {:?}", found.fanouts);
            let shorter = found.fanouts.len() - 1;
            assert!(member_capacity(&found.fanouts[..shorter]) < members);
        }
        let linear = |fanout: u64| fanout.checked_mul(1_000)?.checked_add(1_000_000_000);
        let found = best(&linear, 10u64.pow(18));
        assert_eq!(found.bound, found.ticks, "{:?}", found.fanouts);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn equals_all_trees(
            steps in prop::collection::vec(prop_oneof![3 => Just(0u64), 4 => 1u64..4, 2 => 1u64..50], 20),
            base in prop_oneof![Just(0u64), 1u64..30, 100u64..1000],
            members in 1usize..15,
            widest in 1usize..15,
            max_height in prop_oneof![1u32..6, Just(20)],
        ) {
            let costs: Vec<u64> = steps.iter().scan(base, |sum, step| { *sum += step; Some(*sum) }).collect();
            let cost = |x: u64| costs.get(usize::try_from(x).ok()? - 1).copied();
            let table: Vec<u64> = [0].into_iter().chain(costs.iter().copied()).take(widest + 1).collect();
            let expected = brute_force(&table, members, max_height);
            let node_cost = NodeCost::new(&cost, widest as u64);
            let found = best_member_list(node_cost, members as u64, max_height, &mut Effort::for_one_tree());
            match (expected, found) {
                (Some(ticks), Ok(list)) => {
                    prop_assert_eq!(list.ticks, ticks);
                    prop_assert_eq!(list.bound, ticks);
                    prop_assert!(list.fanouts.len() <= max_height as usize);
                    prop_assert!(member_capacity(&list.fanouts) >= members as u64);
                    prop_assert_eq!(list.fanouts.iter().map(|&x| cost(x).expect("a cost")).sum::<u64>(), ticks);
                }
                (None, Err(NoList::TooLow { .. })) => {}
                (expected, found) => prop_assert!(false, "{expected:?} {found:?}"),
            }
        }

        #[test]
        fn equals_the_recursion(
            steps in prop::collection::vec(prop_oneof![3 => Just(0u64), 4 => 1u64..40, 1 => 1u64..500], 300),
            base in prop_oneof![Just(0u64), 1u64..30, 100u64..10_000],
        ) {
            let costs: Vec<u64> = steps.iter().scan(base, |sum, step| { *sum += step; Some(*sum) }).collect();
            let cost = |x: u64| costs.get(usize::try_from(x).ok()? - 1).copied();
            let least = by_recursion(&cost, 300);
            for members in [2, 3, 5, 17, 50, 129, 300] {
                let found = best(&cost, members);
                prop_assert_eq!(found.ticks, least[usize::try_from(members).expect("small")], "{}", members);
                prop_assert_eq!(found.bound, found.ticks);
            }
        }
    }
}
