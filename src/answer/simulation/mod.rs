//! Executions: the schedule of an answer, or that of a file, and what happens when.

mod execution;
mod in_file;
mod memory;
mod of_answer;
mod timing;

pub use execution::Executed;
pub use memory::LARGEST_TIMELINE;
pub use timing::Timing;

use super::costs::WaveCosts;
use super::relations;
use super::{Candidate, OverlayTree, RankAlgorithm, StageSequence};
use crate::format::goal::GoalTick;
use crate::machine::Machine;
use crate::request::{Job, LeafJob, MpiJob, RankJob, Refusal, Request};
use crate::schedule::Schedule;
use crate::schedule::replay::{Semantics, Simulator};
use crate::units::{Clock, Time};

/// A schedule with all that its execution needs.
///
/// ```
/// use logpine::answer::Simulation;
/// use logpine::{machine::Machine, request::Request, units::Clock};
/// let request = Request { ranks: Some(8), family: Some("binomial".to_owned()), ..Request::default() };
/// let simulation = Simulation::new(&Machine::load("logp-textbook")?, &request, false)?;
/// let executed = simulation.execute(&())?;
/// assert_eq!(executed.replayed.finish.display(Clock::Cycle), "30 cycles");
/// assert_eq!(simulation.predicted.map(|predicted| predicted.time), Some(executed.replayed.finish));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation {
    /// Where the schedule is from.
    pub source: Source,
    /// What was asked.
    pub request: Request,
    /// The machine.
    pub machine: Machine,
    /// The name of the model.
    pub model: &'static str,
    /// Whose rules the execution follows.
    pub semantics: Semantics,
    /// What messages cost.
    pub timing: Timing,
    /// What is done; of answers that are executed in parts, `None`.
    pub schedule: Option<Schedule>,
    /// What the answer says it takes.
    pub predicted: Option<Predicted>,
    /// The length of a tick of GOAL schedules.
    pub tick: GoalTick,
    /// What there is to say about it, a line each.
    pub notes: Vec<String>,
}

/// Where a schedule is from.
pub enum Source {
    /// A file of that name.
    File(String),
    /// A broadcast or a reduction among ranks.
    Ranks(RankJob, Candidate<RankAlgorithm>),
    /// A collective of MPI, stage by stage.
    Mpi(MpiJob, Candidate<StageSequence>),
    /// An overlay tree under a model of messages.
    Leaves {
        /// What was asked.
        job: LeafJob,
        /// The tree.
        candidate: Candidate<OverlayTree>,
        /// No tree is faster than that.
        bound: Time,
    },
    /// Waves over an overlay tree under a model of nodes.
    Waves {
        /// What was asked.
        job: Job,
        /// The tree.
        candidate: Candidate<OverlayTree>,
        /// No tree is faster than that.
        bound: Time,
        /// How many waves.
        waves: u64,
        /// What nodes cost.
        costs: WaveCosts,
    },
}

/// What an answer says of the time in program order.
#[derive(Clone, Copy, Debug)]
pub struct Predicted {
    /// The time.
    pub time: Time,
    /// How the time of an execution goes with it.
    pub agreement: Agreement,
}

/// How the time of an execution in program order goes with what the answer says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// It is the very time.
    Exact,
    /// It is at most that, as of several waves.
    AtMost,
    /// The answer knows stages, the execution single messages.
    About,
}

impl Simulation {
    /// The execution of a schedule from a file of that name. Without `semantics` it follows the rules of `LogGOPSim`.
    ///
    /// # Errors
    /// [`Refusal`] if the request says something of another schedule, or the machine has no model of messages that serves.
    pub fn of_schedule(machine: &Machine, request: &Request, file: &str, schedule: Schedule) -> Result<Self, Refusal> {
        let semantics = request.semantics.unwrap_or(Semantics::Loggopsim);
        let request = Request { semantics: Some(semantics), ..request.clone() };
        relations::check_schedule(machine, &request)?;
        let (timing, model) = Timing::new(machine, &request, Simulator::of(semantics))?;
        let notes = in_file::note(&schedule, semantics).into_iter().collect();
        let (source, tick) = (Source::File(file.to_owned()), tick(&request, machine.clock)?);
        let (machine, schedule, predicted) = (machine.clone(), Some(schedule), None);
        Ok(Self { source, request, machine, model, semantics, timing, schedule, predicted, tick, notes })
    }

    /// Refuses an execution in program order that takes another time than the answer says, or a longer one of waves.
    ///
    /// # Errors
    /// [`Refusal::Fault`].
    pub fn check(&self, executed: &Executed<'_>) -> Result<(), Refusal> {
        let Some(Predicted { time, agreement }) = self.predicted.filter(|_| self.semantics == Semantics::ProgramOrder)
        else {
            return Ok(());
        };
        let finish = executed.replayed.finish;
        let as_predicted = match agreement {
            Agreement::Exact => finish == time,
            Agreement::AtMost => finish <= time,
            Agreement::About => true,
        };
        if as_predicted {
            return Ok(());
        }
        let [time, finish] = [time, finish].map(|time| time.display(self.machine.clock));
        Err(Refusal::Fault(format!("{}: predicted {time}, its schedule takes {finish}", self.name())))
    }

    /// The family of what is executed, or the name of its file.
    fn name(&self) -> &str {
        match &self.source {
            Source::File(file) => file,
            Source::Ranks(_, candidate) => candidate.family,
            Source::Mpi(_, candidate) => candidate.family,
            Source::Leaves { candidate, .. } | Source::Waves { candidate, .. } => candidate.family,
        }
    }
}

/// The length of a tick of GOAL schedules on a machine with that clock.
fn tick(request: &Request, clock: Clock) -> Result<GoalTick, Refusal> {
    Ok(request.tick(clock)?.and_then(GoalTick::new).unwrap_or_default())
}
