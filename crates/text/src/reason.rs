//! A refusal or a fault in words.

use std::fmt;

/// The reason in words why there is no result, with the way out where there is one.
///
/// Errors that a program has to tell apart are enums of their own.
///
/// ```
/// use logpine_text::reason::Reason;
/// assert_eq!(Reason::new("0 ranks: give at least 1").to_string(), "0 ranks: give at least 1");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Reason(String);

impl Reason {
    /// The reason with these words.
    #[must_use]
    pub fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    /// The reason with the words of another error.
    #[must_use]
    pub fn of(error: impl fmt::Display) -> Self {
        Self(error.to_string())
    }

    /// True if the words contain a part.
    #[must_use]
    pub fn says(&self, part: &str) -> bool {
        self.0.contains(part)
    }
}

#[doc(hidden)]
#[macro_export]
macro_rules! __reason {
    ($($words:tt)+) => { $crate::reason::Reason::new(format!($($words)+)) };
}

#[doc(inline)]
/// The [`Reason`] with words as for `format!`.
pub use __reason as reason;
