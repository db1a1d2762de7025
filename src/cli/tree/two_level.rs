//! The fastest tree among hosts with several leaves each.

use super::Tree;
use crate::answer::TwoLevelPlan;
use crate::cli::args::Format;
use crate::cli::machine::Chosen;
use crate::cli::outcome::{Outcome, Step, bad_input, bug};
use crate::report::{json, text};
use crate::request::{Job, Objective};
use crate::search::two_level::TwoLevelTrees;
use anyhow::anyhow;
use std::time::Instant;

/// The search looks at every size of a group.
const MOST_LEAVES_PER_HOST: u64 = 1 << 20;

impl Tree {
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
        self.refuse_with_several_on_a_host()?;
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
        let plan = TwoLevelPlan::new(trees, job).map_err(|error| super::search::no_tree(error, &job, &subject))?;
        plan.check(trees).map_err(bug)?;
        self.timings.tell(start, [], "search, ranking and check");
        Ok(Outcome::Done(match format {
            Format::Text => text::two_level(&plan, &subject),
            Format::Json => json::two_level(&plan, &subject),
        }))
    }

    /// Hosts are numbered, not listed, and integer programs do not know them.
    fn refuse_with_several_on_a_host(&self) -> Step<()> {
        self.certify.refuse_with("--leaves-per-host")?;
        self.emit.hosts().refuse_with("--leaves-per-host says how many processes each host runs")
    }
}
