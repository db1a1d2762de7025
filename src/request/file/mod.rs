//! Requests as TOML files.

mod values;

pub(super) use values::{
    Field, bytes, count, flag, height, hosts, line, machine, mapping, network, positive, read, tick_length, tolerance,
    word, words,
};

use super::Request;
use logpine_models::machine::reader::{Read, Section, Source};
use logpine_text::text::TextError;
use logpine_text::units::Clock;
use std::path::Path;

impl Request {
    /// Reads a file; messages call it `path`, and the paths in it are relative to its folder.
    ///
    /// ```
    /// use logpine::request::{HostsChoice, Mode, Request};
    /// let text = "machine = \"cab\"\nleaves = 4097\nmax_height = 2\nmode = \"attach\"\nhosts = [\"n[1-8]:16\"]\n";
    /// let job = Request::from_toml(text, "job.toml")?;
    /// assert_eq!((job.leaves, job.max_height, job.mode), (Some(4097), Some(2), Some(Mode::Attach)));
    /// assert_eq!(job.hosts, Some(HostsChoice::List(vec!["n[1-8]:16".to_owned()])));
    /// let error = Request::from_toml("leafs = 3\n", "job.toml").map_err(|error| error.to_string());
    /// assert!(error.is_err_and(|error| error.starts_with("job.toml:1:1: unknown key `leafs`") && error.contains("`leaves`?")));
    /// # Ok::<(), logpine::machine::TextError>(())
    /// ```
    ///
    /// # Errors
    /// The first error with its line and column: not TOML, an unknown key, a value of another type or out of range, an
    /// unknown word, or two keys that contradict each other.
    pub fn from_toml(text: &str, path: &str) -> Result<Self, TextError> {
        let source = Source { path, text, clock: Clock::default() };
        let document = source.parse()?;
        let job = Section::document(source, "the job", document.get_ref(), Self::KEYS)?;
        Self::read(&job, Path::new(path).parent().unwrap_or(Path::new("")))
    }

    /// Reads a table that has [these keys](Self::KEYS); the paths in it are relative to the folder.
    pub(crate) fn read(job: &Section<'_>, folder: &Path) -> Read<Self> {
        excluded(job, "ranks", job.optional("leaves").is_some(), "leaves")?;
        let request = Self::of_section(job, folder)?;
        Ok(request)
    }
}

/// Refuses `key` if it contradicts another.
fn excluded(job: &Section<'_>, key: &'static str, contradicts: bool, other: &'static str) -> Read<()> {
    match job.optional(key) {
        Some(value) if contradicts => Err(value.contradicts(other)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{
        Criterion, Duplex, InternalHosts, Mode, ModelName, ObjectiveName, Operation, Policy, Ports, Semantics,
        Switches, TorusAllocation,
    };
    use crate::request::{Front, HostsChoice, MappingChoice, MpiCollective};
    use proptest::prelude::*;

    #[test]
    fn every_key_is_read() {
        let text = "description = \"d\"\nsource = \"s\"\nmachine = \"m.toml\"\nmodel = \"loggp\"\ncollective = \"bcast\"\n\
                    members = 9\nranks = 8\nbytes = \"1KiB\"\nranks_per_host = 2\nvalues = 9\nroot = 0\n\
                    non_commutative = true\nleaves_per_host = 3\nlanes = 2\nallocation = \"non-cubic\"\nqueue = 1\nhops = 2\n\
                    streams = 3\nstrided = true\npareto = \"internals\"\npoint = 3\nwithin = \"0.5%\"\nrobust = \"mean\"\n\
                    explain = false\ncertify = 60\nsemantics = \"atlahs\"\nmapping = \"best\"\nfft_size = 64\nelement_bytes = 16\n\
                    objective = \"total\"\nwaves = 3\nmax_fanout = 4\nmax_height = 5\n\
                    max_internal = 6\nnetwork = \"torus:2x4\"\nduplex = \"full\"\nports = \"one\"\nrouting = \"insertion\"\n\
                    mapping_seed = 7\nhosts = \"hosts.csv\"\nplacement = \"rack\"\ninternal_hosts = \"shared\"\n\
                    front_end = \"login1\"\nmode = \"launch\"\ngoal_tick = \"1us\"\nlink_speed = \"25GB/s\"\nnvswitch = true\ndirect = false\nblocks = 8\nnodes = \"0-3,5\"\n\
                    switches = \"contract\"\nstep = \"1us\"\nseed = 3\nfamily = \"flat\"\nfor_version = \"24.11\"\n";
        let expected = Request {
            description: "d".to_owned(),
            source: "s".to_owned(),
            machine: Some("m.toml".into()),
            model: Some(ModelName::Loggp),
            collective: Some(Operation::Mpi(MpiCollective::Bcast)),
            leaves: None,
            members: Some(9),
            ranks: Some(8),
            bytes: Some(1024),
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
            point: Some(3),
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
            link_speed: Some("25GB/s".to_owned()),
            nvswitch: true,
            direct: false,
            blocks: Some(8),
            nodes: Some("0-3,5".to_owned()),
            switches: Some(Switches::Contract),
            step: Some("1us".to_owned().into()),
            seed: Some(3),
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
            family: Some("flat".to_owned()),
            goal_tick: Some("1us".to_owned().into()),
            for_version: Some("24.11".to_owned()),
        };
        assert_eq!(Request::from_toml(text, "job.toml"), Ok(expected));
        assert_eq!(Request::from_toml("", "job.toml"), Ok(Request::default()));
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
