//! `regress` as JSON.

use super::{SCHEMA, document};
use crate::request::Failure;
use serde::Serialize;

#[derive(Debug, Serialize)]
struct RegressionJson<'a> {
    schema: u32,
    cases: usize,
    failures: &'a [Failure],
}

/// `regress` as JSON, for `cases` cases; its fields are listed [above](super).
#[must_use]
pub fn regression(cases: usize, failures: &[Failure]) -> String {
    document(&RegressionJson { schema: SCHEMA, cases, failures })
}
