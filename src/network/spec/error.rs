//! What can be wrong with the spec of a network.

use super::Class;
use crate::units::UnitError;

/// Why a text is not the spec of a network. Columns count characters from 1.
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
        /// What stands there.
        found: String,
        /// The nearest name, where one is near.
        nearest: Option<&'static str>,
    },
    /// A value that cannot stand there, or none.
    #[error("column {column}: expected {expected}, found {found}; write {}", class.form())]
    Unexpected {
        /// Where it stands.
        column: usize,
        /// The text in quotes, or the end of the spec.
        found: String,
        /// What can stand there.
        expected: &'static str,
        /// The class that is described.
        class: Class,
    },
    /// A number that makes no network.
    #[error("column {column}: {what} is {found}, expected {range}; write {}", class.form())]
    OutOfRange {
        /// Where it stands.
        column: usize,
        /// What the number is.
        what: &'static str,
        /// The number.
        found: String,
        /// What it can be.
        range: String,
        /// The class that is described.
        class: Class,
    },
    /// A key that the class does not have.
    #[error("column {column}: unknown key `{key}`; {}the keys of {class} are {}", did_you_mean(*nearest), keys.join(", "))]
    UnknownKey {
        /// Where it stands.
        column: usize,
        /// The key.
        key: String,
        /// The nearest key, where one is near.
        nearest: Option<&'static str>,
        /// All keys of the class.
        keys: Vec<&'static str>,
        /// The class that is described.
        class: Class,
    },
    /// A key for the second time, or another one for the same.
    #[error("column {column}: `{key}` says again what an earlier key says; leave one out")]
    KeyTwice {
        /// Where the second one stands.
        column: usize,
        /// The key.
        key: &'static str,
    },
    /// A time that cannot be read, or does not fit the others.
    #[error("column {column}: {source}")]
    Unit {
        /// Where it stands.
        column: usize,
        /// What is wrong with it.
        source: UnitError,
    },
    /// A bandwidth that cannot be read.
    #[error("column {column}: `{found}` is not a bandwidth; write bytes per second, such as 10GB/s, above 0")]
    Bandwidth {
        /// Where it stands.
        column: usize,
        /// What stands there.
        found: String,
    },
    /// Times in seconds and in cycles.
    #[error(
        "column {column}: the latency and the time per byte are not both in seconds, or both in cycles; choose one"
    )]
    TwoClocks {
        /// Where the later one stands.
        column: usize,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("did you mean `{name}`? "))
}

/// How specs of all classes are written.
fn forms() -> String {
    let names: Vec<&str> = Class::ALL.iter().map(|class| class.name()).collect();
    format!("CLASS:PARAMETERS, such as torus:8x8; the classes are {}", names.join(", "))
}
