//! What each kind of answer has.

mod ranks;
mod torus;
mod trees;

use super::{AnswerJson, CandidateJson};
use crate::answer::{Answer, Found};
use crate::report::json::beside::BesideJson;
use crate::report::json::claim::ClaimJson;
use crate::request::{Claim, Objective};
use crate::units::Clock;

/// The objective of all that only know one.
const LATENCY: Option<Objective> = Some(Objective::Latency);

impl<'a> AnswerJson<'a> {
    /// The document of an answer.
    pub(in crate::report::json) fn new(answer: &'a Answer) -> Self {
        let document = match &answer.found {
            Found::Tree { plan, costs, study } => trees::tree(answer, plan, costs, study),
            Found::Leaves { plan, costs } => trees::leaves(answer, plan, costs),
            Found::Front { front, trees, job, costs } => trees::front(answer, *front, trees, (job, costs)),
            Found::TreeOnHosts { plan, costs, hosts } => trees::on_hosts(answer, plan, costs, hosts.internal.hosts()),
            Found::LeavesPerHost { plan, costs } => trees::per_host(answer, plan, costs),
            Found::Ranks { plan, costs, study } => ranks::ranks(answer, plan, costs, study),
            Found::RanksOnHosts { plan, model, hosts } => ranks::on_hosts(answer, plan, *model, hosts),
            Found::RanksPerHost { plan, costs } => ranks::per_host(answer, plan, costs),
            Found::Stages { plan, costs, rivals } => ranks::stages(answer, plan, costs, rivals),
            Found::Sum { plan, costs } => ranks::sum(answer, plan, costs),
            Found::Library { job, cost, bgp } => torus::library(answer, job, cost, bgp),
            Found::Fft { plan, model } => torus::fft(answer, plan, model),
        };
        Self { beside: BesideJson::new(answer), ..document }
    }

    /// The same with a claim and the candidates it is made of, of which the first is the best.
    fn ranked<C>(
        self,
        claim: &Claim,
        candidates: &'a [C],
        json: impl Fn(&'a C) -> CandidateJson<'a>,
        clock: Clock,
    ) -> Self {
        Self {
            best: candidates.first().map(&json),
            claim: Some(ClaimJson::new(claim, clock)),
            candidates: Some(candidates.iter().map(json).collect()),
            ..self
        }
    }
}
