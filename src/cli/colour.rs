//! Colours of reports on terminals.

use super::args::Format;
use super::outcome::{Outcome, harmless};
use super::terminal::{BOLD, RESET, on_stdout};
use std::env;

const DIM: &str = "\u{1b}[2m";
const GREEN: &str = "\u{1b}[32m";
const CYAN: &str = "\u{1b}[36m";

/// Words before a colon that begin a part of a report.
const PARTS: [&str; 5] = ["Proof", "Bound", "next", "  left out", "note"];
/// The head of the column of ratios, and the ratio of the best.
const VS_BEST: [&str; 2] = ["vs best", " 1.00×"];

/// The end of a subcommand with its result in the format asked for: a text, in colours on a terminal, or JSON.
pub fn reported(format: Format, text: impl FnOnce() -> String, json: impl FnOnce() -> String) -> Outcome {
    match format {
        Format::Text if on_stdout() => Outcome::Coloured(in_locale(painted(&harmless(&text())))),
        Format::Text => Outcome::Done(in_locale(text())),
        Format::Json => Outcome::Done(json()),
    }
}

/// The report as it is where the locale is UTF-8, and else with ASCII characters in place of the signs of reports.
fn in_locale(report: String) -> String {
    const SIGNS: [(&str, &str); 7] =
        [("µ", "u"), ("×", "x"), (" · ", ", "), ("├─", "|-"), ("└─", "`-"), ("│", "|"), ("─", "-")];
    if is_utf8() {
        return report;
    }
    SIGNS.into_iter().fold(report, |report, (sign, ascii)| report.replace(sign, ascii))
}

/// True if the first of the variables of the locale that is set names UTF-8.
fn is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(env::var_os).find(|value| !value.is_empty());
    let name = set.map(|value| value.to_string_lossy().to_lowercase());
    name.is_some_and(|name| name.contains("utf-8") || name.contains("utf8"))
}

/// The report with its headline bold, the winners of its tables green, heads of tables dim, and the words that begin a part in
/// cyan.
fn painted(report: &str) -> String {
    let mut painted = String::with_capacity(report.len() + 256);
    let mut is_in_table = false;
    for (index, line) in report.lines().enumerate() {
        let is_head = line.contains(VS_BEST[0]);
        is_in_table = !line.is_empty() && (is_head || is_in_table);
        let part = PARTS.iter().find(|part| line.strip_prefix(**part).is_some_and(|rest| rest.starts_with(':')));
        let (colour, length) = match part {
            _ if index == 0 => (BOLD, line.len()),
            _ if is_head => (DIM, line.len()),
            _ if is_in_table && line.contains(VS_BEST[1]) => (GREEN, line.len()),
            Some(part) => (CYAN, part.len() + 1),
            None => ("", 0),
        };
        let (coloured, rest) = line.split_at(length);
        let reset = if length == 0 { "" } else { RESET };
        painted.extend([colour, coloured, reset, rest, "\n"]);
    }
    painted
}

#[cfg(test)]
mod tests {
    use super::{BOLD, CYAN, DIM, GREEN, RESET, painted};

    #[test]
    fn winners_are_green_and_text_stays() {
        let head = "  tree        time   vs best   internal";
        let winner = "  a           1 µs     1.00×          1";
        let other = "  b - c       2 µs     2.00×          -";
        let report = format!("Best tree\n\n{head}\n{winner}\n{other}\n\nProof: none - here\n");
        let expected = format!(
            "{BOLD}Best tree{RESET}\n\n{DIM}{head}{RESET}\n{GREEN}{winner}{RESET}\n{other}\n\n{CYAN}Proof:{RESET} none - here\n"
        );
        assert_eq!(painted(&report), expected);
    }
}
