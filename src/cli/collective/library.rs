//! `--model bgp`: what the machine's own library takes.

use super::Collective;
use crate::cli::args::{Format, count};
use crate::cli::collective_name::CollectiveName;
use crate::cli::mpi::refuse_given;
use crate::cli::outcome::{Outcome, Step, bad_input, refused};
use crate::model::{Bgp, BgpError};
use crate::report::{LibrarySubject, json, text};
use crate::request::{BgpJob, BgpOperation, Conditions, Contents, TorusAllocation};
use anyhow::anyhow;
use clap::{Args, ValueEnum};

/// What goes with `--model bgp` only.
#[derive(Debug, Args)]
#[command(next_help_heading = "The machine's own library (with --model bgp)")]
pub(super) struct LibraryArgs {
    /// Whether the nodes are a cube; of bcast [default: cubic].
    #[arg(long, value_enum, value_name = "SHAPE")]
    allocation: Option<AllocationName>,

    /// Of point-to-point: requests in the receiver's queue before the one that matches.
    #[arg(long, value_parser = count, value_name = "R", allow_negative_numbers = true)]
    queue: Option<u64>,

    /// Of point-to-point: hops to the receiver.
    #[arg(long, value_parser = count, value_name = "H", allow_negative_numbers = true)]
    hops: Option<u64>,

    /// Of point-to-point: links that every node drives at a time, at worst [default: all].
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    streams: Option<u64>,

    /// Of point-to-point: the bytes do not lie one behind the other.
    #[arg(long)]
    strided: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AllocationName {
    /// As many nodes along every dimension.
    Cubic,
    /// Anything else.
    NonCubic,
}

impl LibraryArgs {
    /// Refuses its options where another model answers.
    pub(super) fn refuse(&self, goes_with: &str) -> Step<()> {
        let options = [("--allocation", self.allocation.is_some())].into_iter().chain(self.of_messages());
        refuse_given(options, goes_with)
    }

    fn of_messages(&self) -> [(&'static str, bool); 4] {
        [
            ("--queue", self.queue.is_some()),
            ("--hops", self.hops.is_some()),
            ("--streams", self.streams.is_some()),
            ("--strided", self.strided),
        ]
    }
}

impl Collective {
    /// The machine's own message or collective.
    pub(super) fn run_library(self, format: Format) -> Step<Outcome> {
        let job = self.library_job()?;
        self.refuse_of_plans()?;
        let requests = self.emit.report_requests()?;
        let machine = self.machine.load_machine()?;
        let bgp = Bgp::new(&machine).map_err(bad_input)?;
        let cost = bgp.cost(&job).map_err(no_cost)?;
        let subject = LibrarySubject { machine: &machine.name, clock: machine.clock, model: Bgp::NAME };
        let document = json::library(&job, &cost, &bgp, subject);
        self.emit.write_report(&requests, &document)?;
        Ok(Outcome::Done(match format {
            Format::Json => document,
            Format::Text => text::library(&job, &cost, &bgp, subject),
        }))
    }

    /// Refuses the options of searches, of which there is none.
    fn refuse_of_plans(&self) -> Step<()> {
        let arguments = &self.among_ranks;
        self.uncertain.refuse("bcast and reduce, under a model of messages")?;
        self.certify.refuse_with("--model bgp")?;
        let options = [
            ("--root", arguments.root.is_some()),
            ("--non-commutative", arguments.non_commutative),
            ("--ranks-per-host", arguments.ranks_per_host.is_some()),
            ("--hosts", self.emit.hosts().is_used()),
            ("--timings", self.timings.is_given()),
        ];
        match options.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => Err(bad_input(anyhow!("{option} does not go with --model bgp"))),
            None => refuse_given([("--values", arguments.values.is_some())], "a sum"),
        }
    }

    fn library_job(&self) -> Step<BgpJob> {
        let LibraryArgs { allocation, queue, hops, streams, strided } = self.library;
        let contents = if strided { Contents::Strided } else { Contents::Contiguous };
        let operation = match self.operation {
            CollectiveName::PointToPoint => {
                BgpOperation::PointToPoint(Conditions { queue: queue.unwrap_or(0), hops, streams, contents })
            }
            other => match other.of_mpi() {
                Some(collective) => BgpOperation::Collective(collective),
                None => {
                    return Err(bad_input(anyhow!(
                        "--model bgp is of the machine's own collectives and messages among ranks"
                    )));
                }
            },
        };
        if !matches!(operation, BgpOperation::PointToPoint(_)) {
            refuse_given(self.library.of_messages(), "point-to-point")?;
        }
        let allocation = match allocation {
            None | Some(AllocationName::Cubic) => TorusAllocation::Cubic,
            Some(AllocationName::NonCubic) => TorusAllocation::NonCubic,
        };
        let job = BgpJob::new(operation, self.ranks, self.among_ranks.bytes).map_err(bad_input)?;
        Ok(job.on(allocation))
    }
}

/// A cost that there is not.
fn no_cost(error: BgpError) -> Outcome {
    match error {
        BgpError::NotRepresentable => refused(&error),
        error => bad_input(error),
    }
}
