//! The command line: one file a subcommand. Results go to stdout, messages to stderr.

mod answer;
mod args;
mod check;
mod collective;
mod colour;
mod command_line;
mod elsewhere;
mod emit;
mod fft;
mod file;
mod fit;
mod generate;
mod goal;
mod help;
mod hosts;
mod input;
mod interrupt;
mod list;
mod machine;
mod map;
mod measure;
mod mpi;
mod network;
mod now;
mod options;
mod outcome;
mod output;
mod profile;
mod progress;
mod question;
mod regress;
mod related;
mod score;
mod setting;
mod shard;
mod simulate;
mod steps;
mod study;
mod synth;
mod terminal;
mod timings;
mod tree;
mod tree_name;
mod tune;

use crate::request::option as named;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use outcome::Outcome;
use std::process::ExitCode;

/// Finds the fastest tree or algorithm for a collective on a machine, with proof.
#[derive(Debug, Parser)]
#[command(name = "logpine", version, max_term_width = 100, subcommand_required = true)]
#[command(after_help = "\
Exit status:
  0   done
  1   the input is valid, but the answer is no: no tree within the limits, too few slots, an invalid
      file in `check`
  2   usage or bad input
  70  a bug of logpine
  130 interrupted: the report has what was found until then, or says how far logpine came; no half
      file is left

Examples:
  logpine tree --machine cab --leaves 128
  logpine tree --machine cab --leaves 128 --emit mrnet --hosts hosts.txt --fe login1 -o tree.top
  logpine collective allreduce --machine bgp --ranks 1024 --bytes 64KiB
  logpine answer job.toml
  logpine check tree.top
  logpine score --machine cab --tree tree.top
  logpine simulate --machine bgp --ranks 64 --bytes 64KiB --emit svg -o gantt.svg
  logpine fit --from data --name mine -o mine.toml")]
struct Cli {
    /// Format of the report: text, markdown, csv or json.
    #[arg(short, long, value_enum, default_value_t = args::Format::Text, hide_possible_values = true, global = true)]
    format: args::Format,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    #[command(flatten)]
    Question(question::Question),
    Answer(answer::Answer),
    Score(score::Score),
    Check(check::Check),
    Simulate(simulate::Simulate),
    Map(map::Map),
    Tune(tune::Tune),
    Regress(regress::Regress),
    Measure(measure::Measure),
    Machine(profile::Profile),
    Fit(Box<fit::Fit>),
    Synth(synth::Synth),
    Network(network::Network),
    Study(study::Study),
    List(list::List),
    Completions(generate::Completions),
    Man(generate::Man),
}

/// The whole command line, with help in two lengths.
fn command() -> clap::Command {
    help::in_two_lengths(Cli::command())
}

/// Reports that an interrupt ended the program, unless another thread reports.
fn interrupted(is_reporter: bool) {
    if is_reporter {
        let _ = Outcome::Interrupted.report(now::format());
    } else {
        outcome::message_to_stderr("note: stopped by an interrupt while results were written");
    }
}

/// Parses the arguments, runs the subcommand, and reports how it ended.
pub fn run() -> ExitCode {
    interrupt::listen(interrupted);
    let parsed = command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches));
    let Cli { mut format, command } = parsed.unwrap_or_else(|error| exit(error, None));
    now::FORMAT.get_or_init(|| format);
    let outcome = match command {
        Command::Question(question) => question.run(format),
        Command::Answer(answer) => {
            let (either, outcome) = answer.run(format);
            format = either;
            outcome
        }
        Command::Score(score) => score.run(format),
        Command::Check(check) => check.run(format),
        Command::Simulate(simulate) => simulate.run(format),
        Command::Map(map) => map.run(format),
        Command::Tune(tune) => tune.run(format),
        Command::Regress(regress) => regress.run(format),
        Command::Measure(measure) => measure.run(format),
        Command::Machine(profile) => profile.run(format),
        Command::Fit(fit) => fit.run(format),
        Command::Synth(synth) => synth.run(format),
        Command::Network(network) => network.run(format),
        Command::Study(study) => study.run(format),
        Command::List(list) => Ok(list.run(format)),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    let status = outcome.unwrap_or_else(Outcome::from).report(format);
    // What was found until then is reported nevertheless.
    if interrupt::is_asked_to_stop() { interrupt::STATUS.into() } else { status }
}

/// Ends the program for arguments that ask for help or are none of its. The note is added to errors.
fn exit(mut error: clap::Error, note: Option<&str>) -> ! {
    elsewhere::suggest(&mut error, &command());
    let message = error.render().to_string();
    if !error.use_stderr() {
        // Help is a result: where it cannot be written, that is an error like any other.
        if let Err(unwritten) = outcome::write_to_stdout(|_| error.print()) {
            outcome::message_to_stderr(&format!("error: {unwritten}"));
            std::process::exit(2);
        }
    } else if message.len() > outcome::LONGEST_MESSAGE {
        outcome::message_to_stderr(&message);
    } else {
        // There is nowhere to report a failure to.
        let _ = error.print();
    }
    if let Some(note) = note {
        outcome::message_to_stderr(note);
    }
    std::process::exit(error.exit_code())
}
