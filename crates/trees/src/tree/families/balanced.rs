//! Balanced trees with a fanout for every level (`b:` of `mrnet_topgen`), which exist only for exact products.

use super::divisors::{Divisors, prime_powers};
use super::{Family, Known, Member, NodeCost, Parameters};
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};
use logpine_models::job::Limits;
use logpine_text::units::Time;

/// Balanced: all nodes of a level have the same fanout.
#[derive(Clone, Copy, Debug)]
pub struct Balanced;

impl Known for Balanced {}

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
mod tests;
