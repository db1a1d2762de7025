//! `logpine collective`: the fastest algorithm for a collective among ranks.

mod library;
mod mpi;
mod ranks;
mod sum;
mod two_level;
mod unequal;

use super::args::{count, size};
use super::certify::CertifyArgs;
use super::collective_name::CollectiveName;
use super::emit::{EmitArgs, EmitFormat};
use super::machine::MachineArgs;
use super::mpi::MappingArgs;
use super::named::Named;
use super::on_network::NetworkArgs;
use super::simulate::SemanticsName;
use super::timings::TimingsArgs;
use super::uncertain::UncertainArgs;
use clap::{Arg, Args};

/// The fastest algorithm for a collective among ranks, all of which hold data, with proof, ranked against what people use.
#[derive(Debug, Args)]
#[command(mut_args(without_trees))]
#[command(after_help = "\
Examples:
  logpine collective bcast --machine bgp --ranks 1024 --bytes 64KiB
  logpine collective reduce --machine bgp --ranks 1024 --bytes 64KiB --non-commutative
  logpine collective bcast --machine bgp --ranks 64 --bytes 64KiB --network torus:4x4x4,latency=100ns,bandwidth=375MB/s
  logpine collective bcast --machine loggopsim --ranks 64 --bytes 64KiB --semantics loggopsim --emit goal -o bcast.goal
  logpine collective bcast --machine ./mine.toml --ranks 1024 --ranks-per-host 16 --bytes 4KiB
  logpine collective allreduce --machine bgp --ranks 1024 --bytes 64KiB
  logpine collective allgather --machine two-channel --ranks 32 --bytes 64KiB --mapping round-robin
  logpine collective bcast --machine logp-textbook --ranks 8 --explain
  logpine collective sum --machine logp-textbook --ranks 8 --values 100
  logpine collective alltoall --machine bgp --model bgp --ranks 512 --bytes 4KiB")]
pub struct Collective {
    /// The operation.
    #[arg(value_parser = AMONG_RANKS, value_name = "OPERATION")]
    operation: CollectiveName,

    #[command(flatten)]
    machine: MachineArgs,

    /// Number of ranks; at most 2^63.
    #[arg(long, value_parser = count, value_name = "P", allow_negative_numbers = true)]
    ranks: u64,

    #[command(flatten)]
    timings: TimingsArgs,

    #[command(flatten)]
    among_ranks: RankArgs,

    #[command(flatten)]
    certify: CertifyArgs,

    #[command(flatten)]
    library: library::LibraryArgs,

    #[command(flatten)]
    uncertain: UncertainArgs,

    #[command(flatten)]
    network: NetworkArgs,

    #[command(flatten)]
    emit: EmitArgs,
}

/// Options and formats of trees are read only to say whose they are.
fn without_trees(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "fe" | "attach" | "launch" | "place" | "internal_hosts" => argument.hide(true),
        "emit" => argument.value_parser(Named::hiding(EmitFormat::is_of_trees)),
        _ => argument,
    }
}

/// Reads every operation, to say where those over trees are answered.
const AMONG_RANKS: Named<CollectiveName> = Named::hiding(|name| name.elsewhere().is_some());

/// The message, and where ranks run.
#[derive(Debug, Args)]
struct RankArgs {
    /// Size of the message, such as 8, 64KiB or 1GB; for every model but logp.
    #[arg(long, value_parser = size, value_name = "SIZE", allow_negative_numbers = true)]
    bytes: Option<u64>,

    /// The rank that holds the message of a bcast, or gets the result of a reduce; the answer does not depend on it, and counts ranks from it
    /// [default: 0].
    #[arg(long, value_parser = count, value_name = "RANK", allow_negative_numbers = true)]
    root: Option<u64>,

    /// Of reduce: only algorithms that combine the operands in the order of the ranks.
    #[arg(long)]
    non_commutative: bool,

    /// Number of values to add up, for a sum.
    #[arg(long, value_parser = count, value_name = "V", allow_negative_numbers = true)]
    values: Option<u64>,

    /// Every host runs R of the ranks: one host after the other, unless --mapping says otherwise. Messages inside a host cost
    /// what the profile's [within.host] says, or the shared channel of `tau_lop` and loggph [default: the profile's
    /// [platform], for these two].
    #[arg(long, value_parser = count, value_name = "R", allow_negative_numbers = true, conflicts_with_all = ["explain", "robust", "values"])]
    ranks_per_host: Option<u64>,

    /// Executes candidates by the rules of a simulator and ranks them by what they take [default: program-order, which is what
    /// the model says].
    #[arg(long, value_enum)]
    semantics: Option<SemanticsName>,

    #[command(flatten)]
    mapping: MappingArgs,
}
