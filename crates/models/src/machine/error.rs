//! The reasons why a machine cannot be loaded.

use logpine_text::input::InputError;
use logpine_text::suggest::did_you_mean;
use logpine_text::text::TextError;

/// A machine that cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// A name that is neither a built-in machine nor a file.
    #[error(
        "no machine `{name}`; {}the built-in ones are {built_in}; for a profile of your own, give its path, like ./{name}.toml, or its parameters, like logp:L=6us,o=2us,g=4us",
        did_you_mean(*nearest)
    )]
    UnknownMachine {
        /// The name asked for.
        name: String,
        /// The built-in machine with the nearest name, if one is near.
        nearest: Option<&'static str>,
        /// All built-in machines.
        built_in: String,
    },
    /// A profile that cannot be read.
    #[error("cannot read the machine profile `{path}`: {cause}")]
    Unreadable {
        /// The file.
        path: String,
        /// The cause.
        #[source]
        cause: std::io::Error,
    },
    /// A file that is too large to be a profile.
    #[error(transparent)]
    Refused(InputError),
    /// A profile that is not valid: its faults, at most one for each key.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<TextError>),
}
