//! Rules from times: neighbouring cells are served by one setting while it stays close to the best of each.

use super::prices::Prices;
use crate::library::{Counting, Range as Sizes, Rule, Setting};
use crate::request::Tolerance;
use crate::units::Time;
use std::ops::Range;

/// The choice of settings for a collective.
pub struct Merging<'a> {
    /// The times.
    pub prices: &'a Prices,
    /// The loss that is accepted, as a share of the best time in a cell.
    pub tolerance: Tolerance,
    /// The bytes that the library counts.
    pub counting: Counting,
    /// The settings that may be chosen.
    pub allowed: Vec<bool>,
    /// True if all sizes share one row.
    pub has_one_row: bool,
    /// True for settings that serve a number of ranks and of bytes.
    pub serves: &'a (dyn Fn(&Setting, u64, u64) -> bool + Sync),
}

impl Merging<'_> {
    /// The rules: a block for each run of rank counts, with a row for each run of sizes. A row counts from a value of the grid
    /// to the one before the next; beyond the last values of the grid the library chooses.
    pub fn rules(&self) -> Vec<Rule> {
        let best = self.best();
        let (rows, mut first) = (self.prices.ranks.len(), 0);
        let mut rules = Vec::new();
        while first < rows {
            let mut end = first + 1;
            // Sizes that count by the number of ranks differ from one rank count to the next.
            let may_join = self.has_one_row || self.counting != Counting::TimesRanks;
            while end < rows && may_join && self.is_block(first, end + 1, &best) {
                end += 1;
            }
            self.block(first, end, &best, &mut rules);
            first = end;
        }
        rules
    }

    /// The best time of each cell among the allowed settings.
    fn best(&self) -> Vec<Vec<Option<Time>>> {
        let columns = 0..self.prices.bytes.len();
        let least = |row, column| {
            let times = self.allowed.iter().enumerate().filter(|(_, allowed)| **allowed);
            times.filter_map(|(setting, _)| self.prices.time(setting, row, column)).min()
        };
        (0..self.prices.ranks.len()).map(|row| columns.clone().map(|column| least(row, column)).collect()).collect()
    }

    /// True if some setting is close to the best in all cells of these rows and columns.
    fn is_served(&self, setting: usize, rows: Range<usize>, column: usize, best: &[Vec<Option<Time>>]) -> bool {
        self.allowed[setting]
            && rows.into_iter().all(|row| match (best[row][column], self.prices.time(setting, row, column)) {
                (Some(best), Some(time)) => self.tolerance.longest(best).is_none_or(|longest| time <= longest),
                _ => false,
            })
    }

    /// True if rows can share a block: if for each size one setting serves them all, and the rank counts between them.
    fn is_block(&self, first: usize, end: usize, best: &[Vec<Option<Time>>]) -> bool {
        let columns = 0..self.prices.bytes.len();
        let of =
            |setting, column| self.is_served(setting, first..end, column, best) && self.is_dense(setting, first, end);
        if self.has_one_row {
            return (0..self.prices.settings.len()).any(|setting| columns.clone().all(|column| of(setting, column)));
        }
        columns.into_iter().all(|column| (0..self.prices.settings.len()).any(|setting| of(setting, column)))
    }

    /// True if a setting serves the rank counts between those of some rows too.
    fn is_dense(&self, setting: usize, first: usize, end: usize) -> bool {
        let Prices { ranks, settings, bytes, .. } = self.prices;
        let largest = bytes.last().copied().unwrap_or(0);
        ranks[first..end - 1].iter().all(|&ranks| (self.serves)(&settings[setting], ranks + 1, largest))
    }

    /// The row for all sizes of a block: the setting that loses least in all of its cells together.
    fn one_row(&self, first: usize, end: usize, best: &[Vec<Option<Time>>]) -> Option<usize> {
        let is_known = |&setting: &usize| {
            let cells = (first..end).flat_map(|row| (0..self.prices.bytes.len()).map(move |column| (row, column)));
            self.allowed[setting]
                && self.is_dense(setting, first, end)
                && cells.into_iter().all(|(row, column)| self.prices.time(setting, row, column).is_some())
        };
        let known = (0..self.prices.settings.len()).filter(is_known);
        known.min_by_key(|&setting| (self.sum(setting, first..end, 0..self.prices.bytes.len(), best), setting))
    }

    /// The time lost in some cells together.
    fn sum(&self, setting: usize, rows: Range<usize>, columns: Range<usize>, best: &[Vec<Option<Time>>]) -> u128 {
        let cells = rows.flat_map(|row| columns.clone().map(move |column| (row, column)));
        cells.map(|(row, column)| self.excess(setting, row, column, best)).sum()
    }

    /// The rules of a block, each with the setting that loses least.
    fn block(&self, first: usize, end: usize, best: &[Vec<Option<Time>>], rules: &mut Vec<Rule>) {
        let Prices { ranks, bytes, settings, .. } = self.prices;
        let last = ranks[end - 1];
        let begin = rules.len();
        let (mut column, mut all_serve_on) = (0, true);
        while column < bytes.len() {
            let is_served = |setting: &usize, column| {
                self.is_served(*setting, first..end, column, best) && self.is_dense(*setting, first, end)
            };
            let mut kept: Vec<usize> = (0..settings.len()).filter(|setting| is_served(setting, column)).collect();
            let mut stop = column + 1;
            if self.has_one_row {
                (kept, stop) = (self.one_row(first, end, best).into_iter().collect(), bytes.len());
            }
            while stop < bytes.len() && !kept.is_empty() {
                let both: Vec<usize> = kept.iter().copied().filter(|setting| is_served(setting, stop)).collect();
                if both.is_empty() {
                    break;
                }
                (kept, stop) = (both, stop + 1);
            }
            let sum = |setting: usize| self.sum(setting, first..end, column..stop, best);
            let chosen = kept.into_iter().min_by_key(|&setting| (sum(setting), setting)).map(|place| settings[place]);
            all_serve_on &= chosen.is_none_or(|setting| (self.serves)(&setting, last + 1, bytes[column]));
            let count = |bytes, ranks| self.counting.count(bytes, ranks);
            let least = count(bytes[column], ranks[first]);
            let most = match bytes.get(stop) {
                Some(&next) => count(next, ranks[first]) - 1,
                None => count(bytes[stop - 1], last),
            };
            let sizes = if self.has_one_row { Sizes::ALL } else { Sizes { least, most: Some(most) } };
            let ranks = Sizes { least: ranks[first], most: Some(last) };
            rules.push(Rule { ranks, bytes: sizes, setting: chosen });
            column = stop;
        }
        // A block reaches up to the next, unless one of its settings serves no other numbers of ranks than those of the grid.
        if let Some(next) = ranks.get(end).filter(|_| all_serve_on) {
            rules[begin..].iter_mut().for_each(|rule| rule.ranks.most = Some(next - 1));
        }
    }

    /// The time lost in a cell, in millionths of the best.
    fn excess(&self, setting: usize, row: usize, column: usize, best: &[Vec<Option<Time>>]) -> u128 {
        match (best[row][column], self.prices.time(setting, row, column)) {
            (Some(best), Some(time)) => {
                let best = u128::from(best.ticks());
                (u128::from(time.ticks()) - best.min(u128::from(time.ticks()))) * 1_000_000 / best.max(1)
            }
            _ => u128::MAX >> 32,
        }
    }
}
