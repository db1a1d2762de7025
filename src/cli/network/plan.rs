//! `logpine network plan`: a schedule of a collective for a given network.

use crate::answer::relations::{NETWORK, Subject};
use crate::cli::args::DetailArgs;
use crate::cli::emit::EmitArgs;
use crate::cli::named::Named;
use crate::cli::options::{Kind, Options, of_kind};
use crate::cli::related::applies;
use crate::cli::timings::TimingsArgs;
use crate::request::{Front, ObjectiveName, Request};
use clap::{Arg, Args};

/// Makes a schedule of a collective for a given network, with the proof of a bound.
///
/// In each step every link carries as many blocks as its capacity says. With --objective throughput the answer is a packing of
/// trees for a long stream of data. The same report compares with textbook algorithms on the network.
#[derive(Debug, Args)]
#[command(mut_args(of_kind::<OfNetwork>))]
#[command(after_help = "\
Examples:
  logpine network plan torus:8x8 --collective bcast --blocks 64
  logpine network plan dgx-1v --collective allgather --emit svg -o steps.svg
  logpine network plan dgx-1v --collective allgather --pareto steps --point 3 --emit msccl-json -o dgx.json
  logpine network plan topo.txt --link-speed 25GB/s --nvswitch --collective allgather
  logpine network plan torus:16x16 --collective allgather --objective throughput --emit trees -o trees.csv")]
pub struct Plan {
    #[command(flatten)]
    options: Options<OfNetwork>,

    #[command(flatten)]
    pub detail: DetailArgs,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

/// Requests for schedules for a network.
#[derive(Debug)]
struct OfNetwork;

impl Kind for OfNetwork {
    const SUBJECTS: &'static [Subject] = NETWORK;

    fn has(option: &Arg) -> bool {
        applies(option, Self::SUBJECTS)
            || matches!(option.get_id().as_str(), "pareto" | "nvswitch" | "direct" | "switches")
    }

    fn adapted(option: Arg) -> Arg {
        let option = option.help_heading(None::<&str>);
        match option.get_id().as_str() {
            "network" => option.long(None::<&str>).required(true).hide_short_help(false).help(SPEC).long_help(SPEC),
            "collective" => option.value_name("NAME").help(COLLECTIVES).hide_possible_values(true),
            "objective" => {
                let is_hidden = |name| matches!(name, ObjectiveName::Period | ObjectiveName::Total);
                option.help(OBJECTIVE).long_help(OBJECTIVE).value_parser(Named::hiding(is_hidden))
            }
            "pareto" => option.value_parser(Named::hiding(|front| matches!(front, Front::Period | Front::Internals))),
            "ports" => option.hide_short_help(false),
            _ => option,
        }
    }
}

const SPEC: &str =
    "The network: CLASS:PARAMETERS, such as torus:8x8, a file, or a built-in one (`logpine list networks`)";
const COLLECTIVES: &str =
    "The collective: bcast, reduce, scatter, gather, allgather, reduce-scatter or allreduce [default: bcast]";
const OBJECTIVE: &str = "The quantity to minimise [default: latency, the number of steps]";

impl Plan {
    /// The request of the options.
    pub fn request(&self) -> Request {
        self.emit.of(self.options.request())
    }
}
