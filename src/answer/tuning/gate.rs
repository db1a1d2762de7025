//! Which settings may serve a cell: those that are close to the best, faster than the library's own choice by more than the
//! tolerance, and nowhere slower than it among the rank counts and sizes that a rule for the cell serves.

use super::axes::{Count, multiples, tried_sizes};
use super::merge::Fit;
use super::prices::Prices;
use super::table::{Own, Table};
use super::times::Prepared;
use crate::request::Tolerance;
use logpine_text::units::Time;
use logpine_trees::tree::PipelineTimes;
use logpine_tuning::library::{Counting, Setting};
use std::collections::{BTreeMap, BTreeSet};

/// A table whose cells are given to settings.
pub struct Gate<'a> {
    /// The times of settings, at both ends of an overhead that was not measured. A setting serves a cell only if it may at both.
    pub ends: &'a [Prices<'a>],
    /// The tolerance.
    pub tolerance: Tolerance,
    /// The settings that may be chosen.
    pub allowed: &'a [bool],
}

/// Sizes at which settings are tried among a number of ranks.
struct Trial {
    ranks: u64,
    /// The least and the largest size that a rule serves.
    range: [u64; 2],
    sizes: Vec<u64>,
}

impl Trial {
    /// The sizes at which a segment more begins, in the message or in each half of it.
    fn next_segments(&self, segment: u64) -> impl Iterator<Item = u64> {
        let [least, most] = self.range;
        let begins = multiples(segment, least, most).flat_map(|size| [size.saturating_add(1), size.saturating_add(2)]);
        begins.filter(move |size| *size <= most)
    }
}

/// The settings of a row, and the library's own choices, made once for all sizes.
struct Made<'a> {
    ends: &'a [Prices<'a>],
    /// By end, setting and rank count.
    settings: BTreeMap<(usize, usize, u64), Prepared<'a>>,
    /// At each end.
    own: Vec<Own<'a>>,
    /// For each rank count, the sizes next to changes.
    edges: BTreeMap<u64, Vec<u64>>,
    times: PipelineTimes,
}

impl<'a> Made<'a> {
    fn table(&self) -> &'a Table<'a> {
        self.ends[0].table
    }

    /// The times of the library's own choice.
    fn own(&mut self, ranks: u64, bytes: u64) -> Vec<Option<Time>> {
        self.own.iter_mut().map(|own| own.time(ranks, bytes, &[])).collect()
    }

    fn time(&mut self, end: usize, place: usize, ranks: u64, bytes: u64) -> Option<Time> {
        let Prices { table, settings, .. } = &self.ends[end];
        let prepared = || table.prepared(settings[place], ranks);
        self.settings.entry((end, place, ranks)).or_insert_with(prepared).time(bytes, &mut self.times)
    }

    /// The sizes from `least` to `most` that are tried among `ranks` ranks, with multiples of the segments of the library's own choices: there
    /// all of their segments are full.
    fn tried(&mut self, ranks: u64, least: u64, most: u64) -> Trial {
        let table = self.table();
        let edges = self.edges.entry(ranks).or_insert_with(|| table.edges(ranks));
        let mut sizes = if least <= most { tried_sizes(least, most, edges) } else { Vec::new() };
        let own = |&bytes: &u64| table.own(ranks, bytes).and_then(|own| own.segment);
        let segments: BTreeSet<u64> = sizes.iter().filter_map(own).collect();
        sizes.extend(segments.into_iter().flat_map(|segment| multiples(segment, least, most)));
        Trial { ranks, range: [least, most], sizes }
    }
}

impl<'a> Gate<'a> {
    /// The table at the first end; the tables of all ends differ in their costs alone.
    fn table(&self) -> &'a Table<'a> {
        self.ends[0].table
    }

    /// The time of a setting at an end.
    fn time(&self, end: usize, setting: usize, row: usize, column: usize) -> Option<Time> {
        self.ends[end].time(setting, row, column)
    }

    /// The settings that may serve the cells of a row of the prices, whose rank count is `count`.
    pub fn row(&self, row: usize, count: Count) -> Vec<Vec<Fit>> {
        let table = self.table();
        let mut made = Made {
            ends: self.ends,
            settings: BTreeMap::new(),
            own: self.ends.iter().map(|end| Own::new(end.table)).collect(),
            edges: BTreeMap::new(),
            times: PipelineTimes::new(),
        };
        if table.library.has_one_row(table.collective) {
            return vec![self.for_all_sizes(row, count, &mut made)];
        }
        (0..self.ends[0].bytes.len()).map(|column| self.cell(row, column, count, &mut made)).collect()
    }

    /// The settings that may serve a cell: close to the best of those that are faster than the library's own choice there, and nowhere
    /// slower than it.
    fn cell(&self, row: usize, column: usize, count: Count, made: &mut Made) -> Vec<Fit> {
        let own = made.own(count.ranks, self.ends[0].bytes[column]);
        let gains = |setting: &usize| self.gains(*setting, row, column, &own);
        let faster: Vec<usize> =
            (0..self.allowed.len()).filter(|&setting| self.allowed[setting]).filter(gains).collect();
        let mut faster = self.ranked(&faster, row, column);
        if faster.is_empty() {
            return Vec::new();
        }
        faster.sort_unstable();
        let trials = self.trials(column, count, made);
        let mut is_safe = |&(_, setting): &(Time, usize)| self.is_never_slower(setting, &trials, made);
        let mut rest = faster.into_iter();
        let Some((best, first)) = rest.find(&mut is_safe) else { return Vec::new() };
        let longest = self.tolerance.longest(best);
        let close = rest.take_while(|&(time, _)| longest.is_none_or(|longest| time <= longest)).filter(is_safe);
        let close = close.map(|(time, setting)| Fit { setting, loss: loss(time, best) });
        let mut fits: Vec<Fit> = std::iter::once(Fit { setting: first, loss: 0 }).chain(close).collect();
        fits.sort_unstable_by_key(|fit| fit.setting);
        fits
    }

    /// True if a setting has a time at both ends, and is faster there than the library's own choice, if that is known, by more than the
    /// tolerance.
    fn gains(&self, setting: usize, row: usize, column: usize, own: &[Option<Time>]) -> bool {
        own.iter().enumerate().all(|(end, own)| {
            let time = self.time(end, setting, row, column);
            time.is_some_and(|time| {
                own.is_none_or(|own| self.tolerance.longest(time).is_some_and(|longest| longest < own))
            })
        })
    }

    /// Settings with their times at the end where they lose more against the fastest of them, in units in which the fastest takes as long at
    /// both.
    fn ranked(&self, settings: &[usize], row: usize, column: usize) -> Vec<(Time, usize)> {
        let time = |end: usize, setting: usize| self.time(end, setting, row, column).map_or(u64::MAX, Time::ticks);
        let least = |end: usize| settings.iter().map(|&setting| time(end, setting)).min().unwrap_or(0).max(1);
        let least: Vec<u64> = (0..self.ends.len()).map(least).collect();
        let scaled =
            |end: usize, setting: usize| u128::from(time(end, setting)) * u128::from(least[0]) / u128::from(least[end]);
        let ranked = |&setting: &usize| {
            let most = (0..least.len()).map(|end| scaled(end, setting)).max().unwrap_or(0);
            (Time::from_ticks(u64::try_from(most).unwrap_or(u64::MAX)), setting)
        };
        settings.iter().map(ranked).collect()
    }

    /// The rank counts and sizes at which the settings of a cell are tried.
    fn trials(&self, column: usize, count: Count, made: &mut Made) -> Vec<Trial> {
        let sizes = &self.ends[0].bytes;
        let counting = self.table().library.counting(self.table().collective);
        let least = counting.count(sizes[column], count.ranks);
        let most = sizes.get(column + 1).map_or(least, |&next| counting.count(next, count.ranks) - 1);
        let of_count = |ranks: u64| {
            let (least, most) = match counting {
                Counting::TimesRanks => (least.div_ceil(ranks), most / ranks),
                Counting::AsAsked | Counting::Ignored => (least, most),
            };
            made.tried(ranks, least, most)
        };
        count.tried().map(of_count).collect()
    }

    /// The settings that may serve all sizes of a rank count: those that are faster than the library's own choice by more than the
    /// tolerance at more than half of the sizes, and nowhere slower than it.
    fn for_all_sizes(&self, row: usize, count: Count, made: &mut Made) -> Vec<Fit> {
        let sizes = &self.ends[0].bytes;
        let most = self.table().most_tried();
        let tried = |ranks: u64| {
            let mut trial = if self.table().collective.has_bytes() {
                made.tried(ranks, 1, most)
            } else {
                Trial { ranks, range: [0, 0], sizes: Vec::new() }
            };
            trial.sizes.extend(sizes);
            trial
        };
        let trials: Vec<Trial> = count.tried().map(tried).collect();
        let of_row: Vec<Vec<Option<Time>>> = sizes.iter().map(|&bytes| made.own(count.ranks, bytes)).collect();
        let gains = |setting: usize| {
            let gain = |(column, own): &(usize, &Vec<Option<Time>>)| self.gains(setting, row, *column, own);
            of_row.iter().enumerate().filter(gain).count() * 2 > sizes.len()
        };
        // All in millionths, added up over the sizes.
        let losses = |setting: usize| {
            let loss_at = |end, column| Some(loss(self.time(end, setting, row, column)?, self.best(end, row, column)?));
            let loss_in = |column| (0..self.ends.len()).try_fold(0, |most, end| Some(loss_at(end, column)?.max(most)));
            (0..sizes.len()).map(loss_in).sum::<Option<u128>>()
        };
        let known = (0..self.allowed.len()).filter(|&setting| self.allowed[setting] && gains(setting));
        let known = known.filter_map(|setting| Some(Fit { setting, loss: losses(setting)? }));
        let mut fits: Vec<Fit> = known.filter(|fit| self.is_never_slower(fit.setting, &trials, made)).collect();
        let least = fits.iter().map(|fit| fit.loss).min().unwrap_or(0);
        let whole = Time::from_ticks(1_000_000);
        let accepted = self.tolerance.longest(whole).map_or(0, |most| u128::from(most.ticks() - whole.ticks()));
        fits.retain(|fit| fit.loss <= least + accepted * sizes.len() as u128);
        fits
    }

    /// True if a setting has a time in all trials, and in none a longer one than the library's own choice. Where that has no known
    /// time, it must be asked for that rules replace it.
    fn is_never_slower(&self, setting: usize, trials: &[Trial], made: &mut Made) -> bool {
        let of: Setting = self.ends[0].settings[setting];
        let mut is_safe = |ranks, bytes| {
            (0..self.ends.len()).all(|end| match made.own[end].time(ranks, bytes, &[]) {
                None if !self.table().replaces_unpriced => false,
                own => {
                    let time = made.time(end, setting, ranks, bytes);
                    time.is_some_and(|time| own.is_none_or(|own| time <= own))
                }
            })
        };
        trials.iter().all(|trial| {
            let begins = of.segment.into_iter().flat_map(|segment| trial.next_segments(segment));
            trial.sizes.iter().copied().chain(begins).all(|bytes| is_safe(trial.ranks, bytes))
        })
    }

    /// The best time of a cell at an end among the allowed settings.
    fn best(&self, end: usize, row: usize, column: usize) -> Option<Time> {
        self.ends[end].least(row, column, |setting| self.allowed[setting]).map(|(time, _)| time)
    }
}

/// The time lost against the best, in millionths of it.
fn loss(time: Time, best: Time) -> u128 {
    let best = u128::from(best.ticks());
    u128::from(time.ticks()).saturating_sub(best) * 1_000_000 / best.max(1)
}
