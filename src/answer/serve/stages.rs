//! Collectives of MPI, stage by stage.

use super::asked::Asked;
use super::ranks::{no_plan, no_robust_choice};
use crate::answer::costs::{ModelChoice, StageCosts};
use crate::answer::{Answer, Candidate, Found, MpiPlan, MpiPlanError, Rival, StageSequence, Study};
use crate::request::{Allocation, Layout, Mapping, MappingChoice, MpiCollective, MpiJob, Refusal, Request};
use logpine_models::model::PortModel;
use logpine_models::model::stage::Sight;

impl Asked<'_> {
    /// The fastest algorithm for a collective of MPI.
    pub(super) fn stages(&self) -> Result<Answer, Refusal> {
        let costs = ModelChoice::from(self.request).of_stages(self.machine)?;
        let view = costs.view();
        let cost = view.cost();
        self.check_root()?;
        let job = self.mpi_job(&costs)?;
        let model = PortModel::ALL.into_iter().find(|model| model.name() == cost.name());
        let plan = match (self.simulator(), cost.ports(), model) {
            (Some(simulator), Some(timing), Some(model)) => {
                let rules = self.rules(simulator, model)?;
                MpiPlan::executed(timing, job, rules, self.watch)
            }
            _ if self.request.mapping == Some(MappingChoice::Best) => MpiPlan::with_best_mapping(cost, &job),
            _ => MpiPlan::new(cost, job),
        };
        let plan = plan.map_err(|error| match error {
            MpiPlanError::Ranks(error) => no_plan(error),
            error => Refusal::invalid(error),
        })?;
        plan.check(cost).map_err(|fault| Refusal::fault(&fault))?;
        let others = costs.others().filter(|_| plan.executions.is_none());
        let rivals: Vec<Rival> = others.filter_map(|other| plan.rival(cost, other.cost())).collect();
        self.watch.step("search and ranking");
        let study = self.study_of_stages(&plan, model)?;
        self.with_network(Found::Stages { plan, costs, study, rivals })
    }

    /// The study of uncertain parameters; empty for models other than those of single messages.
    fn study_of_stages(
        &self,
        plan: &MpiPlan,
        model: Option<PortModel>,
    ) -> Result<Study<Candidate<StageSequence>>, Refusal> {
        let Some(model) = model else { return Ok(Study::NONE) };
        let robust = self.request.robust.map(|criterion| plan.robust(self.machine, model, criterion));
        let robust = robust.transpose().map_err(no_robust_choice)?;
        let sensitivity = self.request.explain.then(|| plan.sensitivity(self.machine, model, self.watch));
        Ok(Study { robust, sensitivity })
    }

    fn mpi_job(&self, costs: &StageCosts) -> Result<MpiJob, Refusal> {
        let Request { ranks, ranks_per_host, bytes, ref mapping, .. } = *self.request;
        let ranks = ranks.unwrap_or(0);
        let layout = if costs.sight() == Sight::Blind {
            Layout::one_host(ranks)
        } else if let Some(hosts) = self.allocation() {
            self.check_slots(ranks)?;
            let (ranks_per_host, mapping) = on_slots(hosts, ranks)?;
            Layout::new(ranks, ranks_per_host, mapping)
        } else {
            match mapping {
                // The file determines the number of ranks on each host.
                Some(MappingChoice::Path(path)) => {
                    let hosts = crate::request::named::mapping_of_file(path, ranks).map_err(Refusal::invalid)?;
                    Layout::new(ranks, 1, Mapping::Listed(hosts.into()))
                }
                Some(MappingChoice::Known(listed @ Mapping::Listed(_))) => Layout::new(ranks, 1, listed.clone()),
                Some(MappingChoice::Known(mapping)) => {
                    let per_host = costs.ranks_per_host(self.machine, ranks_per_host, ranks)?;
                    Layout::new(ranks, per_host, mapping.clone())
                }
                None | Some(MappingChoice::Best) => {
                    let per_host = costs.ranks_per_host(self.machine, ranks_per_host, ranks)?;
                    Layout::new(ranks, per_host, Mapping::Sequential)
                }
            }
        };
        let layout = layout.map_err(Refusal::invalid)?;
        let collective = self.request.operation().of_mpi().unwrap_or(MpiCollective::Bcast);
        MpiJob::new(collective, layout, bytes).map_err(Refusal::invalid)
    }
}

/// The most ranks with hosts listed one by one.
const MOST_LISTED: u64 = 1 << 22;

/// The mapping of ranks to hosts: hosts in their order, each with as many ranks as it has slots. Hosts with equal slots need
/// no list.
fn on_slots(hosts: &Allocation, ranks: u64) -> Result<(u64, Mapping), Refusal> {
    let merged = hosts.merged();
    let (hosts, mut of_ranks) = (merged.hosts(), Vec::new());
    let first = hosts.first().map_or(1, |host| host.slots);
    if hosts.iter().all(|host| host.slots == first) {
        return Ok((first, Mapping::Sequential));
    }
    let count = usize::try_from(ranks).ok().filter(|_| ranks <= MOST_LISTED).ok_or_else(|| {
        Refusal::invalid(format!("on hosts with unlike numbers of slots --ranks is at most {MOST_LISTED}, not {ranks}"))
    })?;
    for (index, host) in (0u32..).zip(hosts) {
        let slots = usize::try_from(host.slots).unwrap_or(usize::MAX).min(count - of_ranks.len());
        of_ranks.extend(std::iter::repeat_n(index, slots));
    }
    Ok((1, Mapping::Listed(of_ranks.into())))
}
