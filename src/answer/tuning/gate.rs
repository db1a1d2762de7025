//! Which settings may serve a cell: those that are close to the best, faster than the library's own choice by more than the
//! tolerance, and nowhere slower than it among the rank counts and sizes that a rule for the cell serves.

use super::axes::{Count, tried_sizes};
use super::merge::Fit;
use super::prices::Prices;
use super::table::Table;
use super::times::Prepared;
use crate::library::{Counting, Setting};
use crate::request::Tolerance;
use crate::tree::PipelineTimes;
use crate::units::Time;
use std::collections::BTreeMap;

/// The sizes at which a rule for all sizes is tried, besides those of the grid: the powers of two up to 64 MiB.
const ALL_SIZES: u32 = 26;

/// A table whose cells are given to settings.
pub struct Gate<'a> {
    /// The table.
    pub table: &'a Table<'a>,
    /// The times of settings.
    pub prices: &'a Prices,
    /// The tolerance.
    pub tolerance: Tolerance,
    /// The settings that may be chosen.
    pub allowed: &'a [bool],
}

/// A rank count and a size at which a setting is tried, with the time of the library's own choice.
struct Trial {
    ranks: u64,
    bytes: u64,
    own: Option<Time>,
}

/// The settings at a rank count, made once for all sizes.
type Made<'a> = BTreeMap<(usize, u64), Prepared<'a>>;

impl Gate<'_> {
    /// The settings that may serve the cells of a row of the prices, whose rank count is `count`.
    pub fn row(&self, row: usize, count: Count) -> Vec<Vec<Fit>> {
        let (mut made, mut times) = (Made::new(), PipelineTimes::new());
        if self.table.library.has_one_row(self.table.collective) {
            return vec![self.for_all_sizes(row, count, &mut made, &mut times)];
        }
        (0..self.prices.bytes.len()).map(|column| self.cell(row, column, count, &mut made, &mut times)).collect()
    }

    /// The settings that may serve a cell.
    fn cell<'a>(
        &'a self,
        row: usize,
        column: usize,
        count: Count,
        made: &mut Made<'a>,
        times: &mut PipelineTimes,
    ) -> Vec<Fit> {
        let sizes = &self.prices.bytes;
        let counting = self.table.library.counting(self.table.collective);
        let least = counting.count(sizes[column], count.ranks);
        let most = sizes.get(column + 1).map_or(least, |&next| counting.count(next, count.ranks) - 1);
        let trials = |ranks: u64| {
            let (least, most) = match counting {
                Counting::TimesRanks => (least.div_ceil(ranks), most / ranks),
                Counting::AsAsked | Counting::Ignored => (least, most),
            };
            let sizes = if least <= most { tried_sizes(least, most) } else { Vec::new() };
            sizes.into_iter().map(move |bytes| self.trial(ranks, bytes))
        };
        let trials: Vec<Trial> = count.tried().flat_map(trials).collect();
        let Some(best) = self.best(row, column) else { return Vec::new() };
        let own = self.table.own_time(count.ranks, sizes[column], &[]);
        let is_wanted = |time: Time| {
            let gains = own.is_none_or(|own| self.tolerance.longest(time).is_some_and(|longest| longest < own));
            gains && self.tolerance.longest(best).is_none_or(|longest| time <= longest)
        };
        let known = (0..self.prices.settings.len()).filter(|&setting| self.allowed[setting]);
        let wanted = known.filter_map(|setting| Some((setting, self.prices.time(setting, row, column)?)));
        let wanted = wanted.filter(|&(_, time)| is_wanted(time));
        let fits = wanted.filter(|&(setting, _)| self.is_never_slower(setting, &trials, made, times));
        fits.map(|(setting, time)| Fit { setting, loss: loss(time, best) }).collect()
    }

    /// The settings that may serve all sizes of a rank count.
    fn for_all_sizes<'a>(
        &'a self,
        row: usize,
        count: Count,
        made: &mut Made<'a>,
        times: &mut PipelineTimes,
    ) -> Vec<Fit> {
        let sizes = &self.prices.bytes;
        let more = (0..=ALL_SIZES).map(|power| 1u64 << power).filter(|_| self.table.collective.has_bytes());
        let mut tried: Vec<u64> = sizes.iter().copied().chain(more).collect();
        tried.sort_unstable();
        tried.dedup();
        let trials: Vec<Trial> =
            count.tried().flat_map(|ranks| tried.iter().map(move |&bytes| self.trial(ranks, bytes))).collect();
        let of_row: Vec<Option<Time>> =
            sizes.iter().map(|&bytes| self.table.own_time(count.ranks, bytes, &[])).collect();
        let gains = |setting: usize| {
            let gain = |(column, own): (usize, &Option<Time>)| {
                let longest = self.prices.time(setting, row, column).and_then(|time| self.tolerance.longest(time));
                longest.is_some_and(|longest| own.is_none_or(|own| longest < own))
            };
            of_row.iter().enumerate().any(gain)
        };
        // All in millionths, added up over the sizes.
        let losses = |setting: usize| {
            let loss_in = |column| Some(loss(self.prices.time(setting, row, column)?, self.best(row, column)?));
            (0..sizes.len()).map(loss_in).sum::<Option<u128>>()
        };
        let known = (0..self.prices.settings.len()).filter(|&setting| self.allowed[setting] && gains(setting));
        let known = known.filter_map(|setting| Some(Fit { setting, loss: losses(setting)? }));
        let mut fits: Vec<Fit> =
            known.filter(|fit| self.is_never_slower(fit.setting, &trials, made, times)).collect();
        let least = fits.iter().map(|fit| fit.loss).min().unwrap_or(0);
        let whole = Time::from_ticks(1_000_000);
        let accepted = self.tolerance.longest(whole).map_or(0, |most| u128::from(most.ticks() - whole.ticks()));
        fits.retain(|fit| fit.loss <= least + accepted * sizes.len() as u128);
        fits
    }

    fn trial(&self, ranks: u64, bytes: u64) -> Trial {
        Trial { ranks, bytes, own: self.table.own_time(ranks, bytes, &[]) }
    }

    /// True if a setting has a time in all trials, and in none a longer one than the library's own choice. Where that has no known
    /// time, it must be asked for that rules replace it.
    fn is_never_slower<'a>(
        &'a self,
        setting: usize,
        trials: &[Trial],
        made: &mut Made<'a>,
        times: &mut PipelineTimes,
    ) -> bool {
        let of: Setting = self.prices.settings[setting];
        trials.iter().all(|trial| {
            if trial.own.is_none() && !self.table.replaces_unpriced {
                return false;
            }
            let prepared = made.entry((setting, trial.ranks)).or_insert_with(|| self.table.prepared(of, trial.ranks));
            prepared.time(trial.bytes, times).is_some_and(|time| trial.own.is_none_or(|own| time <= own))
        })
    }

    /// The best time of a cell among the allowed settings.
    fn best(&self, row: usize, column: usize) -> Option<Time> {
        self.prices.least(row, column, |setting| self.allowed[setting]).map(|(time, _)| time)
    }
}

/// The time lost against the best, in millionths of it.
fn loss(time: Time, best: Time) -> u128 {
    let best = u128::from(best.ticks());
    u128::from(time.ticks()).saturating_sub(best) * 1_000_000 / best.max(1)
}
