//! Things that a request names, and that cannot be had.

/// The reason why a file or a list cannot be read in its intended role.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct NamedError {
    /// The message with the fault and its place.
    message: String,
}

impl NamedError {
    /// The error with a message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}
