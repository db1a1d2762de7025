//! Colours of reports on terminals.

use super::args::Format;
use super::outcome::{Outcome, harmless};
use std::env;
use std::io::{IsTerminal, stderr, stdout};

const BOLD: &str = "\u{1b}[1m";
const DIM: &str = "\u{1b}[2m";
const GREEN: &str = "\u{1b}[32m";
const RED: &str = "\u{1b}[31m";
const YELLOW: &str = "\u{1b}[33m";
const CYAN: &str = "\u{1b}[36m";
const RESET: &str = "\u{1b}[0m";

/// Words before a colon that begin a part of a report.
const PARTS: [&str; 7] = ["proof", "bound", "class", "next", "MRNet", "  left out", "note"];
/// Words that begin a message, or stand behind a place in a file, with their colours.
const WEIGHTS: [(&str, &str); 4] = [("error:", RED), ("no:", RED), ("bug:", RED), ("warning:", YELLOW)];
/// The head of the column that has a dash for the winner.
const SLOWER: &str = "slower by";

/// True if standard output is a terminal that shows colours, and `NO_COLOR` is not set.
pub fn on_stdout() -> bool {
    stdout().is_terminal() && are_wanted()
}

/// True if standard error is a terminal that shows colours, and `NO_COLOR` is not set.
pub fn on_stderr() -> bool {
    stderr().is_terminal() && are_wanted()
}

fn are_wanted() -> bool {
    let is_refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    !is_refused && !is_dumb
}

/// The message with the word that begins it in the colour of its weight, as the parser of arguments has it.
pub fn message(message: &str) -> String {
    let word = WEIGHTS.into_iter().find(|(word, _)| message.starts_with(word));
    word.map_or_else(|| message.to_owned(), |(word, colour)| weighed(colour, word, &message[word.len()..]))
}

/// The diagnostics of files, each with its weight behind the place in a colour.
pub fn diagnostics(report: &str) -> String {
    report.split_inclusive('\n').map(diagnostic).collect()
}

fn diagnostic(line: &str) -> String {
    let places = WEIGHTS.into_iter().filter_map(|weight| Some((line.find(&format!(": {}", weight.0))? + 2, weight)));
    match places.min_by_key(|(place, _)| *place) {
        Some((place, (word, colour))) if !line.starts_with([' ', '\t']) => {
            format!("{}{}", &line[..place], weighed(colour, word, &line[place + word.len()..]))
        }
        _ => line.to_owned(),
    }
}

fn weighed(colour: &str, word: &str, rest: &str) -> String {
    format!("{BOLD}{colour}{word}{RESET}{rest}")
}

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
    use super::{BOLD, CYAN, DIM, GREEN, RED, RESET, YELLOW, diagnostics, message, painted};

    #[test]
    fn weights_of_messages_have_colours() {
        assert_eq!(message("error: unknown `a`"), format!("{BOLD}{RED}error:{RESET} unknown `a`"));
        assert_eq!(message("wrote a: an error: no"), "wrote a: an error: no");
        let report =
            "a.top:1:2: error: no parent\n  | error: of the file\na.top: 3: warning: twice: error: no\nvalid\n";
        let expected = format!(
            "a.top:1:2: {BOLD}{RED}error:{RESET} no parent\n  | error: of the file\n\
             a.top: 3: {BOLD}{YELLOW}warning:{RESET} twice: error: no\nvalid\n"
        );
        assert_eq!(diagnostics(report), expected);
    }

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
