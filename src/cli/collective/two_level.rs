//! The fastest collective among ranks of which several share a host.

use super::Collective;
use crate::answer::{RankPlanError, TwoLevelRankPlan};
use crate::cli::args::Format;
use crate::cli::machine::Near;
use crate::cli::outcome::{Outcome, Step, bad_input, bug, refused};
use crate::report::{json, text};
use crate::request::RankJob;
use std::time::Instant;

impl Collective {
    /// The fastest collective among ranks that share hosts.
    pub(super) fn run_ranks_per_host(self, job: RankJob, ranks_per_host: u64, format: Format) -> Step<Outcome> {
        let requests = self.emit.report_requests()?;
        self.certify.refuse_with("--ranks-per-host")?;
        self.emit.hosts().refuse_with("--ranks-per-host says how many processes each host runs")?;
        let start = Instant::now();
        let Near { far, near } = self.machine.load_near()?;
        let subject = far.subject();
        let (among, within) = (subject.timing, near.as_ref());
        let plan = TwoLevelRankPlan::new(among, within, job, ranks_per_host).map_err(|error| match error {
            RankPlanError::NotRepresentable => refused(&error),
            error => bad_input(error),
        })?;
        plan.check(among, within).map_err(bug)?;
        self.timings.tell(start, [], "search, ranking and check");
        let document = json::two_level_ranks(&plan, &subject);
        self.emit.write_report(&requests, &document)?;
        Ok(Outcome::Done(match format {
            Format::Text => text::two_level_ranks(&plan, &subject),
            Format::Json => document,
        }))
    }
}
