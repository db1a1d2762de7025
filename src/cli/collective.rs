//! `logpine collective`: the fastest algorithm for a collective among ranks.

use super::args::{DetailArgs, count, size};
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::more::{CertifyArgs, NetworkArgs, UncertainArgs, with_relations};
use super::mpi::MappingArgs;
use super::named::Named;
use super::timings::TimingsArgs;
use crate::answer::relations::RANKS;
use crate::request::{FileFormat, Operation, Request, Semantics, TorusAllocation};
use clap::{Arg, Args};

/// Finds the fastest algorithm for a collective among ranks.
///
/// All ranks hold data. The answer names the algorithm, its parameters and its segment size, a lower bound on the time of
/// every schedule, and the times of other algorithms.
#[derive(Debug, Args)]
#[command(mut_args(without_trees))]
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
    /// The operation.
    #[arg(value_parser = AMONG_RANKS, value_name = "OPERATION")]
    operation: Operation,

    #[command(flatten)]
    pub machine: MachineArgs,

    /// Number of ranks, such as 1024; at most 2^63.
    #[arg(short = 'n', long, value_parser = count, value_name = "P", allow_negative_numbers = true)]
    ranks: u64,

    #[command(flatten)]
    pub detail: DetailArgs,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    among_ranks: RankArgs,

    #[command(flatten)]
    certify: CertifyArgs,

    #[command(flatten)]
    uncertain: UncertainArgs,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    network: NetworkArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

const EXPLAIN: &str = "\
Shows how far each parameter may move before another choice wins

Also sets the closed forms of the literature beside the exact times, and says why they differ.";

/// Options and formats of trees are read only to name the subcommands that have them.
fn without_trees(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "fe" | "attach" | "launch" | "place" | "internal_hosts" => argument.hide(true),
        "emit" => argument
            .value_parser(Named::hiding(|format: FileFormat| format.is_of_trees() || format.is_only_of_networks())),
        "explain" => with_relations(argument.long_help(EXPLAIN), RANKS),
        _ => with_relations(argument, RANKS),
    }
}

/// Reads every operation, to say where those over trees are answered.
const AMONG_RANKS: Named<Operation> =
    Named::hiding(|name| matches!(name, Operation::Multicast | Operation::Roundtrip | Operation::Fft));

/// The message, and where ranks run.
#[derive(Debug, Args)]
struct RankArgs {
    /// Size of the message, such as 8, 64KiB or 1GB; for every model but logp.
    #[arg(short = 's', long, value_parser = size, value_name = "SIZE", allow_negative_numbers = true)]
    bytes: Option<u64>,

    /// Rank that holds the message, or gets the result [default: 0].
    ///
    /// The answer does not depend on it, and counts ranks from it.
    #[arg(long, value_parser = count, value_name = "RANK", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    root: Option<u64>,

    /// Keeps the order of the operands: only algorithms that combine in the order of the ranks.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    non_commutative: bool,

    /// Number of values to add up.
    #[arg(long, value_parser = count, value_name = "V", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    values: Option<u64>,

    /// Puts R ranks on every host.
    ///
    /// Ranks fill one host after the other, unless --mapping says otherwise. Messages inside a host cost what the profile's
    /// [within.host] says, or the shared channel of a model of channels, for which the default is the profile's [platform].
    #[arg(long, value_parser = count, value_name = "R", allow_negative_numbers = true)]
    ranks_per_host: Option<u64>,

    /// Ranks the candidates by executing them under the rules of a simulator [default: program-order, as the model predicts].
    #[arg(long, value_parser = Named::<Semantics>::new())]
    #[arg(hide_short_help = true)]
    semantics: Option<Semantics>,

    #[command(flatten)]
    mapping: MappingArgs,
}

/// Options for `--model bgp` only.
#[derive(Debug, Args)]
#[command(next_help_heading = "The machine's own library (with --model bgp)")]
struct LibraryArgs {
    /// Shape of the nodes' box, for bcast [default: cubic].
    #[arg(long, value_parser = Named::<TorusAllocation>::new(), value_name = "SHAPE")]
    #[arg(hide_short_help = true)]
    allocation: Option<TorusAllocation>,

    /// Number of requests in the receiver's queue before the one that matches; for point-to-point.
    #[arg(long, value_parser = count, value_name = "R", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    queue: Option<u64>,

    /// Number of hops to the receiver; for point-to-point.
    #[arg(long, value_parser = count, value_name = "H", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    hops: Option<u64>,

    /// Number of links that every node drives at a time, at worst; for point-to-point [default: all].
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    streams: Option<u64>,

    /// Says that the bytes are not contiguous; for point-to-point.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    strided: bool,
}

impl Collective {
    /// The request of the options.
    pub fn request(&self) -> Request {
        let RankArgs { bytes, root, non_commutative, values, ranks_per_host, semantics, ref mapping } =
            self.among_ranks;
        let LibraryArgs { allocation, queue, hops, streams, strided } = self.library;
        let request = Request {
            model: self.machine.model,
            logp_reading: self.machine.logp_reading,
            collective: Some(self.operation),
            ranks: Some(self.ranks),
            bytes,
            root,
            non_commutative,
            values,
            ranks_per_host,
            semantics,
            mapping: mapping.choice(),
            allocation,
            queue,
            hops,
            streams,
            strided,
            ..Request::default()
        };
        let request = self.network.of(self.certify.of(self.uncertain.of(request)));
        self.emit.of(request)
    }
}
