//! The best tree for one message among ranks on hosts of several speeds, some nearer than others.

use super::HostOrder;
use crate::answer::{Candidate, RankPlanError, Ranking};
use crate::request::{Bound, Claim, RankCollective, Status};
use logpine_models::model::{HostClass, MessageSize, PortTiming, Reversed, UnequalPorts};
use logpine_text::watch::Watch;
use logpine_trees::search::unequal::ranks::{RankGroup, RankProof, RankTimes, RanksFound, UnequalRanksError, best};
use logpine_trees::tree::Tree;
use logpine_trees::tree::earliest::broadcast_tree;
use logpine_trees::tree::families::Parameters;
use logpine_tuning::library::Tree as Sends;
use rustc_hash::FxHashMap;

/// A question about one message among ranks on given hosts, rank 0 the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnequalRankJob {
    /// The operation; the operands of a reduction may be combined in any order.
    pub collective: RankCollective,
    /// The host of every rank, as an index of the allocation.
    pub hosts: Vec<HostClass>,
    /// The size of the message in bytes; `None` if the model has no sizes.
    pub bytes: Option<u64>,
}

impl UnequalRankJob {
    /// Places the ranks on the hosts in the given order, as many on each as it has slots. `None` if there are too few slots.
    #[must_use]
    pub(crate) fn packed(
        ports: &UnequalPorts,
        collective: RankCollective,
        ranks: usize,
        bytes: Option<u64>,
    ) -> Option<Self> {
        let slots = super::slots(ports.hosts(), HostOrder::AsGiven, ranks);
        let hosts =
            slots.into_iter().map(|host| u16::try_from(host).ok().map(HostClass)).collect::<Option<Vec<_>>>()?;
        (hosts.len() == ranks && ranks > 0).then_some(Self { collective, hosts, bytes })
    }
}

/// A tree with the rank of every node.
#[derive(Clone, Debug)]
pub struct RanksOnHosts {
    /// The order in which the ranks were placed.
    pub(crate) order: HostOrder,
    /// The tree; a broadcast sends to children in their order, a reduction receives from them in the opposite order.
    pub tree: Tree,
    /// The rank of every node, in breadth-first order.
    pub ranks: Vec<u32>,
}

/// The reason why a job has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalRankPlanError {
    /// The size of the message does not fit the model.
    #[error(transparent)]
    Size(#[from] RankPlanError),
    /// There is no rank, or one is on a host that does not exist.
    #[error("every rank needs a host of the allocation, and there must be at least one rank")]
    NoHost,
    /// The search found no tree.
    #[error(transparent)]
    Search(#[from] UnequalRanksError),
}

/// The answer to an [`UnequalRankJob`]. The bound holds for every tree that moves the whole message. The best tree is ranked
/// against the trees in common use.
pub type UnequalRankPlan = Ranking<UnequalRankJob, RanksOnHosts>;

/// The class of trees that was searched, if the message could be cut.
const WHOLE: &str = "trees that move the message uncut";

impl UnequalRankPlan {
    /// Searches for the best tree for one uncut message, and ranks the trees in common use against it. The plan does not
    /// depend on the number of threads.
    ///
    /// # Errors
    /// [`UnequalRankPlanError`] if the size does not fit the model, a rank has no host, or no time is representable.
    pub(crate) fn new(
        ports: &UnequalPorts,
        job: UnequalRankJob,
        watch: &dyn Watch,
    ) -> Result<Self, UnequalRankPlanError> {
        RankPlanError::check_size(ports, job.bytes)?;
        if job.hosts.is_empty() || job.hosts.iter().any(|host| usize::from(host.0) >= ports.hosts().len()) {
            return Err(UnequalRankPlanError::NoHost);
        }
        let reversed = Reversed(ports);
        let timing: &dyn PortTiming = match job.collective {
            RankCollective::Bcast => ports,
            RankCollective::Reduce => &reversed,
        };
        let kinds = Kinds::new(ports, timing, &job);
        let times = RankTimes::new(timing, job.bytes.unwrap_or(1), &kinds.groups, kinds.of[0])?;
        let RanksFound { tree, groups, time, bound, proof } = best(&times, watch)?;
        let found = RanksOnHosts { order: HostOrder::Searched, ranks: kinds.ranks(&groups), tree };
        let searched = Candidate::new("non-uniform", Parameters::new(), time, found);
        let mut candidates = vec![searched];
        candidates.extend(usual_trees(&times, &kinds));
        candidates
            .sort_by(|a, b| (a.time, a.construction.order, a.family).cmp(&(b.time, b.construction.order, b.family)));
        let whole = ports.message_size() == MessageSize::Indivisible || job.hosts.len() == 1;
        let bound = Bound { value: bound, reason: reason(proof) };
        let claim = match Claim::new(candidates[0].time, bound, None) {
            // The bound holds for trees that move the whole message.
            claim if claim.status == Status::Optimal && !whole => {
                Claim { status: Status::OptimalInClass, class: Some(WHOLE), ..claim }
            }
            claim => claim,
        };
        Ok(Self { job, claim, candidates, left_out: Vec::new(), executions: None, extra: () })
    }
}

/// The reason for the bound.
const fn reason(proof: RankProof) -> &'static str {
    match proof {
        RankProof::Exhaustive => {
            "all trees over the ranks, which run on the first slots of the hosts in their order, were searched"
        }
        RankProof::Fastest => "no tree is faster where every message has the least gap and the least delivery of any",
        RankProof::Reception => "some rank needs that long to receive the message, whoever sends it",
        RankProof::Weights => {
            "in less time, with a weight on the ranks of every kind, no schedule informs the weight of all ranks \
             (Lagrangian relaxation over all kinds of hosts)"
        }
    }
}

/// Ranks grouped by kind; the ranks of a kind are alike.
struct Kinds {
    groups: Vec<RankGroup>,
    /// The kind of every rank.
    of: Vec<usize>,
    /// Ranks from the fastest to the slowest host, rank 0 first.
    fastest_first: Vec<u32>,
}

impl Kinds {
    /// Groups the ranks by the factor, rack and pod of their hosts. The ranks of one host form a kind of their own if there
    /// are several and messages within the host cost something else than to another such host.
    fn new(ports: &UnequalPorts, timing: &dyn PortTiming, job: &UnequalRankJob) -> Self {
        let hosts = ports.hosts();
        let bytes = job.bytes.unwrap_or(1);
        let host_of = |rank: usize| &hosts[usize::from(job.hosts[rank].0)];
        let mut ranks_of: FxHashMap<&str, usize> = FxHashMap::default();
        for rank in 0..job.hosts.len() {
            *ranks_of.entry(&*host_of(rank).name).or_default() += 1;
        }
        let mut known: FxHashMap<(_, _, _, Option<&str>), usize> = FxHashMap::default();
        let (mut groups, mut of): (Vec<RankGroup>, Vec<usize>) = (Vec::new(), Vec::new());
        for (rank, &class) in job.hosts.iter().enumerate() {
            let host = host_of(rank);
            let apart = ranks_of[&*host.name] > 1 && !is_like_a_neighbour(ports, timing, bytes, class);
            let key = (host.factor, host.rack.as_deref(), host.pod.as_deref(), apart.then_some(&*host.name));
            let kind = *known.entry(key).or_insert_with(|| {
                groups.push(RankGroup { host: class, peer: class, ranks: 0 });
                groups.len() - 1
            });
            let group = &mut groups[kind];
            if hosts[usize::from(group.host.0)].name != host.name {
                group.peer = class;
            }
            group.ranks += 1;
            of.push(kind);
        }
        let mut fastest_first: Vec<u32> = (0u32..).take(job.hosts.len()).collect();
        fastest_first.sort_by_key(|&rank| (rank > 0, host_of(rank as usize).factor, rank));
        Self { groups, of, fastest_first }
    }

    /// The rank of every node of a tree: rank 0 for the root, then the ranks of each kind in order.
    fn ranks(&self, groups: &[u16]) -> Vec<u32> {
        let mut left: Vec<Vec<u32>> = vec![Vec::new(); self.groups.len()];
        for (rank, &kind) in self.of.iter().enumerate().skip(1).rev() {
            left[kind].push(u32::try_from(rank).unwrap_or(u32::MAX));
        }
        let others = groups.iter().skip(1).filter_map(|&kind| left[usize::from(kind)].pop());
        std::iter::once(0).chain(others).collect()
    }
}

/// True if messages within a host cost as much as to another host of its speed in its rack and pod, or if there is none.
fn is_like_a_neighbour(ports: &UnequalPorts, timing: &dyn PortTiming, bytes: u64, class: HostClass) -> bool {
    let hosts = ports.hosts();
    let own = &hosts[usize::from(class.0)];
    let alike = |host: &&(u16, &crate::request::Host)| {
        let host = host.1;
        host.name != own.name && (host.factor, &host.rack, &host.pod) == (own.factor, &own.rack, &own.pod)
    };
    let indexed: Vec<_> = (0u16..).zip(hosts).collect();
    let neighbour = indexed.iter().find(alike).map(|&(index, _)| HostClass(index));
    neighbour.is_none_or(|neighbour| timing.between(bytes, class, class) == timing.between(bytes, class, neighbour))
}

/// The trees in common use, placed by rank and with the fastest hosts first.
fn usual_trees(times: &RankTimes, kinds: &Kinds) -> Vec<Candidate<RanksOnHosts>> {
    let count = kinds.of.len();
    let ranks = count as u64;
    let mut trees = Vec::new();
    let as_given: Vec<u32> = (0u32..).take(count).collect();
    let mut add = |family, tree: Tree, order, nodes: &[u32], ranks: &[u32]| {
        let ranks: Vec<u32> = nodes.iter().map(|&node| ranks[node as usize]).collect();
        let groups: Vec<u16> =
            ranks.iter().map(|&rank| u16::try_from(kinds.of[rank as usize]).unwrap_or(u16::MAX)).collect();
        let time = times.arrivals(&tree, &groups).and_then(|arrivals| arrivals.into_iter().max());
        let construction = RanksOnHosts { order, tree, ranks };
        trees.extend(time.map(|time| Candidate::new(family, Parameters::new(), time, construction)));
    };
    for (order, by) in [(HostOrder::AsGiven, &as_given), (HostOrder::FastestFirst, &kinds.fastest_first)] {
        if let Some((tree, nodes)) = sent_along(Sends::KNomial, count) {
            add("binomial", tree, order, &nodes, by);
        }
        let pace = times.least_pace();
        if let Ok(tree) = broadcast_tree(pace.gap, pace.delivery, ranks) {
            add("optimum of equal hosts", tree, order, &as_given, by);
        }
        if let Some((tree, nodes)) = sent_along(Sends::Flat, count) {
            add("linear", tree, order, &nodes, by);
        }
    }
    trees
}

/// A tree of a library among so many ranks, with the rank of each node in breadth-first order; binomial if it is k-nomial. `None` if
/// there are too many.
fn sent_along(tree: Sends, ranks: usize) -> Option<(Tree, Vec<u32>)> {
    let sends = tree.built(u32::try_from(ranks).ok()?, tree.default_fanout())?;
    let (nodes, fanouts): (Vec<u32>, Vec<u32>) = sends.fanouts().unzip();
    Some((Tree::from_fanouts(fanouts)?, nodes))
}
