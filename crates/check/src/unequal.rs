//! Checks trees on unequal hosts, with code that shares nothing with the search.

use super::claim::Claimed;
use logpine_models::job::{Claim, Host, RankCollective, Targets};
use logpine_models::model::{HostClass, LevelCost, MessageSize, Port, PortTiming, UnequalPorts};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::{Factor, Time};
use logpine_trees::tree::Tree;
use std::collections::HashMap;

/// Checks that every tree is valid and that its stated time was found, and the claim on the first.
fn check_times<T>(
    mut claimed: Claimed<'_>,
    trees: impl IntoIterator<Item = T>,
    found: impl Fn(T) -> Result<(&'static str, Time, Option<u128>), Reason>,
) -> Result<(), Reason> {
    for tree in trees {
        let (family, time, found) = found(tree)?;
        let stated = time.ticks();
        if found != Some(u128::from(stated)) {
            return Err(reason!("{family}: stated {stated} ticks, the model gives {found:?}"));
        }
        claimed.check(family, time)?;
    }
    Ok(())
}

/// An overlay tree on hosts with the claims about it.
#[derive(Clone, Copy, Debug)]
pub struct TreeOfHosts<'a> {
    /// The family of the tree, for messages.
    pub family: &'static str,
    /// The tree.
    pub tree: &'a Tree,
    /// The host of each internal node but the root, which is on the front end.
    pub hosts: &'a [usize],
    /// The time of the tree.
    pub time: Time,
}

/// Checks the targets, slots and times of trees, the best first, against the cost of the profile's own host and the factors
/// of the hosts and of the front end, and the status against the bound.
///
/// # Errors
/// The first fault that is found.
pub fn check_overlay<'a>(
    cost: &dyn LevelCost,
    hosts: &[Host],
    targets: (Targets, u64),
    front_end: Factor,
    claim: &Claim,
    trees: impl IntoIterator<Item = TreeOfHosts<'a>>,
) -> Result<(), Reason> {
    check_times(Claimed::new(claim), trees, |tree| {
        let family = tree.family;
        if !has_targets(tree.tree, hosts, targets)
            || tree.tree.internal_nodes().count().saturating_sub(1) != tree.hosts.len()
        {
            return Err(reason!("{family}: the tree does not have the leaves or ranks of the job"));
        }
        check_slots(tree, hosts)?;
        Ok((family, tree.time, wave(tree, cost, hosts, front_end)))
    })
}

/// True if a tree has that many targets, and members below the root a slot each.
fn has_targets(tree: &Tree, hosts: &[Host], (targets, count): (Targets, u64)) -> bool {
    match targets {
        Targets::Leaves => tree.leaves().count() as u64 == count,
        Targets::Members => {
            let there = hosts.iter().fold(0, |slots: u64, host| slots.saturating_add(host.slots));
            tree.len() as u64 == count && count.saturating_sub(1) <= there
        }
    }
}

fn check_slots(tree: TreeOfHosts<'_>, hosts: &[Host]) -> Result<(), Reason> {
    let mut used: HashMap<usize, u64> = HashMap::new();
    for &host in tree.hosts {
        *used.entry(host).or_default() += 1;
    }
    for (&index, &processes) in &used {
        let (host, slots) = hosts.get(index).map_or((String::new(), 0), |host| (host.name.to_string(), host.slots));
        if processes > slots {
            return Err(reason!(
                "{family}: host `{host}` runs {processes} processes and has {slots} slots",
                family = tree.family
            ));
        }
    }
    Ok(())
}

/// The time of a wave from the root down: every leaf adds up the times of the nodes above it, in millionths of ticks until a
/// node's own time is rounded.
fn wave(of: TreeOfHosts<'_>, cost: &dyn LevelCost, hosts: &[Host], front_end: Factor) -> Option<u128> {
    let tree = of.tree;
    let mut above = vec![0u128; tree.len()];
    let mut factors =
        std::iter::once(Some(front_end)).chain(of.hosts.iter().map(|&host| hosts.get(host).map(|host| host.factor)));
    let mut longest = 0;
    for node in tree.nodes() {
        if tree.is_leaf(node) {
            longest = longest.max(above[node as usize]);
            continue;
        }
        let factor = u128::from(factors.next()??.millionths());
        let parts = cost.breakdown(u64::from(tree.fanout(node)))?;
        let processor = u128::from(parts.overhead.total()?.ticks()) + u128::from(parts.filter.ticks());
        let slowed = (processor * factor + 500_000) / 1_000_000;
        let own = u128::from(parts.latency.ticks()) + u128::from(parts.gap.ticks()) + slowed;
        for child in tree.children(node) {
            above[child as usize] = above[node as usize] + own;
        }
    }
    Some(longest + u128::from(cost.startup().ticks()))
}

/// A tree of ranks with the claims about it.
#[derive(Clone, Copy, Debug)]
pub struct TreeOfRanks<'a> {
    /// The family of the tree, for messages.
    pub family: &'static str,
    /// The tree.
    pub tree: &'a Tree,
    /// The rank of each node; the root's rank is 0.
    pub ranks: &'a [u32],
    /// The time of the tree.
    pub time: Time,
}

/// The placement of ranks, and the times of their messages.
#[derive(Clone, Copy)]
pub struct Placed<'a> {
    /// The ports of each pair of hosts.
    pub ports: &'a UnequalPorts<'a>,
    /// The host of each rank.
    pub hosts: &'a [HostClass],
    /// The size of the message, in bytes.
    pub bytes: u64,
}

/// Checks that trees, the best first, have all ranks, and checks the time of each against the ports of its pairs of hosts; a
/// reduction is timed as it runs, from the last ranks to the root. Also checks the status against the bound.
///
/// # Errors
/// The first fault that is found.
pub fn check_ranks<'a>(
    placed: Placed<'_>,
    collective: RankCollective,
    claim: &Claim,
    trees: impl IntoIterator<Item = TreeOfRanks<'a>>,
) -> Result<(), Reason> {
    // The bound holds for trees that move the whole message.
    let is_whole = placed.ports.message_size() == MessageSize::Indivisible || placed.hosts.len() == 1;
    let claimed = if is_whole { Claimed::new(claim) } else { Claimed::of_class(claim) };
    check_times(claimed, trees, |tree| {
        let family = tree.family;
        let mut ranks = tree.ranks.to_vec();
        ranks.sort_unstable();
        let all = (0u32..).take(placed.hosts.len());
        if !ranks.into_iter().eq(all) || tree.ranks.len() != tree.tree.len() || tree.ranks.first() != Some(&0) {
            return Err(reason!("{family}: the tree does not have the leaves or ranks of the job"));
        }
        let found = match collective {
            RankCollective::Bcast => placed.broadcast(tree),
            RankCollective::Reduce => placed.reduction(tree),
        };
        Ok((family, tree.time, found))
    })
}

impl Placed<'_> {
    /// The time at which the last rank has the message: every rank sends in the order of its children, as soon as it has the
    /// message.
    fn broadcast(self, of: TreeOfRanks<'_>) -> Option<u128> {
        let tree = of.tree;
        let mut last = 0;
        let mut open = vec![(0u32, 0u128)];
        while let Some((node, has)) = open.pop() {
            last = last.max(has);
            let mut start = has;
            for child in tree.children(node) {
                let port = self.port(of, node, child)?;
                open.push((child, start + u128::from(port.delivery.ticks())));
                start += u128::from(port.send_gap.ticks());
            }
        }
        Some(last)
    }

    /// The time at which the root has combined all: every rank receives from its last child first, and sends once it has
    /// combined all.
    fn reduction(self, of: TreeOfRanks<'_>) -> Option<u128> {
        let combine = u128::from(self.ports.combine(self.bytes)?.ticks());
        let tree = of.tree;
        let mut done = vec![0u128; tree.len()];
        for node in tree.nodes().rev() {
            let mut before = None;
            for child in tree.children(node).rev() {
                let port = self.port(of, child, node)?;
                let received = done[child as usize] + u128::from(port.delivery.ticks()) + combine;
                let gap = u128::from(port.recv_gap.ticks()).max(u128::from(port.recv_busy.ticks()) + combine);
                before = Some(before.map_or(received, |before: u128| received.max(before + gap)));
            }
            done[node as usize] = before.unwrap_or(0);
        }
        done.first().copied()
    }

    fn port(self, of: TreeOfRanks<'_>, sender: u32, receiver: u32) -> Option<Port> {
        let host = |node: u32| self.hosts.get(of.ranks[node as usize] as usize).copied();
        self.ports.between(self.bytes, host(sender)?, host(receiver)?)
    }
}
