//! Overlay trees.

use super::LATENCY;
use crate::answer::costs::{MessageCosts, NodeCosts};
use crate::answer::{Answer, Candidate, LeafPlan, Optimum, OverlayTree, Plan, Study, TwoLevelPlan, UnequalPlan};
use crate::report::json::document::{AnswerJson, CandidateJson, ProcessJson, RequestJson, TreeJson};
use crate::report::json::levels::levels;
use crate::report::json::parts::{ClaimJson, WithinJson};
use crate::report::json::uncertain::StudyJson;
use crate::request::{Divided, Front, Job, Objective, Targets, Word};
use logpine_trees::tree::level_fanouts;

/// A tree on hosts that are alike, with one process each.
pub(super) fn tree<'a>(
    answer: &'a Answer,
    plan: &'a Plan,
    costs: &'a NodeCosts,
    study: &'a Study<Candidate<OverlayTree>>,
) -> AnswerJson<'a> {
    let objective = plan.job.objective;
    let begun = AnswerJson::begun(answer, costs.model, RequestJson::tree(&plan.job), Some(objective));
    let candidate = |candidate| CandidateJson::tree(candidate, objective);
    AnswerJson {
        slot_limit: answer.slot_limit.as_ref(),
        within: plan.extra.as_ref().map(WithinJson::new),
        startup: Some(costs.cost.startup()),
        levels: Some(levels(&plan.best().construction.shape, costs)),
        study: StudyJson::new(study, answer.machine.clock),
        ..begun.ranked(plan, candidate)
    }
}

/// A tree under a model of messages.
pub(super) fn leaves<'a>(answer: &'a Answer, plan: &'a LeafPlan, costs: &'a MessageCosts) -> AnswerJson<'a> {
    let begun = AnswerJson::begun(answer, costs.model.name(), RequestJson::leaves(&plan.job), LATENCY);
    let candidate = |candidate| CandidateJson::tree(candidate, Objective::Latency);
    AnswerJson { gap: Some(plan.extra.send_gap), delivery: Some(plan.extra.delivery), ..begun.ranked(plan, candidate) }
}

/// All trades of latency against something else.
pub(super) fn front<'a>(
    answer: &'a Answer,
    front: Front,
    trees: &'a [Optimum],
    (job, costs): (&Job, &'a NodeCosts),
) -> AnswerJson<'a> {
    let point = if front == Front::Period { CandidateJson::point } else { CandidateJson::bounded_point };
    AnswerJson {
        pareto: Some(front.word()),
        front: Some(trees.iter().map(point).collect()),
        ..AnswerJson::begun(answer, costs.model, RequestJson::tree(job), None)
    }
}

/// A tree on hosts that are not alike.
pub(super) fn on_hosts<'a>(
    answer: &'a Answer,
    plan: &'a UnequalPlan,
    costs: &'a NodeCosts,
    hosts: &'a Divided,
) -> AnswerJson<'a> {
    let request = RequestJson::tree_on_hosts(plan, hosts.internal.hosts());
    let begun = AnswerJson::begun(answer, costs.model, request, LATENCY);
    AnswerJson { processes: Some(processes(plan, hosts)), ..begun.ranked(plan, CandidateJson::tree_on_hosts) }
}

/// A tree among hosts over trees inside them. Its class is that of its bound on a class, whatever the status.
pub(super) fn per_host<'a>(answer: &'a Answer, plan: &'a TwoLevelPlan, costs: &'a NodeCosts) -> AnswerJson<'a> {
    let begun = AnswerJson::begun(answer, costs.model, RequestJson::leaves_per_host(plan), LATENCY);
    let one_level = plan.extra.one_level.as_ref();
    AnswerJson {
        claim: Some(ClaimJson::new(&plan.claim).with_class(TwoLevelPlan::CLASS)),
        class_bound: Some(plan.extra.class_bound),
        one_level: Some(one_level.map(|(shape, score)| TreeJson::new((shape, level_fanouts(shape)), *score, None))),
        ..begun.ranked(plan, CandidateJson::composition)
    }
}

/// The processes of the best tree in breadth-first order: those with children, and among members all; `parent` counts them
/// from 0.
fn processes<'a>(plan: &UnequalPlan, hosts: &'a Divided) -> Vec<ProcessJson<'a>> {
    let tree = &plan.best().construction.tree;
    let mut of_leaves = hosts.leaves.hosts().iter();
    let mut of_others = plan.best().construction.hosts.iter().filter_map(|&host| hosts.internal.hosts().get(host));
    let mut index = vec![0; tree.len()];
    let mut processes = Vec::new();
    for node in tree.nodes().filter(|&node| plan.job.targets == Targets::Members || !tree.is_leaf(node)) {
        let host = match (node, tree.is_leaf(node)) {
            (0, _) => None,
            (_, true) => of_leaves.next(),
            (_, false) => of_others.next(),
        };
        index[node as usize] = processes.len();
        let leaves = tree.children(node).filter(|&child| tree.is_leaf(child)).count();
        processes.push(ProcessJson {
            host: host.map(|host| &*host.name),
            factor: host.map_or(plan.job.front_end, |host| host.factor).to_string(),
            parent: tree.parent(node).map(|parent| index[parent as usize]),
            fanout: tree.fanout(node),
            leaves: u32::try_from(leaves).unwrap_or(u32::MAX),
        });
    }
    processes
}
