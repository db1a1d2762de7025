//! `logpine tree`: the fastest overlay tree.

use super::args::{DetailArgs, count, narrow_count, size};
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::more::{CertifyArgs, NetworkArgs, UncertainArgs, with_relations};
use super::named::Named;
use super::timings::TimingsArgs;
use crate::answer::relations::Subject;
use crate::request::{FileFormat, Front, ObjectiveName, Operation, Request, Tolerance};
use clap::{Arg, Args};

/// Finds the fastest overlay tree for a number of leaves or members.
///
/// With --leaves only the leaves hold data, and internal processes pass it on; with --members every node is a target. The answer comes with a proof, and a comparison with the trees that people use.
#[derive(Debug, Args)]
#[command(mut_args(without_ranks))]
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

    /// Number of leaves, such as 128, 1e6 or 2^20; at most 2^63.
    #[arg(short = 'n', long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    #[arg(required_unless_present = "members", conflicts_with = "members")]
    leaves: Option<u64>,

    /// Number of nodes, if all are targets (Slurm, PRRTE, Flux); the root is one.
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    members: Option<u64>,

    /// Operation over the tree [default: reduce].
    #[arg(long, value_parser = OVER_TREES)]
    collective: Option<Operation>,

    /// Size of the message, such as 8, 64KiB or 1GB; for models whose messages have a size.
    #[arg(short = 's', long, hide_short_help = true, value_parser = size, value_name = "SIZE", allow_negative_numbers = true)]
    bytes: Option<u64>,

    #[command(flatten)]
    pub detail: DetailArgs,

    #[command(flatten)]
    pub timings: TimingsArgs,

    #[command(flatten)]
    certify: CertifyArgs,

    #[command(flatten)]
    uncertain: UncertainArgs,

    #[command(flatten)]
    overlay: OverlayArgs,

    #[command(flatten)]
    network: NetworkArgs,

    #[command(flatten)]
    pub emit: EmitArgs,
}

/// Formats of answers among ranks are read only to say that trees have none of them.
fn without_ranks(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "emit" => argument.value_parser(Named::hiding(|format: FileFormat| {
            format.is_only_of_networks() || matches!(format, FileFormat::Mapping | FileFormat::Ucc)
        })),
        _ => with_relations(argument, &[Subject::Tree, Subject::MemberTree]),
    }
}

/// Reads every operation, to say where those among ranks are answered.
const OVER_TREES: Named<Operation> = Named::hiding(|operation| !operation.is_over_trees());

/// The objective, and the limits of the tree.
#[derive(Debug, Args)]
#[command(next_help_heading = "Objective and limits")]
struct OverlayArgs {
    /// Quantity to minimise.
    ///
    /// The default is latency, and with --waves total.
    #[arg(long, value_parser = Named::<ObjectiveName>::hiding(|name| name == ObjectiveName::Throughput))]
    objective: Option<ObjectiveName>,

    /// Number of waves, for --objective total.
    #[arg(long, value_parser = count, value_name = "W", allow_negative_numbers = true)]
    waves: Option<u64>,

    /// Lists all trade-offs of latency against this, instead of one tree.
    #[arg(long, value_parser = Named::<Front>::hiding(|front| matches!(front, Front::Height | Front::Steps)))]
    pareto: Option<Front>,

    /// Allows no node more than X children.
    #[arg(long, value_parser = count, value_name = "X", allow_negative_numbers = true)]
    max_fanout: Option<u64>,

    /// Allows no leaf more than H levels below the root.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "H", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    max_height: Option<u32>,

    /// Allows at most M internal processes, including the root.
    #[arg(long, value_parser = count, value_name = "M", allow_negative_numbers = true)]
    max_internal: Option<u64>,

    /// Takes the fewest processes that cost at most this much time, such as 5%.
    #[arg(hide_short_help = true)]
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true)]
    within: Option<Tolerance>,

    /// Puts S leaves on every host: a tree among hosts over trees inside them, whose nodes cost what the profile's
    /// [within.host.tan] says.
    #[arg(long, value_parser = count, value_name = "S", allow_negative_numbers = true)]
    #[arg(hide_short_help = true)]
    leaves_per_host: Option<u64>,

    /// Allows at most K processes of a host to have children on other hosts [default: as many as it has leaves].
    #[arg(long, value_parser = count, value_name = "K")]
    #[arg(hide_short_help = true)]
    lanes: Option<u64>,
}

impl Tree {
    /// The request of the options.
    pub fn request(&self) -> Request {
        let OverlayArgs {
            objective,
            waves,
            pareto,
            max_fanout,
            max_height,
            max_internal,
            within,
            leaves_per_host,
            lanes,
        } = self.overlay;
        let request = Request {
            model: self.machine.model,
            logp_reading: self.machine.logp_reading,
            collective: self.collective,
            leaves: self.leaves,
            members: self.members,
            bytes: self.bytes,
            objective,
            waves,
            pareto,
            max_fanout,
            max_height,
            max_internal,
            within,
            leaves_per_host,
            lanes,
            ..Request::default()
        };
        let request = self.network.of(self.certify.of(self.uncertain.of(request)));
        self.emit.of(request)
    }
}
