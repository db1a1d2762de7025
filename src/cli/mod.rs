//! The command line: one file a subcommand. Results go to stdout, messages to stderr.

mod args;
mod best;
mod check;
mod emit;
mod fit;
mod generate;
mod goal;
mod hosts;
mod input;
mod interrupt;
mod job;
mod list;
mod machine;
mod map;
mod mpi;
mod named;
mod network;
mod outcome;
mod output;
mod progress;
mod score;
mod simulate;
mod stages;
mod synth;
mod tree;

use clap::{CommandFactory, Parser, Subcommand};
use outcome::Outcome;
use std::ffi::OsStr;
use std::io::{ErrorKind, Write, stdout};
use std::process::ExitCode;

/// Finds the fastest tree for a collective on a machine, proves how good it is, and writes it for the runtime.
#[derive(Debug, Parser)]
#[command(name = "logpine", version, max_term_width = 100, propagate_version = true, subcommand_required = true)]
#[command(after_help = "\
Exit status:
  0   done
  1   the input is valid, but the answer is no: no tree within the limits, too few slots, an invalid
      file in `check`
  2   usage or bad input
  70  a bug of logpine
  130 interrupted while it wrote files: none is left behind

Examples:
  logpine best --machine cab --leaves 128
  logpine best --machine cab --leaves 128 --emit mrnet --hosts hosts.txt --fe login1 -o tree.top
  logpine check tree.top
  logpine score --machine cab --tree tree.top
  logpine simulate --machine bgp --ranks 64 --bytes 64KiB --emit svg -o gantt.svg
  logpine fit --latency latency.csv --chain chain.csv --fanin fanin.csv --name mine -o mine.toml")]
struct Cli {
    /// Text for people or JSON for programs.
    #[arg(long, value_enum, default_value_t = args::Format::Text, global = true)]
    format: args::Format,

    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Best(Box<best::Best>),
    Score(score::Score),
    Check(check::Check),
    Simulate(simulate::Simulate),
    Map(map::Map),
    Fit(Box<fit::Fit>),
    Synth(synth::Synth),
    Network(network::Network),
    List(list::List),
    Completions(generate::Completions),
    Man(generate::Man),
}

/// Parses the arguments, runs the subcommand, and reports how it ended.
pub fn run() -> ExitCode {
    let job::Expanded { arguments, job } = match job::expand(Cli::command(), std::env::args_os().collect()) {
        Ok(expanded) => expanded,
        Err(outcome) => return outcome.report(args::Format::Text),
    };
    let Cli { format, command } = Cli::try_parse_from(arguments).unwrap_or_else(|error| {
        let message = error.render().to_string();
        // Help is a result: where it cannot be written, that is an error like any other.
        if error.use_stderr() && message.len() > outcome::LONGEST_MESSAGE {
            outcome::message_to_stderr(&message);
        } else if let Err(unwritten) = error.print().and_then(|()| stdout().flush())
            && !error.use_stderr()
            && unwritten.kind() != ErrorKind::BrokenPipe
        {
            outcome::message_to_stderr(&format!("error: cannot write to stdout: {unwritten}"));
            std::process::exit(2);
        }
        if let Some((path, added)) = job {
            let added = added.join(OsStr::new(" "));
            outcome::message_to_stderr(&format!("note: {} stands for {}", path.display(), added.display()));
        }
        std::process::exit(error.exit_code());
    });
    let outcome = match command {
        Command::Best(best) => best.run(format),
        Command::Score(score) => score.run(format),
        Command::Check(check) => check.run(format),
        Command::Simulate(simulate) => simulate.run(format),
        Command::Map(map) => map.run(format),
        Command::Fit(fit) => fit.run(format),
        Command::Synth(synth) => synth.run(format),
        Command::Network(network) => network.run(format),
        Command::List(list) => list.run(format),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    };
    outcome.unwrap_or_else(Outcome::from).report(format)
}
