//! The judgement of a file, as text and as JSON.

use super::input_format::InputFormat;
use super::valid::use_of;
use crate::cli::args::Format;
use crate::cli::outcome::Outcome;
use crate::report::json::{self, SCHEMA};
use crate::report::text::wrapped;
use serde::Serialize;
use serde_json::{Map, Value};
use std::path::Path;

/// The verdict on a file.
pub struct Judgement {
    /// The file is an `MRNet topology`, for example.
    pub words: String,
    /// The contents in a few words, such as `5 processes, height 2`; shown of valid files.
    pub contents: String,
    /// The contents in numbers and words, for JSON.
    pub values: Vec<(&'static str, Value)>,
    /// The faults, rendered one below the other.
    pub rendered: String,
    /// The same faults, for JSON.
    pub faults: Vec<FaultJson>,
    /// Remarks on the faults, in lines of their own.
    pub remarks: String,
    /// The number of errors, those that are not listed included.
    pub errors: u64,
    /// The number of warnings, those that are not listed included.
    pub warnings: u64,
}

/// A fault in JSON.
#[derive(Serialize)]
pub struct FaultJson {
    pub severity: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<usize>,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    file: String,
    format: &'a str,
    valid: bool,
    #[serde(flatten)]
    values: Map<String, Value>,
    errors: u64,
    warnings: u64,
    faults: &'a [FaultJson],
}

impl Judgement {
    /// The end of the subcommand: the report, and exit 1 if there is an error.
    pub fn outcome(self, file: &Path, file_format: InputFormat, format: Format) -> Outcome {
        let report = match format {
            Format::Text if self.errors == 0 => self.text(file) + &use_of(file, file_format),
            Format::Text => self.text(file),
            Format::Json => self.json(file, &file_format.name()),
        };
        if self.errors == 0 { Outcome::Done(report) } else { Outcome::Faults(report) }
    }

    fn text(&self, file: &Path) -> String {
        let (file, words) = (file.display(), &self.words);
        let found = match self.errors {
            0 => format!("{file}: valid {words}: {}\n", self.contents),
            _ => format!("{file}: not a valid {words}\n"),
        };
        let verdict = if self.errors + self.warnings == 0 {
            String::new()
        } else {
            let errors = counted(self.errors, "error", "errors");
            format!("{errors}, {}\n", counted(self.warnings, "warning", "warnings"))
        };
        format!("{}{}{}{verdict}", self.rendered, self.remarks, wrapped(&found))
    }

    fn json(&self, file: &Path, format: &str) -> String {
        let document = Document {
            schema: SCHEMA,
            file: file.display().to_string(),
            format,
            valid: self.errors == 0,
            values: self.values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            errors: self.errors,
            warnings: self.warnings,
            faults: &self.faults,
        };
        json::document(&document)
    }
}

/// A line on faults that are not listed; empty if all are.
pub fn not_listed(more: u64, most_of_kind: u64) -> String {
    match more {
        0 => String::new(),
        more => format!("{more} more are not listed: of each kind, the first {most_of_kind} are\n"),
    }
}

/// A number and its noun.
pub fn counted(count: u64, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
