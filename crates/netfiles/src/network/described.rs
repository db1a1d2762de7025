//! Machines as other tools describe them: the output of `nvidia-smi topo -m`, NCCL's topology dump, and topologies of msccl-tools.

use super::check_tags;
use crate::machines::Machine;
use crate::machines::msccl_topology::MscclTopology;
use crate::machines::nccl;
use crate::machines::nvidia_smi::TopologyMatrix;
use itertools::Itertools;
use logpine_network::digraph::{Arc, Digraph};
use logpine_network::{Link, LinkKind, Network, NetworkBuilder};
use logpine_text::units::{Clock, Rate, Time, bits_per_second};
use logpine_text::xml;
use std::collections::HashMap;

/// A description of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Described {
    /// The output of `nvidia-smi topo -m`.
    NvidiaSmi,
    /// The file that `NCCL_TOPO_DUMP_FILE` names.
    Nccl,
    /// A topology of msccl-tools, in JSON.
    Msccl,
}

/// The meaning of the same number of links between all pairs of GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NvLinks {
    /// Each GPU has so many links to switches, which all pairs share.
    Switch,
    /// Each pair has so many links of its own.
    Direct,
}

/// The facts that a description does not tell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Untold {
    /// The bandwidth of one link of GPUs in each direction, like 25GB/s.
    pub link_speed: Option<String>,
    /// The meaning of the same number of links between every pair of GPUs.
    pub nvlinks: Option<NvLinks>,
}

impl Untold {
    /// True if nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.link_speed.is_none() && self.nvlinks.is_none()
    }

    /// The speed in megabits a second.
    fn rate(&self) -> Result<Option<u64>, String> {
        let Some(text) = &self.link_speed else { return Ok(None) };
        let rate = bits_per_second(text).ok().map(|bits| bits / 1_000_000).filter(|&rate| rate > 0);
        rate.map(Some).ok_or_else(|| {
            format!("--link-speed {text} is not a bandwidth of at least 1 Mbit/s; write it like 25GB/s or 200Gbps")
        })
    }
}

impl Described {
    /// The kind of a text by its beginning; `None` if it is none of these.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.starts_with('{') && text.contains("\"links\"") && !text.starts_with("{\"schema\"") {
            return Some(Self::Msccl);
        }
        if xml::root(text) == Some("system") {
            return Some(Self::Nccl);
        }
        // The names of the GPUs, which may be underlined, and then the row of the first; both behind any other lines.
        let mut lines = text.lines().map(|line| line.split_whitespace());
        let is_head = |mut words: std::str::SplitWhitespace| words.next().is_some_and(|word| word.ends_with("GPU0"));
        let is_first = |mut words: std::str::SplitWhitespace| words.next() == Some("GPU0") && words.next() == Some("X");
        (lines.any(is_head) && lines.any(is_first)).then_some(Self::NvidiaSmi)
    }

    /// Reads a network that is called `name`, whatever the description does not tell.
    ///
    /// # Errors
    /// The faults in words, each with its place.
    pub fn read_any(self, text: &str, name: &str) -> Result<(Network, Vec<String>), String> {
        let speeds = [None, Some("25GB/s".to_owned())];
        let told = |link_speed: &Option<String>| {
            [None, Some(NvLinks::Switch)].map(|nvlinks| Untold { link_speed: link_speed.clone(), nvlinks })
        };
        let first = self.read(text, name, &Untold::default());
        let others = speeds.iter().flat_map(told).filter(|untold| !untold.is_empty());
        first.or_else(|fault| others.into_iter().find_map(|untold| self.read(text, name, &untold).ok()).ok_or(fault))
    }

    /// Reads a network that is called `name`, with notes on what was assumed or left out.
    ///
    /// # Errors
    /// The faults in words, each with its place.
    pub fn read(self, text: &str, name: &str, untold: &Untold) -> Result<(Network, Vec<String>), String> {
        let link_rate = untold.rate()?;
        match self {
            Self::NvidiaSmi => {
                let matrix = TopologyMatrix::read(text).map_err(|faults| faults.iter().join("\n"))?;
                of_machine(&matrix.machine(link_rate, untold.nvlinks)?, name)
            }
            Self::Nccl if untold.nvlinks.is_some() => {
                Err("--nvswitch and --direct go with the output of nvidia-smi; NCCL's dump tells the switches"
                    .to_owned())
            }
            Self::Nccl => {
                check_tags(text).map_err(|error| error.to_string())?;
                of_machine(&nccl::read(text, link_rate).map_err(|error| error.to_string())?, name)
            }
            Self::Msccl if !untold.is_empty() => {
                Err("--link-speed, --nvswitch and --direct go with the output of nvidia-smi and NCCL's dump".to_owned())
            }
            Self::Msccl => {
                let topology = MscclTopology::read(text).map_err(|error| error.to_string())?;
                let graph = topology
                    .with_relays()
                    .map_err(|error| format!("{error}; write its devices and their links as a network in TOML"))?;
                let network = network(&graph, name, (Clock::Cycle, &|_| Rate::ZERO), Vec::new())?;
                Ok((network, Vec::new()))
            }
        }
    }
}

/// The option that says what a link carries.
pub(crate) const LINK_SPEED: &str = "--link-speed 25GB/s";

/// The network of a machine.
fn of_machine(machine: &Machine, name: &str) -> Result<(Network, Vec<String>), String> {
    let rates: HashMap<(u32, u32), u64> =
        machine.connections.iter().map(|connection| ((connection.from, connection.to), connection.rate)).collect();
    let per_byte = |arc: &Arc| {
        let megabits = rates.get(&(arc.from, arc.to)).copied().unwrap_or(0);
        Rate::of_bandwidth(&format!("{megabits}Mbit/s")).unwrap_or(Rate::ZERO)
    };
    let network = network(&machine.graph(), name, (Clock::Second, &per_byte), machine.devices.clone())?;
    Ok((network, machine.notes.clone()))
}

/// The network of a graph, with undirected links if all arcs have one back of the same capacity.
fn network(
    graph: &Digraph,
    name: &str,
    (clock, per_byte): (Clock, &dyn Fn(&Arc) -> Rate),
    labels: Vec<String>,
) -> Result<Network, String> {
    let is_symmetric = graph.is_symmetric();
    let kind = if is_symmetric { LinkKind::Undirected } else { LinkKind::Directed };
    let mut builder =
        NetworkBuilder::new(name, clock, graph.vertices()).endpoints(graph.compute()).kind(kind).labels(labels);
    let latency = if clock == Clock::Cycle { Time::from_ticks(clock.ticks_per_unit()) } else { Time::ZERO };
    for arc in graph.arcs().iter().filter(|arc| !is_symmetric || arc.from < arc.to) {
        let capacity = u32::try_from(arc.capacity).map_err(|_| {
            format!("a capacity of {} is more than {}; write all in a larger unit", arc.capacity, u32::MAX)
        })?;
        let link = Link { from: arc.from, to: arc.to, latency, per_byte: per_byte(arc), capacity: Some(capacity) };
        builder.link(link).map_err(|error| error.to_string())?;
    }
    builder.finish().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAIR: &str = "\tGPU0\tGPU1\tGPU2\tCPU Affinity\nGPU0\t X \tNV2\tNV2\t0-9\nGPU1\tNV2\t X \tNV2\t0-9\nGPU2\tNV2\tNV2\t X \t0-9\n";

    #[test]
    fn what_the_output_does_not_tell_is_asked_for() {
        assert_eq!(Described::of(PAIR), Some(Described::NvidiaSmi));
        let read = |untold: &Untold| Described::NvidiaSmi.read(PAIR, "topo", untold);
        let of = |speed: &str, nvlinks| Untold { link_speed: Some(speed.to_owned()), nvlinks };
        assert!(
            read(&Untold::default()).is_err_and(|error| error.contains("--link-speed") || error.contains("--nvswitch"))
        );
        assert!(read(&of("25GB/s", None)).is_err_and(|error| error.ends_with("--nvswitch or --direct")));
        let direct = read(&of("25GB/s", Some(NvLinks::Direct))).expect("a network").0;
        assert_eq!((direct.nodes(), direct.links().len(), direct.links()[0].capacity), (3, 3, Some(2)));
        let switched = read(&of("25GB/s", Some(NvLinks::Switch))).expect("a network").0;
        assert_eq!((switched.nodes(), switched.endpoints(), switched.links().len()), (4, 3, 3));
        assert_eq!(switched.links()[0].per_byte.display_per_byte(Clock::Second), "20ps/B");
        assert!(
            read(&of("fast", None)).is_err_and(|error| error.starts_with("--link-speed fast is not a bandwidth of at"))
        );
    }

    #[test]
    fn descriptions_are_told_apart() {
        assert_eq!(Described::of("<system version=\"1\">\n</system>"), Some(Described::Nccl));
        assert_eq!(Described::of("{\"name\": \"x\", \"links\": [[0]]}"), Some(Described::Msccl));
        for other in ["GPU0 GPU1\n", "from to\nGPU0 GPU1\n", "<graphml/>", "digraph { GPU0 -> X }", ""] {
            assert_eq!(Described::of(other), None, "{other}");
        }
    }

    #[test]
    fn topologies_of_msccl_list_links_by_receiver() {
        let text = "{\"msccl_type\": \"topology\", \"name\": \"pair\", \"switches\": [], \"links\": [[0, 3], [2, 0]]}";
        let network =
            Described::of(text).expect("its kind").read(text, "file", &Untold::default()).expect("a network").0;
        let links: Vec<_> = network.links().iter().map(|link| (link.from, link.to, link.capacity)).collect();
        assert_eq!((network.kind(), links), (LinkKind::Directed, vec![(0, 1, Some(2)), (1, 0, Some(3))]));
    }
}
