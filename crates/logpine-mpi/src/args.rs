//! The command line.

use crate::cells::collective;
use crate::sizes::{Sizes, delay, size, sizes};
use crate::times::Repetitions;
use clap::{Args, Parser, Subcommand};
use logpine::answer::Grid;
use logpine::request::MpiCollective;
use std::path::PathBuf;
use std::time::Duration;

/// Measures messages and collectives of an MPI library, and runs the algorithms that logpine chooses.
///
/// Start it with the launcher of the library it was built with: mpirun -np 4 logpine-mpi run bcast --machine mine.toml --bytes 64KiB
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Arguments {
    /// Runs so many ranks as threads of this process, without MPI: to try a command, not to measure.
    #[arg(long, global = true, value_name = "P", value_parser = clap::value_parser!(u32).range(1..=256), hide_short_help = true)]
    pub threads: Option<u32>,

    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Measures messages, or the library's collectives.
    #[command(subcommand)]
    Measure(Measure),
    /// Executes the algorithm that logpine chooses, and compares it with its prediction and with the library.
    Run(Run),
    /// Compares predictions, choices and the library over a grid of ranks and sizes.
    Compare(Compare),
    /// Finds the tree of the library's own bcast or reduce, by delays.
    ///
    /// Every rank in turn comes late to the call; those that are late with it are the ranks below it in a broadcast, and above it in a
    /// reduction. Any MPI will do.
    Probe(Probe),
    /// Calls a collective of the library and does nothing else, for a monitor that counts messages.
    Call(Call),
}

/// Subjects of measurements.
#[derive(Debug, Subcommand)]
pub enum Measure {
    /// Times round trips, overheads and gaps of messages between two ranks, for `logpine fit --from DIR`.
    ///
    /// Writes messages.csv for ranks on different hosts, and messages-host.csv for ranks of one host, as far as the job has both. Two ranks
    /// suffice, each bound to a core of its own; further ranks wait, and need processors to do so.
    Messages(Messages),
    /// Times the library's own collectives among all ranks of the job.
    Collectives(Collectives),
}

/// `measure messages`
#[derive(Debug, Args)]
pub struct Messages {
    /// Directory of the files, made if it does not exist.
    #[arg(long, value_name = "DIR")]
    pub dir: PathBuf,

    /// Sizes of messages: a list of sizes and ranges, such as 1B..1MiB (powers of two).
    #[arg(short = 's', long, value_name = "SIZES", default_value = "1B..1MiB", value_parser = sizes)]
    pub bytes: Sizes,

    /// Repetitions of each measurement.
    #[command(flatten, next_help_heading = "Repetitions")]
    pub repetitions: Repetitions,

    /// Replaces existing files.
    #[arg(long)]
    pub force: bool,
}

/// `measure collectives`
#[derive(Debug, Args)]
pub struct Collectives {
    /// Collectives, separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "bcast,reduce,allreduce", value_parser = collective)]
    pub collectives: Vec<MpiCollective>,

    /// Sizes, as MPI counts them: of the vector, or of the block of one rank.
    #[arg(short = 's', long, value_name = "SIZES", default_value = "1B..1MiB", value_parser = sizes)]
    pub bytes: Sizes,

    /// Rank of the root.
    #[arg(long, value_name = "RANK", default_value_t = 0)]
    pub root: u32,

    /// Files of the results.
    #[command(flatten)]
    pub output: Output,

    /// Repetitions of each measurement.
    #[command(flatten, next_help_heading = "Repetitions")]
    pub repetitions: Repetitions,
}

/// Files of the results.
#[derive(Debug, Args)]
pub struct Output {
    /// File for the times (CSV); - prints them in place of the report.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// File for a picture of the times (SVG).
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Replaces existing files.
    #[arg(long)]
    pub force: bool,
}

/// The question that logpine answers.
#[derive(Debug, Args)]
pub struct Question {
    /// Model of the profile that decides, such as loggp or plogp.
    #[arg(long, value_name = "MODEL")]
    pub model: Option<String>,

    /// Rank of the root.
    #[arg(long, value_name = "RANK", default_value_t = 0)]
    pub root: u32,

    /// Combines operands in the order of the ranks only, as for operators that do not commute.
    #[arg(long)]
    pub non_commutative: bool,

    /// Leaves out the library's own collective.
    #[arg(long, hide_short_help = true)]
    pub no_library: bool,

    /// Files of the results.
    #[command(flatten)]
    pub output: Output,

    /// Repetitions of each measurement.
    #[command(flatten, next_help_heading = "Repetitions")]
    pub repetitions: Repetitions,
}

/// `run`
#[derive(Debug, Args)]
#[command(after_help = "\
Every repetition has data of its own, and every rank checks every byte that it
has in the end. A repetition begins after a barrier of the library, and takes
as long as on the slowest rank.

Examples:
  mpirun -np 4 logpine-mpi run bcast -m mine.toml -s 64KiB --all
  mpirun -np 4 logpine-mpi run allreduce -m mine.toml -s 1KiB..1MiB -o times.csv --svg times.svg
  mpirun -np 4 logpine-mpi run --request job.toml -m mine.toml")]
pub struct Run {
    /// Collective: bcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce, alltoall or barrier; required without --request.
    #[arg(value_parser = collective, required_unless_present = "request")]
    pub collective: Option<MpiCollective>,

    /// Machine: a profile, or the name of a built-in one.
    #[arg(short, long, value_name = "NAME|FILE")]
    pub machine: PathBuf,

    /// Sizes, as MPI counts them: of the vector, or of the block of one rank.
    #[arg(short = 's', long, value_name = "SIZES", value_parser = sizes, conflicts_with = "request")]
    pub bytes: Option<Sizes>,

    /// File with a request, whose collective, size and model are taken; its ranks are those of the job.
    #[arg(long, value_name = "FILE", conflicts_with = "collective")]
    pub request: Option<PathBuf>,

    /// Executes the best of every family, not only the answer.
    #[arg(long)]
    pub all: bool,

    /// Executes the best of this family in place of the answer.
    #[arg(long, value_name = "NAME", conflicts_with = "all")]
    pub family: Option<String>,

    /// File for the number of messages, and of bytes, from each rank to each other in one execution (CSV), to compare with a monitor's.
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub traffic: Option<PathBuf>,

    /// The question to logpine.
    #[command(flatten)]
    pub question: Question,
}

/// `compare`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mpirun -np 8 logpine-mpi compare -m mine.toml -s 1B..1MiB:*16 -o compare.csv --svg compare.svg
  mpirun -np 8 logpine-mpi compare -m mine.toml --collectives bcast --ranks 2..8 -s 64KiB
  mpirun -np 8 logpine-mpi compare -m mine.toml --shard 1/4 -o 1.csv
  logpine-mpi compare --join 1.csv 2.csv 3.csv 4.csv -o compare.csv")]
pub struct Compare {
    /// Machine: a profile, or the name of a built-in one; required without --join.
    #[arg(short, long, value_name = "NAME|FILE", required_unless_present = "join")]
    pub machine: Option<PathBuf>,

    /// Collectives, separated by commas.
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "bcast,reduce,allreduce", value_parser = collective)]
    pub collectives: Vec<MpiCollective>,

    /// Numbers of ranks: a list of numbers and ranges [default: all of the job].
    #[arg(short = 'n', long, value_name = "LIST", value_parser = ranks)]
    pub ranks: Option<Grid>,

    /// Sizes, as MPI counts them: of the vector, or of the block of one rank.
    #[arg(short = 's', long, value_name = "SIZES", default_value = "1B..1MiB:*16", value_parser = sizes)]
    pub bytes: Sizes,

    /// Measures every N-th cell of the grid, from the I-th on; `auto` takes I/N from the job array (Slurm, PBS, LSF, Grid Engine).
    #[arg(long, value_name = "I/N|auto")]
    pub shard: Option<String>,

    /// Joins the files of all shards instead of measuring; needs no mpirun.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["machine", "collectives", "ranks", "bytes", "shard"])]
    pub join: Vec<PathBuf>,

    /// The question to logpine.
    #[command(flatten)]
    pub question: Question,
}

/// `probe`
#[derive(Debug, Args)]
#[command(after_help = "\
Few bytes show the tree best: large messages wait for their receivers, too.

Examples:
  mpirun -np 8 logpine-mpi probe bcast -o probe.csv
  mpirun -np 8 logpine-mpi probe reduce --root 2 --delay 100ms --repeat 9")]
pub struct Probe {
    /// Collective: bcast or reduce.
    #[arg(value_parser = with_tree)]
    pub collective: MpiCollective,

    /// Size of the vector.
    #[arg(short = 's', long, value_name = "SIZE", default_value = "8B", value_parser = size)]
    pub bytes: u64,

    /// Rank of the root.
    #[arg(long, value_name = "RANK", default_value_t = 0)]
    pub root: u32,

    /// The delay of a rank; ranks that take more than half of it are late.
    #[arg(long, value_name = "TIME", default_value = "30ms", value_parser = delay)]
    pub delay: Duration,

    /// Delays of each rank; the majority counts.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub repeat: u32,

    /// File for the tree (CSV); - prints it in place of the report.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Replaces an existing file.
    #[arg(long)]
    pub force: bool,
}

/// `call`
#[derive(Debug, Args)]
#[command(after_help = "\
Between the beginning and the end of MPI there is no other call that sends.

Example, with Open MPI's monitor:
  mpirun -np 8 --mca pml_monitoring_enable 2 --mca pml_monitoring_enable_output 3 \\
    --mca pml_monitoring_filename profile logpine-mpi call bcast -s 16KiB")]
pub struct Call {
    /// Collective: bcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce, alltoall or barrier.
    #[arg(value_parser = collective)]
    pub collective: MpiCollective,

    /// Size, as MPI counts it: of the vector, or of the block of one rank; required except for a barrier.
    #[arg(short = 's', long, value_name = "SIZE", value_parser = size)]
    pub bytes: Option<u64>,

    /// Number of calls.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub calls: u32,

    /// Rank of the root.
    #[arg(long, value_name = "RANK", default_value_t = 0)]
    pub root: u32,
}

/// A collective whose messages go along a tree.
fn with_tree(name: &str) -> Result<MpiCollective, String> {
    [MpiCollective::Bcast, MpiCollective::Reduce]
        .into_iter()
        .find(|of| of.name() == name)
        .ok_or_else(|| "trees are those of bcast and reduce".to_owned())
}

/// A list of numbers and ranges.
fn ranks(text: &str) -> Result<Grid, String> {
    Grid::parse(text, str::parse::<u64>).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn arguments_are_consistent_and_short() {
        Arguments::command().debug_assert();
        for mut command in commands(Arguments::command()) {
            let lines = command.render_help().to_string().lines().count();
            assert!(lines <= 40, "{}: {lines} lines", command.get_name());
        }
    }

    fn commands(command: clap::Command) -> Vec<clap::Command> {
        let inner = command.get_subcommands().cloned().flat_map(commands).collect::<Vec<_>>();
        std::iter::once(command).chain(inner).collect()
    }

    #[test]
    fn grids_are_read() {
        assert_eq!(ranks("2..8").map(|grid| grid.values().to_vec()), Ok(vec![2, 4, 8]));
    }
}
