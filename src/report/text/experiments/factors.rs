//! Performance factors for people: the two tables of the paper.

use super::page::Page;
use super::table::Table;
use crate::report::times::counted;
use logpine_study::{ClassFactor, FactorQuestion, FactorTable, Spread};

/// The factors of classes of networks and kinds of schemes, and the errors of predictions from them (Lemeire, Dirkx and
/// Colitti 2008, section 6).
pub fn factors(question: &FactorQuestion, table: &FactorTable) -> Page {
    let FactorQuestion { nodes, node_msgs, benchmark, instances, sets, seed, .. } = question;
    let mut page = Page::default();
    let title =
        format!("Performance factors with {nodes} nodes and {} a node", counted(*node_msgs, "message", "messages"));
    page.headline(&title, &format!("refT = {}", with_spread(table.ref_t, 1)), "");
    let mut factors = Table::new(["", "benchmarkT", "factor", "± of sets", "± of instances"]);
    for class in &table.classes {
        factors.row(row(class.class.name(), class));
    }
    for kind in &table.schemes {
        factors.row(row(kind.class.name(), kind));
    }
    page.table(factors);
    page.line("Error of prediction = refT × CSPF × NTPF, with its bias (below 0: predicted too long)");
    let header = std::iter::once("").chain(question.classes.iter().map(|class| class.name()));
    let mut errors = Table::new(header);
    for (kind, cells) in question.schemes.iter().zip(&table.errors) {
        let cells = cells
            .iter()
            .map(|cell| format!("{:.0}% ({:+.0}%)", 100.0 * cell.relative.mean, without_sign(100.0 * cell.bias.mean)));
        errors.row(std::iter::once(kind.name().to_owned()).chain(cells));
    }
    page.table(errors);
    if let Some(correlation) = table.correlation {
        page.line(format!(
            "Correlation of predicted and real times, random schemes on random networks: {}",
            with_spread(correlation, 3)
        ));
    }
    page.line(format!(
        "Means over {} of {} and {}, seed {seed}. {} of each class that has more than one.",
        counted(*sets, "benchmark", "benchmarks"),
        counted(*benchmark, "random network", "random networks"),
        counted(*benchmark, "random scheme", "random schemes"),
        counted(*instances, "instance", "instances"),
    ));
    page
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
