//! `regress` as JSON.

use super::{SCHEMA, document};
use crate::request::Deviation;
use serde::Serialize;

/// A case whose answer is not the expected one.
#[derive(Debug, Serialize)]
pub struct RegressionFailure<'a> {
    /// The file, as the user named it.
    pub file: &'a str,
    /// The name of the case.
    pub case: &'a str,
    /// The line of that name, from 1.
    pub line: usize,
    /// Why there is no answer to compare.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'a str>,
    /// What is another in the answer.
    pub deviations: &'a [Deviation],
}

#[derive(Debug, Serialize)]
struct RegressionJson<'a> {
    schema: u32,
    cases: usize,
    failures: &'a [RegressionFailure<'a>],
}

/// `regress` as JSON, for so many cases; its fields are listed [above](super).
#[must_use]
pub fn regression(cases: usize, failures: &[RegressionFailure<'_>]) -> String {
    document(&RegressionJson { schema: SCHEMA, cases, failures })
}
