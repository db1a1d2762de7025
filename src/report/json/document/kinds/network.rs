//! The documents of schedules for a network.

use super::super::{AnswerJson, CandidateJson, RequestJson};
use crate::answer::{Answer, NetworkPlan};
use crate::report::json::planned::PlannedJson;
use crate::request::Word;

/// A schedule for a network.
pub(super) fn planned<'a>(answer: &'a Answer, plan: &'a NetworkPlan) -> AnswerJson<'a> {
    let clock = plan.job.clock();
    let model = if plan.job.blocks.is_some() { "blocks in steps" } else { "throughput" };
    let json = |candidate| CandidateJson::of(candidate, clock);
    let heights = plan.extra.front.iter().map(|&point| CandidateJson::of_height(point));
    let steps = plan
        .extra
        .points
        .iter()
        .flat_map(|front| front.points.iter().map(|point| CandidateJson::of_steps(front, point)));
    let points: Vec<CandidateJson> = heights.chain(steps).collect();
    AnswerJson {
        unit: if plan.job.blocks.is_some() { "step" } else { "unit of a stream" },
        planned: PlannedJson::new(plan),
        pareto: answer.request.pareto.map(Word::word),
        front: Some(points).filter(|points| !points.is_empty() || plan.extra.points.is_some()),
        ..AnswerJson::begun(answer, model, RequestJson::planned(plan), None)
    }
    .ranked(plan, json, clock)
}
