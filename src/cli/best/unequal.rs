//! `logpine best` on hosts that are not alike.
#![expect(dead_code, reason = "called where an option gives an allocation")]

use super::Best;
use crate::cli::args::Format;
use crate::cli::outcome::{Outcome, Step, bad_input, bug, message_to_stderr, refused};
use anyhow::anyhow;
use logpine::job::{Allocation, Collective, RankCollective};
use logpine::model::{PortModel, UnequalPorts};
use logpine::plan::{UnequalJob, UnequalPlan, UnequalPlanError, UnequalRankJob, UnequalRankPlan, UnequalRankPlanError};
use logpine::report::{json, text};
use logpine::search::unequal::overlay::UnequalOverlayError;
use logpine::search::unequal::ranks::UnequalRanksError;
use logpine::units::Factor;
use std::time::{Duration, Instant};

impl Best {
    /// The fastest overlay tree whose internal processes run on the hosts of an allocation, the root on a front end of its
    /// own.
    pub(super) fn run_unequal_leaves(&self, job: UnequalJob, allocation: &Allocation, format: Format) -> Step<Outcome> {
        let chosen = self.machine.load(job.collective)?;
        let (subject, hosts) = (chosen.subject(), allocation.hosts());
        let start = Instant::now();
        let plan = UnequalPlan::new(chosen.cost.as_ref(), job, allocation).map_err(|error| match error {
            UnequalPlanError::Search(
                UnequalOverlayError::TooFewHosts { .. } | UnequalOverlayError::NotRepresentable,
            ) => refused(&error),
            error => bad_input(error),
        })?;
        let searched = start.elapsed();
        plan.check(chosen.cost.as_ref(), hosts).map_err(bug)?;
        let result = match format {
            Format::Text => text::unequal(&plan, hosts, &subject),
            Format::Json => json::unequal(&plan, hosts, &subject),
        };
        self.unequal_timings(searched, start);
        Ok(Outcome::Done(result))
    }

    /// The fastest tree for one message among ranks, as many on each host as it has slots.
    pub(super) fn run_unequal_ranks(
        &self,
        ranks: u64,
        collective: RankCollective,
        allocation: &Allocation,
        format: Format,
    ) -> Step<Outcome> {
        let ports = self.machine.load_ports()?;
        let (name, clock) = (ports.subject().timing.name(), ports.subject().clock);
        let model = PortModel::ALL.into_iter().find(|model| model.name() == name);
        let machine = ports.into_machine();
        let ports = UnequalPorts::new(&machine, model, allocation).map_err(bad_input)?;
        let (there, bytes) = (allocation.slots(), self.among_ranks.bytes);
        let count = usize::try_from(ranks).map_err(bad_input)?;
        let job = UnequalRankJob::packed(&ports, collective, count, bytes)
            .ok_or_else(|| bad_input(anyhow!("{ranks} ranks need as many slots; the hosts have {there}")))?;
        let start = Instant::now();
        let plan = UnequalRankPlan::new(&ports, job).map_err(|error| match error {
            UnequalRankPlanError::Search(UnequalRanksError::NotRepresentable) => refused(&error),
            error => bad_input(error),
        })?;
        let searched = start.elapsed();
        plan.check(&ports).map_err(bug)?;
        let result = match format {
            Format::Text => text::unequal_ranks(&plan, &ports, &machine.name, clock),
            Format::Json => json::unequal_ranks(&plan, &ports, &machine.name, clock),
        };
        self.unequal_timings(searched, start);
        Ok(Outcome::Done(result))
    }

    fn unequal_timings(&self, searched: Duration, start: Instant) {
        if self.timings {
            let report = start.elapsed().saturating_sub(searched);
            message_to_stderr(&format!("search and ranking {searched:?}, check and report {report:?}"));
        }
    }

    /// The question about an overlay tree; the front end is as fast as the profile unless told otherwise.
    pub(super) fn unequal_job(collective: Collective, leaves: u64, front_end: Option<Factor>) -> UnequalJob {
        UnequalJob { collective, leaves, front_end: front_end.unwrap_or_default() }
    }
}
