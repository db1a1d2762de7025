//! The document of each kind of answer.

mod ranks;
mod torus;
mod trees;

use super::{AnswerJson, CandidateJson};
use crate::answer::{Answer, Candidate, Found, Ranking};
use crate::report::NetworkRankingReport;
#[cfg(feature = "milp")]
use crate::report::json::certificate::OpinionJson;
use crate::report::json::certificate::{CertificateJson, ProofJson};
use crate::report::json::network_ranking::NetworkJson;
use crate::report::json::parts::{ClaimJson, LeftOutJson};
use crate::request::Objective;

/// The objective of the kinds that have only one.
const LATENCY: Option<Objective> = Some(Objective::Latency);

impl<'a> AnswerJson<'a> {
    /// The document of an answer.
    pub(in crate::report::json) fn new(answer: &'a Answer) -> Self {
        let document = match &answer.found {
            Found::Tree { plan, costs, study } => trees::tree(answer, plan, costs, study),
            Found::Leaves { plan, costs } => trees::leaves(answer, plan, costs),
            Found::Front { front, trees, is_whole, job, costs } => {
                AnswerJson { stopped: (!is_whole).then_some(true), ..trees::front(answer, *front, trees, (job, costs)) }
            }
            Found::TreeOnHosts { plan, costs, hosts } => trees::on_hosts(answer, plan, costs, hosts),
            Found::LeavesPerHost { plan, costs } => trees::per_host(answer, plan, costs),
            Found::Ranks { plan, costs, study } => ranks::ranks(answer, plan, costs, study),
            Found::RanksOnHosts { plan, model, hosts } => ranks::on_hosts(answer, plan, *model, hosts),
            Found::RanksPerHost { plan, costs } => ranks::per_host(answer, plan, costs),
            Found::Stages { plan, costs, study, rivals } => ranks::stages(answer, plan, costs, (study, rivals)),
            Found::Sum { plan, costs } => ranks::sum(answer, plan, costs),
            Found::Library { job, cost, bgp } => torus::library(answer, job, cost, bgp),
            Found::Fft { plan, model } => torus::fft(answer, plan, model),
            Found::Planned => {
                answer.planned.as_ref().map_or_else(AnswerJson::default, |plan| ranks::planned(answer, plan))
            }
        };
        let network = NetworkRankingReport::of(answer).as_ref().map(NetworkJson::new);
        Self { certificate: certificate(answer), network, ..document }
    }

    /// The document with candidates, the best first, and the claim for the best.
    fn ranked<J, C, E>(
        self,
        ranking: &'a Ranking<J, C, E>,
        json: impl Fn(&'a Candidate<C>) -> CandidateJson<'a>,
    ) -> Self {
        Self {
            semantics: ranking.simulator().map(|simulator| simulator.semantics().name()),
            executions: ranking.executions,
            best: Some(json(ranking.best())),
            claim: Some(ClaimJson::new(&ranking.claim)),
            candidates: Some(ranking.candidates().iter().map(json).collect()),
            left_out: Some(ranking.left_out.iter().map(LeftOutJson::new).collect()),
            ..self
        }
    }
}

/// The field `certificate`.
fn certificate(answer: &Answer) -> Option<CertificateJson> {
    #[cfg(feature = "milp")]
    if let Some((opinion, limit)) = &answer.certificate {
        return Some(CertificateJson::Opinion(OpinionJson::new(opinion, *limit)));
    }
    answer.planned.as_ref().and_then(ProofJson::new).map(CertificateJson::Proof)
}
