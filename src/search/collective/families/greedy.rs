//! Trees made for the machine: the earliest tree for its gap and delivery, with or without a limit on the fanout.

use super::{Member, OperandOrder, Outline, Question, RankFamily, Recipe, all_below, values_of_k};
use crate::model::Port;
use crate::schedule::log_ranks;
use crate::search::collective::{Sizes, Timed};
use crate::search::port::{FanoutLimits, capped_rounds};
use crate::tree::Segments;
use crate::tree::families::LeftOutReason;
use crate::tree::families::Parameters;
use crate::units::Time;
use std::cell::Cell;
use std::iter::once;

/// LogP-optimal: every rank that knows the message keeps sending it (Karp et al. 1993); binomial where G = D. Segments
/// go along the tree for their size, as in [`Fibonacci`].
#[derive(Clone, Copy, Debug)]
pub struct LogpOptimal;

/// Generalised Fibonacci trees: the earliest tree in which no rank has more children than a limit.
///
/// Gap and delivery depend on the size of a segment, and so does the earliest tree. Sizes are put in classes, four from a
/// power of two to the next: segments go along the tree for the smallest size of their class, and a message that is not cut
/// along its own tree. So the tree depends on the machine, the fanout limit, the number of ranks and the size of the
/// segments, but not on that of the message. If the machine's
/// times do not fall as messages grow, the best time along an earliest tree (also the binomial one, which stands in where
/// gap and delivery are equal) then never falls as ranks or bytes grow:
///
/// - *bytes:* a message of s' > s bytes in segments of z <= s bytes: s bytes in such segments, along the same tree, take
///   no longer, since they are no more segments and each rank serves them in order. In segments of z > s bytes: the first
///   segment alone takes no less than the earliest tree for s bytes does, and that is a member.
/// - *ranks:* the earliest trees for a port and limits are nested: that of P ranks is that of P + 1 without one leaf, the
///   last child of its parent. A tree without a leaf takes no longer, however the message is cut.
#[derive(Clone, Copy, Debug)]
pub struct Fibonacci;

impl RankFamily for LogpOptimal {
    fn name(&self) -> &'static str {
        "logp-optimal"
    }

    fn description(&self) -> &'static str {
        "every rank that has the message keeps sending it: the earliest tree for one message (Karp et al. 1993)"
    }

    /// The tree for the whole message, then those for each class of segment sizes; none where gap and delivery are equal,
    /// for then it is the binomial tree.
    fn members<'q>(&self, question: Question<'q>, limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        let Some(uncut) = Target::new(question, Sizes::only(question.bytes)).filter(|target| !target.is_binomial())
        else {
            return Box::new(std::iter::empty());
        };
        let member = move |target: Target| target.member(question, FanoutLimits::NONE, Parameters::new());
        let uncut = Member { uncut: Some(uncut.time), least_sends: 1, ..member(uncut) };
        let cut = std::iter::once_with(move || {
            let targets: Vec<_> = targets(question, limit.get()).filter(|target| !target.is_binomial()).collect();
            let least_sends = targets.iter().map(|target| target.sends).min().unwrap_or(1);
            let groups = groups(targets, |_| Some(FanoutLimits::NONE));
            groups.into_iter().map(move |(target, _)| Member { least_sends, ..member(target) })
        });
        Box::new(once(uncut).chain(cut.flatten()))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        why_no_tree(question)
    }
}

impl RankFamily for Fibonacci {
    fn name(&self) -> &'static str {
        "fibonacci"
    }

    fn description(&self) -> &'static str {
        "the earliest tree in which no rank has more children than a limit, as pipelines need (generalised Fibonacci)"
    }

    /// The best tree for the whole message, within the smallest limit that allows it. Then limits from 2, beyond 1,024 in
    /// growing steps, until no rank has as many children or the tree is the binomial one; of each the trees for the
    /// classes of segment sizes, the likeliest first. The likeliest member of all comes before them, and again.
    fn members<'q>(&self, question: Question<'q>, limit: &'q Cell<Time>) -> Box<dyn Iterator<Item = Member> + 'q> {
        let cut = std::iter::once_with(move || {
            let mut targets: Vec<_> = targets(question, limit.get()).collect();
            let guess = guess(question, &targets);
            let within = move |fanout| within(question, &mut targets, limit, fanout);
            guess.into_iter().chain(values_of_k(2, u64::MAX).map_while(within).flatten())
        });
        Box::new(uncut_within_least(question).into_iter().chain(cut.flatten()))
    }

    fn why_none(&self, question: Question) -> LeftOutReason {
        why_no_tree(question)
    }
}

/// Why there is no tree: where gap and delivery are equal there is one of any number of ranks, but it is binomial.
fn why_no_tree(question: Question) -> LeftOutReason {
    match question.timing.port(question.bytes) {
        Some(port) if port.send_gap != port.delivery => LeftOutReason::TooLarge,
        Some(_) => LeftOutReason::Binomial,
        None => LeftOutReason::NotRepresentable,
    }
}

/// What trees are made for: a port, and the sizes of segments that go along them.
#[derive(Clone, Copy)]
struct Target {
    sizes: Sizes,
    port: Port,
    /// In which one message can reach all ranks.
    time: Time,
    /// In which one of any of the sizes can.
    least: Time,
    /// In which one of any size can.
    least_of_any: Time,
    /// The most children of the root that can have the message by then.
    most: u64,
    /// In any tree the root has at least so many children, unless a limit forbids it.
    sends: u64,
    ranks: u64,
}

impl Target {
    fn new(question: Question, sizes: Sizes) -> Option<Self> {
        let Question { timing, ranks, known, .. } = question;
        let port = timing.port(sizes.least)?;
        let of = |port: Port| known.time(port, FanoutLimits::NONE, ranks);
        let time = of(port)?;
        let at_least = if sizes.least == sizes.most { port } else { timing.port_at_least(sizes.least)? };
        let least = if at_least == port { time } else { of(at_least)? };
        let left = time.ticks() - port.delivery.ticks();
        let (most, sends) = match port.send_gap.ticks() {
            0 => (1, 1),
            gap => (left / gap + 1, left.div_ceil(gap).max(1)),
        };
        Some(Self { sizes, port, time, least, least_of_any: Time::ZERO, most, sends, ranks })
    }

    /// Whether the earliest tree without limits is the binomial one.
    fn is_binomial(&self) -> bool {
        self.port.send_gap == self.port.delivery
    }

    /// Whether a limit makes a tree of its own.
    fn has(&self, fanout: u64) -> bool {
        if self.is_binomial() { fanout < u64::from(log_ranks(self.ranks)) } else { fanout <= self.most.max(2) }
    }

    /// Whether two are the same but for the sizes, as far as trees without limits go.
    fn is_like(&self, other: &Self) -> bool {
        let product =
            |gap: Port, delivery: Port| u128::from(gap.send_gap.ticks()) * u128::from(delivery.delivery.ticks());
        let idle = |target: &Self| target.port.send_gap.min(target.port.delivery) == Time::ZERO;
        let in_proportion =
            !idle(self) && !idle(other) && product(self.port, other.port) == product(other.port, self.port);
        in_proportion || (self.is_binomial() && other.is_binomial())
    }

    /// Whether segments of its sizes may be within a limit where the root has `fanout` children, if so many know the
    /// message in time.
    fn is_within(&self, question: Question, limit: Time, fanout: u64) -> bool {
        let count = question.bytes.div_ceil(self.sizes.most);
        let root_fanout = self.sends.min(fanout);
        let Some(full) = question.timing.port_at_least(self.sizes.least) else { return false };
        let (least, least_of_any) = (self.least, self.least_of_any);
        let mut outline = Outline { root_fanout, gaps: 0, deliveries: 0, either: 0, least, least_of_any };
        outline.time(&Segments { count, full, last: full }).is_some_and(|time| time <= limit)
    }

    /// About how long segments of the least size take within a fanout limit that takes so many rounds; `None` past
    /// [`Time::MAX`].
    fn about(&self, question: Question, fanout: u64, rounds: u64) -> Option<Time> {
        let way =
            self.port.send_gap.min(self.port.delivery).checked_mul(rounds - 1)?.checked_add(self.port.delivery)?;
        let later = question.bytes.div_ceil(self.sizes.least) - 1;
        self.port.period(fanout)?.checked_mul(later)?.checked_add(way.max(self.time))
    }

    fn member(self, question: Question, limits: FanoutLimits, parameters: Parameters) -> Member {
        let rounds = capped_rounds(limits, question.ranks).unwrap_or(1);
        let root_fanout = self.sends.min(limits.root).max(1);
        let outline = Outline {
            root_fanout,
            gaps: 0,
            deliveries: 1,
            either: rounds.saturating_sub(1),
            least: self.least,
            least_of_any: self.least_of_any,
        };
        let recipe = Recipe::Earliest { port: self.port, limits, outline };
        Member { sizes: self.sizes, ..Member::new(parameters, recipe, OperandOrder::Kept) }
    }
}

/// For the classes of segment sizes below the whole message that may be within the limit.
fn targets(question: Question, limit: Time) -> impl Iterator<Item = Target> {
    let most = question.bytes.saturating_sub(1);
    let next = |least: &u64| least.checked_add(step(*least));
    let ladder = std::iter::successors(Some(1u64), next).take_while(move |&least| least <= most);
    let of_any = question.timing.port_at_least(1);
    let least_of_any = of_any.and_then(|port| question.known.time(port, FanoutLimits::NONE, question.ranks));
    let sizes = ladder.map(move |least| Sizes { least, most: least.saturating_add(step(least) - 1).min(most) });
    sizes
        .filter(move |&sizes| may_be_within(question, limit, sizes) != Some(false))
        .filter_map(move |sizes| Some(Target { least_of_any: least_of_any?, ..Target::new(question, sizes)? }))
}

/// Whether segments of some sizes may be within a limit, as far as doubling the ranks that know one in every gap or delivery
/// goes; `None` past [`Time::MAX`].
fn may_be_within(question: Question, limit: Time, sizes: Sizes) -> Option<bool> {
    let Question { timing, ranks, bytes, .. } = question;
    let (full, last) = (timing.port_at_least(sizes.least)?, timing.port_at_least(1)?);
    let (either, least, least_of_any) = (u64::from(log_ranks(ranks)).saturating_sub(1), Time::ZERO, Time::ZERO);
    let mut outline = Outline { root_fanout: 1, gaps: 0, deliveries: 1, either, least, least_of_any };
    Some(outline.time(&Segments { count: bytes.div_ceil(sizes.most), full, last })? <= limit)
}

/// How many classes of segment sizes there are from a power of two to the next.
const STEPS: u64 = 4;

/// How many sizes are in the class of which `least` is the smallest.
fn step(least: u64) -> u64 {
    ((1 << least.ilog2()) / STEPS).max(1)
}

/// Neighbours that have the same trees as one.
fn groups(
    targets: impl IntoIterator<Item = Target>,
    limits: impl Fn(&Target) -> Option<FanoutLimits>,
) -> Vec<(Target, FanoutLimits)> {
    let mut groups: Vec<(Target, FanoutLimits)> = Vec::new();
    for target in targets {
        let Some(limits) = limits(&target) else { continue };
        match groups.last_mut() {
            Some((last, same))
                if *same == limits && last.sizes.most + 1 == target.sizes.least && last.is_like(&target) =>
            {
                last.sizes.most = target.sizes.most;
                last.least = last.least.min(target.least);
            }
            _ => groups.push((target, limits)),
        }
    }
    groups
}

/// The members with a fanout limit; `None` where it limits nothing. Targets that cannot be within the time limit with more
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

/// Most fanout limits among which the best is guessed.
const GUESSES: u64 = 12;

/// A member that is likely to be about the best; the limit that it sets excludes most of the others.
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
    let mut most = if target.is_binomial() { u64::from(log_ranks(question.ranks)) - 1 } else { target.most.max(2) };
    if most < 2 {
        return None;
    }
    let (mut least, best) = (2, time(most)?);
    while least < most {
        let middle = least + (most - least) / 2;
        if time(middle)? == best {
            most = middle;
        } else {
            least = middle + 1;
        }
    }
    let fanout = values_of_k(2, u64::MAX).find(|&fanout| fanout >= least)?;
    let parameters = Parameters::new().number("fanout", fanout);
    Some(Member { uncut: Some(best), ..target.member(question, within(fanout)?, parameters) })
}

/// The limits under which no rank has a longer period than one with `fanout` children below the root has.
fn limits(port: Port, fanout: u64) -> Option<FanoutLimits> {
    let period = port.period(fanout)?;
    let root = period.ticks().checked_div(port.send_gap.ticks()).unwrap_or(u64::MAX).max(fanout);
    Some(FanoutLimits { root, others: fanout })
}
