//! A folded tree for Graphviz.

use super::TreePicture;
use super::fold::Kind;
use super::levels::NotDrawn;
use crate::report::draw::wrapped;
use logpine_text::dot::{Look, head, lines};
use std::fmt::Write as _;

/// The most letters of a line of the headings, and their most lines.
const HEADING: (f64, usize) = (72.0, 8);

/// The tree in Graphviz's DOT language, with its title: equal subtrees are drawn once, levels aligned, each with its nodes and
/// its time.
#[must_use]
pub fn dot(picture: &TreePicture) -> String {
    let TreePicture { title, facts, folded, levels, not_drawn } = picture;
    let headings = [title, facts].map(|words| wrapped(words, HEADING.0, HEADING.1)).concat();
    let mut text = head("digraph", "topology", Look::Tree(Some(&lines(headings))));
    let boxes = folded.boxes();
    let drawn_levels = folded.levels();
    for (index, of) in boxes.iter().enumerate() {
        let name = of.name.map(|name| format!("#{name}"));
        let style = match of.kind {
            Kind::Inner => "",
            Kind::Leaf => ", shape=plaintext",
            Kind::Elsewhere => ", style=\"rounded,dashed\"",
        };
        let _ = writeln!(text, "  n{index} [label={}{style}];", lines(name.iter().chain(&of.lines)));
    }
    for (index, level) in (0..drawn_levels).zip(levels) {
        let name = if index == 0 { "root".to_owned() } else { format!("level {index}") };
        let words = lines([&name, &level.nodes].into_iter().chain(&level.time));
        let _ = writeln!(text, "  level{index} [label={words}, shape=plaintext];");
        let _ = write!(text, "  {{ rank=same; level{index};");
        for (at, _) in boxes.iter().enumerate().filter(|(_, of)| of.level == index) {
            let _ = write!(text, " n{at};");
        }
        text += " }\n";
        if index > 0 {
            let _ = writeln!(text, "  level{} -> level{index} [style=invis];", index - 1);
        }
    }
    if let Some(NotDrawn { name, nodes }) = not_drawn {
        let _ = writeln!(text, "  level{drawn_levels} [label={}, shape=plaintext];", lines([name, nodes]));
        let _ = writeln!(text, "  level{} -> level{drawn_levels} [style=invis];", drawn_levels.saturating_sub(1));
    }
    for (index, of) in boxes.iter().enumerate() {
        if let Some(parent) = of.parent {
            let _ = writeln!(text, "  n{parent} -> n{index};");
        }
    }
    text + "}\n"
}
