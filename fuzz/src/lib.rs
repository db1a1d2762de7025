//! What the fuzz targets share.

use std::fmt::Display;

/// No message is longer, however long what it is about.
const LONGEST: usize = 5_000;

/// Prints the error, if it is one.
///
/// *Panics* if the message is long.
pub fn said<T>(result: Result<T, impl Display>) {
    if let Err(error) = result {
        assert_short(&error.to_string());
    }
}

/// *Panics* if the message is long.
pub fn assert_short(message: &str) {
    assert!(message.len() <= LONGEST, "a message of {} bytes", message.len());
}
