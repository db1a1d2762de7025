//! `logpine collective`: the fastest algorithm for a collective among ranks.

use super::args::DetailArgs;
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::named::Named;
use super::options::{Kind, Options, of_kind};
use super::related::applies;
use super::timings::TimingsArgs;
use crate::answer::relations::{RANKS, Subject};
use crate::request::{Operation, Request};
use clap::{Arg, Args};

/// Finds the fastest algorithm for a collective among ranks.
///
/// All ranks hold data. The answer names the algorithm, its parameters and its segment size, a lower bound on the time of
/// every schedule, and the times of other algorithms.
#[derive(Debug, Args)]
#[command(mut_args(of_kind::<OfRanks>))]
#[command(after_help = "\
Examples:
  logpine collective bcast --machine bgp --ranks 1024 --bytes 64KiB
  logpine collective reduce --machine bgp --ranks 1024 --bytes 64KiB --non-commutative
  logpine collective bcast --machine bgp --ranks 64 --bytes 64KiB \\
    --network torus:4x4x4,latency=100ns,bandwidth=375MB/s
  logpine collective bcast --machine loggopsim --ranks 64 --bytes 64KiB \\
    --semantics loggopsim --emit goal -o bcast.goal
  logpine collective bcast --machine ./mine.toml --ranks 1024 --ranks-per-host 16 --bytes 4KiB
  logpine collective allreduce --machine bgp --ranks 1024 --bytes 64KiB
  logpine collective allgather --machine two-channel --ranks 32 --bytes 64KiB --mapping round-robin
  logpine collective bcast --machine logp-textbook --ranks 8 --explain
  logpine collective sum --machine logp-textbook --ranks 8 --values 100
  logpine collective alltoall --machine bgp --model bgp --ranks 512 --bytes 4KiB")]
pub struct Collective {
    #[command(flatten)]
    pub machine: MachineArgs,

    #[command(flatten)]
    options: Options<OfRanks>,

    #[command(flatten)]
    pub detail: DetailArgs,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

const EXPLAIN: &str = "\
Shows how far each parameter may move before another choice wins

Also sets the closed forms of the literature beside the exact times, and says why they differ.";

/// Requests for collectives among ranks.
#[derive(Debug)]
struct OfRanks;

impl Kind for OfRanks {
    const SUBJECTS: &'static [Subject] = RANKS;

    fn has(option: &Arg) -> bool {
        applies(option, Self::SUBJECTS) || option.get_id() == "ranks"
    }

    fn adapted(option: Arg) -> Arg {
        match option.get_id().as_str() {
            // Every operation is read, to say where those over trees are answered.
            "collective" => {
                option.long(None::<&str>).help("The operation").required(true).value_name("OPERATION").value_parser(
                    Named::hiding(|name: Operation| {
                        matches!(name, Operation::Multicast | Operation::Roundtrip | Operation::Fft)
                    }),
                )
            }
            "ranks" => option.required(true),
            "root" => option.hide_short_help(true),
            "explain" => option.long_help(EXPLAIN),
            _ => option,
        }
    }
}

impl Collective {
    /// The request of the options.
    pub fn request(&self) -> Request {
        self.emit.of(Request { model: self.machine.model, ..self.options.request() })
    }
}
