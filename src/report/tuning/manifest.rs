//! The manifest: what each row of a tuning file is meant to do, for programs.

use super::TuningSubject;
use crate::answer::{Alternative, TunedCell, Tuning};
use crate::library::{Form, Range, Rule, Setting};
use crate::report::json::{Number, SCHEMA, document, number};
use crate::request::Word;
use crate::tree::families::Parameters;
use crate::units::Clock;
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
    tolerance_percent: Option<f64>,
    collectives: Vec<CollectiveJson<'a>>,
}

#[derive(Debug, Serialize)]
struct CollectiveJson<'a> {
    collective: &'static str,
    model: &'static str,
    variables: BTreeMap<&'static str, u64>,
    rules: Vec<RuleJson>,
    cells: Vec<CellJson<'a>>,
}

/// A rule; the ends of ranges that have none are null.
#[derive(Debug, Serialize)]
struct RuleJson {
    ranks: (u64, Option<u64>),
    counted_bytes: (u64, Option<u64>),
    setting: Option<SettingJson>,
}

#[derive(Debug, Serialize)]
struct SettingJson {
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fanout: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<&'static str>,
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
    let TuningSubject { library, machine, clock, tolerance, all_commute, tables } = *subject;
    document(&ManifestJson {
        schema: SCHEMA,
        library: library.word(),
        verified: library.is_verified(),
        unit: clock.symbol(),
        machine,
        all_commute,
        tolerance_percent: tolerance.map(|hundredths| f64::from(hundredths) / 100.0),
        collectives: tables.iter().map(|table| collective(table, clock)).collect(),
    })
}

fn collective(table: &Tuning, clock: Clock) -> CollectiveJson<'_> {
    CollectiveJson {
        collective: table.rules.collective.name(),
        model: table.model,
        variables: table.variables.iter().copied().collect(),
        rules: table.rules.rules.iter().map(rule).collect(),
        cells: table.cells.iter().map(|of| cell(of, clock)).collect(),
    }
}

fn rule(rule: &Rule) -> RuleJson {
    let ends = |range: Range| (range.least, range.most);
    RuleJson { ranks: ends(rule.ranks), counted_bytes: ends(rule.bytes), setting: rule.setting.as_ref().map(setting) }
}

fn setting(setting: &Setting) -> SettingJson {
    let native = setting.native;
    let tree = if let Form::Tree(tree) = native.form { Some(tree.name()) } else { None };
    SettingJson {
        algorithm: native.name,
        number: (native.number > 0).then_some(native.number),
        fanout: setting.fanout,
        segment: setting.segment,
        tree,
    }
}

fn optimum(of: &Alternative, clock: Clock) -> OptimumJson<'_> {
    let Alternative { family, parameters, time } = of;
    OptimumJson { family, parameters, time: number(*time, clock) }
}

fn cell(cell: &TunedCell, clock: Clock) -> CellJson<'_> {
    let timed = |of: &Setting, time| TimedJson { setting: setting(of), time };
    CellJson {
        ranks: cell.ranks,
        bytes: cell.bytes,
        setting: cell.setting.as_ref().map(setting),
        time: cell.time.map(|time| number(time, clock)),
        optimum: cell.optimum.as_ref().map(|of| optimum(of, clock)),
        loss_percent: cell.loss_percent(),
        best: cell.best.as_ref().map(|(of, time)| timed(of, Some(number(*time, clock)))),
        default: cell.default.as_ref().map(|(of, time)| timed(of, time.map(|time| number(time, clock)))),
    }
}
