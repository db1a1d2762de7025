//! The manifest of a folder of tuning files.

use super::{TuningSubject, median};
use crate::answer::{TunedCell, Tuning};
use crate::report::json::{Number, SCHEMA, document, object};
use crate::report::map::alternative;
use crate::request::Word;
use logpine_text::units::Time;
use logpine_tuning::files::{RuleJson, SettingJson};
use logpine_tuning::library::Setting;
use serde::Serialize;
use std::collections::BTreeMap;

/// The manifest of tables as JSON.
#[must_use]
pub fn manifest(subject: &TuningSubject) -> String {
    let TuningSubject { library, machine, clock, tolerance, all_commute, tables, .. } = *subject;
    let manifest = object!(
        schema = SCHEMA,
        library = library.word(),
        verified = library.is_verified(),
        unit = clock.symbol(),
        machine = machine,
        all_commute = all_commute,
        warnings? = Some(subject.warnings()).filter(|warnings| !warnings.is_empty()),
        tolerance_percent = tolerance.map(|tolerance| Number::decimal(tolerance.percent())),
        collectives = tables.iter().map(collective).collect::<Vec<_>>()
    );
    document(&manifest, clock)
}

fn collective(table: &Tuning) -> impl Serialize {
    object!(
        collective = table.rules.collective.name(),
        model = table.model,
        variables = table.variables.iter().copied().collect::<BTreeMap<_, _>>(),
        rules = table.rules.rules.iter().map(RuleJson::from).collect::<Vec<_>>(),
        *priced = priced(table),
        without_overhead? = table.without_overhead.as_deref().map(priced)
    )
}

/// The coverage and the cells; also of the same rules with o = 0.
fn priced(table: &Tuning) -> impl Serialize {
    object!(coverage = coverage(table), cells = table.cells.iter().map(cell).collect::<Vec<_>>())
}

/// What rules serve among the priced rank counts and sizes, with the speed-ups over the library's own choice.
fn coverage(table: &Tuning) -> impl Serialize {
    let (of, factors) = (&table.coverage, table.speed_ups(None));
    object!(
        rank_counts = of.counts.len(),
        sizes = of.sizes,
        served = of.served.len(),
        speed_up_known = of.known(),
        left = of.left,
        left_unpriced = of.left_unpriced,
        speed_up_median = median(&factors),
        speed_up_best = factors.last().copied(),
        speed_up_worst = factors.first().copied()
    )
}

fn cell(cell: &TunedCell) -> impl Serialize {
    let timed = |of: &Setting, time: Option<Time>| object!(*setting = SettingJson::from(of), time = time);
    object!(
        ranks = cell.ranks,
        bytes = cell.bytes,
        setting = cell.setting.as_ref().map(SettingJson::from),
        time = cell.time,
        optimum = cell.optimum.as_ref().map(alternative),
        loss_percent = cell.loss_percent(),
        best = cell.best.as_ref().map(|(of, time)| timed(of, Some(*time))),
        default = cell.default.as_ref().map(|(of, time)| timed(of, *time))
    )
}
