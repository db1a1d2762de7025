//! The `g:` spec: any ordered tree, level by level.

use super::{MAX_LEVELS, SpecError};
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};
use std::fmt;

/// The maximum number of runs of a tree, including those that lower levels force upon a level.
pub(super) const MAX_RUNS: usize = 1 << 20;

/// `count` neighbours on a level with `fanout` children each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Run {
    pub(super) count: u64,
    pub(super) fanout: u64,
}

/// Fanouts in breadth-first order as runs, level by level; the nodes left out at the end of a level are leaves.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Generic {
    /// The runs of each level. Equal neighbours are joined and the leaves at the end of a level dropped; no level is empty.
    levels: Vec<Vec<Run>>,
}

/// A builder that takes runs in breadth-first order and counts the nodes of every level.
pub(super) struct GenericBuilder {
    levels: Vec<Vec<Run>>,
    /// The number of nodes of the current level.
    nodes: u64,
    /// The number of those whose fanout is known.
    listed: u64,
    /// The number of their children.
    children: u64,
    /// The number of nodes of the levels above and of this one.
    total: u64,
}

/// The error for more fanouts than the level has nodes.
pub(super) struct Surplus {
    pub(super) level: usize,
    pub(super) counts: u64,
    pub(super) nodes: u64,
}

pub(super) enum PushError {
    Surplus(Surplus),
    TooLarge,
}

impl GenericBuilder {
    pub(super) fn new() -> Self {
        Self { levels: vec![Vec::new()], nodes: 1, listed: 0, children: 0, total: 1 }
    }

    /// Appends a run to the current level.
    pub(super) fn push(&mut self, run: Run) -> Result<(), PushError> {
        let counts = self.listed.saturating_add(run.count);
        if counts > self.nodes {
            let surplus = Surplus { level: self.levels.len() - 1, counts, nodes: self.nodes };
            return Err(PushError::Surplus(surplus));
        }
        self.listed = counts;
        let children = run.count.checked_mul(run.fanout).and_then(|more| self.children.checked_add(more));
        self.children = children.ok_or(PushError::TooLarge)?;
        let Some(level) = self.levels.last_mut() else { return Ok(()) };
        match level.last_mut() {
            Some(last) if last.fanout == run.fanout => last.count += run.count,
            _ => level.push(run),
        }
        Ok(())
    }

    /// Goes on to the next level.
    pub(super) fn end_level(&mut self) -> Result<(), SpecError> {
        self.total = self.total.checked_add(self.children).ok_or(SpecError::TooLarge)?;
        if self.levels.len() > MAX_LEVELS {
            return Err(SpecError::TooDeep { limit: MAX_LEVELS });
        }
        self.levels.push(Vec::new());
        (self.nodes, self.listed, self.children) = (self.children, 0, 0);
        Ok(())
    }

    /// The tree, once every level has ended.
    pub(super) fn finish(mut self) -> Result<Generic, SpecError> {
        for level in &mut self.levels {
            if level.last().is_some_and(|run| run.fanout == 0) {
                level.pop();
            }
        }
        self.levels.retain(|level| !level.is_empty());
        if self.levels.is_empty() {
            return Err(SpecError::RootOnly { column: "g:".len() + 1 });
        }
        let generic = Generic { levels: self.levels };
        if generic.runs_with_those_below() > MAX_RUNS {
            return Err(SpecError::TooIrregular { limit: MAX_RUNS });
        }
        Ok(generic)
    }
}

impl Generic {
    /// An upper bound on the number of runs of equal subtrees on all levels. A level has no more runs than its own, those of
    /// the levels below and one run of leaves each, and no more runs than nodes.
    fn runs_with_those_below(&self) -> usize {
        let mut nodes = vec![1u64];
        for level in &self.levels {
            nodes.push(level.iter().map(|run| run.count * run.fanout).sum());
        }
        let (mut all, mut below) = (0usize, 1usize);
        for (level, &nodes) in self.levels.iter().zip(&nodes).rev() {
            below = below.saturating_add(level.len() + 1);
            all = all.saturating_add(below.min(usize::try_from(nodes).unwrap_or(usize::MAX)));
        }
        all
    }

    /// The tree of a shape with at most so many runs of equal subtrees on all levels.
    pub(super) fn from_shape(shape: &Shape, limit: usize) -> Result<Self, SpecError> {
        let mut builder = GenericBuilder::new();
        let mut level = vec![Group { node: shape.root(), count: 1 }];
        let mut runs = 0;
        while !level.is_empty() {
            for group in &level {
                // A level never has fewer nodes than its parents have children.
                let run = Run { count: group.count, fanout: shape.fanout(group.node) };
                builder.push(run).map_err(|_| SpecError::TooLarge)?;
            }
            builder.end_level()?;
            runs += level.len();
            level = next_level(shape, &level, limit.saturating_sub(runs))?;
        }
        builder.finish()
    }

    /// The tree in compressed form. **Complexity** O(runs of all levels), independent of the number of nodes.
    pub(super) fn shape(&self) -> Shape {
        let mut builder = ShapeBuilder::new();
        let mut below = Vec::new();
        for level in self.levels.iter().rev() {
            below = parents(&mut builder, level, below);
        }
        let root = below.first().map_or(NodeId::LEAF, |group| group.node);
        builder.finish(root)
    }
}

/// The children of a level's nodes, as runs; an error if there are more than `limit`.
fn next_level(shape: &Shape, level: &[Group], limit: usize) -> Result<Vec<Group>, SpecError> {
    let mut below: Vec<Group> = Vec::new();
    for run in level {
        let groups = shape.children(run.node);
        // Leaves have no children. A single group is one run for any number of parents; several groups alternate from parent
        // to parent.
        let (repeats, times) = if groups.len() <= 1 { (1, run.count) } else { (run.count, 1) };
        let more = usize::try_from(repeats).ok().and_then(|repeats| repeats.checked_mul(groups.len()));
        if more.is_none_or(|more| below.len().saturating_add(more) > limit) {
            return Err(SpecError::TooIrregular { limit: MAX_RUNS });
        }
        for _ in 0..repeats {
            for group in groups {
                let count = group.count.checked_mul(times).ok_or(SpecError::TooLarge)?;
                append(&mut below, Group { node: group.node, count });
            }
        }
    }
    Ok(below)
}

/// The subtrees of a level, from its fanouts and the subtrees of the level below (leaves if they run out).
fn parents(builder: &mut ShapeBuilder, level: &[Run], below: Vec<Group>) -> Vec<Group> {
    let mut children = Children { rest: below.into_iter(), front: None };
    let mut subtrees = Vec::new();
    let mut taken = Vec::new();
    for run in level {
        let mut left = run.count;
        while left > 0 {
            if run.fanout == 0 {
                append(&mut subtrees, Group { node: NodeId::LEAF, count: left });
                break;
            }
            // The parents that have all their children in one run.
            let front = children.front();
            let alike = (front.count / run.fanout).min(left);
            let count = alike.max(1);
            taken.clear();
            if alike > 0 {
                children.take(alike * run.fanout, &mut taken);
                taken = vec![Group { node: front.node, count: run.fanout }];
            } else {
                children.take(run.fanout, &mut taken);
            }
            append(&mut subtrees, Group { node: builder.internal(&taken), count });
            left -= count;
        }
    }
    subtrees
}

/// The nodes of a level that have no parent yet.
struct Children {
    rest: std::vec::IntoIter<Group>,
    front: Option<Group>,
}

impl Children {
    /// The first run; endless leaves once all nodes are taken.
    fn front(&mut self) -> Group {
        let next = self.front.filter(|front| front.count > 0).or_else(|| self.rest.next());
        let front = next.unwrap_or(Group { node: NodeId::LEAF, count: u64::MAX });
        self.front = Some(front);
        front
    }

    /// Takes that many nodes and appends them to `taken`.
    fn take(&mut self, count: u64, taken: &mut Vec<Group>) {
        let mut left = count;
        while left > 0 {
            let front = self.front();
            let now = front.count.min(left);
            taken.push(Group { node: front.node, count: now });
            self.front = Some(Group { count: front.count - now, ..front });
            left -= now;
        }
    }
}

fn append(runs: &mut Vec<Group>, group: Group) {
    match runs.last_mut() {
        Some(last) if last.node == group.node => last.count += group.count,
        _ => runs.push(group),
    }
}

impl fmt::Display for Generic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, level) in self.levels.iter().enumerate() {
            let separator = if i == 0 { "" } else { ":" };
            for (j, run) in level.iter().enumerate() {
                write!(f, "{}", if j == 0 { separator } else { "," })?;
                match run.count {
                    1 => write!(f, "{}", run.fanout)?,
                    count => write!(f, "{count}x{}", run.fanout)?,
                }
            }
        }
        Ok(())
    }
}
