//! GOAL schedules of answers. They are executed by the rules of the simulator that will read them, so that a file never
//! contradicts its prediction without a note.

use crate::answer::costs::ModelChoice;
use crate::answer::{Pace, Rules, Simulation, Source, Timing};
use crate::request::Refusal;
use logpine_check::schedule::{Execution, check_structure};
use logpine_collectives::schedule::build::OverlaySchedule;
use logpine_collectives::schedule::replay::{Network, Simulator};
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_goal::{self as goal, GoalTick, WriteError, packed};
use logpine_models::machine::Machine;
use logpine_models::model::{PortModel, PortTiming};
use logpine_text::units::{Clock, Time};
use std::io::{self, Write};

/// The two forms of a GOAL schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalForm {
    /// The text that `LogGOPSim`'s converter reads.
    Text,
    /// The binary that `LogGOPSim` and ATLAHS simulate.
    Packed,
}

/// A schedule to write, and the simulator that will read it.
#[derive(Debug)]
pub struct ForSimulator {
    /// The schedule.
    pub schedule: Schedule,
    /// The simulator's costs of messages, or the reason why it has none for them.
    pub network: Result<Network, String>,
    /// The simulator.
    pub simulator: Simulator,
    /// The predicted time.
    pub predicted: Time,
    /// The clock of the machine.
    pub clock: Clock,
    /// The kind of the schedule.
    pub kind: PlanKind,
}

/// The kinds of schedules for which the notes on their files differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanKind {
    /// A collective among ranks, which `--semantics` ranks by the simulator's rules.
    Ranks,
    /// Waves over an overlay tree: the file has the costs of nodes.
    Waves,
    /// Any other schedule.
    Other,
}

/// Operations of the largest schedule that is checked in the order of its dependencies, in about a second.
const LARGEST_CHECKED: usize = 1 << 22;
/// Operations of the largest schedule that is executed before it is written.
const LARGEST_EXECUTED: usize = 10_000_000;

/// Refuses a schedule of our own that could not be executed by the dependencies alone, which are all that a file has: every
/// message must have both ends, and every operation must get its turn.
///
/// # Errors
/// [`Refusal::Fault`].
pub fn check(schedule: &Schedule) -> Result<(), Refusal> {
    if schedule.len() > LARGEST_CHECKED {
        return Ok(());
    }
    check_structure(schedule, Execution::Dependencies).map_err(|fault| Refusal::fault(&fault))
}

impl ForSimulator {
    /// Waves over an overlay tree; its messages have only a latency.
    #[must_use]
    pub fn waves(built: OverlaySchedule, predicted: Option<Time>, clock: Clock) -> Self {
        let (schedule, network) = (built.schedule, wire(&built.wire));
        let (simulator, predicted) = (Simulator::Loggopsim, predicted.unwrap_or(Time::MAX));
        Self { schedule, network, simulator, predicted, clock, kind: PlanKind::Waves }
    }

    /// An execution. The notes say so if the file takes another time.
    ///
    /// # Errors
    /// [`Refusal`] if the model is not one of messages.
    pub fn of_simulation(simulation: &Simulation, schedule: &Schedule, finish: Time) -> Result<Self, Refusal> {
        let Simulation { source, machine, request, timing, predicted, .. } = simulation;
        let kind = if matches!(source, Source::Waves { .. }) { PlanKind::Waves } else { PlanKind::Other };
        let (network, simulator) = match timing {
            Timing::Events(network, simulator) => (Ok(*network), *simulator),
            Timing::Listed(timing) if kind == PlanKind::Waves => (wire(timing.as_ref()), Simulator::Loggopsim),
            Timing::Listed(_) => (network(machine, ModelChoice::from(request).port_model()?), Simulator::Loggopsim),
        };
        let predicted = predicted.map_or(finish, |predicted| predicted.time);
        Ok(Self { schedule: schedule.clone(), network, simulator, predicted, clock: machine.clock, kind })
    }

    /// The program to write: the faster of two by the simulator's rules, with or without ranks that pause. The notes give its
    /// time if that differs from the predicted one, or the reason why it is not known.
    ///
    /// # Errors
    /// [`Refusal`] if its execution fails.
    pub fn program(self, tick: GoalTick) -> Result<(Schedule, Vec<String>), Refusal> {
        let Self { schedule, network, simulator, predicted, clock, kind } = self;
        let waits = waits(&schedule);
        let network = match network {
            Ok(network) => network,
            Err(why) => return Ok((schedule, vec![format!("note: not replayed: {why}{waits}")])),
        };
        if schedule.len() > LARGEST_EXECUTED {
            let why = format!("the schedule has {} operations, more than {LARGEST_EXECUTED}", schedule.len());
            return Ok((schedule, vec![format!("note: not replayed: {why}{waits}")]));
        }
        let rules = Rules { network, simulator, tick: tick.length() };
        let (schedule, pace, time) = rules.faster(schedule).map_err(|error| Refusal::no(&error))?;
        let mut notes = Vec::new();
        if kind == PlanKind::Waves && !schedule.is_empty() {
            let latency = network.latency.display(clock);
            notes.push(format!(
                "note: the file has the costs of nodes: execute it with L = {latency} and o = g = G = O = 0"
            ));
        }
        if differs(predicted, time) {
            let [predicted, time] = [predicted, time].map(|time| time.display(clock));
            let (title, name) = (simulator.title(), simulator.semantics().name());
            let way = match kind {
                PlanKind::Ranks => format!(" (--semantics {name} ranks by the times of files)"),
                PlanKind::Waves | PlanKind::Other => String::new(),
            };
            notes.push(format!("note: the plan says {predicted}; by the rules of {title} the file takes {time}{way}"));
        }
        if pace == Pace::Paced {
            notes.push(
                "note: GOAL has no clock: in the file, ranks that have nothing to wait for pause (calc), so that the others \
                 keep up"
                    .to_owned(),
            );
        } else if !waits.is_empty() {
            notes.push(format!("note: GOAL has no clock{waits}"));
        }
        Ok((schedule, notes))
    }
}

/// True if two times differ by more than a percent of the first.
fn differs(predicted: Time, time: Time) -> bool {
    let [predicted, time] = [predicted, time].map(|time| u128::from(time.ticks()));
    predicted.abs_diff(time) * 100 > predicted
}

/// The waits that files of a schedule leave out, after a semicolon; empty if there are none.
fn waits(schedule: &Schedule) -> String {
    let is_wait = |operation| matches!(operation, Operation::Wait { .. });
    match schedule.records().iter().filter(|record| is_wait(record.operation())).count() {
        0 => String::new(),
        1 => "; the file leaves out 1 wait for a round to begin".to_owned(),
        waits => format!("; the file leaves out {waits} waits for rounds to begin"),
    }
}

/// The network of an overlay tree with costs at its nodes, so that messages have only a latency; or the reason why there is
/// none.
///
/// # Errors
/// The reason.
pub fn wire(timing: &dyn PortTiming) -> Result<Network, String> {
    match [1, 2].map(|bytes| timing.port(bytes).map(|port| port.delivery)) {
        [Some(latency), answer] if answer == Some(latency) => Ok(Network { latency, ..Network::default() }),
        _ => Err("messages down the tree and answers have different latencies, and simulators know one".to_owned()),
    }
}

/// The network of a machine as simulators know it, or the reason why there is none.
///
/// # Errors
/// The reason.
pub fn network(machine: &Machine, model: Option<PortModel>) -> Result<Network, String> {
    Network::of(machine, model).map_err(|error| error.to_string())
}

/// Writes a schedule, operation by operation, without its waits: see [`ForSimulator::program`].
///
/// # Errors
/// An error of the sink, or a schedule that cannot be written in this form.
pub fn write(schedule: &Schedule, form: GoalForm, tick: GoalTick, mut out: &mut dyn Write) -> io::Result<()> {
    if schedule.is_empty() {
        return Err(io::Error::other("the schedule has no operation, and the simulators fail on such a file"));
    }
    let written = match form {
        GoalForm::Text => goal::write(schedule, tick, &mut out),
        GoalForm::Packed => packed::write(schedule, tick, &mut out),
    };
    written.map_err(|error| match error {
        WriteError::Io(error) => error,
        error => io::Error::other(error),
    })
}
