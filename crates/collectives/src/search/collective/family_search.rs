//! The search of one family: every member, with every segment size, is tried or excluded by a bound.

use super::{Choice, Effort, FamilyResult, Injection, best_cut, is_excluded};
use crate::collective::{
    AlgorithmFamily, AlgorithmTime, Cut, Cutting, Exhaustive, Member, OperandOrder, Outline, Question, Recipe, Sizes,
    Timed,
};
use logpine_models::job::Operands;
use logpine_models::model::MessageSize;
use logpine_text::units::Time;
use logpine_trees::tree::families::{LeftOut, LeftOutReason, Parameters};
use logpine_trees::tree::{PipelineTimes, Segments};
use std::cell::Cell;

/// The search of one family.
pub(super) struct FamilySearch<'a> {
    family: &'static AlgorithmFamily,
    question: Question<'a>,
    injection: Injection,
    wanted: Wanted,
    /// The evaluator of trees.
    times: &'a mut PipelineTimes,
    /// The effort left for all members together.
    effort: Effort,
    best: Option<Choice>,
    /// The best without segments.
    whole: Option<Choice>,
    exhaustive: Exhaustive,
    tried: Tried,
    left_out: Option<LeftOut>,
}

/// The results wanted of a family.
#[derive(Clone, Copy)]
enum Wanted {
    /// The best choice of the family, and the best without segments.
    Both,
    /// The best choice of the family, if that takes no longer.
    BestWithin(Time),
    /// The same, restricted to members that are algorithms of their own, although another family's may be faster: a single
    /// block goes around a circulant graph along the binomial tree.
    OwnWithin(Time),
}

/// The kinds of members that a family has had to try.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    None,
    Some,
    /// Only a member that needs segments.
    Segmented,
}

/// The time of a member with the whole message as one segment, or with the algorithm's own cut; `None` if this is not
/// possible or takes longer than [`Time::MAX`].
pub(super) fn uncut_time(question: Question, member: &mut Member, times: &mut PipelineTimes) -> Option<Time> {
    let Question { timing, ranks, bytes, .. } = question;
    if member.uncut.is_some() || !member.sizes.contains(bytes) {
        return member.uncut;
    }
    let algorithm = member.made(ranks, question.known)?;
    match algorithm.cutting() {
        Cutting::ByRanks => algorithm.time_by_ranks(question),
        _ if algorithm.fewest_segments() > 1 => None,
        _ => algorithm.time(ranks, &Segments::whole(timing.port(bytes)?), times),
    }
}

impl<'a> FamilySearch<'a> {
    pub fn new(
        family: &'static AlgorithmFamily,
        question: Question<'a>,
        injection: Injection,
        times: &'a mut PipelineTimes,
    ) -> Self {
        Self {
            family,
            question,
            injection,
            wanted: Wanted::Both,
            times,
            effort: Effort::default(),
            best: None,
            whole: None,
            exhaustive: Exhaustive::Yes,
            tried: Tried::None,
            left_out: None,
        }
    }

    /// Restricts the search to the best choice, and only if it takes at most `limit`.
    pub fn within(self, limit: Time) -> Self {
        Self { wanted: Wanted::BestWithin(limit), ..self }
    }

    /// Restricts the search to the best choice that no other family has, and only if it takes at most `limit`.
    pub fn of_its_own_within(self, limit: Time) -> Self {
        Self { wanted: Wanted::OwnWithin(limit), ..self }
    }

    /// Tries the members.
    pub fn run(&mut self, operands: Operands) {
        let limit = Cell::new(self.limit());
        for member in self.family.algorithms(self.question, &limit) {
            if operands == Operands::RankOrder && member.operand_order == OperandOrder::Lost {
                let (parameters, reason) = (member.parameters, LeftOutReason::OperandOrder);
                self.left_out.get_or_insert(LeftOut { family: self.family.name(), parameters, reason });
                continue;
            }
            // In a reduction, a rank that scatters need not combine every byte that it receives.
            let is_bounded = member.recipe.cutting() != Cutting::ByRanks;
            if is_bounded && self.is_hopeless(self.injection.times(member.least_sends)) {
                self.exhaustive = self.exhaustive.and(self.injection.exhaustive);
                self.tried = if self.tried == Tried::None { Tried::Some } else { self.tried };
                break;
            }
            self.exhaustive = self.exhaustive.and(member.listed);
            self.try_member(member);
            limit.set(self.limit());
            if self.effort.is_spent() {
                self.exhaustive = Exhaustive::No;
                break;
            }
        }
    }

    /// The time above which no choice is of interest.
    fn limit(&self) -> Time {
        match (self.wanted, &self.best) {
            (Wanted::Both, None) => Time::MAX,
            (Wanted::BestWithin(limit) | Wanted::OwnWithin(limit), None) => limit,
            (Wanted::Both, Some(best)) => best.time,
            (Wanted::BestWithin(limit) | Wanted::OwnWithin(limit), Some(best)) => limit.min(best.time),
        }
    }

    /// True if a member that takes at least `least` can neither be better than the best nor than the best without segments.
    fn is_hopeless(&self, least: Option<Time>) -> bool {
        let Some(least) = least else { return true };
        let beaten = |held: &Option<Choice>| held.as_ref().is_some_and(|held| least >= held.time);
        let beyond = !matches!(self.wanted, Wanted::Both) && least > self.limit();
        beyond || (beaten(&self.best) && beaten(&self.whole))
    }

    fn try_member(&mut self, mut member: Member) {
        let Question { timing, ranks, bytes, .. } = self.question;
        let outline = member.recipe.outline();
        let sized = timing.message_size() == MessageSize::Bytes;
        // If a single block is as good, an algorithm that needs more blocks has no cut of its own.
        let segmented = matches!(&member.recipe, Recipe::Made(made) if made.fewest_segments() > 1);
        self.tried = if segmented { Tried::Segmented } else { Tried::Some };
        self.try_uncut(&mut member, outline);
        let may_stay_whole = segmented && !matches!(self.wanted, Wanted::OwnWithin(_));
        let most = if may_stay_whole { bytes } else { bytes - 1 };
        let sizes = if sized { member.sizes.up_to(most) } else { None };
        let Some(sizes) = sizes.filter(|&sizes| !self.is_excluded(&member.recipe, sizes, outline)) else { return };
        self.make(&mut member);
        let Recipe::Made(algorithm) = &member.recipe else { return };
        if !matches!(algorithm.cutting(), Cutting::LastShort | Cutting::Even) {
            return;
        }
        let limit = self.limit();
        let least = self.injection.times(algorithm.sends());
        let beaten = |least: Time| self.best.as_ref().is_some_and(|best| least >= best.time);
        if least.is_none_or(|least| least > limit || beaten(least)) {
            self.exhaustive = self.exhaustive.and(self.injection.exhaustive);
            return;
        }
        let mut timed = AlgorithmTime { algorithm: algorithm.as_ref(), ranks, times: self.times };
        let found = best_cut(timing, bytes, sizes, limit, &mut self.effort, &mut timed);
        self.exhaustive = self.exhaustive.and(found.exhaustive);
        if let Some(cut) = found.cut.filter(|cut| cut.segments > 1) {
            self.keep(member, Some(cut), cut.time);
        }
    }

    /// Tries the message as one segment, or with the algorithm's own cut.
    fn try_uncut(&mut self, member: &mut Member, outline: Option<Outline>) {
        let Question { timing, bytes, .. } = self.question;
        if !member.sizes.contains(bytes) {
            return;
        }
        let least = outline.zip(timing.port(bytes)).map(|(mut outline, port)| outline.time(&Segments::whole(port)));
        if least.is_some_and(|least| self.is_hopeless(least)) {
            return;
        }
        let Some(time) = uncut_time(self.question, member, self.times) else { return };
        let sized = timing.message_size() == MessageSize::Bytes && member.recipe.cutting() != Cutting::ByRanks;
        self.keep(member.clone(), sized.then_some(Cut { segment: bytes, segments: 1, time }), time);
    }

    /// True if a tree need not be made, because no cut along it can be of interest.
    fn is_excluded(&mut self, recipe: &Recipe, sizes: Sizes, outline: Option<Outline>) -> bool {
        let Question { timing, ranks, bytes, known, .. } = self.question;
        let limit = self.limit();
        let Some(mut outline) = outline.filter(|_| limit < Time::MAX) else { return false };
        if is_excluded(timing, bytes, sizes, limit, &mut self.effort, &mut outline) {
            return true;
        }
        // The time of the tree for one segment is found faster than the tree.
        let Recipe::Earliest { limits, .. } = *recipe else { return false };
        // If all sizes make the same number of segments, the size of the last one is restricted.
        let count = bytes.div_ceil(sizes.most);
        let shortest = if count == bytes.div_ceil(sizes.least) { bytes - (count - 1) * sizes.most } else { 1 };
        let (Some(full), Some(any)) = (timing.port_at_least(sizes.least), timing.port_at_least(shortest)) else {
            return false;
        };
        let mut sharper = outline.within(|port| known.time(port, limits, ranks), full, any);
        sharper != outline && is_excluded(timing, bytes, sizes, limit, &mut self.effort, &mut sharper)
    }

    /// Makes the algorithm of a member. If it turns out to be a tree that is too large even when compressed, the search will
    /// not be exhaustive.
    fn make(&mut self, member: &mut Member) {
        match member.made(self.question.ranks, self.question.known) {
            Some(algorithm) if algorithm.cutting() == Cutting::Never => self.exhaustive = Exhaustive::No,
            Some(_) => return,
            None => {
                let (parameters, reason) = (member.parameters.clone(), LeftOutReason::TooLarge);
                self.left_out.get_or_insert(LeftOut { family: self.family.name(), parameters, reason });
            }
        }
        self.effort.spend_much();
    }

    /// Keeps an algorithm if it is better than those before.
    fn keep(&mut self, mut member: Member, cut: Option<Cut>, time: Time) {
        let segments = cut.map_or(1, |cut| cut.segments);
        let better =
            |than: &Option<Choice>| than.as_ref().is_none_or(|than| (time, segments) < (than.time, than.segments()));
        let (is_best, is_whole) = (better(&self.best), segments == 1 && better(&self.whole));
        if !is_best && !is_whole {
            return;
        }
        self.make(&mut member);
        let Recipe::Made(algorithm) = member.recipe else { return };
        let choice = Choice { family: self.family.name(), parameters: member.parameters, algorithm, cut, time };
        if is_whole {
            self.whole = Some(choice.clone());
        }
        if is_best {
            self.best = Some(choice);
        }
    }

    /// The result of the search.
    pub fn finish(mut self) -> FamilyResult {
        let family = self.family.name();
        let without = |reason| LeftOut { family, parameters: Parameters::new(), reason };
        let left_out = match (self.left_out.take(), self.best.is_none(), self.tried) {
            (None, true, Tried::None) => Some(without(self.family.why_none(self.question))),
            (None, true, Tried::Some) => Some(without(LeftOutReason::NotRepresentable)),
            (None, true, Tried::Segmented) => Some(without(LeftOutReason::OneSegment)),
            (left_out, ..) => left_out,
        };
        if left_out.as_ref().is_some_and(|out| out.reason == LeftOutReason::TooLarge) {
            self.exhaustive = Exhaustive::No;
        }
        let (best, whole) = (self.best, self.whole);
        let whole = whole.filter(|whole| best.as_ref().is_some_and(|best| best.segments() != whole.segments()));
        let choices = best.into_iter().chain(whole).collect();
        FamilyResult { choices, exhaustive: self.exhaustive, left_out }
    }
}
