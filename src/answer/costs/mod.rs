//! The choice among a machine's models for a request, and the costs by the model.

mod stages;
mod waves;

pub use stages::{StageCosts, StageView};
pub use waves::WaveCosts;

use crate::request::{Collective, ModelName, Refusal, Request, Word};
use logpine_models::machine::{Locality, Machine};
use logpine_models::model::{LevelCost, ModelError, Overlay, PortModel, PortTiming, RoundTrip, Tan};
use stages::channels_of;
use std::borrow::Cow;

/// The model that is asked for, if any.
#[derive(Clone, Copy, Debug, Default)]
pub struct ModelChoice {
    /// The model.
    pub model: Option<ModelName>,
    /// The size of the messages of overlay trees, for `overlay`.
    pub bytes: u64,
}

/// The costs of nodes of an overlay tree.
pub struct NodeCosts {
    /// The name of the model.
    pub model: &'static str,
    /// The costs.
    pub cost: Box<dyn LevelCost>,
}

/// The costs of messages between ranks.
pub struct MessageCosts {
    /// The model.
    pub model: PortModel,
    /// The costs.
    pub timing: Box<dyn PortTiming>,
}

/// The costs of an overlay tree.
pub enum TreeCosts {
    /// Costs of its nodes.
    Nodes(NodeCosts),
    /// Costs of its messages.
    Messages(MessageCosts),
}

impl From<&Request> for ModelChoice {
    fn from(request: &Request) -> Self {
        Self { model: request.model, bytes: request.bytes.unwrap_or(0) }
    }
}

impl ModelName {
    /// The model of messages between ranks of that name.
    #[must_use]
    pub fn port_model(self) -> Option<PortModel> {
        PortModel::ALL.into_iter().find(|model| model.name() == self.word())
    }

    /// The name of a model of messages.
    #[must_use]
    pub fn of_ports(model: PortModel) -> Option<Self> {
        Self::named(model.name())
    }
}

impl ModelChoice {
    /// The costs of an overlay tree: those of its nodes, or else those of its messages.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such model.
    pub fn of_tree(self, machine: &Machine, collective: Collective) -> Result<TreeCosts, Refusal> {
        let has_nodes = machine.tan.is_some() || machine.overlay.is_some();
        if let (None, false, Ok(model)) = (self.model, has_nodes, PortModel::of(machine)) {
            let (machine, model) = (&machine.name, model.name());
            return Err(Refusal::invalid(format!(
                "machine `{machine}` has no [tan] section, for the default model of overlay trees; --model {model} takes \
                 its [{model}]"
            )));
        }
        if self.is_of_nodes(machine) {
            self.of_nodes(machine, collective).map(TreeCosts::Nodes)
        } else {
            self.of_messages(machine).map(TreeCosts::Messages)
        }
    }

    /// True if an overlay tree is costed by its nodes.
    #[must_use]
    pub fn is_of_nodes(self, machine: &Machine) -> bool {
        match self.model {
            None => true,
            // The TAN paper's comparison, if the profile or the request has it and no more.
            Some(ModelName::Logp) => machine.logp.is_none() && machine.tan.is_some(),
            Some(name) => name.is_of_nodes(),
        }
    }

    /// The costs of the nodes of an overlay tree.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such model.
    pub fn of_nodes(self, machine: &Machine, collective: Collective) -> Result<NodeCosts, Refusal> {
        let wanted = self.model.unwrap_or_else(|| Self::default_of_nodes(machine));
        if !wanted.is_of_nodes() {
            return Err(Refusal::invalid(
                "that --model is of messages between ranks and goes with `logpine collective`",
            ));
        }
        let cost = match wanted {
            ModelName::Logp => logp(machine, collective),
            ModelName::Overlay => overlay(machine, collective, self.bytes),
            _ => tan(machine, collective),
        };
        Ok(NodeCosts { model: wanted.word(), cost: cost.map_err(Refusal::invalid)? })
    }

    /// The model of nodes of a machine by default: `tan`, unless it has only `[overlay]`.
    fn default_of_nodes(machine: &Machine) -> ModelName {
        if machine.tan.is_none() && machine.overlay.is_some() { ModelName::Overlay } else { ModelName::Tan }
    }

    /// The machine with only the section from which the costs of nodes are made.
    #[must_use]
    pub fn only_of_nodes(self, machine: &Machine) -> Cow<'_, Machine> {
        if self.model == Some(ModelName::Overlay) && machine.tan.is_some() {
            return Cow::Owned(Machine { tan: None, ..machine.clone() });
        }
        Cow::Borrowed(machine)
    }

    /// The costs by the same model for nodes with all their children on one host.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such costs.
    pub fn of_nodes_within_host(self, machine: &Machine, collective: Collective) -> Result<NodeCosts, Refusal> {
        let section = self.model.unwrap_or_else(|| Self::default_of_nodes(machine)).word();
        self.of_nodes(inside_a_host(machine, section)?, collective)
    }

    /// The model of messages that is asked for.
    ///
    /// # Errors
    /// [`Refusal`] if another kind of model is asked for.
    pub fn port_model(self) -> Result<Option<PortModel>, Refusal> {
        let named = self.model.map(|name| {
            name.port_model().ok_or_else(|| {
                let word = name.word();
                Refusal::invalid(match name {
                    ModelName::Bgp => format!(
                        "--model {word} is of the machine's own messages and collectives and goes with `logpine collective`"
                    ),
                    _ if name.is_of_channels() => format!(
                        "--model {} cost collectives stage by stage and go with `logpine collective` and `map`",
                        ModelName::words_of_channels(" and ")
                    ),
                    _ => format!("--model {word} is a model of overlay trees and goes with `logpine tree`"),
                })
            })
        });
        named.transpose()
    }

    /// The costs of messages between ranks.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such model.
    pub fn of_messages(self, machine: &Machine) -> Result<MessageCosts, Refusal> {
        let model = self.port_model()?.map_or_else(|| PortModel::of(machine), Ok).map_err(Refusal::invalid)?;
        Ok(MessageCosts { model, timing: model.timing(machine).map_err(Refusal::invalid)? })
    }

    /// The costs of messages between ranks on one host, under the same model.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such costs.
    pub fn of_messages_within_host(self, machine: &Machine) -> Result<MessageCosts, Refusal> {
        let model = self.of_messages(machine)?.model;
        let timing = model.timing(inside_a_host(machine, model.name())?).map_err(Refusal::invalid)?;
        Ok(MessageCosts { model, timing })
    }

    /// True if the model is one of channels that messages share: as asked, or because the machine has no other.
    #[must_use]
    pub fn is_of_channels(self, machine: &Machine) -> bool {
        match self.model {
            Some(name) => name.is_of_channels(),
            None => PortModel::of(machine).is_err() && channels_of(machine).next().is_some(),
        }
    }

    /// True if the model is that of the machine's own library: named, or the only one among ranks that the machine has.
    #[must_use]
    pub fn is_of_library(self, machine: &Machine) -> bool {
        match self.model {
            Some(name) => name == ModelName::Bgp,
            None => PortModel::of(machine).is_err() && !self.is_of_channels(machine) && machine.bgp.is_some(),
        }
    }
}

/// The machine as the processes on one host see it.
fn inside_a_host<'a>(machine: &'a Machine, section: &str) -> Result<&'a Machine, Refusal> {
    if machine.within.host.is_none() {
        return Err(Refusal::invalid(format!(
            "machine `{}` does not say what processes on one host cost; add [within.host.{section}] to its profile",
            machine.name
        )));
    }
    Ok(machine.at(Locality::Host))
}

fn tan(machine: &Machine, collective: Collective) -> Result<Box<dyn LevelCost>, ModelError> {
    Ok(match collective {
        Collective::Reduce => Box::new(Tan::reduction(machine)?),
        Collective::Multicast => Box::new(Tan::multicast(machine)?),
        Collective::Roundtrip => Box::new(RoundTrip::tan(machine)?),
    })
}

fn overlay(machine: &Machine, collective: Collective, bytes: u64) -> Result<Box<dyn LevelCost>, ModelError> {
    let way = Overlay::new(machine, bytes)?;
    Ok(match collective {
        Collective::Reduce | Collective::Multicast => Box::new(way),
        Collective::Roundtrip => Box::new(RoundTrip::new(way, way)?),
    })
}

fn logp(machine: &Machine, collective: Collective) -> Result<Box<dyn LevelCost>, ModelError> {
    Ok(match collective {
        Collective::Reduce => Box::new(Tan::logp_reduction(machine)?),
        Collective::Multicast => Box::new(Tan::logp_multicast(machine)?),
        Collective::Roundtrip => {
            Box::new(RoundTrip::new(Tan::logp_multicast(machine)?, Tan::logp_reduction(machine)?)?)
        }
    })
}
