//! Simulations of the schedule of an answer.

use super::{Agreement, Predicted, Simulation, Source, Timing, memory, tick};
use crate::answer::costs::{ModelChoice, WaveCosts};
use crate::answer::data_limits;
use crate::answer::relations::{Task, with_known_model};
use crate::answer::serve::with_hosts;
use crate::answer::{
    Answer, Candidate, Found, LeafPlan, MpiPlan, OverlayTree, Plan, RankAlgorithm, RankPlan, StageSequence, answer,
};
use crate::request::{ObjectiveName, Refusal, Request};
use itertools::Itertools;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::build::{Wire, overlay_in_parts};
use logpine_collectives::schedule::replay::{Semantics, Simulator};
use logpine_models::machine::Machine;
use logpine_models::model::PortTiming;
use logpine_trees::tree::Tree;
use std::collections::BTreeSet;

/// A candidate that is to be executed.
struct Chosen {
    source: Source,
    schedule: Option<Schedule>,
    predicted: Option<Predicted>,
}

/// A request to execute, with `is_listed` true if the operations have to be listed.
struct Asked<'a> {
    machine: &'a Machine,
    request: &'a Request,
    is_listed: bool,
}

impl Simulation {
    /// The simulation of the best candidate by the model, or of the best of `family`: in program order, or by the rules of
    /// `semantics`, which do not affect the ranking. The `waves` of the request pass over the best tree for one wave, unless
    /// their total is the objective. A schedule of many operations is only listed as a whole if `is_listed`, or if a
    /// simulator needs it.
    ///
    /// # Errors
    /// [`Refusal`] if the request has no answer, or its schedule is too large.
    pub fn new(machine: &Machine, request: &Request, is_listed: bool) -> Result<Self, Refusal> {
        let request = &*with_known_model(machine, request);
        let request = &*with_hosts(request)?;
        Task::Simulate.admit(machine, request)?;
        let semantics = request.semantics.unwrap_or(Semantics::ProgramOrder);
        let simulator = Simulator::of(semantics);
        let asked = Asked { machine, request, is_listed: is_listed || simulator.is_some() };
        let tick = tick(request, machine.clock)?;
        let question = Request {
            semantics: None,
            waves: request.waves.filter(|_| request.objective == Some(ObjectiveName::Total)),
            family: None,
            goal_tick: None,
            formats: Vec::new(),
            ..request.clone()
        };
        let Answer { found, mut notes, slot_limit, mut warnings, .. } = answer(machine, &question)?;
        if request.family.is_some() {
            warnings = data_limits::warnings(machine, &found, request, &());
        }
        notes.extend(slot_limit.map(|limit| limit.said(&limit.time_without.display(machine.clock))));
        let (Chosen { source, schedule, predicted }, timing, model) = match found {
            Found::Tree { plan, costs, .. } => {
                let (chosen, wire) = asked.waves(&plan)?;
                (chosen, Timing::Listed(Box::new(wire)), costs.model)
            }
            Found::Leaves { plan, costs } => asked.timed(asked.leaves(&plan, costs.timing.as_ref())?, simulator)?,
            Found::Ranks { plan, costs, .. } => {
                let candidate = asked.candidate(plan.candidates())?;
                asked.timed(asked.ranks(&plan, candidate, costs.timing.as_ref())?, simulator)?
            }
            Found::Stages { plan, costs, .. } => {
                let view = costs.view();
                let timing = view.cost().ports().ok_or_else(no_schedule)?;
                asked.timed(stages(&plan, asked.candidate(plan.candidates())?, timing)?, simulator)?
            }
            _ => return Err(no_schedule()),
        };
        let (machine, request) = (machine.clone(), request.clone());
        Ok(Self { source, request, machine, model, semantics, timing, schedule, predicted, tick, warnings, notes })
    }

    /// The simulation of the algorithm that an answer among ranks has chosen, by the rules of its request, with every operation
    /// listed.
    ///
    /// # Errors
    /// [`Refusal`] if the answer has no schedule, or one that is too large.
    pub(crate) fn of_answer(answer: &Answer) -> Result<Self, Refusal> {
        let Answer { machine, request, found, .. } = answer;
        let semantics = request.semantics.unwrap_or(Semantics::ProgramOrder);
        let asked = Asked { machine, request, is_listed: true };
        let (chosen, time) = match found {
            Found::Ranks { plan, costs, study } => {
                let (candidate, time) = study.chosen(plan);
                (asked.ranks(plan, candidate, costs.timing.as_ref())?, time)
            }
            Found::Stages { plan, costs, study, .. } => {
                let view = costs.view();
                let (candidate, time) = study.chosen(plan);
                (stages(plan, candidate, view.cost().ports().ok_or_else(no_schedule)?)?, time)
            }
            _ => return Err(no_schedule()),
        };
        let (Chosen { source, schedule, predicted }, timing, model) = asked.timed(chosen, Simulator::of(semantics))?;
        // A robust choice has the time of the machine on which it was found.
        let predicted = predicted.zip(time).map(|(predicted, time)| Predicted { time, ..predicted });
        let tick = tick(request, machine.clock)?;
        let (machine, request) = (machine.clone(), request.clone());
        let (warnings, notes) = (answer.warnings.clone(), Vec::new());
        Ok(Self { source, request, machine, model, semantics, timing, schedule, predicted, tick, warnings, notes })
    }
}

/// The refusal of an answer without a schedule. The relations refuse such requests before.
fn no_schedule() -> Refusal {
    Refusal::invalid("its answer has no schedule")
}

/// A collective of MPI, stage by stage.
fn stages(plan: &MpiPlan, candidate: &Candidate<StageSequence>, timing: &dyn PortTiming) -> Result<Chosen, Refusal> {
    memory::check_messages(plan.job.layout.ranks(), plan.messages(candidate))?;
    let schedule = Some(plan.schedule(candidate, timing).map_err(|error| Refusal::no(&error))?);
    // Ranks need not wait for the end of a stage, and gaps may last beyond it.
    let bound = plan.claim.bound.value;
    let predicted = Some(Predicted { time: candidate.time, bound, agreement: Agreement::About });
    Ok(Chosen { source: Source::Mpi(plan.job.clone(), candidate.clone()), schedule, predicted })
}

impl Asked<'_> {
    /// Adds the costs of messages to an execution.
    fn timed(&self, chosen: Chosen, simulator: Option<Simulator>) -> Result<(Chosen, Timing, &'static str), Refusal> {
        let (timing, model) = Timing::new(self.machine, self.request, simulator)?;
        Ok((chosen, timing, model))
    }

    /// A broadcast or a reduction.
    fn ranks(
        &self,
        plan: &RankPlan,
        candidate: &Candidate<RankAlgorithm>,
        timing: &dyn PortTiming,
    ) -> Result<Chosen, Refusal> {
        let parts = candidate.parts(plan.job, timing).map_err(|error| Refusal::no(&error))?;
        let schedule = if !self.is_listed && memory::in_parts(&parts)? {
            None
        } else {
            memory::check(plan.job.ranks(), parts.most_operations())?;
            Some(plan.schedule(candidate, timing).map_err(|error| Refusal::no(&error))?)
        };
        drop(parts);
        let bound = plan.claim.bound.value;
        let predicted = Some(Predicted { time: candidate.time, bound, agreement: Agreement::Exact });
        Ok(Chosen { source: Source::Ranks(plan.job, candidate.clone()), schedule, predicted })
    }

    /// An overlay tree under a model of messages.
    fn leaves(&self, plan: &LeafPlan, timing: &dyn PortTiming) -> Result<Chosen, Refusal> {
        let candidate = self.candidate(plan.candidates())?;
        let nodes = plan.job.leaves().saturating_add(candidate.construction.shape.internal_nodes());
        memory::check_messages(nodes, nodes)?;
        let schedule = Some(plan.schedule(candidate, timing).map_err(|error| Refusal::no(&error))?);
        let time = candidate.construction.score.time;
        let (job, candidate, bound) = (plan.job, candidate.clone(), plan.claim.bound.value);
        let predicted = Some(Predicted { time, bound, agreement: Agreement::Exact });
        Ok(Chosen { source: Source::Leaves { job, candidate, bound }, schedule, predicted })
    }

    /// Waves over a tree with costs at its nodes; its messages take only their latency.
    fn waves(&self, plan: &Plan) -> Result<(Chosen, Wire), Refusal> {
        let candidate = self.candidate(plan.candidates())?;
        let waves = self.request.waves.unwrap_or(1);
        if waves == 0 {
            return Err(Refusal::invalid("--waves 0: there is nothing to execute; give at least 1"));
        }
        let costs = WaveCosts::new(self.machine, ModelChoice::from(self.request), plan.job.collective)?;
        let (schedule, wire) = self.schedule_of_waves(plan, candidate, waves, &costs)?;
        let score = candidate.construction.score;
        let later = score.period.checked_mul(waves - 1);
        let agreement = if waves == 1 { Agreement::Exact } else { Agreement::AtMost };
        let predicted = later.and_then(|later| score.time.checked_add(later));
        let (job, candidate, bound) = (plan.job, candidate.clone(), plan.claim.bound.value);
        let predicted = predicted.map(|time| Predicted { time, bound, agreement });
        let source = Source::Waves { job, candidate, bound, waves, costs };
        Ok((Chosen { source, schedule, predicted }, wire))
    }

    /// The schedule of waves, unless it is executed in parts, and the times of its messages.
    fn schedule_of_waves(
        &self,
        plan: &Plan,
        candidate: &Candidate<OverlayTree>,
        waves: u64,
        costs: &WaveCosts,
    ) -> Result<(Option<Schedule>, Wire), Refusal> {
        let (leaves, inner) = (candidate.construction.shape.leaves(), candidate.construction.shape.internal_nodes());
        let ways = if matches!(costs, WaveCosts::Roundtrip { .. }) { 2 } else { 1 };
        let nodes = leaves.saturating_add(inner);
        // One step of all nodes has to fit in any case, and so has the tree.
        memory::check(nodes, memory::of_waves(leaves, inner, 1))?;
        let tree = Tree::from_shape(&candidate.construction.shape).map_err(|error| Refusal::no(&error))?;
        let (parts, wire) = overlay_in_parts(&tree, costs.waves(), waves).map_err(|error| Refusal::no(&error))?;
        if !self.is_listed && memory::in_parts(&parts)? {
            return Ok((None, wire));
        }
        memory::check(nodes, memory::of_waves(leaves, inner, waves.saturating_mul(ways)))?;
        let built = plan.schedule(candidate, costs.waves(), waves).map_err(|error| Refusal::no(&error))?;
        Ok((Some(built.schedule), built.wire))
    }

    /// The first candidate of the family that is asked for, or of all.
    fn candidate<'c, C>(&self, candidates: &'c [Candidate<C>]) -> Result<&'c Candidate<C>, Refusal> {
        let Some(wanted) = &self.request.family else { return Ok(&candidates[0]) };
        candidates.iter().find(|candidate| candidate.family == wanted).ok_or_else(|| {
            let known: BTreeSet<&str> = candidates.iter().map(|candidate| candidate.family).collect();
            let known = known.into_iter().join(", ");
            Refusal::invalid(format!("--family {wanted}: the plan has no candidate of that name; it has {known}"))
        })
    }
}
