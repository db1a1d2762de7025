//! Colours of reports on terminals.

use super::args::Format;
use super::outcome::{Outcome, harmless};
use super::terminal::{BOLD, RESET, on_stdout};

const DIM: &str = "\u{1b}[2m";
const GREEN: &str = "\u{1b}[32m";
const CYAN: &str = "\u{1b}[36m";

/// Words before a colon that begin a part of a report.
const PARTS: [&str; 7] = ["proof", "bound", "class", "next", "MRNet", "  left out", "note"];
/// The head of the column that has a dash for the winner.
const SLOWER: &str = "slower by";

/// The end of a subcommand with its result in the format asked for: a text, in colours on a terminal, or JSON.
pub fn reported(format: Format, text: impl FnOnce() -> String, json: impl FnOnce() -> String) -> Outcome {
    match format {
        Format::Text if on_stdout() => Outcome::Coloured(painted(&harmless(&text()))),
        Format::Text => Outcome::Done(text()),
        Format::Json => Outcome::Done(json()),
    }
}

/// The report with its headline bold, the winners of its tables green, heads of tables dim, and the words that begin a part in
/// cyan.
fn painted(report: &str) -> String {
    let mut painted = String::with_capacity(report.len() + 256);
    // The end of the column that tells winners, inside a table.
    let mut column = None;
    for (index, line) in report.lines().enumerate() {
        let head = line.find(SLOWER).map(|start| start + SLOWER.len());
        column = if line.is_empty() { None } else { head.or(column) };
        let is_winner = |end: usize| line.get(..end).is_some_and(|before| before.ends_with(" -"));
        let part = PARTS.iter().find(|part| line.strip_prefix(**part).is_some_and(|rest| rest.starts_with(':')));
        let (colour, length) = match part {
            _ if index == 0 => (BOLD, line.len()),
            _ if head.is_some() => (DIM, line.len()),
            _ if column.is_some_and(is_winner) => (GREEN, line.len()),
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
        let head = "  against       time   slower by   processes";
        let winner = "  a           1.0 us           -           1";
        let other = "  b - c       2.0 us       2.0 x           -";
        let report = format!("fastest tree\n\n{head}\n{winner}\n{other}\n\nproof: none - here\n");
        let expected = format!(
            "{BOLD}fastest tree{RESET}\n\n{DIM}{head}{RESET}\n{GREEN}{winner}{RESET}\n{other}\n\n{CYAN}proof:{RESET} none - here\n"
        );
        assert_eq!(painted(&report), expected);
    }
}
