//! The map as CSV (RFC 4180, with line feeds): one line for each cell, or for each crossover.

use super::MapSubject;
use crate::answer::{Along, Alternative, DecisionMap, MapAnswer, MapCell};
use crate::tree::families::Parameters;
use crate::units::{Clock, Time};
use std::fmt::Write as _;

/// The cells as CSV, ordered by ranks, then by bytes.
///
/// Columns: `ranks`, `bytes` (empty where the model has no sizes), `family` (empty, as all that follows, where no time is
/// representable), `parameters` (as `k=4 segment=8192`), `time_s` (or `time_cycle`), `lower_bound_s`, `status`,
/// `gap_percent` (of the bound), `runner_up`, `runner_up_parameters`, `runner_up_time_s`, `margin_percent` (of the winner's
/// time). Times are exact.
///
/// The header stands in the first shard only, so that the files of all shards one after the other are that of the whole.
#[must_use]
pub fn csv(map: &DecisionMap, subject: &MapSubject) -> String {
    let mut text = String::new();
    if map.question().shard.is_first() {
        let unit = subject.clock.symbol();
        let _ = writeln!(
            text,
            "ranks,bytes,family,parameters,time_{unit},lower_bound_{unit},status,gap_percent,\
             runner_up,runner_up_parameters,runner_up_time_{unit},margin_percent"
        );
    }
    for cell in map.cells() {
        push_line(&mut text, &cell_fields(cell, subject.clock));
    }
    text
}

/// The crossovers as CSV, ordered by the cell that follows.
///
/// Columns: `along` (`bytes` or `ranks`), `ranks`, `bytes`, `from` (the family that wins one byte or rank before), `to`
/// (the family that wins here), `exact` (whether all changes between the two neighbouring cells are listed; if not, or where
/// none is listed, JSON says which neighbours may have more). The header stands in the first shard only.
#[must_use]
pub fn crossovers_csv(map: &DecisionMap) -> String {
    let mut text = String::new();
    if map.question().shard.is_first() {
        text += "along,ranks,bytes,from,to,exact\n";
    }
    for crossover in map.crossovers() {
        let along = match crossover.along {
            Along::Bytes => "bytes",
            Along::Ranks => "ranks",
        };
        let (ranks, bytes) = (crossover.ranks.to_string(), or_empty(crossover.bytes));
        let (from, to) = (crossover.from.to_owned(), crossover.to.to_owned());
        push_line(&mut text, &[along.to_owned(), ranks, bytes, from, to, crossover.exact.to_string()]);
    }
    text
}

fn cell_fields(cell: &MapCell, clock: Clock) -> [String; 12] {
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
    algorithm.map_or_else(Default::default, |Alternative { family, parameters, time }| {
        [(*family).to_owned(), words(parameters), time.decimal(clock)]
    })
}

fn or_empty(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// `k=4 segment=8192`.
fn words(parameters: &Parameters) -> String {
    parameters.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}

/// One line; a field with a separator, a quotation mark or a line break is quoted.
fn push_line(text: &mut String, fields: &[String]) {
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            let _ = write!(text, "\"{}\"", field.replace('"', "\"\""));
        } else {
            text.push_str(field);
        }
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::push_line;

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        let mut text = String::new();
        push_line(&mut text, &["plain", "", "a,b", "say \"no\"", "two\nlines"].map(str::to_owned));
        assert_eq!(text, "plain,,\"a,b\",\"say \"\"no\"\"\",\"two\nlines\"\n");
    }
}
