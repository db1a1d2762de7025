//! Small random networks, and the door to their plans.

use logpine::answer::{Answer, NetworkPlan, answer};
use logpine::request::{MpiCollective, Operation, Refusal, Request};
use logpine::units::Clock;
use logpine_models::machine::Machine;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

/// A number below `count`.
pub fn below(generator: &mut Generator, count: u32) -> u32 {
    u32::try_from(generator.below(u64::from(count))).expect("small")
}

/// The extent of a random network.
#[derive(Clone, Copy)]
pub struct Extent {
    pub most_ranks: u32,
    pub most_switches: u32,
    pub most_capacity: u64,
    pub most_latency: u32,
    /// Links that go one way, or the same both ways.
    pub directed: bool,
}

/// A network as its file says it: ranks first, then switches.
#[derive(Clone, Debug)]
pub struct SmallNetwork {
    pub ranks: u32,
    pub vertices: u32,
    pub directed: bool,
    /// Links; if they are not directed, each stands for both directions.
    pub links: Vec<Arc>,
}

impl SmallNetwork {
    /// A random network in which every vertex reaches all others: a random cycle, or a random tree, and more links.
    pub fn random(extent: Extent, generator: &mut Generator) -> Self {
        let ranks = 2 + below(generator, extent.most_ranks - 1);
        let vertices = ranks + below(generator, extent.most_switches + 1);
        let mut order: Vec<u32> = (0..vertices).collect();
        for last in (1..vertices).rev() {
            order.swap(last as usize, below(generator, last + 1) as usize);
        }
        let at = |index: u32| order[index as usize];
        let mut pairs: Vec<(u32, u32)> = if extent.directed {
            (0..vertices).map(|index| (at(index), at((index + 1) % vertices))).collect()
        } else {
            (1..vertices).map(|index| (at(below(generator, index)), at(index))).collect()
        };
        for _ in 0..below(generator, vertices + 1) {
            pairs.push((below(generator, vertices), below(generator, vertices)));
        }
        if !extent.directed {
            pairs = pairs.into_iter().map(|(one, other)| (one.min(other), one.max(other))).collect();
        }
        pairs.retain(|(from, to)| from != to);
        pairs.sort_unstable();
        pairs.dedup();
        let mut link = |(from, to)| Arc {
            from,
            to,
            capacity: 1 + generator.below(extent.most_capacity),
            latency: 1 + below(generator, extent.most_latency),
        };
        let links = pairs.into_iter().map(&mut link).collect();
        Self { ranks, vertices, directed: extent.directed, links }
    }

    /// Every direction of every link.
    pub fn arcs(&self) -> Vec<Arc> {
        let back = |arc: &Arc| (!self.directed).then_some(Arc { from: arc.to, to: arc.from, ..*arc });
        self.links.iter().flat_map(|arc| [Some(*arc), back(arc)]).flatten().collect()
    }

    pub fn graph(&self) -> Digraph {
        Digraph::new(self.vertices, self.ranks, self.arcs())
    }

    /// The network as a file.
    pub fn toml(&self) -> String {
        let mut text = format!("name = \"small\"\ndirected = {}\nnodes = [\n", self.directed);
        for vertex in 0..self.vertices {
            let kind = if vertex < self.ranks { "" } else { ", kind = \"switch\"" };
            writeln!(text, "  {{ name = \"v{vertex}\"{kind} }},").expect("text grows");
        }
        text.push_str("]\nlinks = [\n");
        for Arc { from, to, capacity, latency } in &self.links {
            let ends = format!("from = \"v{from}\", to = \"v{to}\"");
            writeln!(text, "  {{ {ends}, capacity = {capacity}, latency = \"{latency}cycles\" }},")
                .expect("text grows");
        }
        text.push_str("]\n");
        text
    }

    /// The plan of a request on this network, read from a temporary file.
    pub fn plan(&self, request: Request) -> Result<NetworkPlan, Refusal> {
        let mut file = tempfile::Builder::new().suffix(".toml").tempfile().expect("a temporary file");
        file.write_all(self.toml().as_bytes()).expect("it is written");
        plan(file.path(), request)
    }
}

/// A request for a collective; the root has a meaning for some only.
pub fn request(collective: MpiCollective, root: u32) -> Request {
    let root = collective.is_rooted().then_some(u64::from(root));
    Request { collective: Some(Operation::Mpi(collective)), root, ..Request::default() }
}

/// The answer to a request on a network: a file, a built-in network or a class with its parameters.
pub fn answered(network: &Path, request: Request) -> Result<Answer, Refusal> {
    let request = Request { network: Some(network.to_owned()), ..request };
    answer(&Machine::without_parameters("links", Clock::Cycle), &request)
}

/// The plan of a request.
pub fn plan(network: impl AsRef<Path>, request: Request) -> Result<NetworkPlan, Refusal> {
    Ok(answered(network.as_ref(), request)?.planned.expect("a schedule for a network"))
}
