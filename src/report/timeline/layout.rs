//! Where things stand in a Gantt chart.

use crate::units::Time;

/// Room to the left of the bars, for the ranks.
pub(super) const LEFT: u32 = 70;
/// Room above the bars, for the title and the legend.
pub(super) const TOP: u32 = 104;
/// Width of the bars' part.
pub(super) const CHART: u32 = 1000;
/// Room to the right of the bars, for how busy ranks are.
pub(super) const RIGHT: u32 = 150;
/// Room below the bars, for the time axis.
pub(super) const BOTTOM: u32 = 56;
/// About the height of all rows together.
const HEIGHT: u32 = 760;
/// Least and greatest distance of rows.
const PITCH: (u32, u32) = (4, 30);

/// Places of times and ranks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Rows.
    pub ranks: u32,
    /// From one row to the next.
    pub pitch: u32,
    /// The time at the right end; at least a tick.
    pub finish: u64,
}

impl Layout {
    pub(super) fn new(ranks: u32, finish: Time) -> Self {
        let pitch = (HEIGHT / ranks.max(1)).clamp(PITCH.0, PITCH.1);
        Self { ranks, pitch, finish: finish.ticks().max(1) }
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> (u32, u32) {
        (LEFT + CHART + RIGHT, self.bottom() + BOTTOM)
    }

    /// Lower edge of the last row.
    pub(super) fn bottom(&self) -> u32 {
        TOP + self.ranks * self.pitch
    }

    /// Where a time is; what is later than the finish is there.
    pub(super) fn x(&self, time: Time) -> f64 {
        f64::from(LEFT) + self.share(time) * f64::from(CHART)
    }

    /// The part of the whole time that has passed.
    pub(super) fn share(&self, time: Time) -> f64 {
        time.ticks().min(self.finish) as f64 / self.finish as f64
    }

    /// Height of a bar: the rest of the row is between bars.
    pub(super) fn bar(&self) -> f64 {
        f64::from(self.pitch - (self.pitch / 4).max(1))
    }

    /// Upper edge of a rank's bar.
    pub(super) fn top(&self, rank: u32) -> f64 {
        self.middle(rank) - self.bar() / 2.0
    }

    /// The middle of a rank's row.
    pub(super) fn middle(&self, rank: u32) -> f64 {
        f64::from(TOP + rank * self.pitch) + f64::from(self.pitch) / 2.0
    }
}

/// A length for SVG, to a tenth, without a zero at the end.
pub(super) fn short(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
