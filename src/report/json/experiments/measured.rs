//! The files that `measure overlay` wrote, as JSON.

use super::synth::FileJson;
use super::{SCHEMA, document};
use serde::Serialize;
use std::path::PathBuf;

#[derive(Debug, Serialize)]
struct MeasuredJson<'a> {
    schema: u32,
    comments: &'a [String],
    clock_error_ns: i64,
    skew_ns: i64,
    files: Vec<FileJson>,
}

/// `measure overlay` as JSON; its fields are listed [above](super). `files` are the written files with their numbers of samples.
#[must_use]
pub fn measured_overlay(comments: &[String], files: &[(PathBuf, usize)], clock_error: i64, skew: i64) -> String {
    let files = files.iter().map(FileJson::new).collect();
    document(&MeasuredJson { schema: SCHEMA, comments, clock_error_ns: clock_error, skew_ns: skew, files })
}
