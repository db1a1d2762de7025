//! The common part of the families of earliest trees: the trees for each size of segments, and their bounds.

use super::{Member, OperandOrder, Outline, Question, Recipe, Sizes, Timed};
use logpine_models::model::Port;
use logpine_text::integer::ceil_log2;
use logpine_text::units::Time;
use logpine_trees::tree::Segments;
use logpine_trees::tree::earliest::{FanoutLimits, capped_rounds};
use logpine_trees::tree::families::{LeftOutReason, Parameters};

/// The reason for a missing tree. If gap and delivery are equal, a tree exists for any number of ranks, but it is
/// binomial.
pub(super) fn why_no_tree(question: Question) -> LeftOutReason {
    match question.timing.port(question.bytes) {
        Some(port) if port.send_gap != port.delivery => LeftOutReason::TooLarge,
        Some(_) => LeftOutReason::Binomial,
        None => LeftOutReason::NotRepresentable,
    }
}

/// The target of a tree: a port, and the sizes of segments that go along the tree.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) sizes: Sizes,
    pub(super) port: Port,
    /// The time in which one message can reach all ranks.
    pub(super) time: Time,
    /// The same, as a lower bound over all of the sizes.
    least: Time,
    /// The same, as a lower bound over any size.
    least_of_any: Time,
    /// The largest number of children of the root that can have the message by then.
    pub(super) most: u64,
    /// The smallest number of children that the root has in any tree, unless a limit forbids it.
    pub(super) sends: u64,
    ranks: u64,
}

impl Target {
    pub(super) fn new(question: Question, sizes: Sizes) -> Option<Self> {
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

    /// True if the earliest tree without limits is the binomial one.
    pub(super) fn is_binomial(&self) -> bool {
        self.port.send_gap == self.port.delivery
    }

    /// True if a fanout limit gives a tree of its own.
    pub(super) fn has(&self, fanout: u64) -> bool {
        if self.is_binomial() { fanout < u64::from(ceil_log2(self.ranks)) } else { fanout <= self.most.max(2) }
    }

    /// True if the trees without limits of both are the same, apart from the sizes.
    fn is_like(&self, other: &Self) -> bool {
        let product =
            |gap: Port, delivery: Port| u128::from(gap.send_gap.ticks()) * u128::from(delivery.delivery.ticks());
        let idle = |target: &Self| target.port.send_gap.min(target.port.delivery) == Time::ZERO;
        let in_proportion =
            !idle(self) && !idle(other) && product(self.port, other.port) == product(other.port, self.port);
        in_proportion || (self.is_binomial() && other.is_binomial())
    }

    /// True if segments of these sizes may be within a time limit when the root has `fanout` children, provided that so
    /// many can know the message in time.
    pub(super) fn is_within(&self, question: Question, limit: Time, fanout: u64) -> bool {
        let count = question.bytes.div_ceil(self.sizes.most);
        let root_fanout = self.sends.min(fanout);
        let Some(full) = question.timing.port_at_least(self.sizes.least) else { return false };
        let (least, least_of_any) = (self.least, self.least_of_any);
        let mut outline = Outline { root_fanout, gaps: 0, deliveries: 0, either: 0, least, least_of_any };
        outline.time(&Segments { count, full, last: full }).is_some_and(|time| time <= limit)
    }

    /// An estimate of the time of segments of the least size under a fanout limit whose tree takes `rounds` rounds;
    /// `None` past [`Time::MAX`].
    pub(super) fn about(&self, question: Question, fanout: u64, rounds: u64) -> Option<Time> {
        let way =
            self.port.send_gap.min(self.port.delivery).checked_mul(rounds - 1)?.checked_add(self.port.delivery)?;
        let later = question.bytes.div_ceil(self.sizes.least) - 1;
        self.port.period(fanout)?.checked_mul(later)?.checked_add(way.max(self.time))
    }

    pub(super) fn member(self, question: Question, limits: FanoutLimits, parameters: Parameters) -> Member {
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

/// The targets for the classes of segment sizes below the whole message that may be within the limit.
pub(super) fn targets(question: Question, limit: Time) -> impl Iterator<Item = Target> {
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

/// True if segments of some sizes may be within a limit, by the bound that the ranks with a segment at most double in
/// every gap or delivery; `None` past [`Time::MAX`].
fn may_be_within(question: Question, limit: Time, sizes: Sizes) -> Option<bool> {
    let Question { timing, ranks, bytes, .. } = question;
    let (full, last) = (timing.port_at_least(sizes.least)?, timing.port_at_least(1)?);
    let (either, least, least_of_any) = (u64::from(ceil_log2(ranks)).saturating_sub(1), Time::ZERO, Time::ZERO);
    let mut outline = Outline { root_fanout: 1, gaps: 0, deliveries: 1, either, least, least_of_any };
    Some(outline.time(&Segments { count: bytes.div_ceil(sizes.most), full, last })? <= limit)
}

/// The number of classes of segment sizes from a power of two to the next.
const STEPS: u64 = 4;

/// The number of sizes in the class that starts at `least`.
fn step(least: u64) -> u64 {
    ((1 << least.ilog2()) / STEPS).max(1)
}

/// Merges neighbouring targets that have the same trees.
pub(super) fn groups(
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
