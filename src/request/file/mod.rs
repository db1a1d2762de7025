//! Requests as TOML files.

use super::overlay::Tolerance;
use super::placement::Mode;
use super::{HostsChoice, Mapping, MappingChoice, Request, Word};
use crate::excerpt::short;
use crate::machine::reader::{Read, Section, Source, Value};
use crate::machine::{Fault, InvalidProfile, Machine};
use crate::units::{self, Clock};
use std::path::{Path, PathBuf};

impl Request {
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

    /// Reads a file; `path` is what messages call it, and the paths in it begin at its folder.
    ///
    /// ```
    /// use logpine::request::{HostsChoice, Mode, Request};
    /// let text = "machine = \"cab\"\nleaves = 4097\nmax_height = 2\nmode = \"attach\"\nhosts = [\"n[1-8]:16\"]\n";
    /// let job = Request::from_toml(text, "job.toml")?;
    /// assert_eq!((job.leaves, job.max_height, job.mode), (Some(4097), Some(2), Some(Mode::Attach)));
    /// assert_eq!(job.hosts, Some(HostsChoice::List(vec!["n[1-8]:16".to_owned()])));
    /// let error = Request::from_toml("leafs = 3\n", "job.toml").map_err(|error| error.to_string());
    /// assert!(error.is_err_and(|error| error.starts_with("job.toml:1:1: unknown key `leafs`") && error.contains("`leaves`?")));
    /// # Ok::<(), Box<logpine::machine::InvalidProfile>>(())
    /// ```
    ///
    /// # Errors
    /// The first fault with its line and column: no TOML, an unknown key, a value of another type or out of range, an unknown
    /// word, or two keys that contradict each other.
    pub fn from_toml(text: &str, path: &str) -> Result<Self, Box<InvalidProfile>> {
        let source = Source { path, text, clock: Clock::default() };
        let document = source.parse()?;
        let job = Section::document(source, "the job", document.get_ref(), Self::KEYS)?;
        Self::read(&job, Path::new(path).parent().unwrap_or(Path::new("")))
    }

    /// Reads a table that has [these keys](Self::KEYS); the paths in it begin at the folder.
    pub(crate) fn read(job: &Section<'_>, folder: &Path) -> Read<Self> {
        excluded(job, "ranks", job.optional("leaves").is_some(), "leaves")?;
        let mode = optional(job, "mode", word)?;
        excluded(job, "internal_hosts", mode == Some(Mode::Attach), "mode = \"attach\"")?;
        Ok(Self {
            description: optional(job, "description", words)?.unwrap_or_default(),
            source: optional(job, "source", words)?.unwrap_or_default(),
            machine: optional(job, "machine", line)?.map(|name| machine(folder, name)),
            model: optional(job, "model", word)?,
            logp_reading: optional(job, "logp_reading", word)?,
            collective: optional(job, "collective", word)?,
            leaves: optional(job, "leaves", positive)?,
            ranks: optional(job, "ranks", positive)?,
            bytes: optional(job, "bytes", Value::bytes_or_count)?.map(|bytes| bytes.0),
            values: optional(job, "values", positive)?,
            root: optional(job, "root", count)?,
            non_commutative: flag(job, "non_commutative")?,
            leaves_per_host: optional(job, "leaves_per_host", positive)?,
            lanes: optional(job, "lanes", positive)?,
            fft_size: optional(job, "fft_size", positive)?,
            ranks_per_host: optional(job, "ranks_per_host", positive)?,
            mapping: optional(job, "mapping", line)?.map(|name| mapping(folder, name)),
            element_bytes: optional(job, "element_bytes", positive)?,
            allocation: optional(job, "allocation", word)?,
            queue: optional(job, "queue", count)?,
            hops: optional(job, "hops", count)?,
            streams: optional(job, "streams", count)?,
            strided: flag(job, "strided")?,
            objective: optional(job, "objective", word)?,
            waves: optional(job, "waves", positive)?,
            pareto: optional(job, "pareto", word)?,
            within: optional(job, "within", tolerance)?,
            max_fanout: optional(job, "max_fanout", count)?,
            max_height: optional(job, "max_height", height)?,
            max_internal: optional(job, "max_internal", count)?,
            robust: optional(job, "robust", word)?,
            explain: flag(job, "explain")?,
            certify: optional(job, "certify", positive)?,
            semantics: optional(job, "semantics", word)?,
            network: optional(job, "network", line)?.map(|name| network(folder, name)),
            duplex: optional(job, "duplex", word)?,
            ports: optional(job, "ports", word)?,
            routing: optional(job, "routing", line)?,
            mapping_seed: optional(job, "mapping_seed", positive)?,
            hosts: optional(job, "hosts", |value| hosts(folder, value))?,
            placement: optional(job, "placement", word)?,
            internal_hosts: optional(job, "internal_hosts", word)?,
            front_end: optional(job, "front_end", line)?,
            mode,
            formats: Vec::new(),
            goal_tick: None,
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

/// One of the words of a choice.
fn word<T: Word>(value: &Value<'_>) -> Read<T> {
    let words: Vec<_> = T::WORDS.iter().map(|&(choice, word, _)| (word, choice)).collect();
    value.choice(&words)
}

/// A path, or a list of entries.
fn hosts(folder: &Path, value: &Value<'_>) -> Read<HostsChoice> {
    if !value.is_array() {
        return line(value).map(|path| HostsChoice::Path(folder.join(path)));
    }
    let entries = value.elements("a path, or a list like [\"n[1-4]:2\"]")?;
    entries.iter().map(line).collect::<Read<_>>().map(HostsChoice::List)
}

/// A built-in machine by its name, a profile by its path.
fn machine(folder: &Path, name: String) -> PathBuf {
    if is_path(&name) && !Machine::built_in_names().contains(&name.as_str()) { folder.join(name) } else { name.into() }
}

/// A spec or a built-in network as it is, a file by its path.
fn network(folder: &Path, name: String) -> PathBuf {
    if is_path(&name) && !name.contains(':') { folder.join(name) } else { name.into() }
}

fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some() || path.components().count() > 1
}

/// A mapping by its name, or by its path.
fn mapping(folder: &Path, name: String) -> MappingChoice {
    match name.as_str() {
        "sequential" => MappingChoice::Known(Mapping::Sequential),
        "round-robin" => MappingChoice::Known(Mapping::RoundRobin),
        "best" => MappingChoice::Best,
        _ => MappingChoice::Path(folder.join(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{
        Criterion, Duplex, InternalHosts, LogpReading, ModelName, ObjectiveName, Operation, Policy, Ports, Semantics,
        TorusAllocation,
    };
    use crate::request::{Front, MpiCollective};
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        Request::from_toml(text, "job.toml").expect_err(text).to_string()
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
        let expected = Request {
            description: "d".to_owned(),
            source: "s".to_owned(),
            machine: Some("m.toml".into()),
            model: Some(ModelName::Loggp),
            collective: Some(Operation::Mpi(MpiCollective::Bcast)),
            leaves: None,
            ranks: Some(8),
            bytes: Some(1024),
            logp_reading: Some(LogpReading::B),
            values: Some(9),
            root: Some(0),
            non_commutative: true,
            leaves_per_host: Some(3),
            lanes: Some(2),
            allocation: Some(TorusAllocation::NonCubic),
            queue: Some(1),
            hops: Some(2),
            streams: Some(3),
            strided: true,
            pareto: Some(Front::Internals),
            within: "0.5%".parse().ok(),
            robust: Some(Criterion::Mean),
            explain: false,
            certify: Some(60),
            semantics: Some(Semantics::Atlahs),
            fft_size: Some(64),
            ranks_per_host: Some(2),
            mapping: Some(MappingChoice::Best),
            element_bytes: Some(16),
            objective: Some(ObjectiveName::Total),
            waves: Some(3),
            max_fanout: Some(4),
            max_height: Some(5),
            max_internal: Some(6),
            network: Some("torus:2x4".into()),
            duplex: Some(Duplex::Full),
            ports: Some(Ports::One),
            routing: Some("insertion".to_owned()),
            mapping_seed: Some(7),
            hosts: Some(HostsChoice::Path("hosts.csv".into())),
            placement: Some(Policy::Rack),
            internal_hosts: Some(InternalHosts::Shared),
            front_end: Some("login1".to_owned()),
            mode: Some(Mode::Launch),
            formats: Vec::new(),
            goal_tick: None,
        };
        assert_eq!(Request::from_toml(text, "job.toml"), Ok(expected));
        assert_eq!(Request::from_toml("", "job.toml"), Ok(Request::default()));
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
            if let Err(error) = Request::from_toml(&text, "job.toml") {
                prop_assert!(error.to_string().contains('^'));
            }
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            let _ = Request::from_toml(&String::from_utf8_lossy(&bytes), "job.toml").map_err(|error| error.to_string());
        }
    }
}
