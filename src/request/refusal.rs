//! Requests without an answer.

use std::error::Error;
use std::fmt;

/// The reason why a request has no answer.
#[derive(Debug)]
pub enum Refusal {
    /// The request cannot be asked: an invalid combination, a value out of range, or an invalid file.
    Invalid(Box<dyn Error + Send + Sync>),
    /// The request is valid, and there is no such tree or algorithm, or none was found before the work was stopped.
    No(No),
    /// The checker found a fault in the answer: a bug of logpine.
    Fault(String),
}

/// The reason why there is no such tree or algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct No {
    /// The reason.
    pub reason: String,
    /// The reason, and the way out.
    pub message: String,
    /// The shortage, if there is one.
    pub shortage: Option<Shortage>,
    /// The least sufficient height in edges, if a greater height helps.
    pub least_height: Option<u32>,
    /// The smallest sufficient number of internal processes, if more help.
    pub least_internal: Option<u64>,
    /// True if the work was stopped before its end: there may be an answer.
    pub is_stopped: bool,
}

/// A requirement that the request does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The option, or the source of the hosts.
    pub constraint: String,
    /// The number that is needed, of what the constraint counts: slots, processes or ranks.
    pub needed: u64,
    /// The number that there is, of the same.
    pub available: u64,
}

impl No {
    /// A refusal with its reason as its message.
    pub fn new(reason: &impl fmt::Display, shortage: Option<Shortage>) -> Self {
        let reason = reason.to_string();
        Self { message: reason.clone(), reason, shortage, least_height: None, least_internal: None, is_stopped: false }
    }
}

impl Refusal {
    /// A request that cannot be asked.
    pub fn invalid(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Invalid(error.into())
    }

    /// A valid request without an answer.
    pub fn no(error: &impl Error) -> Self {
        Self::No(No::new(error, None))
    }

    /// A valid request without an answer because the work was stopped before its end.
    pub fn stopped(error: &impl Error) -> Self {
        Self::No(No { is_stopped: true, ..No::new(error, None) })
    }

    /// A valid request without an answer because of a shortage.
    pub fn short(error: &impl Error, shortage: Shortage) -> Self {
        Self::No(No::new(error, Some(shortage)))
    }

    /// A fault that the checker found in an answer.
    pub fn fault(fault: &impl Error) -> Self {
        Self::Fault(fault.to_string())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(error) => write!(formatter, "{error}"),
            Self::No(no) => formatter.write_str(&no.message),
            Self::Fault(fault) => write!(formatter, "logpine's own answer fails its check: {fault}"),
        }
    }
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Invalid(error) => error.source(),
            Self::No(_) | Self::Fault(_) => None,
        }
    }
}
