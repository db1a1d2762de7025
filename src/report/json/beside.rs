//! The parts of a document beside the answer, as JSON.

#[cfg(feature = "milp")]
use super::certificate::CertificateJson;
use super::network_ranking::NetworkJson;
use crate::answer::Answer;
use crate::report::NetworkRankingReport;
use schemars::JsonSchema;
use serde::Serialize;

/// The parts requested beside an answer.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(super) struct BesideJson<'a> {
    /// A second opinion by an integer program.
    #[cfg(feature = "milp")]
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateJson>,
    /// The candidates on a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<NetworkJson<'a>>,
}

impl<'a> BesideJson<'a> {
    pub(super) fn new(answer: &'a Answer) -> Self {
        #[cfg(feature = "milp")]
        let certificate = answer.certificate.as_ref();
        Self {
            #[cfg(feature = "milp")]
            certificate: certificate.map(|(of, limit)| CertificateJson::new(of, *limit, answer.machine.clock)),
            network: NetworkRankingReport::of(answer).as_ref().map(NetworkJson::new),
        }
    }
}
