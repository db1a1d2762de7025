//! The effects of uncertain parameters on an answer, for people.

use super::ranking::slower_by;
use super::table::Table;
use super::with_unit;
use crate::answer::{
    Assessed, BreakPoint, Candidate, Criterion, End, Guarantee, Over, OverlayTree, ParameterSensitivity, Robust,
    Sensitivity,
};
use crate::machine::Parameter;
use crate::units::{Clock, Time, TimeUnit};
use itertools::Itertools;
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
            Some(fanouts) if !fanouts.is_empty() => fanouts.iter().join(","),
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
    let mut table = Table::new(["", "at the profile's values", "least", "worst", "mean"]);
    let mut row = |name: &str, of: &Assessed<_>| {
        let values = [of.nominal, of.least, of.worst, of.mean].map(|value| time(value, unit));
        table.row(std::iter::once(name.to_owned()).chain(values));
    };
    row(&name, chosen);
    if !same {
        row(&format!("best at the profile's values: {nominal_name}"), nominal);
    }
    text += &table.aligned().to_string();
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
pub(super) fn sensitivity<C: Labelled>(
    sensitivity: &Sensitivity<C>,
    today: &C,
    clock: Clock,
    unit: TimeUnit,
) -> String {
    if sensitivity.parameters.is_empty() {
        return String::new();
    }
    let heading =
        ["each parameter alone", "value", "another wins at", "which", "and at", "which", "loses at", "loses at"];
    let mut table = Table::new(heading);
    let today = today.label();
    for of in &sensitivity.parameters {
        let show = |value| of.parameter.display(value, clock);
        let point = |point: &Option<BreakPoint<C>>| match point {
            Some(point) => [show(point.value), which(&point.winner.label(), &today)],
            None => ["-".to_owned(), "-".to_owned()],
        };
        let ([low, low_winner], [high, high_winner]) = (point(&of.low), point(&of.high));
        let [first, second] = of.ends.map(|end| format!("{}: {}", show(end.at), loss(end, unit)));
        let name = of.parameter.name.clone();
        table.row([name, show(of.parameter.value), low, low_winner, high, high_winner, first, second]);
    }
    let table = table.left_columns(&[3, 5]).to_string();
    format!("{table}{}\n", guarantees(&sensitivity.parameters))
}

fn which(winner: &str, today: &str) -> String {
    if winner == today { format!("another {winner}") } else { winner.to_owned() }
}

fn loss(End { regret, best, .. }: End, unit: TimeUnit) -> String {
    match (regret, best) {
        (Some(Time::ZERO), _) => "nothing".to_owned(),
        (Some(regret), Some(best)) => {
            let own = regret.checked_add(best).unwrap_or(Time::MAX);
            format!("{} ({})", with_unit(regret, unit), slower_by(own, best))
        }
        _ => "too long".to_owned(),
    }
}

/// The guarantees on the break points in a table.
fn guarantees<C>(parameters: &[ParameterSensitivity<C>]) -> String {
    let mut text = String::new();
    let all = [
        (Guarantee::Exact, "today's choice is best at every value in between"),
        (
            Guarantee::ButForRounding,
            "in between, today's choice is best but for a tick a level, to which coefficients below a tick are rounded",
        ),
        (
            Guarantee::Probed,
            "today's choice is best next to the values shown, and at those tried in between: an eighth away, a quarter, half, \
             and then again and again half or twice as much",
        ),
    ];
    for (guarantee, meaning) in all {
        let of = parameters.iter().filter(|of| of.guarantee == guarantee);
        let names = of.map(|of| of.parameter.name.as_str()).join(", ");
        if !names.is_empty() {
            let _ = writeln!(text, "  {names}: {meaning}");
        }
    }
    text
}
