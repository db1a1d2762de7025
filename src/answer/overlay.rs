//! The answer to a job over leaves: the winning tree, its time, a lower bound with its reason, and the ranking against the
//! trees in common use.

use super::{Candidate, OverlayTree, Ranking, members};
use crate::request::{Bound, Claim, Job, Limits, Targets, Tolerance};
use logpine_models::model::LevelCost;
use logpine_text::units::Time;
use logpine_text::watch::Watch;
use logpine_trees::search;
use logpine_trees::search::budget::{Within, fewest_within};
use logpine_trees::search::overlay::{Proof, SearchError};
use logpine_trees::tree::families::{Family, Parameters};
use logpine_trees::tree::{Shape, score};

/// The answer to a [`Job`] about overlay trees, whose times are those of Groves, Gutierrez and Arnold (2015), equations (1)
/// and (2). If the fewest internal processes within a tolerance were asked for, `extra` has their number.
/// The job's budget is then this number, and the best tree is the fastest within it.
pub type Plan = Ranking<Job, OverlayTree, Option<Within>>;

impl Plan {
    /// Searches for the best tree of a job and ranks every family against it. The plan does not depend on the number of
    /// threads, unless the watch ends the search: then it has the best found by then.
    ///
    /// ```
    /// use logpine::{request::Job, machine::Machine, model::Tan, answer::Plan};
    /// let cab = Machine::built_in("cab").expect("a built-in machine");
    /// let plan = Plan::new(&Tan::reduction(&cab)?, Job::new(128)?, &())?;
    /// assert_eq!(plan.best().construction.fanouts, Some(vec![11, 12]));
    /// assert_eq!(plan.best().time.ticks(), 363_316_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`SearchError`] if no tree satisfies the job.
    pub fn new(cost: &dyn LevelCost, job: Job, watch: &dyn Watch) -> Result<Self, SearchError> {
        let optimum = search::optimum(cost, &job, watch)?;
        let (bound, proof) = (optimum.bound, optimum.proof);
        let (mut candidates, left_out) = members::members_of_families(cost, &job);
        candidates.push(members::winner(optimum, &job).ok_or(SearchError::NotRepresentable)?);
        sort(&mut candidates, job.limits);
        let best = candidates[0].time;
        let reason = match (job.count(), job.targets) {
            (1, Targets::Leaves) => "there is a single leaf",
            (1, Targets::Members) => "there is a single member",
            _ => reason(job.targets, proof, best == bound),
        };
        let bound = Bound { value: bound, reason };
        Ok(Self { job, claim: Claim::new(best, bound, None), candidates, left_out, executions: None, extra: None })
    }

    /// The best tree of a job with few processes, if one is faster than `than`; `None` if there is none. For many similar questions.
    ///
    /// # Errors
    /// [`SearchError`] if none was found, and there may be one.
    pub(crate) fn faster(
        cost: &dyn LevelCost,
        job: Job,
        than: Time,
        watch: &dyn Watch,
    ) -> Result<Option<Candidate<OverlayTree>>, SearchError> {
        let (mut candidates, _) = members::members_of_families(cost, &job);
        let found = search::budget::faster(cost, &job, than, watch);
        candidates.extend(found.clone().ok().flatten().and_then(|optimum| members::winner(optimum, &job)));
        sort(&mut candidates, job.limits);
        match candidates.into_iter().next().filter(|best| best.time < than) {
            None => found.map(|_| None),
            best => Ok(best),
        }
    }

    /// Ranks the members of a further family beside the others; those that do not fit the job are left out, with the reason.
    /// The bound, which holds for all trees, stays.
    ///
    /// ```
    /// use logpine::tree::families::{Family, Member, Parameters};
    /// use logpine::tree::{Group, NodeId, ShapeBuilder};
    /// use logpine::units::Time;
    /// use logpine::{answer::Plan, machine::Machine, model::Tan, request::Job};
    ///
    /// /// Racks of 16 leaves, each below a process of its own.
    /// struct Racks;
    ///
    /// impl Family for Racks {
    ///     fn name(&self) -> &'static str {
    ///         "racks"
    ///     }
    ///     fn description(&self) -> &'static str {
    ///         "racks of 16 leaves"
    ///     }
    ///     fn members(&self, leaves: u64, _cost: &dyn Fn(u64) -> Option<Time>) -> Vec<Member> {
    ///         let mut builder = ShapeBuilder::new();
    ///         let rack = builder.internal(&[Group { node: NodeId::LEAF, count: 16 }]);
    ///         let root = builder.internal(&[Group { node: rack, count: leaves.div_ceil(16) }]);
    ///         vec![Member { parameters: Parameters::new(), shape: builder.finish(root) }]
    ///     }
    /// }
    ///
    /// let cab = Tan::reduction(&Machine::load("cab")?)?;
    /// let plan = Plan::new(&cab, Job::new(128)?, &())?.with_family(&cab, &Racks);
    /// plan.check(&cab)?;
    /// assert!(plan.candidates().iter().any(|candidate| candidate.family == "racks"));
    /// // 130 leaves do not fill 9 racks.
    /// let plan = Plan::new(&cab, Job::new(130)?, &())?.with_family(&cab, &Racks);
    /// assert!(plan.left_out.iter().any(|left_out| left_out.family == "racks"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_family(mut self, cost: &dyn LevelCost, family: &'static dyn Family) -> Self {
        for member in members::members_of(family, cost, &self.job) {
            match member {
                Ok(candidate) => self.candidates.push(candidate),
                Err(left_out) => self.left_out.push(left_out),
            }
        }
        sort(&mut self.candidates, self.job.limits);
        self.claim = Claim::new(self.best().time, self.claim.bound, None);
        self
    }

    /// A tree as a candidate for the job, whether or not it keeps to the limits; `None` if a time is not representable.
    pub(crate) fn candidate(
        &self,
        (family, parameters): (&'static str, Parameters),
        shape: Shape,
        cost: &dyn LevelCost,
    ) -> Option<Candidate<OverlayTree>> {
        let score = score(&shape, cost).ok()?;
        Candidate::tree(family, parameters, shape, score, (self.job.targets, self.job.objective))
    }

    /// Searches for the fastest tree with the fewest internal processes that suffice for a time within `tolerance` of the
    /// least. The job's own budget is ignored.
    ///
    /// # Errors
    /// [`SearchError`] if no tree satisfies the job, or the job is too large for a budget.
    pub fn within(
        cost: &dyn LevelCost,
        job: Job,
        tolerance: Tolerance,
        watch: &dyn Watch,
    ) -> Result<Self, SearchError> {
        let within = fewest_within(cost, &job, tolerance, watch)?;
        let limits = Limits { max_internal: Some(within.internal_nodes), ..job.limits };
        Ok(Self { extra: Some(within), ..Self::new(cost, job.with_limits(limits), watch)? })
    }
}

/// The best first.
fn sort(candidates: &mut [Candidate<OverlayTree>], limits: Limits) {
    candidates.sort_by(|a, b| a.key(limits).cmp(&b.key(limits)));
}

/// The reason for the bound.
const fn reason(targets: Targets, proof: Proof, is_optimal: bool) -> &'static str {
    match (proof, is_optimal) {
        (Proof::FanoutLists, true) if matches!(targets, Targets::Members) => {
            "a node's cost never falls as its fanout grows, so no tree beats the best list of fanouts x, y, ... with \
             1 + x + x y + ... >= N; all lists were searched or excluded"
        }
        (Proof::FanoutLists, false) if matches!(targets, Targets::Members) => {
            "lower convex hull of a node's cost over the logarithm of its fanout; the search of the lists was cut short, or \
             chains of more than 1,024 members were left out"
        }
        (Proof::Partitions, _) if matches!(targets, Targets::Members) => {
            "every partition of the members among every number of children was searched"
        }
        (Proof::FanoutLists, true) => {
            "a node's cost never falls as its fanout grows, so no tree beats the best list of fanouts with product >= N; \
             all lists were searched or excluded"
        }
        (Proof::FanoutLists, false) => {
            "lower convex hull of a node's cost over the logarithm of its fanout; the search of the lists was cut short"
        }
        (Proof::Partitions, _) => "every partition of the leaves among every number of children was searched",
        (Proof::Envelope, _) => {
            "optimum for the largest cost that never falls as the fanout grows and nowhere exceeds the machine's"
        }
        (Proof::ProcessBudget, _) => {
            "all trees with so few internal processes were searched or excluded by the most leaves that a time allows"
        }
        (Proof::ProcessPrice, _) => {
            "in less time no tree has so many leaves, by its widest node or by the most leaves less the best price of \
             their internal processes"
        }
    }
}
