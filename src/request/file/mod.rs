//! Jobs as TOML files.

mod words;

use super::mpi::MpiCollective;
use super::overlay::{Collective, Tolerance};
use super::placement::{InternalHosts, Mode, Policy};
use crate::excerpt::short;
use crate::machine::reader::{Read, Section, Source, Value};
use crate::machine::{Fault, InvalidProfile};
use crate::units::{self, Bytes, Clock};
use words::{
    ALLOCATIONS, COLLECTIVES, CRITERIA, DUPLEXES, FRONTS, INTERNAL_HOSTS, MODELS, MODES, OBJECTIVES, POLICIES, PORTS,
    READINGS, SEMANTICS,
};

/// What a file asks for. What it leaves out, whoever uses the file has to say.
///
/// The keys are the names of the fields.
///
/// ```
/// use logpine::request::{JobFile, JobHosts, Mode};
/// let text = "machine = \"cab\"\nleaves = 4097\nmax_height = 2\nmode = \"attach\"\nhosts = [\"n[1-8]:16\"]\n";
/// let job = JobFile::from_toml(text, "job.toml")?;
/// assert_eq!((job.leaves, job.max_height, job.mode), (Some(4097), Some(2), Some(Mode::Attach)));
/// assert_eq!(job.hosts, Some(JobHosts::List(vec!["n[1-8]:16".to_owned()])));
/// let error = JobFile::from_toml("leafs = 3\n", "job.toml").map_err(|error| error.to_string());
/// assert!(error.is_err_and(|error| error.starts_with("job.toml:1:1: unknown key `leafs`") && error.contains("`leaves`?")));
/// # Ok::<(), Box<logpine::machine::InvalidProfile>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobFile {
    /// What it is, in a line; empty where the file does not say.
    pub description: String,
    /// Where it comes from; empty where the file does not say.
    pub source: String,
    /// A built-in machine, or the path of a profile, relative to the file.
    pub machine: Option<String>,
    /// The name of the cost model.
    pub model: Option<&'static str>,
    /// How `model = "logp"` is read for overlay trees: `a`, `b` or `c`.
    pub logp_reading: Option<&'static str>,
    /// The operation.
    pub collective: Option<JobCollective>,
    /// Number of leaves of an overlay tree. Not beside `ranks`.
    pub leaves: Option<u64>,
    /// Number of ranks, all of which hold data.
    pub ranks: Option<u64>,
    /// Size of the message.
    pub bytes: Option<Bytes>,
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
    /// How ranks are given to hosts: `sequential`, `round-robin`, `best`, or the path of a file, relative to this one.
    pub mapping: Option<String>,
    /// Elements along each side of the box of a 3d FFT.
    pub fft_size: Option<u64>,
    /// Bytes of an element of an FFT.
    pub element_bytes: Option<u64>,
    /// Shape of the nodes of `model = "bgp"`: `cubic` or `non-cubic`.
    pub allocation: Option<&'static str>,
    /// Requests in the receiver's queue before the one that matches, for point-to-point messages.
    pub queue: Option<u64>,
    /// Hops to the receiver, for point-to-point messages.
    pub hops: Option<u64>,
    /// Links that every node drives at a time, for point-to-point messages.
    pub streams: Option<u64>,
    /// The bytes of a point-to-point message do not lie one behind the other.
    pub strided: bool,
    /// What is to be least.
    pub objective: Option<JobObjective>,
    /// Number of waves, for the total.
    pub waves: Option<u64>,
    /// All trades of latency against `period` or `internals` instead of one tree.
    pub pareto: Option<&'static str>,
    /// The fewest internal processes with which a tree is at most this much slower than the fastest.
    pub within: Option<Tolerance>,
    /// No node has more children.
    pub max_fanout: Option<u64>,
    /// No leaf is further from the root, in edges.
    pub max_height: Option<u32>,
    /// No more internal processes, the root included.
    pub max_internal: Option<u64>,
    /// The choice that is best in the `worst` case, or in the `mean`, over the ranges of the profile.
    pub robust: Option<&'static str>,
    /// How far each parameter may move before another choice wins.
    pub explain: bool,
    /// Seconds for a second opinion by integer programs.
    pub certify: Option<u64>,
    /// Rules by which candidates are ranked: `program-order`, `loggopsim` or `atlahs`.
    pub semantics: Option<&'static str>,
    /// The network to replay the candidates on: a spec, a built-in network, or the path of a file, relative to this one.
    pub network: Option<String>,
    /// Whether its links carry a message in each direction at a time: `half` or `full`.
    pub duplex: Option<&'static str>,
    /// On how many of its links a node sends, and receives, at a time: `all` or `one`.
    pub ports: Option<&'static str>,
    /// Which of the shortest paths messages take.
    pub routing: Option<String>,
    /// The first seed of the random mappings to nodes.
    pub mapping_seed: Option<u64>,
    /// The hosts of the job.
    pub hosts: Option<JobHosts>,
    /// The order in which hosts get processes.
    pub placement: Option<Policy>,
    /// Whether internal processes run where leaves do.
    pub internal_hosts: Option<InternalHosts>,
    /// The front end's host.
    pub front_end: Option<String>,
    /// How the topology will be used.
    pub mode: Option<Mode>,
}

/// An operation over an overlay tree or among ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobCollective {
    /// Over an overlay tree; [`Collective::Reduce`] also among ranks.
    Overlay(Collective),
    /// Among ranks, other than [`Collective::Reduce`].
    Mpi(MpiCollective),
    /// Among ranks: values added up, however they are spread.
    Sum,
    /// From one rank to another.
    PointToPoint,
    /// Among ranks: the transposes of a 3d FFT.
    Fft,
}

/// What is to be least; the number of waves stands apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobObjective {
    /// The time of one wave.
    Latency,
    /// The steady-state time between waves.
    Period,
    /// The time of all waves.
    Total,
}

/// The hosts of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobHosts {
    /// A list or a table of hosts, its path relative to the file.
    Path(String),
    /// The entries of a list, such as `n[1-4]:2`.
    List(Vec<String>),
}

impl JobFile {
    /// Every key there is: `description`, `source`, `mode`, and those of the options of `tree`, `collective` and `fft`.
    pub const KEYS: &[&str] = &[
        "description",
        "source",
        "machine",
        "model",
        "logp_reading",
        "collective",
        "leaves",
        "ranks",
        "bytes",
        "values",
        "root",
        "non_commutative",
        "leaves_per_host",
        "lanes",
        "ranks_per_host",
        "mapping",
        "fft_size",
        "element_bytes",
        "allocation",
        "queue",
        "hops",
        "streams",
        "strided",
        "objective",
        "waves",
        "pareto",
        "within",
        "max_fanout",
        "max_height",
        "max_internal",
        "robust",
        "explain",
        "certify",
        "semantics",
        "network",
        "duplex",
        "ports",
        "routing",
        "mapping_seed",
        "hosts",
        "placement",
        "internal_hosts",
        "front_end",
        "mode",
    ];

    /// Reads a file; `path` is what messages call it.
    ///
    /// # Errors
    /// The first fault with its line and column: no TOML, an unknown key, a value of another type or out of range, an unknown
    /// word, or two keys that contradict each other.
    pub fn from_toml(text: &str, path: &str) -> Result<Self, Box<InvalidProfile>> {
        let source = Source { path, text, clock: Clock::default() };
        let document = source.parse()?;
        let job = Section::document(source, "the job", document.get_ref(), Self::KEYS)?;
        Self::read(&job)
    }

    /// Reads a table that has [these keys](Self::KEYS).
    pub(crate) fn read(job: &Section<'_>) -> Read<Self> {
        excluded(job, "ranks", job.optional("leaves").is_some(), "leaves")?;
        let mode = optional(job, "mode", |value| value.choice(MODES))?;
        excluded(job, "internal_hosts", mode == Some(Mode::Attach), "mode = \"attach\"")?;
        Ok(Self {
            description: optional(job, "description", words)?.unwrap_or_default(),
            source: optional(job, "source", words)?.unwrap_or_default(),
            machine: optional(job, "machine", line)?,
            model: optional(job, "model", |value| value.choice(MODELS))?,
            logp_reading: optional(job, "logp_reading", |value| value.choice(READINGS))?,
            collective: optional(job, "collective", |value| value.choice(COLLECTIVES))?,
            leaves: optional(job, "leaves", positive)?,
            ranks: optional(job, "ranks", positive)?,
            bytes: optional(job, "bytes", Value::bytes_or_count)?,
            values: optional(job, "values", positive)?,
            root: optional(job, "root", count)?,
            non_commutative: flag(job, "non_commutative")?,
            leaves_per_host: optional(job, "leaves_per_host", positive)?,
            lanes: optional(job, "lanes", positive)?,
            fft_size: optional(job, "fft_size", positive)?,
            ranks_per_host: optional(job, "ranks_per_host", positive)?,
            mapping: optional(job, "mapping", line)?,
            element_bytes: optional(job, "element_bytes", positive)?,
            allocation: optional(job, "allocation", |value| value.choice(ALLOCATIONS))?,
            queue: optional(job, "queue", count)?,
            hops: optional(job, "hops", count)?,
            streams: optional(job, "streams", count)?,
            strided: flag(job, "strided")?,
            objective: optional(job, "objective", |value| value.choice(OBJECTIVES))?,
            waves: optional(job, "waves", positive)?,
            pareto: optional(job, "pareto", |value| value.choice(FRONTS))?,
            within: optional(job, "within", tolerance)?,
            max_fanout: optional(job, "max_fanout", count)?,
            max_height: optional(job, "max_height", height)?,
            max_internal: optional(job, "max_internal", count)?,
            robust: optional(job, "robust", |value| value.choice(CRITERIA))?,
            explain: flag(job, "explain")?,
            certify: optional(job, "certify", positive)?,
            semantics: optional(job, "semantics", |value| value.choice(SEMANTICS))?,
            network: optional(job, "network", line)?,
            duplex: optional(job, "duplex", |value| value.choice(DUPLEXES))?,
            ports: optional(job, "ports", |value| value.choice(PORTS))?,
            routing: optional(job, "routing", line)?,
            mapping_seed: optional(job, "mapping_seed", positive)?,
            hosts: optional(job, "hosts", hosts)?,
            placement: optional(job, "placement", |value| value.choice(POLICIES))?,
            internal_hosts: optional(job, "internal_hosts", |value| value.choice(INTERNAL_HOSTS))?,
            front_end: optional(job, "front_end", line)?,
            mode,
        })
    }
}

fn optional<'a, T>(job: &Section<'a>, key: &'static str, read: impl Fn(&Value<'a>) -> Read<T>) -> Read<Option<T>> {
    job.optional(key).map(|value| read(&value)).transpose()
}

/// True if a key is there and true.
fn flag(job: &Section<'_>, key: &'static str) -> Read<bool> {
    optional(job, key, Value::boolean).map(|value| value == Some(true))
}

/// Refuses `key` where it contradicts another.
fn excluded(job: &Section<'_>, key: &'static str, contradicts: bool, other: &'static str) -> Read<()> {
    match job.optional(key) {
        Some(value) if contradicts => Err(value.fault(Fault::Contradiction { key, other })),
        _ => Ok(()),
    }
}

fn words(value: &Value<'_>) -> Read<String> {
    value.text().map(str::to_owned)
}

fn line(value: &Value<'_>) -> Read<String> {
    value.line().map(str::to_owned)
}

/// A whole number, or a text that names one, like "10^6".
fn count(value: &Value<'_>) -> Read<u64> {
    if !value.is_text() {
        return value.count();
    }
    let number = units::count(value.text()?);
    number.map_err(|error| value.fault(Fault::Count { key: value.key.to_owned(), error }))
}

/// The same, at least 1.
fn positive(value: &Value<'_>) -> Read<u64> {
    match count(value)? {
        0 => {
            let (key, found) = (value.key.to_owned(), "0".to_owned());
            Err(value.fault(Fault::OutOfRange { key, found, expected: "at least 1" }))
        }
        count => Ok(count),
    }
}

fn height(value: &Value<'_>) -> Read<u32> {
    let height = count(value)?;
    u32::try_from(height).map_err(|_| {
        let (key, found) = (value.key.to_owned(), height.to_string());
        value.fault(Fault::OutOfRange { key, found, expected: "at most 2^32 - 1" })
    })
}

/// A share of the time, like "5%".
fn tolerance(value: &Value<'_>) -> Read<Tolerance> {
    let text = value.line()?;
    text.parse().map_err(|_| {
        let found = format!("`{}`", short(text));
        value.fault(Fault::OutOfRange {
            key: value.key.to_owned(),
            found,
            expected: "a share of the time, like 5% or 0.5%",
        })
    })
}

/// A path, or a list of entries.
fn hosts(value: &Value<'_>) -> Read<JobHosts> {
    if !value.is_array() {
        return line(value).map(JobHosts::Path);
    }
    let entries = value.elements("a path, or a list like [\"n[1-4]:2\"]")?;
    entries.iter().map(line).collect::<Read<_>>().map(JobHosts::List)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        JobFile::from_toml(text, "job.toml").expect_err(text).to_string()
    }

    #[test]
    fn every_key_is_read() {
        let text = "description = \"d\"\nsource = \"s\"\nmachine = \"m.toml\"\nmodel = \"loggp\"\ncollective = \"bcast\"\n\
                    ranks = 8\nbytes = \"1KiB\"\nranks_per_host = 2\nlogp_reading = \"b\"\nvalues = 9\nroot = 0\n\
                    non_commutative = true\nleaves_per_host = 3\nlanes = 2\nallocation = \"non-cubic\"\nqueue = 1\nhops = 2\n\
                    streams = 3\nstrided = true\npareto = \"internals\"\nwithin = \"0.5%\"\nrobust = \"mean\"\n\
                    explain = false\ncertify = 60\nsemantics = \"atlahs\"\nmapping = \"best\"\nfft_size = 64\nelement_bytes = 16\n\
                    objective = \"total\"\nwaves = 3\nmax_fanout = 4\nmax_height = 5\n\
                    max_internal = 6\nnetwork = \"torus:2x4\"\nduplex = \"full\"\nports = \"one\"\nrouting = \"insertion\"\n\
                    mapping_seed = 7\nhosts = \"hosts.csv\"\nplacement = \"rack\"\ninternal_hosts = \"shared\"\n\
                    front_end = \"login1\"\nmode = \"launch\"\n";
        let expected = JobFile {
            description: "d".to_owned(),
            source: "s".to_owned(),
            machine: Some("m.toml".to_owned()),
            model: Some("loggp"),
            collective: Some(JobCollective::Mpi(MpiCollective::Bcast)),
            leaves: None,
            ranks: Some(8),
            bytes: Some(Bytes(1024)),
            logp_reading: Some("b"),
            values: Some(9),
            root: Some(0),
            non_commutative: true,
            leaves_per_host: Some(3),
            lanes: Some(2),
            allocation: Some("non-cubic"),
            queue: Some(1),
            hops: Some(2),
            streams: Some(3),
            strided: true,
            pareto: Some("internals"),
            within: "0.5%".parse().ok(),
            robust: Some("mean"),
            explain: false,
            certify: Some(60),
            semantics: Some("atlahs"),
            fft_size: Some(64),
            ranks_per_host: Some(2),
            mapping: Some("best".to_owned()),
            element_bytes: Some(16),
            objective: Some(JobObjective::Total),
            waves: Some(3),
            max_fanout: Some(4),
            max_height: Some(5),
            max_internal: Some(6),
            network: Some("torus:2x4".to_owned()),
            duplex: Some("full"),
            ports: Some("one"),
            routing: Some("insertion".to_owned()),
            mapping_seed: Some(7),
            hosts: Some(JobHosts::Path("hosts.csv".to_owned())),
            placement: Some(Policy::Rack),
            internal_hosts: Some(InternalHosts::Shared),
            front_end: Some("login1".to_owned()),
            mode: Some(Mode::Launch),
        };
        assert_eq!(JobFile::from_toml(text, "job.toml"), Ok(expected));
        assert_eq!(JobFile::from_toml("", "job.toml"), Ok(JobFile::default()));
    }

    #[test]
    fn faults_have_places() {
        let cases = [
            ("leaves = \n", "job.toml:1:10: "),
            (
                "leaves = 1\nmax_hight = 2\n",
                "job.toml:2:1: unknown key `max_hight` in the job; did you mean `max_height`?",
            ),
            ("leaves = 0\n", "job.toml:1:10: `leaves` is 0"),
            ("leaves = \"many\"\n", "job.toml:1:10: `leaves`: `many` is not a whole number; write it like 128"),
            ("leaves = [1]\n", "job.toml:1:10: `leaves` is of type array"),
            ("leaves = \"0\"\n", "job.toml:1:10: `leaves` is 0"),
            ("leaves = 1\nranks = 2\n", "job.toml:2:9: `ranks` stands beside `leaves`"),
            (
                "mode = \"attach\"\ninternal_hosts = \"shared\"\n",
                "job.toml:2:18: `internal_hosts` stands beside `mode = \"attach\"`; keep one of them",
            ),
            ("collective = \"reduct\"\n", "job.toml:1:14: `collective` is `reduct`; did you mean `reduce`?"),
            ("max_height = 4294967296\n", "job.toml:1:14: `max_height` is 4294967296"),
            ("within = \"five\"\n", "job.toml:1:10: `within` is `five`; it must be a share of the time"),
            ("explain = 1\n", "job.toml:1:11: `explain` is of type integer"),
            ("hosts = [\"a\", 1]\n", "job.toml:1:15: `hosts` is of type integer"),
            ("hosts = 1\n", "job.toml:1:9: `hosts` is of type integer"),
            ("front_end = \"\"\n", "job.toml:1:13: `front_end` is"),
            ("bytes = \"1.5\"\n", "job.toml:1:9: `bytes`"),
        ];
        for (text, expected) in cases {
            assert!(error(text).starts_with(expected), "{}", error(text));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "((leaves|hosts|mode|bytes) ?= ?(\\[|\\]|\"|[0-9a-z,]|\n){0,9}\n|\\PC){0,12}") {
            if let Err(error) = JobFile::from_toml(&text, "job.toml") {
                prop_assert!(error.to_string().contains('^'));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = JobFile::from_toml(&String::from_utf8_lossy(&bytes), "job.toml").map_err(|error| error.to_string());
        }
    }
}
