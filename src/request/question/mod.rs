//! The whole question: the subject, the machine and model, the objective, limits, hosts, uncertainty, second opinions.

mod choices;
mod file_format;
mod hosts;
mod model_name;
mod operation;
mod tick_length;

pub use choices::{Criterion, Duplex, Front, ObjectiveName, Ports, Semantics, Switches};
pub use file_format::FileFormat;
pub use hosts::{HostsChoice, MappingChoice};
pub use model_name::{LogpReading, ModelName};
pub use operation::Operation;
pub use tick_length::TickLength;

use super::file::{
    Field, bytes, count, flag, height, hosts, line, machine, mapping, network, positive, read, tick_length, tolerance,
    word, words,
};
use super::{InternalHosts, Mode, Policy, Refusal, Tolerance, TorusAllocation};
use logpine_models::machine::reader::{Read, Section};
use logpine_text::units::{Clock, Time};
use std::path::{Path, PathBuf};

/// Defines the request by its fields: their types, and their forms in a file.
macro_rules! request {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $read:path,)*) => {
        /// A question, stated by a file, a command line or a program; `answer` answers it.
        ///
        /// Keys of a file ([`Request::from_toml`]) and options of the command line have the names of the fields.
        ///
        /// ```
        /// use logpine::request::{Operation, Request};
        /// let tree = Request { leaves: Some(128), ..Request::default() };
        /// let bcast = Request { collective: Some(Operation::BCAST), ranks: Some(64), bytes: Some(1024), ..Request::default() };
        /// assert_eq!((tree.operation(), bcast.operation()), (Operation::REDUCE, Operation::BCAST));
        /// ```
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct Request {
            $($(#[$doc])* pub $name: $type,)*
            /// The formats of the files to write for the answer.
            pub formats: Vec<FileFormat>,
        }

        impl Request {
            /// Every key of a file: the fields except `formats`.
            pub const KEYS: &[&str] = &[$(stringify!($name)),*];

            /// Reads the fields of a table; the paths in it are relative to the folder.
            pub(super) fn of_section(job: &Section<'_>, folder: &Path) -> Read<Self> {
                Ok(Self {
                    $($name: Field::of(read(job, stringify!($name), folder, $read)?),)*
                    formats: Vec::new(),
                })
            }

            /// The names of the fields that are set, except `formats`.
            #[must_use]
            pub fn said(&self) -> Vec<&'static str> {
                let says = [$((stringify!($name), Field::says(&self.$name))),*];
                says.into_iter().filter(|(_, says)| *says).map(|(name, _)| name).collect()
            }

            /// This request, with the unset fields taken from another.
            #[must_use]
            pub fn or(self, other: Self) -> Self {
                Self {
                    $($name: Field::or(self.$name, other.$name),)*
                    formats: self.formats,
                }
            }
        }
    };
}

request! {
    /// A description in one line; empty if there is none.
    description: String = words,
    /// The source; empty if it is not given.
    source: String = words,
    /// The built-in machine, or the path of a profile, for which a file is to be answered.
    machine: Option<PathBuf> = machine,
    /// The cost model; by default `tan` for overlay trees, and for ranks the first other model that the machine has.
    model: Option<ModelName> = word,
    /// The reading of the model `logp` for overlay trees.
    logp_reading: Option<LogpReading> = word,
    /// The operation; by default a reduction over leaves, a broadcast among ranks.
    collective: Option<Operation> = word,
    /// The number of leaves of an overlay tree whose leaves alone are targets. Excludes `members` and `ranks`.
    leaves: Option<u64> = positive,
    /// The number of nodes of an overlay tree that are all targets, the root included. Excludes `leaves` and `ranks`.
    members: Option<u64> = positive,
    /// The number of ranks, all of which hold data.
    ranks: Option<u64> = positive,
    /// The size of the message in bytes.
    bytes: Option<u64> = bytes,
    /// The number of values to add up, for a sum.
    values: Option<u64> = positive,
    /// The rank that holds the message, or gets the result.
    root: Option<u64> = count,
    /// True for reductions that must combine the operands in the order of the ranks.
    non_commutative: bool = flag,
    /// The number of leaves on a host.
    leaves_per_host: Option<u64> = positive,
    /// The number of processes of a host that may have children on other hosts concurrently.
    lanes: Option<u64> = positive,
    /// The number of ranks on a host.
    ranks_per_host: Option<u64> = positive,
    /// The mapping of ranks to hosts.
    mapping: Option<MappingChoice> = mapping,
    /// The number of elements along each side of the box of a 3d FFT.
    fft_size: Option<u64> = positive,
    /// The number of bytes of an element of an FFT; 16 by default.
    element_bytes: Option<u64> = positive,
    /// The shape of the nodes for the model `bgp`.
    allocation: Option<TorusAllocation> = word,
    /// The number of requests in the receiver's queue before the matching one, for point-to-point messages.
    queue: Option<u64> = count,
    /// The number of hops to the receiver, for point-to-point messages.
    hops: Option<u64> = count,
    /// The number of links that every node drives at a time, for point-to-point messages.
    streams: Option<u64> = count,
    /// True if the bytes of a point-to-point message are not contiguous.
    strided: bool = flag,
    /// The quantity to minimise.
    objective: Option<ObjectiveName> = word,
    /// The number of waves, for the total.
    waves: Option<u64> = positive,
    /// All trade-offs of latency against another quantity, instead of one tree.
    pareto: Option<Front> = word,
    /// The point of a front of steps whose schedule files hold, by its steps.
    point: Option<u64> = positive,
    /// The tolerance within which the tree with the fewest internal processes is chosen, relative to the fastest.
    within: Option<Tolerance> = tolerance,
    /// The largest number of children of a node.
    max_fanout: Option<u64> = count,
    /// The largest distance of a leaf from the root, in edges.
    max_height: Option<u32> = height,
    /// The largest number of internal processes, including the root.
    max_internal: Option<u64> = count,
    /// The criterion by which the best choice over the ranges of the profile is made.
    robust: Option<Criterion> = word,
    /// True to report how far each parameter may move before another choice wins.
    explain: bool = flag,
    /// The seconds for a second opinion by integer programs.
    certify: Option<u64> = positive,
    /// The family of the candidate that is executed; by default that of the best one.
    family: Option<String> = line,
    /// The rules by which candidates are ranked.
    semantics: Option<Semantics> = word,
    /// The length of a tick of GOAL schedules; by default 1 ns, or 1 cycle.
    goal_tick: Option<TickLength> = tick_length,
    /// The network to replay the candidates on, or without leaves, members and ranks the one to plan for: a spec, a built-in network, or
    /// the path of a file.
    network: Option<PathBuf> = network,
    /// The bandwidth of one link of GPUs in each direction, like 25GB/s, if the network is the output of another tool that does not
    /// tell it.
    link_speed: Option<String> = line,
    /// True if GPUs that show the same number of links to all others, in the output of `nvidia-smi topo -m`, have them to switches.
    nvswitch: bool = flag,
    /// True if they have them to each of these GPUs. Excludes `nvswitch`.
    direct: bool = flag,
    /// The number of blocks at the root, or of each rank, of a schedule in steps for a network.
    blocks: Option<u64> = positive,
    /// The nodes of the network that have data, by their names or numbers and ranges, such as `0-7,9`; by default all that run
    /// processes.
    nodes: Option<String> = line,
    /// The use of switches of the network; by default they store blocks, or are contracted if they are limits on links together, as
    /// in topologies of msccl-tools; in a stream they only forward.
    switches: Option<Switches> = word,
    /// The length of a step, by which latencies of the network become whole steps; by default 1 cycle, and one step for all links
    /// if times are in seconds.
    step: Option<TickLength> = tick_length,
    /// The seed of the search for schedules on a network.
    seed: Option<u64> = count,
    /// The number of messages that a link of the network carries at a time.
    duplex: Option<Duplex> = word,
    /// The number of links on which a node of the network sends, and receives, at a time.
    ports: Option<Ports> = word,
    /// The choice among the shortest paths of messages on the network.
    routing: Option<String> = line,
    /// The first seed of the random mappings to nodes of the network.
    mapping_seed: Option<u64> = positive,
    /// The available hosts.
    hosts: Option<HostsChoice> = hosts,
    /// The order in which hosts get processes.
    placement: Option<Policy> = word,
    /// The hosts allowed for internal processes.
    internal_hosts: Option<InternalHosts> = word,
    /// The front end's host.
    front_end: Option<String> = line,
    /// The use of the topology.
    mode: Option<Mode> = word,
    /// The release of the system for which a setting is written, such as 24.11; by default the newest known.
    for_version: Option<String> = line,
}

impl Request {
    /// True if the request places processes on hosts, besides giving the hosts.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        let Self { front_end, placement, internal_hosts, mode, .. } = self;
        front_end.is_some() || placement.is_some() || internal_hosts.is_some() || *mode == Some(Mode::Attach)
    }

    /// The length of a tick of GOAL schedules on a machine with that clock, if the request gives one.
    ///
    /// # Errors
    /// As for [`TickLength::on`].
    pub fn tick(&self, clock: Clock) -> Result<Option<Time>, Refusal> {
        self.goal_tick.as_ref().map(|tick| tick.on(clock)).transpose()
    }

    /// The operation; by default a reduction over leaves, a broadcast among ranks.
    #[must_use]
    pub fn operation(&self) -> Operation {
        let default = if self.leaves.or(self.members).is_some() { Operation::REDUCE } else { Operation::BCAST };
        self.collective.unwrap_or(default)
    }
}
