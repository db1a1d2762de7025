//! Tables as text.

use super::{TuningSubject, bytes, loss, median, ranks};
use crate::answer::{Coverage, TunedCell, Tuning};
use crate::report::text::{Page, Table};
use crate::report::times::{counted, number, size as shown_size};
use crate::request::Tolerance;
use logpine_tuning::library::{Counting, ELEMENT, Library, Maker, Rule};
use std::collections::BTreeMap;

/// The most rank counts and sizes of a map in text.
const MOST: (usize, usize) = (8, 24);

/// A line for each collective: how much faster than the library's own choices the rules are, what is left to the library, and how far all is
/// from the fastest of all algorithms; then what the columns mean, and what would change them.
#[must_use]
pub fn brief(subject: &TuningSubject) -> Page {
    let library = chooser(subject.library);
    let mut page = Page::warned(&subject.warnings());
    page.headline(&format!("Rules for {} on {}", subject.library.title(), subject.machine), &gains(subject), "");
    let head = [
        "collective",
        "rules",
        "median speed-up",
        "best",
        "worst",
        "cells with rules",
        "left",
        "unknown",
        "above optimum",
        "at worst",
    ];
    let mut shown = Table::new(head);
    for table in subject.tables {
        let losses = losses(table);
        let factors = table.speed_ups(None);
        let factor = |factor: Option<f64>| factor.map_or_else(|| "-".to_owned(), times);
        let lost = |percent: Option<f64>| percent.map_or_else(|| "?".to_owned(), loss);
        let Coverage { served, left, left_unpriced, .. } = &table.coverage;
        shown.row([
            table.rules.collective.name().to_owned(),
            table.rules.rules.len().to_string(),
            factor(median(&factors)),
            factor(factors.last().copied()),
            factor(factors.first().copied()),
            number(served.len() as u64),
            number((left - left_unpriced) as u64),
            number(*left_unpriced as u64),
            lost(median(&losses)),
            lost(losses.last().copied()),
        ]);
    }
    page.table(shown);
    let tables = subject.tables;
    let percent = subject.tolerance.map_or_else(|| "0".to_owned(), Tolerance::percent);
    page.note(format!(
        "left: cells where logpine found no rule that is faster than {library}'s own choice by more than {percent}% and slower nowhere that \
         it would serve. The library chooses there."
    ));
    if tables.iter().any(|table| table.coverage.left_unpriced > 0) {
        page.note(format!(
            "unknown: cells where {library}'s own choice has no known time. The library chooses there. --replace-unpriced writes rules for them \
             too."
        ));
    }
    page.note("optimum: the fastest algorithm that logpine knows, whether or not the library has it, in the cells of the grid.");
    if tables.iter().any(|table| subject.library.has_one_row(table.rules.collective) && has_sizes(table)) {
        page.note(for_all_sizes(&percent));
    }
    for table in tables {
        let name = table.rules.collective.name();
        notes(subject, table).for_each(|line| page.line(format!("{name}: {line}")));
    }
    if let Some(table) = tables.first() {
        page.line(format!("Predicted for {}.", priced(&table.coverage)));
    }
    page
}

/// When a rule for all sizes is written.
pub(super) fn for_all_sizes(percent: &str) -> String {
    format!(
        "A rule for a scatter or a gather serves all sizes. It is written only if it is faster by more than {percent}% at more than half of the \
         priced sizes, and slower at none of the sizes up to 64 MiB that logpine tried and where it knows the time of the library's own choice."
    )
}

/// Whoever chooses where no rule serves.
const fn chooser(library: Library) -> &'static str {
    match library {
        Library::Shim => "the MPI library",
        _ => library.title(),
    }
}

/// The median speed-ups where rules serve: `bcast 1.26× and reduce 1.1× as fast as its own choices (median)`.
fn gains(subject: &TuningSubject) -> String {
    let gains = |table: &Tuning| {
        let factors = table.speed_ups(None);
        Some((table.rules.collective.name(), times(median(&factors)?), times(*factors.last()?)))
    };
    let own = match subject.library {
        Library::Shim => "the MPI library's own choices",
        _ => "its own choices",
    };
    match &subject.tables.iter().filter_map(gains).collect::<Vec<_>>()[..] {
        [] => "the speed-up is not known".to_owned(),
        [(name, median, most)] => format!("{name} {median} as fast as {own} (median where rules serve), up to {most}"),
        [first @ .., (name, last, _)] => {
            let first: Vec<String> = first.iter().map(|(name, median, _)| format!("{name} {median}")).collect();
            format!("{} and {name} {last} as fast as {own} (median where rules serve)", first.join(", "))
        }
    }
}

/// The reason why tables have no rule, and the way out, unless rules might replace choices of unknown time already.
#[must_use]
pub fn no_rule(subject: &TuningSubject, replaces_unpriced: bool) -> String {
    let (library, machine) = (chooser(subject.library), subject.machine);
    let percent = subject.tolerance.map_or_else(|| "0".to_owned(), Tolerance::percent);
    let unknown: usize = subject.tables.iter().map(|table| table.coverage.left_unpriced).sum();
    let all: usize = subject.tables.iter().map(|table| table.coverage.left).sum();
    let is_offered = subject.tables.iter().flat_map(|table| &table.cells).any(|cell| cell.best.is_some());
    let reason = match unknown {
        _ if !is_offered => format!("logpine knows the time of no algorithm of {library} that may serve these cells"),
        0 => format!(
            "logpine found no rule that is faster on {machine} than {library}'s own choice by more than {percent}% and slower nowhere that it \
             would serve"
        ),
        _ if replaces_unpriced => {
            format!(
                "logpine found no rule whose time it knows wherever that would serve, and which is nowhere slower than {library}'s own choice"
            )
        }
        _ if unknown == all => format!("the times of {library}'s own choices are not known"),
        _ => format!(
            "in {} of {all} cells logpine found no rule that is faster on {machine} than {library}'s own choice by more than {percent}% and \
             slower nowhere that it would serve, and in the other {unknown} the time of that choice is not known",
            all - unknown
        ),
    };
    let way_out = if unknown > 0 && is_offered && !replaces_unpriced {
        "; --replace-unpriced writes rules where the time is not known"
    } else {
        ""
    };
    let commutes = subject.tables.iter().any(|table| !table.gains_if_all_commute.is_empty());
    let more = if commutes { "; --commutative offers more algorithms" } else { "" };
    format!("{reason}, so there is nothing to write{way_out}{more}")
}

fn has_sizes(table: &Tuning) -> bool {
    table.rules.collective.has_bytes()
}

/// Notes on a table beyond its figures.
fn notes<'a>(subject: &'a TuningSubject, table: &'a Tuning) -> impl Iterator<Item = String> {
    let library = chooser(subject.library);
    let of_end = |end: &Tuning| end.coverage.served.len() - end.coverage.known();
    let unknown = table.ends().map(of_end).max().unwrap_or(0);
    let unknown = (unknown > 0).then(|| {
        format!(
            "{unknown} of the {} with rules have no known speed-up. Without them, {library} may be faster there.",
            counted(table.coverage.served.len() as u64, "cell", "cells")
        )
    });
    let commutative = table.gains_if_all_commute.last().map(|&most| {
        format!(
            "--commutative would make {} faster, up to {}. Pass it if none of your programs reduces with an operator that does not commute.",
            counted(table.gains_if_all_commute.len() as u64, "cell", "cells"),
            times(most)
        )
    });
    let variables = table.variables.iter().map(move |(name, value)| {
        format!("{name} is {value} for all rules, and also where {library} chooses such a tree itself.")
    });
    let calls = (subject.library.maker() == Maker::Mpich).then(|| {
        format!("Assumed: one rank on each node, and elements of {ELEMENT} bytes. {library} chooses by these as well.")
    });
    unknown.into_iter().chain(commutative).chain(variables).chain(calls)
}

/// The rank counts and sizes that were priced.
fn priced(coverage: &Coverage) -> String {
    let counts = &coverage.counts;
    let single = counts.iter().take_while(|count| count.last == count.ranks).count();
    let (first, last) = (counts.first().map_or(0, |of| of.ranks), counts.last().map_or(0, |of| of.ranks));
    let sizes = counted(coverage.sizes as u64, "size", "sizes");
    let compared = counts.iter().filter(|count| count.is_compared).count();
    let with_all = if compared < counts.len() {
        format!(", {compared} of them with all settings and the others with those that the rules use")
    } else {
        String::new()
    };
    match counts.get(single.saturating_sub(1)) {
        Some(end) if first == last => format!("{} ranks, {sizes}", end.ranks),
        Some(_) if single == counts.len() => format!("every rank count from {first} to {last}{with_all}, {sizes}"),
        Some(end) => format!(
            "every rank count from {first} to {} and {} more up to {last}{with_all}, {sizes}",
            end.ranks,
            counts.len() - single
        ),
        None => sizes,
    }
}

/// The losses of the cells against the fastest of all algorithms in percent, where they are known, ascending.
fn losses(table: &Tuning) -> Vec<f64> {
    let mut losses: Vec<f64> = table.losses().filter_map(|(_, loss)| loss).collect();
    losses.sort_by(f64::total_cmp);
    losses
}

/// A factor, such as `1.26×`; rounded down, so that a rule that is slower is never shown as fast.
fn times(factor: f64) -> String {
    format!("{:.2}×", (factor * 100.0).floor() / 100.0)
}

/// Rules and their costs: a line for each rule, with the largest loss in its cells against the fastest of all
/// algorithms, and the speed-up over the library's own choice.
#[must_use]
pub fn text(subject: &TuningSubject) -> Page {
    let mut page = Page::warned(&subject.warnings());
    for table in subject.tables {
        page.line(heading(subject, table));
        page.table(rules(subject.library, table));
        summary(&mut page, subject, table);
    }
    page
}

/// `bcast by loggp on tukey: what Open MPI 4.1 runs`.
fn heading(subject: &TuningSubject, table: &Tuning) -> String {
    let (collective, model, library) = (table.rules.collective.name(), table.model, subject.library.title());
    format!("{collective} by {model} on {}: what {library} runs", subject.machine)
}

fn rules(library: Library, table: &Tuning) -> Table {
    let counting = library.counting(table.rules.collective);
    let size = match counting {
        Counting::AsAsked => "bytes",
        Counting::TimesRanks => "bytes × ranks",
        Counting::Ignored => "size",
    };
    let mut shown = Table::new(["ranks", size, "runs", "slower than the best", "speed-up"]).left_columns(&[1, 2]);
    for (place, rule) in table.rules.rules.iter().enumerate() {
        let cells = table.losses().filter(|(cell, _)| serves(rule, cell, counting));
        let worst = cells.filter_map(|(_, loss)| loss).reduce(f64::max);
        shown.row([
            ranks(rule.ranks),
            bytes(rule.bytes),
            rule.setting.map_or_else(|| "the library's choice".to_owned(), |setting| setting.to_string()),
            worst.map_or_else(|| "not in the grid".to_owned(), up_to),
            speed_up(&table.speed_ups(Some(place))),
        ]);
    }
    shown
}

fn up_to(percent: f64) -> String {
    let shown = loss(percent);
    if shown == "-" { shown } else { format!("up to {shown}") }
}

fn serves(rule: &Rule, cell: &TunedCell, counting: Counting) -> bool {
    rule.ranks.contains(cell.ranks) && rule.bytes.contains(counting.count(cell.bytes.unwrap_or(0), cell.ranks))
}

/// The range of ascending speed-ups.
fn speed_up(factors: &[f64]) -> String {
    match (factors.first(), factors.last()) {
        (Some(&least), Some(&most)) if times(least) == times(most) => times(least),
        (Some(&least), Some(&most)) => format!("{} to {}", times(least), times(most)),
        _ => "not known".to_owned(),
    }
}

/// The loss against the fastest of all algorithms in all cells of the grid, and the speed-up where rules serve.
fn summary(page: &mut Page, subject: &TuningSubject, table: &Tuning) {
    let of = counted(table.cells.len() as u64, "cell", "cells");
    let known = losses(table).len();
    let unknown = table.cells.len() - known;
    let mut lines = vec![match table.worst() {
        None => format!("The time of none of {of} is known."),
        Some((worst, percent)) => {
            let at = worst.bytes.map_or_else(String::new, |size| format!(" of {}", shown_size(size)));
            let at = format!("{} ranks{at}", worst.ranks);
            let cells = if unknown > 0 { format!("{known} of {of} have a known time") } else { of };
            match loss(percent).as_str() {
                "-" => format!("{cells}: as fast as the fastest of all algorithms."),
                lost => format!("{cells}: at most {lost} slower than the fastest of all algorithms ({at})."),
            }
        }
    }];
    if unknown > 0 {
        lines.push(format!("{} an unknown time.", counted(unknown as u64, "cell has", "cells have")));
    }
    let factors = table.speed_ups(None);
    if let (Some(median), Some((at, least)), Some(&most)) = (median(&factors), table.worst_served(), factors.last()) {
        let size = at.bytes.map_or_else(String::new, |size| format!(" of {}", shown_size(size)));
        lines.push(format!(
            "Where rules serve: {} as fast as the library's own choice (median), {} at best, {} at worst ({} ranks{size}), over {}.",
            times(median),
            times(most),
            times(least),
            at.ranks,
            counted(table.coverage.known() as u64, "priced cell", "priced cells")
        ));
    }
    let Coverage { left, left_unpriced, .. } = table.coverage;
    if left > 0 {
        lines.push(format!(
            "{} left to the library, {left_unpriced} of them with a choice of unknown time.",
            counted(left as u64, "cell is", "cells are")
        ));
    }
    lines.extend(notes(subject, table));
    lines.push(format!("Predicted for {}.", priced(&table.coverage)));
    for line in lines {
        page.note(line);
    }
}

/// The tables as maps: what each cell runs, with how much slower it is than the best of all algorithms.
#[must_use]
pub fn maps(subject: &TuningSubject) -> Page {
    let mut page = Page::warned(&subject.warnings());
    subject.tables.iter().for_each(|table| map(&mut page, subject, table));
    page
}

fn map(page: &mut Page, subject: &TuningSubject, table: &Tuning) {
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
        let label = size.map_or_else(|| "-".to_owned(), shown_size);
        let cell = |&ranks: &u64| {
            let cell = table.losses().find(|(cell, _)| cell.ranks == ranks && cell.bytes == size);
            cell.map_or_else(String::new, |(cell, lost)| letters.shown(cell, lost))
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        shown.row([label].into_iter().chain(cells));
    }
    page.line(heading(subject, table));
    page.table(shown);
    if columns.len() < counts.len() || rows.len() < sizes.len() {
        page.note("some rank counts or sizes are left out. --format json has all");
    }
    for line in letters.legend() {
        page.note(line);
    }
    summary(page, subject, table);
    better(page, table);
}

/// The most cells of which a text says what would be better.
const MOST_BETTER: usize = 5;

/// Better choices for the cells that lose most: another setting of the library, and the fastest of all algorithms.
fn better(page: &mut Page, table: &Tuning) {
    let ends = if table.without_overhead.is_some() { [" (o = alpha)", " (o = 0)"] } else { [""; 2] };
    let cells = table.ends().zip(ends).flat_map(|(of, end)| of.cells.iter().map(move |cell| (cell, end)));
    let mut lossy: Vec<(f64, &TunedCell, &str)> = cells
        .filter_map(|(cell, end)| Some((cell.loss_percent()?, cell, end)))
        .filter(|(lost, ..)| *lost >= 0.05)
        .collect();
    lossy.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    if lossy.is_empty() {
        return;
    }
    let mut shown = Table::new(["ranks", "bytes", "lost", "the library could run", "still lost", "the best of all"])
        .left_columns(&[3, 5]);
    for (lost, cell, end) in lossy.into_iter().take(MOST_BETTER) {
        let (setting, still) = cell.best.map_or_else(Default::default, |(setting, time)| {
            (
                setting.to_string(),
                cell.least().and_then(|least| time.percent_above(least)).map_or_else(String::new, loss),
            )
        });
        shown.row([
            cell.ranks.to_string(),
            cell.bytes.map_or_else(String::new, shown_size),
            loss(lost) + end,
            setting,
            still,
            cell.optimum.as_ref().map_or("", |optimum| optimum.family).to_owned(),
        ]);
    }
    page.line("Most is lost here:");
    page.table(shown);
}

fn thinned<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    all.iter().copied().step_by(all.len().div_ceil(most).max(1)).collect()
}

/// A letter for each setting.
#[derive(Default)]
struct Letters(BTreeMap<String, char>);

impl Letters {
    fn shown(&mut self, cell: &TunedCell, lost: Option<f64>) -> String {
        let is_own = cell.setting.is_none();
        let setting = cell.setting.or(cell.default.map(|(setting, _)| setting));
        let name = match setting {
            None => "the library's choice, which is not known".to_owned(),
            Some(setting) if is_own => format!("{setting} (the library's choice)"),
            Some(setting) => setting.to_string(),
        };
        let next = (b'A' + u8::try_from(self.0.len() % 26).unwrap_or(0)).into();
        let letter = *self.0.entry(name).or_insert(next);
        let lost = lost.map_or_else(|| "?".to_owned(), loss);
        format!("{letter} {lost}")
    }

    fn legend(&self) -> Vec<String> {
        let mut names: Vec<(&String, &char)> = self.0.iter().collect();
        names.sort_by_key(|(_, letter)| **letter);
        names.into_iter().map(|(name, letter)| format!("{letter}: {name}")).collect()
    }
}
