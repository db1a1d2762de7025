//! The effects of uncertain parameters on an answer, for people.

use super::page::Page;
use super::table::Table;
use crate::answer::{
    Assessed, BreakPoint, Candidate, Criterion, End, Guarantee, Over, OverlayTree, ParameterSensitivity, Robust,
    Sensitivity,
};
use crate::report::fanouts::in_runs;
use crate::report::times::{ratio, time};
use itertools::Itertools;
use logpine_fit::shown;
use logpine_models::machine::{Parameter, ParameterKind};
use logpine_text::units::{Clock, Rate, Time};

/// The names of a choice in reports.
pub(super) trait Labelled {
    /// The full name, with the size of segments.
    fn in_full(&self) -> String;

    /// A name that tells the choice from others that may win.
    fn label(&self) -> String;
}

impl Labelled for Candidate<OverlayTree> {
    fn in_full(&self) -> String {
        self.label()
    }

    fn label(&self) -> String {
        match &self.construction.fanouts {
            Some(fanouts) if !fanouts.is_empty() => in_runs(fanouts, ","),
            _ if self.parameters.is_empty() => self.family.to_owned(),
            _ => format!("{}: {}", self.family, self.parameters),
        }
    }
}

/// Adds the robust choice, and what the choice for the profile's values loses.
pub(super) fn robust(page: &mut Page, robust: &Robust<impl Labelled>, clock: Clock) {
    let Robust { criterion, chosen, nominal, .. } = robust;
    let (what, over) = match criterion {
        Criterion::Worst => ("in the worst case", robust.worst_over),
        Criterion::Mean => ("on average", robust.mean_over),
    };
    let status = match over {
        Over::One => robust.status.name(),
        Over::Scenarios { .. } => "the best of those that win on some machine",
    };
    let same = robust.regret() == Some(Time::ZERO);
    let mut names = [chosen, nominal].map(|of| of.choice.in_full());
    if !same && names[0] == names[1] {
        names[0] += ", another tree";
    }
    let [name, nominal_name] = names;
    page.headline(&format!("Best {what}"), &name, status);
    page.facts([format!(
        "over {}",
        robust.parameters.iter().filter_map(|parameter| range(parameter, clock)).join(", ")
    )]);
    if let (false, Some(regret), Some(best)) = (same, robust.regret(), chosen.value(*criterion)) {
        let slower = nominal.value(*criterion).map_or_else(String::new, |value| format!(" ({})", ratio(value, best)));
        page.facts([format!("the best choice at the profile's values loses {}{slower} {what}", time(regret, clock))]);
    }
    let mut table = Table::new(["", "as in profile", "least", "worst", "mean"]);
    let mut row = |name: &str, of: &Assessed<_>| {
        let shown = |value: Option<Time>| value.map_or_else(|| "too long".to_owned(), |value| time(value, clock));
        table.row([name.to_owned()].into_iter().chain([of.nominal, of.least, of.worst, of.mean].map(shown)));
    };
    row(&name, chosen);
    if !same {
        row(&format!("best at the profile's values: {nominal_name}"), nominal);
    }
    page.table(table);
    page.note(if same {
        "it is also the best at the profile's values".to_owned()
    } else {
        format!("--emit writes the best choice {what}")
    });
    if let Over::Scenarios { count } = robust.worst_over {
        page.note(format!(
            "beyond the largest size measured, times may fall as a parameter grows: least and worst are those of {count} machines"
        ));
    } else if *criterion == Criterion::Worst {
        page.note("no time falls as a parameter grows, so every choice is slowest at the upper ends");
    }
    page.note(match robust.mean_over {
        Over::One => {
            "times are sums of parameters with constant factors, so the mean is the time at the means".to_owned()
        }
        Over::Scenarios { count } => {
            format!("the mean is over {count} equally likely machines, with the ranges at their means and ends")
        }
    });
}

fn range(parameter: &Parameter, clock: Clock) -> Option<String> {
    let range = parameter.range?;
    let [low, high] = [range.low, range.high].map(|value| parameter.display(value, clock));
    Some(format!("{} {low} to {high}", parameter.name))
}

/// The range in which each parameter may move alone before another choice than `today` wins.
pub(super) fn sensitivity<C: Labelled>(page: &mut Page, sensitivity: &Sensitivity<C>, today: &C, clock: Clock) {
    let is_idle = |of: &&ParameterSensitivity<C>| {
        of.low.is_none() && of.high.is_none() && of.ends.iter().all(|end| end.regret == Some(Time::ZERO))
    };
    let (others, shown): (Vec<_>, Vec<_>) = sensitivity.parameters.iter().partition(is_idle);
    let has_losses = shown.iter().flat_map(|of| &of.ends).any(|end| end.regret != Some(Time::ZERO));
    let losses = has_losses.then_some(["loses at low", "at high end"]);
    let heading = ["parameter", "value", "another wins below", "above"];
    let mut table = Table::new(heading.into_iter().chain(losses.into_iter().flatten()));
    let today = today.label();
    for of in &shown {
        let value = |value| in_short(&of.parameter, value, clock);
        let point = |point: &Option<BreakPoint<C>>| {
            let at =
                |point: &BreakPoint<C>| format!("{}: {}", value(point.value), which(&point.winner.label(), &today));
            point.as_ref().map_or_else(|| "-".to_owned(), at)
        };
        let row = [of.parameter.name.clone(), value(of.parameter.value), point(&of.low), point(&of.high)];
        table.row(row.into_iter().chain(of.ends.iter().map(loss).filter(|_| has_losses)));
    }
    if !shown.is_empty() {
        page.table(table.left_columns(&[2, 3]));
    }
    if has_losses {
        page.note("the ends are those of the profile's range, or else half and twice the value");
    }
    stable(page, &others);
    guarantees(page, &sensitivity.parameters);
    let unexamined = named(sensitivity.unexamined.iter());
    if !unexamined.is_empty() {
        page.note(format!("not examined, for lack of time: {unexamined}"));
    }
}

/// Adds the parameters for which another choice never wins.
fn stable<C>(page: &mut Page, others: &[&ParameterSensitivity<C>]) {
    let all = [
        (
            "this choice stays the best from half to twice the value, or over its range",
            [Guarantee::Exact, Guarantee::ButForRounding].as_slice(),
        ),
        ("this choice is the best at half and at twice the value, or at the ends of its range", &[Guarantee::Probed]),
        (
            "no better choice was found at half and at twice the value, or at the ends of its range",
            &[Guarantee::BestFound],
        ),
    ];
    for (meaning, guarantees) in all {
        let of: Vec<_> = others.iter().filter(|of| guarantees.contains(&of.guarantee)).collect();
        if !of.is_empty() {
            page.note(format!("{}: {meaning}", named(of.iter().map(|of| &of.parameter))));
        }
    }
}

/// The value of a parameter with four significant digits; JSON has all.
fn in_short(parameter: &Parameter, value: Rate, clock: Clock) -> String {
    match parameter.kind {
        ParameterKind::PerByte | ParameterKind::Number => parameter.display(value, clock),
        _ => {
            let exact = parameter.display(value, clock);
            let short =
                parameter.decimal(value, clock).parse().map_or_else(|_| exact.clone(), |time| shown(time, clock, 4));
            if short.len() < exact.len() { short } else { exact }
        }
    }
}

/// The winner in short: its family, unless its parameters tell it from today's choice.
fn which(winner: &str, today: &str) -> String {
    let family = |name: &str| name.split_once(": ").map_or(name, |(family, _)| family).to_owned();
    match winner {
        winner if winner == today => format!("another {winner}"),
        winner if family(winner) == family(today) => winner.to_owned(),
        winner => family(winner),
    }
}

/// The loss of today's choice against the best at an end.
fn loss(End { regret, best, .. }: &End) -> String {
    match (regret, best) {
        (Some(Time::ZERO), _) => "-".to_owned(),
        (Some(regret), Some(best)) => ratio(regret.checked_add(*best).unwrap_or(Time::MAX), *best),
        _ => "too long".to_owned(),
    }
}

/// The most parameters that a line names.
const NAMED: usize = 4;

/// The names of some parameters, and the number of the others.
fn named<'a>(parameters: impl ExactSizeIterator<Item = &'a Parameter>) -> String {
    let more = parameters.len().saturating_sub(NAMED);
    let names = parameters.take(NAMED).map(|of| of.name.as_str()).join(", ");
    if more > 0 { format!("{names} and {more} more") } else { names }
}

/// The guarantees on the break points in a table.
fn guarantees<C>(page: &mut Page, parameters: &[ParameterSensitivity<C>]) {
    let all = [
        (Guarantee::Exact, "today's choice is best at every value in between"),
        (Guarantee::ButForRounding, "today's choice is best in between, except for rounding (one tick per level)"),
        (Guarantee::Probed, "today's choice is best next to the values shown, and at all values tried in between"),
        (
            Guarantee::BestFound,
            "no better choice was found next to the values shown, or at the values tried in between",
        ),
    ];
    for (guarantee, meaning) in all {
        let of: Vec<_> = parameters.iter().filter(|of| of.guarantee == guarantee).collect();
        match of.len() {
            0 => {}
            all if all == parameters.len() && all > NAMED => page.note(meaning),
            _ => page.note(format!("{}: {meaning}", named(of.iter().map(|of| &of.parameter)))),
        }
    }
}
