//! Why a command ends without a result.

use crate::wire::WireError;
use serde::{Deserialize, Serialize};

/// A failure, with the exit code of logpine: 1 if there is no answer, 2 for bad input, 70 for a fault of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Failure {
    /// The request is valid, and the answer is no.
    #[error("{0}")]
    No(String),
    /// The input is wrong.
    #[error("{0}")]
    Input(String),
    /// A message failed.
    #[error("MPI: {0}")]
    Wire(String),
    /// Some rank has wrong data: a fault of this program, or of the library.
    #[error("{0}; please report it with the command line")]
    Fault(String),
}

impl Failure {
    /// The exit code.
    #[must_use]
    pub const fn code(&self) -> u8 {
        match self {
            Self::No(_) | Self::Wire(_) => 1,
            Self::Input(_) => 2,
            Self::Fault(_) => 70,
        }
    }
}

impl From<WireError> for Failure {
    fn from(error: WireError) -> Self {
        Self::Wire(error.to_string())
    }
}

impl From<logpine::request::Refusal> for Failure {
    fn from(refusal: logpine::request::Refusal) -> Self {
        use logpine::request::Refusal;
        match refusal {
            Refusal::Invalid(_) => Self::Input(refusal.to_string()),
            Refusal::No(_) => Self::No(refusal.to_string()),
            Refusal::Fault(_) => Self::Fault(refusal.to_string()),
        }
    }
}
