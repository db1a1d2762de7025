//! The choice of rules, and of the variables beside them.

use super::axes::Count;
use super::gate::Gate;
use super::merge::{Fit, Merging};
use super::prices::Prices;
use super::table::Own;
use super::variable_choice::{keeps_own_choices, needed, offered};
use super::variables::{Variable, is_allowed, with_variables};
use crate::request::Tolerance;
use logpine_text::units::Time;
use logpine_tuning::library::{Rule, Rules, Setting};
use rayon::prelude::*;

/// The rules of a table, and the variables that they need.
pub struct Choice {
    pub rules: Rules,
    pub variables: Vec<Variable>,
}

impl Choice {
    /// The rules that lose least, with variables that slow down no choice of the library's own.
    ///
    /// `ends` are the prices at both ends of an overhead that was not measured; rules are right for both.
    pub fn new(ends: &[Prices], tolerance: Tolerance) -> Self {
        let mut values = offered(ends);
        let own = values.pop().unwrap_or_default();
        let with = |values: &[Variable]| {
            let rules = Rules { collective: ends[0].table.collective, rules: rules(ends, tolerance, values) };
            let variables = needed(values, &rules);
            Self { rules, variables }
        };
        let best = values.first().map(|values| with(values));
        let best = best.filter(|of| ends.iter().all(|end| keeps_own_choices(end.table, &of.rules, &of.variables)));
        best.unwrap_or_else(|| with(&own))
    }
}

/// The rules with the values of variables.
fn rules(ends: &[Prices], tolerance: Tolerance, values: &[Variable]) -> Vec<Rule> {
    let prices @ &Prices { table, .. } = &ends[0];
    let allowed: Vec<bool> = prices.settings.iter().map(|of| table.keeps_order(of) && is_allowed(of, values)).collect();
    let gate = Gate { ends, tolerance, allowed: &allowed };
    let counts = table.counts();
    let fits_of = |gate: &Gate, is_compared: bool| -> Vec<Vec<Vec<Fit>>> {
        let of = counts.iter().filter(|count| count.is_compared == is_compared).copied();
        let rows: Vec<(usize, Count)> = of.enumerate().collect();
        rows.into_par_iter().map(|(row, count)| gate.row(row, count)).collect()
    };
    let merged = |counts: &[Count], fits: &[Vec<Vec<Fit>>]| {
        let counting = table.library.counting(table.collective);
        let has_one_row = table.library.has_one_row(table.collective);
        Merging { counts, sizes: &prices.bytes, settings: &prices.settings, fits, counting, has_one_row }.rules()
    };
    let compared: Vec<Count> = counts.iter().filter(|count| count.is_compared).copied().collect();
    let fits = fits_of(&gate, true);
    let first = merged(&compared, &fits);
    if compared.len() == counts.len() {
        return first;
    }
    // Between the compared rank counts those settings are tried that serve some of them.
    let serves = |setting: &usize| first.iter().any(|rule| rule.setting == Some(prices.settings[*setting]));
    let finalists: Vec<usize> = (0..prices.settings.len()).filter(serves).collect();
    let between: Vec<u64> = counts.iter().filter(|count| !count.is_compared).map(|count| count.ranks).collect();
    let settings: Vec<Setting> = finalists.iter().map(|&setting| prices.settings[setting]).collect();
    let few = ends.iter().map(|end| Prices::new(end.table, settings.clone(), between.clone(), end.bytes.clone()));
    let few: Vec<Prices> = few.collect();
    let gate = Gate { ends: &few, tolerance, allowed: &vec![true; finalists.len()] };
    let mut rows = (fits.into_iter(), fits_of(&gate, false).into_iter());
    let of_all = |fit: Fit| Fit { setting: finalists[fit.setting], ..fit };
    let all: Vec<Vec<Vec<Fit>>> = counts
        .iter()
        .filter_map(|count| {
            if count.is_compared {
                return rows.0.next();
            }
            let row = rows.1.next()?;
            Some(row.into_iter().map(|cell| cell.into_iter().map(of_all).collect()).collect())
        })
        .collect();
    merged(&counts, &all)
}

/// The speed-ups of the compared cells if all operators commuted, at the end where they are less, ascending; only those above the tolerance.
pub fn gains_if_all_commute(ends: &[Prices], Choice { rules, variables }: &Choice, tolerance: Tolerance) -> Vec<f64> {
    let prices @ &Prices { table, .. } = &ends[0];
    let counting = table.library.counting(table.collective);
    if prices.settings.iter().all(|setting| table.keeps_order(setting)) {
        return Vec::new();
    }
    let gain = |(row, column): (usize, usize)| {
        let (ranks, bytes) = (prices.ranks[row], prices.bytes[column]);
        let rule = rules.find(ranks, counting.count(bytes, ranks)).and_then(|rule| rule.setting);
        let now = |end: &Prices| {
            let mut made = Own::new(end.table);
            match rule {
                Some(setting) => made.time_of(with_variables(setting, variables), ranks, bytes),
                None => made.time(ranks, bytes, variables),
            }
        };
        let now: Vec<Time> = ends.iter().map(now).collect::<Option<_>>()?;
        let gain_at = |(end, &now): (&Prices, &Time), setting: usize| {
            let time = end.time(setting, row, column)?;
            tolerance.longest(time).is_some_and(|longest| longest < now).then(|| ratio(now, time))
        };
        let gain_of = |setting: usize| {
            ends.iter().zip(&now).try_fold(f64::MAX, |least, end| Some(gain_at(end, setting)?.min(least)))
        };
        let allowed = (0..prices.settings.len()).filter(|&setting| is_allowed(&prices.settings[setting], variables));
        allowed.filter_map(gain_of).reduce(f64::max)
    };
    let cells: Vec<(usize, usize)> =
        (0..prices.ranks.len()).flat_map(|row| (0..prices.bytes.len()).map(move |column| (row, column))).collect();
    let mut gains: Vec<f64> = cells.into_par_iter().filter_map(gain).collect();
    gains.sort_by(f64::total_cmp);
    gains
}

/// The quotient of two times, for readers.
pub fn ratio(time: Time, other: Time) -> f64 {
    time.ticks() as f64 / other.ticks().max(1) as f64
}
