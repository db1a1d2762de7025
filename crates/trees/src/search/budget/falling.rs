//! Trees with few internal processes for a cost that falls with the fanout somewhere, or has gaps.
//!
//! A leaf among the children of a node can change places with a node two levels below it at no loss, whatever the cost: no node
//! gets another fanout, and the node starts earlier. So a node is *last*, with flat internal children, or *full*, with internal
//! children only, as in [`reach`](super::reach). But trees must have exactly their number of leaves, because with fewer children a
//! node may take longer.
//!
//! Last nodes are found exactly. Flat children are admitted in the order of their costs, and for each number of leaves by which
//! they exceed their own number, the fewest of them are kept: the other children are leaves. The children of a full node share
//! leaves and processes evenly, which may miss the best tree.

use super::question::Question;
use crate::tree::{Group, NodeId, Shape, ShapeBuilder};
use rustc_hash::FxHashMap;

/// The most processes with which no tree has a full node: one with two children needs two processes for them, one of which has an
/// internal child itself.
const MOST_WITHOUT_FULL: u64 = 3;

/// The fastest tree found with at most `internal` processes, at least one; `None` if there is none. True if no tree is faster.
pub fn fastest(question: &Question, internal: u64) -> Option<(Shape, bool)> {
    let cost = |fanout: u64| (fanout >= 2).then(|| question.ticks(fanout)).flatten();
    let costs: Vec<Option<u64>> = (0..=question.widest).map(cost).collect();
    let leaves = usize::try_from(question.leaves).ok()?;
    let internal = internal.min(question.leaves);
    let levels = question.max_height.unwrap_or(u32::MAX);
    let mut trees = Trees::new(&costs, leaves, usize::try_from(internal).ok()?);
    let wanted = Wanted { leaves, internal: usize::try_from(internal).ok()?, levels };
    trees.best(wanted)?;
    let mut building = Building { trees: &mut trees, builder: ShapeBuilder::new(), known: FxHashMap::default() };
    let root = building.subtree(wanted)?;
    Some((building.builder.finish(root), internal <= MOST_WITHOUT_FULL || levels <= 2))
}

/// The leaves of a tree, and the most processes and levels that it may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Wanted {
    leaves: usize,
    internal: usize,
    levels: u32,
}

impl Wanted {
    /// The children of a full node, with the number of those that are alike.
    fn children(self, fanout: usize) -> [(Self, usize); 3] {
        let levels = if self.levels == u32::MAX { self.levels } else { self.levels - 1 };
        let (leaves, more_leaves) = (self.leaves / fanout, self.leaves % fanout);
        let (internal, more_internal) = ((self.internal - 1) / fanout, (self.internal - 1) % fanout);
        let both = more_leaves.min(more_internal);
        let (either, one_more) =
            if more_leaves > more_internal { (more_leaves, (1, 0)) } else { (more_internal, (0, 1)) };
        let child = |(more_leaves, more_internal)| Self {
            leaves: leaves + more_leaves,
            internal: internal + more_internal,
            levels,
        };
        [(child((1, 1)), both), (child(one_more), either - both), (child((0, 0)), fanout - either)]
    }
}

/// A root, and the time of its tree in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Best {
    ticks: u64,
    fanout: usize,
    /// The number of flat children of a last node; `None` of a full one.
    flat: Option<usize>,
}

/// A set of flat nodes: the ticks of the slowest, their number, and the fanout of one that takes this time.
#[derive(Clone, Copy, Debug)]
struct Flat {
    ticks: u64,
    count: usize,
    fanout: usize,
}

struct Trees<'a> {
    /// c(x) in ticks at index x.
    costs: &'a [Option<u64>],
    cheapest: u64,
    /// By the number of leaves in excess of the number of nodes: the sets of the fewest flat nodes, the fastest first.
    flat: Vec<Vec<Flat>>,
    known: FxHashMap<Wanted, Option<Best>>,
}

impl<'a> Trees<'a> {
    fn new(costs: &'a [Option<u64>], leaves: usize, internal: usize) -> Self {
        let by_fanout = costs.iter().enumerate().skip(2);
        let mut by_cost: Vec<_> = by_fanout.filter_map(|(fanout, ticks)| Some(((*ticks)?, fanout))).collect();
        by_cost.sort_unstable();
        let mut flat = vec![Vec::new(); leaves];
        flat[0].push(Flat { ticks: 0, count: 0, fanout: 1 });
        let mut fewest = vec![internal; leaves];
        fewest[0] = 0;
        for &(ticks, fanout) in &by_cost {
            for excess in fanout - 1..leaves {
                let count = fewest[excess + 1 - fanout] + 1;
                if count < fewest[excess] {
                    fewest[excess] = count;
                    flat[excess].push(Flat { ticks, count, fanout });
                }
            }
        }
        let cheapest = by_cost.first().map_or(u64::MAX, |&(ticks, _)| ticks);
        Self { costs, cheapest, flat, known: FxHashMap::default() }
    }

    /// The fastest flat nodes, at most `most`, that have so many leaves in excess of their number; the fewest as fast.
    fn flat(&self, excess: usize, most: usize) -> Option<Flat> {
        let sets = &self.flat[excess];
        let fastest = &sets[sets.partition_point(|set| set.count > most)..];
        fastest.iter().take_while(|set| set.ticks == fastest[0].ticks).last().copied()
    }

    /// The fanouts up to `most` with their costs.
    fn fanouts(&self, most: usize) -> impl Iterator<Item = (usize, u64)> + use<'a> {
        let fanouts = self.costs.iter().enumerate().skip(2);
        fanouts.take_while(move |&(fanout, _)| fanout <= most).filter_map(|(fanout, ticks)| Some((fanout, (*ticks)?)))
    }

    /// The fastest tree found of at least two leaves.
    fn best(&mut self, wanted: Wanted) -> Option<Best> {
        if let Some(&known) = self.known.get(&wanted) {
            return known;
        }
        let Wanted { leaves, internal, levels } = wanted;
        let last = |(fanout, ticks): (usize, u64)| {
            let most = if levels >= 2 { fanout.min(internal - 1) } else { 0 };
            let flat = self.flat(leaves - fanout, most)?;
            Some(Best { ticks: flat.ticks.checked_add(ticks)?, fanout, flat: Some(flat.count) })
        };
        let mut best = self.fanouts(leaves).filter_map(last).min_by_key(|best| (best.ticks, best.flat));
        let widest = if levels >= 3 { internal.saturating_sub(2).min(leaves / 2) } else { 0 };
        for (fanout, ticks) in self.fanouts(widest) {
            let least = self.cheapest.saturating_mul(2).saturating_add(ticks);
            if best.is_some_and(|best| best.ticks <= least) {
                continue;
            }
            let children = wanted.children(fanout).into_iter().filter(|&(_, count)| count > 0);
            let slowest = children
                .map(|(child, _)| self.best(child))
                .try_fold(0, |slowest, child| Some(child?.ticks.max(slowest)));
            let Some(ticks) = slowest.and_then(|slowest: u64| slowest.checked_add(ticks)) else { continue };
            if best.is_none_or(|best| ticks < best.ticks) {
                best = Some(Best { ticks, fanout, flat: None });
            }
        }
        self.known.insert(wanted, best);
        best
    }
}

struct Building<'a, 'b> {
    trees: &'a mut Trees<'b>,
    builder: ShapeBuilder,
    known: FxHashMap<Wanted, NodeId>,
}

impl Building<'_, '_> {
    fn subtree(&mut self, wanted: Wanted) -> Option<NodeId> {
        if let Some(&node) = self.known.get(&wanted) {
            return Some(node);
        }
        let Best { fanout, flat, .. } = self.trees.best(wanted)?;
        let mut children: Vec<Group> = Vec::new();
        if let Some(flat) = flat {
            let (mut excess, mut most) = (wanted.leaves - fanout, flat);
            children.push(Group { node: NodeId::LEAF, count: (fanout - flat) as u64 });
            while excess > 0 {
                let Flat { fanout, count, .. } = self.trees.flat(excess, most)?;
                let node = self.builder.internal(&[Group { node: NodeId::LEAF, count: fanout as u64 }]);
                children.push(Group { node, count: 1 });
                (excess, most) = (excess + 1 - fanout, count - 1);
            }
        } else {
            for (child, count) in wanted.children(fanout).into_iter().filter(|&(_, count)| count > 0) {
                children.push(Group { node: self.subtree(child)?, count: count as u64 });
            }
        }
        children.sort_by_key(|group| std::cmp::Reverse(group.node));
        let node = self.builder.internal(&children);
        self.known.insert(wanted, node);
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;
    use logpine_models::job::{Job, Limits};
    use logpine_models::machine::Machine;
    use logpine_models::model::{LevelCost, Tan};
    use logpine_text::units::Time;
    use logpine_text::watch::OverAfter;
    use proptest::prelude::*;

    /// Checks the trees for every number of processes against all trees; returns the number of those that are not the fastest.
    fn misses(cost: &dyn LevelCost, leaves: u64, max_height: Option<u32>) -> usize {
        let limits = Limits { max_height, ..Limits::default() };
        let Ok(question) = Question::new(cost, &Job::new(leaves).expect("leaves").with_limits(limits), &()) else {
            return 0;
        };
        let costs: Vec<Option<u64>> =
            (0..=question.widest).map(|fanout| if fanout >= 2 { question.ticks(fanout) } else { None }).collect();
        let front = plain::front(&costs, usize::try_from(leaves).expect("few"), max_height.unwrap_or(u32::MAX));
        let missed = |&internal: &u64| {
            let all = front.iter().rev().find(|(_, shape)| shape.internal_nodes() <= internal);
            let Some((shape, is_exact)) = fastest(&question, internal) else {
                assert!(all.is_none() || internal > MOST_WITHOUT_FULL, "{internal} processes");
                return all.is_some();
            };
            assert!(shape.leaves() == leaves && shape.internal_nodes() <= internal);
            assert!(max_height.is_none_or(|most| shape.height() <= most));
            let time =
                question.answer(shape, 0, crate::search::overlay::Proof::ProcessBudget).expect("short").score.time;
            let least = all.map(|&(ticks, _)| Time::from_ticks(ticks)).expect("there is one");
            assert!(least <= time && (least == time || !is_exact), "{internal} processes: {time:?}, not {least:?}");
            least < time
        };
        (1..leaves).filter(missed).count()
    }

    /// The cost above is 97 us for every fanout, and the fastest tree without a budget takes less: the search for it starts from no time.
    #[test]
    fn a_search_between_two_costs_has_a_tree_and_a_bound_whenever_it_is_stopped()
    -> Result<(), Box<dyn std::error::Error>> {
        let text = r#"name = "falling"
            [tan]
            latency = "0us"
            overhead_argument = "children"
            overhead = { table = [[2, "97us"], [3, "62us"], [4, "22us"], [5, "23us"], [6, "49us"], [7, "35us"], [8, "96us"]] }"#;
        let falling = Tan::reduction(&Machine::from_toml(text, "falling.toml")?)?;
        let costs: Vec<Option<u64>> =
            (0..=8).map(|fanout| (fanout >= 2).then(|| falling.level(fanout)).flatten().map(Time::ticks)).collect();
        let front = plain::front(&costs, 40, u32::MAX);
        for internal in [6, 8, 10, 12] {
            let all = front.iter().rev().find(|(_, shape)| shape.internal_nodes() <= internal);
            let least = all.map(|&(ticks, _)| Time::from_ticks(ticks)).expect("there is one");
            let limits = Limits { max_internal: Some(internal), ..Limits::default() };
            let job = Job::new(40)?.with_limits(limits);
            for questions in (0..24).chain([u64::MAX]) {
                let found = super::super::fastest(&falling, &job, &OverAfter::new(questions))?;
                assert!(found.shape.leaves() == 40 && found.shape.internal_nodes() <= internal);
                assert!(found.bound <= least && least <= found.score.time, "{internal} {questions}: {found:?}");
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn no_tree_with_flat_children_only_is_faster(
            rows in prop::collection::vec((1u64..3, 1u64..100), 2..16),
            latency in 0u64..200,
            leaves in 2u64..20,
            max_height in prop::option::of(1u32..4),
        ) {
            let arguments = rows.iter().scan(1, |argument, (step, _)| {
                *argument += step;
                Some(*argument)
            });
            let points: Vec<String> = arguments.zip(&rows).map(|(at, (_, time))| format!("[{at}, \"{time}ps\"]")).collect();
            let text = format!(
                "name = \"m\"\n[tan]\nlatency = \"{latency}ps\"\noverhead = {{ table = [{}] }}",
                points.join(", ")
            );
            let machine = Machine::from_toml(&text, "m.toml").expect("valid");
            misses(&Tan::reduction(&machine).expect("[tan]"), leaves, max_height);
        }
    }
}
