//! Causal models for Graphviz.

use super::CausalReport;
use logpine_causal::EdgeKind;
use logpine_text::dot::{Look, head, quoted};
use std::fmt::Write as _;

/// The model in Graphviz's DOT language: variables that are functions of others have a double border, edges the information
/// that their ends share in nats, and edges of unknown direction no arrow.
#[must_use]
pub fn dot(report: &CausalReport) -> String {
    let CausalReport { name, model } = report;
    let mut text = head("digraph", &quoted(name), Look::Causes);
    for (index, variable) in model.variables.iter().enumerate() {
        let borders = if model.function(index).is_some() { ", peripheries=2" } else { "" };
        let _ = writeln!(text, "  v{index} [label={}{borders}];", quoted(&variable.name));
    }
    for edge in &model.edges {
        let attributes = match edge.kind {
            EdgeKind::Directed => format!("label=\"{:.2}\"", edge.information),
            EdgeKind::Undirected => format!("label=\"{:.2}\", dir=none", edge.information),
            EdgeKind::Deterministic => "style=bold".to_owned(),
        };
        let _ = writeln!(text, "  v{} -> v{} [{attributes}];", edge.from, edge.to);
    }
    text + "}\n"
}
