//! `--emit`: a tree in the formats that other tools load.

use super::goal::{self, ForSimulator, GoalArgs, GoalForm};
use super::hosts::HostArgs;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr, refused};
use super::output::{OutputArgs, persist};
use crate::format::goal::GoalTick;
use crate::format::mrnet::{self, Mode, ProcessTree, Topology, Warning};
use crate::format::{dot, rank_map};
use crate::model::LevelCost;
use crate::report::json::{self, Shortage};
use crate::request::{InternalSlots, Layout};
use crate::schedule::Schedule;
use crate::tree::{Shape, Spec, Tree, layers};
use crate::units::Clock;
use anyhow::anyhow;
use clap::{Args, ValueEnum};
use std::cell::OnceCell;
use std::path::Path;
use std::rc::Rc;

/// The files to write.
#[derive(Debug, Args)]
#[command(next_help_heading = "Files")]
pub struct EmitArgs {
    /// Writes the tree, or its schedule, in a format to the --output that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output")]
    emit: Vec<EmitFormat>,

    #[command(flatten)]
    output: OutputArgs,

    #[command(flatten)]
    hosts: HostArgs,

    #[command(flatten)]
    goal: GoalArgs,
}

/// Nodes of the largest picture: no one can look at more.
const LARGEST_PICTURE: u64 = 1_000_000;

/// Formats of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitFormat {
    /// MRNet's topology file.
    Mrnet,
    /// The `g:` string of `mrnet_topgen`.
    G,
    /// STAT's layer string.
    Stat,
    /// Graphviz.
    Dot,
    /// The report as JSON.
    Json,
    /// Which MRNet rank each leaf gets.
    RankMap,
    /// The schedule as GOAL text, which the converter of LogGOPSim and `logpine simulate` read.
    Goal,
    /// The schedule as packed GOAL, which LogGOPSim and ATLAHS simulate.
    GoalBin,
    /// The host of every rank, a line each, as --mapping reads it (under `tau_lop` and loggph).
    Mapping,
}

impl EmitFormat {
    /// True if only overlay trees have it.
    pub const fn is_of_trees(self) -> bool {
        matches!(self, Self::Mrnet | Self::G | Self::Stat | Self::Dot | Self::RankMap)
    }

    /// Whether it says on which host a process runs.
    pub const fn shows_hosts(self) -> bool {
        matches!(self, Self::Mrnet | Self::RankMap | Self::Dot)
    }
}

/// A tree to be written, with its report.
pub struct Emitted<'a> {
    pub shape: &'a Shape,
    /// The report as JSON.
    pub json: &'a dyn Fn() -> String,
    /// The costs of nodes; `None` under a port model, where one child never takes longer than two.
    pub cost: Option<&'a dyn LevelCost>,
    /// The schedule along the tree.
    pub program: Program<'a>,
}

/// The schedule to write, made when a format first asks for it.
pub struct Program<'a> {
    /// Makes the schedule.
    schedule: &'a dyn Fn() -> Step<ForSimulator>,
    /// The clock of the machine.
    clock: Clock,
    /// The schedule to write, made once for all files.
    written: OnceCell<Rc<Schedule>>,
}

impl<'a> Program<'a> {
    /// The program that `schedule` makes, on a machine with that clock.
    pub const fn new(schedule: &'a dyn Fn() -> Step<ForSimulator>, clock: Clock) -> Self {
        Self { schedule, clock, written: OnceCell::new() }
    }

    /// The schedule to write.
    fn written(&self, tick: GoalTick) -> Step<Rc<Schedule>> {
        if let Some(written) = self.written.get() {
            return Ok(Rc::clone(written));
        }
        let made = (self.schedule)()?;
        goal::check(&made.schedule)?;
        let written = Rc::new(made.program(tick)?);
        Ok(Rc::clone(self.written.get_or_init(|| written)))
    }
}

/// A plan among ranks to be written.
pub struct RankEmitted<'a> {
    /// The report as JSON.
    pub json: &'a str,
    /// The schedule of the ranks.
    pub program: Program<'a>,
}

/// A collective to be written, whose ranks have hosts.
pub struct MpiEmitted<'a> {
    /// The report as JSON.
    pub json: &'a str,
    /// The schedule of the ranks, under a model of single messages.
    pub program: Option<Program<'a>>,
    /// The hosts of the ranks, under a model that sees them.
    pub layout: Option<&'a Layout>,
}

/// A line for each rank with its host, as `--mapping` reads it.
fn mapping_text(layout: &Layout) -> String {
    (0..layout.ranks())
        .fold("# rank host\n".to_owned(), |text, rank| text + &format!("{rank} host{}\n", layout.host(rank)))
}

/// The contents of a file.
enum Contents {
    Text(String),
    Goal(Rc<Schedule>, GoalForm, GoalTick),
}

/// One file to write.
pub type Request<'a> = (EmitFormat, &'a Path);

impl EmitArgs {
    /// The files to write, checked before any work is done: each format has a file, and no file is overwritten unasked.
    pub fn requests(&self) -> Step<Vec<Request<'_>>> {
        self.hosts.check_use(self.emit.iter().any(|format| format.shows_hosts()))?;
        let goal = |format: &EmitFormat| matches!(format, EmitFormat::Goal | EmitFormat::GoalBin);
        if self.goal.is_given() && !self.emit.iter().any(goal) {
            return Err(bad_input(anyhow!("--goal-tick goes with --emit goal or goal-bin")));
        }
        self.output.requests(&self.emit)
    }

    /// Writes the files, if the tree fits on its hosts: all contents are made before the first is written.
    pub fn write(&self, requests: &[Request], best: &Emitted) -> Step<()> {
        if !requests.iter().any(|(format, _)| format.shows_hosts()) {
            self.hosts.check_fits(best.shape)?;
        }
        self.stage(requests, |format| self.contents(format, best))
    }

    /// The files to write for a plan among ranks: a report or a schedule.
    pub fn rank_requests(&self) -> Step<Vec<Request<'_>>> {
        let requests = self.requests()?;
        let fits = |format| matches!(format, EmitFormat::Json | EmitFormat::Goal | EmitFormat::GoalBin);
        if !requests.iter().all(|&(format, _)| fits(format)) {
            return Err(bad_input(anyhow!(
                "among ranks --emit is json, goal or goal-bin; the others write overlay trees"
            )));
        }
        Ok(requests)
    }

    /// The files to write for a collective whose ranks have hosts: a report, a schedule, or the hosts.
    pub fn mpi_requests(&self) -> Step<Vec<Request<'_>>> {
        if self.emit.contains(&EmitFormat::Mapping) { self.requests() } else { self.rank_requests() }
    }

    /// Writes the files of a collective whose ranks have hosts.
    pub fn write_mpi(&self, requests: &[Request], best: &MpiEmitted) -> Step<()> {
        self.stage(requests, |format| match format {
            EmitFormat::Json => Ok(Contents::Text(best.json.to_owned())),
            EmitFormat::Mapping => {
                let layout = best.layout.ok_or_else(|| {
                    bad_input(anyhow!("--emit mapping goes with --model tau_lop or loggph, which see where ranks run"))
                })?;
                Ok(Contents::Text(mapping_text(layout)))
            }
            EmitFormat::Goal | EmitFormat::GoalBin => match &best.program {
                Some(program) => self.goal_contents(format, program),
                None => Err(bad_input(anyhow!(
                    "a schedule is of single messages: --emit goal goes with a --model of them, not tau_lop or loggph"
                ))),
            },
            _ => Err(bad_input(anyhow!("for this collective --emit is json, goal, goal-bin or mapping"))),
        })
    }

    /// The files to write for a plan that is neither: only reports.
    pub fn report_requests(&self) -> Step<Vec<Request<'_>>> {
        let requests = self.rank_requests()?;
        if requests.iter().any(|(format, _)| *format != EmitFormat::Json) {
            return Err(bad_input(anyhow!("this plan has no schedule to write: the only --emit is json")));
        }
        Ok(requests)
    }

    /// The hosts, and how processes are given to them.
    pub fn hosts(&self) -> &HostArgs {
        &self.hosts
    }

    /// How many internal processes the hosts take beside so many leaves: those that are given, or that files are written for.
    pub fn internal_slots(&self, requests: &[Request], leaves: u64) -> Step<Option<InternalSlots>> {
        let shown = requests.iter().any(|(format, _)| format.shows_hosts() && *format != EmitFormat::Dot);
        if shown || self.hosts.limits_tree() { self.hosts.internal_slots(leaves).map(Some) } else { Ok(None) }
    }

    /// Writes the files of a tree whose processes have their hosts, which `placed` gives.
    pub fn write_placed(&self, requests: &[Request], placed: &dyn Fn() -> Step<Topology>, json: &str) -> Step<()> {
        self.stage(requests, |format| {
            let text = match format {
                EmitFormat::Json => json.to_owned(),
                EmitFormat::Mrnet => mrnet::write(&placed()?).map_err(|error| refused(&error))?,
                EmitFormat::RankMap => rank_map(&placed()?, Mode::Launch).map_err(|error| refused(&error))?,
                EmitFormat::Dot => {
                    let topology = placed()?;
                    dot(&topology.tree, Some(&topology.processes))
                }
                _ => {
                    return Err(bad_input(anyhow!(
                        "on hosts with different factors --emit is mrnet, rank-map, dot or json"
                    )));
                }
            };
            Ok(Contents::Text(text))
        })
    }

    /// Writes the files of a plan among ranks.
    pub fn write_ranks(&self, requests: &[Request], best: &RankEmitted) -> Step<()> {
        self.stage(requests, |format| match format {
            EmitFormat::Goal | EmitFormat::GoalBin => self.goal_contents(format, &best.program),
            _ => Ok(Contents::Text(best.json.to_owned())),
        })
    }

    /// The length of a tick of GOAL schedules.
    pub fn goal_tick(&self, clock: Clock) -> Step<GoalTick> {
        self.goal.tick(clock)
    }

    /// Writes a report to every file.
    pub fn write_report(&self, requests: &[Request], report: &str) -> Step<()> {
        self.output.write(requests.iter().map(|&(_, path)| (path, report.to_owned())))
    }

    fn stage(&self, requests: &[Request], contents: impl Fn(EmitFormat) -> Step<Contents>) -> Step<()> {
        let stage = |&(format, path): &Request| match contents(format)? {
            Contents::Text(text) => self.output.stage(path, |out| out.write_all(text.as_bytes())),
            Contents::Goal(schedule, form, tick) => {
                self.output.stage(path, |out| goal::write(&schedule, form, tick, out))
            }
        };
        persist(requests.iter().map(stage).collect::<Step<Vec<_>>>()?)
    }

    fn goal_contents(&self, format: EmitFormat, program: &Program) -> Step<Contents> {
        let form = if format == EmitFormat::GoalBin { GoalForm::Packed } else { GoalForm::Text };
        let tick = self.goal.tick(program.clock)?;
        Ok(Contents::Goal(program.written(tick)?, form, tick))
    }

    fn contents(&self, format: EmitFormat, best: &Emitted) -> Step<Contents> {
        let shape = best.shape;
        let text = match format {
            EmitFormat::Goal | EmitFormat::GoalBin => return self.goal_contents(format, &best.program),
            EmitFormat::Json => (best.json)(),
            EmitFormat::Mapping => {
                return Err(bad_input(anyhow!("--emit mapping goes with --model tau_lop or loggph")));
            }
            EmitFormat::G if shape.internal_nodes() == 0 => {
                return Err(no(
                    "the tree is a single leaf, and a `g:` string has a front end with at least one child: g:1",
                    None,
                ));
            }
            EmitFormat::G => format!("{}\n", Spec::generic(shape).map_err(|error| refused(&error))?),
            EmitFormat::Stat => format!("{}\n", layers::stat(shape).map_err(|error| refused(&error))?),
            EmitFormat::Dot => self.dot(best)?,
            EmitFormat::Mrnet => mrnet::write(&self.placed(best)?).map_err(|error| refused(&error))?,
            EmitFormat::RankMap => rank_map(&self.placed(best)?, self.hosts.mode()).map_err(|error| refused(&error))?,
        };
        Ok(Contents::Text(text))
    }

    /// The tree as a graph, with host names if there is a host list.
    fn dot(&self, best: &Emitted) -> Step<String> {
        if self.hosts.wants_placement() {
            let topology = self.placed(best)?;
            return Ok(dot(&topology.tree, Some(&topology.processes)));
        }
        let shape = best.shape;
        let nodes = shape.leaves().saturating_add(shape.internal_nodes());
        if nodes > LARGEST_PICTURE {
            let message = format!("the tree has {nodes} nodes; Graphviz is given at most {LARGEST_PICTURE}");
            let constraint = "--emit dot".to_owned();
            return Err(no(&message, Some(&Shortage { constraint, needed: nodes, available: LARGEST_PICTURE })));
        }
        let tree = Tree::from_shape(shape).map_err(|error| refused(&error))?;
        Ok(dot(&tree, None))
    }

    /// The tree with each process placed on a host.
    fn placed(&self, best: &Emitted) -> Step<Topology> {
        let processes = ProcessTree::new(best.shape, self.hosts.mode());
        let (limit, statements) = (mrnet::MAX_STATEMENTS as u64, processes.statements());
        if statements > limit {
            let way_out = if best.cost.is_some() { ": a smaller --max-height makes for fewer" } else { "" };
            let message = format!(
                "the file would have {statements} statements, one for each process with children, and MRNet loads at most \
                 {limit}{way_out}"
            );
            let constraint = "--emit mrnet".to_owned();
            return Err(no(&message, Some(&Shortage { constraint, needed: statements, available: limit })));
        }
        if let Some(warning) = processes.warning() {
            message_to_stderr(&format!("warning: {warning}"));
            warn_of_single_children(warning, best.cost);
        }
        self.hosts.place(&processes)
    }
}

fn no(message: &str, shortage: Option<&Shortage>) -> Outcome {
    Outcome::No { json: json::refused(message, shortage), message: message.to_owned() }
}

/// In attach mode some processes may have a single child, which is no slower only where one child costs no more than two.
fn warn_of_single_children(warning: Warning, cost: Option<&dyn LevelCost>) {
    let Some(cost) = cost else { return };
    let (one, two) = (cost.level(1), cost.level(2));
    if matches!(warning, Warning::AddedProcesses { .. }) && (one.is_none() || one > two) {
        message_to_stderr(
            "warning: this machine gives a node with one child no cost, or more than with two: the time may rise",
        );
    }
}
