//! The text of a document.

use serde::Serialize;

/// The version of every JSON document here; it grows when a field changes its meaning or goes away.
pub(crate) const SCHEMA: u32 = 2;

/// Pretty-printed, with a final newline.
pub(crate) fn document(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("all keys are strings") + "\n"
}
