//! `logpine best`: the fastest overlay tree, broadcast or reduction.

mod bgp;
mod certify;
mod collective;
mod fft;
mod leaves;
mod mpi;
mod network;
mod overlay;
mod ranks;
mod sum;
mod two_level;
mod uncertain;
mod unequal;

use super::args::{Format, count, narrow_count, size};
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::mpi::{MappingArgs, refuse_given};
use super::named::Named;
use super::outcome::{Outcome, Step, bad_input};
use super::simulate::SemanticsName;
use anyhow::anyhow;
use clap::{ArgGroup, Args, ValueEnum};
pub(super) use collective::CollectiveName;
use logpine::request::Tolerance;
use std::path::PathBuf;
use uncertain::UncertainArgs;

/// The fastest overlay tree for a number of leaves, or the fastest collective among ranks, with proof, ranked against what
/// people use.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("size").required(true))]
#[command(after_help = "\
Examples:
  logpine best --machine cab --leaves 128
  logpine best --machine cab --leaves 128 --collective roundtrip --max-fanout 8
  logpine best --machine cab --leaves 128 --objective total --waves 100
  logpine best --machine cab --leaves 128 --pareto period
  logpine best --machine cab --leaves 1024 --max-internal 64
  logpine best --machine cab --leaves 1024 --within 5%
  logpine best --machine cab --leaves 128 --explain
  logpine best --machine ./measured.toml --leaves 128 --robust worst
  logpine best --machine cab --leaves 128 --emit mrnet --hosts hosts.txt --fe login1 -o tree.top
  logpine best --machine cab --leaves 128 --attach --hosts nodes.csv --place spread --emit mrnet -o tree.top
  logpine best --job instances/jobs/stat_4097.toml --max-height 3
  logpine best --machine bgp --leaves 128 --model piecewise --bytes 1KiB
  logpine best --machine bgp --ranks 1024 --bytes 64KiB
  logpine best --machine bgp --ranks 1024 --bytes 64KiB --collective reduce --non-commutative
  logpine best --machine bgp --ranks 64 --bytes 64KiB --network torus:4x4x4,latency=100ns,bandwidth=375MB/s
  logpine best --machine loggopsim --ranks 64 --bytes 64KiB --semantics loggopsim --emit goal -o bcast.goal
  logpine best --machine ./mine.toml --ranks 1024 --ranks-per-host 16 --bytes 4KiB
  logpine best --machine bgp --ranks 1024 --bytes 64KiB --collective allreduce
  logpine best --machine two-channel --ranks 32 --bytes 64KiB --collective allgather --mapping round-robin
  logpine best --machine logp-textbook --ranks 8 --explain
  logpine best --machine logp-textbook --ranks 8 --collective sum --values 100
  logpine best --machine bgp --model bgp --collective alltoall --ranks 512 --bytes 4KiB
  logpine best --machine bgp --model bgp --collective fft --fft-size 512 --ranks 64
  logpine best --machine ./mine.toml --leaves 10^6 --format json")]
pub struct Best {
    /// Reads what is asked from a TOML file, whose keys are those of the options: machine, model, collective, leaves or
    /// ranks, bytes, `ranks_per_host`, mapping (a word, or a path from the file), `fft_size`, `element_bytes`, objective,
    /// waves, `max_fanout`, `max_height`, `max_internal`, hosts (a path from the file, or a list), placement (as --place),
    /// `internal_hosts`, `front_end` (as --fe), mode (launch or attach), description, source. Options of the command line
    /// override those of the file: --leaves and --ranks either of the two, --objective and --pareto also waves.
    #[arg(long, value_name = "FILE")]
    job: Option<PathBuf>,

    #[command(flatten)]
    machine: MachineArgs,

    /// Overlay tree: number of leaves, such as 128, 10^6 or 2^20; at most 2^63.
    #[arg(long, value_parser = count, value_name = "N", group = "size", allow_negative_numbers = true)]
    leaves: Option<u64>,

    /// Collective among ranks, all of which hold data: their number; at most 2^63.
    #[arg(long, value_parser = count, value_name = "P", group = "size", allow_negative_numbers = true)]
    // Of overlay trees only.
    #[arg(conflicts_with_all = ["fe", "attach", "launch", "place", "internal_hosts"])]
    ranks: Option<u64>,

    /// The operation [default: reduce with --leaves, bcast with --ranks].
    #[arg(long, value_parser = Named::<CollectiveName>::new())]
    collective: Option<CollectiveName>,

    /// Writes how long the steps took to stderr.
    #[arg(long)]
    timings: bool,

    #[command(flatten)]
    certify: certify::CertifyArgs,

    #[command(flatten)]
    overlay: OverlayArgs,

    #[command(flatten)]
    among_ranks: RankArgs,

    #[command(flatten)]
    library: bgp::LibraryArgs,

    #[command(flatten)]
    fft: fft::FftArgs,

    #[command(flatten)]
    uncertain: UncertainArgs,

    #[command(flatten)]
    network: network::NetworkArgs,

    #[command(flatten)]
    emit: EmitArgs,
}

/// What goes with `--leaves` only.
#[derive(Debug, Args)]
#[command(next_help_heading = "Overlay trees (with --leaves)")]
struct OverlayArgs {
    /// What is to be least: the time of one wave, the time between waves, or the total of --waves [default: latency, with
    /// --waves total].
    #[arg(long, value_enum, conflicts_with = "ranks")]
    objective: Option<ObjectiveName>,

    /// Number of waves, for --objective total.
    #[arg(long, value_parser = count, value_name = "W", allow_negative_numbers = true, conflicts_with = "ranks")]
    waves: Option<u64>,

    /// Lists all trades of latency against the period, or against the number of internal processes, instead of one tree.
    #[arg(long, value_enum, conflicts_with_all = ["objective", "waves", "emit", "timings", "ranks", "hosts", "host_list"])]
    pareto: Option<Pareto>,

    /// No node has more than X children.
    #[arg(long, value_parser = count, value_name = "X", allow_negative_numbers = true, conflicts_with = "ranks")]
    max_fanout: Option<u64>,

    /// No leaf is more than H levels from the root.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "H", allow_negative_numbers = true, conflicts_with = "ranks")]
    max_height: Option<u32>,

    /// There are no more than M internal processes, the root counted: the spare hosts, or their slots.
    #[arg(long, value_parser = count, value_name = "M", allow_negative_numbers = true, conflicts_with = "ranks")]
    max_internal: Option<u64>,

    /// The fewest internal processes with which a tree is at most this much slower than the fastest, such as 5%.
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, conflicts_with_all = ["max_internal", "pareto", "ranks"])]
    within: Option<Tolerance>,

    /// Every host runs S of the leaves: a tree among hosts over trees inside them, whose nodes cost what the profile's
    /// [within.host.tan] says.
    #[arg(long, value_parser = count, value_name = "S", allow_negative_numbers = true, conflicts_with_all = ["ranks", "pareto", "emit"])]
    leaves_per_host: Option<u64>,

    /// At most K processes of a host have children on other hosts side by side [default: as many as it has leaves].
    #[arg(long, value_parser = count, value_name = "K", requires = "leaves_per_host")]
    lanes: Option<u64>,
}

/// What goes with `--ranks` only, but for the size of messages.
#[derive(Debug, Args)]
#[command(next_help_heading = "Among ranks (with --ranks)")]
struct RankArgs {
    /// Size of the message, such as 8, 64KiB or 1GB; for every model but tan and logp.
    #[arg(long, value_parser = size, value_name = "SIZE", allow_negative_numbers = true)]
    bytes: Option<u64>,

    /// The rank that holds the message, or gets the result; the answer does not depend on it, and counts ranks from it
    /// [default: 0].
    #[arg(long, value_parser = count, value_name = "RANK", allow_negative_numbers = true, conflicts_with = "leaves")]
    root: Option<u64>,

    /// For reductions: only algorithms that combine the operands in the order of the ranks.
    #[arg(long, conflicts_with = "leaves")]
    non_commutative: bool,

    /// Number of values to add up, for --collective sum.
    #[arg(long, value_parser = count, value_name = "V", allow_negative_numbers = true, conflicts_with = "leaves")]
    values: Option<u64>,

    /// Every host runs R of the ranks: one host after the other, unless --mapping says otherwise. Messages inside a host cost
    /// what the profile's [within.host] says, or the shared channel of `tau_lop` and loggph [default: the profile's
    /// [platform], for these two].
    #[arg(long, value_parser = count, value_name = "R", allow_negative_numbers = true, conflicts_with_all = ["leaves", "explain", "values"])]
    ranks_per_host: Option<u64>,

    /// Executes candidates by the rules of a simulator and ranks them by what they take [default: program-order, which is what
    /// the model says].
    #[arg(long, value_enum, conflicts_with = "leaves")]
    semantics: Option<SemanticsName>,

    #[command(flatten)]
    mapping: MappingArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ObjectiveName {
    /// The time of one wave.
    Latency,
    /// The steady-state time between waves.
    Period,
    /// The time of --waves waves.
    Total,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Pareto {
    /// Latency against period.
    Period,
    /// Latency against the number of internal processes.
    Internals,
}

impl Best {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        match (self.leaves, self.ranks) {
            (Some(leaves), _) => {
                refuse_given([self.among_ranks.mapping.given()], "--ranks")?;
                self.run_overlay(leaves, format)
            }
            (None, Some(ranks)) => self.run_ranks(ranks, format),
            (None, None) => Err(bad_input(anyhow!("give --leaves N or --ranks P"))),
        }
    }
}
