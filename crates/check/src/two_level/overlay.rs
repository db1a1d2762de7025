//! Checks trees among hosts over trees inside them, process by process, with code that shares nothing with the search.

use crate::claim::Claimed;
use crate::overlay::Facts;
use logpine_models::job::{Claim, Job};
use logpine_models::model::{HostClass, LevelCost};
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use logpine_trees::tree::{Group, NodeId, Shape};
use std::collections::{BTreeMap, HashMap};

/// The costs of processes, and the hosts that they run on.
#[derive(Clone, Copy)]
pub struct HostsOfLeaves<'a> {
    /// The job.
    pub job: &'a Job,
    /// The costs of a process with children on other hosts.
    pub among: &'a dyn LevelCost,
    /// The costs of a process whose children are all on its host.
    pub within: &'a dyn LevelCost,
    /// The number of leaves on each host but the last.
    pub leaves_per_host: u64,
    /// The maximum number of processes of one host that have children on other hosts side by side.
    pub lanes: u64,
}

/// A tree among hosts over trees inside them, with the claim about its time.
#[derive(Clone, Debug)]
pub struct ClaimedComposition<'a> {
    /// The number of leaders on each host; the last may have fewer.
    pub leaders_per_host: u64,
    /// The numbers of leaders with the trees inside their hosts.
    pub leaders: Vec<(u64, &'a Shape)>,
    /// The tree among hosts, with the processes of a host side by side as one node.
    pub hosts: &'a Shape,
    /// For each distinct node of `hosts`, the tree inside its host above its processes.
    pub above: &'a [Shape],
    /// The same tree with every process.
    pub among: &'a Shape,
    /// The time of a wave.
    pub time: Time,
}

/// Checks compositions, the best first: leaders, processes and time of each, and the status against the bound.
///
/// **Complexity** O(distinct processes), with processes side by side counted apart unless they are equal neighbours.
///
/// # Errors
/// The first fault that is found.
pub fn check<'a>(
    hosts: HostsOfLeaves<'_>,
    claim: &Claim,
    compositions: impl IntoIterator<Item = ClaimedComposition<'a>>,
) -> Result<(), Reason> {
    let mut claimed = Claimed::new(claim);
    for composition in compositions {
        composition.check(hosts)?;
        claimed.check("composition", composition.time)?;
    }
    Ok(())
}

impl ClaimedComposition<'_> {
    fn check(&self, hosts: HostsOfLeaves<'_>) -> Result<(), Reason> {
        let leaders_per_host = self.leaders_per_host;
        let trees: Vec<(u64, Facts)> =
            self.leaders.iter().map(|&(count, tree)| (count, Facts::of(tree, hosts.within))).collect();
        let mut sizes = BTreeMap::new();
        for (count, tree) in &trees {
            *sizes.entry(tree.leaves).or_insert(0) += u128::from(*count);
        }
        let among = Facts::of(self.among, hosts.among);
        if sizes != hosts.sizes(leaders_per_host) || among.leaves != sizes.values().sum() {
            return Err(reason!(
                "{leaders_per_host} leaders on a host: the leaves of every host are not divided evenly among its leaders"
            ));
        }
        let widest = trees.iter().map(|(_, tree)| tree.fanout).max().unwrap_or(0).max(among.fanout);
        if hosts.job.limits.max_fanout.is_some_and(|limit| widest > limit)
            || self.above.iter().any(|above| above.leaves() > hosts.lanes)
        {
            return Err(reason!("{leaders_per_host} leaders on a host: the tree exceeds the limits of the job"));
        }
        let startup = |cost: &dyn LevelCost| u128::from(cost.startup().ticks());
        let slowest = trees.iter().try_fold(0, |slowest, (_, tree)| Some(tree.time?.max(slowest)));
        let mut walk = Walk { hosts, of: self, known: HashMap::new() };
        let among = walk.below(self.hosts.root(), self.among.root())?;
        let inside = slowest.map(|slowest| slowest - startup(hosts.within));
        let found = inside.map(|inside| among + inside + startup(hosts.among));
        let stated = self.time.ticks();
        if found == Some(u128::from(stated)) {
            Ok(())
        } else {
            Err(reason!("{leaders_per_host} leaders on a host: stated {stated} ticks, the processes take {found:?}"))
        }
    }
}

impl HostsOfLeaves<'_> {
    /// The numbers of leaders by their numbers of leaves.
    fn sizes(&self, leaders_per_host: u64) -> BTreeMap<u128, u128> {
        let (leaves, per_host) = (self.job.count(), self.leaves_per_host);
        let mut sizes = BTreeMap::new();
        for (hosts, leaves) in [(leaves / per_host, per_host), (1, leaves % per_host)] {
            let leaders = leaders_per_host.min(leaves);
            let Some(size) = leaves.checked_div(leaders) else { continue };
            for (count, size) in [(leaves - size * leaders, size + 1), (leaders - (leaves - size * leaders), size)] {
                if hosts > 0 && count > 0 {
                    *sizes.entry(u128::from(size)).or_insert(0) += u128::from(hosts) * u128::from(count);
                }
            }
        }
        sizes
    }
}

/// A walk down both forms of a tree among hosts: by hosts, and by processes.
struct Walk<'a> {
    hosts: HostsOfLeaves<'a>,
    of: &'a ClaimedComposition<'a>,
    /// The times below distinct nodes, with the first processes that stand for them.
    known: HashMap<(NodeId, NodeId), u128>,
}

impl Walk<'_> {
    /// The time from a node of the tree among hosts, whose first process is `process`, to its last leader.
    fn below(&mut self, node: NodeId, process: NodeId) -> Result<u128, Reason> {
        if node == NodeId::LEAF && process == NodeId::LEAF {
            return Ok(0);
        }
        if let Some(&time) = self.known.get(&(node, process)) {
            return Ok(time);
        }
        let of = self.of;
        let above = of.above.get(node.index()).ok_or_else(|| self.wrong())?;
        let mut children = Children::of(of.hosts.children(node));
        let time = self.side_by_side((above, above.root()), process, &mut children)?;
        if children.first().is_some() {
            return Err(self.wrong());
        }
        self.known.insert((node, process), time);
        Ok(time)
    }

    /// The time from a process of a host's own tree. It takes the children on other hosts from those of the host that are left.
    fn side_by_side(
        &mut self,
        (above, node): (&Shape, NodeId),
        process: NodeId,
        left: &mut Children<'_>,
    ) -> Result<u128, Reason> {
        let among = self.of.among;
        let mut children = Children::of(among.children(process));
        let mut slowest = 0;
        if node == NodeId::LEAF {
            while let Some(child) = children.first() {
                let host = left.first().ok_or_else(|| self.wrong())?;
                slowest = self.below(host.node, child.node)?.max(slowest);
                let count = child.count.min(host.count);
                children.take(count);
                left.take(count);
            }
            return Ok(slowest + self.level(self.hosts.among, among.fanout(process))?);
        }
        for group in above.children(node) {
            let mut wanted = group.count;
            while wanted > 0 {
                let child = children.first().ok_or_else(|| self.wrong())?;
                let before = *left;
                slowest = self.side_by_side((above, group.node), child.node, left)?.max(slowest);
                let alike = 1 + left.repeat_since(before, child.count.min(wanted) - 1);
                children.take(alike);
                wanted -= alike;
            }
        }
        if children.first().is_some() {
            return Err(self.wrong());
        }
        Ok(slowest + self.level(self.hosts.within, among.fanout(process))?)
    }

    /// The cost of a process and of the edges to its children.
    fn level(&self, cost: &dyn LevelCost, children: u64) -> Result<u128, Reason> {
        let host = HostClass::default();
        let busy = cost.busy(host, children).filter(|_| children > 0);
        let level = busy.map(|busy| u128::from(busy.ticks()) + u128::from(cost.latency(host, host).ticks()));
        let (leaders_per_host, stated) = (self.of.leaders_per_host, self.of.time.ticks());
        level.ok_or_else(|| {
            reason!("{leaders_per_host} leaders on a host: stated {stated} ticks, but its processes have no time")
        })
    }

    fn wrong(&self) -> Reason {
        reason!(
            "{leaders_per_host} leaders on a host: the processes differ from those of the tree among hosts",
            leaders_per_host = self.of.leaders_per_host
        )
    }
}

/// Children that are left, in order.
#[derive(Clone, Copy)]
struct Children<'a> {
    groups: &'a [Group],
    /// The number of children of the first group that are taken; fewer than all.
    taken: u64,
}

impl<'a> Children<'a> {
    fn of(groups: &'a [Group]) -> Self {
        Self { groups, taken: 0 }
    }

    /// The next children that are alike.
    fn first(&self) -> Option<Group> {
        self.groups.first().map(|group| Group { count: group.count - self.taken, ..*group })
    }

    /// Takes some of the next children that are alike.
    fn take(&mut self, count: u64) {
        self.taken += count;
        if self.groups.first().is_some_and(|group| group.count == self.taken) {
            *self = Self::of(&self.groups[1..]);
        }
    }

    /// Repeats the steps since `before`, up to `times`, while they stay alike; returns the number of repeats.
    fn repeat_since(&mut self, before: Self, times: u64) -> u64 {
        let Some(first) = self.first().filter(|_| self.groups.len() == before.groups.len()) else { return 0 };
        let once = self.taken - before.taken;
        let times = first.count.checked_div(once).unwrap_or(0).min(times);
        self.take(once * times);
        times
    }
}
