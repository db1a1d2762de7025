//! The map as JSON: one document, or one object a line.

use super::{MapOperation, MapSubject};
use crate::answer::{Along, Alternative, Crossover, DecisionMap, Grid, MapAnswer, MapCell, Unsettled};
use crate::report::json::{Number, SCHEMA, document, number};
use crate::tree::families::Parameters;
use logpine_text::units::Clock;
use serde::Serialize;

/// The subject of a map.
#[derive(Debug, Serialize)]
struct HeadJson<'a> {
    schema: u32,
    unit: &'static str,
    machine: &'a str,
    model: &'a str,
    collective: &'static str,
    operands: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ranks_per_host: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mapping: Option<&'static str>,
    ranks: &'a [u64],
    bytes: Option<&'a [u64]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct AlternativeJson<'a> {
    family: &'static str,
    parameters: &'a Parameters,
    time: Number,
}

#[derive(Debug, Serialize)]
struct AnswerJson<'a> {
    #[serde(flatten)]
    best: AlternativeJson<'a>,
    status: &'static str,
    lower_bound: Number,
    bound_reason: &'static str,
    gap_percent: Option<f64>,
    runner_up: Option<AlternativeJson<'a>>,
    margin_percent: Option<f64>,
}

#[derive(Debug, Serialize)]
struct CellJson<'a> {
    ranks: u64,
    bytes: Option<u64>,
    #[serde(flatten)]
    answer: Option<AnswerJson<'a>>,
}

#[derive(Debug, Serialize)]
struct CrossoverJson {
    along: Along,
    ranks: u64,
    bytes: Option<u64>,
    from: &'static str,
    to: &'static str,
    exact: bool,
}

/// Neighbouring cells between which there may be more changes.
#[derive(Debug, Serialize)]
struct UnsettledJson {
    along: Along,
    ranks: [u64; 2],
    bytes: Option<[u64; 2]>,
    exact: bool,
}

#[derive(Debug, Serialize)]
struct MapJson<'a> {
    #[serde(flatten)]
    head: HeadJson<'a>,
    cells: Vec<CellJson<'a>>,
    crossovers: Vec<CrossoverJson>,
    unsettled: Vec<UnsettledJson>,
}

/// The map as one document: `schema`, `unit` (`s` or `cycle`, of all times), `machine`, `model`, `collective`, `operands`
/// (null for collectives that are costed stage by stage, with `ranks_per_host` and `mapping` if the model takes them into
/// account), `ranks` and `bytes` (the two sides of the map; `bytes` is null if the model has no sizes), `cells`, `crossovers`,
/// `unsettled`.
///
/// A cell has `ranks`, `bytes`, `family`, `parameters`, `time`, `status`, `lower_bound`, `bound_reason`, `gap_percent` (of the
/// bound), `runner_up` {`family`, `parameters`, `time`} (null if there is none) and `margin_percent` (of the winner's time),
/// but only `ranks` and `bytes` if no time is representable. A crossover has `along` (`bytes` or `ranks`), `ranks`, `bytes`,
/// `from` (the family that wins one byte or rank before), `to` (the family that wins there) and `exact` (true if all changes
/// between the two neighbouring cells are listed). Neighbouring cells between which there may be more changes have `along`,
/// `ranks` and `bytes` (each for both cells) and `exact`, false.
#[must_use]
pub fn json(map: &DecisionMap, subject: &MapSubject) -> String {
    let whole = MapJson {
        head: head(map, subject, subject.warnings(map)),
        cells: map.cells().iter().map(|cell| cell_json(cell, subject.clock)).collect(),
        crossovers: map.crossovers().iter().map(crossover_json).collect(),
        unsettled: map.unsettled().iter().map(unsettled_json).collect(),
    };
    document(&whole)
}

/// The map as JSON lines: the fields of [`json()`] before the cells (in the first shard only), then each cell. A cell is
/// followed by the crossovers between it and the size before and the rank count before, and by those of these neighbours
/// between which and the cell there may be more changes. The concatenated lines of all shards are those of the whole map.
#[must_use]
pub fn json_lines(map: &DecisionMap, subject: &MapSubject) -> String {
    let mut text = String::new();
    if map.question().shard.is_first() {
        // The same for all shards, whichever cells they have.
        push_line(&mut text, &head(map, subject, subject.said_of_any_cell(map)));
    }
    for (cell, crossovers, unsettled) in map.cells_with_crossovers() {
        push_line(&mut text, &cell_json(cell, subject.clock));
        for crossover in crossovers {
            push_line(&mut text, &crossover_json(crossover));
        }
        for unsettled in unsettled {
            push_line(&mut text, &unsettled_json(unsettled));
        }
    }
    text
}

fn push_line(text: &mut String, value: &impl Serialize) {
    *text += &serde_json::to_string(value).expect("all keys are strings");
    text.push('\n');
}

fn head<'a>(map: &'a DecisionMap, subject: &MapSubject<'a>, warnings: Vec<String>) -> HeadJson<'a> {
    let question = map.question();
    let (operands, places) = match subject.operation {
        MapOperation::Ranks(_, operands) => (Some(operands.name()), None),
        MapOperation::Mpi(_, places) => (None, places),
    };
    HeadJson {
        schema: SCHEMA,
        unit: subject.clock.symbol(),
        machine: subject.machine,
        model: subject.model,
        collective: subject.operation.collective(),
        operands,
        ranks_per_host: places.map(|(ranks, _)| ranks),
        mapping: places.map(|(_, mapping)| mapping.name()),
        ranks: question.ranks.values(),
        bytes: question.bytes.as_ref().map(Grid::values),
        warnings,
    }
}

fn cell_json(cell: &MapCell, clock: Clock) -> CellJson<'_> {
    let answer = cell.answer.as_ref().map(|answer| answer_json(answer, clock));
    CellJson { ranks: cell.ranks, bytes: cell.bytes, answer }
}

fn answer_json(answer: &MapAnswer, clock: Clock) -> AnswerJson<'_> {
    AnswerJson {
        best: alternative_json(&answer.best, clock),
        status: answer.claim.status.name(),
        lower_bound: number(answer.claim.bound.value, clock),
        bound_reason: answer.claim.bound.reason,
        gap_percent: answer.claim.gap_percent(),
        runner_up: answer.runner_up.as_ref().map(|runner_up| alternative_json(runner_up, clock)),
        margin_percent: answer.margin_percent(),
    }
}

fn alternative_json(alternative: &Alternative, clock: Clock) -> AlternativeJson<'_> {
    let Alternative { family, parameters, time, .. } = alternative;
    AlternativeJson { family, parameters, time: number(*time, clock) }
}

fn crossover_json(crossover: &Crossover) -> CrossoverJson {
    let &Crossover { along, ranks, bytes, from, to, exact, .. } = crossover;
    CrossoverJson { along, ranks, bytes, from, to, exact }
}

const fn unsettled_json(unsettled: &Unsettled) -> UnsettledJson {
    let &Unsettled { along, ranks, bytes, .. } = unsettled;
    UnsettledJson { along, ranks, bytes, exact: false }
}
