//! The port models by name, and their timing of messages on a machine.

use super::{AlphaBeta, Loggops, Loggp, Logp, MessageSize, ModelError, Piecewise, Plogp, PortTiming};
use crate::machine::Machine;

macro_rules! port_models {
    ($($(#[$doc:meta])* $model:ident = $name:literal of $size:ident,)*) => {
        /// A model of messages between ranks, each with its own section of the profile.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum PortModel {
            $($(#[$doc])* $model,)*
        }

        impl PortModel {
            /// All models, the most detailed first: if a profile serves several, the first is taken.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$model),*];

            /// The name of its section, also used in options and JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$model => $name,)*
                }
            }

            /// The presence of sizes in its messages, that of [`PortTiming::message_size`].
            #[must_use]
            pub const fn message_size(self) -> MessageSize {
                match self {
                    $(Self::$model => MessageSize::$size,)*
                }
            }

            /// The timing of the model with a machine's parameters.
            ///
            /// # Errors
            /// [`ModelError::MissingSection`] if the profile does not have its section.
            pub fn timing(self, machine: &Machine) -> Result<Box<dyn PortTiming>, ModelError> {
                Ok(match self {
                    $(Self::$model => Box::new($model::new(machine)?),)*
                })
            }
        }
    };
}

port_models! {
    /// LogGOPS of Hoefler, Schneider and Lumsdaine (2010): LogGP with an overhead a byte, and a rendezvous for long messages.
    Loggops = "loggops" of Bytes,
    /// Parameterized LogP of Kielmann, Bal and Verstoep (2000): overheads and gap as tables over the message size.
    Plogp = "plogp" of Bytes,
    /// LogGP of Alexandrov, Ionescu, Schauser and Scheiman (1995): LogP with a gap a byte.
    Loggp = "loggp" of Bytes,
    /// LogP of Culler et al. (1993): short messages of one size.
    Logp = "logp" of Indivisible,
    /// alpha + beta s with an alpha and a beta for each range of sizes: Hoefler, Gropp, Thakur and Traeff (2010), equation (1).
    Piecewise = "piecewise" of Bytes,
    /// alpha + beta s: Hockney (1994).
    AlphaBeta = "alpha_beta" of Bytes,
}

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
