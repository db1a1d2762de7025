//! The second opinion of an integer program as JSON.

use super::{Number, number};
use crate::answer::{Certificate, Verdict};
use crate::units::{Clock, Time};
use schemars::JsonSchema;
use serde::Serialize;
use std::time::Duration;

/// The field `certificate`; its fields are listed [above](super).
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Certificate")]
pub(super) struct CertificateJson {
    method: &'static str,
    result: &'static str,
    lower_bound: Option<Number>,
    time: Option<Number>,
    reason: Option<String>,
    variables: usize,
    constraints: usize,
    nodes: u64,
    limit_seconds: u64,
}

impl CertificateJson {
    pub(super) fn new(certificate: &Certificate<()>, limit: Duration, clock: Clock) -> Self {
        let (time, reason) = match &certificate.verdict {
            Verdict::Proved { .. } => (None, None),
            Verdict::Refuted { time, .. } => (Some(*time), None),
            Verdict::Unknown { reason, .. } => (None, Some(reason.to_string())),
        };
        let in_unit = |time: Time| number(time, clock);
        Self {
            method: "integer program",
            result: certificate.result(),
            lower_bound: certificate.lower_bound().map(in_unit),
            time: time.map(in_unit),
            reason,
            variables: certificate.size.variables,
            constraints: certificate.size.constraints,
            nodes: certificate.size.nodes,
            limit_seconds: limit.as_secs(),
        }
    }
}
