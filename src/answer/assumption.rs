//! The trust that the parameters of a machine deserve for member trees.

use crate::request::Objective;
use logpine_models::machine::{Machine, NotMeasured};
use logpine_models::model::{HostClass, LevelCost};
use logpine_text::units::Time;

/// The sentence that the parameters are an assumption, of a built-in machine: none of them was measured on the daemons of a system
/// with member trees. Of a machine without latency, the sentence that single waves may take longer.
pub(crate) fn assumption(machine: &Machine, cost: &dyn LevelCost, objective: Objective) -> Option<String> {
    let (name, host) = (&machine.name, HostClass::default());
    if Machine::built_in(name).is_some_and(|built_in| built_in == *machine) {
        return Some(format!(
            "The parameters of {name} are an assumption here; measure yours: logpine measure overlay, logpine fit."
        ));
    }
    let is_said = machine.data.lacks(NotMeasured::Latency);
    (!is_said && cost.latency(host, host) == Time::ZERO && objective != Objective::Period).then(|| {
        format!("The latency of {name} is zero: if it was not measured, the time of a single wave is a lower bound.")
    })
}
