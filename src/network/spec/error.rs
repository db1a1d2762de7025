//! Errors in the spec of a network.

use super::Class;
use logpine_text::suggest::did_you_mean;
use logpine_text::units::UnitError;

/// Errors in the text of a spec. Columns count characters from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// The text does not begin with a class and a colon.
    #[error(
        "column 1: unknown class of networks `{found}`; {}write {}",
        did_you_mean(*nearest),
        forms()
    )]
    UnknownClass {
        /// The text that was found.
        found: String,
        /// The most similar name, if one is near.
        nearest: Option<&'static str>,
    },
    /// An invalid value, or a missing one.
    #[error("column {column}: expected {expected}, found {found}; write {}", class.form())]
    Unexpected {
        /// The column of the value.
        column: usize,
        /// The text in quotes, or the end of the spec.
        found: String,
        /// The values that are allowed.
        expected: &'static str,
        /// The class of the spec.
        class: Class,
    },
    /// A number for which there is no network.
    #[error("column {column}: {what} is {found}, expected {range}; write {}", class.form())]
    OutOfRange {
        /// The column of the number.
        column: usize,
        /// The meaning of the number.
        what: &'static str,
        /// The number.
        found: String,
        /// The allowed range.
        range: String,
        /// The class of the spec.
        class: Class,
    },
    /// A key that the class does not have.
    #[error("column {column}: unknown key `{key}`; {}the keys of {class} are {}", did_you_mean(*nearest), keys.join(", "))]
    UnknownKey {
        /// The column of the key.
        column: usize,
        /// The key.
        key: String,
        /// The most similar key, if one is near.
        nearest: Option<&'static str>,
        /// All keys of the class.
        keys: Vec<&'static str>,
        /// The class of the spec.
        class: Class,
    },
    /// A key that is repeated, or that sets the same as another.
    #[error("column {column}: `{key}` is given twice, or by another name; leave one out")]
    KeyTwice {
        /// The column of the second one.
        column: usize,
        /// The key.
        key: &'static str,
    },
    /// A time that cannot be read, or does not fit the others.
    #[error("column {column}: {source}")]
    Unit {
        /// The column of the time.
        column: usize,
        /// The cause.
        source: UnitError,
    },
    /// A bandwidth that cannot be read.
    #[error("column {column}: `{found}` is not a bandwidth; write bytes per second, such as 10GB/s, above 0")]
    Bandwidth {
        /// The column of the bandwidth.
        column: usize,
        /// The text that was found.
        found: String,
    },
    /// Times in seconds and in cycles.
    #[error(
        "column {column}: the latency and the time per byte are not both in seconds, or both in cycles; choose one"
    )]
    TwoClocks {
        /// The column of the later one.
        column: usize,
    },
}

/// The forms of the specs of all classes.
fn forms() -> String {
    let names: Vec<&str> = Class::ALL.iter().map(|class| class.name()).collect();
    format!("CLASS:PARAMETERS, such as torus:8x8; the classes are {}", names.join(", "))
}
