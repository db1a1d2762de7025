//! The effects of uncertain parameters on an answer, for people.

use super::ranking::slower_by;
use super::table::Table;
use super::with_unit;
use crate::answer::{
    Assessed, BreakPoint, Candidate, Criterion, End, Guarantee, Over, OverlayTree, ParameterSensitivity, Robust,
    Sensitivity,
};
use crate::report::fanouts::in_runs;
use itertools::Itertools;
use logpine_fit::shown;
use logpine_models::machine::{Parameter, ParameterKind};
use logpine_text::units::{Clock, Rate, Time, TimeUnit};
use std::fmt::Write as _;

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

/// The robust choice for uncertain parameters, and the loss of the choice at the profile's values against it.
pub(super) fn robust(robust: &Robust<impl Labelled>, clock: Clock, unit: TimeUnit) -> String {
    let Robust { criterion, chosen, nominal, .. } = robust;
    let what = match criterion {
        Criterion::Worst => "in the worst case",
        Criterion::Mean => "in the mean",
    };
    let over = match criterion {
        Criterion::Worst => robust.worst_over,
        Criterion::Mean => robust.mean_over,
    };
    let status = match over {
        Over::One => robust.status.name(),
        Over::Scenarios { .. } => "the best of those that win on some machine",
    };
    let ranges = robust.parameters.iter().filter_map(|parameter| range(parameter, clock)).join(", ");
    let same = robust.regret() == Some(Time::ZERO);
    let mut names = [chosen, nominal].map(|of| of.choice.in_full());
    if !same && names[0] == names[1] {
        // The earliest tree differs between machines.
        names[0] += ", another tree";
    }
    let [name, nominal_name] = names;
    let mut text = format!("best {what}: {name}, {status}\n  over {ranges}\n");
    let mut table = Table::new(["", "as in profile", "least", "worst", "mean"]);
    let mut row = |name: &str, of: &Assessed<_>| {
        let values = [of.nominal, of.least, of.worst, of.mean].map(|value| time(value, unit));
        table.row(std::iter::once(name.to_owned()).chain(values));
    };
    row(&name, chosen);
    if !same {
        row(&format!("best there: {nominal_name}"), nominal);
    }
    text += &table.to_string();
    if same {
        text += "  it is the best at the profile's values, too\n";
    } else if let (Some(regret), Some(best)) = (robust.regret(), chosen.value(*criterion)) {
        let slower = nominal.value(*criterion).map_or_else(String::new, |value| slower_by(value, best));
        let _ = writeln!(
            text,
            "  what is best at the profile's values loses {} ({slower}) {what}",
            with_unit(regret, unit)
        );
        let _ = writeln!(text, "  files of --emit hold what is best {what}");
    }
    match (criterion, robust.worst_over) {
        (Criterion::Mean, Over::One) => {}
        (Criterion::Worst, Over::One) => {
            text += "  no time falls as a parameter grows, so every choice is slowest at the upper ends\n";
        }
        (_, Over::Scenarios { count }) => {
            let _ = writeln!(
                text,
                "  beyond the largest size measured times may fall as a parameter grows: least and worst are those of {count} \
                 machines"
            );
        }
    }
    match robust.mean_over {
        Over::One => {
            text += "  times are sums of parameters with constant factors, so the mean is the time at the means\n";
        }
        Over::Scenarios { count } => {
            let _ = writeln!(
                text,
                "  the mean is over {count} equally likely machines, with the ranges at their means and ends"
            );
        }
    }
    text += "\n";
    text
}

fn range(parameter: &Parameter, clock: Clock) -> Option<String> {
    let range = parameter.range?;
    let [low, high] = [range.low, range.high].map(|value| parameter.display(value, clock));
    Some(format!("{} {low} to {high}", parameter.name))
}

fn time(time: Option<Time>, unit: TimeUnit) -> String {
    time.map_or_else(|| "too long".to_owned(), |time| with_unit(time, unit))
}

/// The range in which each parameter may move alone before another choice than `today` wins.
pub(super) fn sensitivity<C: Labelled>(sensitivity: &Sensitivity<C>, today: &C, clock: Clock) -> String {
    let unexamined = match named(sensitivity.unexamined.iter()) {
        names if names.is_empty() => names,
        names => format!("  not examined, for lack of time: {names}\n"),
    };
    if sensitivity.parameters.is_empty() {
        return if unexamined.is_empty() { unexamined } else { unexamined + "\n" };
    }
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
    let mut text = if shown.is_empty() { String::new() } else { table.left_columns(&[2, 3]).to_string() };
    if has_losses {
        text += "  the ends are those of the profile's range, or else half and twice the value\n";
    }
    if !others.is_empty() {
        let all = [
            (
                "this choice stays the best from half to twice the value, or over its range",
                [Guarantee::Exact, Guarantee::ButForRounding].as_slice(),
            ),
            (
                "this choice is the best at half and at twice the value, or at the ends of its range",
                &[Guarantee::Probed],
            ),
            (
                "no better choice was found at half and at twice the value, or at the ends of its range",
                &[Guarantee::BestFound],
            ),
        ];
        for (meaning, guarantees) in all {
            let of: Vec<_> = others.iter().filter(|of| guarantees.contains(&of.guarantee)).collect();
            if !of.is_empty() {
                let _ = writeln!(text, "  {}: {meaning}", named(of.iter().map(|of| &of.parameter)));
            }
        }
    }
    format!("{text}{}{unexamined}\n", guarantees(&sensitivity.parameters))
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
        (Some(regret), Some(best)) => slower_by(regret.checked_add(*best).unwrap_or(Time::MAX), *best),
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
fn guarantees<C>(parameters: &[ParameterSensitivity<C>]) -> String {
    let mut text = String::new();
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
        let _ = match of.len() {
            0 => Ok(()),
            all if all == parameters.len() && all > NAMED => writeln!(text, "  {meaning}"),
            _ => writeln!(text, "  {}: {meaning}", named(of.iter().map(|of| &of.parameter))),
        };
    }
    text
}
