//! Collectives among ranks, all of which hold data: the best family, its parameters and the segment size together.
//!
//! A reduction is a broadcast on the machine run backwards ([`Reversed`](crate::model::Reversed)), so only broadcasts are
//! searched. Of each family the search tries every member until more sends alone take too long, and every size of the
//! segments ([`best_cut`]); what is left out is excluded by a bound.

mod algorithm;
mod bound;
pub mod families;
mod leaders;
mod question;
mod segment;

pub use algorithm::{Algorithm, AlgorithmTime};
pub use bound::{Bound, BoundReason, lower_bound};
pub use families::{Member, OperandOrder, RankFamily};
pub use leaders::{Leaders, Places, leaders};
pub use question::Question;
pub use segment::{Cut, Cutting, Effort, Exhaustive, Found, Timed, best_cut};

use crate::job::Operands;
use crate::model::MessageSize;
use crate::tree::families::Parameters;
use crate::tree::{PipelineTimes, Segments};
use crate::units::Time;
use rayon::prelude::*;

/// An algorithm with all its parameters, and how long it takes.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The family's name.
    pub family: &'static str,
    /// What tells the member from the others of its family, without the segments.
    pub parameters: Parameters,
    /// How the message moves.
    pub algorithm: Algorithm,
    /// How the message is cut; `None` where the model has no sizes or the algorithm cuts it by the number of ranks.
    pub cut: Option<Cut>,
    /// Until every rank has the whole message.
    pub time: Time,
}

impl Choice {
    /// Choices rank by their time; of equals those with fewer segments come first, then in the order of
    /// [`families::ALL`], which has simple families first, then by their parameters.
    #[must_use]
    pub fn key(&self) -> impl Ord + '_ {
        let family = families::ALL.iter().position(|family| family.name() == self.family);
        (self.time, self.cut.map_or(1, |cut| cut.segments), family, &self.parameters)
    }
}

/// What the search of one family found.
#[derive(Clone, Debug)]
pub struct FamilyResult {
    /// The family's name.
    pub family: &'static str,
    /// Its best algorithm, and its best without segments where that is another.
    pub choices: Vec<Choice>,
    /// Whether every member and every size was tried or excluded.
    pub exhaustive: Exhaustive,
    /// Why it has no choice, or lacks some members, and the parameters of the first of those.
    pub left_out: Option<LeftOut>,
}

/// Members of a family that are not among the choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// What tells the first of them from the others of its family.
    pub parameters: Parameters,
    /// Why.
    pub reason: LeftOutReason,
}

/// Why a family, or some of its members, are not among the choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LeftOutReason {
    /// A reduction along it would not combine the operands in the order of the ranks.
    #[error("it does not combine the operands in the order of the ranks")]
    OperandOrder,
    /// It has no member for the job.
    #[error("no member for so few ranks")]
    NoMember,
    /// The model's messages cannot be cut.
    #[error("a message of this model cannot be cut")]
    Indivisible,
    /// Its tree is the binomial one.
    #[error("here it is the binomial tree")]
    Binomial,
    /// Its tree has too many different subtrees.
    #[error("the tree is too large even when compressed: ranks learn the message at too many different times")]
    TooLarge,
    /// Its best is not to cut the message.
    #[error("the message is best left in one piece, and then it is the binomial tree")]
    OneSegment,
    /// Every time exceeds [`Time::MAX`].
    #[error("it takes longer than can be represented (2^64 ps, or 2^64 thousandths of a cycle)")]
    NotRepresentable,
}

/// The best of every family, in the order of [`families::ALL`]. Families are searched in parallel; the result does not
/// depend on the number of threads.
#[must_use]
pub fn best_of_families(question: Question, operands: Operands) -> Vec<FamilyResult> {
    let injection = Injection::new(question);
    families::ALL.par_iter().map(|family| best_of_family(*family, question, operands, injection)).collect()
}

/// The least times in which a rank can send every byte.
#[derive(Clone, Copy)]
struct Injection {
    /// Until it may send all of them again.
    again: Time,
    /// Until the last of them is delivered.
    delivered: Time,
    /// Whether no cut of the message is faster.
    exhaustive: Exhaustive,
}

impl Injection {
    fn new(question: Question) -> Self {
        let Question { timing, bytes, .. } = question;
        let least = |time: &mut dyn Timed| best_cut(timing, bytes, Time::MAX, &mut Effort::default(), time);
        let again = least(&mut |segments: &Segments| segments.period(|port| Some(port.send_gap)));
        // Of several segments the last starts after the gaps of those before; it may be delivered within its own.
        let delivered = least(&mut |segments: &Segments| {
            let Segments { count, full, last } = *segments;
            Some(full.send_gap.checked_mul(count - 1)?.checked_add(last.delivery)?.max(full.delivery))
        });
        let exhaustive = again.exhaustive.and(delivered.exhaustive);
        let [again, delivered] = [again, delivered].map(|found| found.cut.map_or(Time::MAX, |cut| cut.time));
        Self { again, delivered, exhaustive }
    }

    /// The least time in which a rank sends every byte so many times, at least once.
    fn times(&self, sends: u64) -> Option<Time> {
        self.again.checked_mul(sends.saturating_sub(1))?.checked_add(self.delivered)
    }
}

fn best_of_family(
    family: &'static dyn RankFamily,
    question: Question,
    operands: Operands,
    injection: Injection,
) -> FamilyResult {
    let mut search = FamilySearch::new(family, question, injection);
    let mut left_out = None;
    for member in family.members(question) {
        if operands == Operands::RankOrder && member.operand_order == OperandOrder::Lost {
            let (parameters, reason) = (member.parameters, LeftOutReason::OperandOrder);
            left_out.get_or_insert(LeftOut { parameters, reason });
            continue;
        }
        // Who scatters need not combine every byte that it receives in a reduction.
        let is_bounded = member.algorithm.cutting() != Cutting::ByRanks;
        if is_bounded && search.is_hopeless(injection.times(member.least_sends)) {
            search.exhaustive = search.exhaustive.and(injection.exhaustive);
            break;
        }
        search.try_member(&member);
    }
    search.finish(left_out)
}

/// The search of one family.
struct FamilySearch<'a> {
    family: &'static dyn RankFamily,
    question: Question<'a>,
    injection: Injection,
    times: PipelineTimes,
    /// What is left for all members together.
    effort: Effort,
    best: Option<Choice>,
    /// The best without segments.
    whole: Option<Choice>,
    exhaustive: Exhaustive,
    tried: Tried,
}

/// Whether a family has had a member to try.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    None,
    Some,
    /// Only one that needs segments.
    Segmented,
}

impl<'a> FamilySearch<'a> {
    fn new(family: &'static dyn RankFamily, question: Question<'a>, injection: Injection) -> Self {
        let (times, effort, exhaustive) = (PipelineTimes::new(), Effort::default(), Exhaustive::Yes);
        Self { family, question, injection, times, effort, best: None, whole: None, exhaustive, tried: Tried::None }
    }

    /// Whether a member that takes at least `least` can neither be better than the best nor than the best without segments.
    fn is_hopeless(&self, least: Option<Time>) -> bool {
        let beaten = |choice: &Option<Choice>| {
            choice.as_ref().is_some_and(|choice| least.is_none_or(|least| least >= choice.time))
        };
        beaten(&self.best) && beaten(&self.whole)
    }

    fn try_member(&mut self, member: &Member) {
        let Question { timing, ranks, bytes, .. } = self.question;
        self.tried = if member.algorithm.fewest_segments() > 1 { Tried::Segmented } else { Tried::Some };
        self.exhaustive = self.exhaustive.and(member.listed);
        if member.algorithm.cutting() == Cutting::ByRanks {
            if let Some(time) = member.algorithm.time_by_ranks(self.question) {
                self.keep(member, None, time);
            }
            return;
        }
        if timing.message_size() == MessageSize::Indivisible || member.algorithm.cutting() == Cutting::Never {
            let cut = |time| Cut { segment: bytes, segments: 1, time };
            let sized = timing.message_size() == MessageSize::Bytes;
            let time = timing.port(bytes).map(Segments::whole);
            if let Some(time) = time.and_then(|whole| member.algorithm.time(ranks, &whole, &mut self.times)) {
                self.keep(member, sized.then(|| cut(time)), time);
            }
            return;
        }
        let limit = self.best.as_ref().map_or(Time::MAX, |best| best.time);
        let mut timed = AlgorithmTime { algorithm: &member.algorithm, ranks, times: &mut self.times };
        let whole = Segments::new(timing, bytes, bytes).and_then(|whole| timed.time(&whole));
        let found = if self.injection.times(member.algorithm.sends()).is_none_or(|least| least >= limit) {
            Found { cut: None, exhaustive: self.injection.exhaustive }
        } else {
            best_cut(timing, bytes, limit, &mut self.effort, &mut timed)
        };
        self.exhaustive = self.exhaustive.and(found.exhaustive);
        if let Some(time) = whole.filter(|_| member.algorithm.fewest_segments() == 1) {
            self.keep(member, Some(Cut { segment: bytes, segments: 1, time }), time);
        }
        if let Some(cut) = found.cut.filter(|cut| cut.segments > 1) {
            self.keep(member, Some(cut), cut.time);
        }
    }

    /// Keeps an algorithm where it is better than those before.
    fn keep(&mut self, member: &Member, cut: Option<Cut>, time: Time) {
        let (family, parameters, algorithm) = (self.family.name(), &member.parameters, &member.algorithm);
        let segments = |cut: Option<Cut>| cut.map_or(1, |cut| cut.segments);
        let better = |than: &Option<Choice>| {
            than.as_ref().is_none_or(|than| (time, segments(cut)) < (than.time, segments(than.cut)))
        };
        let (is_best, is_whole) = (better(&self.best), segments(cut) == 1 && better(&self.whole));
        let choice = || Choice { family, parameters: parameters.clone(), algorithm: algorithm.clone(), cut, time };
        if is_best {
            self.best = Some(choice());
        }
        if is_whole {
            self.whole = Some(choice());
        }
    }

    fn finish(mut self, left_out: Option<LeftOut>) -> FamilyResult {
        let without = |reason| LeftOut { parameters: Parameters::new(), reason };
        let left_out = match (left_out, self.best.is_none(), self.tried) {
            (None, true, Tried::None) => Some(without(self.family.why_none(self.question))),
            (None, true, Tried::Some) => Some(without(LeftOutReason::NotRepresentable)),
            (None, true, Tried::Segmented) => Some(without(LeftOutReason::OneSegment)),
            (left_out, ..) => left_out,
        };
        if left_out.as_ref().is_some_and(|out| out.reason == LeftOutReason::TooLarge) {
            self.exhaustive = Exhaustive::No;
        }
        let whole = self.whole.filter(|whole| self.best.as_ref().is_some_and(|best| best.key() != whole.key()));
        let choices = self.best.into_iter().chain(whole).collect();
        FamilyResult { family: self.family.name(), choices, exhaustive: self.exhaustive, left_out }
    }
}
