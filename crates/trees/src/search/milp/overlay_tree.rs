//! Overlay trees whose processes have hosts, made from the choices of a program, and costed again in whole ticks.

use super::overlay_question::{Chains, OverlayQuestion};
use super::program::{Filling, Program, Taken};
use logpine_models::model::HostClass;
use logpine_text::units::Time;

/// The maximum number of processes that are made from a solver's answer.
const MOST_PROCESSES: usize = 1 << 16;

/// An internal process of a [`HostedTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostedNode {
    /// The class of its host.
    pub class: HostClass,
    /// The index of its parent in the list; `None` for the root.
    pub parent: Option<usize>,
    /// The number of its children that are leaves.
    pub leaves: u64,
}

/// An overlay tree: its internal processes with the classes of their hosts, the root first and parents before children.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedTree {
    /// The internal processes.
    pub nodes: Vec<HostedNode>,
}

impl HostedTree {
    /// A root all of whose children are leaves.
    pub(super) fn star(class: HostClass, leaves: u64) -> Self {
        Self { nodes: vec![HostedNode { class, parent: None, leaves }] }
    }

    /// The number of children of every process, leaves and processes; `None` if a parent does not come before its child, or
    /// if some process other than the first has no parent.
    fn fanouts(&self) -> Option<Vec<u64>> {
        let mut fanouts: Vec<u64> = self.nodes.iter().map(|node| node.leaves).collect();
        for (place, node) in self.nodes.iter().enumerate() {
            match node.parent {
                None if place == 0 => {}
                Some(parent) if parent < place => fanouts[parent] = fanouts[parent].checked_add(1)?,
                _ => return None,
            }
        }
        Some(fanouts)
    }

    /// The number of edges from the root to the deepest leaf. Parents come before children.
    fn height(&self) -> u32 {
        let mut levels: Vec<u32> = Vec::with_capacity(self.nodes.len());
        let mut height = 0;
        for node in &self.nodes {
            let level = node.parent.and_then(|parent| levels.get(parent)).map_or(0, |level| level + 1);
            height = height.max(if node.leaves > 0 { level + 1 } else { 0 });
            levels.push(level);
        }
        height
    }

    /// Removes leaves until `leaves` are left.
    fn remove_leaves(&mut self, leaves: u64) {
        let mut excess = self.nodes.iter().map(|node| node.leaves).sum::<u64>().saturating_sub(leaves);
        for kept in [1, 0] {
            for node in self.nodes.iter_mut().rev() {
                let removed = excess.min(node.leaves.saturating_sub(kept));
                node.leaves -= removed;
                excess -= removed;
            }
        }
    }

    /// Removes processes besides the root that have no child, or only one, which then goes to their parent.
    fn remove_chains(&mut self) {
        let mut children = vec![Vec::new(); self.nodes.len()];
        let mut kept = vec![true; self.nodes.len()];
        for place in (1..self.nodes.len()).rev() {
            let HostedNode { parent: Some(parent), leaves, .. } = self.nodes[place] else { continue };
            kept[place] = leaves + children[place].len() as u64 >= 2;
            if kept[place] {
                children[parent].push(place);
            } else {
                self.nodes[parent].leaves += leaves;
                let only = children[place].pop();
                children[parent].extend(only);
            }
        }
        for (place, children) in children.iter().enumerate().filter(|(place, _)| kept[*place]) {
            for &child in children {
                self.nodes[child].parent = Some(place);
            }
        }
        let mut numbers = Vec::with_capacity(kept.len());
        let mut next = 0;
        for &kept in &kept {
            numbers.push(next);
            next += usize::from(kept);
        }
        let mut kept = kept.into_iter();
        self.nodes.retain(|_| kept.next().unwrap_or(false));
        self.nodes.iter_mut().for_each(|node| node.parent = node.parent.map(|parent| numbers[parent]));
    }

    /// If a root's only child is a process, moves one of that process's children to the root.
    fn widen_root(&mut self) {
        let below = |parent| move |node: &HostedNode| node.parent == Some(parent);
        let is_chain = self.nodes[0].leaves == 0 && self.nodes.iter().filter(|node| below(0)(node)).count() == 1;
        let Some(only) = self.nodes.iter().position(below(0)).filter(|_| is_chain) else { return };
        if self.nodes[only].leaves > 0 {
            self.nodes[only].leaves -= 1;
            self.nodes[0].leaves = 1;
        } else if let Some(child) = self.nodes.iter_mut().find(|node| below(only)(node)) {
            child.parent = Some(0);
        }
    }

    /// Prunes a tree to at most `leaves` leaves and removes useless processes. The tree is no later if [`Filling::AtMost`]
    /// is right: costs do not fall with the fanout, and the direct way to a child is the shortest.
    fn prune(&mut self, leaves: u64, chains: Chains) {
        self.remove_leaves(leaves);
        self.remove_chains();
        if chains == Chains::Excluded {
            self.widen_root();
            self.remove_chains();
        }
    }
}

impl OverlayQuestion<'_> {
    /// The time of a tree, computed from its definition. `None` if it has no cost or does not answer the question (too few
    /// slots, a wrong number of leaves, a wrong root, a fanout or a height that is not allowed).
    #[must_use]
    pub fn time_of(&self, tree: &HostedTree) -> Option<Time> {
        let fanouts = tree.fanouts()?;
        if self.max_height.is_some_and(|most| tree.height() > most) {
            return None;
        }
        let least = match self.chains {
            Chains::Excluded => 2,
            Chains::Allowed => 1,
        };
        let mut slots = self.hosts.slots.clone();
        let mut leaves = 0u64;
        // The latest child of each process, with the latency to it.
        let mut latest = vec![Time::ZERO; tree.nodes.len()];
        for (place, node) in tree.nodes.iter().enumerate().rev() {
            if fanouts[place] < least {
                return None;
            }
            leaves = leaves.checked_add(node.leaves)?;
            let busy = self.cost.busy(node.class, fanouts[place])?;
            if node.leaves > 0 {
                let leaf = self.cost.latency(node.class, self.hosts.leaf).checked_add(self.cost.startup())?;
                latest[place] = latest[place].max(leaf);
            }
            let time = busy.checked_add(latest[place])?;
            match node.parent {
                Some(parent) => {
                    let slot = slots.get_mut(usize::from(node.class.0))?;
                    *slot = slot.checked_sub(1)?;
                    let below = self.cost.latency(tree.nodes[parent].class, node.class).checked_add(time)?;
                    latest[parent] = latest[parent].max(below);
                }
                None => return (node.class == self.hosts.root && leaves == self.leaves).then_some(time),
            }
        }
        None
    }
}

/// The tree of a program's choices; `None` if they do not fit together.
pub fn tree_of(question: &OverlayQuestion, program: &Program, taken: &[Taken]) -> Option<HostedTree> {
    let mut tree = HostedTree::star(question.hosts.root, 0);
    // The parents of the open places of each state.
    let mut open: Vec<Vec<usize>> = vec![Vec::new(); program.start.state.0 as usize + 1];
    open[program.start.state.0 as usize] = vec![0; usize::try_from(program.start.places).ok()?];
    for Taken { state, times } in taken {
        let mut places = std::mem::take(open.get_mut(state.0 as usize)?);
        for (choice, &times) in program.network.choices(*state).iter().zip(times) {
            for _ in 0..times {
                let parent = places.pop()?;
                let Some(class) = choice.class else {
                    tree.nodes[parent].leaves += 1;
                    continue;
                };
                let node = HostedNode { class: HostClass(class), parent: Some(parent), leaves: choice.yields };
                for opens in choice.opens.into_iter().flatten() {
                    let below = open.get_mut(opens.state.0 as usize)?;
                    below.extend(std::iter::repeat_n(tree.nodes.len(), usize::try_from(opens.places).ok()?));
                }
                tree.nodes.push(node);
                if tree.nodes.len() > MOST_PROCESSES {
                    return None;
                }
            }
        }
    }
    if program.filling == Filling::AtMost {
        tree.prune(question.leaves, question.chains);
    }
    Some(tree)
}
