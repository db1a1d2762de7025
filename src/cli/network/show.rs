//! `logpine network show`: the size and the shape of a network, and the network in other formats.

use super::nvlinks::NvLinkArgs;
use crate::cli::args::Format;
use crate::cli::colour::reported;
use crate::cli::outcome::{Outcome, Step, bad_input, message_to_stderr};
use crate::cli::output::OutputArgs;
use crate::cli::progress::spinning;
use crate::cli::steps;
use crate::report::network::{self, MOST_DRAWN, NetworkSubject};
use crate::report::text::{CommandLine, Page};
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use logpine_netfiles::network::write;
use logpine_netfiles::network::{Loaded, load_described};
use logpine_network::{Network, Properties};
use std::path::PathBuf;

/// Shows the size and the shape of a network, draws it, or writes it in another format.
///
/// The report has degrees, diameter, average distance and bisection.
#[derive(Debug, Args)]
#[command(after_help = "\
A network is a spec, a file, or a built-in one: abilene, nsfnet, two-level.
`logpine list networks` lists the classes of specs. After its parameters a
spec may have keys:
  ,latency=TIME        of each link: 1 cycle, or 0s where the others are in seconds
  ,per_byte=TIME/B     of each link, 0; or bandwidth=BYTES/s
  ,seed=N              of random, neighbour and planar: 1

Files are lists of links (two names a line; after a line `from to latency
bandwidth` also times), GraphML (.graphml), DOT (.dot, .gv) or TOML (.toml).

Examples:
  logpine network show torus:8x8
  logpine network show dragonfly:2,4,2,latency=100ns,bandwidth=10GB/s
  logpine network show planar:25,0.4,seed=7 --emit svg -o planar.svg
  logpine network show abilene --emit graphml -o abilene.graphml")]
pub struct Show {
    /// Spec such as torus:8x8, file, or built-in network.
    #[arg(value_name = "SPEC|FILE")]
    network: PathBuf,

    #[command(flatten)]
    nvlinks: NvLinkArgs,

    /// Writes the network in a format to the -o that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<EmitFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Formats of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EmitFormat {
    /// A drawing, for a browser.
    Svg,
    /// A list of links, which --network reads.
    Edges,
    /// A GraphML file, which --network reads.
    Graphml,
    /// A Graphviz graph, for `dot -Tsvg` and --network.
    Dot,
    /// The format of the built-in networks, which --network reads.
    Toml,
    /// The report as JSON.
    Json,
}

impl Show {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let requests = self.output.requests(&self.emit)?;
        let Loaded { network, topology, notes, .. } =
            load_described(&self.network, &self.nvlinks.untold()).map_err(bad_input)?;
        for note in &notes {
            message_to_stderr(&format!("note: {note}"));
        }
        if self.emit.contains(&EmitFormat::Svg) {
            check_drawable(&network)?;
        }
        let properties = spinning("measuring distances", || Properties::new(&network, topology.as_ref()));
        let subject = NetworkSubject { network: &network, topology: topology.as_ref(), properties: &properties };
        let contents = |format| match format {
            EmitFormat::Svg => network::svg(&subject),
            EmitFormat::Json => network::json(&subject),
            EmitFormat::Edges => write::edges(&network),
            EmitFormat::Graphml => write::graphml(&network),
            EmitFormat::Dot => write::dot(&network),
            EmitFormat::Toml => write::toml(&network),
        };
        self.output.write(requests.iter().map(|&(format, path)| (format, path, contents(format))))?;
        Ok(reported(format, || self.page(&subject), || network::json(&subject)))
    }

    /// The report, with messages over the network, and its picture as next steps.
    fn page(&self, subject: &NetworkSubject) -> Page {
        let network = subject.network;
        let name = self.network.to_string_lossy();
        let words = ["logpine", "network", "simulate", "--network", &name].into_iter().chain(self.nvlinks.words());
        let messages =
            CommandLine::new(words.chain(["--scheme", "all-to-all"])).filter(|_| network.endpoints() <= MOST_ENDPOINTS);
        let is_new = !self.emit.contains(&EmitFormat::Svg) && is_drawable(network);
        let mut page = network::text(subject);
        page.next([messages, steps::again_if(is_new, "--emit svg -o network.svg")]);
        page
    }
}

/// The most end points between which all messages are proposed.
const MOST_ENDPOINTS: u32 = 256;

/// True if a network has a picture.
pub(super) fn is_drawable(network: &Network) -> bool {
    network.links().len().max(network.nodes() as usize) as u64 <= MOST_DRAWN
}

fn check_drawable(network: &Network) -> Step<()> {
    let (links, nodes) = (network.links().len() as u64, u64::from(network.nodes()));
    if !is_drawable(network) {
        return Err(bad_input(anyhow!(
            "--emit svg draws at most {MOST_DRAWN} nodes and links, and the network has {nodes} and {links}: take a smaller one"
        )));
    }
    Ok(())
}
