//! k-nomial trees as `mrnet_topgen` builds them, and binomial trees, which are those with k = 2.
//!
//! The tree k:K@M has M processes, the front end included, numbered in the order in which they join. In every round each
//! process that is in the tree, in that order, gains K-1 children, until there are M (release 5.0.1). Children are in the
//! order in which they joined. After full rounds M = K^R, and (K-1) K^(R-1) processes are leaves: a binomial tree with 32
//! leaves has 64 processes.

use super::{Facts, Family, Known, Member, NodeCost, Parameters};
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};
use logpine_models::job::Limits;
use logpine_text::integer::{ceil_root, first};
use rustc_hash::FxHashMap;

/// k-nomial: in every round each process gains k-1 children.
#[derive(Clone, Copy, Debug)]
pub struct KNomial;

/// Binomial: k-nomial with k = 2.
#[derive(Clone, Copy, Debug)]
pub struct Binomial;

impl Known for KNomial {}

impl Family for KNomial {
    fn name(&self) -> &'static str {
        "k-nomial"
    }

    fn description(&self) -> &'static str {
        "in every round each process gains k-1 children, until the job has its leaves (mrnet_topgen, k:K@M)"
    }

    /// Returns every k up to 32, and for every number of rounds from 2 the least k that needs no more rounds. A k between
    /// those can still be slightly faster, because its last round may be only begun; such trees are not built in practice. A
    /// k above the number of leaves would be flat.
    fn members(&self, leaves: u64, _cost: NodeCost) -> Vec<Member> {
        if leaves < 2 {
            return Vec::new();
        }
        let by_rounds = (2..=64).map(|rounds| least_k(leaves, rounds)).take_while(|&k| k > 32);
        let mut ks: Vec<u64> = (2..=32).chain(by_rounds).filter(|&k| k <= leaves).collect();
        ks.sort_unstable();
        ks.dedup();
        ks.into_iter().flat_map(|k| members_of(leaves, k)).collect()
    }

    /// The tree of the least k with so few internal processes. Two rounds give the root 2(k-1) children, so that half the widest
    /// fanout is enough to try.
    fn within(&self, leaves: u64, limits: Limits, _cost: NodeCost) -> Vec<Member> {
        let most = if limits.max_height == Some(1) { Some(1) } else { limits.max_internal };
        let k = most.and_then(|most| least_k_with(leaves, most.max(1)));
        let widest = limits.max_fanout.map_or(u64::MAX, |fanout| (fanout / 2 + 1).max(2));
        k.map(|k| members_of(leaves, k.min(widest))).unwrap_or_default()
    }
}

impl Known for Binomial {
    fn facts(&self) -> Facts {
        Facts { says_its_number: true, place: -1, ..Facts::default() }
    }
}

impl Family for Binomial {
    fn name(&self) -> &'static str {
        "binomial"
    }

    fn description(&self) -> &'static str {
        "in every round each process gains one child (mrnet_topgen, k:2@M)"
    }

    fn members(&self, leaves: u64, _cost: NodeCost) -> Vec<Member> {
        members_of(leaves, 2)
    }
}

/// The smallest k:K@M with that many leaves, and the tree after full rounds if it has as many leaves and more processes.
/// Published comparisons mean the latter.
fn members_of(leaves: u64, k: u64) -> Vec<Member> {
    if leaves < 2 {
        return Vec::new();
    }
    let member = |processes| Member {
        parameters: Parameters::new().number("k", k).number("processes", processes),
        shape: k_nomial(k, processes),
    };
    let smallest = processes_for(leaves, k);
    let full = full_rounds_with(leaves, k).filter(|&full| Some(full) != smallest);
    smallest.into_iter().chain(full).map(member).collect()
}

/// The least k for which that many rounds give that many leaves: (k-1) k^(rounds-1) >= leaves.
fn least_k(leaves: u64, rounds: u32) -> u64 {
    let root = ceil_root(leaves, rounds);
    let enough = root.checked_pow(rounds - 1).and_then(|power| power.checked_mul(root - 1));
    // With k = root + 1: root * (root + 1)^(rounds-1) >= root^rounds >= leaves.
    if enough.is_none_or(|enough| enough >= leaves) { root } else { root + 1 }
}

/// The least k whose tree with that many leaves has at most so many internal processes, at least one.
///
/// Among the k of R + 1 rounds begun, the internal processes first decrease with k, as long as some of the last round's parents
/// were leaves. Then the last round takes as many processes as the k^(R-1) before it, which increase. They are fewest between the
/// two, where 2 (k-1) k^(R-1) >= N for the first time.
fn least_k_with(leaves: u64, most: u64) -> Option<u64> {
    if leaves < 2 {
        return None;
    }
    let fits = |k: u64| processes_for(leaves, k).is_some_and(|processes| processes - leaves <= most);
    (1..64).rev().find_map(|rounds| {
        let (from, end) = (least_k(leaves, rounds + 1), least_k(leaves, rounds));
        let turn = least_k(leaves.div_ceil(2), rounds);
        if from < turn && fits(turn - 1) {
            return Some(first(from..=turn - 1, fits));
        }
        (turn < end && fits(turn)).then_some(turn)
    })
}

/// The number of processes of the tree that has exactly that many leaves after full rounds.
fn full_rounds_with(leaves: u64, k: u64) -> Option<u64> {
    let mut processes = k;
    // A tree of K^R processes has all but K^(R-1) as leaves.
    while processes - processes / k < leaves {
        processes = processes.checked_mul(k)?;
    }
    (processes - processes / k == leaves).then_some(processes)
}

/// The least M for which k:K@M has at least that many leaves. It has exactly that many, because one more process never adds
/// more than one leaf. `None` if M exceeds `u64::MAX` (for k = 2, above 2^63 leaves).
///
/// *Requires* `leaves >= 2` and `k >= 2`.
fn processes_for(leaves: u64, k: u64) -> Option<u64> {
    // The rounds before the last: `used` processes, of which `internal` have children.
    let (mut used, mut internal) = (1u64, 0u64);
    while let Some(more) = used.checked_mul(k).filter(|more| more - used < leaves) {
        internal = used;
        used = more;
    }
    // In the last round every child of an internal process is one more leaf.
    let missing = leaves.checked_sub(used - internal)?;
    if internal.checked_mul(k - 1).is_none_or(|room| missing <= room) {
        return used.checked_add(missing);
    }
    // After that, the first child of a leaf takes its parent's place, and each of the other k-2 is one more leaf.
    let missing = leaves - used;
    let parents_done = (missing - 1).checked_div(k - 2)?;
    let joined = parents_done.checked_mul(k - 1)?.checked_add(missing - parents_done * (k - 2) + 1)?;
    used.checked_add(joined)
}

/// The tree k:K@M of `mrnet_topgen` with that many processes, the front end included.
///
/// The processes that join below one process, taken in their order, form a k-nomial tree again. So a tree is determined by
/// its number of processes alone; only about three numbers occur after each round.
///
/// **Complexity** O(R^2) for R rounds.
///
/// # Panics
/// If `k` is less than 2 or there is no process.
#[must_use]
pub fn k_nomial(k: u64, processes: u64) -> Shape {
    assert!(k >= 2 && processes >= 1, "a k-nomial tree has at least one process and k is at least 2");
    let mut subtrees = Subtrees { k, builder: ShapeBuilder::new(), known: FxHashMap::default() };
    let root = subtrees.node(processes);
    subtrees.builder.finish(root)
}

struct Subtrees {
    k: u64,
    builder: ShapeBuilder,
    /// The children of a tree by its number of processes.
    known: FxHashMap<u64, Vec<Group>>,
}

impl Subtrees {
    fn node(&mut self, processes: u64) -> NodeId {
        if processes == 1 {
            return NodeId::LEAF;
        }
        let children = self.children(processes);
        self.builder.internal(&children)
    }

    /// The first round's k-1 children, then those that the root gains later. The latter are the children of the tree that
    /// the root's own share of the processes would form.
    fn children(&mut self, processes: u64) -> Vec<Group> {
        if processes <= 1 {
            return Vec::new();
        }
        if let Some(children) = self.known.get(&processes) {
            return children.clone();
        }
        let shares = Shares::of(processes, self.k);
        let mut children = Vec::new();
        for share in shares.after_the_root(self.k).into_iter().filter(|share| share.each > 0 && share.processes > 0) {
            children.push(Group { node: self.node(share.processes), count: share.each });
        }
        let later = self.children(shares.of_the_root());
        children.extend(later);
        self.known.insert(processes, children.clone());
        children
    }
}

/// The numbers of processes that end up in the subtrees of the k processes that are there after the first round. The root's
/// own subtree without its first k-1 children counts as one of them.
///
/// Each round passes over these k shares, in order, once or several times, and gives every share the same number of new
/// processes in a pass. So when the processes run out, the shares before some boundary are equal, and so are those after it.
#[derive(Clone, Copy)]
struct Shares {
    /// The index of the share that the next process would join.
    boundary: u64,
    before: u64,
    at: u64,
    after: u64,
}

/// A run of `each` subtrees with the same number of processes.
struct Share {
    processes: u64,
    each: u64,
}

impl Shares {
    fn of(processes: u64, k: u64) -> Self {
        if processes < k {
            return Self { boundary: processes, before: 1, at: 0, after: 0 };
        }
        // Rounds that are complete: `used` <= processes < used * k.
        let mut used = k;
        while let Some(more) = used.checked_mul(k).filter(|&more| more <= processes) {
            used = more;
        }
        // In the round begun, the first `parents` processes have gained k-1 children each, the next one the rest. The
        // distribution of those parents over the shares is the same problem for fewer processes.
        let joined = processes - used;
        let (parents, rest) = (joined / (k - 1), joined % (k - 1));
        let spread = Self::of(parents, k);
        let share = |parents: u64| used / k + parents * (k - 1);
        Self {
            boundary: spread.boundary,
            before: if spread.boundary > 0 { share(spread.before) } else { 0 },
            at: share(spread.at) + rest,
            after: share(spread.after),
        }
    }

    fn of_the_root(&self) -> u64 {
        if self.boundary == 0 { self.at } else { self.before }
    }

    fn after_the_root(&self, k: u64) -> [Share; 3] {
        let after = k - 1 - self.boundary;
        [
            Share { processes: self.before, each: self.boundary.saturating_sub(1) },
            Share { processes: self.at, each: u64::from(self.boundary > 0) },
            Share { processes: self.after, each: after },
        ]
    }
}

#[cfg(test)]
mod tests;
