//! Overlay trees.

use super::asked::Asked;
use crate::answer::costs::{ModelChoice, NodeCosts, TreeCosts};
use crate::answer::{
    Answer, Found, LeafPlan, Plan, RankPlanError, SlotLimit, Study, TwoLevelPlan, UnequalJob, UnequalPlan,
    UnequalPlanError, assumption, check_front,
};
use crate::request::{
    Allocation, Collective, Front, Job, LeafJob, Limits, No, Objective, ObjectiveName, Refusal, Request, Shortage,
    Targets,
};
use logpine_trees::search::budget;
use logpine_trees::search::overlay::{FrontError, SearchError, is_chain_unbuilt, latency_period_front};
use logpine_trees::search::two_level::TwoLevelTrees;
use logpine_trees::search::unequal::overlay::UnequalOverlayError;
use logpine_trees::tree::MOST_LEVELS;

/// The most leaves on a host: the search looks at every size of a group.
const MOST_LEAVES_PER_HOST: u64 = 1 << 20;

impl Asked<'_> {
    /// The fastest overlay tree, or a front of them. For members a note says if the parameters are an assumption.
    pub(super) fn tree(&self) -> Result<Answer, Refusal> {
        let mut answer = self.best_tree()?;
        if self.request.members.is_some() {
            let (Found::Tree { costs, .. } | Found::TreeOnHosts { costs, .. } | Found::Front { costs, .. }) =
                &answer.found
            else {
                return Ok(answer);
            };
            let note = assumption(self.machine, costs.cost.as_ref(), objective(self.request));
            answer.notes.extend(note);
        }
        Ok(answer)
    }

    fn best_tree(&self) -> Result<Answer, Refusal> {
        let collective = self.request.operation().over_tree();
        let costs = match ModelChoice::from(self.request).of_tree(self.machine, collective)? {
            TreeCosts::Nodes(costs) => costs,
            TreeCosts::Messages(costs) => {
                let job = LeafJob::new(collective, self.leaves(), self.request.bytes).map_err(Refusal::invalid)?;
                let plan = LeafPlan::new(costs.timing.as_ref(), job).map_err(|error| match error {
                    RankPlanError::NotRepresentable => Refusal::no(&error),
                    error => Refusal::invalid(error),
                })?;
                plan.check(costs.timing.as_ref()).map_err(|fault| Refusal::fault(&fault))?;
                self.watch.step("search and ranking");
                self.check_fits(&plan.best().construction.shape)?;
                return self.with_network(Found::Leaves { plan, costs });
            }
        };
        let job = self.overlay_job(collective)?;
        if let Some(leaves_per_host) = self.request.leaves_per_host {
            return self.leaves_per_host(job, costs, leaves_per_host);
        }
        match self.allocation() {
            Some(hosts) if self.are_unequal() => self.on_unequal_hosts(&job, costs, hosts),
            _ => match self.request.pareto {
                Some(front) => self.front(front, job, costs),
                None => self.single_tree(job, costs),
            },
        }
    }

    fn leaves(&self) -> u64 {
        self.request.leaves.unwrap_or(0)
    }

    fn overlay_job(&self, collective: Collective) -> Result<Job, Refusal> {
        let Request { max_fanout, max_height, max_internal, .. } = *self.request;
        let limits = Limits { max_fanout, max_height, max_internal };
        let job = match self.request.members {
            Some(members) => Job::of_members(members),
            None => Job::new(self.leaves()),
        };
        let job = job.map_err(Refusal::invalid)?.with_collective(collective).with_limits(limits);
        let job = job.with_bytes(self.request.bytes.unwrap_or(0));
        job.with_objective(objective(self.request)).map_err(Refusal::invalid)
    }

    /// The fastest tree on hosts that are alike and with one process each.
    fn single_tree(&self, job: Job, costs: NodeCosts) -> Result<Answer, Refusal> {
        let cost = costs.cost.as_ref();
        let (plan, slot_limit) = self.plan_on_hosts(job, &costs)?;
        self.watch.step("search and ranking");
        plan.check(cost).map_err(|fault| Refusal::fault(&fault))?;
        self.watch.step("check");
        let machine = &*ModelChoice::from(self.request).only_of_nodes(self.machine);
        let robust = self.request.robust.map(|criterion| plan.robust(machine, criterion, self.watch));
        let robust = robust.transpose().map_err(super::ranks::no_robust_choice)?;
        let sensitivity = self.request.explain.then(|| plan.sensitivity(machine, self.watch));
        let study = Study { robust, sensitivity };
        let chosen = study.chosen(&plan).0;
        self.check_fits(&chosen.construction.shape)?;
        let found = Found::Tree { plan, costs, study };
        Ok(Answer { slot_limit, ..self.with_network(found)? })
    }

    /// The best tree of the job that fits on the hosts, and their limit if a faster one does not.
    fn plan_on_hosts(&self, job: Job, costs: &NodeCosts) -> Result<(Plan, Option<SlotLimit>), Refusal> {
        let search = |job: Job, hosts: Option<String>| {
            let plan = match self.request.within {
                Some(tolerance) => Plan::within(costs.cost.as_ref(), job, tolerance, self.watch),
                None => Plan::new(costs.cost.as_ref(), job, self.watch),
            };
            plan.map_err(|error| no_tree(self.stopped_or(error), &job, costs, hosts))
        };
        let plan = search(job, None)?;
        match SlotLimit::new(&plan, self.request).map_err(|error| self.too_few(error))? {
            Some(limit) => Ok((search(job.with_limits(limit.with(job.limits)), Some(self.origin()))?, Some(limit))),
            // A tree that does not fit is refused later, with the number of missing slots.
            None => Ok((plan, None)),
        }
    }

    /// The error, or [`SearchError::Stopped`] if the search was stopped and may have missed a tree.
    fn stopped_or(&self, error: SearchError) -> SearchError {
        let may_be_found = matches!(error, SearchError::NoneFound | SearchError::BudgetTooLong);
        if may_be_found && self.watch.is_over() { SearchError::Stopped } else { error }
    }

    /// A whole front instead of one tree.
    fn front(&self, front: Front, job: Job, costs: NodeCosts) -> Result<Answer, Refusal> {
        let cost = costs.cost.as_ref();
        let trees = match front {
            Front::Period => latency_period_front(cost, &job, self.watch).map_err(|error| match error {
                FrontError::Search(error) => no_tree(self.stopped_or(error), &job, &costs, None),
                error => Refusal::no(&error),
            })?,
            // Other fronts are those of schedules on a network.
            _ => budget::front(cost, &job, self.watch)
                .map_err(|error| no_tree(self.stopped_or(error), &job, &costs, None))?,
        };
        let is_whole = !self.watch.is_over();
        check_front(front, &trees, &job, cost).map_err(|fault| Refusal::fault(&fault))?;
        self.watch.step("search");
        let is_unbuilt = is_chain_unbuilt(job.targets, job.count(), job.limits.max_height.unwrap_or(u32::MAX));
        let note = is_unbuilt.then(|| {
            format!("a chain of {} members may have a shorter period, but more than the {MOST_LEVELS} levels that are built", job.count())
        });
        let answer = self.found(Found::Front { front, trees, is_whole, job, costs });
        Ok(Answer { notes: note.into_iter().collect(), ..answer })
    }

    /// The fastest tree among hosts over trees inside them.
    fn leaves_per_host(&self, job: Job, costs: NodeCosts, leaves_per_host: u64) -> Result<Answer, Refusal> {
        let lanes = self.request.lanes.unwrap_or(leaves_per_host);
        if !(1..=MOST_LEAVES_PER_HOST).contains(&leaves_per_host) || lanes == 0 {
            return Err(Refusal::invalid(format!(
                "--leaves-per-host is from 1 to {MOST_LEAVES_PER_HOST}, and --lanes at least 1"
            )));
        }
        let choice = ModelChoice::from(self.request);
        let near = choice.of_nodes_within_host(self.machine, job.collective)?;
        let (among, within) = (costs.cost.as_ref(), near.cost.as_ref());
        let trees = TwoLevelTrees { among, within, leaves_per_host, lanes };
        let plan = TwoLevelPlan::new(trees, job, self.watch).map_err(|error| no_tree(error, &job, &costs, None))?;
        plan.check(trees).map_err(|fault| Refusal::fault(&fault))?;
        self.watch.step("search, ranking and check");
        Ok(self.found(Found::LeavesPerHost { plan, costs }))
    }

    /// The fastest overlay tree whose internal processes, or members, run on the hosts of an allocation, the root on the front
    /// end.
    fn on_unequal_hosts(&self, job: &Job, costs: NodeCosts, hosts: &Allocation) -> Result<Answer, Refusal> {
        let targets = job.targets;
        let mut divided = match targets {
            Targets::Leaves => self.divided(hosts, job.count())?,
            Targets::Members => self.one_each(hosts, job.count())?,
        };
        let front_end = self.front_end_factor(hosts);
        let job = UnequalJob { collective: job.collective, targets, count: job.count(), front_end };
        let plan =
            UnequalPlan::new(costs.cost.as_ref(), job, &divided.internal, self.watch).map_err(|error| match error {
                UnequalPlanError::Search(UnequalOverlayError::TooFewHosts { served, count, .. }) => {
                    Refusal::short(&error, Shortage { constraint: self.origin(), needed: count, available: served })
                }
                UnequalPlanError::Search(UnequalOverlayError::NotRepresentable | UnequalOverlayError::Alike(_)) => {
                    Refusal::no(&error)
                }
                error => Refusal::invalid(error),
            })?;
        self.watch.step("search and ranking");
        let internal = divided.internal.hosts();
        plan.check(costs.cost.as_ref(), internal).map_err(|fault| Refusal::fault(&fault))?;
        if targets == Targets::Members {
            divided.leaves = plan.best().construction.hosts_of_leaves(internal);
        }
        self.with_opinion(Found::TreeOnHosts { plan, costs, hosts: divided })
    }
}

/// The objective of a request, with the number of waves.
fn objective(request: &Request) -> Objective {
    match (request.waves, request.objective) {
        (Some(waves), _) => Objective::Total { waves },
        (None, Some(ObjectiveName::Period)) => Objective::Period,
        (None, _) => Objective::Latency,
    }
}

/// The refusal after a search without a tree, with the limits to raise. `hosts` is the origin of the hosts if these limit
/// the internal processes.
fn no_tree(error: SearchError, job: &Job, costs: &NodeCosts, hosts: Option<String>) -> Refusal {
    // A node of two children has no cost although the model has one: the cost is too large.
    let overflows = costs.cost.level(2).is_none() && costs.cost.max_fanout() > 1;
    let error =
        if overflows && matches!(error, SearchError::NoFanouts) { SearchError::NotRepresentable } else { error };
    let more_processes = match hosts {
        None => "raise --max-internal",
        Some(_) => "list more hosts, or give them more slots",
    };
    let ways_out = match error {
        SearchError::TooLow { .. } => [
            (job.limits.max_height.is_some(), "raise --max-height"),
            (job.limits.max_fanout.is_some(), "raise --max-fanout"),
        ],
        SearchError::NoFanouts => [
            (job.limits.max_fanout.is_some(), "raise --max-fanout"),
            (costs.cost.level(2).is_none(), "extend the machine's table"),
        ],
        SearchError::TooFewProcesses { .. } => {
            [(true, more_processes), (job.limits.max_fanout.is_some(), "raise --max-fanout")]
        }
        SearchError::NotRepresentable => {
            let several = matches!(job.objective, Objective::Total { waves } if waves > 1);
            [(several, "ask for fewer waves"), (false, "")]
        }
        _ => [(false, ""); 2],
    };
    let ways_out: Vec<&str> = ways_out.into_iter().filter(|&(open, _)| open).map(|(_, way)| way).collect();
    let shortage = match error {
        SearchError::TooLow { least_height } => job.limits.max_height.map(|height| Shortage {
            constraint: "--max-height".to_owned(),
            needed: least_height.into(),
            available: height.into(),
        }),
        SearchError::TooFewProcesses { needed, allowed, .. } => Some(Shortage {
            constraint: hosts.unwrap_or_else(|| "--max-internal".to_owned()),
            needed,
            available: allowed,
        }),
        _ => None,
    };
    let is_stopped = matches!(error, SearchError::Stopped);
    let mut no = No { is_stopped, ..No::new(&error, shortage) };
    if !ways_out.is_empty() {
        no.message = format!("{error}; {}", ways_out.join(", or "));
    }
    (no.least_height, no.least_internal) = match error {
        SearchError::TooLow { least_height } => (Some(least_height), None),
        SearchError::TooFewProcesses { needed, .. } => (None, Some(needed)),
        _ => (None, None),
    };
    Refusal::No(no)
}
