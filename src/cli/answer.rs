//! `logpine answer FILE`: a file that stands for options.
//!
//! The file says by its keys which subcommand it stands for. Options after it are those of that subcommand, and replace keys.

use super::args::Format;
use super::outcome::{Outcome, Step, bad_input};
use super::question::Asked;
use super::{exit, help, input};
use crate::request::{Operation, Request, Word};
use anyhow::anyhow;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches};
use itertools::Itertools;
use std::ffi::OsString;
use std::path::PathBuf;

/// Answers the request of a TOML file.
///
/// A request with `leaves` asks for an overlay tree, one with `ranks` for a collective or an FFT, and one with a `network` alone for a
/// schedule on it. Keys have the names of the options of `tree`, `collective`, `fft` and `network plan`, with _ for -; in addition, there are description, source, hosts (a path, or a list), placement
/// (--place), `front_end` (--fe), `fft_size` (--size) and mode (launch or attach). Paths are relative to the file.
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

    /// Options of `tree`, `collective`, `fft` or `network plan` that replace the file's keys.
    ///
    /// --leaves and --ranks replace each other's key; --objective and --pareto replace waves as well.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTIONS")]
    options: Vec<OsString>,
}

impl Answer {
    /// Answers the request with the options that replace its keys; the other format of the report is that before `answer`.
    pub fn run(self, format: Format) -> (Format, Step<Outcome>) {
        match self.asked() {
            Ok((asked, request, note)) => {
                let format = format.or(asked.format);
                let outcome = asked.question.answered(request, format);
                (format, outcome.map_err(|end| end.with_note(&note)))
            }
            Err(end) => (format, Err(end)),
        }
    }

    /// The command line of the options, the request made of them and the file, and a note on the file. Ends the program if the options ask for
    /// help, or are none.
    fn asked(self) -> Step<(Asked, Request, String)> {
        let Self { file, options } = self;
        let (job, shown) = input::read_request(&file)?;
        let arguments = command_line(&job, &shown, options)?;
        let parsed = help::in_two_lengths(Asked::command()).try_get_matches_from(arguments);
        let parsed = parsed.and_then(|matches| Asked::from_arg_matches(&matches));
        let asked = parsed.unwrap_or_else(|error| exit(error, None));
        let said = job.said().into_iter().filter(|key| !["description", "source"].contains(key)).join(", ");
        let note = format!("note: {shown} says {said}");
        let request = replaced(job, asked.question.request());
        Ok((asked, request, note))
    }
}

/// The subcommand with the options, and those that it requires from the file.
fn command_line(job: &Request, shown: &str, options: Vec<OsString>) -> Step<Vec<OsString>> {
    let (options, operation) = without_operation(options);
    let name = subcommand(job, &options, operation.as_ref()).ok_or_else(|| {
        bad_input(anyhow!(
            "{shown} has no `leaves`, no `ranks` and no `network`; add one, or give --leaves N or --ranks P after the file"
        ))
    })?;
    // `collective` takes it without the option's name; `fft` is one.
    let operation = operation.filter(|_| name != "fft").map(|operation| match name {
        "tree" | "plan" => OsString::from_iter([OsString::from("--collective="), operation]),
        _ => operation,
    });
    let options: Vec<OsString> = operation.into_iter().chain(options).collect();
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
    let network = job.network.as_ref().map(|network| network.as_os_str().to_owned());
    let needed: [(&str, &str, Option<OsString>); 6] = [
        ("collective", "collective", Some(job.collective.unwrap_or(Operation::BCAST).word().into())),
        ("plan", "network", network),
        ("", "machine", machine),
        ("tree", "leaves", number("leaves", job.leaves).filter(|_| !is_given("members"))),
        ("tree", "members", number("members", job.members).filter(|_| !is_given("leaves"))),
        ("", "ranks", number("ranks", job.ranks)),
    ];
    for (of, id, argument) in needed {
        let of_any = of.is_empty() && name != "plan";
        let applies = (of_any || of == name) && (id != "ranks" || name != "tree");
        arguments.extend(argument.filter(|_| applies && !is_given(id)));
    }
    arguments.extend(options);
    Ok(arguments)
}

/// The options without `--collective`, and its operation.
fn without_operation(given: Vec<OsString>) -> (Vec<OsString>, Option<OsString>) {
    let (mut others, mut operation) = (Vec::with_capacity(given.len()), None);
    let mut rest = given.into_iter();
    while let Some(argument) = rest.next() {
        let found = match argument.to_str() {
            Some("--collective") => rest.next(),
            text => text.and_then(|text| text.strip_prefix("--collective=")).map(OsString::from),
        };
        match found {
            Some(found) => operation = Some(found),
            None => others.push(argument),
        }
    }
    (others, operation)
}

/// The subcommand for a file, the options after it and their operation; `None` if there is no number of leaves, members or ranks.
fn subcommand(job: &Request, given: &[OsString], operation: Option<&OsString>) -> Option<&'static str> {
    let has = |name: &str| {
        let is_it = |argument: &OsString| {
            let text = argument.to_string_lossy();
            text.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        };
        given.iter().any(is_it)
    };
    let is_tree = job.leaves.or(job.members).is_some();
    if has("--leaves") || has("--members") || (is_tree && !has("--ranks")) {
        return Some("tree");
    }
    let is_fft = job.collective == Some(Operation::Fft) && operation.is_none_or(|word| word == Operation::Fft.word());
    if has("--ranks") || job.ranks.is_some() {
        return Some(if is_fft { "fft" } else { "collective" });
    }
    job.network.is_some().then_some("plan")
}

/// The request of a file with the options after it in place of its keys: --leaves, --members and --ranks in place of each other,
/// --objective and --pareto in place of waves too.
fn replaced(mut job: Request, given: Request) -> Request {
    // The subcommand has one of the three.
    (job.leaves, job.members, job.ranks) = (None, None, None);
    if given.objective.is_some() || given.pareto.is_some() {
        (job.objective, job.waves) = (None, None);
    }
    if given.objective.is_some() || given.waves.is_some() {
        job.pareto = None;
    }
    // Neither is one tree whose processes have a place.
    if given.pareto.is_some() || given.leaves_per_host.is_some() {
        (job.placement, job.internal_hosts, job.front_end, job.mode) = (None, None, None, None);
    }
    if given.within.is_some() || given.max_internal.is_some() {
        (job.within, job.max_internal) = (None, None);
    }
    given.or(job)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;

    /// All options but those on files, the report and timings.
    #[test]
    fn every_option_of_a_question_is_a_key() {
        let command = Cli::command();
        let apart = ["timings", "time-limit", "emit", "output", "force", "verbose"];
        let renamed = [
            ("place", "placement"),
            ("fe", "front_end"),
            ("size", "fft_size"),
            ("host-list", "hosts"),
            ("attach", "mode"),
            ("launch", "mode"),
        ];
        for subcommand in ["tree", "collective", "fft", "plan"] {
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
