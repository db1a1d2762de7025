//! The timing of messages on a machine, by the name of a model.

use super::{AlphaBeta, Loggops, Loggp, Logp, ModelError, Piecewise, Plogp, PortModel, PortTiming};
use crate::machine::Machine;

impl PortModel {
    /// The model of a machine if no other is asked for: the first of [`PortModel::ALL`] whose section the profile has.
    ///
    /// # Errors
    /// [`ModelError::NoPortModel`] if it has none.
    pub fn of(machine: &Machine) -> Result<Self, ModelError> {
        let present = machine.sections();
        let first = Self::ALL.into_iter().find(|model| present.contains(&model.name()));
        first.ok_or_else(|| ModelError::NoPortModel { machine: machine.name.clone(), present })
    }

    /// The timing of the model with a machine's parameters.
    ///
    /// # Errors
    /// [`ModelError::MissingSection`] if the profile does not have its section.
    pub fn timing(self, machine: &Machine) -> Result<Box<dyn PortTiming>, ModelError> {
        Ok(match self {
            Self::Loggops => Box::new(Loggops::new(machine)?),
            Self::Plogp => Box::new(Plogp::new(machine)?),
            Self::Loggp => Box::new(Loggp::new(machine)?),
            Self::Logp => Box::new(Logp::new(machine)?),
            Self::Piecewise => Box::new(Piecewise::new(machine)?),
            Self::AlphaBeta => Box::new(AlphaBeta::new(machine)?),
        })
    }
}

/// The port timing of a machine by `model`, or else by the first of [`PortModel::ALL`] that its profile serves.
///
/// ```
/// use logpine_models::machine::Machine;
/// use logpine_models::model::{PortModel, port_timing};
/// let bgp = Machine::load("bgp")?;
/// assert_eq!(port_timing(&bgp, None)?.name(), "piecewise");
/// let error = port_timing(&bgp, Some(PortModel::Logp)).err().map(|error| error.to_string());
/// assert!(error.is_some_and(|error| error.starts_with("machine `bgp` has no [logp] section; it has [piecewise], [bgp]")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ModelError::MissingSection`] if the profile lacks the model's section, [`ModelError::NoPortModel`] if it has no section
/// of any.
pub fn port_timing(machine: &Machine, model: Option<PortModel>) -> Result<Box<dyn PortTiming>, ModelError> {
    model.map_or_else(|| PortModel::of(machine), Ok)?.timing(machine)
}
