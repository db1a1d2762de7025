//! Broadcasts and reductions among ranks, message by message.

use super::asked::Asked;
use crate::answer::costs::{MessageCosts, ModelChoice};
use crate::answer::{
    Answer, Candidate, Found, RankAlgorithm, RankPlan, RankPlanError, RobustError, Rules, Study, SumPlan, SumPlanError,
    TwoLevelRankPlan, UnequalRankJob, UnequalRankPlan, UnequalRankPlanError, sum_costs,
};
use crate::request::{
    Allocation, MpiCollective, Operands, Operation, RankCollective, RankJob, Refusal, Request, SumJob,
};
use logpine_collectives::schedule::replay::{Network, Simulator};
use logpine_models::model::{PortModel, UnequalPorts};
use logpine_trees::search::unequal::ranks::{MOST_RANKS, UnequalRanksError};
use logpine_trees::tree::earliest::PortError;

impl Asked<'_> {
    /// The fastest broadcast or reduction.
    pub(super) fn ranks(&self) -> Result<Answer, Refusal> {
        let job = self.rank_job()?;
        if let Some(hosts) = self.allocation() {
            if self.are_unequal() {
                return self.ranks_on_unequal_hosts(job, hosts);
            }
            self.check_slots(job.ranks())?;
        }
        let choice = ModelChoice::from(self.request);
        let costs = choice.of_messages(self.machine)?;
        if let Some(ranks_per_host) = self.request.ranks_per_host {
            let near = choice.of_messages_within_host(self.machine)?;
            let (among, within) = (costs.timing.as_ref(), near.timing.as_ref());
            let plan = TwoLevelRankPlan::new(among, within, job, ranks_per_host).map_err(no_plan)?;
            plan.check(among, within).map_err(|fault| Refusal::fault(&fault))?;
            self.watch.step("search, ranking and check");
            return Ok(self.found(Found::RanksPerHost { plan, costs }));
        }
        let timing = costs.timing.as_ref();
        let plan = match self.simulator() {
            None => RankPlan::new(timing, job),
            Some(simulator) => {
                let rules = self.rules(simulator, costs.model)?;
                RankPlan::executed(timing, job, rules, self.watch)
            }
        };
        let plan = plan.map_err(no_plan)?;
        self.watch.step("search and ranking");
        plan.check(timing).map_err(|fault| Refusal::fault(&fault))?;
        let study = self.study_of_ranks(&plan, &costs)?;
        self.with_network(Found::Ranks { plan, costs, study })
    }

    fn study_of_ranks(
        &self,
        plan: &RankPlan,
        costs: &MessageCosts,
    ) -> Result<Study<Candidate<RankAlgorithm>>, Refusal> {
        let robust = self.request.robust.map(|criterion| plan.robust(self.machine, costs.model, criterion));
        let robust = robust.transpose().map_err(no_robust_choice)?;
        let sensitivity = self.request.explain.then(|| plan.sensitivity(self.machine, costs.model, self.watch));
        Ok(Study { robust, sensitivity })
    }

    /// The simulator that ranks the candidates; `None` if the model ranks them.
    pub(super) fn simulator(&self) -> Option<Simulator> {
        self.request.semantics.and_then(Simulator::of)
    }

    /// The rules by which candidates are executed.
    pub(super) fn rules(&self, simulator: Simulator, model: PortModel) -> Result<Rules, Refusal> {
        let network = Network::of(self.machine, Some(model)).map_err(Refusal::invalid)?;
        let tick = self.request.tick(self.machine.clock)?.unwrap_or_default();
        Ok(Rules { network, simulator, tick })
    }

    fn rank_job(&self) -> Result<RankJob, Refusal> {
        let Request { ranks, bytes, non_commutative, .. } = *self.request;
        let ranks = ranks.unwrap_or(0);
        let collective = match self.request.operation() {
            Operation::Mpi(MpiCollective::Reduce) => RankCollective::Reduce,
            _ => RankCollective::Bcast,
        };
        self.check_root()?;
        let operands = if non_commutative { Operands::RankOrder } else { Operands::AnyOrder };
        Ok(RankJob::new(collective, ranks, bytes).map_err(Refusal::invalid)?.with_operands(operands))
    }

    /// Refuses a root that is no rank.
    pub(super) fn check_root(&self) -> Result<(), Refusal> {
        let ranks = self.request.ranks.unwrap_or(0);
        let Some(root) = self.request.root.filter(|&root| root >= ranks && ranks > 0) else { return Ok(()) };
        let found =
            if ranks == 1 { "the only rank is 0".to_owned() } else { format!("the ranks are 0 to {}", ranks - 1) };
        Err(Refusal::invalid(format!("--root {root} is not a rank: {found}")))
    }

    /// The fastest tree for one message among ranks, as many on each host as it has slots.
    fn ranks_on_unequal_hosts(&self, job: RankJob, hosts: &Allocation) -> Result<Answer, Refusal> {
        let model = ModelChoice::from(self.request).of_messages(self.machine)?.model;
        let ports = UnequalPorts::new(self.machine, Some(model), hosts).map_err(Refusal::invalid)?;
        let ranks = job.ranks();
        self.check_slots(ranks)?;
        let too_many =
            || Refusal::invalid(format!("on hosts that are not alike --ranks is at most {MOST_RANKS}, not {ranks}"));
        let count = usize::try_from(ranks).ok().filter(|_| ranks <= MOST_RANKS).ok_or_else(too_many)?;
        let packed = UnequalRankJob::packed(&ports, job.collective, count, job.bytes()).ok_or_else(too_many)?;
        let plan = UnequalRankPlan::new(&ports, packed, self.watch).map_err(|error| match error {
            UnequalRankPlanError::Search(UnequalRanksError::NotRepresentable) => Refusal::no(&error),
            UnequalRankPlanError::Size(error) => no_plan(error),
            error => Refusal::invalid(error),
        })?;
        self.watch.step("search and ranking");
        plan.check(&ports).map_err(|fault| Refusal::fault(&fault))?;
        self.with_opinion(Found::RanksOnHosts { plan, model, hosts: hosts.clone() })
    }

    /// The fastest summation of values by ranks.
    pub(super) fn sum(&self) -> Result<Answer, Refusal> {
        let Request { values, ranks, .. } = *self.request;
        let job = SumJob::new(values.unwrap_or(0), ranks.unwrap_or(0)).map_err(Refusal::invalid)?;
        self.check_root()?;
        let (costs, addition) = sum_costs(self.machine, self.request)?;
        let plan = SumPlan::new(costs.timing.as_ref(), addition, job).map_err(|error| match error {
            SumPlanError::NotRepresentable | SumPlanError::Port(PortError::TooManySubtrees { .. }) => {
                Refusal::no(&error)
            }
            error => Refusal::invalid(error),
        })?;
        plan.check(costs.timing.as_ref()).map_err(|fault| Refusal::fault(&fault))?;
        self.watch.step("search and ranking");
        Ok(self.found(Found::Sum { plan, costs }))
    }
}

pub(super) fn no_plan(error: RankPlanError) -> Refusal {
    match error {
        RankPlanError::NotRepresentable | RankPlanError::TooLargeToExecute { .. } => Refusal::no(&error),
        error => Refusal::invalid(error),
    }
}

pub(super) fn no_robust_choice(error: RobustError) -> Refusal {
    match error {
        RobustError::NotRepresentable { .. } => Refusal::no(&error),
        error => Refusal::invalid(error),
    }
}
