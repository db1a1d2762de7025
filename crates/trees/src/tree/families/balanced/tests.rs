//! The best factorisations against all lists of fanouts.

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
