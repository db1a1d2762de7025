//! A fit of measurements, for people.

use super::page::Page;
use super::table::Table;
use super::{amount, signed};
use crate::answer::{Candidate, Choice, EXAMPLE_LEAVES, Foretold, OverlayTree, Trust};
use crate::report::fit::{FitReport, Verdict};
use crate::report::times::{counted, time};
use itertools::Itertools;
use logpine_fit::regression::{Noise, Regression};
use logpine_fit::tan::{Center, Criterion, Form, Growth, Physical, TanFit};
use logpine_fit::{Estimate, Sample};
use logpine_models::machine::{Machine, OverheadArgument};
use logpine_text::units::{Clock, Time};

/// The number of listed outliers.
const LISTED: usize = 8;

/// The verdict, the parameters with their intervals, their sources, the forms of the overhead, and the trust in the profile.
pub fn fit(page: &mut Page, report: &FitReport, machine: &Machine, trust: &Trust, verdict: &Verdict) {
    page.warnings(&report.fit.warnings);
    verdict.show(page, &format!("Profile of {}", report.name));
    page.facts(formula(report));
    page.table(estimates(report));
    experiments(page, report);
    page.table(forms(report));
    for line in outliers(report) {
        page.note(line);
    }
    how_far(page, machine, trust);
    page.note(beyond(report.fit, trust));
}

/// L, C and o(x) in one line.
fn formula(report: &FitReport) -> [String; 3] {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let time = |estimate: Estimate| amount(estimate.value, report.clock, 4);
    let growth = match fan_in.terms.growth {
        Growth::Constant {} => String::new(),
        Growth::Linear { linear } => format!(" + {} x", time(linear)),
        Growth::Quadratic { linear, quadratic } => format!(" + {} x + {} x^2", time(linear), time(quadratic)),
        Growth::Logarithmic { logarithmic } => format!(" + {} ln x", time(logarithmic)),
        Growth::Exponential { scale, rate } => format!(" + {} e^({:.5} x)", time(scale), rate.value),
    };
    let (l, c, o) = (time(latency.latency), time(chain.startup), time(fan_in.terms.constant));
    [format!("L = {l}"), format!("C = {c}"), format!("o(x) = {o}{growth}")]
}

fn estimates(report: &FitReport) -> Table {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let mut table = Table::new(["parameter", "value", "standard error", "95% interval"]);
    let mut row = |name: &str, estimate: Estimate, is_time: bool| {
        let number = |number: f64, digits: u8| {
            if is_time { amount(number, report.clock, digits) } else { format!("{number:.6}") }
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
    table
}

/// The measurements and their scatter.
fn experiments(page: &mut Page, report: &FitReport) {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let time = |time, digits| amount(time, report.clock, digits);
    let (center, other) = match latency.center {
        Center::Mean => ("mean", format!("median {}", time(latency.median, 4))),
        Center::Median => ("median", format!("mean {}", time(latency.mean, 4))),
    };
    page.note(format!(
        "latency: the {center} of {} from {} to {}, {other}, standard deviation {} ({})",
        counted(latency.samples as u64, "sample", "samples"),
        time(latency.least, 4),
        time(latency.greatest, 4),
        time(latency.deviation, 3),
        latency.origin,
    ));
    page.note(format!(
        "chains: d (L + 2b) + C with L + 2b = {}. {} ({})",
        time(chain.level.value, 4),
        regression(&chain.regression, "depths", report.clock),
        chain.origin
    ));
    let chosen = fan_in.candidates.iter().find(|candidate| candidate.form == fan_in.form);
    let words = chosen.map_or_else(String::new, |chosen| regression(&chosen.regression, "fan-ins", report.clock));
    let (from, to) = (fan_in.range.start(), fan_in.range.end());
    page.note(format!("fan-ins: L + o(N) for N from {from} to {to}. {words} ({})", fan_in.origin));
}

fn regression(regression: &Regression, points: &str, clock: Clock) -> String {
    let noise = match regression.noise {
        Noise::Relative => format!("{:.2}% of the time", 100.0 * regression.deviation),
        Noise::Absolute => amount(regression.deviation, clock, 3),
    };
    let samples = counted(regression.samples as u64, "sample", "samples");
    format!("R² {:.5}, {samples} at {} {points}, noise {noise}", regression.r_squared, regression.points)
}

fn forms(report: &FitReport) -> Table {
    let fit = &report.fit.fan_in;
    let mut table = Table::new(["growth of o(x)", "R²", "adjusted R²", "AICc", ""]);
    for candidate in &fit.candidates {
        let chosen = match (candidate.form == fit.form, report.criterion) {
            (false, _) => "",
            (true, Some(Criterion::Aicc)) => "chosen by AICc",
            (true, Some(Criterion::AdjustedRSquared)) => "chosen by adjusted R²",
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
    table.left_column(4)
}

/// The outliers that were left out, a line for each kind.
fn outliers(report: &FitReport) -> Vec<String> {
    let TanFit { latency, chain, fan_in, .. } = report.fit;
    let all = [
        ("latency", &latency.dropped, latency.weighed_down),
        ("chains", &chain.dropped, chain.weighed_down),
        ("fan-ins", &fan_in.dropped, fan_in.weighed_down),
    ];
    let one = |sample: &Sample| {
        let line = if sample.line > 0 { format!(" (line {})", sample.line) } else { String::new() };
        amount(sample.time, report.clock, 4) + &line
    };
    let mut lines = Vec::new();
    for (name, dropped, weighed_down) in all {
        if !dropped.is_empty() {
            let more = dropped.len().saturating_sub(LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let listed = dropped.iter().take(LISTED).map(one).join(", ");
            let count = counted(dropped.len() as u64, "outlier", "outliers");
            lines.push(format!("{name}: {count} left out: {listed}{more}"));
        }
        if weighed_down > 0 {
            lines.push(format!("{name}: {} weighed down", counted(weighed_down as u64, "outlier", "outliers")));
        }
    }
    lines
}

/// The profile's predictions of its own data, and its choices.
fn how_far(page: &mut Page, machine: &Machine, trust: &Trust) {
    let argument = machine.tan.as_ref().map(|tan| tan.overhead_argument).unwrap_or_default();
    let charged = match argument {
        OverheadArgument::ChildrenAndParent => "L + o(x + 1)",
        OverheadArgument::Children => "L + o(x)",
    };
    page.line(format!("How far to trust it: a node with x children is charged {charged}."));
    let mut own = |name: &str, points: &[Foretold], at: &str, why: &str| {
        let Some((mean, worst)) = Foretold::summary(points) else { return };
        page.note(format!(
            "its own {name}: {} on average, {} at worst ({at} = {}){why}",
            signed(mean),
            signed(worst.error_percent),
            worst.at
        ));
    };
    own("fan-ins", &trust.fan_in, "N", "");
    own("chains", &trust.chain, "d", ". Chains were fitted with 2b a level, but the model charges one b");
    match &trust.choice {
        Some(found) => choice(page, found, machine.clock),
        None => page.note(format!("no tree of {EXAMPLE_LEAVES} leaves has a time that can be represented")),
    }
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
            format!("fan-ins were measured up to {measured}. For the tree's fanout {most} the form is a guess")
        }
        None => String::new(),
    }
}

fn choice(page: &mut Page, choice: &Choice, clock: Clock) {
    let best = choice.plan.best();
    let name = |candidate: &Candidate<OverlayTree>| match &candidate.construction.fanouts {
        Some(fanouts) => fanouts.iter().join(" × "),
        None => candidate.family.to_owned(),
    };
    let found = format!(
        "the best tree for {EXAMPLE_LEAVES} leaves: {}, {}",
        name(best),
        time(best.construction.score.time, clock)
    );
    let Some(robust) = &choice.robust else { return page.note(found) };
    match (robust.nominal.least, robust.nominal.worst) {
        (Some(least), Some(worst)) => {
            page.note(format!(
                "{found}, and about {} to {} over all intervals",
                time(least, clock),
                time(worst, clock)
            ));
        }
        _ => page.note(found),
    }
    let moves = "if any one parameter moves to an end of its interval";
    page.note(match choice.most_lost_percent {
        lost if lost < 0.005 => format!("it stays the best {moves}"),
        lost => format!("it loses at most {lost:.2}% to the best {moves}"),
    });
    if robust.regret().is_some_and(|regret| regret > Time::ZERO) {
        page.note(format!("where all are at their upper ends {} is faster", name(&robust.chosen.choice)));
    }
}
