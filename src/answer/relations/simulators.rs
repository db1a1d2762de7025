//! Models that event-driven simulators know.

use crate::answer::costs::ModelChoice;
use crate::request::{ModelName, Request};
use logpine_collectives::schedule::replay::{Network, NetworkError, Simulator};
use logpine_models::machine::Machine;
use std::borrow::Cow;

/// True if the model of a request has numbers that the event-driven simulators do not know; if none is named, true if all
/// models of the machine have.
pub(super) fn is_beyond_loggops(machine: &Machine, request: &Request) -> bool {
    let Ok(asked) = ModelChoice::from(request).port_model() else { return false };
    let network = Network::of(machine, asked);
    matches!(network, Err(NetworkError::NotLoggops { .. } | NetworkError::TwoOverheads { .. }))
}

/// The request with the first model that the simulator knows, if it names a simulator and no model.
pub(crate) fn with_known_model<'r>(machine: &Machine, request: &'r Request) -> Cow<'r, Request> {
    let is_simulated = request.ranks.is_some() && request.semantics.and_then(Simulator::of).is_some();
    if !is_simulated || request.model.is_some() {
        return Cow::Borrowed(request);
    }
    let model = Network::model(machine).ok().and_then(ModelName::of_ports);
    Cow::Owned(Request { model, ..request.clone() })
}
