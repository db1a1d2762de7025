//! Candidates: the winner of the search, and every member of every family.

use super::{Candidate, NON_UNIFORM, OverlayTree};
use crate::request::{Job, Limits};
use logpine_models::model::LevelCost;
use logpine_trees::search::overlay::{Optimum, never_falls};
use logpine_trees::tree::families::{self, Family, LeftOut, LeftOutReason, Member, Parameters};
use logpine_trees::tree::{ScoreError, Shape, level_fanouts_of, score};

/// The winner of the search as a candidate.
pub fn winner(optimum: Optimum, job: &Job) -> Option<Candidate<OverlayTree>> {
    let parameters = match level_fanouts_of(job.targets, &optimum.shape) {
        Some(fanouts) => Parameters::new().list("fanouts", fanouts),
        None => Parameters::new(),
    };
    Candidate::tree(NON_UNIFORM, parameters, optimum.shape, optimum.score, (job.targets, job.objective))
}

/// All members of all families, scored: those that respect the job's limits, and the others. Scoring takes less time than to start
/// further threads.
pub fn members_of_families(cost: &dyn LevelCost, job: &Job) -> (Vec<Candidate<OverlayTree>>, Vec<LeftOut>) {
    let scored = families::of(job.targets).flat_map(|family| members_of(family, cost, job));
    scored.fold((Vec::new(), Vec::new()), |(mut ranked, mut left_out), member| {
        match member {
            Ok(candidate) => ranked.push(candidate),
            Err(out) => left_out.push(out),
        }
        (ranked, left_out)
    })
}

/// The members of a family, scored, or left out with the reason.
pub fn members_of(
    family: &'static dyn Family,
    cost: &dyn LevelCost,
    job: &Job,
) -> Vec<Result<Candidate<OverlayTree>, LeftOut>> {
    let cost_of = |fanout| cost.level(fanout);
    let members = if never_falls(cost, job) { Family::members } else { Family::members_of_any_cost };
    let mut members = members(family, job.count(), &cost_of);
    if job.limits != Limits::default() {
        let mut further = family.within(job.count(), job.limits, &cost_of);
        further.retain(|new| members.iter().all(|known| known.parameters != new.parameters));
        members.extend(further);
    }
    members.into_iter().map(|member| scored(family.name(), member, cost, job)).collect()
}

fn scored(
    family: &'static str,
    member: Member,
    cost: &dyn LevelCost,
    job: &Job,
) -> Result<Candidate<OverlayTree>, LeftOut> {
    let left_out = |parameters: &Parameters, reason| LeftOut { family, parameters: parameters.clone(), reason };
    let Member { parameters, shape } = member;
    let (found, expected) = (shape.targets(job.targets), job.count());
    if found != expected {
        let reason = LeftOutReason::NoTree(format!("its tree has {found} {}, not {expected}", job.targets.many()));
        return Err(left_out(&parameters, reason));
    }
    if let Some(reason) = exceeded(&shape, job.limits) {
        return Err(left_out(&parameters, reason));
    }
    let score = score(&shape, cost).map_err(|error| left_out(&parameters, error.into()))?;
    let candidate = Candidate::tree(family, parameters.clone(), shape, score, (job.targets, job.objective));
    candidate.ok_or_else(|| left_out(&parameters, ScoreError::NotRepresentable.into()))
}

/// The limit that a tree exceeds, if any.
fn exceeded(shape: &Shape, limits: Limits) -> Option<LeftOutReason> {
    let fanout = shape.nodes().map(|node| shape.fanout(node)).max().unwrap_or(0);
    let (height, internal) = (shape.height(), shape.internal_nodes());
    match limits {
        Limits { max_fanout: Some(limit), .. } if fanout > limit => Some(LeftOutReason::MaxFanout { fanout, limit }),
        Limits { max_height: Some(limit), .. } if height > limit => Some(LeftOutReason::MaxHeight { height, limit }),
        Limits { max_internal: Some(limit), .. } if internal > limit => {
            Some(LeftOutReason::MaxInternal { internal, limit })
        }
        _ => None,
    }
}
