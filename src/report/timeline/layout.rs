//! The layout of a Gantt chart.

use super::rows::{Ranks, shown};
use crate::report::draw::axis;
use logpine_collectives::schedule::replay::{CriticalPath, Span, Timeline};
use logpine_text::units::Time;
use std::collections::BTreeSet;

/// The least room to the left of the bars, for the ranks.
const LEFT: u32 = 112;
/// Room above the bars, for the title and the legend.
pub(super) const TOP: u32 = 104;
/// Width of the bars' part.
pub(super) const CHART: u32 = 1000;
/// Room to the right of the bars, for the utilization of ranks.
pub(super) const RIGHT: u32 = 150;
/// Room below the bars, for the time axis.
pub(super) const BOTTOM: u32 = 56;
/// Approximate height of all rows together.
const HEIGHT: u32 = 832;
/// Least and greatest distance of rows.
const PITCH: (u32, u32) = (4, 30);
/// Approximate limit on the rows: if ranks have more processors, the last ones share a row.
const ROWS: u32 = 1024;

/// Places of times and ranks. Ranks that are shown have a row for each of their processors in use, one below the other.
#[derive(Clone, Debug)]
pub(super) struct Layout<'a> {
    timeline: &'a Timeline<'a>,
    /// The ranks that are shown, ascending. Their places in this list number them in the picture.
    shown: Vec<Ranks>,
    /// The processors in use of each of them, ascending.
    processors: Vec<Vec<u8>>,
    /// The first row of each of them, and the number of rows.
    rows: Vec<u32>,
    /// The room to the left of the bars: more for long names of ranks.
    pub left: u32,
    /// The distance between rows.
    pub pitch: u32,
    /// The time at the right end.
    pub finish: Time,
}

impl<'a> Layout<'a> {
    pub(super) fn new(timeline: &'a Timeline<'a>, path: Option<&CriticalPath>, finish: Time) -> Self {
        let shown = shown(timeline, path);
        let most = (ROWS / u32::try_from(shown.len()).unwrap_or(ROWS).max(1)).max(1);
        let (mut processors, mut rows) = (Vec::new(), vec![0]);
        let mut end = 0;
        for ranks in &shown {
            let used: BTreeSet<u8> = timeline.rank(ranks.first).map(|span| span.processor).collect();
            end += u32::try_from(used.len()).unwrap_or(most).clamp(1, most);
            rows.push(end);
            processors.push(used.into_iter().collect());
        }
        let pitch = (HEIGHT / end.max(1)).clamp(PITCH.0, PITCH.1);
        let left = LEFT.max(axis::room_beside(shown.iter().map(|ranks| ranks.name())));
        Self { timeline, shown, processors, rows, left, pitch, finish }
    }

    /// The right edge of the bars' part.
    pub(super) const fn right(&self) -> u32 {
        self.left + CHART
    }

    /// The ranks that are shown.
    pub(super) fn shown(&self) -> &[Ranks] {
        &self.shown
    }

    /// The number of ranks that are shown.
    pub(super) fn ranks(&self) -> u64 {
        self.shown.iter().map(|ranks| u64::from(ranks.count())).sum()
    }

    /// The ranks that are shown, by their places from above.
    pub(super) fn places(&self) -> impl Iterator<Item = (usize, Ranks)> + '_ {
        self.shown.iter().copied().enumerate()
    }

    /// The operations of the ranks that are shown; of those that share rows, the first one's.
    pub(super) fn spans(&self) -> impl Iterator<Item = Span> + '_ {
        self.shown.iter().flat_map(|ranks| self.timeline.rank(ranks.first))
    }

    /// The number of rows of all ranks.
    pub(super) fn rows(&self) -> u32 {
        self.rows.last().copied().unwrap_or(0)
    }

    /// The number of rows of the rank at a place.
    pub(super) fn rows_of(&self, place: usize) -> u32 {
        self.first_row(place + 1) - self.first_row(place)
    }

    fn first_row(&self, place: usize) -> u32 {
        self.rows.get(place).copied().unwrap_or_else(|| self.rows())
    }

    /// True if some rank has several rows.
    pub(super) fn has_processors(&self) -> bool {
        self.rows() as usize > self.shown.len()
    }

    /// The row of an operation; `None` if its rank is not shown.
    pub(super) fn row(&self, span: &Span) -> Option<u32> {
        let place = self.shown.partition_point(|ranks| ranks.last < span.rank);
        self.shown.get(place).filter(|ranks| ranks.first <= span.rank)?;
        let used = &self.processors[place];
        let index = used.iter().position(|&used| used == span.processor).unwrap_or(0);
        let last = self.rows_of(place).saturating_sub(1);
        Some(self.first_row(place) + u32::try_from(index).unwrap_or(last).min(last))
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.right() + RIGHT, self.bottom() + BOTTOM)
    }

    /// Lower edge of the last row.
    pub(super) fn bottom(&self) -> u32 {
        TOP + self.rows() * self.pitch
    }

    /// The place of a time; times after the finish are placed at the finish.
    pub(super) fn x(&self, time: Time) -> f64 {
        f64::from(self.left) + self.share(time) * f64::from(CHART)
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

    /// The middle of the rows of the rank at a place.
    pub(super) fn middle_of(&self, place: usize) -> f64 {
        self.top_of(place) + self.height_of(place) / 2.0
    }

    /// The middle of an operation's row. A rank that is not shown has its place between the rows of those before and after it.
    pub(super) fn middle_of_span(&self, span: &Span) -> f64 {
        if let Some(row) = self.row(span) {
            return self.middle(row);
        }
        let after = self.shown.partition_point(|ranks| ranks.last < span.rank);
        let before = after.saturating_sub(1);
        let [Some(one), Some(other)] = [before, after].map(|place| self.shown.get(place)) else {
            return self.middle_of(before);
        };
        let part = f64::from(span.rank.saturating_sub(one.last)) / f64::from((other.first - one.last).max(1));
        self.middle_of(before) + part * (self.middle_of(after) - self.middle_of(before))
    }

    /// Upper edge of a rank's first bars.
    pub(super) fn top_of(&self, place: usize) -> f64 {
        self.top(self.first_row(place))
    }

    /// The height from there to the lower edge of the rank's last bars.
    pub(super) fn height_of(&self, place: usize) -> f64 {
        f64::from((self.rows_of(place) - 1) * self.pitch) + self.bar()
    }

    /// Height of the lowest rank's rows.
    pub(super) fn least_height(&self) -> u32 {
        (0..self.shown.len()).map(|place| self.rows_of(place)).min().unwrap_or(1) * self.pitch
    }
}
