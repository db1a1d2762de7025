//! Trees of conditions that are written, and what is kept of those that were there.

use super::conditions::{Condition, parse, without_blanks};
use super::leaf::is_leaf;
use super::path::Path;
use super::release::Release;
use crate::files::json_spans::{Json, Value};

/// A place of a selection file that is written.
#[derive(Debug)]
pub enum Node<'a> {
    /// An algorithm with its parameters.
    Leaf {
        /// The name of the algorithm.
        name: String,
        /// The parameters with their values.
        parameters: Vec<String>,
    },
    /// Keys with what stands behind them.
    Split(Vec<(String, Node<'a>)>),
    /// The base's own text, unchanged.
    Kept(&'a Value),
}

/// The part of a subtree for the calls of a path: branches that none of them takes are dropped. With `is_below`, conditions
/// on calls stand around the subtree, where `comm_size<n` has another meaning than before.
pub fn kept<'a>(value: &'a Value, path: &Path, is_below: bool, release: Release) -> Node<'a> {
    if is_leaf(value) {
        return Node::Kept(value);
    }
    let mut rest = path.clone();
    let mut branches = Vec::new();
    for member in value.members() {
        let Some((condition, _)) = parse(&without_blanks(&member.key), release) else { continue };
        let (yes, no) = rest.split(condition);
        let Some(yes) = yes else { continue };
        let node = kept(&member.value, &yes, is_below, release);
        let Some(no) = no else {
            if branches.is_empty() {
                return node;
            }
            let key = if condition.needs_sibling() { "comm_size=any".to_owned() } else { member.key.clone() };
            branches.push((key, node));
            break;
        };
        let key = match condition {
            Condition::Ranks(bound) if bound.is_below && is_below && !rest.is_searched => {
                format!("comm_size<={}", bound.number.saturating_sub(1))
            }
            _ => member.key.clone(),
        };
        branches.push((key, node));
        rest = no;
    }
    Node::Split(branches)
}

/// Writes a node at a depth, with four blanks for each; `source` is the text that kept values come from.
pub fn put(node: &Node<'_>, depth: usize, source: &str, out: &mut String) {
    match node {
        Node::Kept(value) => put_value(value, depth, source, out),
        Node::Leaf { name, parameters } => {
            open(out);
            key(&format!("algorithm={name}"), depth + 1, out);
            if parameters.is_empty() {
                out.push_str("{}");
            } else {
                open(out);
                for (at, parameter) in parameters.iter().enumerate() {
                    comma(at, out);
                    key(parameter, depth + 2, out);
                    out.push_str("{}");
                }
                close(depth + 1, out);
            }
            close(depth, out);
        }
        Node::Split(branches) => {
            open(out);
            for (at, (name, node)) in branches.iter().enumerate() {
                comma(at, out);
                key(name, depth + 1, out);
                put(node, depth + 1, source, out);
            }
            close(depth, out);
        }
    }
}

fn put_value(value: &Value, depth: usize, source: &str, out: &mut String) {
    match &value.kind {
        Json::Object(members) if members.is_empty() => out.push_str("{}"),
        Json::Object(members) => {
            open(out);
            for (at, member) in members.iter().enumerate() {
                comma(at, out);
                key(&member.key, depth + 1, out);
                put_value(&member.value, depth + 1, source, out);
            }
            close(depth, out);
        }
        _ => out.push_str(source.get(value.span.clone()).unwrap_or("{}")),
    }
}

fn open(out: &mut String) {
    out.push_str("{\n");
}

fn close(depth: usize, out: &mut String) {
    out.push('\n');
    out.push_str(&"    ".repeat(depth));
    out.push('}');
}

fn comma(at: usize, out: &mut String) {
    if at > 0 {
        out.push_str(",\n");
    }
}

fn key(name: &str, depth: usize, out: &mut String) {
    out.push_str(&"    ".repeat(depth));
    out.push_str(&serde_json::Value::from(name).to_string());
    out.push_str(": ");
}
