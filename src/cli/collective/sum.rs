//! The fastest sum of values.

use super::Collective;
use crate::answer::{SumPlan, SumPlanError};
use crate::cli::args::Format;
use crate::cli::outcome::{Outcome, Step, bad_input, refused};
use crate::report::{json, text};
use crate::request::SumJob;
use crate::search::port::PortError;
use anyhow::anyhow;
use std::time::Instant;

impl Collective {
    /// The fastest summation of values by ranks.
    pub(super) fn run_sum(self, format: Format) -> Step<Outcome> {
        let job = self.sum_job()?;
        let requests = self.emit.report_requests()?;
        let ports = self.machine.load_logp()?;
        let subject = ports.subject();
        let start = Instant::now();
        let plan = SumPlan::new(subject.timing, ports.addition()?, job).map_err(|error| match error {
            SumPlanError::NotRepresentable | SumPlanError::Port(PortError::TooManySubtrees { .. }) => refused(&error),
            error => bad_input(error),
        })?;
        let searched = start.elapsed();
        let document = json::sum(&plan, &subject);
        self.emit.write_report(&requests, &document)?;
        let result = match format {
            Format::Json => document,
            Format::Text => text::sum(&plan, &subject),
        };
        self.timings.tell(start, [("search and ranking", searched)], "files and report");
        Ok(Outcome::Done(result))
    }

    fn sum_job(&self) -> Step<SumJob> {
        let (ranks, arguments) = (self.ranks, &self.among_ranks);
        let Some(values) = arguments.values else {
            return Err(bad_input(anyhow!("a sum needs --values V, the number of values to add up")));
        };
        if arguments.bytes.is_some() {
            return Err(bad_input(anyhow!("--bytes does not go with a sum: a value is a message without size")));
        }
        if arguments.non_commutative {
            return Err(bad_input(anyhow!("--non-commutative goes with reduce")));
        }
        self.uncertain.refuse("bcast and reduce")?;
        self.certify.refuse_with("a sum")?;
        if self.emit.hosts().is_used() || arguments.ranks_per_host.is_some() {
            return Err(bad_input(anyhow!("a sum is for ranks that are alike, wherever they run: leave --hosts out")));
        }
        let job = SumJob::new(values, ranks).map_err(bad_input)?;
        match arguments.root {
            Some(root) if root >= ranks => {
                Err(bad_input(anyhow!("--root {root} is not a rank: the first of {ranks} is 0")))
            }
            _ => Ok(job),
        }
    }
}
