//! A place in a GOAL file.

use crate::format::source::Position;
use std::fmt;

/// A place in a GOAL file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// Of a text.
    Text(Position),
    /// Of a packed file: bytes from its beginning.
    Byte(usize),
}

/// As other faults refer to it: `line 5`, `byte 512`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(position) => write!(f, "line {}", position.line),
            Self::Byte(offset) => write!(f, "byte {offset}"),
        }
    }
}
