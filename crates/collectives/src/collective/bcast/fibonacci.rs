//! Generalised Fibonacci trees: the earliest tree in which no rank has more children than a limit.
//!
//! Gap and delivery depend on the size of a segment, and so does the earliest tree. Sizes are put in classes, four from a
//! power of two to the next: segments go along the tree for the smallest size of their class, and an uncut message goes
//! along its own tree. So the tree depends on the machine, the fanout limit, the number of ranks and the size of the
//! segments, but not on the size of the message. If the machine's times do not fall as messages grow, the best time along
//! an earliest tree never falls as ranks or bytes grow. (If gap and delivery are equal, that tree is the binomial one.)
//! The reasons:
//!
//! - *bytes:* a message of s' > s bytes in segments of z <= s bytes: s bytes in such segments, along the same tree, take
//!   no longer, since they are no more segments and each rank serves them in order. In segments of z > s bytes: the first
//!   segment alone takes no less than the earliest tree for s bytes does, and that is a member.
//! - *ranks:* the earliest trees for a port and limits are nested: that of P ranks is that of P + 1 without one leaf, the
//!   last child of its parent. A tree without a leaf takes no longer, however the message is cut.

use super::earliest::{Target, groups, targets, why_no_tree};
use super::{AlgorithmFamily, Member, MembersOf, Question, Sizes, all_below, values_of_k};
use logpine_models::job::MpiCollective;
use logpine_models::model::Port;
use logpine_text::integer::{ceil_log2, try_first};
use logpine_text::units::Time;
use logpine_trees::tree::earliest::{FanoutLimits, capped_rounds};
use logpine_trees::tree::families::Parameters;
use std::cell::Cell;

pub(super) const BCAST: AlgorithmFamily = AlgorithmFamily::new(
    MpiCollective::Bcast,
    "fibonacci",
    "the earliest tree in which no rank has more children than a limit, as pipelines need (generalised Fibonacci)",
)
.drawn('F', [91, 206, 211], 80)
.among_ranks(members, why_no_tree);

/// First the best tree for the whole message, within the smallest limit that allows it. Then limits from 2, beyond 1,024
/// in growing steps, until no rank has as many children or the tree is the binomial one; for each limit, the trees for
/// the classes of segment sizes, the likeliest first. The likeliest member of all comes before them, and again in its
/// place.
fn members<'q>(question: Question<'q>, limit: &'q Cell<Time>) -> MembersOf<'q> {
    let cut = std::iter::once_with(move || {
        let mut targets: Vec<_> = targets(question, limit.get()).collect();
        let guess = guess(question, &targets);
        let within = move |fanout| within(question, &mut targets, limit, fanout);
        guess.into_iter().chain(values_of_k(2, u64::MAX).map_while(within).flatten())
    });
    Box::new(uncut_within_least(question).into_iter().chain(cut.flatten()))
}

/// The members with a fanout limit; `None` if it limits nothing. Targets that cannot be within the time limit with more
/// children are dropped.
fn within<'q>(
    question: Question<'q>,
    targets: &mut Vec<Target>,
    limit: &Cell<Time>,
    fanout: u64,
) -> Option<impl Iterator<Item = Member> + use<'q>> {
    targets.retain(|target| target.has(fanout) && target.is_within(question, limit.get(), fanout));
    let rounds = capped_rounds(FanoutLimits::all(fanout), question.ranks)?;
    let mut groups = groups(targets.iter().copied(), |target| limits(target.port, fanout));
    let least_sends = groups.iter().map(|(target, _)| target.sends.min(fanout)).min()?;
    groups.sort_by_cached_key(|(target, _)| target.about(question, fanout, rounds));
    let member = move |(target, limits): (Target, FanoutLimits)| {
        let parameters = Parameters::new().number("fanout", fanout);
        Member { least_sends, listed: all_below(fanout), ..target.member(question, limits, parameters) }
    };
    Some(groups.into_iter().map(member))
}

/// The largest fanout limit among which the best is guessed.
const GUESSES: u64 = 12;

/// A member that is likely to be close to the best; the time limit that it sets excludes most of the others.
fn guess(question: Question, targets: &[Target]) -> Option<Member> {
    let about = |fanout: u64| {
        let rounds = capped_rounds(FanoutLimits::all(fanout), question.ranks).unwrap_or(1);
        let targets = targets.iter().filter(move |target| target.has(fanout));
        targets.filter_map(move |target| Some((target.about(question, fanout, rounds)?, fanout, target)))
    };
    let (_, fanout, target) = (2..=GUESSES).flat_map(about).min_by_key(|&(time, fanout, _)| (time, fanout))?;
    let parameters = Parameters::new().number("fanout", fanout);
    Some(target.member(question, limits(target.port, fanout)?, parameters))
}

/// The tree for the whole message within the smallest limit that costs no time.
fn uncut_within_least(question: Question) -> Option<Member> {
    let target = Target::new(question, Sizes::only(question.bytes))?;
    let within = |fanout: u64| limits(target.port, fanout);
    let time = |fanout: u64| question.known.time(target.port, within(fanout)?, question.ranks);
    let most = if target.is_binomial() { u64::from(ceil_log2(question.ranks)) - 1 } else { target.most.max(2) };
    if most < 2 {
        return None;
    }
    let best = time(most)?;
    let least = try_first(2..=most, |fanout| time(fanout).map(|time| time == best).ok_or(())).ok()?;
    let fanout = values_of_k(2, u64::MAX).find(|&fanout| fanout >= least)?;
    let parameters = Parameters::new().number("fanout", fanout);
    Some(Member { uncut: Some(best), ..target.member(question, within(fanout)?, parameters) })
}

/// The limits under which no rank has a longer period than a non-root rank with `fanout` children.
fn limits(port: Port, fanout: u64) -> Option<FanoutLimits> {
    let period = port.period(fanout)?;
    let root = period.ticks().checked_div(port.send_gap.ticks()).unwrap_or(u64::MAX).max(fanout);
    Some(FanoutLimits { root, others: fanout })
}
