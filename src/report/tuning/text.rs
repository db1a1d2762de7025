//! Tables as text.

use super::{TuningSubject, bytes, loss, ranks};
use crate::answer::{TunedCell, Tuning};
use crate::library::{Counting, Library, Rule};
use crate::report::counted::counted;
use crate::report::text::table::Table;
use crate::report::text::wrapped;
use crate::units::Bytes;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most rank counts and sizes of a map in text.
const MOST: (usize, usize) = (8, 24);

/// A line for each collective: how many rules it has, how far they are from the best of all algorithms, and the speed-up over the
/// library's own choices.
#[must_use]
pub fn brief(subject: &TuningSubject) -> String {
    let library = subject.library.title();
    let mut shown = Table::new(["collective", "rules", "slower than the best", "at worst", "speed-up", "at best"]);
    for table in subject.tables {
        let mut losses: Vec<f64> = table.cells.iter().filter_map(TunedCell::loss_percent).collect();
        losses.sort_by(f64::total_cmp);
        let factors = speed_ups(table.cells.iter());
        let factor = |factor: Option<&f64>| factor.map_or_else(String::new, |factor| format!("{factor:.2} x"));
        let lost = |percent: Option<&f64>| percent.map_or_else(String::new, |&percent| loss(percent));
        shown.row([
            table.rules.collective.name().to_owned(),
            table.rules.rules.len().to_string(),
            lost(losses.get(losses.len() / 2)),
            lost(losses.last()),
            factor(factors.get(factors.len() / 2)),
            factor(factors.last()),
        ]);
    }
    let about = format!(
        "What {library} can run on {} at its best, cell by cell of the grid: the median and the worst loss against the fastest of all \
         algorithms, whether or not the library has it; the median and the best speed-up over the library's own choices.",
        subject.machine
    );
    let variables = subject.tables.iter().flat_map(|table| &table.variables);
    let set = variables.fold(String::new(), |text, (name, value)| format!("{text}{name} is {value} for all rules\n"));
    format!("{}\n{shown}{}", wrapped(&(about + "\n")), wrapped(&set))
}

/// Rules and their costs: a line for each rule, with the largest loss in its cells against the fastest of all
/// algorithms, and the speed-up over the library's own choice.
#[must_use]
pub fn text(subject: &TuningSubject) -> String {
    let mut text = String::new();
    for table in subject.tables {
        let _ = writeln!(text, "{}", heading(subject, table));
        text += &rules(subject.library, table);
        text += &summary(table);
        text.push('\n');
    }
    text
}

/// `bcast by loggp: what Open MPI 4.1 is told to run`.
fn heading(subject: &TuningSubject, table: &Tuning) -> String {
    let (collective, model, library) = (table.rules.collective.name(), table.model, subject.library.title());
    format!("{collective} by {model} on {}: what {library} runs", subject.machine)
}

fn rules(library: Library, table: &Tuning) -> String {
    let counting = library.counting(table.rules.collective);
    let size = match counting {
        Counting::AsAsked => "bytes",
        Counting::TimesRanks => "bytes x ranks",
        Counting::Ignored => "size",
    };
    let mut shown = Table::new(["ranks", size, "runs", "slower than the best", "speed-up"]).left_columns(&[1, 2]);
    for rule in &table.rules.rules {
        let cells = || table.cells.iter().filter(|cell| serves(rule, cell, counting));
        let worst = cells().filter_map(TunedCell::loss_percent).reduce(f64::max);
        shown.row([
            ranks(rule.ranks),
            bytes(rule.bytes),
            rule.setting.map_or_else(|| "the library's choice".to_owned(), |setting| setting.to_string()),
            worst.map_or_else(String::new, up_to),
            against_default(cells()),
        ]);
    }
    shown.to_string()
}

fn up_to(percent: f64) -> String {
    let shown = loss(percent);
    if shown == "-" { shown } else { format!("up to {shown}") }
}

fn serves(rule: &Rule, cell: &TunedCell, counting: Counting) -> bool {
    rule.ranks.contains(cell.ranks) && rule.bytes.contains(counting.count(cell.bytes.unwrap_or(0), cell.ranks))
}

/// The range of speed-ups over the library's own choice.
fn against_default<'a>(cells: impl Iterator<Item = &'a TunedCell>) -> String {
    let factors = speed_ups(cells);
    match (factors.first(), factors.last()) {
        (Some(least), Some(most)) if most - least < 0.005 => format!("{least:.2} x"),
        (Some(least), Some(most)) => format!("{least:.2} to {most:.2} x"),
        _ => String::new(),
    }
}

/// The speed-ups over the library's own choice, where it is known, in ascending order.
fn speed_ups<'a>(cells: impl Iterator<Item = &'a TunedCell>) -> Vec<f64> {
    let factor = |cell: &TunedCell| {
        let (own, here) = (cell.default_time()?.ticks(), cell.time?.ticks());
        (here > 0).then(|| own as f64 / here as f64)
    };
    let mut factors: Vec<f64> = cells.filter_map(factor).collect();
    factors.sort_by(f64::total_cmp);
    factors
}

/// One line on all cells.
fn summary(table: &Tuning) -> String {
    let cells = counted(table.cells.len() as u64, "cell", "cells");
    let Some((worst, percent)) = table.worst() else { return format!("  {cells}, of which no time is known\n") };
    let at = worst.bytes.map_or_else(String::new, |size| format!(" of {}", Bytes(size)));
    let lost = match loss(percent).as_str() {
        "-" => "none is slower than the best of all algorithms".to_owned(),
        lost => format!("at most {lost} slower than the best of all algorithms ({} ranks{at})", worst.ranks),
    };
    let mut text = format!("  {cells}; {lost}");
    for (variable, value) in &table.variables {
        let _ = write!(text, "; {variable} is {value} for all of them");
    }
    wrapped(&(text + "\n"))
}

/// The table as a map: what each cell runs, with how much slower it is than the best of all algorithms.
#[must_use]
pub fn table(subject: &TuningSubject, table: &Tuning) -> String {
    let mut counts: Vec<u64> = table.cells.iter().map(|cell| cell.ranks).collect();
    counts.dedup();
    let columns = thinned(&counts, MOST.0);
    let sizes: Vec<Option<u64>> =
        table.cells.iter().filter(|cell| Some(&cell.ranks) == counts.first()).map(|cell| cell.bytes).collect();
    let rows = thinned(&sizes, MOST.1);
    let mut letters = Letters::default();
    let head = ["bytes".to_owned()].into_iter().chain(columns.iter().map(u64::to_string)).collect::<Vec<_>>();
    let mut shown = Table::new(head.iter().map(String::as_str)).right_first();
    for &size in rows.iter().rev() {
        let label = size.map_or_else(|| "-".to_owned(), |size| Bytes(size).to_string());
        let cell = |&ranks: &u64| {
            let cell = table.cells.iter().find(|cell| cell.ranks == ranks && cell.bytes == size);
            cell.map_or_else(String::new, |cell| letters.shown(cell))
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        shown.row([label].into_iter().chain(cells));
    }
    let thinned = columns.len() < counts.len() || rows.len() < sizes.len();
    let note = if thinned { "  (some rank counts or sizes are left out; --format json has all)\n" } else { "" };
    let better = better(table);
    format!("{}\n{shown}{note}{}{}{better}", heading(subject, table), letters.legend(), summary(table))
}

/// The most cells of which a text says what would be better.
const MOST_BETTER: usize = 5;

/// Better choices for the cells that lose most: another setting of the library, and the fastest of all algorithms.
fn better(table: &Tuning) -> String {
    let mut lossy: Vec<(f64, &TunedCell)> = table
        .cells
        .iter()
        .filter_map(|cell| Some((cell.loss_percent()?, cell)))
        .filter(|(lost, _)| *lost >= 0.05)
        .collect();
    lossy.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    if lossy.is_empty() {
        return String::new();
    }
    let mut shown = Table::new(["ranks", "bytes", "lost", "the library could run", "still lost", "the best of all"])
        .left_columns(&[3, 5]);
    for (lost, cell) in lossy.into_iter().take(MOST_BETTER) {
        let (setting, still) = cell.best.map_or_else(Default::default, |(setting, time)| {
            let least = cell.optimum.as_ref().map_or(time, |optimum| optimum.time.min(time));
            (setting.to_string(), time.percent_above(least).map_or_else(String::new, loss))
        });
        shown.row([
            cell.ranks.to_string(),
            cell.bytes.map_or_else(String::new, |size| Bytes(size).to_string()),
            loss(lost),
            setting,
            still,
            cell.optimum.as_ref().map_or("", |optimum| optimum.family).to_owned(),
        ]);
    }
    format!("  most is lost here:\n{shown}")
}

fn thinned<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    all.iter().copied().step_by(all.len().div_ceil(most).max(1)).collect()
}

/// A letter for each setting.
#[derive(Default)]
struct Letters(BTreeMap<String, char>);

impl Letters {
    fn shown(&mut self, cell: &TunedCell) -> String {
        let is_own = cell.setting.is_none();
        let setting = cell.setting.or(cell.default.map(|(setting, _)| setting));
        let name = match setting {
            None => "the library's choice, which is not known".to_owned(),
            Some(setting) if is_own => format!("{setting} (the library's choice)"),
            Some(setting) => setting.to_string(),
        };
        let next = (b'A' + u8::try_from(self.0.len() % 26).unwrap_or(0)).into();
        let letter = *self.0.entry(name).or_insert(next);
        let lost = cell.loss_percent().map_or_else(|| "?".to_owned(), loss);
        format!("{letter} {}", lost.replace(' ', ""))
    }

    fn legend(&self) -> String {
        let mut names: Vec<(&String, &char)> = self.0.iter().collect();
        names.sort_by_key(|(_, letter)| **letter);
        names.into_iter().fold(String::new(), |mut text, (name, letter)| {
            let _ = writeln!(text, "  {letter}: {name}");
            text
        })
    }
}
