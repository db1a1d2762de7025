//! The words beside the levels of a tree: their numbers of nodes, and their times.

use super::Arrivals;
use super::fold::MOST_LEVELS;
use super::subtrees::Subtrees;
use crate::report::times::counted;
use crate::report::times::time;
use logpine_models::model::{LevelCost, Port};
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::{RankShape, Shape, levels};
use std::collections::BTreeMap;

/// The most steps that are taken to find the times of ranks.
const MOST_STEPS: usize = 2_000_000;

/// The words beside a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LevelWords {
    /// The nodes of the level.
    pub nodes: String,
    /// The number of them.
    pub count: u64,
    /// The time of the level, if that is known.
    pub time: Option<String>,
}

/// The levels of an overlay tree, each with the time that its node on the slowest path adds.
pub(super) fn of_overlay<T: Subtrees>(
    tree: &T,
    shape: &Shape,
    cost: Option<&dyn LevelCost>,
    clock: Clock,
) -> Vec<LevelWords> {
    let slowest = cost.and_then(|cost| {
        let level = |of: &logpine_trees::tree::Level| of.slowest.and_then(|node| cost.level(node.fanout));
        Some(levels(shape, cost).ok()?.iter().map(level).collect::<Vec<_>>())
    });
    let slowest = slowest.unwrap_or_default();
    let words = |(level, (nodes, count)): (usize, (String, u64))| {
        let cost = slowest.get(level).copied().flatten();
        LevelWords { nodes, count, time: cost.map(|cost| format!("takes {}", time(cost, clock))) }
    };
    populations(tree).into_iter().enumerate().map(words).collect()
}

/// The levels of a tree of ranks, each with the time at which its last rank has the message, or sends its own.
pub(super) fn of_ranks(shape: &RankShape, arrivals: Arrivals, clock: Clock) -> Vec<LevelWords> {
    let times = match arrivals {
        Arrivals::Bcast(port) => times(shape, port, Extreme::Last),
        // Run backwards, a reduction is a broadcast: whoever receives first sends last.
        Arrivals::Reduce(port, _) => times(shape, port, Extreme::First),
        Arrivals::Cut => None,
    };
    let times = times.unwrap_or_default();
    let words = |(level, (nodes, count)): (usize, (String, u64))| {
        let words = times.get(level).copied().and_then(|last| match arrivals {
            Arrivals::Reduce(_, whole) if level == 0 => Some(format!("done at {}", time(whole, clock))),
            Arrivals::Reduce(_, whole) => Some(format!("last sends at {}", time(whole.checked_sub(last)?, clock))),
            _ => Some(format!("all by {}", time(last, clock))).filter(|_| level > 0),
        });
        LevelWords { nodes, count, time: words }
    };
    populations(shape).into_iter().enumerate().map(words).collect()
}

/// The words beside the levels that are not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NotDrawn {
    /// Their numbers.
    pub name: String,
    /// The number of their nodes.
    pub nodes: String,
}

/// The nodes of each level in words, and their number, as far as levels are drawn: boxes for what is not drawn stand below the last
/// of them.
fn populations<T: Subtrees>(tree: &T) -> Vec<(String, u64)> {
    let mut population = BTreeMap::from([(tree.whole(), 1u64)]);
    let mut levels = Vec::new();
    while !population.is_empty() && levels.len() <= MOST_LEVELS as usize + 1 {
        let (mut inner, mut leaves, mut below) = (0u64, 0u64, BTreeMap::new());
        for (subtree, count) in population {
            let sum = if tree.children_of(subtree) == 0 { &mut leaves } else { &mut inner };
            *sum = sum.saturating_add(count);
            for (child, run) in tree.runs(subtree) {
                let here = below.entry(child).or_insert(0u64);
                *here = here.saturating_add(run.saturating_mul(count));
            }
        }
        if T::LEAF == T::INNER {
            (inner, leaves) = (0, inner.saturating_add(leaves));
        }
        let parts = [(inner, T::INNER), (leaves, T::LEAF)].into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, [one, several])| counted(count, one, several)).collect();
        levels.push((parts.join(", "), inner.saturating_add(leaves)));
        population = below;
    }
    levels
}

/// The rank that gives a level its time.
#[derive(Clone, Copy)]
enum Extreme {
    /// The one that has its message first.
    First,
    /// The one that has its message last.
    Last,
}

/// The time at which the first or the last rank of each level has a message; `None` if it takes too long to find, or past
/// [`Time::MAX`].
fn times(shape: &RankShape, Port { send_gap, delivery, .. }: Port, of: Extreme) -> Option<Vec<Time>> {
    let depth = (shape.height() as usize + 1).min(MOST_LEVELS as usize + 1);
    if shape.distinct().saturating_mul(depth) > MOST_STEPS {
        return None;
    }
    // By subtree: the arrivals on its levels after its root has the message.
    let mut known: Vec<Vec<Time>> = Vec::with_capacity(shape.distinct());
    for subtree in shape.nodes() {
        let Some(run) = shape.parts(subtree) else {
            known.push(vec![Time::ZERO]);
            continue;
        };
        let before = send_gap.checked_mul(run.count)?;
        let sent = match of {
            Extreme::First => delivery,
            Extreme::Last => send_gap.checked_mul(run.count - 1)?.checked_add(delivery)?,
        };
        let (child, rest) = (&known[run.child.index()], &known[run.rest.index()]);
        let mut times = vec![Time::ZERO];
        for level in 1..depth.min(rest.len().max(child.len() + 1)) {
            let of_child = child.get(level - 1).map(|time| time.checked_add(sent));
            let of_rest = rest.get(level).map(|time| time.checked_add(before));
            let found = [of_child, of_rest].into_iter().flatten().collect::<Option<Vec<_>>>()?;
            let found = match of {
                Extreme::First => found.into_iter().min(),
                Extreme::Last => found.into_iter().max(),
            };
            times.push(found.unwrap_or_default());
        }
        known.push(times);
    }
    known.pop()
}
