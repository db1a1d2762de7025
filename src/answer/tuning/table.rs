//! A collective of a library with its costs and its grid.

use super::TuningQuestion;
use super::axes::{self, Count};
use super::times::Prepared;
use super::variables::{Variable, with_variables};
use crate::answer::relations::{ModelKind, Task};
use crate::answer::{Competition, Grid, Watch};
use crate::request::{BytesOf, MpiCollective, Operation, Refusal, Request};
use logpine_text::units::Time;
use logpine_trees::tree::PipelineTimes;
use logpine_tuning::library::{Library, Setting, default_of};

/// The most ranks whose trees are made.
const MOST_RANKS: u64 = 1 << 20;

/// The most cells of a table, each with the times of some thousand settings.
const MOST_CELLS: u128 = 1 << 14;

/// The largest size at which a rule for all sizes is tried, unless the grid has larger ones: 64 MiB.
const MOST_TRIED: u64 = 1 << 26;

/// A collective with its costs and its grid. Several in a slice differ in their costs alone.
pub struct Table<'a> {
    pub competition: Competition,
    pub library: Library,
    pub collective: MpiCollective,
    /// The rank counts that were asked for.
    pub ranks: &'a Grid,
    /// The sizes that were asked for; `None` if the collective has none.
    pub bytes: Option<&'a Grid>,
    pub all_commute: bool,
    pub replaces_unpriced: bool,
    /// The sizes of messages at which the machine's prices change.
    price_changes: Vec<u64>,
    /// The end of all pricing: no time is known from then on.
    pub watch: &'a dyn Watch,
}

impl<'a> Table<'a> {
    /// The table; if the overhead was not measured, that with o = alpha, and then that with o = 0.
    pub fn ends(
        question: &'a TuningQuestion,
        collective: MpiCollective,
        watch: &'a dyn Watch,
    ) -> Result<Vec<Self>, Refusal> {
        let TuningQuestion { machine, request, library, ranks, bytes, all_commute, replaces_unpriced } = question;
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
        if bytes.is_some() && matches!(Task::Map.subject(machine, &request)?, (_, ModelKind::Logp)) {
            return Err(Refusal::invalid(format!(
                "rules go by the size of a message, and messages of the model logp have none: choose another --model, or give a profile with \
                 [loggp] or another model whose messages have a size; only a barrier has no size, --collectives {}",
                MpiCollective::Barrier.name()
            )));
        }
        let mut with_overhead = Competition::new(machine, &request, most)?;
        let without = with_overhead.without_overhead.take().map(|free| *free);
        let table = |competition| Self {
            competition,
            library: *library,
            collective,
            ranks,
            bytes,
            all_commute: *all_commute,
            replaces_unpriced: *replaces_unpriced,
            price_changes: machine.price_changes(),
            watch,
        };
        Ok([with_overhead].into_iter().chain(without).map(table).collect())
    }

    /// The rank counts that are priced.
    pub fn counts(&self) -> Vec<Count> {
        axes::counts(self.ranks.values())
    }

    /// The sizes that are priced; a single 0 if the collective has none.
    pub fn priced_sizes(&self) -> Vec<u64> {
        self.bytes.map_or_else(|| vec![0], |bytes| axes::sizes(bytes.values()))
    }

    /// The largest size at which rules are tried.
    pub fn most_tried(&self) -> u64 {
        self.bytes.and_then(|bytes| bytes.values().last()).map_or(MOST_TRIED, |&last| last.max(MOST_TRIED))
    }

    /// The sizes next to those at which, among `ranks` ranks, the library's own choice or what it runs for that changes, or the prices of
    /// messages of 2^i blocks or of a 2^i-th, or of a block for each rank; ascending.
    pub fn edges(&self, ranks: u64) -> Vec<u64> {
        let chosen = |bytes: u64| self.own(ranks, bytes).map(|own| (own, own.runs(self.library, ranks, bytes)));
        let most = if self.bytes.is_some() { self.most_tried() } else { 0 };
        let shares = (0..=ranks.ilog2()).map(|k| 1u64 << k);
        let is_divided = self.collective.bytes_of() == Some(BytesOf::Vector);
        let of_price = |&size: &u64| {
            let scaled = |share: u64| if is_divided { size.saturating_mul(share) } else { size.div_ceil(share) };
            shares.clone().map(scaled).chain(is_divided.then(|| size.saturating_mul(ranks))).collect::<Vec<_>>()
        };
        axes::edges(axes::changes(most, chosen).into_iter().chain(self.price_changes.iter().flat_map(of_price)))
    }

    /// True if a setting may be chosen: all operators commute, or it is right for those that do not.
    pub fn keeps_order(&self, setting: &Setting) -> bool {
        self.all_commute || self.library.keeps_order(setting.native)
    }

    /// A setting among `ranks` ranks.
    pub fn prepared(&self, setting: Setting, ranks: u64) -> Prepared<'_> {
        Prepared::new(&self.competition, self.library, self.collective, ranks, setting, self.watch)
    }

    /// The library's own choice, where it is known.
    pub fn own(&self, ranks: u64, bytes: u64) -> Option<Setting> {
        default_of(self.library, self.collective, ranks, bytes)
    }
}

/// The times of the library's own choices, each made once for all sizes of a rank count.
pub struct Own<'a> {
    table: &'a Table<'a>,
    made: Vec<(Setting, u64, Prepared<'a>)>,
    times: PipelineTimes,
}

impl<'a> Own<'a> {
    pub fn new(table: &'a Table<'a>) -> Self {
        Self { table, made: Vec::new(), times: PipelineTimes::new() }
    }

    /// The time of the library's own choice with some variables set; `None` if it is not known.
    pub fn time(&mut self, ranks: u64, bytes: u64, variables: &[Variable]) -> Option<Time> {
        let setting = with_variables(self.table.own(ranks, bytes)?, variables);
        self.time_of(setting, ranks, bytes)
    }

    /// The time of a setting; `None` if it is not known.
    pub fn time_of(&mut self, setting: Setting, ranks: u64, bytes: u64) -> Option<Time> {
        let is_it = |(of, count, _): &(Setting, u64, _)| *of == setting && *count == ranks;
        let place = self.made.iter().position(is_it).unwrap_or_else(|| {
            self.made.push((setting, ranks, self.table.prepared(setting, ranks)));
            self.made.len() - 1
        });
        self.made[place].2.time(bytes, &mut self.times)
    }
}
