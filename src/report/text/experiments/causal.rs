//! A causal model, for people.

use super::detail::{Detail, wrapped};
use super::table::Table;
use super::warned;
use crate::report::causal::CausalReport;
use logpine_causal::{CausalModel, Decision, EdgeKind, Equivalence, FunctionOf, Reason, Scale, Separation, Transform};
use std::fmt::Write as _;

/// The edges with their evidence, the functions, the number of pairs that are not connected, and the doubtful points. The long
/// form lists those pairs with the reasons.
#[must_use]
pub fn causal(report: &CausalReport, detail: Detail) -> String {
    let CausalReport { name, model } = report;
    let mut text = format!("{name}: {}\n{}\n\n", found(model), how(model));
    if model.edges.is_empty() {
        text += "  no variable depends on another\n\n";
    } else {
        text += &edges(model);
    }
    if !model.functions.is_empty() {
        text += &functions(model);
    }
    let _ = match model.separations.len() {
        0 => Ok(()),
        _ if detail.is_full() => write!(text, "{}", separations(model)),
        1 => writeln!(text, "  1 other pair is not related\n"),
        count => writeln!(text, "  {count} other pairs are not related\n"),
    };
    for equivalence in &model.equivalences {
        let _ = writeln!(text, "{}", decided(model, equivalence));
    }
    let warnings: Vec<String> = model.warnings.iter().map(ToString::to_string).collect();
    wrapped(&(text + &warned(&warnings)))
}

fn found(model: &CausalModel) -> String {
    let count = |count: usize, one: &str, more: &str| format!("{count} {}", if count == 1 { one } else { more });
    let functions = match model.functions.len() {
        0 => String::new(),
        1 => "; 1 variable is a function of others".to_owned(),
        count => format!("; {count} variables are functions of others"),
    };
    format!(
        "{} among {} from {}{functions}",
        count(model.edges.len(), "direct relation", "direct relations"),
        count(model.variables.len(), "variable", "variables"),
        count(model.rows, "row", "rows"),
    )
}

fn how(model: &CausalModel) -> String {
    let pc = model.options.pc;
    let transform = match model.options.transform {
        Transform::Log => {
            let is_raw = |scale: Scale| scale == Scale::Raw;
            let raw: Vec<&str> =
                model.variables.iter().filter(|v| is_raw(v.scale)).map(|variable| variable.name.as_str()).collect();
            if raw.is_empty() { "logarithms".to_owned() } else { format!("logarithms, but not of {}", raw.join(", ")) }
        }
        Transform::Raw => "values as they are".to_owned(),
    };
    let functions = if model.options.deterministic.is_none() { "; functions are not sought" } else { "" };
    format!(
        "independent: at most {} nats given at most {} variables; {transform}; {} tests{functions}",
        pc.threshold,
        pc.max_conditions,
        model.tests.len()
    )
}

/// Nats with three digits; zero has no sign.
fn nats(information: f64) -> String {
    let text = format!("{information:.3}");
    if text == "-0.000" { "0.000".to_owned() } else { text }
}

fn edges(model: &CausalModel) -> String {
    let mut table = Table::new(["relation", "nats", "at least", "given", ""]);
    for edge in &model.edges {
        let (least, given) = match model.closest_test(edge.from, edge.to) {
            Some(test) if edge.kind != EdgeKind::Deterministic => {
                (nats(test.information), model.names(&test.given).join(", "))
            }
            _ => ("-".to_owned(), String::new()),
        };
        let note = if edge.is_required { "required" } else { "" };
        table.row([model.named(edge), nats(edge.information), least, given, note.to_owned()]);
    }
    table.left_columns(&[3, 4]).to_string() + "\n"
}

fn functions(model: &CausalModel) -> String {
    let mut table = Table::new(["function", "of", "degree", "variance left"]);
    for function in &model.functions {
        let FunctionOf { variable, parents, residual_variance, degree, .. } = function;
        let (name, parents) = (model.name(*variable).to_owned(), model.names(parents).join(", "));
        // Rounding errors differ from machine to machine.
        let left = if function.is_exact() { "rounding".to_owned() } else { format!("{residual_variance:.1e}") };
        table.row([name, parents, degree.to_string(), left]);
    }
    table.left_column(1).to_string() + "\n"
}

fn separations(model: &CausalModel) -> String {
    let mut table = Table::new(["not related", "nats", "given", ""]);
    for Separation { pair, given, information, reason } in &model.separations {
        let note = match reason {
            Reason::Independent => "",
            Reason::Function => "one is a function of these",
            Reason::Equivalent => "these say the same, more simply",
            Reason::Forbidden => "ruled out",
        };
        table.row([
            model.names(pair).join(", "),
            information.map_or_else(|| "-".to_owned(), nats),
            model.names(given).join(", "),
            note.to_owned(),
        ]);
    }
    table.left_columns(&[2, 3]).to_string() + "\n"
}

/// The decision on information equivalent variables, in a sentence.
fn decided(model: &CausalModel, equivalence: &Equivalence) -> String {
    let Equivalence { reference, kept, others, decision } = equivalence;
    let (reference, kept, others) = (model.name(*reference), model.name(*kept), model.names(others).join(" and "));
    let why = match decision {
        Decision::Simpler => format!("the relation of {kept} is simpler"),
        Decision::Cause => format!("{kept} is the cause"),
        Decision::Undecided => "nothing decides between them".to_owned(),
    };
    format!("{kept} and {others} say the same about {reference}: {why}")
}
