//! What is asked, whole: the subject, the machine and model, the objective, limits, hosts, uncertainty, second opinions.

mod choices;
mod file_format;
mod model_name;
mod operation;

pub use choices::{Criterion, Duplex, Front, ObjectiveName, Ports, Semantics};
pub use file_format::FileFormat;
pub use model_name::{LogpReading, ModelName};
pub use operation::Operation;

use super::{Allocation, InternalHosts, Mapping, Mode, Policy, Tolerance, TorusAllocation};
use crate::units::Time;
use std::path::PathBuf;

/// What is asked: a file, or a command line, or a program says it, and `answer` answers it.
///
/// A key of a file ([`Request::from_toml`]) and an option of the command line have the name of the field.
///
/// ```
/// use logpine::request::{Operation, Request};
/// let tree = Request { leaves: Some(128), ..Request::default() };
/// let bcast = Request { collective: Some(Operation::BCAST), ranks: Some(64), bytes: Some(1024), ..Request::default() };
/// assert_eq!((tree.operation(), bcast.operation()), (Operation::REDUCE, Operation::BCAST));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What it is, in a line; empty if it does not say.
    pub description: String,
    /// Where it comes from; empty if it does not say.
    pub source: String,
    /// A built-in machine, or the path of a profile: what a file is to be answered for.
    pub machine: Option<PathBuf>,
    /// The cost model; by default `tan` for overlay trees, and among ranks the first of the others that the machine has.
    pub model: Option<ModelName>,
    /// How the model `logp` is read for overlay trees.
    pub logp_reading: Option<LogpReading>,
    /// The operation; by default a reduction over leaves, a broadcast among ranks.
    pub collective: Option<Operation>,
    /// Number of leaves of an overlay tree. Not beside `ranks`.
    pub leaves: Option<u64>,
    /// Number of ranks, all of which hold data.
    pub ranks: Option<u64>,
    /// Size of the message in bytes.
    pub bytes: Option<u64>,
    /// Number of values to add up, for a sum.
    pub values: Option<u64>,
    /// The rank that holds the message, or gets the result.
    pub root: Option<u64>,
    /// Only reductions that combine the operands in the order of the ranks.
    pub non_commutative: bool,
    /// Leaves that a host runs.
    pub leaves_per_host: Option<u64>,
    /// Processes of a host that may have children on other hosts side by side.
    pub lanes: Option<u64>,
    /// Ranks that a host runs.
    pub ranks_per_host: Option<u64>,
    /// How ranks are given to hosts.
    pub mapping: Option<MappingChoice>,
    /// Elements along each side of the box of a 3d FFT.
    pub fft_size: Option<u64>,
    /// Bytes of an element of an FFT; 16 by default.
    pub element_bytes: Option<u64>,
    /// Shape of the nodes of the model `bgp`.
    pub allocation: Option<TorusAllocation>,
    /// Requests in the receiver's queue before the one that matches, for point-to-point messages.
    pub queue: Option<u64>,
    /// Hops to the receiver, for point-to-point messages.
    pub hops: Option<u64>,
    /// Links that every node drives at a time, for point-to-point messages.
    pub streams: Option<u64>,
    /// The bytes of a point-to-point message do not lie one behind the other.
    pub strided: bool,
    /// What is to be least.
    pub objective: Option<ObjectiveName>,
    /// Number of waves, for the total.
    pub waves: Option<u64>,
    /// All trades of latency against something else instead of one tree.
    pub pareto: Option<Front>,
    /// The fewest internal processes with which a tree is at most this much slower than the fastest.
    pub within: Option<Tolerance>,
    /// No node has more children.
    pub max_fanout: Option<u64>,
    /// No leaf is further from the root, in edges.
    pub max_height: Option<u32>,
    /// No more internal processes, the root included.
    pub max_internal: Option<u64>,
    /// The choice that is best over the ranges of the profile, by this criterion.
    pub robust: Option<Criterion>,
    /// How far each parameter may move before another choice wins.
    pub explain: bool,
    /// Seconds for a second opinion by integer programs.
    pub certify: Option<u64>,
    /// Rules by which candidates are ranked.
    pub semantics: Option<Semantics>,
    /// The network to replay the candidates on: a spec, a built-in network, or the path of a file.
    pub network: Option<PathBuf>,
    /// How many messages a link of the network carries at a time.
    pub duplex: Option<Duplex>,
    /// On how many of its links a node of the network sends, and receives, at a time.
    pub ports: Option<Ports>,
    /// Which of the shortest paths messages take on the network.
    pub routing: Option<String>,
    /// The first seed of the random mappings to nodes of the network.
    pub mapping_seed: Option<u64>,
    /// The hosts there are.
    pub hosts: Option<HostsChoice>,
    /// The order in which hosts get processes.
    pub placement: Option<Policy>,
    /// Whether internal processes run where leaves do.
    pub internal_hosts: Option<InternalHosts>,
    /// The front end's host.
    pub front_end: Option<String>,
    /// How the topology will be used.
    pub mode: Option<Mode>,
    /// The formats in which files of the answer are wanted.
    pub formats: Vec<FileFormat>,
    /// The length of a tick of GOAL schedules; by default 1 ns, or 1 cycle.
    pub goal_tick: Option<Time>,
}

/// Hosts, or where they are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostsChoice {
    /// A file with a list or a table.
    Path(PathBuf),
    /// The entries of a list, such as `n[1-4]:2`.
    List(Vec<String>),
    /// The hosts, and what messages call the place they come from.
    Known(Allocation, String),
}

/// How ranks are given to hosts, or where that is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MappingChoice {
    /// As it says.
    Known(Mapping),
    /// The best that a search finds.
    Best,
    /// A file with the host of every rank.
    Path(PathBuf),
}

impl Request {
    /// What is computed, if need be by default: a reduction over leaves, a broadcast among ranks.
    #[must_use]
    pub fn operation(&self) -> Operation {
        let default = if self.leaves.is_some() { Operation::REDUCE } else { Operation::BCAST };
        self.collective.unwrap_or(default)
    }
}
