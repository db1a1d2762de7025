//! Networks without an order: the number of nodes for each number of links.

use super::Overview;
use crate::network::Network;
use crate::report::draw::axis::{Axis, Side, Tick};
use crate::report::draw::font::LABEL;
use crate::report::draw::palette::{DATA, FAINT, FRAME};
use crate::report::draw::{Frame, px, words_at};
use std::fmt::Write as _;

/// Sizes in pixels: the bars together, and the room beside and around them.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 60.0;
const ROOM: f64 = 44.0;
/// The most bars.
const MOST_BARS: usize = 40;

/// Numbers of nodes by their numbers of links; a bar takes so many numbers that there are at most [`MOST_BARS`].
pub(super) struct Bars {
    pub least: usize,
    pub step: usize,
    pub counts: Vec<usize>,
}

impl Bars {
    pub fn of(degrees: &[usize]) -> Self {
        let least = degrees.iter().min().copied().unwrap_or(0);
        let most = degrees.iter().max().copied().unwrap_or(0);
        let step = (most - least + 1).div_ceil(MOST_BARS);
        let mut counts = vec![0; (most - least) / step + 1];
        for degree in degrees {
            counts[(degree - least) / step] += 1;
        }
        Self { least, step, counts }
    }

    /// The words below a bar.
    pub fn name(&self, bar: usize) -> String {
        let from = self.least + bar * self.step;
        if self.step == 1 { from.to_string() } else { format!("{from}-{}", from + self.step - 1) }
    }
}

/// The bars on their axis, and above each its number of nodes if there is room for all.
pub(super) fn overview(network: &Network) -> Overview {
    let degrees: Vec<usize> = (0..network.nodes()).map(|node| network.arcs(node).len()).collect();
    let bars = Bars::of(&degrees);
    let most = bars.counts.iter().max().copied().unwrap_or(1).max(1) as f64;
    let wide = (WIDTH / bars.counts.len() as f64).min(60.0);
    let base = ROOM + HEIGHT;
    let end = LEFT + wide * bars.counts.len() as f64;
    let frame = Frame { left: LEFT, top: ROOM, width: end - LEFT, height: HEIGHT };
    let axis = Axis { side: Side::Below, frame, ends: (-0.5, bars.counts.len() as f64 - 0.5), has_grid: false };
    let ticks = |label: &dyn Fn(usize) -> String| -> Vec<Tick> {
        (0..bars.counts.len()).map(|bar| Tick { value: bar as f64, label: label(bar) }).collect()
    };
    let mut drawn = axis.drawn(&ticks(&|bar| bars.name(bar)), Some("links of a node"));
    let has_counts = axis.step(&ticks(&|bar| bars.counts[bar].to_string())) == 1;
    let _ = writeln!(drawn, "<g font-size=\"{LABEL}\" text-anchor=\"middle\">");
    for (bar, count) in bars.counts.iter().enumerate() {
        let (left, high) = (LEFT + bar as f64 * wide, HEIGHT * *count as f64 / most);
        let frame = Frame { left: left + 0.1 * wide, top: base - high, width: 0.8 * wide, height: high };
        drawn += &frame.filled(DATA);
        if *count > 0 && has_counts {
            let place = (axis.place(bar as f64), base - high - 5.0);
            drawn += &words_at(place, &format!("fill=\"{FAINT}\""), &count.to_string());
        }
    }
    let _ = writeln!(drawn, "<path d=\"M{LEFT} {base}L{} {base}\" stroke=\"{FRAME}\"/>", px(end));
    let words = if has_counts { "nodes".to_owned() } else { format!("most: {most} nodes") };
    let look = format!("fill=\"{FAINT}\" text-anchor=\"start\"");
    drawn += &(words_at((LEFT, ROOM - 22.0), &look, &words) + "</g>\n");
    let note = "too many links to draw: a bar is the number of nodes with so many links".to_owned();
    Overview { drawn, width: (end + LEFT).max(520.0), height: base + 60.0, note }
}
