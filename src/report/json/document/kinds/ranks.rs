//! Collectives among ranks.

use super::LATENCY;
use crate::answer::{Answer, Found, MpiPlan, RankPlan, Rival, Study, SumPlan, UnequalRankPlan};
use crate::closed_form::ClosedForm;
use crate::model::stage::StageCost;
use crate::report::json::document::{
    AnswerJson, CandidateJson, ClosedFormJson, RankJson, RequestJson, RivalJson, StageJson,
};
use crate::report::json::execution::ExecutionsJson;
use crate::report::json::left_out::LeftOutJson;
use crate::report::json::number;
use crate::report::json::uncertain::StudyJson;
use crate::report::stage_words::who;
use crate::report::{Explained, RankSubject, explained};
use crate::request::Allocation;
use crate::units::{Clock, Time};

/// A broadcast, a reduction, any other collective of MPI, or a sum.
pub(super) fn document(answer: &Answer) -> AnswerJson<'_> {
    let clock = answer.machine.clock;
    match &answer.found {
        Found::Ranks { plan, costs, study } => {
            let subject = RankSubject::of(&answer.machine, costs);
            let begun = AnswerJson::begun(answer, costs.model.name(), RequestJson::ranks(&plan.job), LATENCY);
            begun.with_ranks(plan, study, &subject)
        }
        Found::RanksOnHosts { plan, model, hosts } => {
            let begun = AnswerJson::begun(answer, model.name(), RequestJson::ranks_on_hosts(plan), LATENCY);
            let candidate = |candidate| CandidateJson::ranks_on_hosts(candidate, clock);
            AnswerJson {
                tree: Some(ranks(plan, hosts)),
                ..begun.ranked(&plan.claim, plan.candidates(), candidate, clock)
            }
        }
        Found::RanksPerHost { plan, costs } => {
            let begun = AnswerJson::begun(answer, costs.model.name(), RequestJson::ranks_per_host(plan), LATENCY);
            let candidate = |candidate| CandidateJson::ranks_per_host(candidate, clock);
            begun.ranked(&plan.claim, plan.candidates(), candidate, clock)
        }
        Found::Stages { plan, costs, rivals } => {
            let view = costs.view();
            let cost = view.cost();
            let request = RequestJson::mpi(&plan.job, cost.sight());
            AnswerJson::begun(answer, cost.name(), request, LATENCY).with_stages(plan, cost, rivals, clock)
        }
        Found::Sum { plan, costs } => {
            AnswerJson::begun(answer, costs.model.name(), RequestJson::sum(plan), LATENCY).with_sum(plan, clock)
        }
        _ => AnswerJson::default(),
    }
}

impl<'a> AnswerJson<'a> {
    fn with_ranks(
        self,
        plan: &'a RankPlan,
        study: &'a Study<crate::answer::RankCandidate>,
        subject: &RankSubject<'a>,
    ) -> Self {
        let clock = subject.clock;
        let forms = study.sensitivity.as_ref().map(|_| explained(plan, subject).unwrap_or_default());
        let forms = forms.map(|forms| forms.iter().map(|form| ClosedFormJson::new(form, clock)).collect());
        let candidate = |candidate| CandidateJson::ranks(candidate, plan.job.ranks(), clock);
        Self {
            semantics: plan.simulator().map(|simulator| simulator.semantics().name()),
            executions: plan.executions.map(ExecutionsJson::from),
            left_out: Some(LeftOutJson::members(&plan.left_out)),
            closed_forms: forms,
            study: StudyJson::new(study, clock),
            ..self.ranked(&plan.claim, plan.candidates(), candidate, clock)
        }
    }

    fn with_sum(self, plan: &'a SumPlan, clock: Clock) -> Self {
        Self {
            addition: Some(number(plan.addition, clock)),
            left_out: Some(LeftOutJson::families(&plan.left_out)),
            ..self.ranked(&plan.claim, plan.candidates(), |of| CandidateJson::sum(of, clock), clock)
        }
        .with_best(CandidateJson::summation(plan, clock))
    }

    fn with_best(self, best: CandidateJson<'a>) -> Self {
        Self { best: Some(best), ..self }
    }

    fn with_stages(self, plan: &'a MpiPlan, cost: &dyn StageCost, rivals: &'a [Rival], clock: Clock) -> Self {
        let (best, layout) = (plan.best(), &plan.job.layout);
        let decimal = |time: Option<Time>| time.map(|time| number(time, clock));
        let stages = best.stages.iter().map(|stage| StageJson {
            stages: stage.stages(layout.ranks()),
            bytes: stage.bytes,
            time: decimal(cost.time(stage, layout)),
            who: who(stage, layout.ranks()),
        });
        let per_time = |bytes: u64| bytes as f64 * clock.ticks_per_unit() as f64 / best.time.ticks() as f64;
        let bandwidth = plan.job.bytes().map(|_| per_time(plan.job.busiest_bytes())).filter(|rate| rate.is_finite());
        let rival = |rival: &'a Rival| RivalJson {
            model: rival.model,
            choice: CandidateJson::stages(&rival.choice, clock),
            time_here: decimal(rival.time),
        };
        Self {
            semantics: plan.simulator().map(|simulator| simulator.semantics().name()),
            executions: plan.executions.map(ExecutionsJson::from),
            stages: Some(stages.collect()),
            bandwidth: Some(bandwidth),
            left_out: Some(LeftOutJson::families(&plan.left_out)),
            other_models: Some(rivals.iter().map(rival).collect()),
            ..self.ranked(&plan.claim, plan.candidates(), |of| CandidateJson::stages(of, clock), clock)
        }
    }
}

impl<'a> ClosedFormJson<'a> {
    fn new(explained: &Explained<'a>, clock: Clock) -> Self {
        let Explained { candidate, form } = explained;
        let ClosedForm { time, segments, segment, formula, source, condition } = *form;
        let (exact, time) = (number(candidate.time, clock), time / clock.ticks_per_unit() as f64);
        let (family, parameters) = (candidate.family, &candidate.parameters);
        Self { family, parameters, exact, time, segments, segment, formula, source, condition }
    }
}

/// The ranks of the best tree, breadth-first: the children of a node are then neighbours.
fn ranks<'a>(plan: &'a UnequalRankPlan, hosts: &'a Allocation) -> Vec<RankJson<'a>> {
    let best = plan.best();
    let rank = |(node, &rank): (u32, &u32)| {
        let children = best.tree.children(node);
        let host = plan.job.hosts.get(rank as usize).and_then(|host| hosts.hosts().get(usize::from(host.0)));
        let children = &best.ranks[children.start as usize..children.end as usize];
        RankJson { rank, host: host.map_or("", |host| &host.name), children }
    };
    best.tree.nodes().zip(&best.ranks).map(rank).collect()
}
