//! Models of combinations of schemes and networks, for people.

use super::detail::COLUMNS;
use super::page::Page;
use super::table::Table;
use logpine_causal::EdgeKind;
use logpine_study::Variable;
use logpine_study::combinations::{
    Checked, Combination, CombinationQuestion, CombinationTable, Differences, Learnt, Relation, Shared, Span,
};
use std::fmt::Write as _;

/// The column at which a line's list begins.
const INDENT: usize = 15;

/// The learnt table of signs, the published one, and every model with its differences from the reference.
pub fn combinations(question: &CombinationQuestion, table: &CombinationTable) -> Page {
    let CombinationQuestion { couples, seed, options, .. } = question;
    let mut page = Page::warned(table.reference.model.few_rows().as_slice());
    page.line(format!("Causal models of {couples} couples of each combination, seed {seed}"));
    page.facts([format!(
        "independent: at most {} nats given at most {} variables",
        options.pc.threshold, options.pc.max_conditions
    )]);
    page.line("Learnt: = has the relations of the reference (random schemes on random networks), # has others");
    let learnt = |(index, one): (usize, &Combination)| format!("{} [{}]", one.differences.verdict().sign(), index + 1);
    page.table(signs(question, table, learnt));
    if table.published() > 0 {
        page.line("Published by Lemeire, Dirkx and Colitti (2008, section 5.2), with its numbers");
        page.table(signs(question, table, |(_, one)| one.published.as_ref().map_or_else(String::new, published)));
        page.note(agreement(table));
    }
    page.plain(format!("reference: random schemes on random networks\n{}", model(&table.reference)));
    for (index, one) in table.combinations.iter().enumerate() {
        let Learnt { scheme, class, .. } = one.learnt;
        let sign = one.differences.verdict().sign();
        let title = format!("[{}] {sign}  {} schemes on {class} networks\n", index + 1, scheme.name());
        let paper = one.published.as_ref().map_or_else(String::new, |checked| paper(checked, one.agrees()));
        page.plain([title, model(&one.learnt), differences(&one.differences), paper].concat());
    }
    page
}

/// A row for each kind of schemes, a column for each class of networks.
fn signs(
    question: &CombinationQuestion,
    table: &CombinationTable,
    cell: impl Fn((usize, &Combination)) -> String,
) -> Table {
    let header = std::iter::once("").chain(question.classes.iter().map(|class| class.name()));
    let left: Vec<usize> = (1..=question.classes.len()).collect();
    let mut signs = Table::new(header);
    let mut cells = table.combinations.iter().enumerate().map(cell);
    for scheme in &question.schemes {
        let row: Vec<String> = cells.by_ref().take(question.classes.len()).collect();
        signs.row(std::iter::once(scheme.name().to_owned()).chain(row));
    }
    signs.left_columns(&left)
}

/// A sign with the numbers of its notes.
fn published(checked: &Checked) -> String {
    let mut text = checked.published.verdict.sign().to_owned();
    for (index, note) in checked.published.notes.iter().enumerate() {
        let _ = write!(text, "{}({})", if index == 0 { " " } else { "" }, note.number());
    }
    text
}

fn agreement(table: &CombinationTable) -> String {
    let checked = || table.combinations.iter().filter_map(|one| one.published.as_ref());
    let stated: usize = checked().map(|checked| checked.published.notes.len()).sum();
    let confirmed: usize = checked().map(|checked| checked.confirmed.len()).sum();
    let numbers = if stated == 0 { String::new() } else { format!("; {confirmed} of {stated} numbers hold") };
    format!("{} of {} signs are as published{numbers}", table.agreeing(), table.published())
}

/// A learnt model.
fn model(learnt: &Learnt) -> String {
    let mut text = if learnt.relations.is_empty() {
        listed("relations", &["none".to_owned()])
    } else {
        listed("relations", &relations(&learnt.relations))
    };
    let names =
        |variables: &[Variable]| variables.iter().map(|variable| variable.name().to_owned()).collect::<Vec<_>>();
    text += &listed("constant", &names(&learnt.constants));
    let is_nearly = |span: &&Span| span.is_nearly_constant() && !learnt.constants.contains(&span.variable);
    let nearly = |span: &Span| {
        let Span { variable, least, most } = span;
        let name = variable.name();
        if span.is_constant() { format!("{name} {most:.3}") } else { format!("{name} {least:.3} to {most:.3}") }
    };
    text += &listed("nearly", &learnt.performance.iter().filter(is_nearly).map(nearly).collect::<Vec<_>>());
    for warning in &learnt.model.warnings {
        let _ = writeln!(text, "  warning: {warning}");
    }
    text
}

fn differences(differences: &Differences) -> String {
    let names =
        |variables: &[Variable]| variables.iter().map(|variable| variable.name().to_owned()).collect::<Vec<_>>();
    let one = |group: &Vec<Variable>| names(group).join(" ~ ");
    let pairs = |relations: &[Relation]| -> Vec<String> {
        relations.iter().map(|relation| format!("{} - {}", relation.from.name(), relation.to.name())).collect()
    };
    let shared = |&Shared { pair: [a, b], information }: &Shared| {
        let nats = information.map_or_else(String::new, |nats| format!(" ({:.3} nats)", nats.max(0.0)));
        format!("{} - {}{nats}", a.name(), b.name())
    };
    listed("not here", &names(&differences.without))
        + &listed("say the same", &differences.equivalent.iter().map(one).collect::<Vec<_>>())
        + &listed("missing", &pairs(&differences.missing))
        + &listed("additional", &pairs(&differences.additional))
        + &listed("unrelated", &differences.unrelated.iter().map(shared).collect::<Vec<_>>())
        + &listed("no function", &pairs(&differences.no_function))
        + &listed("function", &pairs(&differences.new_function))
}

/// The paper's statements on a combination.
fn paper(checked: &Checked, agrees: Option<bool>) -> String {
    let word = if agrees == Some(true) { "the same sign" } else { "another sign" };
    let mut text = listed("published", &[format!("{}, {word}", published(checked))]);
    for note in checked.published.notes {
        let holds = if checked.confirmed.contains(note) { "holds" } else { "does not hold" };
        let _ = writeln!(text, "{:INDENT$}({}) {holds}: {}", "", note.number(), note.words());
    }
    text
}

fn relations(relations: &[Relation]) -> Vec<String> {
    let arrow = |relation: &Relation| {
        let arrow = match relation.kind {
            EdgeKind::Directed => "->",
            EdgeKind::Deterministic => "=>",
            EdgeKind::Undirected => "-",
        };
        format!("{} {arrow} {}", relation.from.name(), relation.to.name())
    };
    relations.iter().map(arrow).collect()
}

/// A list in one line, or in more if it is longer; empty for an empty list.
fn listed(title: &str, items: &[String]) -> String {
    if items.is_empty() {
        return String::new();
    }
    let mut text = format!("  {title:width$}", width = INDENT - 2);
    let mut length = INDENT;
    for (index, item) in items.iter().enumerate() {
        let (item, is_last) = (item.as_str(), index + 1 == items.len());
        if length + item.len() + 2 > COLUMNS + 1 && length > INDENT {
            text.truncate(text.trim_end().len());
            let _ = write!(text, "\n{:INDENT$}", "");
            length = INDENT;
        }
        text += item;
        text += if is_last { "" } else { ", " };
        length += item.len() + 2;
    }
    text + "\n"
}
