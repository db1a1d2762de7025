//! The winner and the runner-up only. What cannot be among them is not searched, which is far less work than the best of
//! every family.

use super::families::{self, RankFamily};
use super::question::Question;
use super::{
    AlgorithmTime, Choice, Cut, Cutting, Effort, Exhaustive, Injection, LeftOutReason, Member, OperandOrder, best_cut,
};
use crate::job::Operands;
use crate::model::MessageSize;
use crate::tree::{PipelineTimes, Segments};
use crate::units::Time;

/// Which families are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// The fastest.
    First,
    /// The two fastest.
    FirstTwo,
}

/// The best algorithms of the fastest families.
#[derive(Clone, Debug)]
pub struct Leaders {
    /// The fastest algorithm.
    pub best: Choice,
    /// The fastest of another family, if it was asked for and there is one.
    pub runner_up: Option<Choice>,
    /// Whether everything else was tried or excluded by a bound.
    pub exhaustive: Exhaustive,
}

/// The first in the order of all choices of [`best_of_families`](super::best_of_families), and the first of another
/// family, found by one thread. `None` where no time is representable.
///
/// A family whose least time exceeds an upper bound on that of the last place wanted is left out. The bound is made from
/// the first member of every family, the message uncut, and falls as families are searched. So the search can be
/// exhaustive where that of all families is not.
#[must_use]
pub fn leaders(question: Question, operands: Operands, places: Places) -> Option<Leaders> {
    let mut search = LeaderSearch::new(question, operands, places);
    let members = |family: &&'static dyn RankFamily| search.members(*family).peekable();
    let mut members: Vec<_> = families::ALL.iter().map(members).collect();
    for (index, members) in members.iter_mut().enumerate() {
        search.most[index] = members.peek().and_then(|member| search.uncut(member)).unwrap_or(Time::MAX);
    }
    // The last families pass nothing on along a tree: they are quick to search, and good for long messages.
    for (index, members) in members.into_iter().enumerate().rev() {
        search.best_of_family(index, members);
    }
    search.finish()
}

struct LeaderSearch<'a> {
    question: Question<'a>,
    operands: Operands,
    places: Places,
    injection: Injection,
    times: PipelineTimes,
    /// What is left for the family that is searched.
    effort: Effort,
    /// For each family a time that its best does not exceed.
    most: [Time; families::ALL.len()],
    choices: Vec<Choice>,
    exhaustive: Exhaustive,
}

impl<'a> LeaderSearch<'a> {
    fn new(question: Question<'a>, operands: Operands, places: Places) -> Self {
        Self {
            question,
            operands,
            places,
            injection: Injection::new(question),
            times: PipelineTimes::new(),
            effort: Effort::default(),
            most: [Time::MAX; families::ALL.len()],
            choices: Vec::new(),
            exhaustive: Exhaustive::Yes,
        }
    }

    /// What is slower has none of the places wanted.
    fn limit(&self) -> Time {
        let [mut first, mut second] = [Time::MAX; 2];
        for &time in &self.most {
            if time < first {
                (first, second) = (time, first);
            } else if time < second {
                second = time;
            }
        }
        if self.places == Places::First { first } else { second }
    }

    fn members(&self, family: &'static dyn RankFamily) -> impl Iterator<Item = Member> + use<'a> {
        let any_order = self.operands == Operands::AnyOrder;
        let members = family.members(self.question);
        members.filter(move |member| any_order || member.operand_order == OperandOrder::Kept)
    }

    /// The time of an algorithm with the whole message as one segment, or as it cuts it itself.
    fn uncut(&mut self, member: &Member) -> Option<Time> {
        let Question { timing, ranks, bytes, .. } = self.question;
        match member.algorithm.cutting() {
            Cutting::ByRanks => member.algorithm.time_by_ranks(self.question),
            _ if member.algorithm.fewest_segments() > 1 => None,
            _ => member.algorithm.time(ranks, &Segments::whole(timing.port(bytes)?), &mut self.times),
        }
    }

    fn best_of_family(&mut self, index: usize, members: impl Iterator<Item = Member>) {
        let family = families::ALL[index];
        self.effort = Effort::default();
        let mut tried = false;
        let mut best: Option<Choice> = None;
        for member in members {
            tried = true;
            let least = self.injection.times(member.least_sends);
            let tied = |best: &Choice| least == Some(best.time) && segments(best.cut) == 1;
            let slower = |time: Time| least.is_none_or(|least| least > time);
            let beaten = best.as_ref().is_some_and(|best| slower(best.time) || tied(best));
            // Who scatters need not combine every byte that it receives in a reduction.
            let is_bounded = member.algorithm.cutting() != Cutting::ByRanks;
            if is_bounded && (beaten || slower(self.limit())) {
                self.exhaustive = self.exhaustive.and(self.injection.exhaustive);
                break;
            }
            self.exhaustive = self.exhaustive.and(member.listed);
            self.try_member(family, &member, &mut best);
            if let Some(best) = &best {
                self.most[index] = self.most[index].min(best.time);
            }
        }
        if !tried && family.why_none(self.question) == LeftOutReason::TooLarge {
            self.exhaustive = Exhaustive::No;
        }
        self.choices.extend(best);
    }

    fn try_member(&mut self, family: &'static dyn RankFamily, member: &Member, best: &mut Option<Choice>) {
        let Question { timing, ranks, bytes, .. } = self.question;
        let uncut = self.uncut(member);
        let cuts = matches!(member.algorithm.cutting(), Cutting::LastShort | Cutting::Even)
            && timing.message_size() == MessageSize::Bytes;
        let of_family = best.as_ref().map_or(Time::MAX, |best| best.time);
        let limit = of_family.min(self.limit());
        if let Some(time) = uncut {
            let sized = member.algorithm.cutting() != Cutting::ByRanks && timing.message_size() == MessageSize::Bytes;
            keep(best, family, member, sized.then_some(Cut { segment: bytes, segments: 1, time }), time);
        }
        if !cuts {
            return;
        }
        let least = self.injection.times(member.algorithm.sends());
        if least.is_none_or(|least| least >= of_family || least > limit) {
            self.exhaustive = self.exhaustive.and(self.injection.exhaustive);
            return;
        }
        let mut timed = AlgorithmTime { algorithm: &member.algorithm, ranks, times: &mut self.times };
        let found = best_cut(timing, bytes, limit, &mut self.effort, &mut timed);
        self.exhaustive = self.exhaustive.and(found.exhaustive);
        if let Some(cut) = found.cut.filter(|cut| cut.segments > 1) {
            keep(best, family, member, Some(cut), cut.time);
        }
    }

    fn finish(mut self) -> Option<Leaders> {
        self.choices.sort_by(|a, b| a.key().cmp(&b.key()));
        let mut choices = self.choices.into_iter();
        let best = choices.next()?;
        let runner_up = if self.places == Places::FirstTwo { choices.next() } else { None };
        Some(Leaders { best, runner_up, exhaustive: self.exhaustive })
    }
}

fn segments(cut: Option<Cut>) -> u64 {
    cut.map_or(1, |cut| cut.segments)
}

/// Keeps an algorithm where it is better than those of its family before.
fn keep(best: &mut Option<Choice>, family: &'static dyn RankFamily, member: &Member, cut: Option<Cut>, time: Time) {
    if best.as_ref().is_none_or(|best| (time, segments(cut)) < (best.time, segments(best.cut))) {
        let (parameters, algorithm) = (member.parameters.clone(), member.algorithm.clone());
        *best = Some(Choice { family: family.name(), parameters, algorithm, cut, time });
    }
}
