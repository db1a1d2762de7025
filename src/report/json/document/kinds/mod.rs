//! The document of each kind of answer.

mod network;
mod ranks;
mod torus;
mod trees;

use super::{AnswerJson, CandidateJson};
use crate::answer::{Answer, Candidate, Found, Ranking};
use crate::report::json::beside::BesideJson;
use crate::report::json::claim::ClaimJson;
use crate::report::json::execution::ExecutionsJson;
use crate::report::json::left_out::LeftOutJson;
use crate::request::Objective;
use logpine_text::units::Clock;

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
                answer.planned.as_ref().map_or_else(AnswerJson::default, |plan| network::planned(answer, plan))
            }
        };
        Self { beside: BesideJson::new(answer), ..document }
    }

    /// The document with candidates, the best first, and the claim for the best.
    fn ranked<J, C, E>(
        self,
        ranking: &'a Ranking<J, C, E>,
        json: impl Fn(&'a Candidate<C>) -> CandidateJson<'a>,
        clock: Clock,
    ) -> Self {
        Self {
            semantics: ranking.simulator().map(|simulator| simulator.semantics().name()),
            executions: ranking.executions.map(ExecutionsJson::from),
            best: Some(json(ranking.best())),
            claim: Some(ClaimJson::new(&ranking.claim, clock)),
            candidates: Some(ranking.candidates().iter().map(json).collect()),
            left_out: Some(ranking.left_out.iter().map(LeftOutJson::new).collect()),
            ..self
        }
    }
}
