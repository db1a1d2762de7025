//! Jobs without an answer.

use super::{SCHEMA, document};
use crate::search::overlay::SearchError;
use serde::Serialize;

/// What a job needs more of than it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The option, or what the hosts come from.
    pub constraint: String,
    /// How much is needed.
    pub needed: u64,
    /// How much there is.
    pub available: u64,
}

#[derive(Debug, Serialize)]
struct InfeasibleJson<'a> {
    schema: u32,
    infeasible: ReasonJson<'a>,
}

#[derive(Debug, Serialize)]
struct ReasonJson<'a> {
    reason: String,
    message: &'a str,
    #[serde(flatten)]
    shortage: Option<ShortageJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least_height: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least_internal: Option<u64>,
}

#[derive(Debug, Serialize)]
struct ShortageJson<'a> {
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

/// A job without a tree as JSON: `infeasible` {`reason`, `message` (the reason, and what to change, as in text), of what is
/// short `constraint`, `needed`, `available` and `short`, `least_height` where a greater height would do, `least_internal`
/// where more internal processes would}.
#[must_use]
pub fn infeasible(error: &SearchError, message: &str, shortage: Option<&Shortage>) -> String {
    let (least_height, least_internal) = match *error {
        SearchError::TooLow { least_height } => (Some(least_height), None),
        SearchError::TooFewProcesses { needed, .. } => (None, Some(needed)),
        _ => (None, None),
    };
    let shortage = shortage.map(ShortageJson::from);
    let infeasible = ReasonJson { reason: error.to_string(), message, shortage, least_height, least_internal };
    document(&InfeasibleJson { schema: SCHEMA, infeasible })
}

/// A refusal for any other reason as JSON: `infeasible` {`reason`, `message`, and of what is short, such as slots,
/// `constraint`, `needed`, `available` and `short`}.
#[must_use]
pub fn refused(message: &str, shortage: Option<&Shortage>) -> String {
    let (reason, shortage) = (message.to_owned(), shortage.map(ShortageJson::from));
    let infeasible = ReasonJson { reason, message, shortage, least_height: None, least_internal: None };
    document(&InfeasibleJson { schema: SCHEMA, infeasible })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_short_and_by_how_much() {
        let shortage = Shortage { constraint: "--max-internal".to_owned(), needed: 19, available: 15 };
        let error = SearchError::TooFewProcesses { needed: 19, short: 4, allowed: 15 };
        let json = infeasible(&error, "raise it", Some(&shortage));
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let found = &json["infeasible"];
        assert_eq!((&found["constraint"], &found["message"]), (&"--max-internal".into(), &"raise it".into()));
        let numbers = ["needed", "available", "short", "least_internal"].map(|key| found[key].as_u64());
        assert_eq!(numbers, [Some(19), Some(15), Some(4), Some(19)]);
        assert!(!refused("no", None).contains("constraint"));
    }
}
