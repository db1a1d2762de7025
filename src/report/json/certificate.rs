//! The second opinion of an integer program as JSON.

use super::{Number, number};
use crate::search::milp::{Certificate, Verdict};
use crate::units::{Clock, Time};
use serde::Serialize;
use std::time::Duration;

#[derive(Debug, Serialize)]
struct CertificateJson {
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

/// A document of `tree` or `collective` with the field `certificate` added at its end; the document as it is where it is no object.
///
/// Fields: `method`, `result` (`proved`, `refuted` or `unknown`), `lower_bound` (null where refuted), `time` (of the faster
/// tree, where refuted), `reason` (where unknown), `variables` and `constraints` (of the largest program), `nodes` (of
/// branch and bound), `limit_seconds`.
#[must_use]
pub fn with_certificate<T>(document: String, certificate: &Certificate<T>, limit: Duration, clock: Clock) -> String {
    let (time, reason) = match &certificate.verdict {
        Verdict::Proved { .. } => (None, None),
        Verdict::Refuted { time, .. } => (Some(*time), None),
        Verdict::Unknown { reason, .. } => (None, Some(reason.to_string())),
    };
    let in_unit = |time: Time| number(time, clock);
    let field = CertificateJson {
        method: "integer program",
        result: certificate.result(),
        lower_bound: certificate.lower_bound().map(in_unit),
        time: time.map(in_unit),
        reason,
        variables: certificate.size.variables,
        constraints: certificate.size.constraints,
        nodes: certificate.size.nodes,
        limit_seconds: limit.as_secs(),
    };
    super::with_field(document, "certificate", &field)
}
