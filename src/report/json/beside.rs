//! Additions to an answer of any kind, if they were asked for, as JSON.

#[cfg(feature = "milp")]
use super::certificate::CertificateJson;
use super::network_ranking::NetworkJson;
use crate::report::NetworkRankingReport;
#[cfg(feature = "milp")]
use crate::search::milp::Certificate;
use crate::units::Clock;
use serde::Serialize;
#[cfg(feature = "milp")]
use std::time::Duration;

/// Additions to an answer of any kind.
#[derive(Clone, Copy, Default)]
pub struct Beside<'a> {
    /// A second opinion by an integer program, and how long that was allowed to take.
    #[cfg(feature = "milp")]
    pub certificate: Option<(&'a Certificate<()>, Duration)>,
    /// The candidates on a network.
    pub network: Option<&'a NetworkRankingReport<'a>>,
}

/// Its fields `certificate` and `network`.
#[derive(Debug, Serialize)]
pub(super) struct BesideJson<'a> {
    #[cfg(feature = "milp")]
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    network: Option<NetworkJson<'a>>,
}

impl<'a> BesideJson<'a> {
    /// Times of the certificate are in the clock's unit.
    pub(super) fn new(beside: Beside<'a>, clock: Clock) -> Self {
        #[cfg(not(feature = "milp"))]
        let _ = clock;
        Self {
            #[cfg(feature = "milp")]
            certificate: beside.certificate.map(|(certificate, limit)| CertificateJson::new(certificate, limit, clock)),
            network: beside.network.map(NetworkJson::new),
        }
    }
}
