//! Faults of files, with their places.

use crate::place::shown;
use logpine_text::place::Position;
use roxmltree::{Document, Node, ParsingOptions};
use std::str::FromStr;

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place.map_or_else(String::new, |place| format!("{place}: ")))]
pub struct FileFault {
    /// The place; `None` if something is missing, or the fault is of the file as a whole.
    pub place: Option<Position>,
    /// The fault.
    pub message: String,
}

impl FileFault {
    /// A fault of a line.
    #[expect(clippy::needless_pass_by_value, reason = "texts are made where they are given")]
    pub(crate) fn of_line(line: usize, message: impl ToString) -> Self {
        Self { place: Some(Position { line, column: 1 }), message: message.to_string() }
    }

    /// A fault of the file as a whole.
    #[expect(clippy::needless_pass_by_value, reason = "texts are made where they are given")]
    pub fn of_file(message: impl ToString) -> Self {
        Self { place: None, message: message.to_string() }
    }

    /// A fault of JSON.
    pub(crate) fn of_json(error: &serde_json::Error) -> Self {
        let place = Some(Position { line: error.line(), column: error.column() }).filter(|place| place.line > 0);
        let message = error.to_string();
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
        Self { place, message: message.to_owned() }
    }

    /// A fault of an element of XML.
    #[expect(clippy::needless_pass_by_value, reason = "texts are made where they are given")]
    pub(crate) fn of_node(node: Node<'_, '_>, message: impl ToString) -> Self {
        let position = node.document().text_pos_at(node.range().start);
        let place = Some(Position { line: position.row as usize, column: position.col as usize });
        Self { place, message: message.to_string() }
    }
}

/// The document of a text.
pub(crate) fn xml(text: &str) -> Result<Document<'_>, FileFault> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let place = Some(Position { line: position.row as usize, column: position.col as usize });
        let message = error.to_string();
        let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message);
        FileFault { place, message: message.to_owned() }
    })
}

/// The attribute of an element, which must be there.
pub(crate) fn attribute<'a>(node: Node<'a, '_>, key: &str) -> Result<&'a str, FileFault> {
    node.attribute(key).ok_or_else(|| FileFault::of_node(node, missing(&shown(node.tag_name().name()), key)))
}

/// The fault of an attribute that is missing.
pub(crate) fn missing(element: &str, key: &str) -> String {
    format!("`{element}` has no `{key}`")
}

/// The whole number that an attribute is.
pub(crate) fn whole<T: FromStr>(node: Node<'_, '_>, key: &str, found: &str) -> Result<T, FileFault> {
    let wrong = || FileFault::of_node(node, format!("`{key}` is `{}`; write a whole number", shown(found)));
    found.trim().parse().map_err(|_| wrong())
}

/// The fault of another text than the expected one.
pub(crate) fn expected(expected: &str, found: &str) -> String {
    format!("expected `{expected}`, found `{found}`")
}

/// The fault of a line with more or fewer words or fields.
pub(crate) fn fields(expected: &str, found: usize) -> String {
    format!("expected `{expected}`, found {found} {}", if found == 1 { "field" } else { "fields" })
}

/// The fault of text that is no number, or of one that is out of its range.
pub(crate) fn number(what: &str, found: &str, least: u64, most: u64) -> String {
    let range = if least == most { least.to_string() } else { format!("a whole number from {least} to {most}") };
    format!("`{found}` is no {what}; write {range}")
}

/// The fault of an arc from a vertex to itself.
pub(crate) fn looped(vertex: u32) -> String {
    format!("the arc leads from {vertex} to itself")
}

/// The fault of an arc that is there already.
pub(crate) fn repeated_arc(from: u32, to: u32) -> String {
    format!("there is an arc from {from} to {to} already; add their capacities up")
}

/// The fault of vertices without arcs.
pub(crate) fn too_many_vertices(vertices: u64) -> String {
    format!("there are {vertices} vertices, most of them without an arc or a name; vertices are numbered from 0")
}

/// The fault of an unknown collective.
pub(crate) fn no_collective(found: &str, all: &str) -> String {
    format!("there is no collective `{found}`; it is one of {all}")
}

/// The fault of a list with another length than is claimed.
pub(crate) fn listed(what: &str, found: usize, claimed: usize) -> String {
    format!("there are {found} {what}, and {claimed} are claimed")
}
