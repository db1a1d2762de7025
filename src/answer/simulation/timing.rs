//! What messages cost as they are executed.

use crate::answer::costs::ModelChoice;
use crate::machine::Machine;
use crate::model::{PortModel, PortTiming};
use crate::request::{Refusal, Request};
use crate::schedule::replay::{Network, NetworkError, Simulator};

/// What messages cost, and by whose rules.
pub enum Timing {
    /// In program order.
    Listed(Box<dyn PortTiming>),
    /// By the rules of a simulator.
    Events(Network, Simulator),
}

impl Timing {
    /// What messages between ranks cost on a machine, by the rules of a simulator or in program order, and the name of the
    /// model: the one that is asked for, or else the machine's first.
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

/// A machine that the simulators do not know; if that helps, with the option that does without them.
fn in_program_order(error: NetworkError) -> Refusal {
    match error {
        NetworkError::NotLoggops { .. } | NetworkError::TwoOverheads { .. } => {
            Refusal::invalid(format!("{error} (--semantics program-order)"))
        }
        error => Refusal::invalid(error),
    }
}
