//! Levels of nodes as boxes above each other, with the numbers of nodes and links.

use super::Overview;
use crate::network::Network;
use crate::report::counted::counted;
use crate::report::draw::font::TEXT;
use crate::report::draw::palette::{BORDER, ENDPOINT, FAINT, LINK, SWITCH};
use crate::report::draw::{Frame, px, words_at};
use std::fmt::Write as _;

/// Sizes in pixels: a box's height and room beside its words, the distance to the next box, the border.
const HEIGHT: f64 = 54.0;
const ROOM: f64 = 28.0;
const STEP: f64 = 116.0;
const BORDER_WIDTH: f64 = 60.0;
/// The least width of the picture.
const LEAST: f64 = 560.0;

/// The words of a level.
pub(super) struct Words {
    is_switch: bool,
    pub nodes: String,
    pub each: String,
    /// The links to the level above.
    up: u64,
}

/// The levels of a network, from the lowest on.
pub(super) fn words(network: &Network, levels: &[u32]) -> Vec<Words> {
    let top = levels.iter().max().copied().unwrap_or(0);
    let of = |level: u32| {
        let nodes: Vec<u32> = (0..network.nodes()).filter(|&node| levels[node as usize] == level).collect();
        let towards = |node: u32, other: Option<u32>| {
            network.arcs(node).iter().filter(|arc| other == Some(levels[arc.to as usize])).count()
        };
        let each = |other: Option<u32>, way: &str| {
            let counts = || nodes.iter().map(|&node| towards(node, other));
            match (counts().min().unwrap_or(0), counts().max().unwrap_or(0)) {
                (_, 0) => None,
                (least, most) if least == most => Some(format!("{} {way}", counted(least as u64, "link", "links"))),
                (least, most) => Some(format!("{least} to {most} links {way}")),
            }
        };
        let ways = [each(level.checked_sub(1), "down"), each(Some(level + 1), "up")];
        let is_switch = nodes.first().is_some_and(|&node| node >= network.endpoints());
        let count = nodes.len() as u64;
        let name =
            if is_switch { counted(count, "switch", "switches") } else { counted(count, "endpoint", "endpoints") };
        Words {
            is_switch,
            nodes: name,
            each: format!(
                "{}with {}",
                if count == 1 { "" } else { "each " },
                ways.into_iter().flatten().collect::<Vec<_>>().join(", ")
            ),
            up: nodes.iter().map(|&node| towards(node, Some(level + 1)) as u64).sum(),
        }
    };
    (0..=top).map(of).collect()
}

/// The width of the boxes: the longest words fit.
pub(super) fn width(words: &[Words]) -> f64 {
    TEXT.widest(words.iter().flat_map(|words| [&words.nodes, &words.each])) + 2.0 * ROOM
}

/// The levels, the lowest at the bottom.
pub(super) fn overview(network: &Network, levels: &[u32]) -> Overview {
    let words = words(network, levels);
    let across = width(&words);
    let middle = (across + 2.0 * BORDER_WIDTH).max(LEAST) / 2.0;
    let mut drawn = String::new();
    for (row, level) in words.iter().rev().enumerate() {
        let top = 30.0 + row as f64 * STEP;
        if row > 0 {
            let (x, from, to) = (px(middle), px(top - STEP + HEIGHT), px(top));
            let _ = writeln!(drawn, "<path d=\"M{x} {from}L{x} {to}\" stroke=\"{LINK}\" stroke-width=\"5\"/>");
            let place = (middle + 12.0, top - (STEP - HEIGHT) / 2.0 + 4.5);
            drawn += &words_at(place, "", &counted(level.up, "link", "links"));
        }
        let fill = if level.is_switch { SWITCH } else { ENDPOINT };
        let frame = Frame { left: middle - across / 2.0, top, width: across, height: HEIGHT };
        drawn += &frame.drawn(&format!("rx=\"4\" fill=\"{fill}\" stroke=\"{BORDER}\""));
        let lines = [(&level.nodes, 23.0, "font-weight=\"bold\""), (&level.each, 42.0, &*format!("fill=\"{FAINT}\""))];
        for (text, below, look) in lines {
            drawn += &words_at((middle, top + below), &format!("text-anchor=\"middle\" {look}"), text);
        }
    }
    Overview {
        drawn,
        width: (across + 2.0 * BORDER_WIDTH).max(LEAST),
        height: 50.0 + HEIGHT + STEP * (words.len() as f64 - 1.0),
        note: "a box is a level of the network".to_owned(),
    }
}
