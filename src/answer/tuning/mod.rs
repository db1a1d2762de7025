//! Tuning tables: what a library is told to run for each number of ranks and bytes, what that costs on a machine, and what
//! would be the best.
//!
//! A table is chosen ([`Tuning::chosen`]) or read from a file ([`Tuning::of_rules`]). Either way each cell of a grid has the
//! setting that serves it, its time, the fastest algorithm of all, whether or not a library has it, and the library's own
//! choice where that is known.

mod axes;
mod choice;
mod coverage;
mod gate;
mod merge;
mod offered;
mod prices;
mod table;
mod times;
mod variable_choice;
mod variables;
mod verified;
mod wave;

pub use coverage::{Coverage, Served};
pub use variables::Variable;
pub use verified::{Run, Verified, said, unfit};
pub use wave::Wave;

use super::{Alternative, Grid, MapCell, MapQuestion, Shard, Watch};
use crate::request::{MpiCollective, Refusal, Request, Tolerance};
use choice::Choice;
use logpine_models::machine::{Machine, hull};
use logpine_text::units::Time;
use logpine_tuning::library::{Library, Rules, Setting};
use prices::{Prices, settings};
use rayon::prelude::*;
use table::{Own, Table};
use variables::with_variables;

/// The question that a table answers.
#[derive(Clone, Debug)]
pub struct TuningQuestion<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The model and the hosts; the collective, the ranks and the bytes are those of the grid.
    pub request: Request,
    /// The library.
    pub library: Library,
    /// Numbers of ranks.
    pub ranks: Grid,
    /// Sizes in bytes.
    pub bytes: Grid,
    /// True if no program needs the order of the ranks in reductions: if all operators commute.
    pub all_commute: bool,
    /// True if rules replace the library's own choice also where that has no known time.
    pub replaces_unpriced: bool,
}

/// The table of a collective.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The name of the model.
    pub model: &'static str,
    /// The rules.
    pub rules: Rules,
    /// The variables that the rules need.
    pub variables: Vec<Variable>,
    /// The cells of the grid that was asked for, ordered by ranks, then by bytes.
    pub cells: Vec<TunedCell>,
    /// The cells that the rules serve, at more rank counts and sizes than those of the grid.
    pub coverage: Coverage,
    /// The speed-ups of the cells if all operators commuted, ascending, only those above the tolerance. Empty if that was taken for granted,
    /// or makes no difference.
    pub gains_if_all_commute: Vec<f64>,
    /// The parameters of the earliest tree for the smallest size, for a library that builds it itself.
    pub wave: Option<Wave>,
    /// The same rules with o = 0, if the overhead was not measured; all else is with o = alpha.
    pub without_overhead: Option<Box<Self>>,
}

/// A number of ranks and a size, served by a rule.
#[derive(Clone, Debug)]
pub struct TunedCell {
    /// Number of ranks.
    pub ranks: u64,
    /// Size in bytes as the collective defines it; `None` for a barrier.
    pub bytes: Option<u64>,
    /// The setting; `None` if the library chooses.
    pub setting: Option<Setting>,
    /// The time of the setting, or of the library's own choice; `None` if it is not known.
    pub time: Option<Time>,
    /// The fastest of all algorithms; `None` if no time is representable.
    pub optimum: Option<Alternative>,
    /// The fastest setting of the library, and its time.
    pub best: Option<(Setting, Time)>,
    /// The library's own choice where it is known, and its time if a model tells it.
    pub default: Option<(Setting, Option<Time>)>,
    /// The least time of the priced settings of the library, including those that only operators that commute allow.
    least_of_all: Option<Time>,
    /// The sizes of the messages of the setting and of the library's own choice, the least and the most; `None` without a message, and of
    /// machines whose profile does not say which sizes were measured.
    pub(crate) sent: Option<[u64; 2]>,
}

impl TunedCell {
    /// The excess over the fastest of all algorithms in percent.
    #[must_use]
    pub fn loss_percent(&self) -> Option<f64> {
        self.time?.percent_above(self.least()?)
    }

    /// The least time known in the cell: a tree of the library may be faster than all families of the catalogue.
    #[must_use]
    pub fn least(&self) -> Option<Time> {
        self.optimum.as_ref().map(|optimum| optimum.time).into_iter().chain(self.least_of_all).min()
    }
}

impl Tuning {
    /// The fastest table that the library can express, with as few rules as the tolerance allows. Each rule is faster than the
    /// library's own choice by more than the tolerance; elsewhere the library chooses. It does not depend on the number of threads.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no model for the collective, there are too many cells, or the watch ends the pricing.
    pub fn chosen(
        question: &TuningQuestion,
        collective: MpiCollective,
        tolerance: Tolerance,
        watch: &dyn Watch,
    ) -> Result<Self, Refusal> {
        let tables = Table::ends(question, collective, watch)?;
        let prices = prices(&tables);
        let choice = Choice::new(&prices, tolerance);
        let gains_if_all_commute = choice::gains_if_all_commute(&prices, &choice, tolerance);
        Ok(Self { gains_if_all_commute, ..tuned(&prices, &choice)? })
    }

    /// The table that rules make, with the variables that are set beside them.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no model for the collective, or there are too many cells.
    pub fn of_rules(
        question: &TuningQuestion,
        rules: Rules,
        variables: Vec<Variable>,
        watch: &dyn Watch,
    ) -> Result<Self, Refusal> {
        let tables = Table::ends(question, rules.collective, watch)?;
        tuned(&prices(&tables), &Choice { rules, variables })
    }

    /// The table itself, and that without overhead.
    pub fn ends(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(self.without_overhead.as_deref())
    }

    /// The cells, each with the excess over the fastest of all algorithms in percent at the end where that is greater; `None` unless it is known
    /// at both.
    pub fn losses(&self) -> impl Iterator<Item = (&TunedCell, Option<f64>)> {
        self.cells.iter().enumerate().map(|(place, cell)| {
            let ends = self.ends().map(|end| end.cells.get(place)?.loss_percent());
            (cell, ends.reduce(|one, other| Some(f64::max(one?, other?))).flatten())
        })
    }

    /// The known speed-ups over the library's own choice at both ends, ascending: of one rule, or of all.
    #[must_use]
    pub fn speed_ups(&self, rule: Option<usize>) -> Vec<f64> {
        let served = self.ends().flat_map(|end| &end.coverage.served);
        let of_rule = served.filter(|served| rule.is_none_or(|rule| served.rule == rule));
        let mut factors: Vec<f64> = of_rule.filter_map(Served::speed_up).collect();
        factors.sort_by(f64::total_cmp);
        factors
    }

    /// The served cell with the least speed-up over the library's own choice, and the speed-up; `None` if none is known.
    #[must_use]
    pub fn worst_served(&self) -> Option<(&Served, f64)> {
        let served = self.ends().flat_map(|end| &end.coverage.served);
        let known = served.filter_map(|served| Some((served, served.speed_up()?)));
        known.min_by(|(_, a), (_, b)| a.total_cmp(b))
    }

    /// The largest loss of a cell against the fastest of all algorithms in percent, and the cell.
    #[must_use]
    pub fn worst(&self) -> Option<(&TunedCell, f64)> {
        let losses = self.losses().filter_map(|(cell, loss)| Some((cell, loss?)));
        losses.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }
}

/// The pricing was ended before its end.
#[derive(Debug, thiserror::Error)]
#[error(
    "the pricing of {collective} was stopped before all settings were compared, so there is no table; allow more time, or take larger \
     steps of --ranks or --bytes"
)]
struct Stopped {
    collective: &'static str,
}

/// The times of all settings, for the rank counts where all are compared.
fn prices<'a>(tables: &'a [Table<'a>]) -> Vec<Prices<'a>> {
    let Some(first) = tables.first() else { return Vec::new() };
    let sizes = first.priced_sizes();
    let settings = settings(tables, &sizes);
    let ranks: Vec<u64> = first.counts().iter().filter(|count| count.is_compared).map(|count| count.ranks).collect();
    tables.iter().map(|table| Prices::new(table, settings.clone(), ranks.clone(), sizes.clone())).collect()
}

/// The table with all its cells, and that without overhead in it.
fn tuned(prices: &[Prices], choice: &Choice) -> Result<Tuning, Refusal> {
    let of_end = |prices: &Prices| prices.table.tuned(choice.rules.clone(), choice.variables.clone(), prices);
    let without_overhead = prices.get(1).map(of_end).transpose()?.map(Box::new);
    Ok(Tuning { without_overhead, ..of_end(&prices[0])? })
}

impl Table<'_> {
    /// Refuses prices that the watch has ended: settings without a time are not compared.
    fn check_time(&self) -> Result<(), Refusal> {
        let collective = self.collective.name();
        if self.watch.is_over() { Err(Refusal::stopped(&Stopped { collective })) } else { Ok(()) }
    }

    /// The table with all its cells.
    fn tuned(&self, rules: Rules, variables: Vec<Variable>, prices: &Prices) -> Result<Tuning, Refusal> {
        self.check_time()?;
        let question = MapQuestion { ranks: self.ranks.clone(), bytes: self.bytes.cloned(), shard: Shard::WHOLE };
        let map = self.competition.map(question, self.watch)?;
        let cell = |cell: &MapCell| self.cell(cell, &rules, &variables, prices);
        let cells = map.cells().par_iter().map(cell).collect();
        let coverage = Coverage::new(self, &rules, &variables);
        let (model, wave) = (self.competition.model(), wave::wave(self));
        self.check_time()?;
        let (gains_if_all_commute, without_overhead) = (Vec::new(), None);
        Ok(Tuning { model, rules, variables, cells, coverage, gains_if_all_commute, wave, without_overhead })
    }

    /// The sizes of the messages of settings.
    fn sent(&self, settings: impl Iterator<Item = Setting>, ranks: u64, bytes: Option<u64>) -> Option<[u64; 2]> {
        self.competition.machine.data.measured.bytes?;
        let bytes = bytes.filter(|&bytes| bytes > 0 && ranks > 1)?;
        settings.filter_map(|setting| self.prepared(setting, ranks).sizes(bytes)).reduce(hull)
    }

    /// A cell of the grid that was asked for.
    fn cell(&self, cell: &MapCell, rules: &Rules, variables: &[Variable], prices: &Prices) -> TunedCell {
        let (ranks, bytes) = (cell.ranks, cell.bytes.unwrap_or(0));
        let rule = rules.find(ranks, self.library.counting(self.collective).count(bytes, ranks));
        let setting = rule.and_then(|rule| rule.setting).map(|setting| with_variables(setting, variables));
        let (own, mut made) = (self.own(ranks, bytes), Own::new(self));
        let is_offered = |setting: usize| self.keeps_order(&prices.settings[setting]);
        let least = |is_offered: &dyn Fn(usize) -> bool| {
            prices.place(ranks, bytes).and_then(|(row, column)| prices.least(row, column, is_offered))
        };
        TunedCell {
            ranks,
            bytes: cell.bytes,
            setting,
            time: match setting {
                Some(setting) => made.time_of(setting, ranks, bytes),
                None => made.time(ranks, bytes, variables),
            },
            optimum: cell.answer.as_ref().map(|answer| answer.best.clone()),
            best: least(&is_offered).map(|(time, of)| (prices.settings[of], time)),
            least_of_all: least(&|_| true).map(|(time, _)| time),
            default: own.map(|setting| (setting, made.time_of(setting, ranks, bytes))),
            sent: self.sent(setting.into_iter().chain(own), ranks, cell.bytes),
        }
    }
}
