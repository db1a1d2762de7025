//! `logpine answer FILE`: a file that stands for options.
//!
//! The file says by its keys which subcommand it stands for. Options after it are those of that subcommand, and replace keys.

use super::args::Format;
use super::outcome::{Outcome, Step, bad_input};
use super::question::Asked;
use super::{exit, input};
use crate::input::InputLimit;
use crate::request::{Mode, Operation, Request, Word};
use anyhow::{Context, anyhow};
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, Parser};
use std::ffi::OsString;
use std::path::PathBuf;

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

impl Answer {
    /// Answers the request with the options that replace its keys; the other format of the report is that before `answer`.
    pub fn run(self, format: Format) -> (Format, Step<Outcome>) {
        match self.asked() {
            Ok((asked, request)) => {
                let format = format.or(asked.format);
                (format, asked.question.answered(request, format))
            }
            Err(end) => (format, Err(end)),
        }
    }

    /// The command line of the options, and the request that they and the file make. Ends the program if the options ask for
    /// help, or are none.
    fn asked(self) -> Step<(Asked, Request)> {
        let Self { file, options } = self;
        let is_stdin = file.as_os_str() == "-";
        let shown = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
        let bytes = if is_stdin { input::read_stdin(InputLimit::JOB)? } else { input::read(&file, InputLimit::JOB)? };
        let text = String::from_utf8(bytes).with_context(|| format!("the job {shown} is not text"))?;
        let job = Request::from_toml(&text, &shown).map_err(anyhow::Error::from)?;
        let arguments = command_line(&job, &shown, options)?;
        let asked = Asked::try_parse_from(arguments).unwrap_or_else(|error| exit(error, None));
        let given = asked.question.request()?;
        Ok((asked, replaced(job, given)))
    }
}

/// The subcommand with the options, and what it cannot do without by the file.
fn command_line(job: &Request, shown: &str, options: Vec<OsString>) -> Step<Vec<OsString>> {
    let name = subcommand(job, &options).ok_or_else(|| {
        bad_input(anyhow!("{shown} has neither `leaves` nor `ranks`; add one, or --leaves N or --ranks P after it"))
    })?;
    let options = if name == "collective" { with_operation(options) } else { options };
    let command = Asked::command();
    let mut arguments: Vec<OsString> = vec![command.get_name().into(), name.into()];
    let read = command.ignore_errors(true).try_get_matches_from(arguments.iter().chain(&options)).ok();
    let read = read.as_ref().and_then(|read| read.subcommand_matches(name));
    let is_given = |id: &str| {
        read.is_some_and(|read| {
            read.try_contains_id(id).unwrap_or(false) && read.value_source(id) == Some(ValueSource::CommandLine)
        })
    };
    let number = |option: &str, value: Option<u64>| Some(format!("--{option}={}", value?).into());
    let machine = job.machine.as_ref().map(|machine| {
        let mut argument = OsString::from("--machine=");
        argument.push(machine);
        argument
    });
    let needed: [(&str, &str, Option<OsString>); 5] = [
        ("collective", "operation", Some(job.collective.unwrap_or(Operation::BCAST).word().into())),
        ("", "machine", machine),
        ("tree", "leaves", number("leaves", job.leaves)),
        ("", "ranks", number("ranks", job.ranks)),
        ("fft", "size", number("fft-size", job.fft_size)),
    ];
    for (of, id, argument) in needed {
        let applies = (of.is_empty() || of == name) && (id != "ranks" || name != "tree");
        arguments.extend(argument.filter(|_| applies && !is_given(id)));
    }
    arguments.extend(options);
    Ok(arguments)
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
fn subcommand(job: &Request, given: &[OsString]) -> Option<&'static str> {
    let has = |name: &str| {
        let is_it = |argument: &OsString| {
            let text = argument.to_string_lossy();
            text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        given.iter().any(is_it)
    };
    if has("--leaves") || (job.leaves.is_some() && !has("--ranks")) {
        return Some("tree");
    }
    let among_ranks = if job.collective == Some(Operation::Fft) { "fft" } else { "collective" };
    (has("--ranks") || job.ranks.is_some()).then_some(among_ranks)
}

/// The request of a file with the options after it in place of its keys: --leaves and --ranks in place of either of the two,
/// --objective and --pareto in place of waves too.
fn replaced(job: Request, given: Request) -> Request {
    let by_throughput = given.objective.is_some() || given.pareto.is_some();
    let is_limited = given.within.is_some() || given.max_internal.is_some();
    Request {
        description: job.description,
        source: job.source,
        machine: given.machine.or(job.machine),
        model: given.model.or(job.model),
        logp_reading: given.logp_reading.or(job.logp_reading),
        // The subcommand has one of the two.
        leaves: given.leaves,
        ranks: given.ranks,
        collective: given.collective.or(job.collective),
        bytes: given.bytes.or(job.bytes),
        values: given.values.or(job.values),
        root: given.root.or(job.root),
        non_commutative: given.non_commutative || job.non_commutative,
        leaves_per_host: given.leaves_per_host.or(job.leaves_per_host),
        lanes: given.lanes.or(job.lanes),
        ranks_per_host: given.ranks_per_host.or(job.ranks_per_host),
        mapping: given.mapping.or(job.mapping),
        fft_size: given.fft_size.or(job.fft_size),
        element_bytes: given.element_bytes.or(job.element_bytes),
        allocation: given.allocation.or(job.allocation),
        queue: given.queue.or(job.queue),
        hops: given.hops.or(job.hops),
        streams: given.streams.or(job.streams),
        strided: given.strided || job.strided,
        objective: given.objective.or(job.objective.filter(|_| !by_throughput)),
        waves: given.waves.or(job.waves.filter(|_| !by_throughput)),
        pareto: given.pareto.or(job.pareto.filter(|_| given.objective.is_none() && given.waves.is_none())),
        within: given.within.or(job.within.filter(|_| !is_limited)),
        max_fanout: given.max_fanout.or(job.max_fanout),
        max_height: given.max_height.or(job.max_height),
        max_internal: given.max_internal.or(job.max_internal.filter(|_| !is_limited)),
        robust: given.robust.or(job.robust),
        explain: given.explain || job.explain,
        certify: given.certify.or(job.certify),
        semantics: given.semantics.or(job.semantics),
        network: given.network.or(job.network),
        duplex: given.duplex.or(job.duplex),
        ports: given.ports.or(job.ports),
        routing: given.routing.or(job.routing),
        mapping_seed: given.mapping_seed.or(job.mapping_seed),
        hosts: given.hosts.or(job.hosts),
        placement: given.placement.or(job.placement),
        internal_hosts: given.internal_hosts.or(job.internal_hosts.filter(|_| given.mode != Some(Mode::Attach))),
        front_end: given.front_end.or(job.front_end),
        mode: given.mode.or(job.mode),
        formats: given.formats,
        goal_tick: given.goal_tick,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;

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
                assert!(Request::KEYS.contains(&key.as_str()), "--{option} of {}", subcommand.get_name());
            }
        }
    }
}
