//! What `check` says of GOAL schedules, texts and packed ones. The consumer is `LogGOPSim`: its converter of a text, its
//! simulator of a packed file.

use super::{FaultJson, counted, json, not_listed, verdict};
use crate::cli::args::Format;
use crate::cli::outcome::{Outcome, Step};
use crate::format::goal::{self, Fault, GoalTick, MAX_FAULTS_OF_KIND, Matched, Place, Report, Strictness, packed};
use crate::report::json::SCHEMA;
use serde::Serialize;
use std::path::Path;

/// Text or packed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Text,
    Packed,
}

impl Form {
    const fn name(self) -> &'static str {
        match self {
            Self::Text => "goal",
            Self::Packed => "goal-bin",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Text => "GOAL schedule",
            Self::Packed => "packed GOAL schedule",
        }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: u32,
    file: String,
    format: &'static str,
    valid: bool,
    ranks: u32,
    operations: usize,
    messages: usize,
    dependencies: usize,
    matched: &'static str,
    errors: u64,
    warnings: u64,
    faults: Vec<FaultJson<'a>>,
}

pub fn check(source: &[u8], file: &Path, form: Form, format: Format) -> Step<Outcome> {
    let tick = GoalTick::default();
    let report = match form {
        Form::Text => goal::check(source, tick),
        Form::Packed => packed::check(source, tick),
    };
    let valid = report.errors(Strictness::Strict) == 0;
    let result = match format {
        Format::Text => text(source, file, form, &report),
        Format::Json => json(&document(file, form, &report, valid))?,
    };
    Ok(if valid { Outcome::Done(result) } else { Outcome::Faults(result) })
}

fn text(source: &[u8], path: &Path, form: Form, report: &Report) -> String {
    let faults: String = report.faults.iter().map(|fault| fault.render(source, path, Strictness::Strict)).collect();
    let (errors, warnings) = (report.errors(Strictness::Strict), report.warnings(Strictness::Strict));
    let (file, counts) = (path.display(), report.counts);
    let found = if errors > 0 {
        format!("{file}: not a valid {}\n", form.words())
    } else {
        format!(
            "{file}: valid {}: {}, {}, {}, {}\n",
            form.words(),
            counted(counts.ranks.into(), "rank", "ranks"),
            counted(counts.operations as u64, "operation", "operations"),
            counted(counts.messages as u64, "message", "messages"),
            counted(counts.dependencies as u64, "dependency", "dependencies"),
        )
    };
    faults
        + &not_listed(report.not_listed(), MAX_FAULTS_OF_KIND)
        + &not_matched(report)
        + &found
        + &verdict(errors, warnings)
}

/// That not all messages were matched, and why; nothing where there are none.
fn not_matched(report: &Report) -> String {
    match report.matched {
        matched if matched == Matched::All || report.counts.operations == 0 => String::new(),
        Matched::InPart { ranks: 1, first } => {
            format!("not every message was matched: other ends may be among what cannot be read of rank {first}\n")
        }
        Matched::InPart { ranks, first } => format!(
            "not every message was matched: other ends may be among what cannot be read of {ranks} ranks, the first of them \
             rank {first}\n"
        ),
        _ => "no message was matched: it is not certain which operation belongs to which rank\n".to_owned(),
    }
}

fn document<'a>(file: &Path, form: Form, report: &'a Report, valid: bool) -> Document<'a> {
    let counts = report.counts;
    Document {
        schema: SCHEMA,
        file: file.display().to_string(),
        format: form.name(),
        valid,
        ranks: counts.ranks,
        operations: counts.operations,
        messages: counts.messages,
        dependencies: counts.dependencies,
        matched: match report.matched {
            Matched::All => "all",
            Matched::InPart { .. } => "in part",
            _ => "none",
        },
        errors: report.errors(Strictness::Strict),
        warnings: report.warnings(Strictness::Strict),
        faults: report.faults.iter().map(fault_json).collect(),
    }
}

fn fault_json(fault: &Fault) -> FaultJson<'_> {
    let (line, column, byte) = match fault.place {
        Place::Text(position) => (Some(position.line), Some(position.column), None),
        Place::Byte(byte) => (None, None, Some(byte)),
    };
    FaultJson {
        severity: fault.kind.severity(Strictness::Strict).to_string(),
        fault: fault.kind.code(),
        line,
        column,
        byte,
        message: fault.kind.to_string(),
        hint: fault.kind.hint(),
    }
}
