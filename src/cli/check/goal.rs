//! GOAL schedules, texts and packed ones. The consumer is `LogGOPSim`: its converter of a text, its simulator of a packed file.

use super::judgement::{Judgement, counted};
use logpine_goal::{self as goal, GoalTick, Matched, Report, packed};
use serde_json::Value;
use std::path::Path;

/// The judgement of a text.
pub fn text(source: &[u8], file: &Path) -> Judgement {
    judgement("GOAL schedule", &goal::check(source, GoalTick::default()), source, file)
}

/// The judgement of a packed file.
pub fn packed(source: &[u8], file: &Path) -> Judgement {
    judgement("packed GOAL schedule", &packed::check(source, GoalTick::default()), source, file)
}

fn judgement(words: &str, report: &Report, source: &[u8], file: &Path) -> Judgement {
    Judgement {
        contents: contents(report),
        values: values(report),
        remarks: not_matched(report),
        ..Judgement::of_faults(words, &report.faults, source, file)
    }
}

fn contents(report: &Report) -> String {
    let counts = report.counts;
    [
        counted(counts.ranks.into(), "rank", "ranks"),
        counted(counts.operations as u64, "operation", "operations"),
        counted(counts.messages as u64, "message", "messages"),
        counted(counts.dependencies as u64, "dependency", "dependencies"),
    ]
    .join(", ")
}

fn values(report: &Report) -> Vec<(&'static str, Value)> {
    let counts = report.counts;
    let matched = match report.matched {
        Matched::All => "all",
        Matched::InPart { .. } => "in part",
        _ => "none",
    };
    vec![
        ("ranks", counts.ranks.into()),
        ("operations", counts.operations.into()),
        ("messages", counts.messages.into()),
        ("dependencies", counts.dependencies.into()),
        ("matched", matched.into()),
    ]
}

/// A line that says why not all messages were matched; empty if all were.
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
