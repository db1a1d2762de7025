//! The kind of a file, by a line of comma-separated values.

use crate::report::map::CSV_COLUMNS;

/// The place of the status among the columns.
const STATUS: usize = 6;

/// True for the names of a map's columns, and for a line of a shard that does not have them.
pub(super) fn is_decision_map(fields: &[&str]) -> bool {
    let is_header = ["family", "runner_up"].iter().all(|name| fields.contains(name)) && fields[0] == "ranks";
    is_header || is_cell(fields)
}

fn is_cell(fields: &[&str]) -> bool {
    let is_status = |word: &str| ["optimal", "optimal in class", "best found"].contains(&word);
    fields.len() == CSV_COLUMNS && is_number(fields[0]) && is_status(fields[STATUS])
}

/// The fields of the first line that is neither blank nor a comment.
pub fn columns(text: &str) -> Vec<&str> {
    let mut lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let head = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    head.split(',').map(|field| field.trim().trim_matches('"')).collect()
}

/// True for digits alone.
pub(super) fn is_number(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_digit())
}
