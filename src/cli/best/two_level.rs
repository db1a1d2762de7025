//! `logpine best` for hosts with several processes each.

use super::Best;
use crate::cli::args::Format;
use crate::cli::machine::{Chosen, Near};
use crate::cli::outcome::{Outcome, Step, bad_input, bug, refused};
use anyhow::anyhow;
use logpine::job::{Job, Objective, RankJob};
use logpine::plan::{RankPlanError, TwoLevelPlan, TwoLevelRankPlan};
use logpine::report::{json, text};
use logpine::search::two_level::TwoLevelTrees;

impl Best {
    /// The fastest tree among hosts over trees inside them.
    pub(super) fn run_leaves_per_host(
        self,
        job: Job,
        chosen: &Chosen,
        leaves_per_host: u64,
        format: Format,
    ) -> Step<Outcome> {
        if leaves_per_host == 0 {
            return Err(bad_input(anyhow!("--leaves-per-host 0: a host runs at least 1 leaf")));
        }
        if job.objective != Objective::Latency || job.limits.max_height.is_some() {
            return Err(bad_input(anyhow!(
                "--leaves-per-host goes with the latency of a wave, and without --max-height"
            )));
        }
        let lanes = self.overlay.lanes.unwrap_or(leaves_per_host).max(1);
        let (subject, near) = (chosen.subject(), self.machine.within_host(chosen, job.collective)?);
        let trees = TwoLevelTrees { among: subject.cost, within: near.cost.as_ref(), leaves_per_host, lanes };
        let plan = TwoLevelPlan::new(trees, job).map_err(|error| super::overlay::no_tree(error, &job, &subject))?;
        plan.check(trees).map_err(bug)?;
        Ok(Outcome::Done(match format {
            Format::Text => text::two_level(&plan, &subject),
            Format::Json => json::two_level(&plan, &subject),
        }))
    }

    /// The fastest collective among ranks that share hosts.
    pub(super) fn run_ranks_per_host(self, job: RankJob, ranks_per_host: u64, format: Format) -> Step<Outcome> {
        let requests = self.emit.report_requests()?;
        let Near { far, near } = self.machine.load_near()?;
        let subject = far.subject();
        let (among, within) = (subject.timing, near.as_ref());
        let plan = TwoLevelRankPlan::new(among, within, job, ranks_per_host).map_err(|error| match error {
            RankPlanError::NotRepresentable => refused(&error),
            error => bad_input(error),
        })?;
        plan.check(among, within).map_err(bug)?;
        let document = json::two_level_ranks(&plan, &subject);
        self.emit.write_report(&requests, &document)?;
        Ok(Outcome::Done(match format {
            Format::Text => text::two_level_ranks(&plan, &subject),
            Format::Json => document,
        }))
    }
}
