//! `logpine best`: the fastest tree for a number of leaves.

use super::args::{Collective, Format, count};
use super::emit::EmitArgs;
use super::machine::MachineArgs;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr, refused};
use clap::{Args, ValueEnum};
use itertools::Itertools;
use logpine::job::{Job, Limits, Objective};
use logpine::plan::Plan;
use logpine::report::{Subject, json, text};
use logpine::search::overlay::{FrontError, SearchError, latency_period_front};
use std::time::Instant;

/// The fastest overlay tree for a number of leaves, with proof, ranked against what people use.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  logpine best --machine cab --leaves 128
  logpine best --machine cab --leaves 128 --collective roundtrip --max-fanout 8
  logpine best --machine cab --leaves 128 --objective total --waves 100
  logpine best --machine cab --leaves 128 --pareto period
  logpine best --machine cab --leaves 128 --emit mrnet --hosts hosts.txt --fe login1 -o tree.top
  logpine best --machine ./mine.toml --leaves 10^6 --format json")]
pub struct Best {
    #[command(flatten)]
    machine: MachineArgs,

    /// Number of leaves, such as 128, 10^6 or 2^20; at most 2^63.
    #[arg(long, value_parser = count, value_name = "N", allow_negative_numbers = true)]
    leaves: u64,

    /// The operation over the tree.
    #[arg(long, value_enum, default_value_t = Collective::Reduce)]
    collective: Collective,

    /// What is to be least: the time of one wave, the time between waves, or the total of --waves.
    #[arg(long, value_enum)]
    objective: Option<ObjectiveName>,

    /// Number of waves, for --objective total.
    #[arg(long, value_parser = count, value_name = "W", allow_negative_numbers = true)]
    waves: Option<u64>,

    /// Lists all trades of latency against the period instead of one tree.
    #[arg(long, value_enum, conflicts_with_all = ["objective", "waves", "emit", "timings"])]
    pareto: Option<Pareto>,

    /// No node has more children.
    #[arg(long, value_parser = count, value_name = "X", allow_negative_numbers = true)]
    max_fanout: Option<u64>,

    /// No leaf is further from the root.
    #[arg(long, value_name = "H", allow_negative_numbers = true)]
    max_height: Option<u32>,

    #[command(flatten)]
    emit: EmitArgs,

    /// Writes how long the steps took to stderr.
    #[arg(long, help_heading = "Options")]
    timings: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ObjectiveName {
    /// The time of one wave.
    Latency,
    /// The steady-state time between waves.
    Period,
    /// The time of --waves waves.
    Total,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Pareto {
    /// Latency against period.
    Period,
}

impl Best {
    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let job = self.job()?;
        let requests = self.emit.requests()?;
        let chosen = self.machine.load(job.collective)?;
        let subject = chosen.subject();
        if let Some(Pareto::Period) = self.pareto {
            let front = latency_period_front(subject.cost, &job).map_err(|error| match error {
                FrontError::Search(error) => no_tree(error, &job, &subject),
                error => refused(&error),
            })?;
            return Ok(Outcome::Done(match format {
                Format::Text => text::front(&front, &subject),
                Format::Json => json::front(&front, &job, &subject),
            }));
        }
        let start = Instant::now();
        let plan = Plan::new(subject.cost, job).map_err(|error| no_tree(error, &job, &subject))?;
        let searched = start.elapsed();
        plan.check(subject.cost).map_err(Outcome::Bug)?;
        let checked = start.elapsed();
        self.emit.write(&requests, &plan, &subject)?;
        let result = match format {
            Format::Text => text::best(&plan, &subject),
            Format::Json => json::best(&plan, &subject),
        };
        if self.timings {
            let (check, report) = (checked.saturating_sub(searched), start.elapsed().saturating_sub(checked));
            message_to_stderr(&format!(
                "search and ranking {searched:?}, check {check:?}, files and report {report:?}"
            ));
        }
        Ok(Outcome::Done(result))
    }

    fn job(&self) -> Step<Job> {
        let objective = match (self.objective, self.waves) {
            (None | Some(ObjectiveName::Latency), None) => Objective::Latency,
            (Some(ObjectiveName::Period), None) => Objective::Period,
            (None | Some(ObjectiveName::Total), Some(waves)) => Objective::Total { waves },
            (Some(ObjectiveName::Total), None) => {
                return Err(bad_input(anyhow::anyhow!("--objective total needs --waves W, the number of waves")));
            }
            (Some(_), Some(_)) => {
                return Err(bad_input(anyhow::anyhow!("--waves goes with --objective total")));
            }
        };
        let limits = Limits { max_fanout: self.max_fanout, max_height: self.max_height };
        let job = Job::new(self.leaves).map_err(bad_input)?.with_collective(self.collective.into()).with_limits(limits);
        job.with_objective(objective).map_err(bad_input)
    }
}

/// The end of a search without a tree, and which of the limits that were set to raise.
fn no_tree(error: SearchError, job: &Job, subject: &Subject) -> Outcome {
    let ways_out = match error {
        SearchError::TooLow { .. } => [
            (job.limits.max_height.is_some(), "raise --max-height"),
            (job.limits.max_fanout.is_some(), "raise --max-fanout"),
        ],
        SearchError::NoFanouts => [
            (job.limits.max_fanout.is_some(), "raise --max-fanout"),
            (subject.cost.level(2).is_none(), "extend the machine's table"),
        ],
        SearchError::NotRepresentable => {
            let several = matches!(job.objective, Objective::Total { waves } if waves > 1);
            [(several, "ask for fewer waves"), (false, "")]
        }
        _ => [(false, ""); 2],
    };
    let ways_out = ways_out.into_iter().filter(|&(open, _)| open).map(|(_, way)| way).join(", or ");
    let message = if ways_out.is_empty() { error.to_string() } else { format!("{error}; {ways_out}") };
    Outcome::No { message, json: json::infeasible(&error) }
}
