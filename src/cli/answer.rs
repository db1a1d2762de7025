//! `logpine answer FILE`: a file that stands for options.
//!
//! The file says by its keys which subcommand answers it, and its other keys are options of that: they are put on the command line
//! before it is read, so that whatever holds for options holds for keys. An option that the command line has as well keeps the
//! value of the command line.

use super::emit::EmitFormat;
use super::outcome::{Step, bad_input};
use super::question::{Asked, Question};
use super::{Cli, elsewhere, exit, input};
use crate::input::InputLimit;
use crate::machine::Machine;
use crate::request::{
    Collective, InternalHosts, JobCollective, JobFile, JobHosts, JobObjective, Mode, MpiCollective, Policy,
};
use anyhow::{Context, anyhow};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, Parser};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Answers a request from a TOML file: an overlay tree (with `leaves`), a collective (with `ranks`) or an FFT.
///
/// Keys are named as the options of `tree`, `collective` and `fft`, with _ for -; besides, there are description, source, hosts (a
/// path, or a list), placement (--place), `front_end` (--fe) and mode (launch or attach). Paths begin at the file.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine answer instances/jobs/stat_4097.toml
  logpine answer instances/jobs/stat_4097.toml --max-height 3
  logpine answer instances/jobs/loggp_broadcast.toml --ranks 9 --format json")]
pub struct Answer {
    /// The request, or - for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Options of the subcommand that answers it, in place of the file's: --leaves and --ranks in place of either of the two,
    /// --objective and --pareto in place of waves too.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    options: Vec<OsString>,
}

/// The subcommand that answers a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subcommand {
    Tree,
    Collective,
    Fft,
}

/// The command line that a request stands for.
pub struct Expanded {
    /// The name of the program, the subcommand and its options.
    arguments: Vec<OsString>,
    /// The options that the file adds.
    added: Vec<OsString>,
}

impl Answer {
    /// The question that the file and the options after it ask. Ends the program if they ask for help, or do not go together.
    pub fn asked(self) -> Step<Asked> {
        let Self { file, options } = self;
        let is_stdin = file.as_os_str() == "-";
        let shown = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
        let bytes = if is_stdin { input::read_stdin(InputLimit::JOB)? } else { input::read(&file, InputLimit::JOB)? };
        let text = String::from_utf8(bytes).with_context(|| format!("the job {shown} is not text"))?;
        let job = JobFile::from_toml(&text, &shown).map_err(anyhow::Error::from)?;
        let directory = file.parent().unwrap_or(Path::new(""));
        let Expanded { arguments, added } = Expanded::new(&job, &shown, directory, options)?;
        let note = || format!("note: {shown} stands for {}", added.join(OsStr::new(" ")).display());
        Ok(Asked::try_parse_from(arguments).unwrap_or_else(|error| exit(error, Some(&note()))))
    }
}

impl Expanded {
    /// The command line of a request that messages call so, with other options after it. Paths begin at the directory.
    pub fn new(job: &JobFile, shown: &str, directory: &Path, given: Vec<OsString>) -> Step<Self> {
        let subcommand = subcommand(job, &given).ok_or_else(|| {
            bad_input(anyhow!("{shown} has neither `leaves` nor `ranks`; add one, or --leaves N or --ranks P after it"))
        })?;
        let given = if subcommand == Subcommand::Collective { with_operation(given) } else { given };
        let name = match subcommand {
            Subcommand::Tree => "tree",
            Subcommand::Collective => "collective",
            Subcommand::Fft => "fft",
        };
        let command = Asked::command();
        let mut arguments: Vec<OsString> = vec![command.get_name().into(), name.into()];
        let read = command.ignore_errors(true).try_get_matches_from(arguments.iter().chain(&given)).ok();
        let read = read.as_ref().and_then(|read| read.subcommand_matches(name));
        let is_given = |id: &&str| {
            let has = |read: &ArgMatches| {
                read.try_contains_id(id).unwrap_or(false) && read.value_source(id) == Some(ValueSource::CommandLine)
            };
            read.is_some_and(has)
        };
        // Among ranks nothing shows a tree's hosts; what a file says of them is refused.
        let shows_hosts = subcommand == Subcommand::Collective || read.is_some_and(shows_hosts);
        let options = options(job, subcommand, directory, shows_hosts);
        let options = options.into_iter().filter(|option| !option.overridden_by.iter().any(is_given));
        let added: Vec<OsString> = options.map(|option| option.argument).collect();
        arguments.extend(added.iter().cloned());
        arguments.extend(given);
        Ok(Self { arguments, added })
    }

    /// The question, or in a line why the keys do not go together.
    pub fn question(self) -> Step<Question> {
        let asked = Asked::try_parse_from(self.arguments).map_err(|mut error| {
            elsewhere::suggest(&mut error, &Cli::command());
            bad_input(anyhow!(elsewhere::in_a_line(&error)))
        })?;
        Ok(asked.question)
    }
}

/// The same with the operation of `--collective` as `collective` takes it.
fn with_operation(given: Vec<OsString>) -> Vec<OsString> {
    let mut arguments = Vec::with_capacity(given.len());
    let mut rest = given.into_iter();
    while let Some(argument) = rest.next() {
        match argument.to_str() {
            Some("--collective") => arguments.extend(rest.next()),
            Some(text) => arguments.push(text.strip_prefix("--collective=").map_or(argument.clone(), OsString::from)),
            None => arguments.push(argument),
        }
    }
    arguments
}

/// The subcommand for a file and the options after it; `None` if neither has a number of leaves or ranks.
fn subcommand(job: &JobFile, given: &[OsString]) -> Option<Subcommand> {
    let has = |name: &str| {
        let is_it = |argument: &OsString| {
            let text = argument.to_string_lossy();
            text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        given.iter().any(is_it)
    };
    if has("--leaves") || (job.leaves.is_some() && !has("--ranks")) {
        return Some(Subcommand::Tree);
    }
    let among_ranks = if job.collective == Some(JobCollective::Fft) { Subcommand::Fft } else { Subcommand::Collective };
    (has("--ranks") || job.ranks.is_some()).then_some(among_ranks)
}

/// True if a file is to be written that shows hosts.
fn shows_hosts(read: &ArgMatches) -> bool {
    let formats = read.try_get_many::<EmitFormat>("emit").ok().flatten();
    formats.is_some_and(|mut formats| formats.any(|format| format.shows_hosts()))
}

/// An option of the command line.
struct JobOption {
    argument: OsString,
    /// The options that replace it.
    overridden_by: &'static [&'static str],
}

/// The options that a file stands for. What says no more than how a file is written goes with one that is written.
fn options(job: &JobFile, subcommand: Subcommand, directory: &Path, shows_hosts: bool) -> Vec<JobOption> {
    let option = |name: &str, value: Option<OsString>, overridden_by| {
        let mut argument = OsString::from(format!("--{name}="));
        argument.push(value?);
        Some(JobOption { argument, overridden_by })
    };
    let flag = |name: &str, is_set: bool, overridden_by| {
        is_set.then(|| JobOption { argument: format!("--{name}").into(), overridden_by })
    };
    let number = |value: Option<u64>| value.map(|value| value.to_string().into());
    let word = |value: Option<&str>| value.map(OsString::from);
    let is_placed = shows_hosts || job.hosts.is_some();
    let (hosts, list) = match &job.hosts {
        Some(JobHosts::Path(path)) => (Some(directory.join(path).into_os_string()), None),
        Some(JobHosts::List(entries)) => (None, Some(entries.join(" ").into())),
        None => (None, None),
    };
    let asked = job.collective.map(collective);
    let asked = match subcommand {
        Subcommand::Tree => option("collective", word(asked), &["collective"]),
        Subcommand::Collective => {
            let argument = asked.unwrap_or(MpiCollective::Bcast.name()).into();
            Some(JobOption { argument, overridden_by: &["operation"] })
        }
        // It says what it is by its name, which only an FFT has.
        Subcommand::Fft => None,
    };
    let machine = job.machine.as_ref().map(|machine| machine_beside(directory, machine));
    [
        asked,
        option("machine", machine, &["machine"]),
        option("model", word(job.model), &["model"]),
        option("logp-reading", word(job.logp_reading), &["logp_reading"]),
        option("leaves", number(job.leaves.filter(|_| subcommand == Subcommand::Tree)), &["leaves"]),
        option("ranks", number(job.ranks.filter(|_| subcommand != Subcommand::Tree)), &["ranks"]),
        option("bytes", number(job.bytes.map(|bytes| bytes.0)), &["bytes"]),
        option("values", number(job.values), &["values"]),
        option("root", number(job.root), &["root"]),
        flag("non-commutative", job.non_commutative, &["non_commutative"]),
        option("leaves-per-host", number(job.leaves_per_host), &["leaves_per_host"]),
        option("lanes", number(job.lanes), &["lanes"]),
        option("ranks-per-host", number(job.ranks_per_host), &["ranks_per_host"]),
        option("mapping", job.mapping.as_ref().map(|mapping| mapping_beside(directory, mapping)), &["mapping"]),
        option("fft-size", number(job.fft_size), &["size"]),
        option("element-bytes", number(job.element_bytes), &["element_bytes"]),
        option("allocation", word(job.allocation), &["allocation"]),
        option("queue", number(job.queue), &["queue"]),
        option("hops", number(job.hops), &["hops"]),
        option("streams", number(job.streams), &["streams"]),
        flag("strided", job.strided, &["strided"]),
        option("objective", word(job.objective.map(objective)), &["objective", "pareto"]),
        option("waves", number(job.waves), &["waves", "objective", "pareto"]),
        option("pareto", word(job.pareto), &["pareto", "objective", "waves"]),
        option("within", job.within.map(|within| format!("{}%", within.percent()).into()), &["within", "max_internal"]),
        option("max-fanout", number(job.max_fanout), &["max_fanout"]),
        option("max-height", number(job.max_height.map(u64::from)), &["max_height"]),
        option("max-internal", number(job.max_internal), &["max_internal", "within"]),
        option("robust", word(job.robust), &["robust"]),
        flag("explain", job.explain, &["explain"]),
        option("certify", number(job.certify), &["certify"]),
        option("semantics", word(job.semantics), &["semantics"]),
        option("network", job.network.as_ref().map(|network| network_beside(directory, network)), &["network"]),
        option("duplex", word(job.duplex), &["duplex"]),
        option("ports", word(job.ports), &["ports"]),
        option("routing", job.routing.as_ref().map(OsString::from), &["routing"]),
        option("mapping-seed", number(job.mapping_seed), &["mapping_seed"]),
        option("hosts", hosts, &["hosts", "host_list"]),
        option("host-list", list, &["hosts", "host_list"]),
        option("place", word(job.placement.filter(|_| shows_hosts).map(policy)), &["place"]),
        option("internal-hosts", word(job.internal_hosts.filter(|_| is_placed).and_then(which)), &["internal_hosts"]),
        option("fe", job.front_end.as_ref().filter(|_| shows_hosts).map(OsString::from), &["fe"]),
        flag("attach", is_placed && job.mode == Some(Mode::Attach), &["attach", "launch"]),
        flag("launch", is_placed && job.mode == Some(Mode::Launch), &["attach", "launch"]),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// A built-in machine by its name, a profile by its path from the job's directory.
fn machine_beside(directory: &Path, machine: &str) -> OsString {
    if is_path(machine) && !Machine::built_in_names().contains(&machine) {
        directory.join(machine).into_os_string()
    } else {
        machine.into()
    }
}

/// A spec or a built-in network as it is, a file by its path from the job's directory.
fn network_beside(directory: &Path, network: &str) -> OsString {
    if is_path(network) && !network.contains(':') { directory.join(network).into_os_string() } else { network.into() }
}

fn is_path(name: &str) -> bool {
    let path = Path::new(name);
    path.extension().is_some() || path.components().count() > 1
}

/// A mapping by its name, or by its path from the job's directory.
fn mapping_beside(directory: &Path, mapping: &str) -> OsString {
    if ["sequential", "round-robin", "best"].contains(&mapping) {
        mapping.into()
    } else {
        directory.join(mapping).into_os_string()
    }
}

const fn collective(collective: JobCollective) -> &'static str {
    match collective {
        JobCollective::Overlay(Collective::Reduce) => "reduce",
        JobCollective::Overlay(Collective::Multicast) => "multicast",
        JobCollective::Overlay(Collective::Roundtrip) => "roundtrip",
        JobCollective::Mpi(collective) => collective.name(),
        JobCollective::Sum => "sum",
        JobCollective::PointToPoint => "point-to-point",
        JobCollective::Fft => "fft",
    }
}

const fn objective(objective: JobObjective) -> &'static str {
    match objective {
        JobObjective::Latency => "latency",
        JobObjective::Period => "period",
        JobObjective::Total => "total",
    }
}

const fn policy(policy: Policy) -> &'static str {
    match policy {
        Policy::Pack => "pack",
        Policy::Spread => "spread",
        Policy::Rack => "rack",
    }
}

const fn which(internal_hosts: InternalHosts) -> Option<&'static str> {
    match internal_hosts {
        InternalHosts::Any => None,
        InternalHosts::Shared => Some("shared"),
        InternalHosts::Exclusive => Some("exclusive"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::machine::ModelName;
    use clap::ValueEnum;

    fn arguments(text: &str, shows_hosts: bool) -> String {
        let job = JobFile::from_toml(text, "job.toml").expect("a valid job");
        let subcommand = subcommand(&job, &[]).unwrap_or(Subcommand::Tree);
        let options = options(&job, subcommand, Path::new("dir"), shows_hosts);
        let shown: Vec<_> = options.iter().map(|option| option.argument.to_string_lossy()).collect();
        shown.join(" ")
    }

    #[test]
    fn every_key_is_an_option() {
        let text = "machine = \"cab\"\nmodel = \"tan\"\ncollective = \"roundtrip\"\nleaves = 8\nbytes = \"1KiB\"\n\
                    objective = \"total\"\nwaves = 3\nmax_fanout = 4\nmax_height = 5\nmax_internal = 6\n\
                    hosts = \"hosts.csv\"\nplacement = \"rack\"\ninternal_hosts = \"exclusive\"\n\
                    front_end = \"login1\"\nmode = \"launch\"\n";
        let expected = "--collective=roundtrip --machine=cab --model=tan --leaves=8 --bytes=1024 --objective=total \
                        --waves=3 --max-fanout=4 --max-height=5 --max-internal=6 --hosts=dir/hosts.csv --place=rack \
                        --internal-hosts=exclusive --fe=login1 --launch";
        assert_eq!(arguments(text, true), expected);
        let ranks = "ranks = 8\ncollective = \"reduce-scatter\"\nranks_per_host = 4\nmapping = \"map.txt\"\n";
        let expected = "reduce-scatter --ranks=8 --ranks-per-host=4 --mapping=dir/map.txt";
        assert_eq!(arguments(ranks, false), expected);
        assert_eq!(arguments("mapping = \"round-robin\"\n", false), "--mapping=round-robin");
        let rest = "machine = \"../m.toml\"\nranks = 8\nhosts = [\"a:2\", \"b\"]\nmode = \"attach\"\n";
        assert_eq!(arguments(rest, true), "bcast --machine=dir/../m.toml --ranks=8 --host-list=a:2 b --attach");
    }

    /// All but where the answer goes to, and how long it took.
    #[test]
    fn every_option_of_a_question_is_a_key() {
        let command = Cli::command();
        let apart = ["timings", "emit", "output", "force", "goal-tick"];
        let renamed = [
            ("place", "placement"),
            ("fe", "front_end"),
            ("host-list", "hosts"),
            ("attach", "mode"),
            ("launch", "mode"),
        ];
        for subcommand in ["tree", "collective", "fft"] {
            let subcommand = command.find_subcommand(subcommand).expect("a subcommand");
            for option in
                subcommand.get_arguments().filter_map(clap::Arg::get_long).filter(|option| !apart.contains(option))
            {
                let renamed = renamed.iter().find(|(name, _)| *name == option).map(|&(_, key)| key.to_owned());
                let key = renamed.unwrap_or_else(|| option.replace('-', "_"));
                assert!(JobFile::KEYS.contains(&key.as_str()), "--{option} of {}", subcommand.get_name());
            }
        }
    }

    #[test]
    fn files_know_every_model() {
        for model in ModelName::value_variants() {
            let name = model.to_possible_value().expect("none is hidden").get_name().to_owned();
            assert_eq!(arguments(&format!("model = \"{name}\"\n"), false), format!("--model={name}"));
        }
    }

    #[test]
    fn how_files_are_written_goes_with_files() {
        let text = "front_end = \"f\"\nplacement = \"pack\"\nmode = \"attach\"\n";
        assert_eq!(arguments(text, false), "");
        assert_eq!(arguments(text, true), "--place=pack --fe=f --attach");
        assert_eq!(arguments("hosts = \"/h\"\nmode = \"attach\"\n", false), "--hosts=/h --attach");
    }
}
