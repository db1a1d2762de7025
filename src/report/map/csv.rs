//! The map as CSV (RFC 4180, with line feeds): one line for each cell, or for each crossover.

use super::MapSubject;
use crate::answer::{Along, Alternative, Crossover, DecisionMap, MapAnswer, MapCell};
use logpine_text::csv_lines::csv_lines;
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::families::Parameters;

/// The cells as CSV, ordered by ranks, then by bytes.
///
/// Columns: `ranks`, `bytes` (empty if the model has no sizes), `family` (empty, like all that follow, if no time is
/// representable), `parameters` (as `k=4 segment=8192`), `time_s` (or `time_cycle`), `lower_bound_s`, `status`, `gap_percent`
/// (of the bound), `runner_up`, `runner_up_parameters`, `runner_up_time_s`, `margin_percent` (of the winner's time). Times are
/// exact.
///
/// Only the first shard has the header, so that the concatenated files of all shards are the file of the whole map.
#[must_use]
pub fn csv(map: &DecisionMap, subject: &MapSubject) -> String {
    table(map, csv_columns(subject.clock), map.cells().iter().map(|cell| cell_fields(cell, subject.clock)))
}

/// The number of columns of [`csv`].
pub const CSV_COLUMNS: usize = 12;

/// The names of the columns of [`csv`].
#[must_use]
pub fn csv_columns(clock: Clock) -> [String; CSV_COLUMNS] {
    let timed = |name: &str| format!("{name}_{}", clock.symbol());
    [
        "ranks".to_owned(),
        "bytes".to_owned(),
        "family".to_owned(),
        "parameters".to_owned(),
        timed("time"),
        timed("lower_bound"),
        "status".to_owned(),
        "gap_percent".to_owned(),
        "runner_up".to_owned(),
        "runner_up_parameters".to_owned(),
        timed("runner_up_time"),
        "margin_percent".to_owned(),
    ]
}

/// The crossovers as CSV, ordered by the second of their two cells.
///
/// Columns: `along` (`bytes` or `ranks`), `ranks`, `bytes`, `from` (the family that wins one byte or rank before), `to` (the
/// family that wins here), `exact` (true if all changes between the two neighbouring cells are listed; if not, or if none is
/// listed, JSON says which neighbours may have more). Only the first shard has the header.
#[must_use]
pub fn crossovers_csv(map: &DecisionMap) -> String {
    let fields = |crossover: &Crossover| {
        let along = match crossover.along {
            Along::Bytes => "bytes",
            Along::Ranks => "ranks",
        };
        let (ranks, bytes) = (crossover.ranks.to_string(), or_empty(crossover.bytes));
        let (from, to) = (crossover.from.to_owned(), crossover.to.to_owned());
        [along.to_owned(), ranks, bytes, from, to, crossover.exact.to_string()]
    };
    table(
        map,
        ["along", "ranks", "bytes", "from", "to", "exact"].map(str::to_owned),
        map.crossovers().iter().map(fields),
    )
}

/// Lines of fields below the names of the columns, which only the first shard has.
fn table<const N: usize>(map: &DecisionMap, columns: [String; N], lines: impl Iterator<Item = [String; N]>) -> String {
    let header = map.question().shard.is_first().then_some(columns);
    csv_lines(header.into_iter().chain(lines))
}

fn cell_fields(cell: &MapCell, clock: Clock) -> [String; CSV_COLUMNS] {
    let decimal = |time: Time| time.decimal(clock);
    let answer = cell.answer.as_ref();
    let [family, parameters, time] = alternative_fields(answer.map(|answer| &answer.best), clock);
    let runner_up = answer.and_then(|answer| answer.runner_up.as_ref());
    let [runner_up, runner_up_parameters, runner_up_time] = alternative_fields(runner_up, clock);
    [
        cell.ranks.to_string(),
        or_empty(cell.bytes),
        family,
        parameters,
        time,
        or_empty(answer.map(|answer| decimal(answer.claim.bound.value))),
        or_empty(answer.map(|answer| answer.claim.status.name())),
        or_empty(answer.and_then(|answer| answer.claim.gap_percent())),
        runner_up,
        runner_up_parameters,
        runner_up_time,
        or_empty(answer.and_then(MapAnswer::margin_percent)),
    ]
}

fn alternative_fields(algorithm: Option<&Alternative>, clock: Clock) -> [String; 3] {
    algorithm.map_or_else(Default::default, |Alternative { family, parameters, time, .. }| {
        [(*family).to_owned(), words(parameters), time.decimal(clock)]
    })
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Parameters in the form `k=4 segment=8192`.
fn words(parameters: &Parameters) -> String {
    parameters.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
