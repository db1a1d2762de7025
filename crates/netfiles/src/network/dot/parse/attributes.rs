//! Attributes in brackets, and what they say about nodes and links.

use super::Parser;
use crate::network::dot::scan::Token;
use crate::network::draft::{Draft, NodeKind, Times, coordinate};
use logpine_text::placed::Found;
use std::ops::Range;

/// The maximum length of the label for a set of nodes, in bytes: each node gets a copy.
const LONGEST_OF_SETS: usize = 1_024;

/// A pair of key and value.
pub(super) struct Attribute {
    pub key: String,
    pub value: String,
    pub span: Range<usize>,
}

/// The direction of messages on links of a digraph: the attribute `dir`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Way {
    #[default]
    Forward,
    Back,
    /// The value `both`, or `none`, which is an undirected link.
    Both,
}

impl Parser<'_> {
    /// Reads `[key=value, ...]`, any number of times.
    pub(super) fn attributes(&mut self) -> Result<Vec<Attribute>, Found> {
        let mut attributes = Vec::new();
        while self.eat(&Token::Sign("[")) {
            while !self.eat(&Token::Sign("]")) {
                if self.eat(&Token::Sign(",")) || self.eat(&Token::Sign(";")) {
                    continue;
                }
                let (key, span) = self.id("a key or `]`")?;
                if self.eat(&Token::Sign("=")) {
                    let (value, span) = self.id("a value")?;
                    attributes.push(Attribute { key, value, span });
                } else {
                    attributes.push(Attribute { key, value: "true".to_owned(), span });
                }
            }
        }
        Ok(attributes)
    }

    /// Sets the label, kind and position of nodes from the attributes; the last of each applies.
    pub(super) fn describe(
        &mut self,
        nodes: &[u32],
        attributes: &[Attribute],
        span: &Range<usize>,
    ) -> Result<(), Found> {
        let (mut label, mut kind, mut place) = (None, None, None);
        for Attribute { key, value, span } in attributes {
            match key.as_str() {
                // Labels may have line breaks for pictures; they become blanks.
                "label" if !value.is_empty() && value != "\\N" => label = Some(value.replace('\n', " ")),
                "kind" => kind = Some(NodeKind::parse(value, span.clone())?),
                "pos" => {
                    let (x, y) = value.trim_end_matches('!').split_once(',').unwrap_or((value, ""));
                    let y = y.split(',').next().unwrap_or_default();
                    // In Graphviz, y grows upwards.
                    place = Some((coordinate(x, span.clone())?, -coordinate(y, span.clone())?));
                }
                _ => {}
            }
        }
        let label = label.as_deref().map(str::trim);
        if nodes.len() > 1 && label.is_some_and(|label| label.len() > LONGEST_OF_SETS) {
            let what = format_args!("a label of more than {LONGEST_OF_SETS} bytes for several nodes");
            return Err(Found::new(span.clone(), what));
        }
        for &node in nodes {
            if let Some(label) = label {
                self.draft.set_label(node, label);
            }
            if let Some(kind) = kind {
                self.draft.set_node_kind(node, kind);
            }
            if let Some((x, y)) = place {
                self.draft.set_place(node, x, y);
            }
        }
        Ok(())
    }
}

/// The direction given by the attributes.
pub(super) fn way(attributes: &[Attribute]) -> Option<Way> {
    let attribute = attributes.iter().rev().find(|attribute| attribute.key == "dir")?;
    match attribute.value.as_str() {
        "back" => Some(Way::Back),
        "both" | "none" => Some(Way::Both),
        _ => Some(Way::Forward),
    }
}

/// The times given by the attributes.
pub(super) fn times(attributes: &[Attribute], draft: &mut Draft) -> Result<Times, Found> {
    let mut times = Times::default();
    for Attribute { key, value, span } in attributes {
        if Times::KEYS.contains(&key.as_str()) {
            times.set(key, value, span)?;
        } else if key != "weight" {
            // The weight of a link is one for the layout.
            draft.unread(key);
        }
    }
    Ok(times)
}
