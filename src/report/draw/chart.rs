//! A chart: axes, curves and dots.

use super::font::LABEL;
use super::palette::{FAINT, FRAME, GRID};
use super::{px, scale};
use std::fmt::Write as _;

/// The place of a chart.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

/// A labelled mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The place along the axis, in the chart's coordinates.
    pub place: f64,
    pub label: String,
}

/// A chart with linear axes; the caller takes logarithms.
#[derive(Debug)]
pub struct Chart<'a> {
    frame: Frame,
    x: (f64, f64),
    y: (f64, f64),
    /// The name of the clipping region.
    clip: &'a str,
    /// The drawn contents.
    inside: String,
}

impl Tick {
    /// About `most` round numbers in a range.
    fn round((low, high): (f64, f64), most: u32) -> Vec<Self> {
        let ticks = scale::ticks(low, high, most).into_iter();
        ticks.map(|place| Self { place, label: scale::label(place) }).collect()
    }
}

impl<'a> Chart<'a> {
    /// A chart of these ranges, with a little room around a range that does not begin at 0.
    pub fn new(frame: Frame, x: (f64, f64), y: (f64, f64), clip: &'a str) -> Self {
        let roomy = |(low, high): (f64, f64)| {
            let room = 0.04 * (high - low);
            let room = if room > 0.0 && room.is_finite() { room } else { 1.0 };
            (if low == 0.0 { 0.0 } else { low - room }, high + room)
        };
        Self { frame, x: roomy(x), y: roomy(y), clip, inside: String::new() }
    }

    fn place_x(&self, x: f64) -> f64 {
        self.frame.left + (x - self.x.0) / (self.x.1 - self.x.0) * self.frame.width
    }

    fn place_y(&self, y: f64) -> f64 {
        self.frame.top + (self.y.1 - y) / (self.y.1 - self.y.0) * self.frame.height
    }

    /// The frame with round numbers along both axes; along the lower one only if it has a name.
    pub fn axes(&self, below: Option<&str>, aside: &str) -> String {
        self.axes_at(&Tick::round(self.x, 8), &self.upwards(), below, aside)
    }

    /// Round numbers along the vertical axis.
    pub fn upwards(&self) -> Vec<Tick> {
        Tick::round(self.y, if self.frame.height > 150.0 { 7 } else { 4 })
    }

    /// The frame with these marks along the axes; along the lower one only if it has a name.
    pub fn axes_at(&self, across: &[Tick], upwards: &[Tick], below: Option<&str>, aside: &str) -> String {
        let Frame { left, top, width, height } = self.frame;
        let (right, bottom) = (left + width, top + height);
        let mut text = format!("<g font-size=\"{LABEL}\" stroke-width=\"1\">\n");
        for Tick { place, label } in across {
            let x = px(self.place_x(*place));
            let _ = writeln!(text, "<path d=\"M{x} {}V{}\" stroke=\"{GRID}\"/>", px(top), px(bottom));
            if below.is_some() {
                let y = px(bottom + 17.0);
                let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{label}</text>");
            }
        }
        for Tick { place, label } in upwards {
            let y = self.place_y(*place);
            let _ = writeln!(text, "<path d=\"M{} {}H{}\" stroke=\"{GRID}\"/>", px(left), px(y), px(right));
            let (x, y) = (px(left - 7.0), px(y + 4.0));
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\">{label}</text>");
        }
        if let Some(below) = below {
            let (x, y) = (px(left + width / 2.0), px(bottom + 36.0));
            let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{FAINT}\">{below}</text>");
        }
        let (x, y) = (px(left - 56.0), px(top + height / 2.0));
        let _ = writeln!(
            text,
            "<text transform=\"translate({x},{y}) rotate(-90)\" text-anchor=\"middle\" fill=\"{FAINT}\">{aside}</text>"
        );
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{FRAME}\"/>\n</g>",
            px(left),
            px(top),
            px(width),
            px(height)
        );
        text
    }

    /// A line through these points.
    pub fn curve(&mut self, points: impl Iterator<Item = (f64, f64)>, colour: &str, width: f64, opacity: f64) {
        let mut path = String::new();
        for (x, y) in points {
            // The frame cuts curves far outside; numbers stay small enough for every reader.
            let (x, y) = (self.place_x(x), self.place_y(y).clamp(-9_999.0, 9_999.0));
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
            let (x, y) = (self.place_x(x), self.place_y(y));
            if x.is_finite() && y.is_finite() {
                let _ = writeln!(self.inside, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", px(x), px(y));
            }
        }
    }

    /// A bar from 0 to `y` between `from` and `to`.
    pub fn bar(&mut self, from: f64, to: f64, y: f64, colour: &str) {
        let (left, right, top) = (self.place_x(from), self.place_x(to), self.place_y(y));
        let (width, height) = ((right - left - 1.0).max(0.5), self.place_y(0.0) - top);
        let _ = writeln!(
            self.inside,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" fill-opacity=\"0.6\"/>",
            px(left),
            px(top),
            px(width),
            px(height)
        );
    }

    /// A vertical line over the whole height.
    pub fn upright(&mut self, x: f64, colour: &str, dashes: &str) {
        let Frame { top, height, .. } = self.frame;
        let _ = writeln!(
            self.inside,
            "<path d=\"M{} {}V{}\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
            px(self.place_x(x)),
            px(top),
            px(top + height)
        );
    }

    /// The contents, clipped to the frame.
    pub fn finish(self) -> String {
        let (Frame { left, top, width, height }, clip) = (self.frame, self.clip);
        format!(
            "<clipPath id=\"{clip}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n\
             <g clip-path=\"url(#{clip})\">\n{}</g>\n",
            px(left),
            px(top),
            px(width),
            px(height),
            self.inside
        )
    }
}
