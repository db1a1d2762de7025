//! Which machine, and which of its models.

use super::outcome::{Step, bad_input};
use clap::{Args, ValueEnum};
use logpine::job::Collective;
use logpine::machine::Machine;
use logpine::model::{LevelCost, LogpComparison, LogpReading, ModelError, RoundTrip, Tan};
use logpine::report::Subject;

/// The machine and the model.
#[derive(Debug, Args)]
pub struct MachineArgs {
    /// A built-in machine (see `logpine list machines`) or the path of a profile.
    #[arg(long, value_name = "NAME|FILE")]
    machine: String,

    /// The cost model.
    #[arg(long, value_enum, default_value_t = ModelName::Tan)]
    model: ModelName,

    /// How the TAN paper's LogP variant is read: L + b a level (a), L + 2b (b), or L + 2b + (fanout - 1) b (c).
    #[arg(long, value_enum, requires_if("logp", "model"), value_name = "READING")]
    logp_reading: Option<Reading>,
}

/// Models of overlay trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ModelName {
    /// Overhead that grows with the fanout (Groves, Gutierrez and Arnold 2015).
    Tan,
    /// The same paper's comparison: the overhead constant, whatever the fanout.
    Logp,
}

/// Readings of the LogP variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Reading {
    A,
    B,
    C,
}

/// A machine with the model that was chosen.
pub struct Chosen {
    machine: Machine,
    model: String,
    /// The costs under the model.
    pub cost: Box<dyn LevelCost>,
}

impl Chosen {
    /// What reports say of it.
    pub fn subject(&self) -> Subject<'_> {
        let Machine { name, clock, .. } = &self.machine;
        Subject { machine: name, clock: *clock, model: &self.model, cost: self.cost.as_ref() }
    }
}

impl MachineArgs {
    /// Loads the machine and builds the model for a collective.
    pub fn load(&self, collective: Collective) -> Step<Chosen> {
        let machine = Machine::load(&self.machine).map_err(bad_input)?;
        if self.logp_reading.is_some() && self.model != ModelName::Logp {
            return Err(bad_input(anyhow::anyhow!("--logp-reading goes with --model logp")));
        }
        let reading = match self.logp_reading {
            None | Some(Reading::A) => LogpReading::A,
            Some(Reading::B) => LogpReading::B,
            Some(Reading::C) => LogpReading::C,
        };
        let cost = match self.model {
            ModelName::Tan => tan(&machine, collective),
            ModelName::Logp => logp(&machine, reading, collective),
        };
        let model = match (self.model, reading) {
            (ModelName::Tan, _) => "tan",
            (ModelName::Logp, LogpReading::A) => "logp, reading (a)",
            (ModelName::Logp, LogpReading::B) => "logp, reading (b)",
            (ModelName::Logp, LogpReading::C) => "logp, reading (c)",
        };
        Ok(Chosen { machine, model: model.to_owned(), cost: cost.map_err(bad_input)? })
    }
}

fn tan(machine: &Machine, collective: Collective) -> Result<Box<dyn LevelCost>, ModelError> {
    Ok(match collective {
        Collective::Reduce => Box::new(Tan::reduction(machine)?),
        Collective::Multicast => Box::new(Tan::multicast(machine)?),
        Collective::Roundtrip => Box::new(RoundTrip::tan(machine)?),
    })
}

fn logp(machine: &Machine, reading: LogpReading, collective: Collective) -> Result<Box<dyn LevelCost>, ModelError> {
    let up = || LogpComparison::reduction(machine, reading);
    let down = || LogpComparison::multicast(machine, reading);
    Ok(match collective {
        Collective::Reduce => Box::new(up()?),
        Collective::Multicast => Box::new(down()?),
        Collective::Roundtrip => Box::new(RoundTrip::new(down()?, up()?)?),
    })
}
