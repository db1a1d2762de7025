//! Simulations: executions of the schedule of an answer or of a file.

mod execution;
mod in_file;
mod memory;
mod of_answer;
mod timing;

pub use execution::Executed;
pub use memory::LARGEST_TIMELINE;
pub(super) use memory::check_messages;
pub use timing::Timing;

use super::costs::WaveCosts;
use super::relations;
use super::{Candidate, OverlayTree, RankAlgorithm, StageSequence};
use crate::request::{Job, LeafJob, MpiJob, RankJob, Refusal, Request};
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::replay::{Semantics, Simulator};
use logpine_goal::GoalTick;
use logpine_models::machine::{Machine, Ranges};
use logpine_text::units::{Clock, Time};

/// A schedule with all that its execution needs.
///
/// ```
/// use logpine::answer::Simulation;
/// use logpine::{machine::Machine, request::Request, units::Clock};
/// let request = Request { ranks: Some(8), family: Some("binomial".to_owned()), ..Request::default() };
/// let simulation = Simulation::new(&Machine::load("logp-textbook")?, &request, false)?;
/// let executed = simulation.execute(&())?;
/// assert_eq!(executed.replayed.finish.display(Clock::Cycle), "30 cycles");
/// assert_eq!(simulation.predicted(), Some(executed.replayed.finish));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Simulation {
    /// The origin of the schedule.
    pub(crate) source: Source,
    /// The request.
    pub request: Request,
    /// The machine.
    pub machine: Machine,
    /// The name of the model.
    pub model: &'static str,
    /// The rules that the execution follows.
    pub semantics: Semantics,
    /// The costs of messages.
    pub(crate) timing: Timing,
    /// The schedule; `None` for answers that are executed in parts.
    pub schedule: Option<Schedule>,
    /// The time that the answer predicts.
    pub(crate) predicted: Option<Predicted>,
    /// The length of a tick of GOAL schedules.
    pub tick: GoalTick,
    /// Warnings about the times, as in an [`Answer`](super::Answer).
    pub warnings: Vec<String>,
    /// Notes on the simulation, a line each.
    pub notes: Vec<String>,
}

/// The origin of a schedule.
pub enum Source {
    /// A file of that name.
    File(String),
    /// A broadcast or a reduction among ranks.
    Ranks(RankJob, Candidate<RankAlgorithm>),
    /// A collective of MPI, stage by stage.
    Mpi(MpiJob, Candidate<StageSequence>),
    /// An overlay tree under a model of messages.
    Leaves {
        /// The job.
        job: LeafJob,
        /// The tree.
        candidate: Candidate<OverlayTree>,
        /// The lower bound on the time of all trees.
        bound: Time,
    },
    /// Waves over an overlay tree under a model of nodes.
    Waves {
        /// The job.
        job: Job,
        /// The tree.
        candidate: Candidate<OverlayTree>,
        /// The lower bound on the time of all trees.
        bound: Time,
        /// The number of waves.
        waves: u64,
        /// The costs of nodes.
        costs: WaveCosts,
    },
}

/// The prediction of an answer for the time in program order.
#[derive(Clone, Copy, Debug)]
pub struct Predicted {
    /// The time.
    pub time: Time,
    /// The lower bound of the answer on every schedule.
    pub bound: Time,
    /// The agreement to be expected of an execution.
    pub agreement: Agreement,
}

/// The agreement of the time of an execution in program order with the prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The time is exactly the prediction.
    Exact,
    /// The time is at most the prediction, as for several waves.
    AtMost,
    /// The time may differ: the answer knows stages, the execution single messages.
    About,
}

impl Simulation {
    /// The time that the answer predicts; `None` for the schedule of a file.
    #[must_use]
    pub fn predicted(&self) -> Option<Time> {
        self.predicted.map(|predicted| predicted.time)
    }

    /// The simulation of a schedule from a file of that name. Without `semantics` it follows the rules of `LogGOPSim`.
    ///
    /// # Errors
    /// [`Refusal`] if the request does not go with the schedule of a file, or the machine has no suitable model of messages.
    pub fn of_schedule(machine: &Machine, request: &Request, file: &str, schedule: Schedule) -> Result<Self, Refusal> {
        let semantics = request.semantics.unwrap_or(Semantics::Loggopsim);
        let request = Request { semantics: Some(semantics), ..request.clone() };
        relations::check_schedule(machine, &request)?;
        let (timing, model) = Timing::new(machine, &request, Simulator::of(semantics))?;
        let notes = in_file::note(&schedule, semantics).into_iter().collect();
        let warnings = machine.data.warnings_for(&Ranges { bytes: in_file::sizes(&schedule), ..Ranges::default() });
        let (source, tick) = (Source::File(file.to_owned()), tick(&request, machine.clock)?);
        let (machine, schedule, predicted) = (machine.clone(), Some(schedule), None);
        Ok(Self { source, request, machine, model, semantics, timing, schedule, predicted, tick, warnings, notes })
    }

    /// Refuses an execution in program order if its time differs from the prediction.
    ///
    /// # Errors
    /// [`Refusal::Fault`].
    pub fn check(&self, executed: &Executed<'_>) -> Result<(), Refusal> {
        let Some(Predicted { time, agreement, .. }) =
            self.predicted.filter(|_| self.semantics == Semantics::ProgramOrder)
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

    /// The family of the executed plan, or the name of its file.
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
