//! The port models by name.

use crate::machine::MessageSection;

/// A model of messages between ranks, each with its own section of the profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortModel {
    /// [`Loggops`](super::Loggops).
    Loggops,
    /// [`Plogp`](super::Plogp).
    Plogp,
    /// [`Loggp`](super::Loggp).
    Loggp,
    /// [`Logp`](super::Logp).
    Logp,
    /// [`Piecewise`](super::Piecewise).
    Piecewise,
    /// [`AlphaBeta`](super::AlphaBeta).
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

    /// Its section of the profile.
    #[must_use]
    pub(crate) const fn section(self) -> MessageSection {
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
