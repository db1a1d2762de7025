//! Which machine, and which of its models.

use super::named::Named;
use super::outcome::{Outcome, Step, bad_input};
use super::simulate::Timing;
use crate::answer::costs::{MessageCosts, ModelChoice, NodeCosts, StageCosts, TreeCosts};
use crate::closed_form::PortCost;
use crate::machine::Machine;
use crate::model::PortModel;
use crate::report::{RankSubject, Subject};
use crate::request::{Collective, LogpReading, ModelName};
use crate::schedule::replay::{Network, NetworkError, Simulator};
use anyhow::anyhow;
use clap::Args;
use std::cell::OnceCell;
use std::path::PathBuf;

/// The machine and the model.
#[derive(Debug, Args)]
pub struct MachineArgs {
    /// A built-in machine (see `logpine list machines`) or the path of a profile.
    #[arg(long, value_name = "NAME|FILE")]
    pub machine: PathBuf,

    /// The cost model [default: tan for overlay trees; among ranks the first of the others, in this order, that the
    /// profile has].
    #[arg(long, value_parser = Named::<ModelName>::new())]
    pub model: Option<ModelName>,

    /// How --model logp is read for overlay trees, where it is tan with a constant overhead b: a level costs L + b (a),
    /// L + 2b (b), or L + 2b + (fanout - 1) b (c) [default: a].
    #[arg(long, value_parser = Named::<LogpReading>::new(), value_name = "READING")]
    pub logp_reading: Option<LogpReading>,

    /// The machine once it is loaded: a pipe can be read only once.
    #[arg(skip)]
    loaded: OnceCell<Machine>,
}

/// A machine with a model of nodes.
pub struct Chosen {
    machine: Machine,
    /// The costs of nodes.
    pub costs: NodeCosts,
}

/// A machine with a model of messages between ranks.
pub struct Ports {
    machine: Machine,
    /// The costs of messages.
    costs: MessageCosts,
}

impl Chosen {
    /// What reports say of it.
    pub fn subject(&self) -> Subject<'_> {
        let Machine { name, clock, .. } = &self.machine;
        Subject { machine: name, clock: *clock, model: self.costs.model, cost: self.costs.cost.as_ref() }
    }

    /// The machine.
    pub const fn machine(&self) -> &Machine {
        &self.machine
    }
}

impl Ports {
    /// What reports say of it.
    pub fn subject(&self) -> RankSubject<'_> {
        let Self { machine, costs } = self;
        let reals = PortCost::of(machine, costs.model);
        RankSubject { machine: &machine.name, clock: machine.clock, timing: costs.timing.as_ref(), reals }
    }

    /// The machine alone.
    pub fn into_machine(self) -> Machine {
        self.machine
    }
}

impl MachineArgs {
    /// The model that is asked for.
    pub const fn choice(&self) -> ModelChoice {
        ModelChoice { model: self.model, reading: self.logp_reading }
    }

    /// Loads the machine and builds the model of messages for an overlay tree; `None` if its nodes have costs.
    pub fn load_for_leaves(&self, collective: Collective) -> Step<Option<Ports>> {
        let machine = self.load_machine()?;
        Ok(match self.choice().of_tree(&machine, collective)? {
            TreeCosts::Nodes(_) => None,
            TreeCosts::Messages(costs) => Some(Ports { machine, costs }),
        })
    }

    /// Loads the machine and builds the model of nodes for a collective over an overlay tree.
    pub fn load(&self, collective: Collective) -> Step<Chosen> {
        let machine = self.load_machine()?;
        let costs = self.choice().of_nodes(&machine, collective)?;
        Ok(Chosen { machine, costs })
    }

    /// Loads the machine.
    pub fn load_machine(&self) -> Step<Machine> {
        if let Some(machine) = self.loaded.get() {
            return Ok(machine.clone());
        }
        let machine = Machine::load(&self.machine).map_err(bad_input)?;
        Ok(self.loaded.get_or_init(|| machine).clone())
    }

    /// What an execution of messages between ranks costs on a machine, by the rules of a simulator or in program order, and
    /// the name of the model.
    pub fn timing(&self, simulator: Option<Simulator>, machine: &Machine) -> Step<(Timing, &'static str)> {
        let asked = self.choice().port_model()?;
        match simulator {
            None => {
                let model = asked.map_or_else(|| PortModel::of(machine), Ok).map_err(bad_input)?;
                Ok((Timing::Listed(model.timing(machine).map_err(bad_input)?), model.name()))
            }
            Some(simulator) => {
                let model = asked.map_or_else(|| Network::model(machine), Ok).map_err(in_program_order)?;
                let network = Network::of(machine, Some(model)).map_err(in_program_order)?;
                Ok((Timing::Events(network, simulator), model.name()))
            }
        }
    }

    /// Loads the machine and builds the model of messages between ranks.
    pub fn load_ports(&self) -> Step<Ports> {
        let machine = self.load_machine()?;
        let costs = self.choice().of_messages(&machine)?;
        Ok(Ports { machine, costs })
    }

    /// Loads the machine and builds the model of stages.
    pub fn load_stages(&self) -> Step<(Machine, StageCosts)> {
        let machine = self.load_machine()?;
        let costs = self.choice().of_stages(&machine)?;
        Ok((machine, costs))
    }

    /// Whether the model is one of channels that messages share.
    pub fn is_of_channels(&self) -> Step<bool> {
        match self.model {
            Some(name) => Ok(name.is_of_channels()),
            None => Ok(self.choice().is_of_channels(&self.load_machine()?)),
        }
    }
}

/// A machine that the simulators do not know; where that helps, with the option that does without them.
fn in_program_order(error: NetworkError) -> Outcome {
    match error {
        NetworkError::NotLoggops { .. } | NetworkError::TwoOverheads { .. } => {
            bad_input(anyhow!("{error} (--semantics program-order)"))
        }
        error => bad_input(error),
    }
}
