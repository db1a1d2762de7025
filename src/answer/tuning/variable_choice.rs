//! The values of the variables that are written beside rules.

use super::prices::Prices;
use super::table::{Own, Table};
use super::variables::{Variable, is_of, with_variables};
use logpine_tuning::library::Rules;

/// The rank counts and the powers of two of sizes for which a variable is tried where the library chooses.
const MOST_RANKS: u32 = 12;
const MOST_SIZE: u32 = 24;

/// The variables that some rule needs.
pub fn needed(variables: &[Variable], rules: &Rules) -> Vec<Variable> {
    let is_needed =
        |(name, _): &&Variable| rules.rules.iter().filter_map(|rule| rule.setting).any(|of| is_of(&of, name));
    variables.iter().filter(is_needed).copied().collect()
}

/// The values worth trying, each for the variables together: those with which the best times of the cells, each relative to the best with any
/// value, add up to the least over all `ends`; and the library's own.
pub fn offered(ends: &[Prices]) -> Vec<Vec<Variable>> {
    let mut known: Vec<Variable> = Vec::new();
    for fanout in ends[0].settings.iter().filter_map(|setting| setting.native.knobs.fanout) {
        let name = fanout.variable.filter(|name| known.iter().all(|(known, _)| known != name));
        known.extend(name.map(|name| (name, fanout.default)));
    }
    let best = known.iter().map(|&variable| (variable.0, best_value(ends, variable))).collect();
    let mut all = vec![best, known];
    all.dedup();
    all
}

/// The value of a variable that loses least in all cells.
fn best_value(ends: &[Prices], (name, default): Variable) -> u64 {
    let settings = ends[0].settings.iter();
    let mut values: Vec<u64> = settings.filter(|of| is_of(of, name)).filter_map(|of| of.fanout).collect();
    values.sort_unstable();
    values.dedup();
    let losses: Vec<Vec<u128>> = ends.iter().map(|end| losses(end, name, &values)).collect();
    let loss = |value: usize| losses.iter().map(|of_end| of_end[value]).sum::<u128>();
    let best = (0..values.len()).min_by_key(|&value| (loss(value), values[value] != default, values[value]));
    best.map_or(default, |value| values[value])
}

/// The losses of the values of a variable in all cells, in millionths of the best times.
fn losses(prices: &Prices, name: &str, values: &[u64]) -> Vec<u128> {
    let is_offered = |setting: usize| prices.table.keeps_order(&prices.settings[setting]);
    let cells = || (0..prices.ranks.len()).flat_map(|row| (0..prices.bytes.len()).map(move |column| (row, column)));
    let best: Vec<Option<u64>> =
        cells().map(|(row, column)| Some(prices.least(row, column, is_offered)?.0.ticks().max(1))).collect();
    let loss = |&value: &u64| {
        let goes_with = |setting: usize| {
            let of = &prices.settings[setting];
            is_offered(setting) && (!is_of(of, name) || of.fanout == Some(value))
        };
        let loss_in = |((row, column), best): ((usize, usize), &Option<u64>)| {
            let (best, here) = ((*best)?, prices.least(row, column, goes_with)?.0.ticks());
            Some(u128::from(here - best.min(here)) * 1_000_000 / u128::from(best))
        };
        cells().zip(&best).filter_map(loss_in).sum::<u128>()
    };
    values.iter().map(loss).collect()
}

/// True if the library's own choices are nowhere known to be slower with the variables than without: where no rule serves a priced cell, and for
/// rank counts up to 4,096 and sizes up to 16 MiB beyond the grid.
pub fn keeps_own_choices(table: &Table, rules: &Rules, variables: &[Variable]) -> bool {
    let counting = table.library.counting(table.collective);
    let of_grid = table.counts().into_iter().map(|count| count.ranks);
    let beyond = (1..=MOST_RANKS).flat_map(|k| [1u64 << k, (1 << k) + 1, 3 << (k - 1)]);
    let mut ranks: Vec<u64> = of_grid.chain(beyond).collect();
    ranks.sort_unstable();
    ranks.dedup();
    let mut sizes = table.priced_sizes();
    sizes.extend((0..=MOST_SIZE).map(|power| 1u64 << power));
    sizes.sort_unstable();
    sizes.dedup();
    ranks.iter().all(|&ranks| {
        let mut made = Own::new(table);
        sizes.iter().all(|&bytes| {
            let Some(own) = table.own(ranks, bytes) else { return true };
            let told = with_variables(own, variables);
            let is_served = rules.find(ranks, counting.count(bytes, ranks)).is_some_and(|rule| rule.setting.is_some());
            told == own
                || is_served
                || match (made.time_of(told, ranks, bytes), made.time_of(own, ranks, bytes)) {
                    (Some(told), Some(own)) => told <= own,
                    _ => false,
                }
        })
    })
}
