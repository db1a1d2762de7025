//! The fastest list of radices for [recursive multiplying](crate::collective::recursive_multiplying).
//!
//! In a list r1, r2, ..., the time of a stage depends only on its radix and on the product of those before it. The best list
//! is therefore a shortest path over the divisors of P. If ranks go on without waiting for a stage to end, all of them still
//! do the same in every round, and a path has three times ([`AfterStages`]); every path is kept that is best in some of them.

use super::factors::Factors;
use crate::collective::recursive_multiplying::{LARGEST_RADIX, stage};
use crate::collective::{AlgorithmFamily, Exhaustive};
use crate::schedule::stages::Staged;
use logpine_models::job::{Layout, Mapping, MpiJob};
use logpine_models::model::PortTiming;
use logpine_models::model::stage::{AfterStages, Sight, Stage, StageCost};
use logpine_text::units::Time;
use logpine_trees::tree::families::Parameters;
use std::collections::BTreeMap;

/// The largest radix under models that see hosts.
const LARGEST_ON_HOSTS: u64 = 1 << 12;

/// The maximum number of messages of a stage if every rank's host is listed, and one by one is looked at.
const MOST_LISTED: u64 = 1 << 18;

/// The largest radix that is always examined.
const LEAST_RADIX: u64 = 64;

/// A list of radices and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Radices {
    list: Vec<u64>,
    time: Time,
    exhaustive: Exhaustive,
}

/// The member with the fastest list; none for a single rank, or if a prime factor of P exceeds all radices.
pub(super) fn members(cost: &dyn StageCost, job: &MpiJob, family: &AlgorithmFamily) -> (Vec<Staged>, Exhaustive) {
    let (layout, bytes) = (&job.layout, job.bytes().unwrap_or(1));
    let Some(Radices { list, exhaustive, .. }) = best(cost, layout, bytes) else {
        return (Vec::new(), Exhaustive::Yes);
    };
    let member = family.build(layout.ranks(), bytes, Parameters::new().list("radices", list));
    (member.into_iter().collect(), exhaustive)
}

/// Returns the fastest list whose product is P for blocks of `bytes` bytes. Among equally fast ones it is the shortest, with
/// the largest radices first.
fn best(cost: &dyn StageCost, layout: &Layout, bytes: u64) -> Option<Radices> {
    let ranks = layout.ranks();
    let factors = Factors::of(ranks);
    let largest = largest_radix(cost, layout);
    if ranks < 2 || factors.primes.iter().any(|&prime| prime > largest) {
        return None;
    }
    let (strides, all) = match factors.divisors() {
        // A radix reaches every factor, so all of them are prime.
        Some(divisors) => (divisors, true),
        None => (factors.products(), false),
    };
    let search = Search { cost, layout, bytes };
    let most = search.time(factors.primes.iter().copied());
    let (list, time) = search.shortest(&factors, &strides, largest, most)?;
    // A larger radix alone may take longer than the whole list.
    let is_excluded =
        largest >= ranks.min(LARGEST_RADIX) || search.least(1, largest + 1).is_none_or(|least| least > time);
    let exhaustive = if all && is_excluded { Exhaustive::Yes } else { Exhaustive::No };
    Some(Radices { list, time, exhaustive })
}

/// The largest radix that is examined.
fn largest_radix(cost: &dyn StageCost, layout: &Layout) -> u64 {
    match (cost.sight(), layout.mapping()) {
        (Sight::Blind, _) => LARGEST_RADIX,
        (Sight::Hosts, Mapping::Listed(_)) => (MOST_LISTED / layout.ranks()).max(LEAST_RADIX),
        (Sight::Hosts, Mapping::Sequential | Mapping::RoundRobin) => LARGEST_ON_HOSTS,
    }
}

/// The times after some stages.
#[derive(Clone, Copy)]
enum Reached {
    /// Every stage begins when the one before has ended.
    Added(Time),
    /// Ranks go on without waiting.
    Overlapping(AfterStages),
}

impl Reached {
    fn end(self) -> Time {
        match self {
            Self::Added(time) => time,
            Self::Overlapping(times) => times.end(),
        }
    }

    fn is_never_behind(self, other: Self) -> bool {
        match (self, other) {
            (Self::Overlapping(times), Self::Overlapping(other)) => times.is_never_behind(other),
            _ => self.end() <= other.end(),
        }
    }
}

/// A path to a divisor: its times, its number of stages, and the path before its last stage, by its divisor and its place
/// among those that are kept there.
#[derive(Clone, Copy)]
struct Path {
    reached: Reached,
    stages: u32,
    from: (u64, usize),
}

/// Keeps a path unless another is as good, and drops those that are no better. Of two that are equally good the shorter one is
/// better, then the new one.
fn keep(paths: &mut Vec<Path>, new: Path) {
    let covers = |a: Path, b: Path| a.reached.is_never_behind(b.reached);
    let is_better = |old: &Path| covers(*old, new) && (!covers(new, *old) || old.stages < new.stages);
    if !paths.iter().any(is_better) {
        paths.retain(|&old| !covers(new, old));
        paths.push(new);
    }
}

struct Search<'a> {
    cost: &'a dyn StageCost,
    layout: &'a Layout,
    bytes: u64,
}

impl Search<'_> {
    fn ports(&self) -> Option<&dyn PortTiming> {
        self.cost.ports()
    }

    fn stage(&self, stride: u64, radix: u64) -> Stage {
        stage(stride, radix, self.bytes.saturating_mul(stride)).even(true)
    }

    /// The times before the first stage.
    fn start(&self) -> Reached {
        if self.ports().is_some() { Reached::Overlapping(AfterStages::NONE) } else { Reached::Added(Time::ZERO) }
    }

    /// The times after one more stage. `None` past [`Time::MAX`].
    fn after(&self, before: Reached, stride: u64, radix: u64) -> Option<Reached> {
        let stage = self.stage(stride, radix);
        match (before, self.ports()) {
            (Reached::Overlapping(times), Some(ports)) => {
                times.and(ports, &stage, self.layout.ranks()).map(Reached::Overlapping)
            }
            _ => before.end().checked_add(self.cost.time(&stage, self.layout)?).map(Reached::Added),
        }
    }

    /// A lower bound on the time between the ends of a stage and of the one before. `None` past [`Time::MAX`].
    fn least(&self, stride: u64, radix: u64) -> Option<Time> {
        let bytes = self.bytes.saturating_mul(stride);
        let apart = |gap: Time, delivery: Time| gap.checked_mul(radix - 2)?.checked_add(delivery);
        if let Some(ports) = self.ports() {
            let port = ports.port(bytes)?;
            return apart(port.send_gap, port.delivery);
        }
        match self.cost.overlap(self.layout) {
            // Each message by itself.
            None => self.cost.at_least(bytes, self.layout)?.checked_mul(radix - 1),
            Some(of) => {
                let all = self.cost.at_least(bytes.saturating_mul(radix - 1), self.layout)?;
                Some(apart(of.gap, of.delivery)?.max(all))
            }
        }
    }

    /// A lower bound on the time of all stages after those with a product of `stride`. `None` past [`Time::MAX`].
    fn least_after(&self, factors: &Factors, stride: u64) -> Option<Time> {
        let (ranks, bytes) = (self.layout.ranks(), self.bytes.saturating_mul(stride));
        let rounds = factors.rounds(ranks / stride);
        match (self.ports(), self.cost.overlap(self.layout)) {
            _ if rounds == 0 => Some(Time::ZERO),
            (Some(ports), _) => ports.port_at_least(bytes).map(|port| port.delivery),
            (None, None) => self.cost.at_least(bytes, self.layout)?.checked_mul(rounds),
            (None, Some(_)) => self.cost.at_least((ranks - stride).saturating_mul(self.bytes), self.layout),
        }
    }

    /// The time of a list.
    fn time(&self, radices: impl Iterator<Item = u64>) -> Option<Time> {
        let mut stride = 1;
        let mut reached = self.start();
        for radix in radices {
            reached = self.after(reached, stride, radix)?;
            stride *= radix;
        }
        Some(reached.end())
    }

    /// The fastest list whose products are among `strides`, in rising order, and its time; lists that take longer than `most`
    /// are left out.
    fn shortest(
        &self,
        factors: &Factors,
        strides: &[u64],
        largest: u64,
        most: Option<Time>,
    ) -> Option<(Vec<u64>, Time)> {
        let ranks = self.layout.ranks();
        let hopeless = |times: [Option<Time>; 2], before: Time| {
            let all = times.into_iter().try_fold(before, |all, time| all.checked_add(time?));
            all.is_none_or(|all| most.is_some_and(|most| all > most))
        };
        let start = Path { reached: self.start(), stages: 0, from: (0, 0) };
        let mut paths: BTreeMap<u64, Vec<Path>> = BTreeMap::from([(1, vec![start])]);
        for (place, &stride) in strides.iter().enumerate() {
            let Some(here) = paths.get(&stride).cloned() else { continue };
            let further = strides[place + 1..].iter().filter(|further| further.is_multiple_of(stride));
            for &next in further.take_while(|&&further| further / stride <= largest) {
                let radix = next / stride;
                let (of_stage, further) = (self.least(stride, radix), self.least_after(factors, next));
                for (index, path) in here.iter().enumerate() {
                    if hopeless([of_stage, further], path.reached.end()) {
                        continue;
                    }
                    let Some(reached) = self.after(path.reached, stride, radix) else { continue };
                    if !hopeless([further, Some(Time::ZERO)], reached.end()) {
                        let path = Path { reached, stages: path.stages + 1, from: (stride, index) };
                        keep(paths.entry(next).or_default(), path);
                    }
                }
            }
        }
        let ends = paths.get(&ranks)?;
        let (mut index, last) = ends.iter().enumerate().min_by_key(|(_, path)| (path.reached.end(), path.stages))?;
        let time = last.reached.end();
        let (mut list, mut stride) = (Vec::new(), ranks);
        while stride > 1 {
            let from = paths[&stride][index].from;
            list.push(stride / from.0);
            (stride, index) = from;
        }
        list.reverse();
        Some((list, time))
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::Drawn;
    use super::*;
    use logpine_models::model::stage::Pattern;

    fn layout(ranks: u64) -> Layout {
        Layout::new(ranks, 4, Mapping::Sequential).expect("a layout")
    }

    /// The least time over every list with a product of P / `stride`.
    fn least(cost: &Drawn, layout: &Layout, stride: u64) -> u64 {
        let left = layout.ranks() / stride;
        let radices = (2..=left).filter(|&radix| left.is_multiple_of(radix));
        let with = |radix| {
            let stage = Stage::new(Pattern::Rotations { stride, radix }, 1);
            cost.time(&stage, layout).expect("small").ticks() + least(cost, layout, stride * radix)
        };
        radices.map(with).min().unwrap_or(0)
    }

    #[test]
    fn the_best_list_is_that_of_all_lists() {
        for (ranks, seed) in
            (2..=50).chain([60, 64, 72, 96, 97, 120]).flat_map(|ranks| [1, 2, 3].map(|seed| (ranks, seed)))
        {
            let (cost, layout) = (Drawn { seed, least: 10 }, layout(ranks));
            let found = best(&cost, &layout, 1).expect("a list");
            assert_eq!(found.time.ticks(), least(&cost, &layout, 1), "{ranks} ranks");
            assert_eq!((found.list.iter().product::<u64>(), found.exhaustive), (ranks, Exhaustive::Yes));
            let search = Search { cost: &cost, layout: &layout, bytes: 1 };
            assert_eq!(search.time(found.list.iter().copied()), Some(found.time));
        }
    }

    /// Two to the 62, a number with many divisors, and one with a prime factor that no radix reaches.
    #[test]
    fn many_ranks_have_a_list_if_their_factors_are_small() {
        let best = |ranks| best(&Drawn { seed: 1, least: 10 }, &layout(ranks), 1);
        for ranks in [1 << 62, 897_612_484_786_617_600, 1 << 32, 720_720] {
            let found = best(ranks).expect("a list");
            assert_eq!(found.list.iter().product::<u64>(), ranks);
            assert!(ranks != 897_612_484_786_617_600 || found.exhaustive == Exhaustive::No);
        }
        assert_eq!([best(1), best(2 * 4099)], [None, None]);
    }
}
