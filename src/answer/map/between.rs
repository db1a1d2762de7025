//! All changes of the winner between two values, or at least some.

use super::Winner;
use logpine_text::watch::Watch;
use std::collections::VecDeque;

/// A value with the winner there; `None` if no time is representable.
pub(super) type End = (u64, Option<Winner>);

/// A value at which the winner changes, with the winner one step before and the winner there.
pub(super) type Change = (u64, &'static str, &'static str);

/// The changes between two values.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Between {
    /// The changes that were found, ascending. If different families win at the two ends, there is at least one, unless the watch ended the
    /// search.
    pub changes: Vec<Change>,
    /// True if these are all changes.
    pub settled: bool,
}

/// The winners at all values.
pub(super) trait Winners {
    /// The winner at a value.
    fn at(&self, value: u64) -> Option<Winner>;

    /// True if one family wins at both values, and it is certain that no other wins between them.
    fn keep(&self, low: End, high: End) -> bool;

    /// True if [`Winners::keep`] can be true at all.
    fn may_keep(&self) -> bool;
}

/// The changes between two values, found by at most `effort` questions to [`Winners`]; beyond these only by bisection of
/// intervals with different winners at their ends. Once the watch is over, no question is asked.
pub(super) fn between(winners: &impl Winners, low: End, high: End, effort: usize, watch: &dyn Watch) -> Between {
    let mut search = Search { winners, changes: Vec::new(), differing: Vec::new(), alike: VecDeque::new() };
    search.classify(low, high);
    let inside = usize::try_from(high.0 - low.0 - 1).unwrap_or(usize::MAX);
    // Without proof all values inside are asked for, or none.
    if !watch.is_over() && (inside <= effort || winners.may_keep()) {
        search.run(effort, watch);
    }
    let settled = search.differing.is_empty() && search.alike.is_empty();
    let mut changes = search.changes;
    for (low, high) in search.differing {
        changes.extend(switches(low, high, watch, |value| winners.at(value)));
    }
    changes.sort_unstable();
    Between { changes, settled }
}

/// A search of all changes.
struct Search<'a, W> {
    winners: &'a W,
    changes: Vec<Change>,
    /// Intervals with different winners at their ends, to be bisected first.
    differing: Vec<(End, End)>,
    /// Intervals with the same winner at both ends, the widest first.
    alike: VecDeque<(End, End)>,
}

impl<W: Winners> Search<'_, W> {
    fn classify(&mut self, low: End, high: End) {
        let family = |end: End| end.1.map(|winner| winner.family);
        if family(low) != family(high) {
            if high.0 - low.0 == 1 {
                self.changes.extend(family(low).zip(family(high)).map(|(from, to)| (high.0, from, to)));
            } else {
                self.differing.push((low, high));
            }
        } else if high.0 - low.0 > 1 {
            self.alike.push_back((low, high));
        }
    }

    fn run(&mut self, mut effort: usize, watch: &dyn Watch) {
        while effort > 0 && !watch.is_over() {
            let (low, high) = if let Some(interval) = self.differing.pop() {
                interval
            } else {
                let Some((low, high)) = self.alike.pop_front() else { return };
                if self.winners.may_keep() {
                    effort -= 1;
                    if self.winners.keep(low, high) {
                        continue;
                    }
                    if effort == 0 {
                        self.alike.push_back((low, high));
                        return;
                    }
                }
                (low, high)
            };
            effort -= 1;
            let middle = low.0 + (high.0 - low.0) / 2;
            let middle = (middle, self.winners.at(middle));
            self.classify(low, middle);
            self.classify(middle, high);
        }
    }
}

/// Values at which the winner changes on the way from one value to a larger one: each with the winner one step before and
/// the winner there. The winners there are all different, and the last is the one at the end, unless the watch ends the search.
fn switches(
    (mut low, first): End,
    (end, last): End,
    watch: &dyn Watch,
    winner: impl Fn(u64) -> Option<Winner>,
) -> Vec<Change> {
    let family = |winner: Option<Winner>| winner.map(|winner| winner.family);
    let (first, last) = (family(first), family(last));
    // The winners so far: the bisection searches for the first value at which none of these wins. There is no winner if no
    // time is representable.
    let mut left = vec![first];
    let mut found = Vec::new();
    let mut here = first;
    while !left.contains(&last) {
        let (mut high, mut there) = (end, last);
        while high - low > 1 {
            if watch.is_over() {
                return found;
            }
            let middle = low + (high - low) / 2;
            let between = family(winner(middle));
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
    use super::*;
    use logpine_collectives::collective::Exhaustive;
    use logpine_text::units::Time;

    /// A function of the values, about which intervals up to a width are known.
    struct Known<F> {
        of: F,
        width: u64,
    }

    impl<F: Fn(u64) -> Option<&'static str>> Winners for Known<F> {
        fn at(&self, value: u64) -> Option<Winner> {
            let winner = |family| Winner { family, time: Time::ZERO, exhaustive: Exhaustive::Yes };
            (self.of)(value).map(winner)
        }

        fn keep(&self, low: End, high: End) -> bool {
            high.0 - low.0 <= self.width && (low.0..high.0).all(|value| (self.of)(value) == (self.of)(low.0))
        }

        fn may_keep(&self) -> bool {
            self.width > 0
        }
    }

    fn found(of: impl Fn(u64) -> Option<&'static str>, width: u64, (low, high): (u64, u64), effort: usize) -> Between {
        let winners = Known { of, width };
        between(&winners, (low, winners.at(low)), (high, winners.at(high)), effort, &())
    }

    fn three(at: u64) -> &'static str {
        ["a", "b", "a", "c"][[100, 600, 900].partition_point(|&from| from <= at)]
    }

    #[test]
    fn all_changes_are_found_with_and_without_proofs() {
        let all = vec![(100, "a", "b"), (600, "b", "a"), (900, "a", "c")];
        for (width, effort) in [(0, 1000), (1, 5000), (64, 200), (1000, 100)] {
            let expected = Between { changes: all.clone(), settled: true };
            assert_eq!(found(|at| Some(three(at)), width, (1, 1000), effort), expected, "{width}");
        }
        let turns = |at: u64| Some(if at.is_multiple_of(2) { "a" } else { "b" });
        let Between { changes, settled } = found(turns, 0, (3, 60), 60);
        assert!(settled && changes.len() == 57);
    }

    /// Even if the effort ends early, all changes found are true, and lead from the first winner to the last.
    #[test]
    fn less_effort_finds_some_of_the_changes_and_says_so() {
        for (width, effort) in (0..40).flat_map(|effort| [(0, effort), (200, effort)]) {
            let Between { changes, settled } = found(|at| Some(three(at)), width, (1, 1000), effort);
            let truly = |&(at, from, to): &Change| (three(at - 1), three(at)) == (from, to);
            assert!(changes.iter().all(truly) && changes.is_sorted());
            assert_eq!(changes.last().map(|&(at, ..)| at), Some(900));
            assert_eq!(settled, changes.len() == 3 && settled);
        }
        assert!(!found(|at| Some(three(at)), 0, (1, 1000), 997).settled);
    }

    #[test]
    fn where_nobody_wins_nothing_changes_hands() {
        let winner = |at: u64| if (400..450).contains(&at) { None } else { Some(if at < 400 { "a" } else { "b" }) };
        assert_eq!(found(winner, 0, (1, 425), 500).changes, []);
        assert_eq!(found(winner, 0, (1, 425), 0).changes, []);
    }
}
