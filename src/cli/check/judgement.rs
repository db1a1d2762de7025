//! The judgement of a file, as text and as JSON.

use super::input_format::InputFormat;
use super::valid::use_of;
use crate::cli::args::Format;
use crate::cli::outcome::{Outcome, in_short};
use crate::report::json::{self, SCHEMA, object};
use crate::report::text::wrapped;
use logpine_text::fault::{Fault, FaultList, Place};
use logpine_text::units::Clock;
use serde::Serialize;
use serde_json::Value;
use serde_with_macros::skip_serializing_none;
use std::collections::BTreeMap;
use std::path::Path;

/// The verdict on a file.
pub struct Judgement {
    /// The file is an `MRNet topology`, for example.
    pub words: String,
    /// The contents in a few words, such as `5 processes, height 2`; shown of valid files.
    pub contents: String,
    /// False if the file leaves open what the next step needs.
    pub is_known: bool,
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
#[skip_serializing_none]
#[derive(Serialize)]
pub struct FaultJson {
    pub severity: String,
    pub fault: Option<&'static str>,
    pub line: Option<usize>,
    pub column: Option<usize>,
    pub byte: Option<usize>,
    pub message: String,
    pub hint: Option<&'static str>,
}

impl FaultJson {
    /// A warning without a place.
    pub fn warning(message: &str) -> Self {
        let message = message.to_owned();
        Self { severity: "warning".to_owned(), fault: None, line: None, column: None, byte: None, message, hint: None }
    }
}

impl From<&Fault> for FaultJson {
    fn from(fault: &Fault) -> Self {
        let (line, column, byte) = match fault.place {
            Place::Text(position) => (Some(position.line), Some(position.column), None),
            Place::Byte(byte) => (None, None, Some(byte)),
        };
        Self {
            severity: fault.severity().to_string(),
            fault: Some(fault.code()),
            line,
            column,
            byte,
            message: fault.message().to_owned(),
            hint: Some(fault.diagnostic.hint),
        }
    }
}

/// The judgement of a file of a format.
pub struct Judged<'a> {
    pub file: &'a Path,
    pub format: InputFormat,
    pub judgement: Judgement,
}

impl Judged<'_> {
    /// The end of the subcommand for one file.
    pub fn outcome(&self, format: Format) -> Outcome {
        self.judgement.outcome(self.file, &self.format.name(), &self.next(), format)
    }

    /// The end of the subcommand for several files, some of which could not be read: their reports, and the exit status of the
    /// worst.
    pub fn outcome_of_all(all: &[Self], unread: usize, format: Format) -> Outcome {
        let valid = unread == 0 && all.iter().all(|one| one.judgement.errors == 0);
        let report = match format {
            Format::Text | Format::Markdown => format.of_text(all.iter().map(Self::text).collect()),
            Format::Csv | Format::Json => {
                let names: Vec<String> = all.iter().map(|one| one.format.name()).collect();
                let files = all.iter().zip(&names).map(|(one, name)| one.judgement.document(None, one.file, name));
                format.of_document(json::document(
                    &object!(schema = SCHEMA, valid = valid, files = files.collect::<Vec<_>>()),
                    Clock::Second,
                ))
            }
        };
        match (valid, unread) {
            (true, _) => Outcome::Done(report),
            (false, 0) => Outcome::Faults(report),
            _ => Outcome::Unread(report),
        }
    }

    /// The next step with a valid file.
    fn next(&self) -> String {
        if self.judgement.errors == 0 && self.judgement.is_known {
            use_of(self.file, self.format)
        } else {
            String::new()
        }
    }

    fn text(&self) -> String {
        self.judgement.text(self.file)
    }
}

impl Judgement {
    /// The judgement with the beginning and the end of lines and messages that are long, because they repeat names of the file.
    pub fn in_short(mut self) -> Self {
        let lines = |text: &str| text.split('\n').map(in_short).collect::<Vec<_>>().join("\n");
        (self.contents, self.rendered, self.remarks) =
            (lines(&self.contents), lines(&self.rendered), lines(&self.remarks));
        for fault in &mut self.faults {
            fault.message = in_short(&fault.message).into_owned();
        }
        for (_, value) in &mut self.values {
            if let Value::String(text) = value {
                *text = in_short(text).into_owned();
            }
        }
        self
    }

    /// The end of a subcommand for one file of a format: the report, followed by the next steps, and exit 1 if there is an error.
    pub fn outcome(&self, file: &Path, format_name: &str, next: &str, format: Format) -> Outcome {
        let report = match format {
            Format::Text | Format::Markdown => format.of_text(self.text(file) + next),
            Format::Csv | Format::Json => {
                format.of_document(json::document(&self.document(Some(SCHEMA), file, format_name), Clock::Second))
            }
        };
        if self.errors == 0 { Outcome::Done(report) } else { Outcome::Faults(report) }
    }

    fn document(&self, schema: Option<u32>, file: &Path, format: &str) -> impl Serialize {
        let Self { values, errors, warnings, faults, .. } = self;
        object!(
            schema? = schema,
            file = file.display().to_string(),
            format = format,
            valid = *errors == 0,
            *values = values.iter().map(|(name, value)| (*name, value)).collect::<BTreeMap<_, _>>(),
            errors = *errors,
            warnings = *warnings,
            faults = faults
        )
    }

    /// The judgement of a file from its faults, without its contents.
    pub fn of_faults(words: &str, faults: &FaultList, source: &[u8], file: &Path) -> Self {
        Self {
            words: words.to_owned(),
            contents: String::new(),
            is_known: true,
            values: Vec::new(),
            rendered: faults.rendered(source, file),
            faults: faults.iter().map(FaultJson::from).collect(),
            remarks: String::new(),
            errors: faults.errors(),
            warnings: faults.warnings(),
        }
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
}

/// A number and its noun.
pub fn counted(count: u64, one: &str, several: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {several}") }
}
