//! `logpine best` for hosts with several processes each.

use super::Best;
use crate::cli::args::Format;
use crate::cli::machine::{Chosen, Near};
use crate::cli::outcome::{Outcome, Step, bad_input, bug, message_to_stderr, refused};
use anyhow::anyhow;
use logpine::plan::{RankPlanError, TwoLevelPlan, TwoLevelRankPlan};
use logpine::report::{json, text};
use logpine::request::{Job, Objective, RankJob};
use logpine::search::two_level::TwoLevelTrees;
use std::time::Instant;

/// The search looks at every size of a group.
const MOST_LEAVES_PER_HOST: u64 = 1 << 20;

impl Best {
    /// The fastest tree among hosts over trees inside them.
    pub(super) fn run_leaves_per_host(
        self,
        job: Job,
        chosen: &Chosen,
        leaves_per_host: u64,
        format: Format,
    ) -> Step<Outcome> {
        if !(1..=MOST_LEAVES_PER_HOST).contains(&leaves_per_host) || self.overlay.lanes == Some(0) {
            return Err(bad_input(anyhow!(
                "--leaves-per-host is from 1 to {MOST_LEAVES_PER_HOST}, and --lanes at least 1"
            )));
        }
        self.refuse_with_several_on_a_host("--leaves-per-host")?;
        let limits = job.limits.max_height.is_some() || job.limits.max_internal.is_some();
        if job.objective != Objective::Latency || limits || self.overlay.within.is_some() {
            return Err(bad_input(anyhow!(
                "--leaves-per-host goes with the latency of a wave, and without --max-height, --max-internal and --within"
            )));
        }
        let lanes = self.overlay.lanes.unwrap_or(leaves_per_host);
        let start = Instant::now();
        let (subject, near) = (chosen.subject(), self.machine.within_host(chosen, job.collective)?);
        let trees = TwoLevelTrees { among: subject.cost, within: near.cost.as_ref(), leaves_per_host, lanes };
        let plan = TwoLevelPlan::new(trees, job).map_err(|error| super::overlay::no_tree(error, &job, &subject))?;
        plan.check(trees).map_err(bug)?;
        self.tell_time(start);
        Ok(Outcome::Done(match format {
            Format::Text => text::two_level(&plan, &subject),
            Format::Json => json::two_level(&plan, &subject),
        }))
    }

    /// The fastest collective among ranks that share hosts.
    pub(super) fn run_ranks_per_host(self, job: RankJob, ranks_per_host: u64, format: Format) -> Step<Outcome> {
        let requests = self.emit.report_requests()?;
        self.refuse_with_several_on_a_host("--ranks-per-host")?;
        let start = Instant::now();
        let Near { far, near } = self.machine.load_near()?;
        let subject = far.subject();
        let (among, within) = (subject.timing, near.as_ref());
        let plan = TwoLevelRankPlan::new(among, within, job, ranks_per_host).map_err(|error| match error {
            RankPlanError::NotRepresentable => refused(&error),
            error => bad_input(error),
        })?;
        plan.check(among, within).map_err(bug)?;
        self.tell_time(start);
        let document = json::two_level_ranks(&plan, &subject);
        self.emit.write_report(&requests, &document)?;
        Ok(Outcome::Done(match format {
            Format::Text => text::two_level_ranks(&plan, &subject),
            Format::Json => document,
        }))
    }

    /// Hosts are numbered, not listed, and integer programs do not know them.
    fn refuse_with_several_on_a_host(&self, option: &str) -> Step<()> {
        self.certify.refuse_with(option)?;
        if self.emit.hosts().is_used() {
            return Err(bad_input(anyhow!(
                "{option} says how many processes each host runs: leave --hosts and the other options on hosts out"
            )));
        }
        Ok(())
    }

    fn tell_time(&self, start: Instant) {
        if self.timings {
            message_to_stderr(&format!("search, ranking and check {:?}", start.elapsed()));
        }
    }
}
