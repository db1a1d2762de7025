//! The best overlay tree whose internal processes run on hosts of several speeds.

use super::numbering::numbered;
use super::usual::usual_trees;
use super::{HostOrder, slots};
use crate::answer::{Candidate, Ranking};
use crate::request::{Allocation, Bound, Claim, Collective, Host, Targets};
use logpine_models::model::{HostClass, LevelCost, UnequalHostsError, UnequalLevel};
use logpine_text::units::{Factor, Time};
use logpine_text::watch::Watch;
use logpine_trees::search::unequal::overlay::{
    HostGroup, HostedTree, OverlayFound, OverlayHosts, OverlayProof, UnequalOverlayError, best,
};
use logpine_trees::tree::families::{self, LeftOut, LeftOutReason, OneWidth, Parameters};
use logpine_trees::tree::{Shape, Tree};

/// A question about overlay trees on unequal hosts: the least time of one wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnequalJob {
    /// The operation.
    pub collective: Collective,
    /// The nodes that hold data.
    pub targets: Targets,
    /// The number of targets. A leaf costs C on any host.
    pub count: u64,
    /// The factor of the host on which the root runs alone.
    pub front_end: Factor,
}

/// A tree with the host of every internal process.
#[derive(Clone, Debug)]
pub struct TreeOnHosts {
    /// The order in which the processes were placed.
    pub(crate) order: HostOrder,
    /// The tree.
    pub tree: Tree,
    /// The host index of every internal process but the root, in breadth-first order.
    pub hosts: Vec<usize>,
    /// The time between waves in steady state.
    pub period: Time,
}

impl TreeOnHosts {
    /// The hosts that are left for leaves if every member runs on a host of its own, the fastest first: of more hosts than
    /// members the slowest run none.
    pub(crate) fn hosts_of_leaves(&self, hosts: &[Host]) -> Allocation {
        let mut is_taken = vec![false; hosts.len()];
        self.hosts.iter().for_each(|&host| is_taken[host] = true);
        let mut left: Vec<Host> =
            hosts.iter().zip(is_taken).filter(|&(_, is_taken)| !is_taken).map(|(host, _)| host.clone()).collect();
        left.sort_by_key(|host| host.factor);
        left.truncate(self.tree.len() - 1 - self.hosts.len());
        Allocation::new(left)
    }
}

/// The reason why a job has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalPlanError {
    /// Hosts that cannot be served.
    #[error(transparent)]
    Hosts(#[from] UnequalHostsError),
    /// The search found no tree.
    #[error(transparent)]
    Search(#[from] UnequalOverlayError),
    /// The front end is faster than the profile.
    #[error(
        "the front end has the factor {factor}: factors are at least 1; the profile describes the fastest host, and the \
         others take so many times as long"
    )]
    FrontEnd {
        /// The factor of the front end.
        factor: Factor,
    },
}

/// The answer for an overlay tree on hosts that are not alike: the tree, and on which host each of its processes runs. On a
/// host with factor f the processor takes f times as long, while gap and latency stay as they are:
/// `T_i = g + f_i o(x_i + 1) + max over children (L + T_child)`, after Groves, Gutierrez and Arnold (2015), equation (1).
///
/// The bound holds for all trees and all placements, and the best tree is ranked against the trees in common use. **Units**
/// times are in ticks, factors are multiples of the profile's host and at least 1. A [`Request`](crate::request::Request) with
/// hosts of several factors has this answer; requests that cannot be served are a [`Refusal`](crate::request::Refusal).
pub type UnequalPlan = Ranking<UnequalJob, TreeOnHosts>;

impl UnequalPlan {
    /// Searches for the best tree on the hosts of an allocation, and ranks the trees in common use against it. The plan does
    /// not depend on the number of threads.
    ///
    /// `cost` is that of the profile's own host. Every host runs at most as many internal processes as it has slots. If
    /// internal processes run on the hosts of the leaves, pass those hosts; else pass hosts that run no leaf. For members,
    /// pass a slot for each but the root: the leaves take those that internal processes leave.
    ///
    /// # Errors
    /// [`UnequalPlanError`] if a host is faster than the profile, or the search finds no tree.
    pub(crate) fn new(
        cost: &dyn LevelCost,
        job: UnequalJob,
        allocation: &Allocation,
        watch: &dyn Watch,
    ) -> Result<Self, UnequalPlanError> {
        let hosts = allocation.hosts();
        if !hosts.is_empty() {
            UnequalHostsError::check(hosts)?;
        }
        if job.front_end < Factor::ONE {
            return Err(UnequalPlanError::FrontEnd { factor: job.front_end });
        }
        let classes = Classes::new(cost, hosts, job.front_end);
        let found = best(&classes.cost, &classes.hosts(hosts), (job.targets, job.count), watch)?;
        let OverlayFound { tree, time, bound, proof } = found;
        let bound = Bound { value: bound, reason: reason(proof, job.targets) };
        let (candidates, left_out) = (Vec::new(), Vec::new());
        let mut plan =
            Self { job, claim: Claim::new(time, bound, None), candidates, left_out, executions: None, extra: () };
        let searched = classes.place(hosts, &tree);
        plan.candidates.extend(classes.candidate(
            hosts,
            ("non-uniform", Parameters::new()),
            HostOrder::Searched,
            tree.tree,
            searched,
        ));
        for (family, parameters, shape) in usual_trees(&classes.cost, job.targets, job.count) {
            plan.compare(&classes, allocation, family, &parameters, &shape);
        }
        if job.targets == Targets::Members {
            let of_one_width = families::of(job.targets).filter_map(|family| family.facts().one_width);
            for family in of_one_width.filter(OneWidth::is_best_width) {
                plan.compare_widths(&classes, allocation, &family);
            }
        }
        plan.candidates
            .sort_by(|a, b| (a.time, a.construction.order, a.family).cmp(&(b.time, b.construction.order, b.family)));
        // A tree in common use may be faster than the one that the search found.
        let best = plan.candidates.first().ok_or(UnequalOverlayError::NotRepresentable)?;
        plan.claim = Claim::new(best.time, bound, None);
        Ok(plan)
    }

    /// Ranks a tree with its processes on the hosts in the given order, and with the fastest hosts first.
    fn compare(
        &mut self,
        classes: &Classes,
        allocation: &Allocation,
        family: &'static str,
        parameters: &Parameters,
        shape: &Shape,
    ) {
        let (processes, there) = (shape.internal_nodes().saturating_sub(1), allocation.slots());
        let placed = |order| classes.placed(allocation, (family, parameters.clone()), order, shape);
        let candidates: Vec<_> = [HostOrder::AsGiven, HostOrder::FastestFirst].into_iter().filter_map(placed).collect();
        if candidates.is_empty() {
            let reason = if processes > there {
                LeftOutReason::TooFewSlots { processes, slots: there }
            } else {
                LeftOutReason::NotRepresentable
            };
            self.left_out.push(LeftOut { family, parameters: parameters.clone(), reason });
        }
        self.candidates.extend(candidates);
    }

    /// The time of a tree of a family with its processes on the hosts as they are given; `None` if they do not fit, or it is
    /// not representable.
    pub(crate) fn time_of(
        &self,
        cost: &dyn LevelCost,
        allocation: &Allocation,
        named: (&'static str, Parameters),
        shape: &Shape,
    ) -> Option<Time> {
        let classes = Classes::new(cost, allocation.hosts(), self.job.front_end);
        Some(classes.placed(allocation, named, HostOrder::AsGiven, shape)?.time)
    }
}

/// The reason for the bound.
const fn reason(proof: OverlayProof, targets: Targets) -> &'static str {
    match (proof, targets) {
        (OverlayProof::Exhaustive, _) => "all trees and all ways to place their processes on the hosts were searched",
        (OverlayProof::Fastest, _) => "no tree is faster even on unlimited hosts, all as fast as the fastest",
        (OverlayProof::Capacity, Targets::Leaves) => {
            "in less time even all processes directly below the root, each as wide as its host allows, have too few leaves"
        }
        (OverlayProof::Capacity, Targets::Members) => {
            "in less time even all hosts directly below the root, each as wide as it allows, are too few members"
        }
        (OverlayProof::Prices, Targets::Leaves) => {
            "in less time, with a price on every process of a class that the processes there are give back, no tree has \
             the leaves (Lagrangian relaxation over all classes of hosts)"
        }
        (OverlayProof::Prices, Targets::Members) => {
            "in less time, with a price on every inner member on a class of hosts that the hosts there are give back, no \
             tree has the members (Lagrangian relaxation over all classes of hosts)"
        }
    }
}

/// The hosts by their factors.
pub(super) struct Classes<'a> {
    pub cost: UnequalLevel<'a>,
    /// Distinct factors; factor i is class i + 1.
    factors: Vec<Factor>,
    front_end: Factor,
}

impl<'a> Classes<'a> {
    /// The hosts with the least factor, among them the front end.
    pub const FASTEST: HostClass = HostClass(1);

    fn new(cost: &'a dyn LevelCost, hosts: &[Host], front_end: Factor) -> Self {
        let mut factors: Vec<Factor> = hosts.iter().map(|host| host.factor).chain([front_end]).collect();
        factors.sort_unstable();
        factors.dedup();
        Self { cost: UnequalLevel::new(cost, factors.clone()), factors, front_end }
    }

    fn class(&self, factor: Factor) -> HostClass {
        let index = self.factors.partition_point(|&other| other < factor) + 1;
        HostClass(u16::try_from(index).unwrap_or(u16::MAX))
    }

    fn hosts(&self, hosts: &[Host]) -> OverlayHosts {
        let group = |host: &Host| HostGroup { class: self.class(host.factor), processes: host.slots };
        OverlayHosts { root: self.class(self.front_end), groups: hosts.iter().map(group).collect() }
    }

    /// Places every internal process but the root on the next host of its class that has a free slot.
    fn place(&self, hosts: &[Host], tree: &HostedTree) -> Vec<usize> {
        let mut of_class: Vec<Vec<(usize, u64)>> = vec![Vec::new(); self.factors.len() + 1];
        for (index, host) in hosts.iter().enumerate().rev() {
            of_class[usize::from(self.class(host.factor).0)].push((index, host.slots));
        }
        let next = |class: &HostClass| {
            let hosts = &mut of_class[usize::from(class.0)];
            while hosts.last().is_some_and(|&(_, slots)| slots == 0) {
                hosts.pop();
            }
            let (host, slots) = hosts.last_mut()?;
            *slots -= 1;
            Some(*host)
        };
        tree.classes.iter().skip(1).filter_map(next).collect()
    }

    /// A tree with its processes on the hosts in an order; `None` if they do not fit, or the score is not representable.
    pub fn placed(
        &self,
        allocation: &Allocation,
        named: (&'static str, Parameters),
        order: HostOrder,
        shape: &Shape,
    ) -> Option<Candidate<TreeOnHosts>> {
        // A tree is expanded only if there may be room for it.
        if shape.internal_nodes().saturating_sub(1) > allocation.slots() {
            return None;
        }
        let (tree, ranks) = numbered(named.0, &named.1, shape)?;
        let slots = slots(allocation.hosts(), order, ranks.iter().copied().max().unwrap_or(0));
        let placed = ranks.iter().map(|&rank| slots.get(rank - 1).copied()).collect::<Option<_>>()?;
        self.candidate(allocation.hosts(), named, order, tree, placed)
    }

    /// A tree with its score; `None` if that is not representable.
    fn candidate(
        &self,
        hosts: &[Host],
        (family, parameters): (&'static str, Parameters),
        order: HostOrder,
        tree: Tree,
        placed: Vec<usize>,
    ) -> Option<Candidate<TreeOnHosts>> {
        let others = placed.iter().map(|&host| self.class(hosts[host].factor));
        let root = tree.internal_nodes().next().map(|_| self.class(self.front_end));
        let hosted = HostedTree { classes: root.into_iter().chain(others).collect(), tree };
        let time = hosted.time(&self.cost)?;
        let period =
            hosted.tree.internal_nodes().zip(&hosted.classes).try_fold(Time::ZERO, |period, (node, &class)| {
                Some(period.max(self.cost.period(class, u64::from(hosted.tree.fanout(node)))?))
            })?;
        let construction = TreeOnHosts { order, tree: hosted.tree, hosts: placed, period };
        Some(Candidate::new(family, parameters, time, construction))
    }
}
