//! What is executed: a schedule from a file, or that of a plan, with the costs it is executed under.

use super::{PlanArgs, Simulate, memory, no_bytes};
use crate::answer::{Candidate, LeafPlan, OverlayTree, Plan, RankAlgorithm, RankPlan, RankPlanError, StageSequence};
use crate::cli::input;
use crate::cli::machine::{MachineArgs, Ports};
use crate::cli::outcome::{Outcome, Step, bad_input, bug, message_to_stderr, refused};
use crate::format::goal::{self, GoalTick, Severity, Strictness, packed};
use crate::machine::Machine;
use crate::model::{LevelCost, PortTiming};
use crate::report::file::{ForSimulator, PlanKind, network, wire};
use crate::report::text;
use crate::report::timeline::Origin;
use crate::request::{Collective, Job, LeafJob, MpiCollective, MpiJob, Operation, RankCollective, RankJob};
use crate::schedule::Schedule;
use crate::schedule::build::{Waves, Wire, overlay_in_parts};
use crate::schedule::replay::{Network, Replayed, Semantics, Simulator};
use crate::tree::Tree;
use crate::units::{Clock, Time};
use anyhow::anyhow;
use itertools::Itertools;
use std::collections::BTreeSet;
use std::path::Path;

/// A schedule with all that its execution needs.
pub struct Subject {
    pub title: String,
    pub source: Source,
    pub machine: String,
    pub clock: Clock,
    pub model: String,
    pub semantics: Semantics,
    pub timing: Timing,
    /// What is done; of plans that are executed in parts, `None`.
    pub schedule: Option<Schedule>,
    /// What the plan says it takes.
    pub predicted: Option<Predicted>,
    /// The length of a tick of GOAL schedules.
    pub tick: GoalTick,
}

/// Where a schedule is from.
pub enum Source {
    File(String),
    Ranks(RankJob, Candidate<RankAlgorithm>),
    Mpi(MpiJob, Candidate<StageSequence>),
    Leaves(LeafJob, Candidate<OverlayTree>),
    Waves { job: Job, candidate: Candidate<OverlayTree>, waves: u64, costs: NodeCosts },
}

/// What nodes of an overlay tree cost.
pub enum NodeCosts {
    Reduce(Box<dyn LevelCost>),
    Multicast(Box<dyn LevelCost>),
    Roundtrip { multicast: Box<dyn LevelCost>, reduction: Box<dyn LevelCost> },
}

impl NodeCosts {
    fn new(machine: &MachineArgs, collective: Collective) -> Step<Self> {
        let way = |collective| machine.load(collective).map(|chosen| chosen.costs.cost);
        Ok(match collective {
            Collective::Reduce => Self::Reduce(way(Collective::Reduce)?),
            Collective::Multicast => Self::Multicast(way(Collective::Multicast)?),
            Collective::Roundtrip => {
                Self::Roundtrip { multicast: way(Collective::Multicast)?, reduction: way(Collective::Reduce)? }
            }
        })
    }

    pub fn waves(&self) -> Waves<'_> {
        match self {
            Self::Reduce(cost) => Waves::Reduce(cost.as_ref()),
            Self::Multicast(cost) => Waves::Multicast(cost.as_ref()),
            Self::Roundtrip { multicast, reduction } => {
                Waves::Roundtrip { multicast: multicast.as_ref(), reduction: reduction.as_ref() }
            }
        }
    }
}

impl Subject {
    /// What reports say of where it is from.
    pub fn origin(&self) -> Origin<'_> {
        match &self.source {
            Source::File(file) => Origin::Goal { file, tick: self.tick.length() },
            Source::Ranks(job, candidate) => Origin::Ranks { job, candidate },
            Source::Mpi(job, candidate) => Origin::Mpi { job, candidate },
            Source::Leaves(job, candidate) => Origin::Leaves { job, candidate },
            Source::Waves { job, candidate, waves, costs } => {
                Origin::Waves { job, candidate, waves: *waves, costs: costs.waves() }
            }
        }
    }
}

/// What a plan says of the time in program order.
#[derive(Clone, Copy)]
pub struct Predicted {
    pub time: Time,
    pub agreement: Agreement,
}

/// How the time of a replay in program order goes with what the plan says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// It is the very time.
    Exact,
    /// It is at most that, as of several waves.
    AtMost,
    /// The plan knows stages, the replay single messages.
    About,
}

/// What messages cost, and by whose rules.
pub enum Timing {
    /// In program order.
    Listed(Box<dyn PortTiming>),
    /// By the rules of a simulator.
    Events(Network, Simulator),
}

impl Simulate {
    /// What is to be executed.
    pub(super) fn subject(&self) -> Step<Subject> {
        match (&self.file, self.plan.ranks, self.plan.leaves) {
            (Some(file), ..) => self.file_subject(file),
            (None, Some(ranks), _) => self.rank_subject(ranks),
            (None, None, Some(leaves)) => self.leaf_subject(leaves),
            (None, None, None) => Err(bad_input(anyhow!("give a FILE, --ranks P or --leaves N"))),
        }
    }

    fn file_subject(&self, file: &Path) -> Step<Subject> {
        let semantics = self.semantics.unwrap_or(Semantics::Loggopsim);
        let machine = self.machine.load_machine()?;
        let tick = self.goal.tick(machine.clock)?;
        let (timing, model) = self.machine.timing(Simulator::of(semantics), &machine)?;
        let title = if file.as_os_str() == "-" { "standard input".to_owned() } else { file.display().to_string() };
        let (machine, clock, semantics) = (machine.name, machine.clock, semantics);
        let (model, source) = (model.to_owned(), Source::File(file.display().to_string()));
        let schedule = read(file, tick)?;
        if let Some(note) = no_bytes::note(&schedule, semantics) {
            message_to_stderr(&note);
        }
        let schedule = Some(schedule);
        Ok(Subject { title, source, machine, clock, model, semantics, timing, schedule, predicted: None, tick })
    }

    fn rank_subject(&self, ranks: u64) -> Step<Subject> {
        let collective = match self.plan.collective.and_then(Operation::of_mpi) {
            None | Some(MpiCollective::Bcast) => RankCollective::Bcast,
            Some(MpiCollective::Reduce) => RankCollective::Reduce,
            Some(collective) => return self.mpi_subject(collective, ranks),
        };
        let job = RankJob::new(collective, ranks, self.plan.bytes).map_err(bad_input)?;
        let ports = self.machine.load_ports()?;
        let timing = ports.subject().timing;
        let plan = RankPlan::new(timing, job).map_err(no_rank_plan)?;
        plan.check(timing).map_err(bug)?;
        let families = plan.candidates().iter().map(|candidate| candidate.family);
        let candidate = &plan.candidates()[self.plan.index(families)?];
        let parts = candidate.parts(plan.job, timing).map_err(|error| refused(&error))?;
        let schedule = if !self.needs_list() && memory::in_parts(&parts)? {
            None
        } else {
            memory::check(ranks, parts.most_operations())?;
            Some(plan.schedule(candidate, timing).map_err(|error| refused(&error))?)
        };
        drop(parts);
        let (title, predicted) = (text::rank_title(&plan, candidate), candidate.time);
        let source = Source::Ranks(plan.job, candidate.clone());
        self.of_ports(ports, title, source, schedule, predicted)
    }

    fn leaf_subject(&self, leaves: u64) -> Step<Subject> {
        let collective = match self.plan.collective {
            Some(Operation::Multicast) => Collective::Multicast,
            Some(Operation::Roundtrip) => Collective::Roundtrip,
            _ => Collective::Reduce,
        };
        match self.machine.load_for_leaves(collective)? {
            None => self.overlay_subject(leaves, collective),
            Some(ports) => {
                let job = LeafJob::new(collective, leaves, self.plan.bytes).map_err(bad_input)?;
                let timing = ports.subject().timing;
                let plan = LeafPlan::new(timing, job).map_err(no_rank_plan)?;
                let candidate = self.candidate(plan.candidates())?;
                let nodes = leaves.saturating_add(candidate.construction.shape.internal_nodes());
                memory::check(nodes, nodes.saturating_mul(3))?;
                let schedule = Some(plan.schedule(candidate, timing).map_err(|error| refused(&error))?);
                let title = text::overlay_title(candidate, collective, 1, plan.claim.bound.value);
                let source = Source::Leaves(plan.job, candidate.clone());
                self.of_ports(ports, title, source, schedule, candidate.construction.score.time)
            }
        }
    }

    /// A tree whose nodes have costs: its messages take no more than their latency.
    fn overlay_subject(&self, leaves: u64, collective: Collective) -> Step<Subject> {
        let job = Job::new(leaves).map_err(bad_input)?.with_collective(collective);
        let chosen = self.machine.load(collective)?;
        let subject = chosen.subject();
        let plan = Plan::new(subject.cost, job).map_err(|error| refused(&error))?;
        plan.check(subject.cost).map_err(bug)?;
        let candidate = self.candidate(plan.candidates())?;
        let waves = self.plan.waves.unwrap_or(1);
        if waves == 0 {
            return Err(bad_input(anyhow!("--waves 0: there is nothing to execute; give at least 1")));
        }
        let costs = NodeCosts::new(&self.machine, collective)?;
        let (schedule, wire) = self.waves(&plan, candidate, waves, &costs)?;
        let score = candidate.construction.score;
        let later = score.period.checked_mul(waves - 1);
        let agreement = if waves == 1 { Agreement::Exact } else { Agreement::AtMost };
        let predicted = |time| Predicted { time, agreement };
        Ok(Subject {
            title: text::overlay_title(candidate, collective, waves, plan.claim.bound.value),
            source: Source::Waves { job, candidate: candidate.clone(), waves, costs },
            machine: subject.machine.to_owned(),
            clock: subject.clock,
            model: subject.model.to_owned(),
            semantics: Semantics::ProgramOrder,
            timing: Timing::Listed(Box::new(wire)),
            schedule,
            predicted: later.and_then(|later| score.time.checked_add(later)).map(predicted),
            tick: self.goal.tick(subject.clock)?,
        })
    }

    /// The schedule of waves, unless it is executed in parts, and what its messages take.
    fn waves(
        &self,
        plan: &Plan,
        candidate: &Candidate<OverlayTree>,
        waves: u64,
        costs: &NodeCosts,
    ) -> Step<(Option<Schedule>, Wire)> {
        let (leaves, inner) = (candidate.construction.shape.leaves(), candidate.construction.shape.internal_nodes());
        let ways = if matches!(costs, NodeCosts::Roundtrip { .. }) { 2 } else { 1 };
        let nodes = leaves.saturating_add(inner);
        // One step of all nodes has to fit in any case, and so has the tree.
        memory::check(nodes, memory::of_waves(leaves, inner, 1))?;
        let tree = Tree::from_shape(&candidate.construction.shape).map_err(|error| refused(&error))?;
        let (parts, wire) = overlay_in_parts(&tree, costs.waves(), waves).map_err(|error| refused(&error))?;
        if !self.needs_list() && memory::in_parts(&parts)? {
            return Ok((None, wire));
        }
        memory::check(nodes, memory::of_waves(leaves, inner, waves.saturating_mul(ways)))?;
        let built = plan.schedule(candidate, costs.waves(), waves).map_err(|error| refused(&error))?;
        Ok((Some(built.schedule), built.wire))
    }

    fn of_ports(
        &self,
        ports: Ports,
        title: String,
        source: Source,
        schedule: Option<Schedule>,
        predicted: Time,
    ) -> Step<Subject> {
        let predicted = Predicted { time: predicted, agreement: Agreement::Exact };
        self.of_messages(ports.into_machine(), title, source, schedule, predicted)
    }

    /// A schedule of a plan under the model of messages that is asked for, or the machine's first.
    pub(super) fn of_messages(
        &self,
        machine: Machine,
        title: String,
        source: Source,
        schedule: Option<Schedule>,
        predicted: Predicted,
    ) -> Step<Subject> {
        let semantics = self.semantics.unwrap_or(Semantics::ProgramOrder);
        let (timing, model) = self.machine.timing(Simulator::of(semantics), &machine)?;
        let tick = self.goal.tick(machine.clock)?;
        let (machine, clock, semantics) = (machine.name, machine.clock, semantics);
        let (predicted, model) = (Some(predicted), model.to_owned());
        Ok(Subject { title, source, machine, clock, model, semantics, timing, schedule, predicted, tick })
    }

    /// The schedule of a plan as it is to be written for a simulator.
    pub(super) fn for_simulator(
        &self,
        schedule: &Schedule,
        subject: &Subject,
        replayed: &Replayed,
    ) -> Step<ForSimulator> {
        let machine = self.machine.load_machine()?;
        let kind = if matches!(subject.source, Source::Waves { .. }) { PlanKind::Waves } else { PlanKind::Other };
        let (network, simulator) = match &subject.timing {
            Timing::Events(network, simulator) => (Ok(*network), *simulator),
            Timing::Listed(timing) if kind == PlanKind::Waves => (wire(timing.as_ref()), Simulator::Loggopsim),
            Timing::Listed(_) => (network(&machine, self.machine.choice().port_model()?), Simulator::Loggopsim),
        };
        let predicted = subject.predicted.map_or(replayed.finish, |predicted| predicted.time);
        let (schedule, clock) = (schedule.clone(), subject.clock);
        Ok(ForSimulator { schedule, network, simulator, predicted, clock, kind })
    }

    fn candidate<'c>(&self, candidates: &'c [Candidate<OverlayTree>]) -> Step<&'c Candidate<OverlayTree>> {
        Ok(&candidates[self.plan.index(candidates.iter().map(|candidate| candidate.family))?])
    }
}

impl PlanArgs {
    /// The first candidate of the family that is asked for.
    pub(super) fn index<'f>(&self, families: impl Iterator<Item = &'f str> + Clone) -> Step<usize> {
        let Some(wanted) = &self.family else { return Ok(0) };
        families.clone().position(|family| family == wanted).ok_or_else(|| {
            let known: BTreeSet<&str> = families.collect();
            bad_input(anyhow!(
                "--family {wanted}: the plan has none of that name, but {}",
                known.into_iter().join(", ")
            ))
        })
    }
}

fn no_rank_plan(error: RankPlanError) -> Outcome {
    match error {
        RankPlanError::NotRepresentable => refused(&error),
        error => bad_input(error),
    }
}

/// A GOAL schedule, text or packed by its content. What the converter of the text would refuse, and we need not, is passed
/// over in silence: `logpine check` tells it.
pub fn read(file: &Path, tick: GoalTick) -> Step<Schedule> {
    let source = if file.as_os_str() == "-" {
        input::read_stdin(goal::INPUT_LIMIT)?
    } else {
        input::read(file, goal::INPUT_LIMIT)?
    };
    let read = if packed::is_packed(&source) { packed::read(&source, tick) } else { goal::read(&source, tick) };
    read.map_err(|report| {
        let errors = report.faults.iter().filter(|fault| fault.kind.severity(Strictness::Lenient) == Severity::Error);
        let faults: String = errors.map(|fault| fault.render(&source, file, Strictness::Lenient)).collect();
        message_to_stderr(faults.trim_end());
        bad_input(anyhow!("{} is not a schedule that can be executed", file.display()))
    })
}
