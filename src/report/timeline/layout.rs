//! The layout of a Gantt chart.

use crate::schedule::replay::{Span, Timeline};
use crate::units::Time;
use std::collections::BTreeSet;

/// Room to the left of the bars, for the ranks.
pub(super) const LEFT: u32 = 70;
/// Room above the bars, for the title and the legend.
pub(super) const TOP: u32 = 104;
/// Width of the bars' part.
pub(super) const CHART: u32 = 1000;
/// Room to the right of the bars, for the utilization of ranks.
pub(super) const RIGHT: u32 = 150;
/// Room below the bars, for the time axis.
pub(super) const BOTTOM: u32 = 56;
/// Approximate height of all rows together.
const HEIGHT: u32 = 760;
/// Least and greatest distance of rows.
const PITCH: (u32, u32) = (4, 30);
/// Approximate limit on the rows: if ranks have more processors, the last ones share a row.
const ROWS: u32 = 1024;

/// Places of times and ranks. A rank has a row for each of its processors in use, one below the other.
#[derive(Clone, Debug)]
pub(super) struct Layout<'a> {
    timeline: &'a Timeline<'a>,
    /// The processors in use of each rank, ascending.
    processors: Vec<Vec<u8>>,
    /// The first row of each rank, and the number of rows.
    rows: Vec<u32>,
    /// The distance between rows.
    pub pitch: u32,
    /// The time at the right end.
    pub finish: Time,
}

impl<'a> Layout<'a> {
    pub(super) fn new(timeline: &'a Timeline<'a>, finish: Time) -> Self {
        let schedule = timeline.schedule();
        let most = (ROWS / schedule.ranks().max(1)).max(1);
        let (mut processors, mut rows) = (Vec::new(), vec![0]);
        let mut end = 0;
        for rank in 0..schedule.ranks() {
            let used: BTreeSet<u8> = timeline.rank(rank).map(|span| span.processor).collect();
            end += u32::try_from(used.len()).unwrap_or(most).clamp(1, most);
            rows.push(end);
            processors.push(used.into_iter().collect());
        }
        let pitch = (HEIGHT / end.max(1)).clamp(PITCH.0, PITCH.1);
        Self { timeline, processors, rows, pitch, finish }
    }

    /// The number of ranks.
    pub(super) fn ranks(&self) -> u32 {
        self.timeline.schedule().ranks()
    }

    /// The number of rows of all ranks.
    pub(super) fn rows(&self) -> u32 {
        self.rows.last().copied().unwrap_or(0)
    }

    /// The number of rows of a rank.
    pub(super) fn rows_of(&self, rank: u32) -> u32 {
        self.first_row(rank + 1) - self.first_row(rank)
    }

    fn first_row(&self, rank: u32) -> u32 {
        self.rows.get(rank as usize).copied().unwrap_or_else(|| self.rows())
    }

    /// True if some rank has several rows.
    pub(super) fn has_processors(&self) -> bool {
        self.rows() > self.ranks()
    }

    /// The row of an operation.
    pub(super) fn row(&self, span: &Span) -> u32 {
        let used = &self.processors[span.rank as usize];
        let index = used.iter().position(|&used| used == span.processor).unwrap_or(0);
        let last = self.rows_of(span.rank).saturating_sub(1);
        self.first_row(span.rank) + u32::try_from(index).unwrap_or(last).min(last)
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> (u32, u32) {
        (LEFT + CHART + RIGHT, self.bottom() + BOTTOM)
    }

    /// Lower edge of the last row.
    pub(super) fn bottom(&self) -> u32 {
        TOP + self.rows() * self.pitch
    }

    /// The place of a time; times after the finish are placed at the finish.
    pub(super) fn x(&self, time: Time) -> f64 {
        f64::from(LEFT) + self.share(time) * f64::from(CHART)
    }

    /// The share of the whole time that has passed.
    pub(super) fn share(&self, time: Time) -> f64 {
        self.times(time.min(self.finish))
    }

    /// A time as a multiple of the whole time.
    pub(super) fn times(&self, time: Time) -> f64 {
        time.ticks() as f64 / self.finish.ticks().max(1) as f64
    }

    /// Height of a bar: the rest of the row is between bars.
    pub(super) fn bar(&self) -> f64 {
        f64::from(self.pitch - (self.pitch / 4).max(1))
    }

    /// Upper edge of a row's bars.
    pub(super) fn top(&self, row: u32) -> f64 {
        self.middle(row) - self.bar() / 2.0
    }

    /// The middle of a row.
    pub(super) fn middle(&self, row: u32) -> f64 {
        f64::from(TOP + row * self.pitch) + f64::from(self.pitch) / 2.0
    }

    /// The middle of a rank's rows.
    pub(super) fn middle_of(&self, rank: u32) -> f64 {
        self.top_of(rank) + self.height_of(rank) / 2.0
    }

    /// Upper edge of a rank's first bars.
    pub(super) fn top_of(&self, rank: u32) -> f64 {
        self.top(self.first_row(rank))
    }

    /// The height from there to the lower edge of the rank's last bars.
    pub(super) fn height_of(&self, rank: u32) -> f64 {
        f64::from((self.rows_of(rank) - 1) * self.pitch) + self.bar()
    }

    /// Height of the lowest rank's rows.
    pub(super) fn least_height(&self) -> u32 {
        (0..self.ranks()).map(|rank| self.rows_of(rank)).min().unwrap_or(1) * self.pitch
    }
}
