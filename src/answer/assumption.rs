//! The trust that the parameters of a machine deserve for member trees.

use crate::machine::Machine;

/// The sentence that the parameters are an assumption, of a built-in machine: none of them was measured on the daemons of a system
/// with member trees.
pub(crate) fn assumption(machine: &Machine) -> Option<String> {
    let name = &machine.name;
    Machine::built_in(name).filter(|built_in| built_in == machine)?;
    Some(format!(
        "The parameters of {name} are an assumption here; measure yours: logpine measure overlay, logpine fit."
    ))
}
