//! Files of physical networks: lists of links, `GraphML`, DOT and TOML.
//!
//! | format | nodes | links |
//! |---|---|---|
//! | edges | named by the links; numbered by their names if these are numbers, otherwise in the order of the file | a line each, two names; after a header `from to latency bandwidth capacity` also times and capacities |
//! | `GraphML` | `<node>`, with the data `label`, `kind`, `x`, `y` (or `Longitude`, `Latitude`) | `<edge>`, with the data `latency`, `per_byte`, `bandwidth`, `capacity` |
//! | DOT | statements, with the attributes `label`, `kind`, `pos` | `--` or `->`, with the attributes `latency`, `per_byte`, `bandwidth`, `capacity` |
//! | TOML | `nodes = [{ name, kind, x, y }]` | `links = [{ from, to, latency, per_byte, bandwidth, capacity }]`; the last four may be given above for all links |
//!
//! The output of `nvidia-smi topo -m`, NCCL's topology dump and topologies of msccl-tools are read as well, and formats of other programs ([`Dialect`]).
//!
//! Nodes with the `kind` `switch` run no process; they are numbered after the others. Times have the form `1us` or
//! `2 cycles`, times per byte the form `0.1ns/B`, bandwidths the form `10GB/s`. A link without times takes a cycle, or no
//! time if times are in seconds. The capacity is a whole number of units that are the same for all links.

mod built_in;
mod described;
mod dialects;
mod dot;
mod draft;
mod edges;
mod graphml;
mod load;
#[cfg(test)]
mod selection;
mod tags;
mod toml;
pub mod write;

pub use built_in::{built_in, built_in_names};
pub(crate) use described::LINK_SPEED;
pub use described::{Described, NvLinks, Untold};
pub use dialects::{DIALECTS, Dialect};
pub use load::load_described;
pub use load::{Loaded, load};
pub(crate) use tags::check_tags;

use logpine_network::Network;
use logpine_text::placed::PlacedError;
use std::path::Path;

/// True for a text whose every line is one of a list of links.
#[must_use]
pub fn is_list_of_links(text: &str) -> bool {
    edges::is_list(text)
}

/// A format of networks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkFormat {
    /// A line for each link.
    Edges,
    /// The XML format `GraphML`.
    GraphMl,
    /// Graphviz's DOT language.
    Dot,
    /// The TOML format of `instances/networks`.
    Toml,
    /// A format of another program.
    Dialect(&'static Dialect),
}

impl NetworkFormat {
    /// The format of a file: one that the text alone has, else by the extension of its name, else by the beginning of the text.
    #[must_use]
    pub fn of(text: &str, path: &Path) -> Self {
        if let Some(dialect) = Dialect::of(text) {
            return Self::Dialect(dialect);
        }
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        let start = text.trim_start_matches('\u{feff}').trim_start();
        match extension.as_deref() {
            Some("graphml" | "xml") => Self::GraphMl,
            Some("dot" | "gv") => Self::Dot,
            Some("toml") => Self::Toml,
            _ if start.starts_with('<') => Self::GraphMl,
            _ if ["strict", "graph", "digraph"].iter().any(|word| start.starts_with(word)) => Self::Dot,
            _ => Self::Edges,
        }
    }

    /// Reads a network from a text. The network is called `name`, unless the text gives a name.
    ///
    /// # Errors
    /// [`PlacedError`], the first fault and its place.
    pub fn read(self, text: &str, name: &str) -> Result<Network, PlacedError> {
        self.read_noting(text, name).map(|(network, _)| network)
    }

    /// Reads a network like [`NetworkFormat::read`], with notes on what was merged or not read.
    ///
    /// # Errors
    /// As for [`NetworkFormat::read`].
    pub fn read_noting(self, text: &str, name: &str) -> Result<(Network, Vec<String>), PlacedError> {
        let read = match self {
            Self::Edges => edges::read(text),
            Self::GraphMl => graphml::read(text),
            Self::Dot => dot::read(text),
            Self::Toml => toml::read(text),
            Self::Dialect(dialect) => dialect.read(text),
        };
        read.and_then(|draft| draft.finish(name)).map_err(|found| found.at(text))
    }
}
