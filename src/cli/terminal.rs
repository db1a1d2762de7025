//! Terminals that show colours, and the colours of messages and diagnostics.

use std::env;
use std::io::{IsTerminal, stderr, stdout};
use terminal_size::{Width, terminal_size_of};

pub const BOLD: &str = "\u{1b}[1m";
pub const RESET: &str = "\u{1b}[0m";
const RED: &str = "\u{1b}[31m";
const YELLOW: &str = "\u{1b}[33m";

/// Words that begin a message, or stand behind a place in a file, with their colours.
const WEIGHTS: [(&str, &str); 4] = [("error:", RED), ("no:", RED), ("bug:", RED), ("warning:", YELLOW)];

/// True if standard output is a terminal that shows colours, and `NO_COLOR` is not set.
pub fn on_stdout() -> bool {
    stdout().is_terminal() && are_wanted()
}

/// True if standard error is a terminal that shows colours, and `NO_COLOR` is not set.
pub fn on_stderr() -> bool {
    stderr().is_terminal() && are_wanted()
}

/// The columns of the terminal of standard output; many if they are not known.
pub fn columns() -> usize {
    terminal_size_of(stdout()).map_or(usize::MAX, |(Width(columns), _)| columns.into())
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

#[cfg(test)]
mod tests {
    use super::{BOLD, RED, RESET, YELLOW, diagnostics, message};

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
}
