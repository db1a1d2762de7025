//! An axis along a drawing: ticks with their labels, and a title. The values of a logarithmic axis are logarithms; its
//! ticks are those of [`logarithmic`](super::logarithmic).

use super::font::LABEL;
use super::palette::{FAINT, GRID};
use super::{Frame, px, scale, words_at};
use logpine_text::xml::escaped;

/// The least room between labels beside each other, and the least distance of labels below each other.
const APART: (f64, f64) = (9.0, 13.0);
/// The distances of the labels from the frame, and of the base line of those below it.
const LABELS: (f64, f64) = (7.0, 17.0);
/// The distance of the title from the labels: of base lines below the frame, and of its middle beside it.
const TITLE: (f64, f64) = (19.0, 15.0);
/// The least distance of a title beside the frame, so that those of charts below each other are in line.
const ASIDE: f64 = 56.0;

/// The rise of letters above their base line, with a margin.
const RISE: f64 = 16.0;

/// The room that an axis beside its frame needs for these labels and a title.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few hundred pixels")]
pub fn room_beside(labels: impl Iterator<Item = String>) -> u32 {
    (away(LABEL.widest(labels)) + RISE).ceil() as u32
}

/// The distance of the title from a frame with labels beside it, the widest of that width.
fn away(widest: f64) -> f64 {
    (LABELS.0 + widest + TITLE.1).max(ASIDE)
}

/// A labelled mark on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value along the axis.
    pub value: f64,
    pub label: String,
}

impl Tick {
    /// About `most` round numbers in a range.
    pub fn round((low, high): (f64, f64), most: u32) -> Vec<Self> {
        let ticks = scale::ticks(low, high, most).into_iter();
        ticks.map(|value| Self { value, label: scale::label(value) }).collect()
    }
}

/// The side of the frame where the labels are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Values grow to the right.
    Below,
    /// Values grow upwards.
    Left,
}

/// An axis.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    pub side: Side,
    /// The place along which it runs.
    pub frame: Frame,
    /// The values at its two ends: left and right, or bottom and top.
    pub ends: (f64, f64),
    /// True if a line through the frame leads to each tick.
    pub has_grid: bool,
}

impl Axis {
    /// The place of a value, in pixels.
    pub fn place(&self, value: f64) -> f64 {
        let Frame { left, top, width, height } = self.frame;
        let (low, high) = self.ends;
        match self.side {
            Side::Below => left + (value - low) / (high - low) * width,
            Side::Left => top + (high - value) / (high - low) * height,
        }
    }

    /// The grid, the labels, as many as do not touch each other, and the title. Without a title there is only the grid.
    pub fn drawn(&self, ticks: &[Tick], title: Option<&str>) -> String {
        let mut text = format!("<g font-size=\"{LABEL}\">\n");
        if self.has_grid {
            for tick in ticks {
                text += &self.line(tick.value, title.is_some());
            }
        }
        if let Some(title) = title {
            for tick in ticks.iter().step_by(self.step(ticks)) {
                text += &self.label(tick);
            }
            text += &self.title(ticks, title);
        }
        text + "</g>\n"
    }

    /// The step between ticks with labels: the least of 1, 2, 5, 10, ... with which no label touches the next.
    pub fn step(&self, ticks: &[Tick]) -> usize {
        let fits = |step: &usize| {
            let shown: Vec<&Tick> = ticks.iter().step_by(*step).collect();
            shown.windows(2).all(|pair| {
                let distance = (self.place(pair[1].value) - self.place(pair[0].value)).abs();
                let half = |tick: &Tick| LABEL.width_of(&tick.label) / 2.0;
                let needed = match self.side {
                    Side::Below => half(pair[0]) + half(pair[1]) + APART.0,
                    Side::Left => APART.1,
                };
                distance >= needed - 0.01
            })
        };
        let steps = (0..).map(|power| 10usize.pow(power)).flat_map(|tens| [1, 2, 5].map(|digit| digit * tens));
        steps.take_while(|step| *step < ticks.len()).find(fits).unwrap_or(ticks.len().max(1))
    }

    /// A line of the grid, with its end outside the frame where labels are.
    fn line(&self, value: f64, is_labelled: bool) -> String {
        let Frame { left, top, width, height } = self.frame;
        let (at, out) = (px(self.place(value)), if is_labelled { 4.0 } else { 0.0 });
        let way = match self.side {
            Side::Below => format!("M{at} {}V{}", px(top), px(top + height + out)),
            Side::Left => format!("M{} {at}H{}", px(left - out), px(left + width)),
        };
        format!("<path d=\"{way}\" stroke=\"{GRID}\"/>\n")
    }

    fn label(&self, tick: &Tick) -> String {
        let Frame { left, top, height, .. } = self.frame;
        let at = self.place(tick.value);
        let (x, y, anchor) = match self.side {
            Side::Below => (at, top + height + LABELS.1, "middle"),
            Side::Left => (left - LABELS.0, at + 4.0, "end"),
        };
        words_at((x, y), &format!("text-anchor=\"{anchor}\""), &tick.label)
    }

    fn title(&self, ticks: &[Tick], title: &str) -> String {
        let Frame { left, top, width, height } = self.frame;
        let look = format!("text-anchor=\"middle\" fill=\"{FAINT}\"");
        match self.side {
            Side::Below => words_at((left + width / 2.0, top + height + LABELS.1 + TITLE.0), &look, title),
            Side::Left => {
                let widest = LABEL.widest(ticks.iter().map(|tick| &tick.label));
                let (x, y, title) = (px(left - away(widest)), px(top + height / 2.0), escaped(title));
                format!("<text transform=\"translate({x},{y}) rotate(-90)\" {look}>{title}</text>\n")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Frame = Frame { left: 100.0, top: 50.0, width: 200.0, height: 100.0 };

    fn axis(side: Side, ends: (f64, f64)) -> Axis {
        Axis { side, frame: FRAME, ends, has_grid: true }
    }

    #[test]
    fn values_grow_to_the_right_and_upwards() {
        let places = |side| [0.0, 5.0, 10.0].map(|value| px(axis(side, (0.0, 10.0)).place(value)));
        assert_eq!(places(Side::Below), ["100", "200", "300"]);
        assert_eq!(places(Side::Left), ["150", "100", "50"]);
    }

    /// Labels of the same width: 200 pixels hold 4 of 5 digits with the room between them, and 100 pixels 7 lines.
    #[test]
    fn labels_do_not_touch_each_other() {
        let ticks: Vec<Tick> =
            (0..100u32).map(|at| Tick { value: f64::from(at), label: (10_000 + at).to_string() }).collect();
        for (side, step) in [(Side::Below, 50), (Side::Left, 20)] {
            let axis = axis(side, (0.0, 100.0));
            assert_eq!(axis.step(&ticks), step);
            let drawn = axis.drawn(&ticks, Some("a < b"));
            assert_eq!(drawn.matches("</text>").count(), 100 / step + 1);
            assert!(drawn.contains("a &lt; b"));
        }
        assert_eq!(axis(Side::Below, (0.0, 1.0)).step(&[]), 1);
    }
}
