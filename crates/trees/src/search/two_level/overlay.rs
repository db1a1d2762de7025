//! Overlay trees over hosts with several leaves each: a tree among hosts over trees inside them.

use super::CheapestLevel;
use super::side_by_side::SideBySide;
use super::spelt_out::{SpeltOut, spelt_out};
use crate::search::optimum;
use crate::search::overlay::SearchError;
use crate::tree::Shape;
use itertools::Itertools;
use logpine_models::job::{Job, Objective};
use logpine_models::model::{AtMost, LevelCost};
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// Trees over hosts with the same number of leaves each; the last host has the remaining leaves.
///
/// A node whose children are all on its own host has the cost of the `within` model, any other node that of the `among`
/// model. Processes may be on any host, regardless of what else runs there. On every host the leaves are divided evenly
/// among one or more leaders, each with a tree inside the host; the leaders of all hosts are the leaves of the tree among
/// hosts.
#[derive(Clone, Copy)]
pub struct TwoLevelTrees<'a> {
    /// The costs of a node with children on other hosts.
    pub among: &'a dyn LevelCost,
    /// The costs of a node whose children are all on its host.
    pub within: &'a dyn LevelCost,
    /// The number of leaves on each host but the last, at least 1.
    pub leaves_per_host: u64,
    /// The maximum number of processes of one host that have children on other hosts side by side, under a tree inside their
    /// host.
    pub lanes: u64,
}

/// A set of leaders with the same number of leaves.
#[derive(Clone, Debug)]
pub struct Leaders {
    /// The number of leaders.
    pub count: u64,
    /// The tree inside a host from such a leader to its leaves; a single leaf is its own leader.
    pub within: Shape,
}

/// The best composition for some number of leaders on each host.
#[derive(Clone, Debug)]
pub struct Composition {
    /// The number of leaders on each host (the last may have fewer): 1, or more if the tree among hosts is to reach into the
    /// hosts.
    pub leaders_per_host: u64,
    /// The tree among hosts with the processes of a host side by side as one node; its leaves are the leaders. A single leaf
    /// for a single host with one leader.
    pub hosts: Shape,
    /// For each distinct node of `hosts`, in order, the tree inside its host above its processes; a leaf for a single one.
    pub above: Vec<Shape>,
    /// The same tree as `hosts` with every process.
    pub among: Shape,
    /// The leaders by the size of their trees; the first have the most leaves.
    pub leaders: Vec<Leaders>,
    /// The time of a wave in ticks, the startup C once.
    pub time: Time,
}

impl Composition {
    /// The number of processes besides the leaves (saturating).
    #[must_use]
    pub fn internal_nodes(&self) -> u64 {
        let of = |leaders: &Leaders| leaders.count.saturating_mul(leaders.within.internal_nodes());
        self.leaders.iter().map(of).fold(self.among.internal_nodes(), u64::saturating_add)
    }

    /// The number of edges from the root to the deepest leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        let within = self.leaders.iter().map(|leaders| leaders.within.height()).max();
        self.among.height() + within.unwrap_or(0)
    }
}

/// The number of group sizes up to which all are tried for the bound.
const MOST_SIZES: u64 = 1 << 10;

/// The result of [`overlay()`].
#[derive(Clone, Debug)]
pub struct Compositions {
    /// The best composition for each useful number of leaders, the fastest first.
    pub all: Vec<Composition>,
    /// A lower bound on the time of every tree whose paths stay inside a host once they have entered it.
    pub class_bound: Time,
    /// A lower bound on the time of every tree.
    pub bound: Time,
}

/// Returns the fastest compositions for the leaves of a job, whose objective is the latency.
///
/// For j leaders on each of H hosts with S leaves the time is f(H j) + f'(ceil(S / j)) with the optima f among and f' inside
/// hosts, both over all trees (Groves, Gutierrez and Arnold 2015, equation (1)). So only the least number of leaders for
/// each largest group matters. Among hosts a node is one or several processes of a host side by side, of cost d(y) for y
/// children on other hosts.
///
/// The class consists of the trees of such nodes with trees inside hosts below them. Let A(t) be the most leaves of such a
/// tree within time t: the largest group with f'(s) <= t, or y A(t - d(y)) for the best fanout y. By induction A(t) is
/// attained with equal groups, so no tree of the class takes less than the least f(ceil(N / s)) + f'(s).
///
/// **Complexity** O(sqrt(S)) searches of a tree. If `watch` ends the work, there are fewer compositions, and the bound on the class is that
/// on all trees.
///
/// # Errors
/// [`SearchError`] if no tree satisfies the job.
pub fn overlay(trees: TwoLevelTrees<'_>, job: &Job, watch: &dyn Watch) -> Result<Compositions, SearchError> {
    // The limit holds for each process of a node, so it belongs to the costs of processes.
    let mut of_nodes = *job;
    let Some(children) = of_nodes.limits.max_fanout.take() else { return compositions(trees, job, watch) };
    let [among, within] = [trees.among, trees.within].map(|cost| AtMost { cost, least: 1, children });
    compositions(TwoLevelTrees { among: &among, within: &within, ..trees }, &of_nodes, watch)
}

/// The same for a job without a limit on fanouts.
fn compositions(trees: TwoLevelTrees<'_>, job: &Job, watch: &dyn Watch) -> Result<Compositions, SearchError> {
    let hosts = trees.hosts(job.count());
    let per_host = trees.leaves_per_host.min(job.count());
    let nodes = SideBySide::new(trees.among, trees.within, trees.lanes);
    let mut compositions = Vec::new();
    let mut refused = None;
    let useful = groups(per_host).filter(|&(leaders, _)| leaders == 1 || hosts > 1);
    for (leaders, _) in useful.take_while(|&(leaders, _)| leaders == 1 || !watch.is_over()) {
        match trees.composition(job, &nodes, leaders) {
            Ok(composition) => compositions.push(composition),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    compositions.sort_by_key(|composition| (composition.time, composition.leaders_per_host));
    if compositions.is_empty() {
        return Err(refused.unwrap_or(SearchError::NotRepresentable));
    }
    let cheapest = CheapestLevel { among: trees.among, within: trees.within };
    let bound = optimum(&cheapest, job, &())?.bound;
    // Equal groups are known to be best only for costs that never fall.
    let monotone = trees.among.is_monotone() && trees.within.is_monotone();
    let class_bound = if monotone { trees.class_bound(job, &nodes, per_host, watch)?.max(bound) } else { bound };
    Ok(Compositions { all: compositions, class_bound, bound })
}

/// The useful numbers of leaders with their largest groups: the fewest leaders for each size.
fn groups(leaves: u64) -> impl Iterator<Item = (u64, u64)> {
    let next = move |&(_, group): &(u64, u64)| {
        let leaders = leaves.div_ceil(group - 1);
        Some((leaders, leaves.div_ceil(leaders)))
    };
    std::iter::successors(Some((1, leaves)), move |last| if last.1 > 1 { next(last) } else { None })
}

/// The same job over `leaves` leaves.
fn over(job: &Job, leaves: u64) -> Result<Job, SearchError> {
    let limits = job.limits;
    let job = Job::new(leaves).map_err(|_: Reason| SearchError::NotRepresentable)?;
    job.with_limits(limits).with_objective(Objective::Latency).map_err(|_| SearchError::NotRepresentable)
}

impl TwoLevelTrees<'_> {
    /// The number of hosts.
    #[must_use]
    pub const fn hosts(&self, leaves: u64) -> u64 {
        leaves.div_ceil(self.leaves_per_host)
    }

    fn composition(&self, job: &Job, nodes: &SideBySide, leaders_per_host: u64) -> Result<Composition, SearchError> {
        let sizes = self.sizes(job.count(), leaders_per_host);
        let hosts = optimum(nodes, &over(job, sizes.iter().map(|&(count, _)| count).sum())?, &())?;
        let mut slowest = self.within.startup();
        let mut leaders = Vec::with_capacity(sizes.len());
        for (count, leaves) in sizes {
            let within = optimum(self.within, &over(job, leaves)?, &())?;
            slowest = slowest.max(within.score.time);
            leaders.push(Leaders { count, within: within.shape });
        }
        let time = self.sum(hosts.score.time, slowest).ok_or(SearchError::NotRepresentable)?;
        let SpeltOut { above, among } =
            spelt_out(&hosts.shape, nodes, |lanes| Ok(optimum(self.within, &over(job, lanes)?, &())?.shape))?;
        Ok(Composition { leaders_per_host, hosts: hosts.shape, above, among, leaders, time })
    }

    /// The numbers of leaders by their number of leaves: the leaves of each host divided evenly, the largest groups first.
    fn sizes(&self, leaves: u64, leaders: u64) -> Vec<(u64, u64)> {
        let (hosts, left) = (leaves / self.leaves_per_host, leaves % self.leaves_per_host);
        let mut sizes: Vec<(u64, u64)> = Vec::new();
        for (hosts, leaves) in [(hosts, self.leaves_per_host), (1, left)] {
            let leaders = leaders.min(leaves);
            if hosts == 0 || leaders == 0 {
                continue;
            }
            let (size, longer) = (leaves / leaders, leaves % leaders);
            for (count, size) in [(longer, size + 1), (leaders - longer, size)] {
                match sizes.iter_mut().find(|(_, known)| *known == size) {
                    _ if count == 0 => {}
                    // There are no more leaders than leaves.
                    Some((known, _)) => *known += hosts * count,
                    None => sizes.push((hosts * count, size)),
                }
            }
        }
        sizes.sort_by_key(|&(_, size)| std::cmp::Reverse(size));
        sizes
    }

    /// The sum of two successive times, with the startup of the machine once.
    fn sum(&self, among: Time, within: Time) -> Option<Time> {
        among.checked_add(within.checked_sub(self.within.startup())?)
    }

    /// The least f(ceil(N / s)) + f'(s) over every size s of a group, as a lower bound. If there are many sizes, those
    /// between neighbours of [`groups`] are bounded by the optimum inside hosts of the smallest and the optimum among hosts
    /// of the largest. Zero if `watch` ends the work.
    fn class_bound(
        &self,
        job: &Job,
        nodes: &SideBySide,
        per_host: u64,
        watch: &dyn Watch,
    ) -> Result<Time, SearchError> {
        let sizes: Vec<u64> = match per_host {
            ..=MOST_SIZES => (1..=per_host).rev().collect(),
            _ => groups(per_host).map(|(_, group)| group).collect(),
        };
        let intervals = sizes.iter().copied().chain([0]).tuple_windows().map(|(most, below)| (below + 1, most));
        let mut least = None;
        for (smallest, largest) in intervals {
            if watch.is_over() {
                return Ok(Time::ZERO);
            }
            let among = optimum(nodes, &over(job, job.count().div_ceil(largest))?, &());
            let within = optimum(self.within, &over(job, smallest)?, &());
            let (Ok(among), Ok(within)) = (among, within) else { continue };
            let bound = self.sum(among.bound, within.bound);
            least = least.into_iter().chain(bound).min();
        }
        least.ok_or(SearchError::NotRepresentable)
    }
}
