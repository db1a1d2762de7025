//! The port models by name.

use crate::machine::MessageSection;

/// A model of messages between ranks, each with its own section of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortModel {
    /// LogGOPS of Hoefler, Schneider and Lumsdaine (2010): LogGP with an overhead a byte, and a rendezvous for long messages.
    Loggops,
    /// Parameterized LogP of Kielmann, Bal and Verstoep (2000): overheads and gap as tables over the message size.
    Plogp,
    /// LogGP of Alexandrov, Ionescu, Schauser and Scheiman (1995): LogP with a gap a byte.
    Loggp,
    /// LogP of Culler et al. (1993): short messages of one size.
    Logp,
    /// alpha + beta s with an alpha and a beta for each range of sizes: Hoefler, Gropp, Thakur and Traeff (2010), equation (1).
    Piecewise,
    /// alpha + beta s: Hockney (1994).
    AlphaBeta,
}

impl PortModel {
    /// All models, the most detailed first: if a profile serves several, the first is taken.
    pub const ALL: [Self; 6] = [Self::Loggops, Self::Plogp, Self::Loggp, Self::Logp, Self::Piecewise, Self::AlphaBeta];

    /// The name of its section, also used in options and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loggops => "loggops",
            Self::Plogp => "plogp",
            Self::Loggp => "loggp",
            Self::Logp => "logp",
            Self::Piecewise => "piecewise",
            Self::AlphaBeta => "alpha_beta",
        }
    }

    /// The section of the profile.
    #[must_use]
    pub const fn section(self) -> MessageSection {
        match self {
            Self::Loggops => MessageSection::Loggops,
            Self::Plogp => MessageSection::Plogp,
            Self::Loggp => MessageSection::Loggp,
            Self::Logp => MessageSection::Logp,
            Self::Piecewise => MessageSection::Piecewise,
            Self::AlphaBeta => MessageSection::AlphaBeta,
        }
    }
}
