//! Lines that set variables in a shell: `export NAME=value`, or without `export`.

use crate::excerpt::short;
use crate::format::tuning::flaw::{Flaw, Flaws};
use std::ops::Range;

/// A variable that is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The name.
    pub name: String,
    /// The bytes of the name.
    pub name_span: Range<usize>,
    /// The value, without quotes.
    pub value: String,
    /// The bytes of the value, without quotes.
    pub span: Range<usize>,
}

/// The assignments of a text, in order; of what is set twice, the last. Lines that are none are flaws.
pub fn assignments(text: &str, flaws: &mut Flaws<'_>) -> Vec<Assignment> {
    let mut found: Vec<Assignment> = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        read_line(line, offset, &mut found, flaws);
        offset += line.len();
    }
    let mut last: Vec<Assignment> = Vec::new();
    for assignment in found {
        if let Some(before) = last.iter().position(|known| known.name == assignment.name) {
            let line = flaws.line(assignment.name_span.start);
            let message =
                format!("{} is set again in line {line}, and this value does not count", short(&assignment.name));
            let span = last.remove(before).name_span;
            flaws.add(span, Flaw::warning("repeated-variable", message, "keep one of them"));
        }
        last.push(assignment);
    }
    last
}

/// Reads a line at an offset.
fn read_line(line: &str, offset: usize, found: &mut Vec<Assignment>, flaws: &mut Flaws<'_>) {
    let mut at = 0;
    loop {
        let rest = line.get(at..).unwrap_or_default();
        let start = at + (rest.len() - rest.trim_start().len());
        let rest = line.get(start..).unwrap_or_default();
        if rest.is_empty() || rest.starts_with('#') {
            return;
        }
        let length = rest.bytes().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == b'_').count();
        let (name, after) = rest.split_at(length);
        if name == "export" && after.starts_with([' ', '\t']) {
            at = start + length;
            continue;
        }
        let is_name = !name.is_empty() && !name.starts_with(|letter: char| letter.is_ascii_digit());
        let Some(value) = after.strip_prefix('=').filter(|_| is_name) else {
            let end = start + rest.trim_end().len();
            let message = format!("{} sets no variable", short(rest.trim_end()));
            let hint = "write `export NAME=value`, without blanks around `=`";
            flaws.add(offset + start..offset + end, Flaw::error("no-assignment", message, hint));
            return;
        };
        let from = start + length + 1;
        let word = word(value);
        let inside = from + word.text_at..from + word.text_at + word.text.len();
        if word.is_cut {
            let message = format!("the shell ends the value of {name} at the `;`, for it is not in quotes");
            let end = from + word.length;
            let hint = "put the value into quotes";
            flaws.add(offset + end..offset + end + 1, Flaw::error("unquoted-semicolon", message, hint));
        }
        if word.is_open {
            let span = offset + from..offset + line.trim_end().len();
            flaws.add(span, Flaw::error("open-quotes", "quotes without an end", "add the second quote"));
        }
        found.push(Assignment {
            name: name.to_owned(),
            name_span: offset + start..offset + start + length,
            value: word.text.to_owned(),
            span: offset + inside.start..offset + inside.end,
        });
        at = from + word.length;
        let rest = line.get(at..).unwrap_or_default();
        if let Some(rest) = rest.strip_prefix(';') {
            if word.is_cut {
                return;
            }
            at = line.len() - rest.len();
        }
    }
}

/// A value at the beginning of a text.
struct Word<'a> {
    text: &'a str,
    text_at: usize,
    /// The length with quotes.
    length: usize,
    is_open: bool,
    /// True if a semicolon ends it and the value seems to go on.
    is_cut: bool,
}

fn word(value: &str) -> Word<'_> {
    if let Some(quote) = value.chars().next().filter(|quote| matches!(quote, '"' | '\'')) {
        let inside = value.get(1..).unwrap_or_default();
        return match inside.find(quote) {
            Some(end) => {
                let text = inside.get(..end).unwrap_or_default();
                Word { text, text_at: 1, length: end + 2, is_open: false, is_cut: false }
            }
            None => Word { text: inside.trim_end(), text_at: 1, length: value.len(), is_open: true, is_cut: false },
        };
    }
    let length = value.find(|letter: char| letter.is_whitespace() || letter == ';').unwrap_or(value.len());
    let text = value.get(..length).unwrap_or_default();
    let after = value.get(length..).unwrap_or_default();
    let is_cut = after.strip_prefix(';').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
    Word { text, text_at: 0, length, is_open: false, is_cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell_word::quoted;
    use proptest::prelude::*;

    /// Names with values, and flaws with columns.
    type Read = (Vec<(String, String)>, Vec<(&'static str, usize)>);

    fn read(text: &str) -> Read {
        let mut flaws = Flaws::new(text.as_bytes());
        let found = assignments(text, &mut flaws);
        let report = flaws.report(Some(()));
        let codes = report.faults.iter().map(|fault| (fault.kind.code, fault.position.column)).collect();
        (found.into_iter().map(|found| (found.name, found.value)).collect(), codes)
    }

    #[test]
    fn lines_are_those_of_a_shell() {
        let (found, flaws) = read("# a comment\nexport A=1 B='x y' # more\n\n  C=\"2\"; D=3\r\n");
        let pairs: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("A", "1"), ("B", "x y"), ("C", "2"), ("D", "3")]);
        assert_eq!(flaws, []);
    }

    #[test]
    fn what_sets_nothing_is_a_flaw() {
        assert_eq!(read("A = 1\n").1, [("no-assignment", 1)]);
        assert_eq!(read("export 2A=1\n").1, [("no-assignment", 8)]);
        assert_eq!(read("A='1\n").1, [("open-quotes", 3)]);
        assert_eq!(read("A=1:0-5;2:6-9\n").1, [("unquoted-semicolon", 8)]);
        let (found, flaws) = read("A=1\nA=2\n");
        assert_eq!((found, flaws), (vec![("A".to_owned(), "2".to_owned())], vec![("repeated-variable", 1)]));
    }

    #[test]
    fn quotes_stand_where_a_shell_needs_them() {}

    proptest! {
        #[test]
        fn quoted_values_are_read_back(value in "[^'\n\r\0]{0,20}") {
            let word = quoted(&value).expect("no NUL");
            prop_assume!(!value.ends_with(char::is_whitespace) || word.starts_with('\''));
            let (found, flaws) = read(&format!("export A={word}\n"));
            prop_assert_eq!(found, [("A".to_owned(), value)]);
            prop_assert_eq!(flaws, []);
        }

        #[test]
        fn any_text_is_read(text in "[A-C=;'\" #\n\\\\0-9\u{e9}]{0,60}") {
            read(&text);
        }
    }
}
