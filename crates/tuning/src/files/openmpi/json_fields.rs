//! Fields of the rules of Open MPI 6, as its parser takes them.

use super::numbers::LARGEST_SIZE;
use crate::files::json_spans::{Json, Member, Value};
use crate::files::suggestions::did_you_mean;
use crate::library::Range;
use logpine_text::excerpt::short;
use logpine_text::fault::{Diagnostic, Faults};
use logpine_text::suggest::nearest;

/// Checks the keys of an object against those that the parser knows.
pub fn keys(value: &Value, known: &[&'static str], flaws: &mut Faults<'_>) {
    for Member { key, key_span, .. } in value.members() {
        if known.contains(&key.as_str()) {
            continue;
        }
        let key = short(key);
        let flaw = match nearest(&key, known.iter().copied()) {
            Some("seg_size") => {
                let message =
                    format!("the parser does not know `{key}` and ignores it: messages are not cut into segments");
                Diagnostic::error("segsize", message, "write seg_size")
            }
            Some(near) => {
                let message = format!("the parser does not know `{key}`, and ignores it{}", did_you_mean(near));
                Diagnostic::error("misspelt-key", message, "correct the key, or remove it")
            }
            None => Diagnostic::warning(
                "unknown-key",
                format!("the parser does not know `{key}` and ignores it"),
                "remove it",
            ),
        };
        flaws.add(key_span.clone(), flaw);
    }
}

/// An object whose fields are read.
pub struct Fields<'a, 'b, 'c> {
    /// The object.
    pub value: &'a Value,
    /// The flaws found so far.
    pub flaws: &'b mut Faults<'c>,
}

impl Fields<'_, '_, '_> {
    /// True for an object; anything else is a flaw with the given consequence.
    pub fn is_object(&mut self, consequence: &str, hint: &'static str) -> bool {
        if !self.value.is_object() {
            let message = format!("{}: {consequence}", self.value.instead_of("an object"));
            self.flaws.error(self.value.span.clone(), "not-an-object", message, hint);
        }
        self.value.is_object()
    }

    /// The sizes of communicators for which rules hold; `None` if there are none.
    pub fn communicators(&mut self) -> Option<Range> {
        keys(self.value, &["comm_size_min", "comm_size_max", "comm_rank_distribution", "rules"], self.flaws);
        for key in ["comm_size_min", "comm_size_max"] {
            let Some(member) = self.value.member(key) else { continue };
            let is_too_large = member.value.whole().is_some_and(|size| size > LARGEST_SIZE);
            if is_infinite(&member.value) || is_too_large {
                let message =
                    "the number does not fit into 32 bits, as \"inf\" does not: the rules match no communicator";
                let hint = "leave comm_size_max out, which means all sizes";
                self.flaws.error(member.value.span.clone(), "comm-size-inf", message, hint);
            }
        }
        self.range("comm_size_min", "comm_size_max", "communicator size")
    }

    /// The range between two keys; `None` if it is empty.
    pub fn range(&mut self, least: &'static str, most: &'static str, noun: &str) -> Option<Range> {
        let range = Range { least: self.number(least).unwrap_or(0), most: self.number(most) };
        let is_descending = range.most.is_some_and(|most| most < range.least);
        let place = if is_descending { most } else { least };
        let member = self.value.member(place);
        let begins_nowhere = member.filter(|_| place == least).is_some_and(|member| is_infinite(&member.value));
        if is_descending || begins_nowhere {
            let span = member.map_or(self.value.span.clone(), |member| member.value.span.clone());
            let message = format!("the largest {noun} is less than the smallest: the rule matches nothing");
            self.flaws.error(span, "empty-range", message, "exchange the two numbers");
            return None;
        }
        Some(range)
    }

    /// The number of a key; `None` without the key, for a number without an end, and with a flaw.
    pub fn number(&mut self, key: &'static str) -> Option<u64> {
        let value = &self.value.member(key)?.value;
        if is_infinite(value) || value.whole().is_some() {
            return value.whole();
        }
        let message = match &value.kind {
            Json::Number(number) if number.starts_with('-') && !number.contains(['.', 'e', 'E']) => {
                format!("`{key}` is negative: the library takes it for a very large number")
            }
            _ => format!(
                "`{key}` is {}, and neither a whole number nor \"inf\": the library refuses the whole file in silence",
                value.noun()
            ),
        };
        self.flaws.error(value.span.clone(), "not-a-number", message, "write a whole number from 0 on");
        None
    }
}

/// True for what the parser reads as a number without an end.
fn is_infinite(value: &Value) -> bool {
    value.text().is_some_and(|text| ["inf", "Inf", "INF"].iter().any(|start| text.starts_with(start)))
}
