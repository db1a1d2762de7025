//! The length and the width of a report.

use std::borrow::Cow;

/// The length of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// The answer, the next step, the ranking with each family once, the proof.
    #[default]
    Brief,
    /// In addition, levels, stages, drawings and every candidate.
    Full,
}

impl Detail {
    /// True for [`Detail::Full`].
    pub(crate) const fn is_full(self) -> bool {
        matches!(self, Self::Full)
    }
}

/// Columns of a report.
pub(super) const COLUMNS: usize = 100;

/// The longest heading for which further lines begin below the text, such as `left out: `.
const LONGEST_HEADING: usize = 10;

/// Breaks lines of prose that are longer than 100 columns between words; further lines are indented like the text after a
/// heading such as `proof: `. Rows of tables, which have runs of blanks, stay whole.
pub(crate) fn wrapped(text: &str) -> String {
    wrapped_to(text, COLUMNS)
}

/// The same for another number of columns. Lines of a file that are quoted with their numbers stay whole, too.
pub(crate) fn wrapped_to(text: &str, columns: usize) -> String {
    let mut wrapped = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let is_row = line.starts_with("  ") && (line.trim().contains("   ") || line.contains(" | "));
        if line.trim_end_matches('\n').chars().count() <= columns || is_row {
            wrapped += line;
        } else {
            let indent = line.len() - line.trim_start().len();
            let text = line.trim_start();
            let heading = text.split_inclusive(": ").next().map_or(0, str::len);
            let heading = heading + text[heading..].len() - text[heading..].trim_start().len();
            let hanging = if heading <= LONGEST_HEADING { heading } else { 0 };
            wrap(line, indent + hanging, indent + hanging, columns, &mut wrapped);
        }
    }
    wrapped
}

/// A line whose text begins at byte `start`; if it is longer than so many columns, further lines begin at column `further`.
pub(super) fn indented(line: &str, start: usize, further: usize, columns: usize) -> String {
    let mut wrapped = String::with_capacity(line.len());
    if line.chars().count() <= columns {
        wrapped += line;
        wrapped.push('\n');
    } else {
        wrap(line, start, further, columns, &mut wrapped);
    }
    wrapped
}

/// Breaks a line between words. What stands before byte `start` is kept; further lines begin at column `further`.
fn wrap(line: &str, start: usize, further: usize, columns: usize, to: &mut String) {
    let (before, text) = line.split_at(start);
    let mut column = before.chars().count();
    to.push_str(before);
    for (index, word) in text.split_whitespace().enumerate() {
        let length = word.chars().count();
        if index > 0 && column + 1 + length > columns {
            to.push('\n');
            to.extend(std::iter::repeat_n(' ', further));
            column = further;
        } else if index > 0 {
            to.push(' ');
            column += 1;
        }
        to.push_str(word);
        column += length;
    }
    to.push('\n');
}

/// The text without control characters other than line feeds and tabs: names come from files, and no file may send escape
/// sequences to a terminal.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let harmful = |character: char| character.is_control() && character != '\n' && character != '\t';
    if text.contains(harmful) { Cow::Owned(text.replace(harmful, "\u{fffd}")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::{wrapped, wrapped_to};

    #[test]
    fn prose_is_wrapped_and_tables_are_not() {
        let row = format!("  a   {}\n", "b".repeat(110));
        assert_eq!(wrapped(&row), row);
        let prose = format!("proof: {}end\n", "word ".repeat(20));
        let first = format!("proof: {}", "word ".repeat(18));
        assert_eq!(wrapped(&prose), format!("{}\n       word word end\n", first.trim_end()));
        let plain = format!("  {}end", "word ".repeat(20));
        assert!(wrapped(&plain).lines().all(|line| line.len() <= 100 && line.starts_with("  ")));
        assert_eq!(wrapped("short\n\nlines\n"), "short\n\nlines\n");
        let quoted = "error: two words\n  2 | two words of a file\n";
        assert_eq!(wrapped_to(quoted, 12), "error: two\n       words\n  2 | two words of a file\n");
    }
}
