//! The fastest broadcast or reduction among ranks on hosts that are not alike.

use super::Collective;
use crate::answer::{UnequalRankJob, UnequalRankPlan, UnequalRankPlanError};
use crate::cli::args::Format;
use crate::cli::outcome::{Outcome, Step, bad_input, bug, refused, short};
use crate::model::{PortModel, UnequalPorts};
use crate::report::json::{Beside, Shortage};
use crate::report::{json, text};
use crate::request::{Allocation, RankJob};
use crate::search::unequal::ranks::{MOST_RANKS, UnequalRanksError};
use anyhow::anyhow;
use std::time::Instant;

impl Collective {
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
        self.uncertain.refuse("hosts that are alike: without --hosts")?;
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
        let beside = Beside { certificate: opinion.certificate(), ..Beside::default() };
        let document = json::unequal_ranks(&plan, &ports, &machine.name, clock, &beside);
        let written = self.emit.write_report(&requests, &document);
        let result = match format {
            Format::Text => opinion.text(text::unequal_ranks(&plan, &ports, &machine.name, clock)),
            Format::Json => document,
        };
        self.timings.tell(start, [("search and ranking", searched)], "check and report");
        written.map(|()| Outcome::Done(result))
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
