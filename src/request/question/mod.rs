//! The whole question: the subject, the machine and model, the objective, limits, hosts, uncertainty, second opinions.

mod file_format;
mod hosts;
mod model_name;
mod operation;
mod tick_length;

pub use file_format::FileFormat;
pub use hosts::{HostsChoice, MappingChoice};
pub use model_name::ModelName;
pub use operation::Operation;
pub use tick_length::TickLength;

use super::file::{
    Field, bytes, count, flag, height, hosts, line, machine, mapping, network, positive, read, tick_length, tolerance,
    word, words,
};
use super::{
    Criterion, Duplex, Front, InternalHosts, Mode, ObjectiveName, Policy, Ports, Refusal, Semantics, Switches,
    Tolerance, TorusAllocation,
};
use logpine_models::machine::reader::{Read, Section};
use logpine_text::units::{Clock, Time};
use std::path::{Path, PathBuf};
#[cfg(feature = "cli")]
use {
    super::option::{Named, count as numbers, narrow_count, size, tick_length as tick_lengths},
    clap::builder::{OsStringValueParser, TypedValueParser as _},
};

/// The headings of options.
#[cfg(feature = "cli")]
const LIMITS: &str = "Objective and limits";
#[cfg(feature = "cli")]
const LIBRARY: &str = "The machine's own library (with --model bgp)";
#[cfg(feature = "cli")]
const NETWORK: &str = "On a network";

/// Defines the request by its fields: their types, their options, and their forms in a file.
macro_rules! request {
    ($($(#[doc = $doc:literal])+ #[arg($($arg:tt)+)] $name:ident: $type:ty = $read:path,)*) => {
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
            $($(#[doc = $doc])+ pub $name: $type,)*
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

        /// The options of all fields.
        #[cfg(feature = "cli")]
        #[derive(clap::Args)]
        #[expect(dead_code, reason = "only the options are used, not their values")]
        struct Options {
            $($(#[doc = $doc])+ #[arg($($arg)+)] $name: $type,)*
        }

        #[cfg(feature = "cli")]
        impl Request {
            /// The options of all fields that have one, in the order of the fields.
            pub(crate) fn options() -> Vec<clap::Arg> {
                let all = <Options as clap::Args>::augment_args(clap::Command::new(""));
                all.get_arguments().map(|option| option.clone().display_order(None::<usize>)).collect()
            }

            /// The request of the options of a subcommand, which has some of all.
            pub(crate) fn of_options(given: &clap::ArgMatches) -> Self {
                Self {
                    $($name: Field::of(given.try_get_one(stringify!($name)).ok().flatten().cloned()),)*
                    formats: Vec::new(),
                }
            }
        }
    };
}

request! {
    /// A description in one line; empty if there is none.
    #[arg(skip)]
    description: String = words,
    /// The source; empty if it is not given.
    #[arg(skip)]
    source: String = words,
    /// The built-in machine, or the path of a profile, for which a file is to be answered.
    #[arg(skip)]
    machine: Option<PathBuf> = machine,
    /// The cost model; by default `tan` for overlay trees, and for ranks the first other model that the machine has.
    #[arg(skip)]
    model: Option<ModelName> = word,
    /// Operation [default: reduce over trees, bcast among ranks].
    #[arg(long, value_parser = Named::<Operation>::new())]
    collective: Option<Operation> = word,
    /// Number of leaves, such as 128, 1e6 or 2^20; at most 2^63.
    #[arg(long, value_parser = numbers, value_name = "N")]
    leaves: Option<u64> = positive,
    /// Number of nodes, if all are targets (Slurm, PRRTE, Flux); the root is one.
    #[arg(long, value_parser = numbers, value_name = "N")]
    members: Option<u64> = positive,
    /// Number of ranks, such as 1024; at most 2^63.
    #[arg(short = 'n', long, value_parser = numbers, value_name = "P")]
    ranks: Option<u64> = positive,
    /// Size of the message, such as 8, 64KiB or 1GB; for models whose messages have a size.
    #[arg(short = 's', long, value_parser = size, value_name = "SIZE")]
    bytes: Option<u64> = bytes,
    /// Number of values to add up.
    #[arg(long, value_parser = numbers, value_name = "V", hide_short_help = true)]
    values: Option<u64> = positive,
    /// Rank that holds the message, or gets the result [default: 0].
    #[arg(long, value_parser = numbers, value_name = "RANK")]
    root: Option<u64> = count,
    /// Keeps the order of the operands: only algorithms that combine in the order of the ranks.
    #[arg(long, hide_short_help = true)]
    non_commutative: bool = flag,
    /// Puts S leaves on every host: a tree among hosts over trees inside them, whose nodes cost what the profile's
    /// [within.host.tan] says.
    #[arg(long, value_parser = numbers, value_name = "S", help_heading = LIMITS, hide_short_help = true)]
    leaves_per_host: Option<u64> = positive,
    /// Allows at most K processes of a host to have children on other hosts [default: as many as it has leaves].
    #[arg(long, value_parser = numbers, value_name = "K", help_heading = LIMITS, hide_short_help = true)]
    lanes: Option<u64> = positive,
    /// Puts R ranks on every host.
    ///
    /// Ranks fill one host after the other, unless --mapping says otherwise. Messages inside a host cost what the profile's
    /// [within.host] says, or the shared channel of a model of channels, for which the default is the profile's platform.
    #[arg(long, value_parser = numbers, value_name = "R")]
    ranks_per_host: Option<u64> = positive,
    /// Order of the ranks on hosts: sequential, round-robin, best [default: sequential].
    ///
    /// For models that depend on hosts (`tau_lop`, `loggph`). `sequential` fills host after host, `round-robin` takes them in turn,
    /// `best` searches; a file has a line `RANK HOST` for each rank (or `rank R=HOST`, as in Open MPI's rankfiles).
    #[arg(long, value_name = "RULE|FILE", value_parser = OsStringValueParser::new().map(MappingChoice::from))]
    mapping: Option<MappingChoice> = mapping,
    /// Number of elements along each side of the box.
    #[arg(long = "size", value_parser = numbers, value_name = "N")]
    fft_size: Option<u64> = positive,
    /// Bytes of an element [default: 16, a complex number in double precision].
    #[arg(long, value_parser = numbers, value_name = "B")]
    element_bytes: Option<u64> = positive,
    /// Shape of the nodes' box, for bcast [default: cubic].
    #[arg(long, value_parser = Named::<TorusAllocation>::new(), value_name = "SHAPE", help_heading = LIBRARY, hide_short_help = true)]
    allocation: Option<TorusAllocation> = word,
    /// Number of requests in the receiver's queue before the one that matches; for point-to-point.
    #[arg(long, value_parser = numbers, value_name = "R", help_heading = LIBRARY, hide_short_help = true)]
    queue: Option<u64> = count,
    /// Number of hops to the receiver; for point-to-point.
    #[arg(long, value_parser = numbers, value_name = "H", help_heading = LIBRARY, hide_short_help = true)]
    hops: Option<u64> = count,
    /// Number of links that every node drives at a time, at worst; for point-to-point [default: all].
    #[arg(long, value_parser = numbers, value_name = "N", help_heading = LIBRARY, hide_short_help = true)]
    streams: Option<u64> = count,
    /// Says that the bytes are not contiguous; for point-to-point.
    #[arg(long, help_heading = LIBRARY, hide_short_help = true)]
    strided: bool = flag,
    /// Quantity to minimise.
    ///
    /// The default is latency, and with --waves total.
    #[arg(long, value_parser = Named::<ObjectiveName>::new(), help_heading = LIMITS)]
    objective: Option<ObjectiveName> = word,
    /// Number of waves, for --objective total.
    #[arg(long, value_parser = numbers, value_name = "W", help_heading = LIMITS)]
    waves: Option<u64> = positive,
    /// Lists all trade-offs instead of the best choice.
    #[arg(long, value_parser = Named::<Front>::new(), help_heading = LIMITS)]
    pareto: Option<Front> = word,
    /// Point of the front of steps whose schedule files hold, by its steps.
    #[arg(long, value_parser = numbers, value_name = "STEPS", hide_short_help = true)]
    point: Option<u64> = positive,
    /// Takes the fewest processes that cost at most this much time, such as 5%.
    #[arg(long, value_name = "PERCENT", help_heading = LIMITS, hide_short_help = true)]
    within: Option<Tolerance> = tolerance,
    /// Allows no node more than X children.
    #[arg(long, value_parser = numbers, value_name = "X", help_heading = LIMITS)]
    max_fanout: Option<u64> = count,
    /// Allows no leaf more than H levels below the root.
    #[arg(long, value_parser = narrow_count::<u32>, value_name = "H", help_heading = LIMITS, hide_short_help = true)]
    max_height: Option<u32> = height,
    /// Allows at most M internal processes, including the root.
    #[arg(long, value_parser = numbers, value_name = "M", help_heading = LIMITS)]
    max_internal: Option<u64> = count,
    /// Finds the choice that is best in the worst case, or in the mean, over the ranges that the profile gives: low and high, or 1.96
    /// standard errors.
    #[arg(long, value_parser = Named::<Criterion>::new(), value_name = "CRITERION", hide_short_help = true)]
    robust: Option<Criterion> = word,
    /// Shows how far each parameter may move before another choice wins.
    #[arg(long)]
    explain: bool = flag,
    /// Asks an integer program for a second opinion on a small instance.
    ///
    /// It covers the latency of one wave, or of one message that cannot be cut. Gives up after SECONDS, 60 if none are given.
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "60", hide_short_help = true, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    certify: Option<u64> = positive,
    /// Takes the best of this family, by its name in a ranking, instead of the best of all.
    #[arg(long, value_name = "FAMILY")]
    family: Option<String> = line,
    /// Ranks the candidates by executing them under the rules of a simulator [default: program-order, as the model predicts].
    #[arg(long, value_parser = Named::<Semantics>::new(), hide_short_help = true)]
    semantics: Option<Semantics> = word,
    /// The length of a tick of GOAL schedules; by default 1 ns, or 1 cycle.
    #[arg(skip)]
    goal_tick: Option<TickLength> = tick_length,
    /// Replays the candidates on a network: does the model's winner win there too?
    ///
    /// The network is a spec such as torus:8x8,latency=1us,bandwidth=10GB/s, a file, or a built-in one. Processes are mapped to its nodes
    /// one after the other (identity), along a walk (linear) and at random. The model gives the time that processors are
    /// busy, the network the time that messages travel.
    #[arg(long, value_name = "SPEC|FILE", help_heading = NETWORK, hide_short_help = true)]
    network: Option<PathBuf> = network,
    /// Bandwidth of one link of GPUs each way, if the output of nvidia-smi does not tell it: 25GB/s for V100, A100 and H100.
    #[arg(long, value_name = "BANDWIDTH", hide_short_help = true)]
    link_speed: Option<String> = line,
    /// GPUs that show the same number of links to all others have them to switches.
    #[arg(long, conflicts_with = "direct", hide_short_help = true)]
    nvswitch: bool = flag,
    /// GPUs that show the same number of links to all others have them to each of these.
    #[arg(long, hide_short_help = true)]
    direct: bool = flag,
    /// Number of blocks at the root, or of each rank [default: 1].
    #[arg(short = 'b', long, value_parser = numbers, value_name = "B")]
    blocks: Option<u64> = positive,
    /// Nodes that have data, in the order of the ranks: names, or numbers from 0 that leave switches out, such as 0-7,9; the
    /// others only relay [default: all but switches].
    #[arg(long, value_name = "NODES")]
    nodes: Option<String> = line,
    /// The use of switches [default: store; contract for topologies of msccl-tools, whose switches are limits on links; in a stream
    /// they only forward].
    #[arg(long, value_parser = Named::<Switches>::new())]
    switches: Option<Switches> = word,
    /// Length of a step, by which latencies become whole steps [default: 1 cycle; in seconds, every link takes a step].
    #[arg(long, value_name = "TIME", value_parser = tick_lengths(), hide_short_help = true)]
    step: Option<TickLength> = tick_length,
    /// Seed of the search [default: 1].
    #[arg(long, value_parser = numbers, value_name = "N", hide_short_help = true)]
    seed: Option<u64> = count,
    /// Number of messages that a link carries at a time: one, or one in each direction [default: half].
    #[arg(long, value_parser = Named::<Duplex>::new(), help_heading = NETWORK, hide_short_help = true)]
    duplex: Option<Duplex> = word,
    /// Number of links on which a node sends, and receives, at a time [default: all].
    #[arg(long, value_parser = Named::<Ports>::new(), help_heading = NETWORK, hide_short_help = true)]
    ports: Option<Ports> = word,
    /// Rule for choosing among shortest paths: lowest-index, random (with seed=S after a colon), dimension-order, or insertion
    /// [default: lowest-index].
    ///
    /// Insertion is a rule of logpine's own: a breadth-first tree to each destination, with links in the order in which they were added.
    #[arg(long, value_name = "RULE", help_heading = NETWORK, hide_short_help = true)]
    routing: Option<String> = line,
    /// First seed of the random mappings [default: 1].
    #[arg(long, value_parser = numbers, value_name = "N", help_heading = NETWORK, hide_short_help = true)]
    mapping_seed: Option<u64> = positive,
    /// The available hosts.
    #[arg(skip)]
    hosts: Option<HostsChoice> = hosts,
    /// The order in which hosts get processes.
    #[arg(skip)]
    placement: Option<Policy> = word,
    /// The hosts allowed for internal processes.
    #[arg(skip)]
    internal_hosts: Option<InternalHosts> = word,
    /// The front end's host.
    #[arg(skip)]
    front_end: Option<String> = line,
    /// The use of the topology.
    #[arg(skip)]
    mode: Option<Mode> = word,
    /// The release of the system for which a setting is written, such as 24.11; by default the newest known.
    #[arg(skip)]
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
