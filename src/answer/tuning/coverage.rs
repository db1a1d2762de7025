//! The coverage of rules: the priced rank counts and sizes, with the time of the library's own choice.

use super::axes::Count;
use super::choice::ratio;
use super::table::{Own, Table};
use super::variables::{Variable, with_variables};
use logpine_text::units::Time;
use logpine_tuning::library::Rules;
use rayon::prelude::*;

/// The cells that rules serve, and the number of those that they leave to the library.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// The priced rank counts.
    pub counts: Vec<Count>,
    /// The number of priced sizes.
    pub sizes: usize,
    /// The cells that rules serve.
    pub served: Vec<Served>,
    /// The number of cells that are left to the library.
    pub left: usize,
    /// The number of those where the library's own choice has no known time.
    pub left_unpriced: usize,
}

/// A number of ranks and a size that a rule serves.
#[derive(Clone, Copy, Debug)]
pub struct Served {
    /// The place among the rules.
    pub rule: usize,
    /// Number of ranks.
    pub ranks: u64,
    /// Size in bytes; `None` if the collective has none.
    pub bytes: Option<u64>,
    /// The time; `None` if it is not known.
    pub time: Option<Time>,
    /// The time of the library's own choice; `None` if it is not known.
    pub own: Option<Time>,
}

impl Served {
    /// The speed-up over the library's own choice, a ratio; `None` if one of the times is not known.
    #[must_use]
    pub fn speed_up(&self) -> Option<f64> {
        Some(ratio(self.own?, self.time?))
    }
}

/// A priced cell.
enum Cell {
    Served(Served),
    Left { is_priced: bool },
}

impl Coverage {
    /// The number of served cells whose speed-up is known.
    #[must_use]
    pub fn known(&self) -> usize {
        self.served.iter().filter(|served| served.speed_up().is_some()).count()
    }

    /// The coverage of the rules of a table.
    pub(super) fn new(table: &Table, rules: &Rules, variables: &[Variable]) -> Self {
        let (counts, sizes) = (table.counts(), table.priced_sizes());
        let counting = table.library.counting(table.collective);
        let has_one_row = table.library.has_one_row(table.collective);
        let found = |ranks: u64, bytes: u64| {
            let counted = counting.count(bytes, ranks);
            let rule = rules.rules.iter().position(|of| of.ranks.contains(ranks) && of.bytes.contains(counted))?;
            Some((rule, with_variables(rules.rules[rule].setting?, variables)))
        };
        let is_own = |ranks: u64, bytes: u64| {
            found(ranks, bytes).is_some_and(|(_, setting)| table.own(ranks, bytes) == Some(setting))
        };
        // A file may spell out what the library would choose anyway. A rule for all sizes is another choice if it is one at some size.
        let changes = |ranks: u64, bytes: u64| {
            if has_one_row { sizes.iter().any(|&bytes| !is_own(ranks, bytes)) } else { !is_own(ranks, bytes) }
        };
        let cell = |made: &mut Own, ranks: u64, bytes: u64| {
            let own = made.time(ranks, bytes, &[]);
            match found(ranks, bytes).filter(|_| changes(ranks, bytes)) {
                None => Cell::Left { is_priced: own.is_some() },
                Some((rule, setting)) => {
                    let time = made.time_of(setting, ranks, bytes);
                    let bytes = table.bytes.is_some().then_some(bytes);
                    Cell::Served(Served { rule, ranks, bytes, time, own })
                }
            }
        };
        let row = |count: &Count| {
            let mut made = Own::new(table);
            sizes.iter().map(|&bytes| cell(&mut made, count.ranks, bytes)).collect::<Vec<_>>()
        };
        let cells: Vec<Vec<Cell>> = counts.par_iter().map(row).collect();
        let mut coverage = Self { counts, sizes: sizes.len(), served: Vec::new(), left: 0, left_unpriced: 0 };
        for cell in cells.into_iter().flatten() {
            match cell {
                Cell::Served(served) => coverage.served.push(served),
                Cell::Left { is_priced } => {
                    coverage.left += 1;
                    coverage.left_unpriced += usize::from(!is_priced);
                }
            }
        }
        coverage
    }
}
