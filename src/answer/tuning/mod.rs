//! Tuning tables: what a library is told to run for each number of ranks and bytes, what that costs on a machine, and what
//! would be the best.
//!
//! A table is chosen ([`Tuning::chosen`]) or read from a file ([`Tuning::of_rules`]). Either way each cell of a grid has the
//! setting that serves it, its time, the fastest algorithm of all, whether or not a library has it, and the library's own
//! choice where that is known.

mod merge;
mod offered;
mod prices;
mod times;
mod verified;
mod wave;

pub use verified::{Run, Verified, said, unfit};
pub use wave::Wave;

use super::{Alternative, Competition, Grid, MapQuestion, Shard, Watch};
use crate::library::{Form, Library, Rules, Setting, default_of};
use crate::machine::Machine;
use crate::request::{MpiCollective, Operation, Refusal, Request, Tolerance};
use crate::tree::PipelineTimes;
use crate::units::Time;
use merge::Merging;
use prices::Prices;
use rayon::prelude::*;
use times::Prepared;

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
}

/// The most ranks whose trees are made.
const MOST_RANKS: u64 = 1 << 20;

/// The most cells of a table, each with the times of some thousand settings.
const MOST_CELLS: u128 = 1 << 14;

/// A variable of a library that holds for all rules, and its value.
pub type Variable = (&'static str, u64);

/// The table of a collective.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// The name of the model.
    pub model: &'static str,
    /// The rules.
    pub rules: Rules,
    /// The variables that the rules need, where they differ from the library's own values.
    pub variables: Vec<Variable>,
    /// The cells, ordered by ranks, then by bytes.
    pub cells: Vec<TunedCell>,
    /// The parameters of the earliest tree for the smallest size, for a library that builds it itself.
    pub wave: Option<Wave>,
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
}

impl TunedCell {
    /// The excess over the fastest of all algorithms in percent.
    #[must_use]
    pub fn loss_percent(&self) -> Option<f64> {
        self.time?.percent_above(self.least()?)
    }

    /// The least time known in the cell: a tree of the library may be faster than all families of the catalogue.
    fn least(&self) -> Option<Time> {
        let best = self.best.map(|(_, time)| time);
        self.optimum.as_ref().map(|optimum| optimum.time).into_iter().chain(best).min()
    }

    /// The time of the library's own choice.
    #[must_use]
    pub fn default_time(&self) -> Option<Time> {
        self.default.and_then(|(_, time)| time)
    }
}

/// A collective with its costs and its grid.
struct Table<'a> {
    competition: Competition,
    library: Library,
    collective: MpiCollective,
    ranks: &'a Grid,
    bytes: Option<&'a Grid>,
    all_commute: bool,
}

impl Tuning {
    /// The best table that the library can express, with as few rules as the tolerance allows. It does not depend on the number
    /// of threads.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no model for the collective, or there are too many cells.
    pub fn chosen(
        question: &TuningQuestion,
        collective: MpiCollective,
        tolerance: Tolerance,
        watch: &dyn Watch,
    ) -> Result<Self, Refusal> {
        let table = Table::new(question, collective)?;
        let prices = table.prices();
        // Trees serve any number of ranks.
        let serves = |setting: &Setting, ranks: u64, bytes: u64| {
            matches!(setting.native.form, Form::Tree(_))
                || Prepared::new(&table.competition, table.library, collective, ranks, *setting)
                    .time(bytes, &mut PipelineTimes::new())
                    .is_some()
        };
        let variables = best_variables(&prices);
        let merging = Merging {
            prices: &prices,
            tolerance,
            counting: question.library.counting(collective),
            allowed: prices.settings.iter().map(|setting| is_allowed(setting, &variables)).collect(),
            has_one_row: question.library.has_one_row(collective),
            serves: &serves,
        };
        let rules = Rules { collective, rules: merging.rules() };
        table.tuned(rules, variables, &prices, watch)
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
        let table = Table::new(question, rules.collective)?;
        let prices = table.prices();
        table.tuned(rules, variables, &prices, watch)
    }

    /// The largest loss of a cell against the fastest of all algorithms in percent, and the cell.
    #[must_use]
    pub fn worst(&self) -> Option<(&TunedCell, f64)> {
        let losses = self.cells.iter().filter_map(|cell| Some((cell, cell.loss_percent()?)));
        losses.max_by(|(_, a), (_, b)| a.total_cmp(b))
    }
}

/// True if a setting goes with the variables: a fanout that a variable sets is that of the variable, or the default.
fn is_allowed(setting: &Setting, variables: &[Variable]) -> bool {
    value_of(setting, variables).is_none_or(|value| setting.fanout == Some(value))
}

/// The fanout that a variable gives a setting; `None` if its fanout is its own.
fn value_of(setting: &Setting, variables: &[Variable]) -> Option<u64> {
    let fanout = setting.native.knobs.fanout?;
    let name = fanout.variable?;
    Some(variables.iter().find(|(known, _)| *known == name).map_or(fanout.default, |&(_, value)| value))
}

impl<'a> Table<'a> {
    fn new(question: &'a TuningQuestion, collective: MpiCollective) -> Result<Self, Refusal> {
        let TuningQuestion { machine, request, library, ranks, bytes, all_commute } = question;
        let bytes = collective.has_bytes().then_some(bytes);
        let first = |grid: &Grid| grid.values().first().copied();
        let request = Request {
            collective: Some(Operation::Mpi(collective)),
            ranks: first(ranks),
            bytes: bytes.and_then(first),
            ..request.clone()
        };
        let most = ranks.values().last().copied().unwrap_or(1);
        if most > MOST_RANKS {
            return Err(Refusal::invalid(format!(
                "{most} ranks: libraries' trees are made rank by rank, for at most {MOST_RANKS}; ask for fewer ranks"
            )));
        }
        let cells = ranks.values().len() as u128 * bytes.map_or(1, |bytes| bytes.values().len()) as u128;
        if cells > MOST_CELLS {
            return Err(Refusal::invalid(format!(
                "{cells} cells, and a table has at most {MOST_CELLS}: take larger steps of --ranks or --bytes"
            )));
        }
        let competition = Competition::new(machine, &request, most)?;
        Ok(Self { competition, library: *library, collective, ranks, bytes, all_commute: *all_commute })
    }

    fn prices(&self) -> Prices {
        Prices::new(&self.competition, self.library, self.collective, self.ranks, self.bytes, self.all_commute)
    }

    /// The table with all its cells.
    fn tuned(
        &self,
        rules: Rules,
        variables: Vec<Variable>,
        prices: &Prices,
        watch: &dyn Watch,
    ) -> Result<Tuning, Refusal> {
        let question = MapQuestion { ranks: self.ranks.clone(), bytes: self.bytes.cloned(), shard: Shard::WHOLE };
        let map = self.competition.map(question, watch)?;
        let counting = self.library.counting(self.collective);
        let columns = prices.bytes.len();
        let cell = |(place, cell): (usize, &super::MapCell)| {
            let (row, column) = (place / columns, place % columns);
            let (ranks, bytes) = (cell.ranks, cell.bytes.unwrap_or(0));
            let time = |setting: &Setting| {
                let prepared = Prepared::new(&self.competition, self.library, self.collective, ranks, *setting);
                prepared.time(bytes, &mut PipelineTimes::new())
            };
            let rule = rules.find(ranks, counting.count(bytes, ranks));
            let setting = rule.and_then(|rule| rule.setting).map(|setting| with_variable(setting, &variables));
            let default = default_of(self.library, self.collective, ranks, bytes);
            let default = default.map(|setting| (setting, time(&setting)));
            let best = (0..prices.settings.len()).filter_map(|of| Some((prices.time(of, row, column)?, of))).min();
            TunedCell {
                ranks,
                bytes: cell.bytes,
                setting,
                time: setting.map_or_else(|| default.and_then(|(_, time)| time), |setting| time(&setting)),
                optimum: cell.answer.as_ref().map(|answer| answer.best.clone()),
                best: best.map(|(time, of)| (prices.settings[of], time)),
                default,
            }
        };
        let cells = map.cells().par_iter().enumerate().map(cell).collect();
        Ok(Tuning { model: self.competition.model(), rules, variables, cells, wave: wave::wave(self) })
    }
}

/// The setting with the fanout that a variable gives it.
fn with_variable(setting: Setting, variables: &[Variable]) -> Setting {
    Setting { fanout: value_of(&setting, variables).or(setting.fanout), ..setting }
}

/// The value of each variable with which the best times of the cells, each relative to the best with any value, add up to
/// the least; the library's own value if no other is better.
fn best_variables(prices: &Prices) -> Vec<Variable> {
    let mut found: Vec<Variable> = Vec::new();
    let with = prices.settings.iter().filter_map(|setting| setting.native.knobs.fanout);
    for (name, default) in with.filter_map(|fanout| Some((fanout.variable?, fanout.default))) {
        if found.iter().any(|(known, _)| *known == name) {
            continue;
        }
        let of = |setting: &Setting| setting.native.knobs.fanout.is_some_and(|of| of.variable == Some(name));
        let mut values: Vec<u64> =
            prices.settings.iter().filter(|setting| of(setting)).filter_map(|s| s.fanout).collect();
        values.sort_unstable();
        values.dedup();
        let loss = |value: u64| {
            let cells =
                (0..prices.ranks.len()).flat_map(|row| (0..prices.bytes.len()).map(move |column| (row, column)));
            let loss_in = |(row, column)| {
                let best = prices.least(row, column, |_| true)?.ticks().max(1);
                let here = prices.least(row, column, |setting| !of(setting) || setting.fanout == Some(value))?;
                Some(u128::from(here.ticks() - best.min(here.ticks())) * 1_000_000 / u128::from(best))
            };
            cells.filter_map(loss_in).sum::<u128>()
        };
        let best = values.into_iter().min_by_key(|&value| (loss(value), value != default, value));
        found.extend(best.map(|value| (name, value)));
    }
    found
}
