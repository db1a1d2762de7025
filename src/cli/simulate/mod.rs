//! `logpine simulate`: what happens when, if a schedule is executed.

mod collective;
mod execution;
mod files;
mod memory;
mod no_bytes;
mod subject;

use super::args::{Format, count, size};
use super::goal::GoalArgs;
use super::machine::MachineArgs;
use super::named::Named;
use super::outcome::{Outcome, Step, harmless};
use super::output::OutputArgs;
use crate::answer::relations::Task;
use crate::format::goal::GoalTick;
use crate::report::text;
use crate::report::timeline::{SimulationReport, json};
use crate::request::{FileFormat, Operation, Request, Semantics};
use crate::schedule::replay::{CriticalPath, Replayed};
use crate::units::Clock;
use clap::{ArgGroup, Args};
use execution::Executed;
use files::SimulationFormat;
use std::path::PathBuf;
use subject::{Agreement, Predicted, Subject};
pub use subject::{Timing, read};

/// The collectives that have schedules.
const SIMULATED: Named<Operation> = Named::hiding(|name| !name.has_schedule());

/// Executes a schedule: when it ends, what it takes its time for, and how busy the ranks are.
///
/// Takes a GOAL file, or the best plan for --ranks or --leaves.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("subject").required(true))]
#[command(after_help = "\
Examples:
  logpine simulate schedule.goal --machine loggopsim
  logpine simulate schedule.goal --machine loggopsim --emit svg -o gantt.svg
  logpine simulate --machine bgp --ranks 64 --bytes 64KiB --emit svg -o gantt.svg
  logpine simulate --machine bgp --ranks 64 --bytes 64KiB --family binomial
  logpine simulate --machine tukey --ranks 32 --bytes 1KiB --collective allgather
  logpine simulate --machine lecture --ranks 8 --collective barrier --ranks-table
  logpine simulate --machine tukey --ranks 4096 --bytes 1MiB --emit trace -o trace.json
  logpine simulate --machine cab --leaves 128 --waves 10")]
pub struct Simulate {
    /// A GOAL schedule, as text (.goal) or packed (.bin), or - for standard input.
    #[arg(group = "subject")]
    file: Option<PathBuf>,

    #[command(flatten)]
    machine: MachineArgs,

    /// Whose rules the execution follows [default: program-order for plans, loggopsim for files].
    #[arg(long, value_parser = Named::<Semantics>::new())]
    semantics: Option<Semantics>,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    plan: PlanArgs,

    /// Also lists when each rank is done; JSON always has it, up to 65,536 ranks.
    #[arg(long)]
    ranks_table: bool,

    /// Writes the execution, or the schedule, in a format to the --output that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<SimulationFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// The plan to execute, where no file is given.
#[derive(Debug, Args)]
#[command(next_help_heading = "Instead of a file")]
struct PlanArgs {
    /// The best collective among so many ranks.
    #[arg(long, value_parser = count, value_name = "P", group = "subject", allow_negative_numbers = true)]
    ranks: Option<u64>,

    /// The best overlay tree for so many leaves.
    #[arg(long, value_parser = count, value_name = "N", group = "subject", allow_negative_numbers = true)]
    leaves: Option<u64>,

    /// The operation [default: bcast with --ranks, reduce with --leaves].
    #[arg(long, value_parser = SIMULATED, conflicts_with = "file")]
    collective: Option<Operation>,

    /// Size of the message, such as 8, 64KiB or 1GB; for every model but tan and logp.
    #[arg(long, value_parser = size, value_name = "SIZE", allow_negative_numbers = true, conflicts_with = "file")]
    bytes: Option<u64>,

    /// The best of that family instead of the best of all, as `logpine tree` and `collective` name it; see its ranking.
    #[arg(long, value_name = "FAMILY", conflicts_with = "file")]
    family: Option<String>,

    /// Number of waves over an overlay tree, all ready at the start [default: 1].
    #[arg(long, value_parser = count, value_name = "W", allow_negative_numbers = true, conflicts_with = "file")]
    waves: Option<u64>,
}

impl Simulate {
    /// Whether the operations have to be listed: as files show them, and simulators of events take them.
    fn needs_list(&self) -> bool {
        let by_events = matches!(self.semantics, Some(Semantics::Loggopsim | Semantics::Atlahs));
        by_events || self.emit.iter().any(|format| *format != SimulationFormat::Json)
    }

    /// What is asked, and executed.
    fn request(&self, clock: Clock) -> Step<Request> {
        let goal = |format: &SimulationFormat| match format {
            SimulationFormat::Goal => Some(FileFormat::Goal),
            SimulationFormat::GoalBin => Some(FileFormat::GoalBin),
            _ => None,
        };
        let PlanArgs { ranks, leaves, collective, bytes, waves, .. } = self.plan;
        let goal_tick = self.goal.is_given().then(|| self.goal.tick(clock)).transpose()?;
        Ok(Request {
            model: self.machine.model,
            logp_reading: self.machine.logp_reading,
            collective,
            leaves,
            ranks,
            bytes,
            waves,
            semantics: self.semantics,
            formats: self.emit.iter().filter_map(goal).collect(),
            goal_tick: goal_tick.map(GoalTick::length),
            ..Request::default()
        })
    }

    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let requests = self.output.requests(&self.emit)?;
        if self.file.is_none() {
            let machine = self.machine.load_machine()?;
            Task::Simulate.admit(&machine, &self.request(machine.clock)?)?;
        }
        let subject = self.subject()?;
        files::check(&requests, &subject)?;
        let Executed { replayed, timeline, usage } = Executed::new(&subject)?;
        is_as_predicted(&subject, &replayed)?;
        let critical_path = timeline.as_ref().map(CriticalPath::new);
        let report = SimulationReport {
            title: &subject.title,
            origin: subject.origin(),
            machine: &subject.machine,
            clock: subject.clock,
            model: &subject.model,
            semantics: subject.semantics,
            schedule: subject.schedule.as_ref(),
            replayed: &replayed,
            predicted: subject.predicted.map(|predicted| predicted.time),
            usage: &usage,
            critical_path: critical_path.as_ref(),
        };
        let for_simulator = |schedule: &_| self.for_simulator(schedule, &subject, &replayed);
        files::write(&requests, &self.output, &report, timeline.as_ref(), subject.tick, for_simulator)?;
        Ok(Outcome::Done(match format {
            Format::Text => {
                let (title, machine) = (harmless(report.title), harmless(report.machine));
                let report = SimulationReport { title: &title, machine: &machine, ..report };
                let of_ranks = if self.ranks_table { text::rank_times(&report) } else { String::new() };
                text::simulation(&report) + &of_ranks
            }
            Format::Json => json(&report),
        }))
    }
}

/// In program order a plan takes the time that it states, and waves no longer: anything else is a bug.
fn is_as_predicted(subject: &Subject, replayed: &Replayed) -> Step<()> {
    let Some(Predicted { time, agreement }) =
        subject.predicted.filter(|_| subject.semantics == Semantics::ProgramOrder)
    else {
        return Ok(());
    };
    let finish = replayed.finish;
    let as_predicted = match agreement {
        Agreement::Exact => finish == time,
        Agreement::AtMost => finish <= time,
        Agreement::About => true,
    };
    if as_predicted {
        return Ok(());
    }
    let [time, finish] = [time, finish].map(|time| time.display(subject.clock));
    Err(Outcome::Bug(format!("{}: predicted {time}, its schedule takes {finish}", subject.title)))
}
