//! The times of a machine's own library, and the transposes of an FFT.

use super::LATENCY;
use crate::answer::{Answer, Candidate, Decomposition, FftPlan, Transposes};
use crate::report::json::document::{AnswerJson, ByRanksJson, CandidateJson, RequestJson};
use crate::report::json::parts::{BisectionJson, DurationJson, TermJson};
use crate::request::{BgpJob, BgpOperation, MpiCollective};
use logpine_models::model::{Bgp, BgpCost};

/// A library's message or collective.
pub(super) fn library<'a>(answer: &'a Answer, job: &BgpJob, cost: &'a BgpCost, bgp: &Bgp) -> AnswerJson<'a> {
    let bisection = match job.operation() {
        BgpOperation::PointToPoint(_) => bgp.bisection(job.ranks()).ok().map(BisectionJson::from),
        BgpOperation::Collective(_) => None,
    };
    let is_bcast = job.operation() == BgpOperation::Collective(MpiCollective::Bcast);
    let network = || bgp.collective_network(job.bytes().unwrap_or(0)).ok();
    AnswerJson {
        accuracy: Some(cost.accuracy),
        best: Some(CandidateJson::library(DurationJson::new(cost.time))),
        terms: Some(cost.terms.iter().map(TermJson::new).collect()),
        bisection,
        collective_network: if is_bcast { network() } else { None },
        ..AnswerJson::begun(answer, Bgp::NAME, RequestJson::library(job), LATENCY)
    }
}

/// The transposes of an FFT.
pub(super) fn fft<'a>(answer: &'a Answer, plan: &'a FftPlan, model: &'a str) -> AnswerJson<'a> {
    let contenders: Vec<Decomposition> =
        plan.contenders().map(|candidate| candidate.construction.decomposition).collect();
    let candidate = |candidate: &'a Candidate<Transposes>| {
        let is_contender = contenders.contains(&candidate.construction.decomposition);
        CandidateJson::fft(candidate, Some(is_contender))
    };
    let alone = |candidate: &'a Option<Candidate<Transposes>>| {
        candidate.as_ref().map(|candidate| CandidateJson::fft(candidate, None))
    };
    let by_ranks = plan.by_ranks.iter().map(|at| ByRanksJson {
        ranks: at.ranks,
        verdict: at.verdict.name(),
        planes: alone(&at.planes),
        pencils: alone(&at.pencils),
    });
    AnswerJson {
        accuracy: Some(plan.accuracy()),
        verdict: Some(plan.verdict().name()),
        best: Some(candidate(plan.safest())),
        candidates: Some(plan.candidates().iter().map(candidate).collect()),
        by_ranks: Some(by_ranks.collect()),
        ..AnswerJson::begun(answer, model, RequestJson::fft(plan), LATENCY)
    }
}
