//! Contents that a file of a format cannot hold.

/// The reason why a file cannot be written, and the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unwritable(pub String);

impl Unwritable {
    /// The refusal with a reason.
    ///
    /// # Errors
    /// Always.
    pub fn new<T>(reason: impl Into<String>) -> Result<T, Self> {
        Err(Self(reason.into()))
    }
}
