//! The result of `regress` for people.

use super::page::Page;
use crate::request::{Deviation, Failure};

/// A line for each deviating value or case, and one with the number of deviating cases.
pub fn regression(page: &mut Page, cases: usize, failures: &[Failure]) {
    page.plain(failures.iter().flat_map(lines_of).map(|line| line + "\n").collect::<String>());
    page.line(match failures.len() {
        0 => format!("{cases} answers as expected"),
        others => format!("{others} of {cases} answers are not as expected"),
    });
}

fn lines_of(Failure { file, case, line, message, deviations }: &Failure) -> Vec<String> {
    // Only the first line of a message is shown.
    let message = message.as_ref().and_then(|message| message.lines().next());
    let message = message.map(|message| format!("{file}:{line}: {case}: {message}"));
    let deviation = |Deviation { line, path, expected, found, renamed, percent, .. }: &Deviation| {
        let found = match (found, renamed) {
            (Some(found), _) => format!("is {found}, not {expected}"),
            (None, Some(now)) => format!("is not in the answer; it is now {now}"),
            (None, None) => "is not in the answer".to_owned(),
        };
        format!("{file}:{line}: {case}: {path} {found}{}", percent.map_or_else(String::new, in_words))
    };
    message.into_iter().chain(deviations.iter().map(deviation)).collect()
}

fn in_words(percent: f64) -> String {
    let than = if percent > 0.0 { "more" } else { "less" };
    match percent.abs() {
        percent if percent < 0.005 => format!(": less than 0.01% {than}"),
        percent => format!(": {percent:.2}% {than}"),
    }
}
