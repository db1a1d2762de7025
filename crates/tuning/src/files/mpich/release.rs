//! Release lines of MPICH.

use crate::library::Library;

/// A release line of MPICH.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Release {
    /// 4.0.
    R40,
    /// 4.3.
    R43,
    /// 5.0.
    R5,
}

impl Release {
    /// The release line of a library; of what is no MPICH, the newest.
    pub const fn of(library: Library) -> Self {
        match library {
            Library::Mpich40 => Self::R40,
            Library::Mpich43 => Self::R43,
            _ => Self::R5,
        }
    }

    /// The number of the line.
    pub const fn number(self) -> &'static str {
        match self {
            Self::R40 => "4.0",
            Self::R43 => "4.3",
            Self::R5 => "5.0",
        }
    }

    /// The name in messages.
    pub const fn title(self) -> &'static str {
        match self {
            Self::R40 => "MPICH 4.0",
            Self::R43 => "MPICH 4.3",
            Self::R5 => "MPICH 5.0",
        }
    }
}
