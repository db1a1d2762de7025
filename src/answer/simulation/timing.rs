//! The costs of messages in executions.

use crate::answer::costs::ModelChoice;
use crate::request::{Refusal, Request};
use logpine_collectives::schedule::replay::{Network, NetworkError, Simulator};
use logpine_models::machine::Machine;
use logpine_models::model::{PortModel, PortTiming};

/// The costs of messages, and the rules of the execution.
pub enum Timing {
    /// Program order.
    Listed(Box<dyn PortTiming>),
    /// The rules of a simulator.
    Events(Network, Simulator),
}

impl Timing {
    /// The costs of messages between ranks on a machine, by the rules of a simulator or in program order, and the name of
    /// the model: the one that is asked for, or else the machine's first.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such model, or the simulator does not know its numbers.
    pub fn new(
        machine: &Machine,
        request: &Request,
        simulator: Option<Simulator>,
    ) -> Result<(Self, &'static str), Refusal> {
        let asked = ModelChoice::from(request).port_model()?;
        match simulator {
            None => {
                let model = asked.map_or_else(|| PortModel::of(machine), Ok).map_err(Refusal::invalid)?;
                Ok((Self::Listed(model.timing(machine).map_err(Refusal::invalid)?), model.name()))
            }
            Some(simulator) => {
                let model = asked.map_or_else(|| Network::model(machine), Ok).map_err(in_program_order)?;
                let network = Network::of(machine, Some(model)).map_err(in_program_order)?;
                Ok((Self::Events(network, simulator), model.name()))
            }
        }
    }
}

/// The refusal of a machine that the simulators do not know, with the option that avoids them if that helps.
fn in_program_order(error: NetworkError) -> Refusal {
    match error {
        NetworkError::NotLoggops { .. } | NetworkError::TwoOverheads { .. } => {
            Refusal::invalid(format!("{error} (--semantics program-order)"))
        }
        error => Refusal::invalid(error),
    }
}
