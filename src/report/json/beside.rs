//! The parts of a document beside the answer, as JSON.

#[cfg(feature = "milp")]
use super::certificate::OpinionJson;
use super::certificate::{CertificateJson, ProofJson};
use super::network_ranking::NetworkJson;
use crate::answer::Answer;
use crate::report::NetworkRankingReport;
use schemars::JsonSchema;
use serde::Serialize;

/// The parts requested beside an answer.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct BesideJson<'a> {
    /// A second opinion by an integer program, or the proof of a bound on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateJson>,
    /// The candidates on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<NetworkJson<'a>>,
}

impl<'a> BesideJson<'a> {
    pub(super) fn new(answer: &'a Answer) -> Self {
        let proof = answer.planned.as_ref().and_then(ProofJson::new).map(CertificateJson::Proof);
        #[cfg(feature = "milp")]
        let opinion = answer.certificate.as_ref().map(|(of, limit)| OpinionJson::new(of, *limit, answer.machine.clock));
        #[cfg(feature = "milp")]
        let proof = opinion.map(CertificateJson::Opinion).or(proof);
        Self { certificate: proof, network: NetworkRankingReport::of(answer).as_ref().map(NetworkJson::new) }
    }
}
