//! The second opinion of an integer program, and the proof of a bound on a network, as JSON.

#[cfg(feature = "milp")]
use crate::answer::{Certificate, Verdict};
use crate::answer::{NetworkPlan, Proof};
use logpine_check::synthesis::Proof as Shown;
#[cfg(feature = "milp")]
use logpine_text::units::Time;
use schemars::JsonSchema;
use serde::Serialize;
#[cfg(feature = "milp")]
use std::time::Duration;

/// The field `certificate`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Certificate")]
pub(super) enum CertificateJson {
    /// A second opinion by an integer program; its fields are listed [above](super).
    #[cfg(feature = "milp")]
    Opinion(OpinionJson),
    /// The proof of a bound on a network.
    Proof(ProofJson),
}

/// The proof of a bound on a network, as `--emit certificate` writes it, without the network.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[schemars(rename = "Proof")]
pub(super) enum ProofJson {
    /// A time of every vertex, the ranks first: see `logpine::guide::network_plans`.
    Times {
        /// The times, in steps.
        times: Vec<u32>,
    },
    /// A formula without solution: that of all schedules of so many steps. It needs a solver.
    Sat { steps: u32 },
    /// A cut: p / q is the number of ranks in the set over the capacity of the links that leave it.
    Cut {
        p: u64,
        q: u64,
        /// The names of its nodes.
        set: Vec<String>,
    },
    /// A partition, for an allreduce: between its parts, twice as many messages for a block as there are parts besides one.
    Parts {
        /// The part of every vertex, the ranks first.
        parts: Vec<u32>,
    },
    /// Distances, doublings, and the vertices that all ways lead through, with one port; or a formula.
    Calls {
        /// The steps of the formula of all broadcasts of one block, which has no solution; absent if none is needed.
        #[serde(skip_serializing_if = "Option::is_none")]
        steps: Option<u32>,
    },
}

impl ProofJson {
    pub(super) fn new(plan: &NetworkPlan) -> Option<Self> {
        let shown = match &plan.extra.proof {
            Proof::Formula { steps } => return Some(Self::Sat { steps: *steps }),
            Proof::CallFormula { steps } => return Some(Self::Calls { steps: Some(*steps) }),
            Proof::Shown(shown) => shown,
        };
        match shown {
            Shown::Times { times, .. } => Some(Self::Times { times: times.clone() }),
            Shown::Cut { p, q, set } => {
                let name = |&vertex: &u32| plan.extra.network.label(plan.extra.links.nodes[vertex as usize]);
                Some(Self::Cut { p: *p, q: *q, set: set.iter().map(name).collect() })
            }
            Shown::Parts { parts, .. } => Some(Self::Parts { parts: parts.clone() }),
            Shown::Calls { .. } => Some(Self::Calls { steps: None }),
            // Of fronts: their points say which.
            _ => None,
        }
    }
}

/// The second opinion of an integer program.
#[cfg(feature = "milp")]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Opinion")]
pub(super) struct OpinionJson {
    method: &'static str,
    result: &'static str,
    lower_bound: Option<Time>,
    time: Option<Time>,
    reason: Option<String>,
    variables: usize,
    constraints: usize,
    nodes: u64,
    limit_seconds: u64,
}

#[cfg(feature = "milp")]
impl OpinionJson {
    pub(super) fn new(certificate: &Certificate<()>, limit: Duration) -> Self {
        let (time, reason) = match &certificate.verdict {
            Verdict::Proved { .. } => (None, None),
            Verdict::Refuted { time, .. } => (Some(*time), None),
            Verdict::Unknown { reason, .. } => (None, Some(reason.to_string())),
        };
        Self {
            method: "integer program",
            result: certificate.result(),
            lower_bound: certificate.lower_bound(),
            time,
            reason,
            variables: certificate.size.variables,
            constraints: certificate.size.constraints,
            nodes: certificate.size.nodes,
            limit_seconds: limit.as_secs(),
        }
    }
}
