//! Networks with so many links that lines would be a tangle: which nodes are linked, as a matrix.

use super::Overview;
use crate::network::{LinkKind, Network};
use crate::report::counted::counted;
use crate::report::draw::axis::{Axis, Side, Tick};
use crate::report::draw::font::LABEL;
use crate::report::draw::palette::{BAND, DATA, FAINT, FRAME, LINK};
use crate::report::draw::{Frame, fitted, words_at};

/// Sizes in pixels: approximately all cells together, the least and greatest side of a cell, the room above.
const SIDE: f64 = 640.0;
const CELL: (f64, f64) = (5.0, 22.0);
const TOP: f64 = 34.0;
/// The room to the left for names, and the most letters of a name.
const LEFT: f64 = 120.0;
const LETTERS: f64 = 9.0;
/// The distance and the greatest length of the bars to the right, and the room for their numbers.
const BARS: (f64, f64) = (18.0, 110.0);
const NUMBERS: f64 = 60.0;
/// The room below for names and the title.
const BOTTOM: f64 = 52.0;
/// The least height of a row with a number.
const LINE: f64 = 12.0;

/// A square for each link, in the row of one end and the column of the other, and a bar for the number of links of each node.
pub(super) fn overview(network: &Network) -> Overview {
    let nodes = network.nodes();
    let count = f64::from(nodes);
    let cell = (SIDE / count).clamp(CELL.0, CELL.1);
    let frame = Frame { left: LEFT, top: TOP, width: cell * count, height: cell * count };
    let mut drawn = grounds(frame, cell, nodes) + &squares(network, frame, cell);
    let axis = |side, ends| Axis { side, frame, ends, has_grid: false };
    let ticks: Vec<Tick> =
        (0..nodes).map(|node| Tick { value: f64::from(node), label: fitted(&network.label(node), LETTERS) }).collect();
    let is_directed = network.kind() == LinkKind::Directed;
    let (below, aside) = if is_directed { ("to", "from") } else { ("node", "node") };
    drawn += &axis(Side::Below, (-0.5, count - 0.5)).drawn(&ticks, Some(below));
    drawn += &axis(Side::Left, (count - 0.5, -0.5)).drawn(&ticks, Some(aside));
    drawn += &degrees(network, frame, cell);
    let links = counted(network.links().len() as u64, "link", "links");
    let note =
        format!("a square is a link between the nodes of its row and column; {links} drawn as lines would be a tangle");
    Overview { drawn, width: LEFT + frame.width + BARS.0 + BARS.1 + NUMBERS, height: TOP + frame.height + BOTTOM, note }
}

/// The ground of every fifth row and column, and the frame.
fn grounds(frame: Frame, cell: f64, nodes: u32) -> String {
    let mut text = format!("<g fill=\"{BAND}\">\n");
    for node in (0..nodes).step_by(5) {
        let at = f64::from(node) * cell;
        text += &Frame { top: frame.top + at, height: cell, ..frame }.drawn("");
        text += &Frame { left: frame.left + at, width: cell, ..frame }.drawn("");
    }
    text + "</g>\n" + &frame.drawn(&format!("fill=\"none\" stroke=\"{FRAME}\""))
}

/// The links: from the row of the sender, and if they go both ways also from that of the receiver.
fn squares(network: &Network, frame: Frame, cell: f64) -> String {
    let mut text = format!("<g fill=\"{LINK}\">\n");
    let side = cell - (0.12 * cell).min(1.5);
    for node in 0..network.nodes() {
        for arc in network.arcs(node) {
            let (left, top) = (frame.left + f64::from(arc.to) * cell, frame.top + f64::from(node) * cell);
            text += &Frame { left, top, width: side, height: side }.drawn("");
        }
    }
    text + "</g>\n"
}

/// The number of links of each node, beside its row.
fn degrees(network: &Network, frame: Frame, cell: f64) -> String {
    let links: Vec<usize> = (0..network.nodes()).map(|node| network.arcs(node).len()).collect();
    let most = links.iter().max().copied().unwrap_or(1).max(1);
    let left = frame.left + frame.width + BARS.0;
    let words = if cell < LINE { format!("links of each: at most {most}") } else { "links of each".to_owned() };
    let mut text = format!("<g font-size=\"{LABEL}\">");
    text += &words_at((left, frame.top - 9.0), &format!("fill=\"{FAINT}\""), &words);
    for (row, &links) in (0u32..).zip(&links) {
        let (top, width) = (frame.top + f64::from(row) * cell, BARS.1 * links as f64 / most as f64);
        let bar = Frame { left, top: top + 0.1 * cell, width, height: 0.8 * cell };
        text += &bar.filled(DATA);
        if cell >= LINE {
            text += &words_at((left + width + 6.0, top + cell / 2.0 + 4.0), "", &links.to_string());
        }
    }
    text + "</g>\n"
}
