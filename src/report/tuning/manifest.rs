//! The manifest: what each row of a tuning file is meant to do, for programs.

use super::{TuningSubject, median};
use crate::answer::{Alternative, TunedCell, Tuning};
use crate::format::tuning::{RuleJson, SettingJson};
use crate::library::Setting;
use crate::report::json::{Number, SCHEMA, document, number};
use crate::request::Word;
use crate::tree::families::Parameters;
use logpine_text::units::Clock;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Serialize)]
struct ManifestJson<'a> {
    schema: u32,
    library: &'static str,
    verified: bool,
    unit: &'static str,
    machine: &'a str,
    all_commute: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    tolerance_percent: Option<Number>,
    collectives: Vec<CollectiveJson<'a>>,
}

#[derive(Debug, Serialize)]
struct CollectiveJson<'a> {
    collective: &'static str,
    model: &'static str,
    variables: BTreeMap<&'static str, u64>,
    rules: Vec<RuleJson>,
    coverage: CoverageJson,
    cells: Vec<CellJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    without_overhead: Option<EndJson<'a>>,
}

/// The same rules with o = 0.
#[derive(Debug, Serialize)]
struct EndJson<'a> {
    coverage: CoverageJson,
    cells: Vec<CellJson<'a>>,
}

/// What rules serve among the priced rank counts and sizes, with the speed-ups over the library's own choice.
#[derive(Debug, Serialize)]
struct CoverageJson {
    rank_counts: usize,
    sizes: usize,
    served: usize,
    speed_up_known: usize,
    left: usize,
    left_unpriced: usize,
    speed_up_median: Option<f64>,
    speed_up_best: Option<f64>,
    speed_up_worst: Option<f64>,
}

#[derive(Debug, Serialize)]
struct CellJson<'a> {
    ranks: u64,
    bytes: Option<u64>,
    setting: Option<SettingJson>,
    time: Option<Number>,
    optimum: Option<OptimumJson<'a>>,
    loss_percent: Option<f64>,
    best: Option<TimedJson>,
    default: Option<TimedJson>,
}

#[derive(Debug, Serialize)]
struct OptimumJson<'a> {
    family: &'static str,
    parameters: &'a Parameters,
    time: Number,
}

#[derive(Debug, Serialize)]
struct TimedJson {
    #[serde(flatten)]
    setting: SettingJson,
    time: Option<Number>,
}

/// The manifest of tables as JSON.
#[must_use]
pub fn manifest(subject: &TuningSubject) -> String {
    let TuningSubject { library, machine, clock, tolerance, all_commute, tables, .. } = *subject;
    document(&ManifestJson {
        schema: SCHEMA,
        library: library.word(),
        verified: library.is_verified(),
        unit: clock.symbol(),
        machine,
        all_commute,
        warnings: subject.warnings(),
        tolerance_percent: tolerance.map(|tolerance| Number::decimal(tolerance.percent())),
        collectives: tables.iter().map(|table| collective(table, clock)).collect(),
    })
}

fn collective(table: &Tuning, clock: Clock) -> CollectiveJson<'_> {
    CollectiveJson {
        collective: table.rules.collective.name(),
        model: table.model,
        variables: table.variables.iter().copied().collect(),
        rules: table.rules.rules.iter().map(RuleJson::from).collect(),
        coverage: coverage(table),
        cells: cells(table, clock),
        without_overhead: table
            .without_overhead
            .as_ref()
            .map(|end| EndJson { coverage: coverage(end), cells: cells(end, clock) }),
    }
}

fn cells(table: &Tuning, clock: Clock) -> Vec<CellJson<'_>> {
    table.cells.iter().map(|of| cell(of, clock)).collect()
}

fn coverage(table: &Tuning) -> CoverageJson {
    let (of, factors) = (&table.coverage, table.speed_ups(None));
    CoverageJson {
        rank_counts: of.counts.len(),
        sizes: of.sizes,
        served: of.served.len(),
        speed_up_known: of.known(),
        left: of.left,
        left_unpriced: of.left_unpriced,
        speed_up_median: median(&factors),
        speed_up_best: factors.last().copied(),
        speed_up_worst: factors.first().copied(),
    }
}

fn optimum(of: &Alternative, clock: Clock) -> OptimumJson<'_> {
    let Alternative { family, parameters, time, .. } = of;
    OptimumJson { family, parameters, time: number(*time, clock) }
}

fn cell(cell: &TunedCell, clock: Clock) -> CellJson<'_> {
    let timed = |of: &Setting, time| TimedJson { setting: of.into(), time };
    CellJson {
        ranks: cell.ranks,
        bytes: cell.bytes,
        setting: cell.setting.as_ref().map(SettingJson::from),
        time: cell.time.map(|time| number(time, clock)),
        optimum: cell.optimum.as_ref().map(|of| optimum(of, clock)),
        loss_percent: cell.loss_percent(),
        best: cell.best.as_ref().map(|(of, time)| timed(of, Some(number(*time, clock)))),
        default: cell.default.as_ref().map(|(of, time)| timed(of, time.map(|time| number(time, clock)))),
    }
}
