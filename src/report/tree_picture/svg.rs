//! A tree as SVG.

use super::TreePicture;
use super::fold::{Box, Kind};
use super::levels::NotDrawn;
use super::place::places;
use crate::report::draw::font::{BOXED, LABEL, SMALL};
use crate::report::draw::palette::{BAND, BORDER, ENDPOINT, FAINT, LINK, PAPER, SWITCH};
use crate::report::draw::{Frame, Picture, px, width_of, words_at};
use std::fmt::Write as _;

/// The left edge of the headings and of the words beside the levels.
const LEFT: f64 = 24.0;
/// Room above the tree, for the headings.
const TOP: f64 = 84.0;
/// Room around the tree, and between boxes.
const MARGIN: f64 = 28.0;
const GAP: f64 = 14.0;
/// The distance of lines in a box, and the room above and below them.
const LINE: f64 = 15.0;
const PADDING: f64 = 7.0;
/// The distance from the boxes of a level to those of the next.
const BETWEEN: f64 = 46.0;
/// The height of the row for levels that are not drawn.
const NOT_DRAWN: f64 = 56.0;
/// The radius of a node of a tree that is drawn as a whole, with and without words in it.
const DISC: f64 = 12.0;
const DOT: f64 = 5.0;
/// The least width of a picture.
const LEAST_WIDTH: f64 = 640.0;

/// The tree as SVG: its levels aligned, each with its nodes and its time; equal subtrees folded if it has more than a few
/// dozen nodes. Names are escaped.
#[must_use]
pub fn svg(picture: &TreePicture) -> String {
    let TreePicture { title, facts, folded, levels, not_drawn } = picture;
    let boxes = folded.boxes();
    let sizes: Vec<(f64, f64)> = boxes.iter().map(|of| size(of, folded.is_whole())).collect();
    let widths: Vec<f64> = sizes.iter().map(|size| size.0).collect();
    let (middles, tree_width) = places(boxes, &widths, if folded.is_whole() { 6.0 } else { GAP });
    let height = sizes.iter().fold(0.0, |most: f64, size| most.max(size.1));
    let pitch = height.max(48.0) + BETWEEN;
    let drawn_levels = folded.levels() as usize;
    let words = levels.iter().take(drawn_levels).flat_map(|level| [Some(&level.nodes), level.time.as_ref()]);
    let words = words.chain(not_drawn.iter().map(|of| Some(&of.nodes)));
    let left = LEFT + BOXED.widest(words.flatten()).max(60.0) + MARGIN;
    let width = (left + tree_width + MARGIN).max(LEAST_WIDTH);
    let left = left + (width - left - tree_width - MARGIN) / 2.0;
    let centre = |index: usize| (left + middles[index], TOP + pitch * (f64::from(boxes[index].level) + 0.5));
    let mut text = String::new();
    for (index, level) in levels.iter().take(drawn_levels).enumerate() {
        let name = if index == 0 { "root".to_owned() } else { format!("level {index}") };
        let lines = [Some(&name), Some(&level.nodes), level.time.as_ref()];
        text += &band(index, lines.into_iter().flatten(), width, (TOP + pitch * index as f64, pitch));
    }
    let mut bottom = TOP + pitch * drawn_levels as f64;
    if let Some(NotDrawn { name, nodes }) = not_drawn {
        text += &band(drawn_levels, [name, nodes].into_iter(), width, (bottom, NOT_DRAWN));
        bottom += NOT_DRAWN;
    }
    let _ = writeln!(text, "<g stroke=\"{LINK}\" stroke-width=\"1.2\" fill=\"none\">");
    for (index, of) in boxes.iter().enumerate() {
        if let Some(parent) = of.parent {
            let ((x, y), (end_x, end_y)) = (centre(parent), centre(index));
            text += &link((x, y + sizes[parent].1 / 2.0), (end_x, end_y - sizes[index].1 / 2.0));
        }
    }
    text += "</g>\n";
    for (index, of) in boxes.iter().enumerate() {
        text += &drawn(of, centre(index), sizes[index], folded.is_whole());
    }
    let height = bottom + MARGIN / 2.0;
    let about = "A tree with its root on top; equal subtrees are drawn once, with their number.";
    Picture { title, facts, about, left: LEFT, width, height }.of(&text)
}

/// The words beside a level: its number, its nodes and its time; every other level has a background.
fn band<'a>(index: usize, lines: impl Iterator<Item = &'a String>, width: f64, (top, pitch): (f64, f64)) -> String {
    let mut text = String::new();
    if index.is_multiple_of(2) {
        text += &Frame { left: 0.0, top, width, height: pitch }.filled(BAND);
    }
    for (line, words) in lines.enumerate() {
        let y = top + pitch / 2.0 - 12.0 + LINE * line as f64;
        let style = if line == 0 { "font-weight=\"bold\"".to_owned() } else { format!("fill=\"{FAINT}\"") };
        text += &words_at((LEFT, y), &format!("font-size=\"{LABEL}\" {style}"), words);
    }
    text
}

/// The curve from a parent to a child.
fn link((x, y): (f64, f64), (end_x, end_y): (f64, f64)) -> String {
    let turn = f64::midpoint(y, end_y);
    let [x, y, end_x, end_y, turn] = [x, y, end_x, end_y, turn].map(px);
    format!("<path d=\"M{x} {y}C{x} {turn} {end_x} {turn} {end_x} {end_y}\"/>\n")
}

/// Width and height of a box.
fn size(of: &Box, is_whole: bool) -> (f64, f64) {
    if is_whole {
        let radius = if of.lines.is_empty() { DOT } else { DISC };
        return (2.0 * radius, 2.0 * radius);
    }
    // The number in the corner stands beside the words, which are centred.
    let name = of.name.map_or(0.0, |name| 2.0 * (name.to_string().len() as f64 + 2.0));
    let letters = of.lines.iter().map(|line| width_of(line)).fold(0.0, f64::max) + name;
    (BOXED.width * letters + 2.0 * PADDING, LINE * of.lines.len() as f64 + 2.0 * PADDING)
}

fn drawn(of: &Box, (x, y): (f64, f64), (width, height): (f64, f64), is_whole: bool) -> String {
    let fill = match of.kind {
        Kind::Inner => ENDPOINT,
        Kind::Leaf => SWITCH,
        Kind::Elsewhere => PAPER,
    };
    let mut text = format!("<g stroke=\"{BORDER}\" fill=\"{fill}\">");
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    if is_whole {
        let _ = write!(text, "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", px(x), px(y), px(width / 2.0));
    } else {
        let dashes = if of.kind == Kind::Elsewhere { " stroke-dasharray=\"4 3\"" } else { "" };
        text += Frame { left, top, width, height }.drawn(&format!("rx=\"6\"{dashes}")).trim_end();
    }
    text += "</g>\n";
    if let Some(name) = of.name {
        let look = format!("font-size=\"{SMALL}\" font-weight=\"bold\"");
        text += &words_at((left + 5.0, top + 13.0), &look, &format!("#{name}"));
    }
    for (line, words) in of.lines.iter().enumerate() {
        let y = y + LINE * (line as f64 - (of.lines.len() as f64 - 1.0) / 2.0) + 4.0;
        text += &words_at((x, y), &format!("font-size=\"{LABEL}\" text-anchor=\"middle\""), words);
    }
    text
}
