//! Balanced trees with a fanout for every level (`b:` of `mrnet_topgen`), which exist only for exact products.

use super::divisors::{Divisors, prime_powers};
use super::{Family, Member, NodeCost, Parameters};
use crate::request::Limits;
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};
use crate::units::Time;

/// Balanced: all nodes of a level have the same fanout.
#[derive(Clone, Copy, Debug)]
pub struct Balanced;

impl Family for Balanced {
    fn name(&self) -> &'static str {
        "balanced"
    }

    fn description(&self) -> &'static str {
        "one fanout a level, the product exactly the number of leaves (mrnet_topgen, b:F1xF2x...)"
    }

    /// The fastest list of two or more levels, if there is one. A list of one level is the flat tree.
    fn members(&self, leaves: u64, cost: NodeCost) -> Vec<Member> {
        let best = best_factorisation(leaves, cost).filter(|best| best.fanouts.len() > 1);
        let member = |best: Factorisation| Member {
            shape: balanced(&best.fanouts),
            parameters: Parameters::new().list("fanouts", best.fanouts),
        };
        best.map(member).into_iter().collect()
    }

    /// The fastest list within the limits, or the nearest to them, of the first 2^20 that are tried.
    fn within(&self, leaves: u64, limits: Limits, cost: NodeCost) -> Vec<Member> {
        let nearest = Lists::nearest(leaves, limits, cost);
        let member = |fanouts: Vec<u64>| Member {
            shape: balanced(&fanouts),
            parameters: Parameters::new().list("fanouts", fanouts),
        };
        nearest.map(member).into_iter().collect()
    }
}

/// A search among all lists of two or more fanouts, each ascending from the root: this order has the fewest internal nodes.
struct Lists<'a> {
    divisors: Vec<u64>,
    limits: Limits,
    cost: NodeCost<'a>,
    list: Vec<u64>,
    best: Option<(Standing, Vec<u64>)>,
    steps: u32,
}

/// The standing of a list: by its time within the limits, or by its need of what is limited, the last limit that is checked
/// first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Standing {
    Within(u64),
    Internal(u64),
    Height(u64),
    Fanout(u64),
}

impl Lists<'_> {
    /// The most divisors that are tried.
    const STEPS: u32 = 1 << 20;

    fn nearest(leaves: u64, limits: Limits, cost: NodeCost) -> Option<Vec<u64>> {
        if leaves < 2 {
            return None;
        }
        let mut divisors = Divisors::new(prime_powers(leaves)).values;
        divisors.sort_unstable();
        let mut lists = Lists { divisors, limits, cost, list: Vec::new(), best: None, steps: 0 };
        lists.extend(leaves, 1);
        lists.best.map(|(_, fanouts)| fanouts)
    }

    /// Tries all lists that begin as the present one and go on with the divisors from this one on, whose product is `rest`.
    fn extend(&mut self, rest: u64, first: usize) {
        if !self.list.is_empty() {
            self.list.push(rest);
            let standing = self.standing();
            if self.best.as_ref().is_none_or(|(best, _)| standing < *best) {
                self.best = Some((standing, self.list.clone()));
            }
            self.list.pop();
        }
        for index in first..self.divisors.len() {
            let fanout = self.divisors[index];
            if self.steps == Self::STEPS || fanout.saturating_mul(fanout) > rest {
                return;
            }
            self.steps += 1;
            if rest.is_multiple_of(fanout) {
                self.list.push(fanout);
                self.extend(rest / fanout, index);
                self.list.pop();
            }
        }
    }

    fn standing(&self) -> Standing {
        let Limits { max_fanout, max_height, max_internal } = self.limits;
        let (widest, height) = (self.list.last().copied().unwrap_or(0), self.list.len() as u64);
        let above = self.list.iter().rev().skip(1).rev();
        let (internal, _) = above.fold((1u64, 1u64), |(sum, level), fanout| (sum + level * fanout, level * fanout));
        let exceeds = |need: u64, limit: Option<u64>| limit.is_some_and(|limit| need > limit);
        if exceeds(widest, max_fanout) {
            Standing::Fanout(widest)
        } else if exceeds(height, max_height.map(u64::from)) {
            Standing::Height(height)
        } else if exceeds(internal, max_internal) {
            Standing::Internal(internal)
        } else {
            let sum = self.list.iter().try_fold(Time::ZERO, |sum, &fanout| sum.checked_add((self.cost)(fanout)?));
            Standing::Within(sum.map_or(u64::MAX, Time::ticks))
        }
    }
}

/// The tree in which every node of level l has `fanouts[l]` children.
///
/// # Panics
/// If a fanout is 0.
#[must_use]
pub fn balanced(fanouts: &[u64]) -> Shape {
    let mut builder = ShapeBuilder::new();
    let root = fanouts.iter().rev().fold(NodeId::LEAF, |node, &count| builder.internal(&[Group { node, count }]));
    builder.finish(root)
}

/// A number written as a product of fanouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factorisation {
    /// The factors, each at least 2, ascending from the root to the leaves, so that few nodes are internal.
    pub fanouts: Vec<u64>,
    /// The sum of the costs of the factors.
    pub total: Time,
}

/// Returns the list of fanouts (each at least 2) whose product is exactly `leaves` and whose costs have the least sum.
///
/// The order of the levels does not change the sum. Among equal sums the choice is deterministic and favours fewer levels.
/// `None` for fewer than 2 leaves, or if no list has a representable cost.
///
/// The fanouts are composed of the primes up to 2^20. A factor of `leaves` with only larger primes is not split, since such
/// a split would give several levels of more than a million children each.
///
/// **Complexity** at most the number of divisors times the number of divisors that are useful as a level. The latter is
/// small if costs grow at least linearly with the fanout, and one if they grow no faster than its logarithm. The worst case
/// is a cost that is nearly flat up to fanouts of millions, with numbers that have very many divisors (up to 103,680 below
/// 2^63).
#[must_use]
pub fn best_factorisation(leaves: u64, cost: NodeCost) -> Option<Factorisation> {
    if leaves < 2 {
        return None;
    }
    let divisors = Divisors::new(prime_powers(leaves));
    let costs: Vec<u64> = divisors.values.iter().map(|&x| cost(x).map_or(NONE, Time::ticks)).collect();
    let best = Cheapest::lists(&divisors, &costs);
    let last = divisors.last();
    if best.total[last] == NONE {
        return None;
    }
    let taken = std::iter::successors(Some(last), |&rest| Some(rest - best.level[rest]));
    let mut fanouts: Vec<u64> =
        taken.take_while(|&rest| rest > 0).map(|rest| divisors.values[best.level[rest]]).collect();
    fanouts.sort_unstable();
    Some(Factorisation { fanouts, total: Time::from_ticks(best.total[last]) })
}

/// Marks that there is no list, or none that is representable.
const NONE: u64 = u64::MAX;

/// For every divisor, by index, the least sum found and the factor that was added last.
struct Cheapest {
    total: Vec<u64>,
    level: Vec<usize>,
}

impl Cheapest {
    /// Adds the divisors one after the other as a possible level. All factors of a divisor come before it, so by then
    /// `total` holds the best list of earlier factors. A divisor that costs more than that list is never a level.
    fn lists(divisors: &Divisors, costs: &[u64]) -> Self {
        let size = costs.len();
        let mut best = Self { total: vec![NONE; size], level: vec![0; size] };
        best.total[0] = 0;
        let bound = LeastRatio::new(divisors, costs);
        let mut incumbent = costs[size - 1];
        for (x, &cost) in costs.iter().enumerate().skip(1) {
            if cost < NONE && cost <= best.total[x] && bound.allows(x, cost, incumbent) {
                divisors.for_each_earlier_cofactor(x, |rest| best.try_level(x, cost, rest));
                incumbent = incumbent.min(best.total[size - 1]);
            }
        }
        best
    }

    fn try_level(&mut self, x: usize, cost: u64, rest: usize) {
        let total = self.total[rest].saturating_add(cost);
        if total <= self.total[rest + x] {
            self.total[rest + x] = total;
            self.level[rest + x] = x;
        }
    }
}

/// A lower bound on the sum of any list. With weights w that add up over products, no list for n costs less than w(n) times
/// the least ratio c(x) / w(x) of any divisor x.
struct LeastRatio {
    weights: Vec<u64>,
    /// The cost and the weight of a divisor with the least ratio.
    least: Ratio,
}

#[derive(Clone, Copy)]
struct Ratio {
    cost: u64,
    weight: u64,
}

impl LeastRatio {
    fn new(divisors: &Divisors, costs: &[u64]) -> Self {
        let weights = divisors.weights();
        let ratios = (1..costs.len()).map(|x| Ratio { cost: costs[x], weight: weights[x] });
        let less = |a: Ratio, b: Ratio| if product(b.cost, a.weight) < product(a.cost, b.weight) { b } else { a };
        let least = ratios.reduce(less).unwrap_or(Ratio { cost: 0, weight: 1 });
        Self { weights, least }
    }

    /// True if a list for the number itself that has the divisor `x` as a level may cost no more than `incumbent`.
    fn allows(&self, x: usize, cost: u64, incumbent: u64) -> bool {
        let rest = self.weights[self.weights.len() - 1] - self.weights[x];
        product(cost, self.least.weight) + product(self.least.cost, rest) <= product(incumbent, self.least.weight)
    }
}

fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every list of factors of at least `least` with the product `n`.
    fn all_lists(n: u64, least: u64) -> Vec<Vec<u64>> {
        let mut lists = if n >= least { vec![vec![n]] } else { Vec::new() };
        for x in (least..n).take_while(|x| x * x <= n).filter(|&x| n.is_multiple_of(x)) {
            for mut list in all_lists(n / x, x) {
                list.insert(0, x);
                lists.push(list);
            }
        }
        lists
    }

    fn check(n: u64, cost: &dyn Fn(u64) -> Option<Time>) {
        let sum = |list: &Vec<u64>| list.iter().try_fold(Time::ZERO, |sum, &x| sum.checked_add(cost(x)?));
        let least = all_lists(n, 2).iter().filter_map(sum).min();
        let best = best_factorisation(n, cost);
        assert_eq!(best.as_ref().map(|best| best.total), least, "{n}");
        if let Some(best) = best {
            assert_eq!(best.fanouts.iter().product::<u64>(), n);
            assert!(best.fanouts.is_sorted());
            assert_eq!(sum(&best.fanouts), Some(best.total));
        }
    }

    #[test]
    fn least_of_all_lists() {
        let ticks = |ticks: u64| Some(Time::from_ticks(ticks));
        for n in 2..2000 {
            check(n, &|x| ticks(147_300 + 783 * (x + 1) + 157 * (x + 1) * (x + 1)));
            check(n, &|x| ticks(1000 + u64::from(x.ilog2())));
            check(n, &|_| ticks(7));
            check(n, &|x| if x <= 16 { ticks(100 + x) } else { None });
            check(n, &|x| ticks(x * 7919 % 101));
        }
    }

    #[test]
    fn published_optimum_where_the_product_is_exact() {
        // Cab (Groves, Gutierrez, Arnold 2015): c(x) = 147.3 + 0.783 (x+1) + 0.157 (x+1)^2 us; in nanoseconds.
        let cab = |x: u64| Some(Time::from_ticks(147_300 + 783 * (x + 1) + 157 * (x + 1) * (x + 1)));
        let best = best_factorisation(1 << 20, &cab).expect("a product");
        assert_eq!((best.fanouts, best.total.ticks()), (vec![16; 5], 1_029_920));
        let member = Balanced.members(1000, &cab).pop().expect("a product");
        assert_eq!(member.parameters.to_string(), "fanouts = 10,10,10");
        assert_eq!(member.shape.internal_nodes(), 111);
    }

    #[test]
    fn no_list() {
        let one = |_: u64| Some(Time::from_ticks(1));
        assert_eq!(best_factorisation(0, &one), None);
        assert_eq!(best_factorisation(1, &one), None);
        assert_eq!(best_factorisation(8, &|_| None), None);
        assert_eq!(best_factorisation(8, &|x| (x == 2).then_some(Time::MAX)), None);
        assert!(Balanced.members(127, &one).is_empty());
    }

    #[test]
    fn two_unfactored_primes_are_one_level() {
        // 2^21-9 and 2^21-19 are prime.
        let (a, b) = ((1 << 21) - 9, (1 << 21) - 19);
        let best = best_factorisation(6 * a * b, &|x| Some(Time::from_ticks(1 + x))).expect("a product");
        assert_eq!(best.fanouts, [6, a * b]);
    }

    /// On Cab, 128 leaves are best as 8 x 16, with 9 internal nodes; with 8, as 4 x 32; the fewest are 3, of 2 x 64. No list of
    /// 2 x 499 has fanouts below 499.
    #[test]
    fn lists_within_limits() {
        let cab = |x: u64| Some(Time::from_ticks(147_300 + 783 * (x + 1) + 157 * (x + 1) * (x + 1)));
        let none = Limits::default();
        let nearest = |leaves, limits| Lists::nearest(leaves, limits, &cab);
        let few = |most| Limits { max_internal: Some(most), ..none };
        assert_eq!(nearest(128, few(9)), Some(vec![8, 16]));
        assert_eq!(nearest(128, few(8)), Some(vec![4, 32]));
        assert_eq!(nearest(128, few(2)), Some(vec![2, 64]));
        assert_eq!(nearest(1000, Limits { max_fanout: Some(8), ..none }), Some(vec![5, 5, 5, 8]));
        assert_eq!(nearest(1000, Limits { max_fanout: Some(8), ..few(100) }), Some(vec![5, 5, 5, 8]));
        assert_eq!(nearest(1000, Limits { max_height: Some(2), ..none }), Some(vec![25, 40]));
        assert_eq!(nearest(998, Limits { max_fanout: Some(8), ..none }), Some(vec![2, 499]));
        assert_eq!(nearest(127, few(3)), None);
        for leaves in 2..600 {
            let best = best_factorisation(leaves, &cab).filter(|best| best.fanouts.len() > 1);
            let found = nearest(leaves, none);
            assert!(best.is_none() || found.is_some());
            let sum = |list: Vec<u64>| list.into_iter().filter_map(cab).map(Time::ticks).sum::<u64>();
            assert!(best.is_none_or(|best| found.map(sum) == Some(best.total.ticks())), "{leaves}");
        }
    }

    proptest! {
        #[test]
        fn any_cost(n in 2u64..5000, costs in prop::collection::vec(0u64..1000, 64)) {
            check(n, &|x| Some(Time::from_ticks(costs[(x % 64) as usize])));
        }
    }

    #[test]
    fn example_of_best_factorisation() {
        use logpine::tree::families::best_factorisation;
        use logpine::units::Time;
        // Every level costs 20 and 1 a child: 6 x 8 and 4 x 12 cost 54 and 56, 3 x 4 x 4 costs 71.
        let best = best_factorisation(48, &|x| Some(Time::from_ticks(20 + x)));
        assert_eq!(best.map(|best| (best.fanouts, best.total.ticks())), Some((vec![6, 8], 54)));
    }
}
