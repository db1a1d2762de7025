//! Kinds of communication schemes.

use super::Scheme;

/// A kind of [`Scheme`], without its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SchemeClass {
    /// [`Scheme::Random`].
    Random,
    /// [`Scheme::OneToAll`].
    OneToAll,
    /// [`Scheme::AllToAll`].
    AllToAll,
    /// [`Scheme::Shift`].
    Shift,
}

impl SchemeClass {
    /// All kinds, in the order of the paper's tables.
    pub const ALL: [Self; 4] = [Self::Random, Self::OneToAll, Self::AllToAll, Self::Shift];

    /// The name in spec strings, options and JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::OneToAll => "one-to-all",
            Self::AllToAll => "all-to-all",
            Self::Shift => "shift",
        }
    }
}

impl Scheme {
    /// The kind of the scheme.
    #[must_use]
    #[cfg(test)]
    pub const fn class(&self) -> SchemeClass {
        match self {
            Self::Random { .. } => SchemeClass::Random,
            Self::OneToAll { .. } => SchemeClass::OneToAll,
            Self::AllToAll => SchemeClass::AllToAll,
            Self::Shift { .. } => SchemeClass::Shift,
        }
    }
}
