//! The rows of a trace: its threads, their numbers and names.

use super::bar::gap;
use logpine_collectives::schedule::replay::{Span, Timeline};
use logpine_text::units::Time;

/// The thread of the critical path. Viewers place threads by number, and write it after the name.
pub(super) const PATH: u64 = 1;

/// The threads of the ranks. Each rank has one for every processor, then one for every network interface that a send keeps
/// beyond its end. All numbers have the same number of digits; the last ones are those of the rank, followed by those of the
/// row if ranks have several rows.
pub(super) struct Threads {
    /// The number of the first rank's first thread: a power of ten.
    first: u64,
    /// The distance between the numbers of two ranks: a power of ten.
    apart: u64,
    /// Rows of a rank for its processors.
    processors: u64,
}

/// The numbers of a rank's rows.
#[derive(Clone, Copy, Default)]
struct Rows {
    processors: u64,
    interfaces: u64,
}

impl Rows {
    fn of(timeline: &Timeline, rank: u32) -> Self {
        let none = Self { processors: 1, interfaces: 0 };
        timeline.rank(rank).fold(none, |Self { processors, interfaces }, span| {
            let interface = kept(timeline, &span).map_or(0, |(interface, ..)| u64::from(interface) + 1);
            Self { processors: processors.max(u64::from(span.processor) + 1), interfaces: interfaces.max(interface) }
        })
    }
}

/// The network interface that a send keeps beyond its end, with the start and the end of that time; `None` if it keeps none.
pub(super) fn kept(timeline: &Timeline, span: &Span) -> Option<(u8, Time, Time)> {
    let (from, to) = gap(timeline, span)?;
    let record = timeline.schedule().rank(span.rank).get(span.operation as usize)?;
    Some((record.interface(), from, to))
}

impl Threads {
    /// The threads of a timeline.
    pub(super) fn new(timeline: &Timeline) -> Self {
        let ranks = timeline.schedule().ranks();
        let most = (0..ranks).map(|rank| Rows::of(timeline, rank)).fold(Rows::default(), |most, rows| Rows {
            processors: most.processors.max(rows.processors),
            interfaces: most.interfaces.max(rows.interfaces),
        });
        let apart = power_of_ten(1, most.processors + most.interfaces);
        Self { first: power_of_ten(10, u64::from(ranks) * apart), apart, processors: most.processors }
    }

    /// The thread of a rank's processor.
    pub(super) fn processor(&self, rank: u32, processor: u8) -> u64 {
        self.first + u64::from(rank) * self.apart + u64::from(processor)
    }

    /// The thread of a rank's network interface.
    pub(super) fn interface(&self, rank: u32, interface: u8) -> u64 {
        self.processor(rank, 0) + self.processors + u64::from(interface)
    }

    /// The numbers and names of a rank's threads, in order; `member` is the word for a rank. A rank that keeps no interface has no thread for one.
    pub(super) fn of_rank(&self, timeline: &Timeline, rank: u32, member: &str) -> Vec<(u64, String)> {
        let Rows { processors, interfaces } = Rows::of(timeline, rank);
        let mut threads = Vec::new();
        for processor in 0..processors {
            let which = if processors == 1 { String::new() } else { format!(", processor {processor}") };
            threads.push((self.processor(rank, 0) + processor, format!("{member} {rank}{which}")));
        }
        for interface in 0..interfaces {
            let which = if interfaces == 1 { String::new() } else { format!(" {interface}") };
            threads.push((self.interface(rank, 0) + interface, format!("{member} {rank}, port{which}")));
        }
        threads
    }
}

/// The least power of ten that is at least `least` and `number`.
fn power_of_ten(least: u64, number: u64) -> u64 {
    let mut power = least;
    while power < number {
        power *= 10;
    }
    power
}
