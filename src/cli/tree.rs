//! `logpine tree`: the fastest overlay tree.

use super::args::DetailArgs;
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::named::Named;
use super::options::{Kind, Options, of_kind};
use super::related::applies;
use super::timings::TimingsArgs;
use crate::answer::relations::Subject;
use crate::request::{Front, ObjectiveName, Operation, Request};
use clap::{Arg, Args};

/// Finds the fastest overlay tree for a number of leaves or members.
///
/// With --leaves only the leaves hold data, and internal processes pass it on; with --members every node is a target. The answer comes with a proof, and a comparison with the trees that people use.
#[derive(Debug, Args)]
#[command(mut_args(of_kind::<OfTree>))]
#[command(after_help = "\
Examples:
  logpine tree --machine cab --leaves 128
  logpine tree --machine cab --leaves 128 --collective roundtrip --max-fanout 8
  logpine tree --machine cab --leaves 128 --objective total --waves 100
  logpine tree --machine cab --leaves 128 --pareto period
  logpine tree --machine cab --leaves 1024 --max-internal 64
  logpine tree --machine cab --leaves 1024 --within 5%
  logpine tree --machine cab --members 4001
  logpine tree --machine cab --leaves 128 --explain
  logpine tree --machine ./measured.toml --leaves 128 --robust worst
  logpine tree --machine cab --leaves 128 --emit mrnet --hosts hosts.txt --fe login1 -o tree.top
  logpine tree --machine cab --leaves 128 --attach \\
    --hosts nodes.csv --place spread --emit mrnet -o tree.top
  logpine tree --machine bgp --leaves 128 --model piecewise --bytes 1KiB
  logpine tree --machine ./mine.toml --leaves 10^6 --format json")]
pub struct Tree {
    #[command(flatten)]
    pub machine: MachineArgs,

    #[command(flatten)]
    options: Options<OfTree>,

    #[command(flatten)]
    pub detail: DetailArgs,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

/// Requests for overlay trees.
#[derive(Debug)]
struct OfTree;

impl Kind for OfTree {
    const SUBJECTS: &'static [Subject] = &[Subject::Tree, Subject::MemberTree];

    fn has(option: &Arg) -> bool {
        applies(option, Self::SUBJECTS) || matches!(option.get_id().as_str(), "leaves" | "members" | "pareto")
    }

    fn adapted(option: Arg) -> Arg {
        match option.get_id().as_str() {
            "leaves" => option.short('n').required_unless_present("members").conflicts_with("members"),
            // Every operation is read, to say where those among ranks are answered.
            "collective" => option
                .help("Operation over the tree [default: reduce]")
                .value_parser(Named::hiding(|operation: Operation| !operation.is_over_trees())),
            "bytes" => option.hide_short_help(true),
            "objective" => option.value_parser(Named::hiding(|name: ObjectiveName| name == ObjectiveName::Throughput)),
            "pareto" => option.value_parser(Named::hiding(|front| matches!(front, Front::Height | Front::Steps))),
            _ => option,
        }
    }
}

impl Tree {
    /// The request of the options.
    pub fn request(&self) -> Request {
        self.emit.of(Request { model: self.machine.model, ..self.options.request() })
    }
}
