//! What is asked, whole: the subject, the machine and model, the objective, limits, hosts, uncertainty, second opinions.

mod choices;
mod file_format;
mod model_name;
mod operation;
mod tick_length;

pub use choices::{Criterion, Duplex, Front, ObjectiveName, Ports, Semantics};
pub use file_format::FileFormat;
pub use model_name::{LogpReading, ModelName};
pub use operation::Operation;
pub use tick_length::TickLength;

use super::file::{
    Field, bytes, count, flag, height, hosts, line, machine, mapping, network, positive, read, tick_length, tolerance,
    word, words,
};
use super::{Allocation, InternalHosts, Mapping, Mode, Policy, Refusal, Tolerance, TorusAllocation};
use crate::machine::reader::{Read, Section};
use crate::units::{Clock, Time};
use std::path::{Path, PathBuf};

/// Defines the request by its fields: what each is, and how a file has it.
macro_rules! request {
    ($($(#[$doc:meta])* $name:ident: $type:ty = $read:path,)*) => {
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
            $($(#[$doc])* pub $name: $type,)*
            /// The formats in which files of the answer are wanted.
            pub formats: Vec<FileFormat>,
        }

        impl Request {
            /// Every key of a file: the fields, without those that say which files are wanted.
            pub const KEYS: &[&str] = &[$(stringify!($name)),*];

            /// Reads the fields of a table; the paths in it begin at the folder.
            pub(super) fn of_section(job: &Section<'_>, folder: &Path) -> Read<Self> {
                Ok(Self {
                    $($name: Field::of(read(job, stringify!($name), folder, $read)?),)*
                    formats: Vec::new(),
                })
            }

            /// The fields that say something, without the files that are wanted.
            #[must_use]
            pub fn said(&self) -> Vec<&'static str> {
                let says = [$((stringify!($name), Field::says(&self.$name))),*];
                says.into_iter().filter(|(_, says)| *says).map(|(name, _)| name).collect()
            }

            /// The same, with what another request says wherever this one says nothing.
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
    /// What it is, in a line; empty if it does not say.
    description: String = words,
    /// Where it comes from; empty if it does not say.
    source: String = words,
    /// A built-in machine, or the path of a profile: what a file is to be answered for.
    machine: Option<PathBuf> = machine,
    /// The cost model; by default `tan` for overlay trees, and among ranks the first of the others that the machine has.
    model: Option<ModelName> = word,
    /// How the model `logp` is read for overlay trees.
    logp_reading: Option<LogpReading> = word,
    /// The operation; by default a reduction over leaves, a broadcast among ranks.
    collective: Option<Operation> = word,
    /// Number of leaves of an overlay tree. Not beside `ranks`.
    leaves: Option<u64> = positive,
    /// Number of ranks, all of which hold data.
    ranks: Option<u64> = positive,
    /// Size of the message in bytes.
    bytes: Option<u64> = bytes,
    /// Number of values to add up, for a sum.
    values: Option<u64> = positive,
    /// The rank that holds the message, or gets the result.
    root: Option<u64> = count,
    /// Only reductions that combine the operands in the order of the ranks.
    non_commutative: bool = flag,
    /// Leaves that a host runs.
    leaves_per_host: Option<u64> = positive,
    /// Processes of a host that may have children on other hosts side by side.
    lanes: Option<u64> = positive,
    /// Ranks that a host runs.
    ranks_per_host: Option<u64> = positive,
    /// How ranks are given to hosts.
    mapping: Option<MappingChoice> = mapping,
    /// Elements along each side of the box of a 3d FFT.
    fft_size: Option<u64> = positive,
    /// Bytes of an element of an FFT; 16 by default.
    element_bytes: Option<u64> = positive,
    /// Shape of the nodes of the model `bgp`.
    allocation: Option<TorusAllocation> = word,
    /// Requests in the receiver's queue before the one that matches, for point-to-point messages.
    queue: Option<u64> = count,
    /// Hops to the receiver, for point-to-point messages.
    hops: Option<u64> = count,
    /// Links that every node drives at a time, for point-to-point messages.
    streams: Option<u64> = count,
    /// The bytes of a point-to-point message do not lie one behind the other.
    strided: bool = flag,
    /// What is to be least.
    objective: Option<ObjectiveName> = word,
    /// Number of waves, for the total.
    waves: Option<u64> = positive,
    /// All trades of latency against something else instead of one tree.
    pareto: Option<Front> = word,
    /// The fewest internal processes with which a tree is at most this much slower than the fastest.
    within: Option<Tolerance> = tolerance,
    /// No node has more children.
    max_fanout: Option<u64> = count,
    /// No leaf is further from the root, in edges.
    max_height: Option<u32> = height,
    /// No more internal processes, the root included.
    max_internal: Option<u64> = count,
    /// The choice that is best over the ranges of the profile, by this criterion.
    robust: Option<Criterion> = word,
    /// How far each parameter may move before another choice wins.
    explain: bool = flag,
    /// Seconds for a second opinion by integer programs.
    certify: Option<u64> = positive,
    /// The family of the candidate that is executed; by default that of the best one.
    family: Option<String> = line,
    /// Rules by which candidates are ranked.
    semantics: Option<Semantics> = word,
    /// The length of a tick of GOAL schedules; by default 1 ns, or 1 cycle.
    goal_tick: Option<TickLength> = tick_length,
    /// The network to replay the candidates on: a spec, a built-in network, or the path of a file.
    network: Option<PathBuf> = network,
    /// How many messages a link of the network carries at a time.
    duplex: Option<Duplex> = word,
    /// On how many of its links a node of the network sends, and receives, at a time.
    ports: Option<Ports> = word,
    /// Which of the shortest paths messages take on the network.
    routing: Option<String> = line,
    /// The first seed of the random mappings to nodes of the network.
    mapping_seed: Option<u64> = positive,
    /// The hosts there are.
    hosts: Option<HostsChoice> = hosts,
    /// The order in which hosts get processes.
    placement: Option<Policy> = word,
    /// Whether internal processes run where leaves do.
    internal_hosts: Option<InternalHosts> = word,
    /// The front end's host.
    front_end: Option<String> = line,
    /// How the topology will be used.
    mode: Option<Mode> = word,
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

impl HostsChoice {
    /// What messages call hosts that a resource manager gave.
    pub const ENVIRONMENT: &str = "the hosts of the environment";
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
    /// Whether it says where processes run, besides the hosts.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        let Self { front_end, placement, internal_hosts, mode, .. } = self;
        front_end.is_some() || placement.is_some() || internal_hosts.is_some() || *mode == Some(Mode::Attach)
    }

    /// The length of a tick of GOAL schedules on a machine with that clock, if it says one.
    ///
    /// # Errors
    /// As for [`TickLength::on`].
    pub fn tick(&self, clock: Clock) -> Result<Option<Time>, Refusal> {
        self.goal_tick.as_ref().map(|tick| tick.on(clock)).transpose()
    }

    /// What is computed, if need be by default: a reduction over leaves, a broadcast among ranks.
    #[must_use]
    pub fn operation(&self) -> Operation {
        let default = if self.leaves.is_some() { Operation::REDUCE } else { Operation::BCAST };
        self.collective.unwrap_or(default)
    }
}
