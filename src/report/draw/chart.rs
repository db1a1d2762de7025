//! A chart: two axes, curves and dots.

use super::axis::{Axis, Side, Tick};
use super::font::LABEL;
use super::palette::{FAINT, FRAME};
use super::{Frame, px, words_at};
use std::fmt::Write as _;

/// A heading so far above a chart, and a note at its right end.
pub fn heading(of: Frame, above: f64, title: &str, note: &str) -> String {
    let y = of.top - above;
    words_at((of.left, y), "font-weight=\"bold\"", title)
        + &words_at(
            (of.left + of.width, y),
            &format!("text-anchor=\"end\" font-size=\"{LABEL}\" fill=\"{FAINT}\""),
            note,
        )
}

/// A chart with linear axes; the caller takes logarithms.
#[derive(Debug)]
pub struct Chart<'a> {
    frame: Frame,
    x: Axis,
    y: Axis,
    /// The name of the clipping region.
    clip: &'a str,
    /// The drawn contents.
    inside: String,
}

impl<'a> Chart<'a> {
    /// A chart of these ranges, with a little room around a range that does not begin at 0.
    pub fn new(frame: Frame, x: (f64, f64), y: (f64, f64), clip: &'a str) -> Self {
        let roomy = |(low, high): (f64, f64)| {
            let room = 0.04 * (high - low);
            let room = if room > 0.0 && room.is_finite() { room } else { 1.0 };
            (if low == 0.0 { 0.0 } else { low - room }, high + room)
        };
        let axis = |side, range| Axis { side, frame, ends: roomy(range), has_grid: true };
        Self { frame, x: axis(Side::Below, x), y: axis(Side::Left, y), clip, inside: String::new() }
    }

    /// The frame with round numbers along both axes; along the lower one only if it has a name.
    pub fn axes(&self, below: Option<&str>, aside: &str) -> String {
        self.axes_at(&Tick::round(self.x.ends, 8), &self.upwards(), below, aside)
    }

    /// Round numbers along the vertical axis.
    pub fn upwards(&self) -> Vec<Tick> {
        Tick::round(self.y.ends, if self.frame.height > 150.0 { 7 } else { 4 })
    }

    /// The frame with these marks along the axes; along the lower one only if it has a name.
    pub fn axes_at(&self, across: &[Tick], upwards: &[Tick], below: Option<&str>, aside: &str) -> String {
        let frame = self.frame.drawn(&format!("fill=\"none\" stroke=\"{FRAME}\""));
        self.x.drawn(across, below) + &self.y.drawn(upwards, Some(aside)) + &frame
    }

    /// A line through these points.
    pub fn curve(&mut self, points: impl Iterator<Item = (f64, f64)>, colour: &str, width: f64, opacity: f64) {
        let mut path = String::new();
        for (x, y) in points {
            // The frame cuts curves far outside; numbers stay small enough for every reader.
            let (x, y) = (self.x.place(x), self.y.place(y).clamp(-9_999.0, 9_999.0));
            if x.is_finite() && y.is_finite() {
                let _ = write!(path, "{}{} {}", if path.is_empty() { "M" } else { "L" }, px(x), px(y));
            }
        }
        let _ = writeln!(
            self.inside,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\" \
             stroke-linejoin=\"round\"/>"
        );
    }

    /// A disc for each point.
    pub fn dots(&mut self, points: impl Iterator<Item = (f64, f64)>, colour: &str) {
        let _ = writeln!(self.inside, "<g fill=\"{colour}\" fill-opacity=\"0.5\">");
        self.circles(points, 2.4);
        self.inside += "</g>\n";
    }

    /// A ring for each point.
    pub fn rings(&mut self, points: impl Iterator<Item = (f64, f64)>, colour: &str) {
        let _ = writeln!(self.inside, "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\">");
        self.circles(points, 3.2);
        self.inside += "</g>\n";
    }

    fn circles(&mut self, points: impl Iterator<Item = (f64, f64)>, radius: f64) {
        for (x, y) in points {
            let (x, y) = (self.x.place(x), self.y.place(y));
            if x.is_finite() && y.is_finite() {
                let _ = writeln!(self.inside, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", px(x), px(y));
            }
        }
    }

    /// A bar from 0 to `y` between `from` and `to`.
    pub fn bar(&mut self, from: f64, to: f64, y: f64, colour: &str) {
        let (left, right, top) = (self.x.place(from), self.x.place(to), self.y.place(y));
        let bar = Frame { left, top, width: (right - left - 1.0).max(0.5), height: self.y.place(0.0) - top };
        self.inside += &bar.drawn(&format!("fill=\"{colour}\" fill-opacity=\"0.6\""));
    }

    /// A vertical line over the whole height.
    pub fn upright(&mut self, x: f64, colour: &str, dashes: &str) {
        let Frame { top, height, .. } = self.frame;
        let _ = writeln!(
            self.inside,
            "<path d=\"M{} {}V{}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
            px(self.x.place(x)),
            px(top),
            px(top + height)
        );
    }

    /// The contents, clipped to the frame.
    pub fn finish(self) -> String {
        let (clip, frame, inside) = (self.clip, self.frame.drawn(""), self.inside);
        let frame = frame.trim_end();
        format!("<clipPath id=\"{clip}\">{frame}</clipPath>\n<g clip-path=\"url(#{clip})\">\n{inside}</g>\n")
    }
}
