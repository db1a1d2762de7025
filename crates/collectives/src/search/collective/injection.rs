//! The least time in which a rank can send every byte of the message a number of times.

use super::{Effort, best_cut};
use crate::collective::{Exhaustive, Question, Sizes, Timed};
use logpine_models::model::Port;
use logpine_text::units::Time;
use logpine_trees::tree::Segments;

/// The least times in which a rank can send every byte.
#[derive(Clone, Copy, Debug)]
pub(super) struct Injection {
    /// The time until the rank may send all bytes again.
    again: Time,
    /// The time until the last byte is delivered.
    delivered: Time,
    /// Exhaustive if no cut of the message is faster.
    pub exhaustive: Exhaustive,
}

impl Injection {
    pub fn new(question: Question) -> Self {
        let Question { timing, bytes, .. } = question;
        let least = |time: &mut dyn Timed| best_cut(timing, bytes, Sizes::ALL, Time::MAX, &mut Effort::default(), time);
        let again = least(&mut Again);
        let of_one = timing.port(1).map(|port| port.delivery.ticks().saturating_sub(port.send_gap.ticks()));
        let delivered = least(&mut Delivered { after_gap: Time::from_ticks(of_one.unwrap_or(0)) });
        let exhaustive = again.exhaustive.and(delivered.exhaustive);
        let [again, delivered] = [again, delivered].map(|found| found.cut.map_or(Time::MAX, |cut| cut.time));
        Self { again, delivered, exhaustive }
    }

    /// The least time in which a rank sends every byte `sends` times, at least once.
    pub fn times(&self, sends: u64) -> Option<Time> {
        self.again.checked_mul(sends.saturating_sub(1))?.checked_add(self.delivered)
    }
}

/// The time until a rank may send all segments again.
struct Again;

impl Timed for Again {
    fn time(&mut self, segments: &Segments) -> Option<Time> {
        segments.period(|port| Some(port.send_gap))
    }

    fn time_of_gaps(&mut self, _count: u64, _full: Port, gaps: Time) -> Option<Time> {
        Some(gaps)
    }
}

/// The time until the last of the segments is delivered.
struct Delivered {
    /// The time by which the delivery of a byte is longer than its gap. In a convex model, the delivery of a longer segment
    /// exceeds its gap by no less.
    after_gap: Time,
}

impl Timed for Delivered {
    /// The last segment starts after the gaps of those before. A full segment may be delivered later, but that does not
    /// count: it is not the last of all the sends of a rank.
    fn time(&mut self, segments: &Segments) -> Option<Time> {
        let Segments { count, full, last } = *segments;
        full.send_gap.checked_mul(count - 1)?.checked_add(last.delivery)
    }

    fn time_of_gaps(&mut self, _count: u64, _full: Port, gaps: Time) -> Option<Time> {
        gaps.checked_add(self.after_gap)
    }
}
