//! The values of a parameter at which another choice begins to win, and the loss of today's choice at other values.

use super::{Landscape, Standing};
use crate::request::Status;
use logpine_models::machine::{Machine, MachineParameters, Parameter};
use logpine_text::units::{Rate, Time};
use logpine_text::watch::Watch;
use rayon::prelude::*;
use rustc_hash::FxHashSet;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};

/// Break points are searched for up to 2^10 times a parameter's value, and down to zero.
const FARTHEST: u32 = 10;
/// The values that are tried, without a proof, of a parameter that does not change the time of today's choice: its own value divided by 2 to
/// each of these powers.
const FEW: [u32; 3] = [1, 4, 63];

/// The sensitivity of a choice to each parameter, varied alone.
#[derive(Clone, Debug)]
pub struct Sensitivity<C> {
    /// One entry for each parameter that was examined, in their order.
    pub parameters: Vec<ParameterSensitivity<C>>,
    /// The parameters that were not examined to the end, because the search was stopped.
    pub unexamined: Vec<Parameter>,
}

/// The effect of one parameter on the choice, with the others at their own values.
#[derive(Clone, Debug)]
pub struct ParameterSensitivity<C> {
    /// The parameter.
    pub parameter: Parameter,
    /// The nearest value below at which another choice wins; `None` if none was found down to zero.
    pub low: Option<BreakPoint<C>>,
    /// The nearest value above at which another choice wins; `None` if none was found up to 1,024 times the value.
    pub high: Option<BreakPoint<C>>,
    /// The guarantee for the break points.
    pub guarantee: Guarantee,
    /// The loss of today's choice at both ends of the range, or at half and at twice the value if there is no range.
    pub(crate) ends: [End; 2],
}

/// A value at which another choice wins. A step closer to the parameter's own value none is better than today's.
#[derive(Clone, Debug)]
pub struct BreakPoint<C> {
    /// The value of the parameter: ticks, or ticks a byte, a child or a rank.
    pub value: Rate,
    /// The choice that wins there.
    pub winner: C,
}

/// The loss of today's choice at another value of the parameter; times are `None` past [`Time::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The value of the parameter.
    pub at: Rate,
    /// The amount by which today's choice, unchanged, is worse than the best.
    pub regret: Option<Time>,
    /// The value of the best choice.
    pub best: Option<Time>,
}

/// The guarantee for the break points of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guarantee {
    /// Today's choice is best at every value between the break points, in whole steps.
    Exact,
    /// Coefficients are fractions of a tick, and every level's cost is rounded. Today's choice is best a step before each
    /// break point; elsewhere between them it loses at most a tick a wave for each level of its tree and of the best (two
    /// for a round trip).
    ButForRounding,
    /// Today's choice is best a step before each break point, and at the values between that were tried: an eighth, a
    /// quarter and half of the parameter's value less, then half of that again and again; an eighth, a quarter and half of
    /// it more, then twice that again and again. There is no proof for the other values between.
    ///
    /// A parameter may leave the time of today's choice as it is. Zero is tried then, and the values where better choices begin to win.
    /// A proof at one of these values that no other choice is better holds above it, since no time falls as a parameter grows. Without a
    /// proof, half of the parameter's value, a sixteenth of it, and zero are tried.
    Probed,
    /// No better choice was found at the values of [`Guarantee::Probed`], nor a step before each break point. Some searches there ended
    /// without a proof.
    BestFound,
}

impl Guarantee {
    /// `exact`, `exact but for rounding`, `probed` or `best found`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::ButForRounding => "exact but for rounding",
            Self::Probed => "probed",
            Self::BestFound => "best found",
        }
    }
}

/// The sensitivity of a choice that is best at the profile's values, for the parameters that are examined until the watch ends it.
pub fn sensitivity<L: Landscape>(
    landscape: &L,
    parameters: &MachineParameters,
    choice: &L::Choice,
    watch: &dyn Watch,
) -> Sensitivity<L::Choice> {
    let today = landscape.best(parameters.machine());
    let is_proved = today.is_some_and(|best| best.status != Status::BestFound);
    // The values that are tried of each parameter, at most.
    let most: Vec<u64> = parameters.list().iter().map(OneParameter::<L>::most_tried).collect();
    let (done, all) = (AtomicU64::new(0), most.iter().sum());
    watch.progress(0, all);
    let of = |index: usize| {
        let (proved, best_at, tried) = (Cell::new(is_proved), RefCell::default(), Cell::new(0));
        let progress = |values: u64| {
            let values = values.min(most[index] - tried.get());
            tried.set(tried.get() + values);
            watch.progress(done.fetch_add(values, Ordering::Relaxed) + values, all);
        };
        let of = OneParameter {
            landscape,
            parameters,
            choice,
            index,
            is_proved,
            proved,
            best_at,
            progress: &progress,
            watch,
        }
        .sensitivity();
        progress(most[index]);
        of
    };
    let all: Vec<_> = (0..parameters.list().len()).into_par_iter().map(of).collect();
    let unexamined = parameters.list().iter().zip(&all).filter(|(_, of)| of.is_none()).map(|(name, _)| name.clone());
    Sensitivity { unexamined: unexamined.collect(), parameters: all.into_iter().flatten().collect() }
}

/// A parameter that does not change the value of today's choice.
struct Unused<C> {
    value: Time,
    /// The least value of the parameter, in steps, from which on it is proved that no other choice is better.
    from: u64,
    /// The break point below.
    low: Option<BreakPoint<C>>,
}

/// A choice as a function of one parameter, in steps.
struct OneParameter<'a, L: Landscape> {
    landscape: &'a L,
    parameters: &'a MachineParameters<'a>,
    choice: &'a L::Choice,
    index: usize,
    /// True if it is proved that today's choice is the best.
    is_proved: bool,
    /// True if every search so far ended with a proof.
    proved: Cell<bool>,
    /// The values at which it is proved that no other choice is better.
    best_at: RefCell<FxHashSet<u64>>,
    /// Told of the number of further values that were tried.
    progress: &'a dyn Fn(u64),
    watch: &'a dyn Watch,
}

impl<L: Landscape> OneParameter<'_, L> {
    fn parameter(&self) -> &Parameter {
        &self.parameters.list()[self.index]
    }

    /// The most values that are tried on the way to break points, and at the ends.
    fn most_tried(parameter: &Parameter) -> u64 {
        let own = parameter.steps(parameter.value);
        (below(own).len() + above(own).len() + 2) as u64
    }

    /// `None` if the watch ends it.
    fn sensitivity(&self) -> Option<ParameterSensitivity<L::Choice>> {
        if self.watch.is_over() {
            return None;
        }
        let parameter = self.parameter();
        let own = parameter.steps(parameter.value);
        let ends = match parameter.range {
            Some(range) => [range.low, range.high],
            None => [parameter.at(own / 2), parameter.at(own.saturating_mul(2))],
        };
        let value = self.unused_at(own);
        let unused = value.and_then(|value| self.unused(own, value));
        let end = |at| match &unused {
            Some(Unused { value, from, .. }) if parameter.steps(at) >= *from => {
                (End { at, regret: Some(Time::ZERO), best: Some(*value) }, None)
            }
            _ => self.end(at),
        };
        let [low, high] = match &unused {
            Some(Unused { low, .. }) => [low.clone(), None],
            // What is better at a greater value is better at this one, and was not found.
            None if value.is_some() => {
                let probes = distinct(own, FEW.into_iter().map(|power| own >> power));
                [self.break_point(own, &probes), None]
            }
            None if self.is_best_above(own) => [self.break_point(own, &below(own)), None],
            None => [below(own), above(own)].map(|probes| self.break_point(own, &probes)),
        };
        let [(low_end, below_own), (high_end, above_own)] = ends.map(end);
        let (low, high) = (self.nearer(low, &low_end, below_own), self.nearer(high, &high_end, above_own));
        let ends = [low_end, high_end];
        let guarantee = match self.landscape.guarantee(self.parameters.machine(), parameter) {
            guarantee if self.proved.get() => guarantee,
            _ => Guarantee::BestFound,
        };
        let of = ParameterSensitivity { low, high, guarantee, ends, parameter: parameter.clone() };
        (!self.watch.is_over()).then_some(of)
    }

    /// The value of today's choice if the parameter does not change it, and no value falls as the parameter grows. Most rows of a long table are
    /// such parameters.
    fn unused_at(&self, own: u64) -> Option<Time> {
        let machine = self.parameters.machine();
        let value = self.landscape.value(self.choice, machine).filter(|_| self.landscape.is_monotone(machine))?;
        let is_same =
            self.is_same_above(own, value) && self.landscape.tuned(self.choice, &self.machine(0)) == Some(value);
        is_same.then_some(value)
    }

    /// The values of such a parameter from which on today's choice stays the best. A proof at one value holds for all above. `None` without a
    /// proof.
    fn unused(&self, own: u64, value: Time) -> Option<Unused<L::Choice>> {
        let (mut from, mut low) = (0, None);
        while !self.watch.is_over() {
            match self.landscape.standing(self.choice, &self.machine(from)) {
                Standing::Best { is_proved: true } => return Some(Unused { value, from, low: self.won_at(low) }),
                Standing::Beaten(rival) if from < own => {
                    let (last, first) = self.begin_of(&rival, own, from);
                    from = last;
                    low = Some((first, rival));
                }
                Standing::Best { .. } | Standing::Beaten(_) | Standing::TooLong => return None,
            }
        }
        None
    }

    /// The break point where a rival wins: the best choice there is the winner.
    fn won_at(&self, rival: Option<(u64, L::Choice)>) -> Option<BreakPoint<L::Choice>> {
        let (at, rival) = rival?;
        let winner = match self.landscape.standing_by_best(self.choice, &self.machine(at)) {
            Standing::Beaten(winner) => winner,
            Standing::Best { .. } | Standing::TooLong => rival,
        };
        Some(BreakPoint { value: self.parameter().at(at), winner })
    }

    /// True if it is proved that no other choice is better at any value above: today's is the best, its value stays the same, and none falls.
    fn is_best_above(&self, own: u64) -> bool {
        let machine = self.parameters.machine();
        let today = self.landscape.value(self.choice, machine);
        let is_same = self.landscape.is_monotone(machine) && today.is_some_and(|today| self.is_same_above(own, today));
        self.is_proved && is_same
    }

    /// True if the largest value that is tried does not change the value of today's choice.
    fn is_same_above(&self, own: u64, today: Time) -> bool {
        let largest = above(own).last().copied().unwrap_or(own);
        self.landscape.value(self.choice, &self.machine(largest)) == Some(today)
    }

    fn machine(&self, steps: u64) -> Machine {
        self.parameters.machine_with(self.index, self.parameter().at(steps))
    }

    /// The end of a range, and the best choice that a search found there.
    fn end(&self, at: Rate) -> (End, Option<L::Choice>) {
        (self.progress)(1);
        let machine = self.parameters.machine_with(self.index, at);
        let own = self.landscape.value(self.choice, &machine);
        let steps = self.parameter().steps(at);
        let is_best = self.best_at.borrow().contains(&steps) && self.parameter().at(steps) == at;
        let is_above = steps > self.parameter().steps(self.parameter().value);
        let is_best = is_best || (is_above && self.is_best_above(steps));
        let known = own.filter(|_| is_best && self.landscape.tuned(self.choice, &machine) == own);
        let quick = || self.landscape.quick(self.choice, &machine)?.1;
        let (found, rival) = match known.or_else(quick) {
            Some(known) => (Some(known), None),
            None => self.landscape.best(&machine).map(|best| (best.value, best.choice)).unzip(),
        };
        let best = found.into_iter().chain(own).min();
        (End { at, regret: own.zip(best).and_then(|(own, best)| own.checked_sub(best)), best }, rival)
    }

    /// A break point, or one before the end of the range if what was found there is better than today's choice: the searches on the way
    /// to break points give up sooner.
    fn nearer(
        &self,
        point: Option<BreakPoint<L::Choice>>,
        end: &End,
        rival: Option<L::Choice>,
    ) -> Option<BreakPoint<L::Choice>> {
        let parameter = self.parameter();
        let (own, outside) = (parameter.steps(parameter.value), parameter.steps(end.at));
        let is_nearer = |point: &BreakPoint<_>| own.abs_diff(parameter.steps(point.value)) <= own.abs_diff(outside);
        match rival.filter(|rival| self.beats(rival, outside)) {
            Some(rival) if !point.as_ref().is_some_and(is_nearer) => Some(self.close_in(own, outside, rival)),
            _ => point,
        }
    }

    /// The first break point on the way through `probes`, which lie ever farther from the parameter's `own` value.
    fn break_point(&self, own: u64, probes: &[u64]) -> Option<BreakPoint<L::Choice>> {
        let mut inside = own;
        for &probe in probes {
            if self.watch.is_over() {
                return None;
            }
            (self.progress)(1);
            match self.standing(probe) {
                Standing::Best { .. } => inside = probe,
                Standing::Beaten(rival) => return Some(self.close_in(inside, probe, rival)),
                Standing::TooLong => return None,
            }
        }
        None
    }

    /// Searches for the break point between `inside`, where today's choice is best, and `outside`, where `rival` wins. This
    /// is Newton's method, with bisection at values where the search does not find the rival that wins, such as a tree built
    /// for another machine.
    fn close_in(&self, mut inside: u64, mut outside: u64, mut rival: L::Choice) -> BreakPoint<L::Choice> {
        while inside.abs_diff(outside) > 1 && !self.watch.is_over() {
            let (last, first) = self.begin_of(&rival, inside, outside);
            if last != inside
                && let Standing::Beaten(better) = self.standing(last)
            {
                (outside, rival) = (last, better);
                continue;
            }
            if first == outside {
                break;
            }
            if let Standing::Beaten(winner) = self.standing(first) {
                (outside, rival) = (first, winner);
                break;
            }
            inside = first;
            let middle = inside.midpoint(outside);
            match self.standing(middle) {
                Standing::Beaten(better) => (outside, rival) = (middle, better),
                Standing::Best { .. } | Standing::TooLong => inside = middle,
            }
        }
        BreakPoint { value: self.parameter().at(outside), winner: rival }
    }

    /// Two neighbours between `inside` and `outside`: a rival that wins at `outside` beats today's choice at the
    /// second, and not at the first.
    fn begin_of(&self, rival: &L::Choice, mut inside: u64, mut outside: u64) -> (u64, u64) {
        while inside.abs_diff(outside) > 1 {
            let middle = inside.midpoint(outside);
            if self.beats(rival, middle) { outside = middle } else { inside = middle }
        }
        (inside, outside)
    }

    fn beats(&self, rival: &L::Choice, steps: u64) -> bool {
        let machine = self.machine(steps);
        let value = |choice| self.landscape.tuned(choice, &machine);
        match (value(rival), value(self.choice)) {
            (Some(rival), Some(own)) => rival < own,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    fn standing(&self, steps: u64) -> Standing<L::Choice> {
        let standing = self.landscape.standing(self.choice, &self.machine(steps));
        match standing {
            Standing::Best { is_proved: true } => drop(self.best_at.borrow_mut().insert(steps)),
            Standing::Best { is_proved: false } => self.proved.set(false),
            Standing::Beaten(_) | Standing::TooLong => {}
        }
        standing
    }
}

/// Values below, each farther away: to half, then to 2^-10, and zero.
fn below(own: u64) -> Vec<u64> {
    let near = [own - own / 8, own - own / 4];
    let halves = (1..=FARTHEST).map(|halvings| own >> halvings);
    distinct(own, near.into_iter().chain(halves).chain([0]))
}

/// Values above, each farther away: to twice, then to 2^10 times as much. A value of zero goes up in powers of two.
fn above(own: u64) -> Vec<u64> {
    if own == 0 {
        return (0..40).map(|exponent| 1 << exponent).collect();
    }
    let near = [8, 4, 2].map(|part| own.saturating_add(own / part));
    let doubles = (1..=FARTHEST).map(|doublings| own.saturating_mul(1 << doublings));
    distinct(own, near.into_iter().chain(doubles))
}

fn distinct(own: u64, values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut values: Vec<u64> = values.filter(|&value| value != own).collect();
    values.dedup();
    values
}
