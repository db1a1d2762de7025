//! The map as JSON: one document, or one object a line.

use super::{MapOperation, MapSubject};
use crate::answer::{Alternative, Crossover, DecisionMap, Grid, MapAnswer, MapCell, Unsettled};
use crate::report::json::{SCHEMA, document, line, object};
use serde::Serialize;

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
    let whole = object!(
        *head = head(map, subject, subject.warnings(map)),
        cells = map.cells().iter().map(cell).collect::<Vec<_>>(),
        crossovers = map.crossovers().iter().map(crossover).collect::<Vec<_>>(),
        unsettled = map.unsettled().iter().map(unsettled).collect::<Vec<_>>()
    );
    document(&whole, subject.clock)
}

/// The map as JSON lines: the fields of [`json()`] before the cells (in the first shard only), then each cell. A cell is
/// followed by the crossovers between it and the size before and the rank count before, and by those of these neighbours
/// between which and the cell there may be more changes. The concatenated lines of all shards are those of the whole map.
#[must_use]
pub fn json_lines(map: &DecisionMap, subject: &MapSubject) -> String {
    let (mut text, clock) = (String::new(), subject.clock);
    if map.question().shard.is_first() {
        // The same for all shards, whichever cells they have.
        text += &line(&head(map, subject, subject.said_of_any_cell(map)), clock);
    }
    for (of, crossovers, open) in map.cells_with_crossovers() {
        text += &line(&cell(of), clock);
        text.extend(crossovers.iter().map(|of| line(&crossover(of), clock)));
        text.extend(open.iter().map(|of| line(&unsettled(of), clock)));
    }
    text
}

/// The subject of a map.
fn head(map: &DecisionMap, subject: &MapSubject, warnings: Vec<String>) -> impl Serialize {
    let question = map.question();
    let (operands, places) = match subject.operation {
        MapOperation::Ranks(_, operands) => (Some(operands.name()), None),
        MapOperation::Mpi(_, places) => (None, places),
    };
    object!(
        schema = SCHEMA,
        unit = subject.clock.symbol(),
        machine = subject.machine,
        model = subject.model,
        collective = subject.operation.collective(),
        operands = operands,
        ranks_per_host? = places.map(|(ranks, _)| ranks),
        mapping? = places.map(|(_, mapping)| mapping.name()),
        ranks = question.ranks.values(),
        bytes = question.bytes.as_ref().map(Grid::values),
        warnings? = Some(warnings).filter(|warnings| !warnings.is_empty())
    )
}

fn cell(cell: &MapCell) -> impl Serialize {
    object!(ranks = cell.ranks, bytes = cell.bytes, *answer = cell.answer.as_ref().map(answer))
}

fn answer(answer: &MapAnswer) -> impl Serialize {
    object!(
        *best = alternative(&answer.best),
        status = answer.claim.status.name(),
        lower_bound = answer.claim.bound.value,
        bound_reason = answer.claim.bound.reason,
        gap_percent = answer.claim.gap_percent(),
        runner_up = answer.runner_up.as_ref().map(alternative),
        margin_percent = answer.margin_percent()
    )
}

/// An algorithm with its time.
pub(in crate::report) fn alternative(of: &Alternative) -> impl Serialize {
    object!(family = of.family, parameters = &of.parameters, time = of.time)
}

fn crossover(of: &Crossover) -> impl Serialize {
    let &Crossover { along, ranks, bytes, from, to, exact, .. } = of;
    object!(along = along, ranks = ranks, bytes = bytes, from = from, to = to, exact = exact)
}

/// Neighbouring cells between which there may be more changes.
fn unsettled(of: &Unsettled) -> impl Serialize {
    object!(along = of.along, ranks = of.ranks, bytes = of.bytes, exact = false)
}
