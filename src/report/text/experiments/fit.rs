//! A fit of measurements, for people.

use super::detail::wrapped;
use super::table::Table;
use super::validation::signed;
use super::{warned, with_unit};
use crate::answer::{Candidate, Choice, EXAMPLE_LEAVES, Foretold, OverlayTree, Trust};
use crate::report::fit::FitReport;
use crate::report::times::counted;
use itertools::Itertools;
use logpine_fit::regression::{Noise, Regression};
use logpine_fit::tan::{Center, Criterion, Form, Growth, Physical, TanFit};
use logpine_fit::{Estimate, Sample, shown};
use logpine_models::machine::{Machine, OverheadArgument};
use logpine_text::units::{Clock, Time};
use std::fmt::Write as _;

/// The number of listed outliers.
const LISTED: usize = 8;

/// The parameters with their intervals, their sources, the forms of the overhead, and the trust in the profile.
#[must_use]
pub fn fit(report: &FitReport, machine: &Machine, trust: &Trust) -> String {
    let fit = report.fit;
    let headline = format!("{}: {}\n", report.name, formula(report));
    let warnings: Vec<String> = fit.warnings.iter().map(|warning| warning.words(report.clock)).collect();
    let forms = forms(report) + &warned(&warnings) + &outliers(report);
    let trusted = how_far(machine, trust) + &beyond(fit, trust);
    wrapped(&[headline, estimates(report), experiments(report), forms, trusted].join("\n"))
}

/// L, C and o(x) in one line.
fn formula(report: &FitReport) -> String {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let time = |estimate: Estimate| shown(estimate.value, report.clock, 4);
    let growth = match fan_in.terms.growth {
        Growth::Constant {} => String::new(),
        Growth::Linear { linear } => format!(" + {} x", time(linear)),
        Growth::Quadratic { linear, quadratic } => format!(" + {} x + {} x^2", time(linear), time(quadratic)),
        Growth::Logarithmic { logarithmic } => format!(" + {} ln x", time(logarithmic)),
        Growth::Exponential { scale, rate } => format!(" + {} e^({:.5} x)", time(scale), rate.value),
    };
    let (l, c, o) = (time(latency.latency), time(chain.startup), time(fan_in.terms.constant));
    format!("L = {l}, C = {c}, o(x) = {o}{growth}")
}

fn estimates(report: &FitReport) -> String {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let mut table = Table::new(["parameter", "value", "standard error", "95 % interval"]);
    let mut row = |name: &str, estimate: Estimate, is_time: bool| {
        let number = |number: f64, digits: u8| {
            if is_time { shown(number, report.clock, digits) } else { format!("{number:.6}") }
        };
        table.row([
            name.to_owned(),
            number(estimate.value, 5),
            number(estimate.standard_error, 3),
            format!("{} to {}", number(estimate.low, 5), number(estimate.high, 5)),
        ]);
    };
    row("latency L", latency.latency, true);
    row("startup C", chain.startup, true);
    if fan_in.form == Form::Constant {
        row("overhead b of chains", chain.overhead, true);
    }
    row(
        if fan_in.form == Form::Constant { "overhead.constant" } else { "overhead.constant b" },
        fan_in.terms.constant,
        true,
    );
    match fan_in.terms.growth {
        Growth::Constant {} => {}
        Growth::Linear { linear } => row("overhead.linear", linear, true),
        Growth::Quadratic { linear, quadratic } => {
            row("overhead.linear", linear, true);
            row("overhead.quadratic", quadratic, true);
        }
        Growth::Logarithmic { logarithmic } => row("overhead.logarithmic", logarithmic, true),
        Growth::Exponential { scale, rate } => {
            row("overhead.exponential scale", scale, true);
            row("overhead.exponential rate", rate, false);
        }
    }
    table.to_string()
}

/// The measurements and their scatter.
fn experiments(report: &FitReport) -> String {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let clock = report.clock;
    let center = match latency.center {
        Center::Mean => "mean",
        Center::Median => "median",
    };
    let other = match latency.center {
        Center::Mean => format!("median {}", shown(latency.median, clock, 4)),
        Center::Median => format!("mean {}", shown(latency.mean, clock, 4)),
    };
    let mut text = format!(
        "latency: the {center} of {} from {} to {}, {other}, standard deviation {} ({})\n",
        counted(latency.samples as u64, "sample", "samples"),
        shown(latency.least, clock, 4),
        shown(latency.greatest, clock, 4),
        shown(latency.deviation, clock, 3),
        latency.origin,
    );
    let _ = writeln!(
        text,
        "chain:   d (L + 2b) + C with L + 2b = {}; {} ({})",
        shown(chain.level.value, clock, 4),
        regression(&chain.regression, "depths", clock),
        chain.origin
    );
    let chosen = fan_in.candidates.iter().find(|candidate| candidate.form == fan_in.form);
    let words = chosen.map_or_else(String::new, |chosen| regression(&chosen.regression, "fan-ins", clock));
    let (from, to) = (fan_in.range.start(), fan_in.range.end());
    let _ = writeln!(text, "fan-in:  L + o(N) for N from {from} to {to}; {words} ({})", fan_in.origin);
    text
}

fn regression(regression: &Regression, points: &str, clock: Clock) -> String {
    let noise = match regression.noise {
        Noise::Relative => format!("{:.2} % of the time", 100.0 * regression.deviation),
        Noise::Absolute => shown(regression.deviation, clock, 3),
    };
    let samples = counted(regression.samples as u64, "sample", "samples");
    format!("R^2 {:.5}, {samples} at {} {points}, noise {noise}", regression.r_squared, regression.points)
}

fn forms(report: &FitReport) -> String {
    let fit = &report.fit.fan_in;
    let mut table = Table::new(["growth of o(x)", "R^2", "adjusted R^2", "AICc", ""]);
    for candidate in &fit.candidates {
        let chosen = match (candidate.form == fit.form, report.criterion) {
            (false, _) => "",
            (true, Some(Criterion::Aicc)) => "chosen by AICc",
            (true, Some(Criterion::AdjustedRSquared)) => "chosen by adjusted R^2",
            (true, None) => "as asked for",
        };
        let physical = match candidate.physical {
            Physical::Free => "",
            Physical::Constrained => "a negative coefficient is taken as 0",
            Physical::Impossible => "does not grow: not to be chosen",
        };
        let of = &candidate.regression;
        table.row([
            candidate.form.name().to_owned(),
            format!("{:.5}", of.r_squared),
            format!("{:.5}", of.adjusted_r_squared),
            of.aicc.map_or_else(|| "-".to_owned(), |aicc| format!("{aicc:.1}")),
            [chosen, physical].into_iter().filter(|words| !words.is_empty()).join("; "),
        ]);
    }
    table.left_column(4).to_string()
}

/// The outliers that were left out.
fn outliers(report: &FitReport) -> String {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let all = [
        ("latency", &latency.dropped, latency.weighed_down),
        ("chain", &chain.dropped, chain.weighed_down),
        ("fan-in", &fan_in.dropped, fan_in.weighed_down),
    ];
    let mut text = String::new();
    for (name, dropped, weighed_down) in all {
        if !dropped.is_empty() {
            let one = |sample: &Sample| {
                let line = if sample.line > 0 { format!(" (line {})", sample.line) } else { String::new() };
                shown(sample.time, report.clock, 4) + &line
            };
            let more = dropped.len().saturating_sub(LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let listed = dropped.iter().take(LISTED).map(one).join(", ");
            let count = counted(dropped.len() as u64, "outlier", "outliers");
            let _ = writeln!(text, "{name}: {count} left out: {listed}{more}");
        }
        if weighed_down > 0 {
            let _ = writeln!(text, "{name}: {} weighed down", counted(weighed_down as u64, "outlier", "outliers"));
        }
    }
    text
}

/// The profile's predictions of its own data, and its choices.
fn how_far(machine: &Machine, trust: &Trust) -> String {
    let argument = machine.tan.as_ref().map(|tan| tan.overhead_argument).unwrap_or_default();
    let charged = match argument {
        OverheadArgument::ChildrenAndParent => "L + o(x + 1)",
        OverheadArgument::Children => "L + o(x)",
    };
    let mut text = format!("how far to trust it: a node with x children is charged {charged}\n");
    let mut own = |name: &str, points: &[Foretold], at: &str, why: &str| {
        let Some((mean, worst)) = Foretold::summary(points) else { return };
        let _ = writeln!(
            text,
            "  its own {name}: {} on average, {} at worst ({at} = {}){why}",
            signed(mean),
            signed(worst.error_percent),
            worst.at
        );
    };
    own("fan-ins", &trust.fan_in, "N", "");
    own("chains", &trust.chain, "d", ": chains were fitted with 2b a level; the model charges one");
    match &trust.choice {
        Some(found) => text += &choice(found, machine.clock),
        None => {
            let _ = writeln!(text, "  no tree of {EXAMPLE_LEAVES} leaves has a time that can be represented");
        }
    }
    text
}

/// A note if the tree's fanouts exceed the measured fan-ins.
fn beyond(fit: &TanFit, trust: &Trust) -> String {
    let measured = *fit.fan_in.range.end();
    let most = trust
        .choice
        .as_ref()
        .and_then(|choice| choice.plan.best().construction.fanouts.as_ref()?.iter().copied().max());
    match most.filter(|&most| most > measured) {
        Some(most) => {
            format!("  fan-ins were measured up to {measured}; for the tree's fanout {most} the form is a guess\n")
        }
        None => String::new(),
    }
}

fn choice(choice: &Choice, clock: Clock) -> String {
    let best = choice.plan.best();
    let unit = best.construction.score.time.natural_unit(clock);
    let name = |candidate: &Candidate<OverlayTree>| match &candidate.construction.fanouts {
        Some(fanouts) => format!("fanouts {}", fanouts.iter().join(",")),
        None => candidate.family.to_owned(),
    };
    let mut text = format!(
        "  the tree for {EXAMPLE_LEAVES} leaves: {}, {}",
        name(best),
        with_unit(best.construction.score.time, unit)
    );
    let Some(robust) = &choice.robust else { return text + "\n" };
    if let (Some(least), Some(worst)) = (robust.nominal.least, robust.nominal.worst) {
        let _ = write!(text, "; {} to {} over all intervals", least.in_unit(unit, 3), with_unit(worst, unit));
    }
    let moves = "if any one parameter moves to an end of its interval";
    let _ = match choice.most_lost_percent {
        lost if lost < 0.005 => writeln!(text, "\n  it stays the best {moves}"),
        lost => writeln!(text, "\n  it loses at most {lost:.2} % to the best {moves}"),
    };
    if robust.regret().is_some_and(|regret| regret > Time::ZERO) {
        let _ = writeln!(text, "  where all are at their upper ends {} is faster", name(&robust.chosen.choice));
    }
    text
}
