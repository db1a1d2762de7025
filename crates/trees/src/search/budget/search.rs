//! The least time for a number of leaves and of internal processes, and the fewest processes within a time, for a cost that
//! never falls: queries to [`Reach`].

use super::build;
use super::costs::Costs;
use super::reach::{Effort, Method, Reach, Room, TooLong};
use crate::tree::Shape;
use logpine_text::integer::try_first;

/// The effort of the first try of any search: some seconds at most, mostly milliseconds.
pub const USUAL: Effort = Effort { work: 1 << 28, parts: 1 << 9, roots: 6, watch: &() };
/// The effort of one of many exact answers: a fraction of a second.
pub const SHORT: Effort = Effort { work: 1 << 23, ..USUAL };
/// The effort of inexact answers whose gap is too large.
pub const FINE: Effort = Effort { parts: 1 << 11, ..USUAL };
/// The efforts of one inexact answer, with decreasing precision: a second each at most.
pub const ONCE: [Effort; 3] = [Effort { work: 1 << 27, ..FINE }, Effort { work: 1 << 25, ..USUAL }, ROUGH];
/// The effort of exact answers about many leaves, most of which come soon or not at all: a second at most.
pub const LARGE: Effort = Effort { work: 1 << 24, ..USUAL };
/// The effort of one of many exact answers about many leaves.
pub const ONE_OF_MANY: Effort = Effort { work: 1 << 22, ..USUAL };
/// The effort of inexact answers if levels take little time and are many.
const ROUGH: Effort = Effort { work: 1 << 25, parts: 1 << 6, ..USUAL };
/// The fraction of the least time allowed by bounds that the first step to the next higher time takes.
const FIRST_STEP: u64 = 1 << 10;
/// The fraction of the least time allowed by bounds to which an inexact answer is searched.
const PRECISION: u64 = 1 << 12;

/// The longest time that is searched, so that sums of two times fit.
const LONGEST: u64 = u64::MAX >> 1;

/// The search for one number of leaves.
pub struct Search<'a> {
    reach: Reach<'a>,
    method: Method,
    leaves: u64,
    levels: u32,
    /// The time for which `reach` holds results.
    units: Option<u64>,
}

/// The least time that was found, in units, and the least that bounds allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeastUnits {
    pub found: u64,
    pub bound: u64,
}

impl<'a> Search<'a> {
    /// A search for trees with `leaves` leaves, at least 2, and at most `levels` levels.
    pub fn new(costs: &'a Costs, method: Method, leaves: u64, levels: u32, effort: Effort<'a>) -> Self {
        Self { reach: Reach::new(costs, method, leaves, effort), method, leaves, levels, units: None }
    }

    /// True if answers are exact.
    pub fn is_exact(&self) -> bool {
        self.method == Method::Exact
    }

    /// True if the leaves fit within a time and a number of internal processes; with [`Method::Even`], if they are known to
    /// fit.
    pub fn fits(&mut self, units: u64, internal: u64) -> Result<bool, TooLong> {
        let room = self.ask_about(units, internal);
        Ok(self.reach.largest(room, internal, self.leaves)?.is_some())
    }

    /// The least time from `least` on at which the leaves fit; they must fit at some time.
    pub fn least_units(&mut self, internal: u64, least: u64) -> Result<LeastUnits, TooLong> {
        self.least_up_to(internal, least, LONGEST)?.ok_or(TooLong)
    }

    /// The least time from `least` up to `most` at which the leaves fit; `None` if there is none, or none is known. Without a limit,
    /// queries for times far above the answer take long, so bounds are checked first.
    pub fn least_up_to(&mut self, internal: u64, least: u64, most: u64) -> Result<Option<LeastUnits>, TooLong> {
        if most < LONGEST && !self.fits(most, internal)? {
            return Ok(None);
        }
        let bound = self.least_bound(internal, least)?;
        let (mut low, mut high) = (bound, bound);
        let mut step = bound / FIRST_STEP + 1;
        while low <= most && !self.fits(high, internal)? {
            low = high + 1;
            high = low.saturating_add(step).min(most.max(low));
            step = step.saturating_mul(2);
        }
        if low > most {
            return Ok(None);
        }
        // Inexact answers need not be searched to the last unit.
        let precision = if self.method == Method::Exact { 0 } else { bound / PRECISION };
        while high - low > precision {
            let middle = low + (high - low) / 2;
            if self.fits(middle, internal)? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        let bound = if self.method == Method::Exact { high } else { bound };
        Ok(Some(LeastUnits { found: high, bound }))
    }

    /// The least time from `least` on at which bounds do not exclude that the leaves fit.
    fn least_bound(&mut self, internal: u64, least: u64) -> Result<u64, TooLong> {
        let (mut low, mut high) = (least, least);
        while !self.may_fit(high, internal)? {
            low = high + 1;
            high = high.checked_mul(2).filter(|&high| high <= LONGEST).ok_or(TooLong)?.max(low);
        }
        try_first(low..=high, |units| self.may_fit(units, internal))
    }

    /// A least time that closer bounds do not exclude, from `least` on and known to be at most `most`. A bound of `goal` is
    /// sufficient. If the search would take too long, the bound reached by then.
    pub fn close_bound(&mut self, internal: u64, least: u64, goal: u64, most: u64) -> u64 {
        let (mut low, mut high) = (least, most);
        let mut middle = goal.clamp(least, most);
        while low < goal && high - low > least / PRECISION {
            let room = self.ask_about(middle, internal);
            match self.reach.may_closely_have(room, internal, self.leaves) {
                Ok(true) => high = middle,
                Ok(false) => low = middle + 1,
                Err(TooLong) => break,
            }
            middle = low + high.saturating_sub(low) / 2;
        }
        low.min(most)
    }

    /// True if bounds do not exclude that the leaves fit within a time and a number of internal processes.
    pub fn may_fit(&mut self, units: u64, internal: u64) -> Result<bool, TooLong> {
        let room = self.ask_about(units, internal);
        self.reach.may_have(room, internal, self.leaves)
    }

    /// The fewest internal processes up to `most` within a time; with `most` processes the leaves must fit.
    pub fn fewest(&mut self, units: u64, most: u64) -> Result<u64, TooLong> {
        try_first(most.min(1)..=most, |internal| self.fits(units, internal))
    }

    /// The fewest internal processes up to `most` with which bounds do not exclude a time.
    pub fn fewest_bound(&mut self, units: u64, most: u64) -> Result<u64, TooLong> {
        try_first(most.min(1)..=most, |internal| self.may_fit(units, internal))
    }

    /// A tree within a time and a number of internal processes; `None` if none is known.
    pub fn tree(&mut self, units: u64, internal: u64) -> Result<Option<Shape>, TooLong> {
        let room = self.ask_about(units, internal);
        build::tree(&mut self.reach, room, internal, self.leaves)
    }

    fn ask_about(&mut self, units: u64, internal: u64) -> Room {
        self.reach.ask_up_to(internal);
        if self.units.replace(units) != Some(units) {
            self.reach.forget();
        }
        Room { units, levels: self.levels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Checks bounds and quick answers against exact ones, for these numbers of processes.
    fn assert_between(ticks: Vec<u64>, leaves: u64, numbers: impl Iterator<Item = u64>) {
        let costs = Costs::new(ticks, leaves).expect("a table");
        let [mut exact, mut even] =
            [Method::Exact, Method::Even].map(|method| Search::new(&costs, method, leaves, Room::ANY_LEVELS, USUAL));
        for internal in numbers {
            let optimum = exact.least_units(internal, 1).expect("little work").found;
            let LeastUnits { found, bound } = even.least_units(internal, 1).expect("little work");
            assert!(bound <= optimum && optimum <= found, "{internal}: {bound} {optimum} {found}");
            let tree = even.tree(found, internal).expect("little work").expect("it was found");
            assert!(tree.leaves() == leaves && tree.internal_nodes() <= internal);
            let fewest = exact.fewest(found, internal).expect("little work");
            assert!(even.fewest_bound(found, internal).expect("little work") <= fewest);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn bounds_and_quick_answers_enclose_the_optimum(
            base in 1u64..400,
            steps in prop::collection::vec(prop_oneof![2 => 0u64..40, 1 => 0u64..400], 59),
            leaves in 20u64..61,
        ) {
            let rising = steps.iter().scan(base, |cost, step| {
                *cost += step;
                Some(*cost)
            });
            let ticks: Vec<u64> = rising.take(usize::try_from(leaves - 1).expect("few")).collect();
            assert_between(ticks, leaves, (1..leaves).step_by(3));
        }
    }
}
