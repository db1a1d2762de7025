//! `logpine best` on hosts that are not alike.

use super::{Best, OverlayArgs};
use crate::cli::args::Format;
use crate::cli::emit::Request;
use crate::cli::machine::Chosen;
use crate::cli::outcome::{Outcome, Step, bad_input, bug, message_to_stderr, refused, short};
use anyhow::anyhow;
use logpine::format::mrnet::Topology;
use logpine::model::{PortModel, UnequalPorts};
use logpine::plan::{UnequalJob, UnequalPlan, UnequalPlanError, UnequalRankJob, UnequalRankPlan, UnequalRankPlanError};
use logpine::report::json::Shortage;
use logpine::report::{json, text};
use logpine::request::{Allocation, Divided, Host, Job, Objective, RankJob};
use logpine::search::unequal::overlay::UnequalOverlayError;
use logpine::search::unequal::ranks::{MOST_RANKS, UnequalRanksError};
use std::time::{Duration, Instant};

impl Best {
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
        let document = opinion.json(json::unequal(&plan, internal, &subject));
        let written = self.emit.write_placed(requests, &|| self.placed_on(&plan, &hosts), &document);
        let result = match format {
            Format::Text => opinion.text(text::unequal(&plan, internal, &subject)),
            Format::Json => document,
        };
        self.unequal_timings(searched, start);
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

    /// The fastest tree for one message among ranks, as many on each host as it has slots.
    pub(super) fn run_unequal_ranks(&self, job: RankJob, allocation: &Allocation, format: Format) -> Step<Outcome> {
        let requests = self.emit.report_requests()?;
        let arguments = &self.among_ranks;
        if arguments.non_commutative
            || arguments.ranks_per_host.is_some()
            || arguments.root.is_some_and(|root| root > 0)
        {
            return Err(bad_input(anyhow!(
                "--hosts goes without --non-commutative, --ranks-per-host and --root: rank 0 is on the first host"
            )));
        }
        self.uncertain.refuse("--ranks without --hosts")?;
        let ports = self.machine.load_ports()?;
        let (name, clock) = (ports.subject().timing.name(), ports.subject().clock);
        let model = PortModel::ALL.into_iter().find(|model| model.name() == name);
        let machine = ports.into_machine();
        let ports = UnequalPorts::new(&machine, model, allocation).map_err(bad_input)?;
        let ranks = job.ranks();
        check_slots(ranks, allocation, self.emit.hosts().origin())?;
        let too_many =
            || bad_input(anyhow!("on hosts that are not alike --ranks is at most {MOST_RANKS}, not {ranks}"));
        let count = usize::try_from(ranks).ok().filter(|_| ranks <= MOST_RANKS).ok_or_else(too_many)?;
        let packed = UnequalRankJob::packed(&ports, job.collective, count, job.bytes()).ok_or_else(too_many)?;
        let start = Instant::now();
        let plan = UnequalRankPlan::new(&ports, packed).map_err(|error| match error {
            UnequalRankPlanError::Search(UnequalRanksError::NotRepresentable) => refused(&error),
            error => bad_input(error),
        })?;
        let searched = start.elapsed();
        plan.check(&ports).map_err(bug)?;
        let opinion = self.certify.unequal_ranks(&plan.job, &ports, &plan.claim, clock)?;
        let document = opinion.json(json::unequal_ranks(&plan, &ports, &machine.name, clock));
        let written = self.emit.write_report(&requests, &document);
        let result = match format {
            Format::Text => opinion.text(text::unequal_ranks(&plan, &ports, &machine.name, clock)),
            Format::Json => document,
        };
        self.unequal_timings(searched, start);
        written.map(|()| Outcome::Done(result))
    }

    fn unequal_timings(&self, searched: Duration, start: Instant) {
        if self.timings {
            let report = start.elapsed().saturating_sub(searched);
            message_to_stderr(&format!("search and ranking {searched:?}, check and report {report:?}"));
        }
    }
}

/// Whether every rank has a slot.
pub(super) fn check_slots(ranks: u64, hosts: &Allocation, constraint: String) -> Step<()> {
    let available = hosts.slots();
    if ranks <= available {
        return Ok(());
    }
    Err(short(&TooFewSlots { ranks, there: available }, &Shortage { constraint, needed: ranks, available }))
}

/// More ranks than slots.
#[derive(Debug, thiserror::Error)]
#[error(
    "{ranks} ranks need a slot each, but the hosts have {there}: {} too few; list more hosts, or give them more slots \
     (host:slots, or the column slots)",
    ranks.saturating_sub(*there)
)]
struct TooFewSlots {
    ranks: u64,
    there: u64,
}
