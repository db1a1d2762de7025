//! The rows of a Gantt chart: the ranks that are shown, and those that share a row.

use super::operation_name;
use logpine_collectives::schedule::replay::{CriticalPath, Span, Timeline};
use logpine_text::units::Time;
use std::collections::BTreeSet;

/// The most ranks with rows of their own, and the most rows of more ranks.
const MOST: u32 = 64;
/// The fewest ranks without work that share a row if all others have rows of their own.
const FEWEST: u32 = 3;

/// Ranks one after the other that do the same at the same times, and so share the rows of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ranks {
    pub first: u32,
    pub last: u32,
}

impl Ranks {
    pub(super) const fn one(rank: u32) -> Self {
        Self { first: rank, last: rank }
    }

    pub(super) const fn count(self) -> u32 {
        self.last - self.first + 1
    }

    /// The first and the last of them.
    pub(super) fn name(self) -> String {
        let Self { first, last } = self;
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    }
}

/// The ranks that are shown, ascending. Of few ranks all are, and those without work share a row. Of many ranks, all that are
/// alike do, except those of the critical path; if rows are still too many, a sample is shown.
pub(super) fn shown(timeline: &Timeline, path: Option<&CriticalPath>) -> Vec<Ranks> {
    let steps = || path.into_iter().flat_map(CriticalPath::steps).map(|step| step.span.rank);
    let on_path: BTreeSet<u32> = steps().collect();
    let ranks = timeline.schedule().ranks();
    let are_many = ranks > MOST;
    let may_fold = |rank: u32| is_idle(timeline, rank) || (are_many && !on_path.contains(&rank));
    let mut folds: Vec<Ranks> = Vec::new();
    for rank in 0..ranks {
        match folds.last_mut() {
            Some(fold) if may_fold(fold.first) && may_fold(rank) && are_alike(timeline, fold.first, rank) => {
                fold.last = rank;
            }
            _ => folds.push(Ranks::one(rank)),
        }
    }
    if !are_many {
        let apart = |fold: Ranks| -> Vec<Ranks> {
            if fold.count() < FEWEST { (fold.first..=fold.last).map(Ranks::one).collect() } else { vec![fold] }
        };
        return folds.into_iter().flat_map(apart).collect();
    }
    let place = |rank: u32| folds.partition_point(|fold| fold.last < rank);
    let chosen = on_path.iter().map(|&rank| place(rank)).collect();
    sample(folds.len(), chosen, steps().next_back().map(place)).into_iter().map(|place| folds[place]).collect()
}

/// True if no operation of a rank takes time.
fn is_idle(timeline: &Timeline, rank: u32) -> bool {
    timeline.rank(rank).all(|span| span.end == span.start && span.free <= span.end)
}

/// True if two ranks do the same at the same times, with whomever.
fn are_alike(timeline: &Timeline, one: u32, other: u32) -> bool {
    let key = |span: Span| -> (Option<&str>, u8, [Time; 3]) {
        (timeline.operation(&span).map(operation_name), span.processor, [span.start, span.end, span.free])
    };
    timeline.rank(one).map(key).eq(timeline.rank(other).map(key))
}

/// Places of rows: all if there is room. Else the first, the last of the critical path, the chosen ones as far as there is
/// room, and others evenly spaced.
fn sample(rows: usize, chosen: BTreeSet<usize>, last: Option<usize>) -> BTreeSet<usize> {
    let most = MOST as usize;
    if rows <= most {
        return (0..rows).collect();
    }
    let every = chosen.len().div_ceil(most / 2).max(1);
    let mut shown: BTreeSet<usize> = chosen.into_iter().step_by(every).chain([0]).chain(last).collect();
    let room = most - shown.len();
    shown.extend((1..=room).map(|index| index * (rows - 1) / room.max(1)));
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_rows_some_are_shown() {
        for rows in [65, 1_024, 1 << 32] {
            let shown = sample(rows, BTreeSet::new(), None);
            assert!(shown.len() <= 64 && shown.len() > 50, "{rows}: {}", shown.len());
            assert_eq!((shown.first(), shown.last()), (Some(&0), Some(&(rows - 1))));
        }
        assert_eq!(sample(64, BTreeSet::new(), None).len(), 64);
    }

    #[test]
    fn names_are_of_the_first_and_the_last() {
        assert_eq!([Ranks::one(7).name(), Ranks { first: 12, last: 139 }.name()], ["7", "12-139"]);
        assert_eq!(Ranks { first: 12, last: 139 }.count(), 128);
    }
}
