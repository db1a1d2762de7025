//! Where the winner changes between two cells.

use super::{Contest, DecisionMap, MapQuestion, Observer, Progress};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The direction in which two cells are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Along {
    /// Equal rank counts, neighbouring sizes.
    Bytes,
    /// Equal sizes, neighbouring rank counts.
    Ranks,
}

/// A rank count and size with another winner than one byte, or one rank, before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossover {
    /// What grows by one from the family before to the family here.
    pub along: Along,
    /// The rank count here.
    pub ranks: u64,
    /// The size here, in bytes; `None` where the model has no sizes.
    pub bytes: Option<u64>,
    /// The family that wins one step before.
    pub from: &'static str,
    /// The family that wins here.
    pub to: &'static str,
    /// Index in the whole map of the next cell.
    pub(super) cell: usize,
}

/// Two neighbouring cells with different winners.
struct Change {
    along: Along,
    /// The later of the two.
    cell: usize,
    /// The end with its winner.
    before: (u64, &'static str),
    after: (u64, &'static str),
}

impl DecisionMap {
    /// The map with places where the winning family changes between neighbouring cells: to the byte along the sizes, to
    /// the rank along the rank counts.
    ///
    /// Between two neighbours with different winners, bisection finds a place at which a family wins and one step before
    /// which another does: from the winner of the first cell to the winner of the second, perhaps by way of others, each
    /// reached once. There may be more such places in between, as where two families take turns or a third wins only there,
    /// and between neighbours with the same winner none is looked for.
    ///
    /// `contest` has to be the map's. A shard finds the changes on the way to its own cells. `observer` is told each
    /// time a pair of neighbours is done.
    #[must_use]
    pub fn with_crossovers(mut self, contest: &dyn Contest, observer: Observer) -> Self {
        let changes = self.changes(contest);
        let done = AtomicUsize::new(0);
        let question = &self.question;
        let found = changes.par_iter().with_max_len(1).flat_map_iter(|change| {
            let found = question.locate(contest, change);
            observer(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, total: changes.len() });
            found
        });
        self.crossovers = found.collect();
        self
    }

    /// The pairs of neighbouring cells with different winners whose later cell is in the shard, in the order of that cell.
    fn changes(&self, contest: &dyn Contest) -> Vec<Change> {
        let question = &self.question;
        let columns = question.columns();
        // A shard's first cells have their neighbours in an earlier shard.
        let start = self.first.saturating_sub(columns);
        let earlier: Vec<_> =
            (start..self.first).into_par_iter().map(|cell| question.winner_at(contest, cell)).collect();
        let winner = |cell: usize| match cell.checked_sub(self.first) {
            Some(here) => self.cells[here].answer.as_ref().map(|answer| answer.best.family),
            None => earlier[cell - start],
        };
        let change = |along, before: usize, cell: usize| {
            let (from, to) = (winner(before)?, winner(cell)?);
            let value = |cell| {
                let (ranks, bytes) = question.place(cell);
                if along == Along::Ranks { Some(ranks) } else { bytes }
            };
            (from != to).then_some(Change { along, cell, before: (value(before)?, from), after: (value(cell)?, to) })
        };
        let cells = self.first..self.first + self.cells.len();
        let changes = cells.flat_map(|cell| {
            let along_bytes = (cell % columns > 0).then(|| change(Along::Bytes, cell - 1, cell)).flatten();
            let along_ranks = cell.checked_sub(columns).and_then(|before| change(Along::Ranks, before, cell));
            [along_bytes, along_ranks].into_iter().flatten()
        });
        changes.collect()
    }
}

impl MapQuestion {
    /// The winning family of a cell of the whole map.
    fn winner_at(&self, contest: &dyn Contest, cell: usize) -> Option<&'static str> {
        let (ranks, bytes) = self.place(cell);
        contest.row(ranks).winner(bytes)
    }

    /// The crossovers between two neighbouring cells.
    fn locate(&self, contest: &dyn Contest, change: &Change) -> Vec<Crossover> {
        let &Change { along, cell, before, after } = change;
        let place = |value| match (along, self.place(cell)) {
            (Along::Bytes, (ranks, _)) => (ranks, Some(value)),
            (Along::Ranks, (_, bytes)) => (value, bytes),
        };
        let here = contest.row(place(after.0).0);
        let winner = |value| {
            let (ranks, bytes) = place(value);
            if along == Along::Bytes { here.winner(bytes) } else { contest.row(ranks).winner(bytes) }
        };
        let crossover = |(value, from, to)| {
            let (ranks, bytes) = place(value);
            Crossover { along, ranks, bytes, from, to, cell }
        };
        switches(before, after, winner).into_iter().map(crossover).collect()
    }
}

/// Values at which the winner changes on the way from one value to a larger one: each with the winner one step before and
/// the winner there. The winners there are all different, and the last is the one at the end.
fn switches(
    (mut low, first): (u64, &'static str),
    (end, last): (u64, &'static str),
    winner: impl Fn(u64) -> Option<&'static str>,
) -> Vec<(u64, &'static str, &'static str)> {
    // Who won so far: the bisection looks for the end of their reign. Where no time is representable nobody wins.
    let mut left = vec![Some(first)];
    let mut found = Vec::new();
    let mut here = Some(first);
    while !left.contains(&Some(last)) {
        let (mut high, mut there) = (end, Some(last));
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let between = winner(middle);
            if left.contains(&between) {
                (low, here) = (middle, between);
            } else {
                (high, there) = (middle, between);
            }
        }
        if let (Some(from), Some(to)) = (here, there) {
            found.push((high, from, to));
        }
        (low, here) = (high, there);
        left.push(there);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::switches;

    #[test]
    fn every_winner_on_the_way_is_reached_once() {
        let winner = |at: u64| Some(["a", "b", "c", "d"][[10, 11, 500].partition_point(|&from| from <= at)]);
        assert_eq!(switches((1, "a"), (1000, "d"), winner), [(10, "a", "b"), (11, "b", "c"), (500, "c", "d")]);
        assert_eq!(switches((9, "a"), (10, "b"), winner), [(10, "a", "b")]);
    }

    /// Wherever the bisection ends, a family wins there and another one step before.
    #[test]
    fn where_families_take_turns_one_of_the_changes_is_found() {
        let winner = |at: u64| Some(if at < 300 || (at < 700 && at.is_multiple_of(2)) { "a" } else { "b" });
        let [(at, "a", "b")] = switches((1, "a"), (1000, "b"), winner)[..] else { panic!("one change") };
        assert_eq!((winner(at - 1), winner(at)), (Some("a"), Some("b")));
        let three = |at: u64| Some(["a", "b", "a", "c"][[100, 600, 900].partition_point(|&from| from <= at)]);
        let found = switches((1, "a"), (1000, "c"), three);
        assert!(found.iter().all(|&(at, from, to)| (three(at - 1), three(at)) == (Some(from), Some(to))));
        assert_eq!(found.last().map(|&(at, ..)| at), Some(900));
    }

    #[test]
    fn where_nobody_wins_nothing_changes_hands() {
        let winner = |at: u64| if (400..450).contains(&at) { None } else { Some(if at < 400 { "a" } else { "b" }) };
        assert_eq!(switches((1, "a"), (425, "b"), |at| if at == 425 { Some("b") } else { winner(at) }), []);
    }
}
