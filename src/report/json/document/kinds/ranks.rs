//! Collectives among ranks.

use super::LATENCY;
use crate::answer::costs::{MessageCosts, StageCosts};
use crate::answer::{
    Answer, Candidate, MpiPlan, NetworkPlan, RankAlgorithm, RankPlan, Rival, StageSequence, Study, SumPlan,
    TwoLevelRankPlan, UnequalRankPlan,
};
use crate::report::json::document::{
    AnswerJson, CandidateJson, ClosedFormJson, RankJson, RequestJson, RivalJson, StageJson,
};
use crate::report::json::planned::PlannedJson;
use crate::report::json::uncertain::StudyJson;
use crate::report::stage_words::who;
use crate::report::{Explained, explained};
use crate::request::{Allocation, Word};
use logpine_models::closed_form::ClosedForm;
use logpine_models::model::PortModel;
use logpine_text::units::Clock;

/// A broadcast or a reduction.
pub(super) fn ranks<'a>(
    answer: &'a Answer,
    plan: &'a RankPlan,
    costs: &'a MessageCosts,
    study: &'a Study<Candidate<RankAlgorithm>>,
) -> AnswerJson<'a> {
    let begun = AnswerJson::begun(answer, costs.model.name(), RequestJson::ranks(&plan.job), LATENCY);
    let forms = study.sensitivity.as_ref().map(|_| explained(plan, costs).unwrap_or_default());
    let candidate = |candidate| CandidateJson::ranks(candidate, plan.job.ranks());
    AnswerJson {
        closed_forms: forms
            .map(|forms| forms.iter().map(|form| ClosedFormJson::new(form, answer.machine.clock)).collect()),
        study: StudyJson::new(study, answer.machine.clock),
        ..begun.ranked(plan, candidate)
    }
}

/// A broadcast or a reduction on hosts that are not alike.
pub(super) fn on_hosts<'a>(
    answer: &'a Answer,
    plan: &'a UnequalRankPlan,
    model: PortModel,
    hosts: &'a Allocation,
) -> AnswerJson<'a> {
    let begun = AnswerJson::begun(answer, model.name(), RequestJson::ranks_on_hosts(plan), LATENCY);
    AnswerJson { tree: Some(tree(plan, hosts)), ..begun.ranked(plan, CandidateJson::ranks_on_hosts) }
}

/// A broadcast or a reduction among ranks that share hosts.
pub(super) fn per_host<'a>(answer: &'a Answer, plan: &'a TwoLevelRankPlan, costs: &'a MessageCosts) -> AnswerJson<'a> {
    let begun = AnswerJson::begun(answer, costs.model.name(), RequestJson::ranks_per_host(plan), LATENCY);
    begun.ranked(plan, CandidateJson::ranks_per_host)
}

/// A collective of MPI, stage by stage.
pub(super) fn stages<'a>(
    answer: &'a Answer,
    plan: &'a MpiPlan,
    costs: &'a StageCosts,
    (study, rivals): (&'a Study<Candidate<StageSequence>>, &'a [Rival]),
) -> AnswerJson<'a> {
    let (view, clock) = (costs.view(), answer.machine.clock);
    let cost = view.cost();
    let begun = AnswerJson::begun(answer, cost.name(), RequestJson::mpi(&plan.job, cost.sight()), LATENCY);
    let (best, layout) = (plan.best(), &plan.job.layout);
    let stages = best.construction.stages.iter().map(|stage| StageJson {
        stages: stage.stages(layout.ranks()),
        bytes: stage.bytes,
        time: cost.time(stage, layout),
        who: who(stage, layout.ranks()),
    });
    let per_time = |bytes: u64| bytes as f64 * clock.ticks_per_unit() as f64 / best.time.ticks() as f64;
    let bandwidth = plan.job.bytes().map(|_| per_time(plan.job.busiest_bytes())).filter(|rate| rate.is_finite());
    let rival = |rival: &'a Rival| RivalJson {
        model: rival.model,
        choice: CandidateJson::stages(&rival.choice),
        time_here: rival.time,
    };
    AnswerJson {
        stages: Some(stages.collect()),
        bandwidth: Some(bandwidth),
        study: StudyJson::new(study, clock),
        other_models: Some(rivals.iter().map(rival).collect()),
        ..begun.ranked(plan, CandidateJson::stages)
    }
}

/// A sum of values.
pub(super) fn sum<'a>(answer: &'a Answer, plan: &'a SumPlan, costs: &'a MessageCosts) -> AnswerJson<'a> {
    let begun = AnswerJson::begun(answer, costs.model.name(), RequestJson::sum(plan), LATENCY);
    AnswerJson {
        addition: Some(plan.extra.addition),
        best: Some(CandidateJson::summation(plan)),
        ..begun.ranked(plan, CandidateJson::of)
    }
}

/// A schedule for a network.
pub(super) fn planned<'a>(answer: &'a Answer, plan: &'a NetworkPlan) -> AnswerJson<'a> {
    let model = if plan.job.blocks.is_some() { "blocks in steps" } else { "throughput" };
    let heights = plan.extra.front.iter().map(|&point| CandidateJson::of_height(point));
    let steps = plan
        .extra
        .points
        .iter()
        .flat_map(|front| front.points.iter().map(|point| CandidateJson::of_steps(front, point)));
    let points: Vec<CandidateJson> = heights.chain(steps).collect();
    AnswerJson {
        clock: plan.job.clock(),
        unit: if plan.job.blocks.is_some() { "step" } else { "unit of a stream" },
        planned: PlannedJson::new(plan),
        pareto: answer.request.pareto.map(Word::word),
        front: Some(points).filter(|points| !points.is_empty() || plan.extra.points.is_some()),
        ..AnswerJson::begun(answer, model, RequestJson::planned(plan), None)
    }
    .ranked(plan, CandidateJson::of)
}

impl<'a> ClosedFormJson<'a> {
    fn new(explained: &Explained<'a>, clock: Clock) -> Self {
        let Explained { candidate, form } = explained;
        let ClosedForm { time, segments, segment, formula, source, condition } = *form;
        let (exact, time) = (candidate.time, time / clock.ticks_per_unit() as f64);
        let (family, parameters) = (candidate.family, &candidate.parameters);
        Self { family, parameters, exact, time, segments, segment, formula, source, condition }
    }
}

/// The ranks of the best tree, breadth-first, so that the children of a node are neighbours.
fn tree<'a>(plan: &'a UnequalRankPlan, hosts: &'a Allocation) -> Vec<RankJson<'a>> {
    let best = plan.best();
    let rank = |(node, &rank): (u32, &u32)| {
        let children = best.construction.tree.children(node);
        let host = plan.job.hosts.get(rank as usize).and_then(|host| hosts.hosts().get(usize::from(host.0)));
        let children = &best.construction.ranks[children.start as usize..children.end as usize];
        RankJson { rank, host: host.map_or("", |host| &host.name), children }
    };
    best.construction.tree.nodes().zip(&best.construction.ranks).map(rank).collect()
}
