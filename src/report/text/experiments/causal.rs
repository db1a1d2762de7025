//! A causal model, for people.

use super::detail::Detail;
use super::page::Page;
use super::table::Table;
use crate::report::causal::CausalReport;
use crate::report::times::counted;
use logpine_causal::{CausalModel, Decision, EdgeKind, Equivalence, FunctionOf, Reason, Scale, Separation, Transform};

/// The edges with their evidence, the functions, the number of pairs that are not connected, and the doubtful points. The long
/// form lists those pairs with the reasons.
pub fn causal(report: &CausalReport, detail: Detail) -> Page {
    let CausalReport { name, model } = report;
    let mut page = Page::warned(&model.all_warnings());
    page.headline(name, &found(model), "");
    page.facts(how(model));
    if model.edges.is_empty() {
        page.line("No variable depends on another.");
    }
    page.table(edges(model));
    page.table(functions(model));
    if detail.is_full() {
        page.table(separations(model));
    } else if !model.separations.is_empty() {
        page.note(match model.separations.len() {
            1 => "1 other pair is not related".to_owned(),
            count => format!("{count} other pairs are not related"),
        });
    }
    for equivalence in &model.equivalences {
        page.line(decided(model, equivalence));
    }
    page
}

fn found(model: &CausalModel) -> String {
    let functions = match model.functions.len() {
        0 => String::new(),
        1 => ". 1 variable is a function of others".to_owned(),
        count => format!(". {count} variables are functions of others"),
    };
    format!(
        "{} among {} from {}{functions}",
        counted(model.edges.len() as u64, "direct relation", "direct relations"),
        counted(model.variables.len() as u64, "variable", "variables"),
        counted(model.rows as u64, "row", "rows"),
    )
}

fn how(model: &CausalModel) -> [String; 4] {
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
    let functions = if model.options.deterministic.is_none() { "functions are not sought" } else { "" };
    [
        format!("independent: at most {} nats given at most {} variables", pc.threshold, pc.max_conditions),
        transform,
        counted(model.tests.len() as u64, "test", "tests"),
        functions.to_owned(),
    ]
}

/// Nats with three digits; zero has no sign.
fn nats(information: f64) -> String {
    let text = format!("{information:.3}");
    if text == "-0.000" { "0.000".to_owned() } else { text }
}

fn edges(model: &CausalModel) -> Table {
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
    table.left_columns(&[3, 4])
}

fn functions(model: &CausalModel) -> Table {
    let mut table = Table::new(["function", "of", "degree", "variance left"]);
    for function in &model.functions {
        let FunctionOf { variable, parents, residual_variance, degree, .. } = function;
        let (name, parents) = (model.name(*variable).to_owned(), model.names(parents).join(", "));
        // Rounding errors differ from machine to machine.
        let left = if function.is_exact() { "rounding".to_owned() } else { format!("{residual_variance:.1e}") };
        table.row([name, parents, degree.to_string(), left]);
    }
    table.left_column(1)
}

fn separations(model: &CausalModel) -> Table {
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
    table.left_columns(&[2, 3])
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
