//! The limit that the slots of hosts set to a tree, and its price.

use super::Plan;
use crate::request::{HostsChoice, Limits, Objective, Request, Targets, TooFewSlots};
use logpine_text::units::Time;
use schemars::JsonSchema;
use serde::Serialize;

/// A limit on internal processes by the slots of the hosts that excludes the best tree without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SlotLimit {
    /// The largest number of internal processes, including the root on the front end.
    pub max_internal: u64,
    /// The hosts and slots in words, as "5 hosts with 20 slots, 9 of them for leaves".
    pub reason: String,
    /// The time of the best tree without the limit.
    pub time_without: Time,
    /// The internal processes of that tree, including the root.
    #[serde(rename = "internal_nodes_without")]
    pub internal_without: u64,
}

impl SlotLimit {
    /// The limit on a request's hosts for the job of a plan that was made without it. `None` if the best tree fits, the request
    /// has no hosts, or the limit is none of the search: a best tree that does not fit is then refused, not replaced.
    ///
    /// # Errors
    /// [`TooFewSlots`] if the leaves alone do not fit.
    pub(crate) fn new(plan: &Plan, request: &Request) -> Result<Option<Self>, TooFewSlots> {
        let (job, best) = (&plan.job, plan.best());
        let Some(HostsChoice::Known(hosts, _)) = &request.hosts else { return Ok(None) };
        if job.targets != Targets::Leaves {
            return Ok(None);
        }
        let on = request.internal_hosts.unwrap_or_default();
        let there = hosts.internal_slots(on.leaves_on_hosts(request.mode.unwrap_or_default(), job.count()), on)?;
        let internal_without = best.construction.shape.internal_nodes();
        let is_met = internal_without <= there.max_internal();
        let limit = Self {
            max_internal: there.max_internal(),
            reason: there.reason,
            time_without: best.time,
            internal_without,
        };
        Ok(Some(limit).filter(|_| !is_met && job.objective == Objective::Latency))
    }

    /// The limits of a job, and this one.
    #[must_use]
    pub fn with(&self, limits: Limits) -> Limits {
        Limits { max_internal: Some(self.max_internal), ..limits }
    }

    /// The limit and its price in words; `time` is how the time without it is written.
    #[must_use]
    pub(crate) fn said(&self, time: &str) -> String {
        let Self { max_internal, reason, internal_without, .. } = self;
        let processes = if *max_internal == 1 { "process" } else { "processes" };
        format!(
            "limited to {max_internal} internal {processes} by {reason}; without this limit: {time} with {internal_without}"
        )
    }
}
