//! Jobs without an answer.

use super::{SCHEMA, document};
use crate::request::{No, Shortage};
use logpine_text::units::Clock;
use schemars::JsonSchema;
use serde::Serialize;
use serde_with_macros::skip_serializing_none;

/// A request without an answer: the document of status 1.
#[skip_serializing_none]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Refusal")]
pub(super) struct InfeasibleJson<'a> {
    /// The version of this document.
    schema: u32,
    /// The reason why there is none.
    infeasible: Option<ReasonJson<'a>>,
    /// The reason why none was found: the work was stopped before.
    stopped: Option<ReasonJson<'a>>,
}

/// The reason why there is no answer.
#[skip_serializing_none]
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Reason")]
struct ReasonJson<'a> {
    reason: String,
    /// The reason, and the way out.
    message: &'a str,
    #[serde(flatten)]
    shortage: Option<ShortageJson<'a>>,
    /// The least height that would do, if a greater height does.
    least_height: Option<u32>,
    /// The fewest internal processes that would do, if more do.
    least_internal: Option<u64>,
}

/// The shortage.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename = "Shortage")]
struct ShortageJson<'a> {
    /// The option, or the source of the hosts.
    constraint: &'a str,
    needed: u64,
    available: u64,
    short: u64,
}

impl<'a> From<&'a Shortage> for ShortageJson<'a> {
    fn from(Shortage { constraint, needed, available }: &'a Shortage) -> Self {
        Self { constraint, needed: *needed, available: *available, short: needed.saturating_sub(*available) }
    }
}

/// A request without an answer as JSON: `infeasible`, or `stopped` if the work was stopped before there was one, {`reason`, `message` (the reason, and what to change, as in text), for a
/// shortage `constraint`, `needed`, `available` and `short`, `least_height` if a greater height would do, `least_internal` if
/// more internal processes would}.
#[must_use]
pub fn infeasible(no: &No) -> String {
    let No { reason, message, shortage, least_height, least_internal, is_stopped } = no;
    let shortage = shortage.as_ref().map(ShortageJson::from);
    let (least_height, least_internal) = (*least_height, *least_internal);
    let reason = ReasonJson { reason: reason.clone(), message, shortage, least_height, least_internal };
    let (infeasible, stopped) = if *is_stopped { (None, Some(reason)) } else { (Some(reason), None) };
    document(&InfeasibleJson { schema: SCHEMA, infeasible, stopped }, Clock::Second)
}

/// A refusal whose reason says everything, as JSON.
#[must_use]
pub fn refused(message: &str, shortage: Option<&Shortage>) -> String {
    infeasible(&No::new(&message, shortage.cloned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_short_and_by_how_much() {
        let shortage = Shortage { constraint: "--max-internal".to_owned(), needed: 19, available: 15 };
        let no = No { message: "raise it".to_owned(), least_internal: Some(19), ..No::new(&"too few", Some(shortage)) };
        let json = infeasible(&no);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let found = &json["infeasible"];
        assert_eq!((&found["constraint"], &found["message"]), (&"--max-internal".into(), &"raise it".into()));
        let numbers = ["needed", "available", "short", "least_internal"].map(|key| found[key].as_u64());
        assert_eq!(numbers, [Some(19), Some(15), Some(4), Some(19)]);
        assert!(!refused("no", None).contains("constraint"));
        let stopped = infeasible(&No { is_stopped: true, ..No::new(&"stopped after 3 of 4 cells", None) });
        assert!(stopped.contains("\"stopped\"") && !stopped.contains("infeasible"), "{stopped}");
    }
}
