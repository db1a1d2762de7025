//! Flaws of tuning files: what a library refuses, ignores in silence or misreads.

use crate::format::faults::{self, Kind};
use crate::format::source::Severity;
use crate::library::Rules;
use std::fmt;

/// The rules of a tuning file, and its flaws.
pub type Report = faults::Report<Vec<Rules>, Flaw>;

/// The flaws of a tuning file found so far.
pub type Flaws<'a> = faults::Faults<'a, Flaw>;

/// A kind of flaw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The severity.
    pub severity: Severity,
    /// The name of the kind in JSON.
    pub code: &'static str,
    /// The flaw, and the library's reaction to it, in words.
    pub message: String,
    /// The way out.
    pub hint: &'static str,
}

impl Flaw {
    /// Something that the library refuses, ignores or misreads.
    pub fn error(code: &'static str, message: impl Into<String>, hint: &'static str) -> Self {
        Self { severity: Severity::Error, code, message: message.into(), hint }
    }

    /// Something legal but odd.
    pub fn warning(code: &'static str, message: impl Into<String>, hint: &'static str) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message, hint) }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl Kind for Flaw {
    fn not_utf8() -> Self {
        Self::error("not-utf-8", "the byte here is no part of a character", "save the file as UTF-8")
    }

    fn severity(&self) -> Severity {
        self.severity
    }

    fn code(&self) -> &'static str {
        self.code
    }

    fn hint(&self) -> &'static str {
        self.hint
    }
}
