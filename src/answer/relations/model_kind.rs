//! The kinds of models.

use crate::answer::costs::ModelChoice;
use crate::request::{ModelName, Request};
use logpine_models::machine::Machine;
use logpine_models::model::{MessageSize, PortModel};
use std::borrow::Cow;

/// The kinds of models, distinguished by the requests that they serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModelKind {
    /// Nodes of an overlay tree: `tan`.
    Tan,
    /// Nodes of an overlay tree with a cost for each child, and messages that may have a size: `overlay`.
    Overlay,
    /// Nodes of an overlay tree with a constant overhead: the TAN paper's `logp`.
    LogpOfTrees,
    /// Messages that have a size.
    Messages,
    /// Messages of one size, such as those of `logp`.
    Logp,
    /// Channels that messages share: `tau_lop`, `loggph`.
    Channels,
    /// The machine's own library: `bgp`.
    Library,
    /// The links of a network, which carry blocks in steps.
    Blocks,
    /// The links of a network, which carry streams without end.
    Streams,
}

impl ModelKind {
    /// All kinds of models.
    pub const ALL: [Self; 9] = [
        Self::Tan,
        Self::Overlay,
        Self::LogpOfTrees,
        Self::Messages,
        Self::Logp,
        Self::Channels,
        Self::Library,
        Self::Blocks,
        Self::Streams,
    ];

    /// The name in lists.
    #[must_use]
    pub fn name(self) -> Cow<'static, str> {
        let name = match self {
            Self::Tan => "tan",
            Self::Overlay => "overlay",
            Self::LogpOfTrees => "logp of trees",
            Self::Messages => "messages with sizes",
            Self::Logp => "logp",
            Self::Channels => return ModelName::words_of_channels(", ").into(),
            Self::Library => "bgp",
            Self::Blocks => "blocks in steps",
            Self::Streams => "--objective throughput",
        };
        name.into()
    }

    /// The kind of the model by which a request costs a given tree.
    #[must_use]
    pub fn of_given_tree(request: &Request, machine: &Machine) -> Self {
        match (ModelChoice::from(request).is_of_nodes(machine), request.model) {
            (true, Some(ModelName::Logp)) => Self::LogpOfTrees,
            (true, Some(ModelName::Overlay)) => Self::Overlay,
            (true, None) if machine.tan.is_none() && machine.overlay.is_some() => Self::Overlay,
            (true, _) => Self::Tan,
            (false, name) => name.map_or(Self::Messages, Self::named),
        }
    }

    /// The kind of a named model; `logp` is taken as the model among ranks.
    pub(super) fn named(name: ModelName) -> Self {
        match (name.port_model(), name) {
            (Some(model), _) => Self::of_messages(model),
            (None, ModelName::Overlay) => Self::Overlay,
            (None, ModelName::Bgp) => Self::Library,
            _ if name.is_of_channels() => Self::Channels,
            _ => Self::Tan,
        }
    }

    /// The kind of a model of messages.
    pub(super) const fn of_messages(model: PortModel) -> Self {
        match model.message_size() {
            MessageSize::Indivisible => Self::Logp,
            MessageSize::Bytes => Self::Messages,
        }
    }
}
