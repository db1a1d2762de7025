//! The documents of schedules for a network.

use super::super::{AnswerJson, CandidateJson, RequestJson};
use crate::answer::{Answer, NetworkPlan};
use crate::report::json::planned::PlannedJson;

/// A schedule for a network.
pub(super) fn planned<'a>(answer: &'a Answer, plan: &'a NetworkPlan) -> AnswerJson<'a> {
    let clock = plan.job.clock();
    let model = if plan.job.blocks.is_some() { "blocks in steps" } else { "throughput" };
    let json = |candidate| CandidateJson::of(candidate, clock);
    AnswerJson {
        unit: if plan.job.blocks.is_some() { "step" } else { "unit of a stream" },
        planned: PlannedJson::new(plan),
        ..AnswerJson::begun(answer, model, RequestJson::planned(plan), None)
    }
    .ranked(plan, json, clock)
}
