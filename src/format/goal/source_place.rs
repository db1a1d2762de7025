//! A place in a GOAL file.

use crate::format::source::Position;
use std::fmt;

/// A place in a GOAL file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// A position in a text.
    Text(Position),
    /// An offset in a packed file, in bytes.
    Byte(usize),
}

/// The form used in other faults: `line 5`, `byte 512`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(position) => write!(f, "line {}", position.line),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}
