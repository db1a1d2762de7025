//! `--emit`: the best tree in the formats that other tools load.

use super::goal::{self, GoalArgs, GoalForm};
use super::input;
use super::outcome::{Outcome, Step, bad_input, message_to_stderr, refused};
use super::output::{OutputArgs, persist};
use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use logpine::format::goal::GoalTick;
use logpine::format::mrnet::{self, Mode, ProcessTree, Topology, Warning};
use logpine::format::{HostList, HostListError, PlacementError, check_host_name, dot, place, rank_map};
use logpine::model::LevelCost;
use logpine::report::json;
use logpine::schedule::Schedule;
use logpine::tree::{Shape, Spec, Tree, layers};
use logpine::units::Clock;
use std::path::{Path, PathBuf};

/// What to write where.
#[derive(Debug, Args)]
#[command(next_help_heading = "Files")]
pub struct EmitArgs {
    /// Writes the best tree, or its schedule, in a format to the --output that follows; may be repeated.
    #[arg(long, value_enum, value_name = "FORMAT", requires = "output")]
    emit: Vec<EmitFormat>,

    #[command(flatten)]
    output: OutputArgs,

    /// Hosts to place the processes on: one `host` or `host:count` a line, Slurm ranges, comments. Without it,
    /// `SLURM_JOB_NODELIST`.
    #[arg(long, value_name = "FILE", requires = "emit")]
    hosts: Option<PathBuf>,

    /// The front end's host as its children resolve it; this host's name without it.
    #[arg(long, value_name = "HOST", requires = "emit")]
    fe: Option<String>,

    /// Attach mode: the file leaves the back-ends out, for tools that start them themselves (STAT, CBTF).
    #[arg(long, requires = "emit")]
    attach: bool,

    #[command(flatten)]
    goal: GoalArgs,
}

/// Nodes of the largest picture: no one can look at more.
const LARGEST_PICTURE: u64 = 1_000_000;

/// Formats of the best tree.
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
}

/// What is written: the best tree and the report on it.
pub struct Emitted<'a> {
    pub shape: &'a Shape,
    /// The report as JSON.
    pub json: &'a dyn Fn() -> String,
    /// The costs of nodes; `None` under a port model, where one child never takes longer than two.
    pub cost: Option<&'a dyn LevelCost>,
    /// What is done along the tree.
    pub program: Program<'a>,
}

/// What every process does.
#[derive(Clone, Copy)]
pub struct Program<'a> {
    /// Makes the schedule.
    pub schedule: &'a dyn Fn() -> Step<Schedule>,
    /// The clock of the machine.
    pub clock: Clock,
}

/// What is written of a plan among ranks.
pub struct RankEmitted<'a> {
    /// The report as JSON.
    pub json: &'a str,
    /// What the ranks do.
    pub program: Program<'a>,
}

/// What a file gets.
enum Contents {
    Text(String),
    Goal(Schedule, GoalForm, GoalTick),
}

/// One file to write.
pub type Request<'a> = (EmitFormat, &'a Path);

impl EmitArgs {
    /// The files to write, checked before any work is done: each format has a file, and no file is overwritten unasked.
    pub fn requests(&self) -> Step<Vec<Request<'_>>> {
        let places = |format: &EmitFormat| matches!(format, EmitFormat::Mrnet | EmitFormat::RankMap | EmitFormat::Dot);
        if !self.emit.is_empty() && !self.emit.iter().any(places) && self.wants_placement() {
            return Err(bad_input(anyhow!("--hosts, --fe and --attach go with --emit mrnet, rank-map or dot")));
        }
        let goal = |format: &EmitFormat| matches!(format, EmitFormat::Goal | EmitFormat::GoalBin);
        if self.goal.is_given() && !self.emit.iter().any(goal) {
            return Err(bad_input(anyhow!("--goal-tick goes with --emit goal or goal-bin")));
        }
        self.output.requests(&self.emit)
    }

    /// Writes the files: all contents are made before the first is written.
    pub fn write(&self, requests: &[Request], best: &Emitted) -> Step<()> {
        self.stage(requests, |format| self.contents(format, best))
    }

    /// The files to write for a plan among ranks: a report or a schedule.
    pub fn rank_requests(&self) -> Step<Vec<Request<'_>>> {
        let requests = self.requests()?;
        let fits = |format| matches!(format, EmitFormat::Json | EmitFormat::Goal | EmitFormat::GoalBin);
        if !requests.iter().all(|&(format, _)| fits(format)) {
            return Err(bad_input(anyhow!(
                "among ranks --emit is json, goal or goal-bin; the others write overlay trees (--leaves)"
            )));
        }
        Ok(requests)
    }

    /// The files to write for a plan that is neither: only reports.
    pub fn report_requests(&self) -> Step<Vec<Request<'_>>> {
        let requests = self.rank_requests()?;
        if requests.iter().any(|(format, _)| *format != EmitFormat::Json) {
            return Err(bad_input(anyhow!("this plan has no schedule to write: the only --emit is json")));
        }
        Ok(requests)
    }

    /// Writes the files of a plan among ranks.
    pub fn write_ranks(&self, requests: &[Request], best: &RankEmitted) -> Step<()> {
        self.stage(requests, |format| match format {
            EmitFormat::Goal | EmitFormat::GoalBin => self.goal_contents(format, best.program),
            _ => Ok(Contents::Text(best.json.to_owned())),
        })
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

    fn goal_contents(&self, format: EmitFormat, program: Program) -> Step<Contents> {
        let form = if format == EmitFormat::GoalBin { GoalForm::Packed } else { GoalForm::Text };
        let (tick, schedule) = (self.goal.tick(program.clock)?, (program.schedule)()?);
        goal::check(&schedule)?;
        Ok(Contents::Goal(schedule, form, tick))
    }

    fn contents(&self, format: EmitFormat, best: &Emitted) -> Step<Contents> {
        let shape = best.shape;
        let text = match format {
            EmitFormat::Goal | EmitFormat::GoalBin => return self.goal_contents(format, best.program),
            EmitFormat::Json => (best.json)(),
            EmitFormat::G if shape.internal_nodes() == 0 => {
                return Err(no(
                    "the tree is a single leaf, and a `g:` string has a front end with at least one child: g:1",
                ));
            }
            EmitFormat::G => format!("{}\n", Spec::generic(shape).map_err(|error| refused(&error))?),
            EmitFormat::Stat => format!("{}\n", layers::stat(shape).map_err(|error| refused(&error))?),
            EmitFormat::Dot => self.dot(best)?,
            EmitFormat::Mrnet => mrnet::write(&self.placed(best)?).map_err(|error| refused(&error))?,
            EmitFormat::RankMap => rank_map(&self.placed(best)?, self.mode()).map_err(|error| refused(&error))?,
        };
        Ok(Contents::Text(text))
    }

    fn wants_placement(&self) -> bool {
        self.hosts.is_some() || self.fe.is_some() || self.attach
    }

    fn mode(&self) -> Mode {
        if self.attach { Mode::Attach } else { Mode::Launch }
    }

    /// The tree as a graph, with host names if there is a host list.
    fn dot(&self, best: &Emitted) -> Step<String> {
        if self.wants_placement() {
            let topology = self.placed(best)?;
            return Ok(dot(&topology.tree, Some(&topology.processes)));
        }
        let shape = best.shape;
        let nodes = shape.leaves().saturating_add(shape.internal_nodes());
        if nodes > LARGEST_PICTURE {
            return Err(no(&format!("the tree has {nodes} nodes; Graphviz is given at most {LARGEST_PICTURE}")));
        }
        let tree = Tree::from_shape(shape).map_err(|error| refused(&error))?;
        Ok(dot(&tree, None))
    }

    /// The tree with each process placed on a host.
    fn placed(&self, best: &Emitted) -> Step<Topology> {
        let processes = ProcessTree::new(best.shape, self.mode());
        let (limit, statements) = (mrnet::MAX_STATEMENTS as u64, processes.statements());
        if statements > limit {
            let way_out = if best.cost.is_some() { ": a smaller --max-height makes for fewer" } else { "" };
            return Err(no(&format!(
                "the file would have {statements} statements, one for each process with children, and MRNet loads at most \
                 {limit}{way_out}"
            )));
        }
        let hosts = self.host_list()?;
        let front_end = self.front_end()?;
        if let Some(warning) = processes.warning() {
            message_to_stderr(&format!("warning: {warning}"));
            warn_of_single_children(warning, best.cost);
        }
        place(&processes, &hosts, &front_end).map_err(|error| match error {
            PlacementError::TooFewSlots { .. } => refused(&error),
            error => bad_input(error),
        })
    }

    fn host_list(&self) -> Step<HostList> {
        let Some(path) = &self.hosts else {
            let nodes = std::env::var_os("SLURM_JOB_NODELIST").filter(|nodes| !nodes.is_empty()).ok_or_else(|| {
                bad_input(anyhow!("no hosts: give --hosts FILE, or run where SLURM_JOB_NODELIST is set"))
            })?;
            let nodes = nodes.into_string().map_err(|_| bad_input(anyhow!("SLURM_JOB_NODELIST is not UTF-8")))?;
            return HostList::from_slurm(&nodes)
                .map_err(|error| bad_hosts(&error, &nodes, Path::new("SLURM_JOB_NODELIST")));
        };
        let text = String::from_utf8(input::read(path, "the host list ")?)
            .with_context(|| format!("the host list {} is not text", path.display()))?;
        HostList::parse(&text).map_err(|error| bad_hosts(&error, &text, path))
    }

    fn front_end(&self) -> Step<String> {
        let (name, way_out) = match &self.fe {
            Some(name) => (name.clone(), "--fe"),
            None => {
                (gethostname::gethostname().to_string_lossy().into_owned(), "this host's name; give another with --fe")
            }
        };
        check_host_name(&name)
            .with_context(|| format!("`{name}` cannot be the front end ({way_out})"))
            .map_err(bad_input)?;
        Ok(name)
    }
}

fn bad_hosts(error: &HostListError, text: &str, path: &Path) -> Outcome {
    bad_input(anyhow!("not a valid host list\n{}", error.render(text, path).trim_end()))
}

fn no(message: &str) -> Outcome {
    Outcome::No { json: json::refused(message), message: message.to_owned() }
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
