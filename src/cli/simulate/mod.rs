//! `logpine simulate`: the execution of a schedule.

mod files;
mod read;

pub use read::read;

use super::args::Format;
use super::colour::reported;
use super::goal::GoalArgs;
use super::hosts;
use super::input;
use super::machine::MachineArgs;
use super::named::Named;
use super::options::{Kind, Options};
use super::outcome::{Outcome, Step, harmless, message_to_stderr};
use super::output::OutputArgs;
use super::progress::{Bar, LimitArgs};
use super::steps;
use crate::answer::Simulation;
use crate::answer::relations::{RANKS, Subject, Task};
use crate::report::timeline::{SimulationReport, json};
use crate::report::{simulation_title, text};
use crate::request::{FileFormat, Operation, Request};
use clap::{Arg, ArgGroup, Args};
use files::SimulationFormat;
use logpine_collectives::schedule::replay::CriticalPath;
use std::path::PathBuf;

/// The most operations for which a Gantt chart is proposed.
const MOST_DRAWN: u64 = 1 << 20;

/// Executes a schedule, or the best one, rank by rank.
///
/// Reports when it ends, where the time goes, and how busy the ranks are. Takes a GOAL file, a request in a file, or the
/// best answer for --ranks or --leaves.
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
  logpine simulate --machine cab --leaves 128 --waves 10
  logpine simulate --machine tukey job.toml")]
pub struct Simulate {
    /// GOAL schedule (.goal, .bin, or - for standard input), or request (.toml) whose answer is executed.
    #[arg(group = "subject")]
    file: Option<PathBuf>,

    #[command(flatten)]
    machine: MachineArgs,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    plan: Options<OfExecution>,

    #[command(flatten)]
    limit: LimitArgs,

    /// Lists the time at which each rank is done; JSON has it for up to 65,536 ranks.
    #[arg(long)]
    #[arg(hide_short_help = true)]
    ranks_table: bool,

    /// Writes the execution in a format to the -o that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output", help_heading = "Files")]
    emit: Vec<SimulationFormat>,

    #[command(flatten)]
    output: OutputArgs,
}

/// Requests for the plan to execute if no file is given, and the rules of the execution.
#[derive(Debug)]
struct OfExecution;

impl Kind for OfExecution {
    const SUBJECTS: &'static [Subject] = RANKS;

    fn has(option: &Arg) -> bool {
        let id = option.get_id().as_str();
        matches!(id, "semantics" | "ranks" | "leaves" | "collective" | "bytes" | "family" | "waves")
    }

    fn adapted(option: Arg) -> Arg {
        let plan = option.clone().help_heading("Instead of a file");
        match option.get_id().as_str() {
            "semantics" => option
                .hide_short_help(false)
                .help("Rules of execution [default: program-order for plans, loggopsim for files]"),
            "ranks" => plan.group("subject").help("Executes the best collective among P ranks"),
            "leaves" => plan.group("subject").help("Executes the best overlay tree for N leaves"),
            // Every operation is read, to say which have no schedule.
            "collective" => plan
                .help("The operation [default: bcast with --ranks, reduce with --leaves]")
                .value_parser(Named::hiding(|name: Operation| !name.has_schedule())),
            "waves" => plan
                .hide_short_help(true)
                .help("Number of waves over an overlay tree, all ready at the start [default: 1]"),
            _ => plan,
        }
    }
}

impl Simulate {
    /// The request of the options.
    fn request(&self) -> Request {
        let goal = |format: &SimulationFormat| match format {
            SimulationFormat::Goal => Some(FileFormat::Goal),
            SimulationFormat::GoalBin => Some(FileFormat::GoalBin),
            _ => None,
        };
        Request {
            model: self.machine.model,
            formats: self.emit.iter().filter_map(goal).collect(),
            goal_tick: self.goal.length(),
            ..self.plan.request()
        }
    }

    /// The execution of the schedule in the file, or of the one that answers the request.
    fn simulation(&self) -> Step<Simulation> {
        let (machine, request) = (self.machine.load_machine()?, self.request());
        let asked = |request| {
            let is_listed = self.emit.iter().any(|format| *format != SimulationFormat::Json);
            let request = hosts::read_for(Task::Simulate, &machine, request, false)?;
            Ok(Simulation::new(&machine, &request, is_listed).map_err(hosts::short_of_slots)?)
        };
        let Some(file) = &self.file else { return asked(request) };
        if file.extension().is_some_and(|extension| extension == "toml") {
            return asked(request.or(input::read_request(file)?.0));
        }
        let schedule = read(file, self.goal.tick(machine.clock)?)?;
        Ok(Simulation::of_schedule(&machine, &request, &file.display().to_string(), schedule)?)
    }

    /// Runs the subcommand.
    pub fn run(self, format: Format) -> Step<Outcome> {
        let requests = self.output.requests(&self.emit)?;
        let bar = Bar::within("operations", self.limit);
        let simulation = bar.around("making the schedule", || self.simulation())?;
        for note in &simulation.notes {
            message_to_stderr(note);
        }
        files::check(&requests, &simulation)?;
        let bar = bar.again("operations");
        let executed = bar.around("executing", || simulation.execute(&bar))?;
        let critical_path = executed.timeline.as_ref().map(CriticalPath::new);
        let title = simulation_title(&simulation);
        let report = SimulationReport::new(&simulation, &executed, &title, critical_path.as_ref());
        files::write(&requests, &self.output, &report, executed.timeline.as_ref(), &simulation)?;
        let shown = || {
            let (title, machine) = (harmless(report.title), harmless(report.machine));
            let report = SimulationReport { title: &title, machine: &machine, ..report };
            let mut page = text::simulation_page(&report);
            if self.ranks_table {
                text::rank_times(&mut page, &report);
            }
            let is_drawn = self.emit.contains(&SimulationFormat::Svg) || report.operations() > MOST_DRAWN;
            let picture = steps::again_if(!is_drawn, "--emit svg -o gantt.svg");
            page.next([picture]);
            page
        };
        Ok(reported(format, shown, || json(&report)))
    }
}
