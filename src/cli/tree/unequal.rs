//! The fastest tree on hosts that are not alike.

use super::{OverlayArgs, Tree};
use crate::answer::{UnequalJob, UnequalPlan, UnequalPlanError};
use crate::cli::args::Format;
use crate::cli::emit::Request;
use crate::cli::machine::Chosen;
use crate::cli::outcome::{Outcome, Step, bad_input, bug, refused, short};
use crate::format::mrnet::Topology;
use crate::report::json::{Beside, Shortage};
use crate::report::{json, text};
use crate::request::{Allocation, Divided, Host, Job, Objective};
use crate::search::unequal::overlay::UnequalOverlayError;
use anyhow::anyhow;
use std::time::Instant;

impl Tree {
    /// The fastest overlay tree whose internal processes run on the hosts of an allocation, the root on the front end.
    pub(super) fn run_unequal_leaves(
        &self,
        job: &Job,
        chosen: &Chosen,
        requests: &[Request],
        allocation: &Allocation,
        format: Format,
    ) -> Step<Outcome> {
        self.check_unequal(job)?;
        let hosts = self.emit.hosts().divided(allocation, job.leaves())?;
        let (subject, internal) = (chosen.subject(), hosts.internal.hosts());
        let start = Instant::now();
        let front_end = self.emit.hosts().front_end_factor(allocation);
        let job = UnequalJob { collective: job.collective, leaves: job.leaves(), front_end };
        let plan = UnequalPlan::new(subject.cost, job, &hosts.internal).map_err(|error| match error {
            UnequalPlanError::Search(UnequalOverlayError::TooFewHosts { served, leaves, .. }) => {
                let constraint = self.emit.hosts().origin();
                short(&error, &Shortage { constraint, needed: leaves, available: served })
            }
            UnequalPlanError::Search(UnequalOverlayError::NotRepresentable) => refused(&error),
            error => bad_input(error),
        })?;
        let searched = start.elapsed();
        plan.check(subject.cost, internal).map_err(bug)?;
        let opinion = self.certify.unequal_overlay(job, internal, &plan.claim, &subject)?;
        let beside = Beside { certificate: opinion.certificate(), ..Beside::default() };
        let document = json::unequal(&plan, internal, &subject, &beside);
        let written = self.emit.write_placed(requests, &|| self.placed_on(&plan, &hosts), &document);
        let result = match format {
            Format::Text => opinion.text(text::unequal(&plan, internal, &subject)),
            Format::Json => document,
        };
        self.timings.tell(start, [("search and ranking", searched)], "check and report");
        written.map(|()| Outcome::Done(result))
    }

    /// Options that say more than is searched on such hosts.
    fn check_unequal(&self, job: &Job) -> Step<()> {
        let OverlayArgs { max_fanout, max_height, max_internal, within, .. } = &self.overlay;
        let given = [
            ("--objective period or total", job.objective != Objective::Latency),
            ("--max-fanout", max_fanout.is_some()),
            ("--max-height", max_height.is_some()),
            ("--max-internal", max_internal.is_some()),
            ("--within", within.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(bad_input(anyhow!(
                "{option} is for hosts as fast as the profile says; some of --hosts have a factor above 1"
            ))),
            None => self.uncertain.refuse("hosts as fast as the profile says; some of --hosts have a factor above 1"),
        }
    }

    /// The tree with its hosts: leaves on the slots that are for them, in their order.
    fn placed_on(&self, plan: &UnequalPlan, hosts: &Divided) -> Step<Topology> {
        let best = plan.best();
        let internal: Vec<&Host> = best.hosts.iter().map(|&host| &hosts.internal.hosts()[host]).collect();
        let leaves = hosts.leaves.hosts().iter().flat_map(|host| (0..host.slots).map(move |_| host));
        let leaves: Vec<&Host> = leaves.collect();
        self.emit.hosts().place_on(best.tree.clone(), &internal, &leaves)
    }
}
