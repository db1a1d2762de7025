//! `logpine network plan`: a schedule of a collective for a given network.

use super::nvlinks::NvLinkArgs;
use crate::cli::args::{DetailArgs, count};
use crate::cli::emit::EmitArgs;
use crate::cli::named::Named;
use crate::cli::timings::TimingsArgs;
use crate::request::{
    FileFormat, Front, MpiCollective, ObjectiveName, Operation, Ports, Request, Switches, TickLength,
};
use clap::builder::{StringValueParser, TypedValueParser};
use clap::{Arg, Args};
use std::path::PathBuf;

/// Makes a schedule of a collective for a given network, with the proof of a bound.
///
/// In each step every link carries as many blocks as its capacity says. With --objective throughput the answer is a packing of
/// trees for a long stream of data. The same report compares with textbook algorithms on the network.
#[derive(Debug, Args)]
#[command(mut_args(only_of_networks))]
#[command(after_help = "\
Examples:
  logpine network plan torus:8x8 --collective bcast --blocks 64
  logpine network plan dgx-1v --collective allgather --emit svg -o steps.svg
  logpine network plan dgx-1v --collective allgather --pareto steps --point 3 --emit msccl-json -o dgx.json
  logpine network plan topo.txt --link-speed 25GB/s --nvswitch --collective allgather
  logpine network plan torus:16x16 --collective allgather --objective throughput --emit trees -o trees.csv")]
pub struct Plan {
    /// The network: CLASS:PARAMETERS, such as torus:8x8, a file, or a built-in one (`logpine list networks`).
    #[arg(value_name = "SPEC|FILE")]
    network: PathBuf,

    /// The collective: bcast, reduce, scatter, gather, allgather, reduce-scatter or allreduce.
    #[arg(long, value_parser = Named::<MpiCollective>::new(), value_name = "NAME", default_value = "bcast")]
    #[arg(hide_possible_values = true)]
    collective: MpiCollective,

    /// Number of blocks at the root, or of each rank [default: 1].
    #[arg(short = 'b', long, value_parser = count, value_name = "B", allow_negative_numbers = true)]
    blocks: Option<u64>,

    /// Rank of the root [default: 0].
    #[arg(long, value_parser = count, value_name = "RANK", allow_negative_numbers = true)]
    root: Option<u64>,

    /// Nodes that have data, in the order of the ranks: names, or numbers from 0 that leave switches out, such as 0-7,9; the
    /// others only relay [default: all but switches].
    #[arg(long, value_name = "NODES")]
    nodes: Option<String>,

    #[command(flatten)]
    nvlinks: NvLinkArgs,

    /// The quantity to minimise [default: latency, the number of steps].
    #[arg(long, value_parser = Named::<ObjectiveName>::hiding(|name| matches!(name, ObjectiveName::Period | ObjectiveName::Total)))]
    objective: Option<ObjectiveName>,

    /// Lists a whole front instead of one schedule.
    #[arg(long, value_parser = Named::<Front>::hiding(|front| matches!(front, Front::Period | Front::Internals)))]
    pareto: Option<Front>,

    /// Point of the front of steps whose schedule files hold, by its steps.
    #[arg(long, value_parser = count, value_name = "STEPS", allow_negative_numbers = true, hide_short_help = true)]
    point: Option<u64>,

    /// The use of switches [default: store; contract for topologies of msccl-tools, whose switches are limits on links; in a stream
    /// they only forward].
    #[arg(long, value_parser = Named::<Switches>::new())]
    switches: Option<Switches>,

    /// Number of links on which a node sends, and receives, at a time [default: all].
    #[arg(long, value_parser = Named::<Ports>::new())]
    ports: Option<Ports>,

    /// Length of a step, by which latencies become whole steps [default: 1 cycle; in seconds, every link takes a step].
    #[arg(long, value_name = "TIME", value_parser = StringValueParser::new().map(TickLength::from))]
    #[arg(hide_short_help = true)]
    step: Option<TickLength>,

    /// Seed of the search [default: 1].
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true, hide_short_help = true)]
    seed: Option<u64>,

    #[command(flatten)]
    pub detail: DetailArgs,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

/// Options and formats of hosts and trees over leaves are read only to name the subcommands that have them.
fn only_of_networks(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "fe" | "attach" | "launch" | "place" | "internal_hosts" | "hosts" | "host_list" | "for_version" => {
            argument.hide(true)
        }
        "emit" => argument.value_parser(Named::hiding(|format: FileFormat| !format.is_of_networks())),
        _ => argument,
    }
}

impl Plan {
    /// The request of the options.
    pub fn request(&self) -> Request {
        self.emit.of(Request {
            network: Some(self.network.clone()),
            collective: Some(Operation::Mpi(self.collective)),
            blocks: self.blocks,
            root: self.root,
            nodes: self.nodes.clone(),
            link_speed: self.nvlinks.link_speed.clone(),
            nvswitch: self.nvlinks.nvswitch,
            direct: self.nvlinks.direct,
            objective: self.objective,
            pareto: self.pareto,
            point: self.point,
            switches: self.switches,
            ports: self.ports,
            step: self.step.clone(),
            seed: self.seed,
            ..Request::default()
        })
    }
}
