//! Robust overlay trees, against all trees.

use crate::tests::engines::optimality::all_trees::{AllTrees, OneChildNodes};
use crate::tests::engines::optimality::table_cost::TableCost;
use crate::tests::engines::uncertain::machine;
use logpine::answer::{Criterion, Over, Plan};
use logpine::request::{Job, Limits, Status};
use logpine::units::Time;
use logpine_models::model::Tan;
use logpine_trees::tree::{NodeId, Shape};
use proptest::prelude::*;
use std::sync::LazyLock;

/// All trees with up to seven leaves.
static TREES: LazyLock<AllTrees> = LazyLock::new(|| AllTrees::new(7, OneChildNodes::None));

/// The time of every tree with that many leaves, under a cost of nodes.
fn times_of_all(leaves: usize, cost: impl Fn(u64) -> u64) -> Vec<u64> {
    let busy: Vec<Option<u64>> = (0..8).map(|x| (x >= 2).then(|| cost(x))).collect();
    let table = TableCost { period: busy.clone(), busy, latency: 0, startup: 0 };
    let scores = TREES.scores(&table);
    TREES.within(leaves, Limits::default(), &scores).map(|score| score.time).collect()
}

/// The least of all trees of their slowest times, and of the sums of their times, over these machines.
fn least_of_all(leaves: usize, machines: &[Vec<u64>], cost: impl Fn(&[u64], u64) -> u64) -> [u64; 2] {
    let times: Vec<Vec<u64>> = machines.iter().map(|at| times_of_all(leaves, |x| cost(at, x))).collect();
    let each = || (0..times[0].len()).map(|tree| times.iter().map(move |of| of[tree]));
    let slowest = each().filter_map(Iterator::max).min().expect("a tree");
    [slowest, each().map(Iterator::sum).min().expect("a tree")]
}

/// The slowest path of a shape under a cost of nodes.
fn time_of(shape: &Shape, node: NodeId, cost: &dyn Fn(u64) -> u64) -> u64 {
    let slowest = shape.children(node).iter().map(|group| time_of(shape, group.node, cost)).max();
    slowest.map_or(0, |slowest| cost(shape.fanout(node)) + slowest)
}

/// A number with its range, in ticks.
#[derive(Clone, Copy, Debug)]
struct Uncertain {
    value: u64,
    low: u64,
    high: u64,
}

impl Uncertain {
    fn text(self) -> String {
        let Self { value, low, high } = self;
        format!("{{ value = \"{value}ps\", low = \"{low}ps\", high = \"{high}ps\" }}")
    }

    fn ends(self) -> [u64; 2] {
        [self.low, self.high]
    }

    /// Whole, because the ends are even.
    fn mean(self) -> u64 {
        self.low.midpoint(self.high)
    }
}

/// Even ends around a value.
fn around(most: u64) -> impl Strategy<Value = Uncertain> {
    (0..most, 0..most, 0..most).prop_map(|(a, b, value)| {
        let (low, high) = (2 * a.min(b), 2 * a.max(b) + 2);
        Uncertain { value: low + value % (high - low + 1), low, high }
    })
}

/// Every combination of one of each list.
fn product(lists: &[Vec<u64>]) -> Vec<Vec<u64>> {
    lists.iter().fold(vec![Vec::new()], |all, list| {
        all.iter().flat_map(|one| list.iter().map(move |&next| [one.as_slice(), &[next]].concat())).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn a_formula_against_all_trees(
        latency in around(400), constant in around(300), linear in around(60), quadratic in around(12), leaves in 1usize..8,
    ) {
        let machine = machine(&format!(
            "name = \"m\"\n[tan]\nlatency = {}\noverhead = {{ constant = {}, linear = {}, quadratic = {} }}",
            latency.text(), constant.text(), linear.text(), quadratic.text()
        ));
        let plan = Plan::new(&Tan::reduction(&machine).expect("[tan]"), Job::new(leaves as u64).expect("leaves"), &());
        let plan = plan.expect("short");
        let numbers = [latency, constant, linear, quadratic];
        let cost = |at: &[u64], x: u64| at[0] + at[1] + at[2] * (x + 1) + at[3] * (x + 1) * (x + 1);
        let grid = product(&numbers.map(|number| vec![number.low, number.value, number.mean(), number.high]));
        let worst = plan.robust(&machine, Criterion::Worst, &()).expect("uncertain");
        prop_assert_eq!(worst.chosen.worst.map(Time::ticks), Some(least_of_all(leaves, &grid, cost)[0]));
        prop_assert_eq!((worst.status, worst.worst_over), (Status::Optimal, Over::One));

        let corners = product(&numbers.map(|number| number.ends().to_vec()));
        let mean = plan.robust(&machine, Criterion::Mean, &()).expect("uncertain");
        let [_, least] = least_of_all(leaves, &corners, cost);
        let stated = mean.chosen.mean.expect("short").ticks() * corners.len() as u64;
        let shape = &mean.chosen.choice.construction.shape;
        prop_assert_eq!(stated, least);
        let of_chosen: u64 = corners.iter().map(|at| time_of(shape, shape.root(), &|x| cost(at, x))).sum();
        prop_assert_eq!(stated, of_chosen);
        prop_assert_eq!((mean.status, mean.mean_over), (Status::Optimal, Over::One));
    }

    #[test]
    fn a_table_against_all_trees(
        latency in around(100), first in around(200), second in around(200), third in around(200), leaves in 1usize..8,
    ) {
        // o(x) at 2, 5 and 8, and half up between; it may fall.
        let machine = machine(&format!(
            "name = \"m\"\n[tan]\nlatency = {}\noverhead_argument = \"children\"\n\
             overhead = {{ table = [[2, {}], [5, {}], [8, {}]] }}",
            latency.text(), first.text(), second.text(), third.text()
        ));
        let plan = Plan::new(&Tan::reduction(&machine).expect("[tan]"), Job::new(leaves as u64).expect("leaves"), &());
        let plan = plan.expect("short");
        let cost = |at: &[u64], x: u64| {
            let (left, right, steps) = if x < 5 { (at[1], at[2], x - 2) } else { (at[2], at[3], x - 5) };
            at[0] + (2 * (left * (3 - steps) + right * steps) + 3) / 6
        };
        let numbers = [latency, first, second, third];
        let grid = product(&numbers.map(|number| vec![number.low, number.mean(), number.high]));
        let worst = plan.robust(&machine, Criterion::Worst, &()).expect("uncertain");
        prop_assert_eq!(worst.chosen.worst.map(Time::ticks), Some(least_of_all(leaves, &grid, cost)[0]));

        let mut scenarios = product(&numbers.map(|number| number.ends().to_vec()));
        scenarios.push(numbers.map(Uncertain::mean).to_vec());
        let mean = plan.robust(&machine, Criterion::Mean, &()).expect("uncertain");
        prop_assert_eq!(mean.mean_over, Over::Scenarios { count: 17 });
        let shape = &mean.chosen.choice.construction.shape;
        let total: u64 = scenarios.iter().map(|at| time_of(shape, shape.root(), &|x| cost(at, x))).sum();
        prop_assert_eq!(mean.chosen.mean, Some(Time::from_ticks((2 * total + 17) / 34)));
        prop_assert!(mean.chosen.mean <= mean.nominal.mean);
    }

    #[test]
    fn means_of_parts_of_a_tick_are_off_by_a_tick_a_level(
        latency in around(400), thousandths in 1u64..3_000, spread in 1u64..1_000, leaves in 1u64..10_000,
    ) {
        let (low, high) = (thousandths.saturating_sub(spread), thousandths + spread);
        let of = |value: u64| format!("{}.{:03}ps", value / 1_000, value % 1_000);
        let machine = machine(&format!(
            "name = \"m\"\n[tan]\nlatency = {}\noverhead = {{ constant = \"0.5ps\", linear = {{ value = \"{}\", \
             low = \"{}\", high = \"{}\" }} }}",
            latency.text(), of(thousandths), of(low), of(high)
        ));
        let plan = Plan::new(&Tan::reduction(&machine).expect("[tan]"), Job::new(leaves).expect("leaves"), &()).expect("short");
        let mean = plan.robust(&machine, Criterion::Mean, &()).expect("uncertain");
        let shape = &mean.chosen.choice.construction.shape;
        // Nine equally likely values of the coefficient, evenly spaced, in 10^-6 ticks; the constant is half a tick.
        let values = (0..9).map(|step| 1_000 * low + (high - low) * 1_000 * step / 8);
        let total: u64 = values
            .map(|micro| {
                let cost = |x: u64| latency.mean() + (500_000 + micro * (x + 1) + 500_000) / 1_000_000;
                time_of(shape, shape.root(), &cost)
            })
            .sum();
        let stated = mean.chosen.mean.expect("short").ticks();
        prop_assert!(total.abs_diff(9 * stated) <= 9 * u64::from(shape.height()), "{} {}", total, stated);
    }
}
