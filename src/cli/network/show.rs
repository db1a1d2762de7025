//! `logpine network show`: the size and the shape of a network.

use crate::cli::args::Format;
use crate::cli::outcome::{Outcome, Step, bad_input};
use clap::Args;
use logpine::network::Spec;

/// Size and shape of a network.
#[derive(Debug, Args)]
pub struct Show {
    /// A network: CLASS:PARAMETERS, such as torus:8x8.
    #[arg(value_name = "SPEC")]
    network: Spec,
}

impl Show {
    /// Runs the subcommand.
    pub fn run(self, _format: Format) -> Step<Outcome> {
        let network = self.network.network().map_err(bad_input)?;
        let (name, nodes, links) = (network.name(), network.nodes(), network.links().len());
        Ok(Outcome::Done(format!("{name}: {nodes} nodes, {links} links\n")))
    }
}
