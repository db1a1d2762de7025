//! Performance factors for people: the two tables of the paper.

use super::table::Table;
use crate::report::times::counted;
use logpine_study::{ClassFactor, FactorQuestion, FactorTable, Spread};
use std::fmt::Write as _;

/// The factors of classes of networks and kinds of schemes, and the errors of predictions from them (Lemeire, Dirkx and
/// Colitti 2008, section 6).
#[must_use]
pub fn factors(question: &FactorQuestion, table: &FactorTable) -> String {
    let FactorQuestion { nodes, node_msgs, benchmark, instances, sets, seed, .. } = question;
    let mut text = format!(
        "performance factors with {nodes} nodes and {} a node: refT = {}\n\n",
        counted(*node_msgs, "message", "messages"),
        with_spread(table.ref_t, 1)
    );
    let mut factors = Table::new(["", "benchmarkT", "factor", "± of sets", "± of instances"]);
    for class in &table.classes {
        factors.row(row(class.class.name(), class));
    }
    for kind in &table.schemes {
        factors.row(row(kind.class.name(), kind));
    }
    let _ = writeln!(text, "{factors}");
    text += "error of prediction = refT x CSPF x NTPF, with its bias (below 0: predicted too long)\n\n";
    let header = std::iter::once("").chain(question.classes.iter().map(|class| class.name()));
    let mut errors = Table::new(header);
    for (kind, cells) in question.schemes.iter().zip(&table.errors) {
        let cells = cells
            .iter()
            .map(|cell| format!("{:.0}% ({:+.0}%)", 100.0 * cell.relative.mean, without_sign(100.0 * cell.bias.mean)));
        errors.row(std::iter::once(kind.name().to_owned()).chain(cells));
    }
    let _ = writeln!(text, "{errors}");
    if let Some(correlation) = table.correlation {
        let _ = writeln!(
            text,
            "correlation of predicted and real times, random schemes on random networks: {}",
            with_spread(correlation, 3)
        );
    }
    let _ = writeln!(
        text,
        "means over {} of {} and {}, seed {seed};\n{} of each class of which there is more than one",
        counted(*sets, "benchmark", "benchmarks"),
        counted(*benchmark, "random network", "random networks"),
        counted(*benchmark, "random scheme", "random schemes"),
        counted(*instances, "instance", "instances"),
    );
    text
}

fn row<C>(name: &str, class: &ClassFactor<C>) -> [String; 5] {
    [
        name.to_owned(),
        format!("{:.1}", class.benchmark_t.mean),
        format!("{:.3}", class.factor.mean),
        format!("{:.3}", class.factor.deviation),
        class.among_instances.map_or_else(String::new, |deviation| format!("{deviation:.3}")),
    ]
}

fn with_spread(spread: Spread, digits: usize) -> String {
    format!("{:.digits$} ± {:.digits$}", spread.mean, spread.deviation)
}

/// The number, but without the sign of one that is shown as 0.
fn without_sign(number: f64) -> f64 {
    if number.abs() < 0.5 { 0.0 } else { number }
}
