//! Schedules for a given network.

use super::asked::Asked;
use crate::answer::network_plan::{self, NetworkPlanError};
use crate::answer::{Answer, Found};
use crate::request::{MpiCollective, NetworkPlanJob, No, ObjectiveName, Refusal, Request, Switches};
use logpine_netfiles::network::{Loaded, NvLinks, Untold, load_described};
use logpine_netplan::{Links, PlanError};
use std::path::Path;

/// The seed of the search, if none is given.
const SEED: u64 = 1;

impl Asked<'_> {
    /// The best schedule for the network of the request.
    pub(super) fn network_plan(&self) -> Result<Answer, Refusal> {
        let request = self.request;
        let spec = request.network.as_deref().unwrap_or(Path::new(""));
        let untold = Untold { link_speed: request.link_speed.clone(), nvlinks: nvlinks(request)? };
        let Loaded { network, has_limits, notes, .. } = load_described(spec, &untold).map_err(Refusal::invalid)?;
        let ranks = match &request.nodes {
            Some(list) => {
                network.select(list).map_err(|error| Refusal::invalid(format!("--nodes `{list}`: {error}")))?
            }
            None => (0..network.endpoints()).collect(),
        };
        let job = job(request, &ranks, has_limits)?;
        let step = request.step.as_ref().map(|step| step.of("--step", network.clock())).transpose()?;
        let links = Links::new(&network, &ranks, step).map_err(Refusal::invalid)?;
        let plan = network_plan::plan(job, network, links, request.pareto, self.watch);
        let plan = plan.map_err(|error| refused(error, has_limits))?;
        self.watch.step("search");
        plan.check().map_err(|fault| Refusal::fault(&fault))?;
        self.watch.step("check");
        let notes = notes.into_iter().map(|note| format!("note: {note}")).collect();
        Ok(Answer { planned: Some(plan), notes, ..self.found(Found::Planned) })
    }
}

/// The meaning of equal numbers of links between GPUs, if the request says it.
fn nvlinks(request: &Request) -> Result<Option<NvLinks>, Refusal> {
    match (request.nvswitch, request.direct) {
        (true, true) => Err(Refusal::invalid("the request has both `nvswitch` and `direct`; keep one of them")),
        (true, false) => Ok(Some(NvLinks::Switch)),
        (false, true) => Ok(Some(NvLinks::Direct)),
        (false, false) => Ok(None),
    }
}

/// The job of a request among these nodes; `has_limits` says that switches are limits on links together.
fn job(request: &Request, ranks: &[u32], has_limits: bool) -> Result<NetworkPlanJob, Refusal> {
    let count = u32::try_from(ranks.len()).unwrap_or(u32::MAX);
    let root = request.root.unwrap_or(0);
    let root = u32::try_from(root)
        .ok()
        .filter(|&root| root < count)
        .ok_or_else(|| Refusal::invalid(format!("there is no rank {root}; the {count} ranks are numbered from 0")))?;
    let is_stream = request.objective == Some(ObjectiveName::Throughput);
    let blocks = request.blocks.unwrap_or(1);
    if blocks == 0 {
        return Err(Refusal::invalid("--blocks 0 leaves nothing to plan; give 1 or more"));
    }
    let blocks = u32::try_from(blocks)
        .map_err(|_| Refusal::invalid(format!("--blocks {blocks} is more than can be planned; take fewer")))?;
    if let Some(switches @ (Switches::Store | Switches::Combine)) = request.switches.filter(|_| has_limits) {
        return Err(Refusal::invalid(format!(
            "the switches of this topology are limits on what links carry together, and store nothing; leave out --switches {}",
            switches.name()
        )));
    }
    Ok(NetworkPlanJob {
        collective: request.operation().of_mpi().unwrap_or(MpiCollective::Bcast),
        ranks: count,
        root,
        blocks: (!is_stream).then_some(blocks),
        switches: request.switches.unwrap_or(if has_limits { Switches::Contract } else { Switches::Store }),
        ports: request.ports.unwrap_or_default(),
        seed: request.seed.unwrap_or(SEED),
        point: request.point,
    })
}

/// A network that is valid but has no such schedule, or one that is too large.
fn refused(error: NetworkPlanError, has_limits: bool) -> Refusal {
    match error {
        // Switches that are devices were joined because the request says so.
        NetworkPlanError::Undivided { .. } if !has_limits => Refusal::invalid(format!(
            "{error}, or, if the switches can store blocks, leave out --switches {}",
            Switches::Contract.name()
        )),
        NetworkPlanError::Plan(PlanError::Stopped) => Refusal::stopped(&error),
        error if error.is_infeasible() => Refusal::No(No::new(&error, None)),
        error => Refusal::invalid(error),
    }
}
