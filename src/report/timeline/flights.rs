//! The messages in flight of an overlay tree, as a Gantt chart draws them.
//!
//! The model charges L to the parent, so the schedule hands a message over in an instant, and L is a part of the parent's
//! calculation. The picture shows the same times with the cause before the effect: a message up arrives at the end of its flight,
//! and a message down leaves at the beginning.

use super::layout::Layout;
use super::nodes::{Way, flight};
use logpine_collectives::schedule::Operation;
use logpine_collectives::schedule::build::Waves;
use logpine_collectives::schedule::replay::{Span, Timeline};
use logpine_text::units::Time;
use rustc_hash::FxHashMap;

/// A start and an end.
type Lasts = (Time, Time);

/// The operations of the ranks that are shown whose times in the picture differ from those of the replay, by rank and operation.
#[derive(Debug, Default)]
pub(super) struct Flights {
    /// The flight that a calculation includes.
    within: FxHashMap<(u32, u32), Lasts>,
    /// The times of calculations without their flights, and of sends and receptions moved to an end of a flight.
    drawn: FxHashMap<(u32, u32), Lasts>,
}

impl Flights {
    /// The flights of a timeline; none without the costs of an overlay tree's nodes.
    pub(super) fn new(layout: &Layout, timeline: &Timeline, costs: Option<Waves>) -> Self {
        let mut flights = Self::default();
        if let Some(costs) = costs {
            let ranks = layout.shown().iter().flat_map(|ranks| ranks.first..=ranks.last);
            ranks.for_each(|rank| flights.add(timeline, rank, costs));
        }
        flights
    }

    fn add(&mut self, timeline: &Timeline, rank: u32, costs: Waves) {
        // The receptions since the last other operation, and the start of the flight of the messages sent next.
        let (mut received, mut leaves_at) = (Vec::new(), None);
        for span in timeline.rank(rank) {
            let key = (rank, span.operation);
            let is_instant = span.start == span.end;
            match timeline.operation(&span) {
                Some(Operation::Receive { .. }) if is_instant => {
                    received.push(key);
                    leaves_at = None;
                }
                Some(Operation::Send { .. }) if is_instant => {
                    if let Some(at) = leaves_at {
                        self.drawn.insert(key, (at, at));
                    }
                }
                _ => {
                    let found = flight(timeline.schedule(), &span, costs);
                    leaves_at = None;
                    if let Some((way, (from, to))) = found {
                        self.within.insert(key, (from, to));
                        let work = match way {
                            Way::Up => (to, span.end),
                            Way::Down => (span.start, from),
                        };
                        self.drawn.insert(key, work);
                        match way {
                            Way::Up => self.drawn.extend(received.iter().map(|&key| (key, (to, to)))),
                            Way::Down => leaves_at = Some(from),
                        }
                    }
                    received.clear();
                }
            }
        }
    }

    /// The flight that an operation includes.
    pub(super) fn within(&self, span: &Span) -> Option<Lasts> {
        self.within.get(&(span.rank, span.operation)).copied()
    }

    /// The start and the end of an operation in the picture, without a flight.
    pub(super) fn drawn(&self, span: &Span) -> Lasts {
        self.drawn.get(&(span.rank, span.operation)).copied().unwrap_or((span.start, span.end))
    }
}
