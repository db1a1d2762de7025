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
            Found::Tree { .. } | Found::Front { .. } | Found::Leaves { .. } => trees::document(answer),
            Found::TreeOnHosts { .. } | Found::LeavesPerHost { .. } => trees::document_on_hosts(answer),
            Found::Library { .. } | Found::Fft { .. } => torus::document(answer),
            _ => ranks::document(answer),
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
