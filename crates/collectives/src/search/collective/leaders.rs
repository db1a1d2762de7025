//! The winner and the runner-up only. Candidates that cannot be among them are not searched, which is far less work than the
//! best of every family.

use super::family_search::{FamilySearch, uncut_time};
use super::{Choice, KnownSends};
use crate::collective::{AlgorithmFamily, Exhaustive, Member, OperandOrder, Question, Timed, among_ranks};
use logpine_models::job::Operands;
use logpine_text::units::Time;
use logpine_trees::tree::{PipelineTimes, Segments};
use std::cell::Cell;

/// The places that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// The fastest family.
    First,
    /// The two fastest families.
    FirstTwo,
}

/// The best algorithms of the fastest families.
#[derive(Clone, Debug)]
pub struct Leaders {
    /// The fastest algorithm.
    pub best: Choice,
    /// The fastest algorithm of another family, if it is wanted and there is one.
    pub runner_up: Option<Choice>,
    /// Exhaustive if everything else was tried or excluded by a bound.
    pub exhaustive: Exhaustive,
}

/// Returns the first of all choices of [`best_of_families`](super::best_of_families) in their order, and the first of
/// another family, found by one thread. `None` if no time is representable.
///
/// A family is left out if its least time exceeds an upper bound on that of the last place wanted. The bound is made from
/// the first member of every family, with the message uncut, and falls as families are searched. So this search can be
/// exhaustive even if that of all families is not.
#[must_use]
pub fn leaders(question: Question, sends: &KnownSends, operands: Operands, places: Places) -> Option<Leaders> {
    let injection = sends.injection(question);
    let families: Vec<&'static AlgorithmFamily> = among_ranks().collect();
    let mut times = PipelineTimes::new();
    let mut most = UpperBounds { places, of: vec![Time::MAX; families.len()] };
    // The last families are quick to search, and good for long messages or short ones.
    for (index, family) in families.iter().copied().enumerate().rev() {
        if let Some(time) = first_uncut(family, question, operands, most.limit(), &mut times) {
            most.of[index] = time;
        }
    }
    let mut choices: Vec<Choice> = Vec::new();
    let mut exhaustive = Exhaustive::Yes;
    for (index, family) in families.iter().copied().enumerate().rev() {
        let mut search = FamilySearch::new(family, question, injection, &mut times).within(most.limit());
        search.run(operands);
        let found = search.finish();
        exhaustive = exhaustive.and(found.exhaustive);
        if let Some(best) = found.choices.into_iter().min_by(|a, b| a.key(question).cmp(&b.key(question))) {
            most.of[index] = most.of[index].min(best.time);
            choices.push(best);
        }
    }
    choices.sort_by(|a, b| a.key(question).cmp(&b.key(question)));
    let mut choices = choices.into_iter();
    let best = choices.next()?;
    let runner_up = if places == Places::FirstTwo { choices.next() } else { None };
    Some(Leaders { best, runner_up, exhaustive })
}

/// True if it is certain that every algorithm of every family but `family` takes longer than `limit`. This includes the
/// circulant graph with two blocks and more if one block, which is the binomial tree, is faster.
#[must_use]
pub fn wins_alone(question: Question, sends: &KnownSends, operands: Operands, family: &str, limit: Time) -> bool {
    let injection = sends.injection(question);
    let mut times = PipelineTimes::new();
    // The last families are the most likely to be good for long messages.
    among_ranks().rev().filter(|other| other.name() != family).all(|other| {
        let mut search = FamilySearch::new(other, question, injection, &mut times).of_its_own_within(limit);
        search.run(operands);
        let found = search.finish();
        found.exhaustive == Exhaustive::Yes && found.choices.iter().all(|choice| choice.time > limit)
    })
}

/// For each family, an upper bound on the time of its best choice.
struct UpperBounds {
    places: Places,
    of: Vec<Time>,
}

impl UpperBounds {
    /// The time above which no choice takes a wanted place.
    fn limit(&self) -> Time {
        let [mut first, mut second] = [Time::MAX; 2];
        for &time in &self.of {
            if time < first {
                (first, second) = (time, first);
            } else if time < second {
                second = time;
            }
        }
        if self.places == Places::First { first } else { second }
    }
}

/// The time of the first member of a family with the message uncut, if it may be within the limit.
fn first_uncut(
    family: &'static AlgorithmFamily,
    question: Question,
    operands: Operands,
    limit: Time,
    times: &mut PipelineTimes,
) -> Option<Time> {
    let kept = |member: &Member| operands == Operands::AnyOrder || member.operand_order == OperandOrder::Kept;
    let limit = Cell::new(limit);
    let mut member = family.algorithms(question, &limit).find(kept)?;
    if let Some(mut outline) = member.recipe.outline() {
        outline.time(&Segments::whole(question.timing.port(question.bytes)?)).filter(|&least| least <= limit.get())?;
    }
    uncut_time(question, &mut member, times)
}
