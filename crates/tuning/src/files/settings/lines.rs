//! The lines of `mca-params.conf` (`name = value`) and of files for `mpirun --tune` (`--mca name value`).

use super::{Notation, Setting};
use std::ops::Range;

/// Settings, and what is none, in the order of the file.
#[derive(Debug, Default)]
pub struct Lines {
    /// The settings.
    pub settings: Vec<Setting>,
    /// Other text.
    pub others: Vec<Range<usize>>,
}

/// Reads all lines; comments begin with `#` or `//`, or stand between `/*` and `*/`.
pub fn lines(text: &str) -> Lines {
    let mut lines = Lines::default();
    let mut offset = 0;
    let mut is_comment = false;
    for line in text.split_inclusive('\n') {
        let start = offset;
        offset += line.len();
        let mut rest = line.trim_start_matches('\u{feff}').trim_start();
        while is_comment || rest.starts_with("/*") {
            let end = if is_comment { rest.find("*/") } else { rest[2..].find("*/").map(|end| end + 2) };
            is_comment = end.is_none();
            let Some(end) = end else { break };
            rest = rest[end + 2..].trim_start();
        }
        let start = start + (line.len() - rest.len());
        // A carriage return is no blank to Open MPI.
        let rest = rest.trim_end_matches(['\n', ' ', '\t']);
        if is_comment || rest.trim_end().is_empty() || rest.starts_with('#') || rest.starts_with("//") {
            continue;
        }
        if rest.starts_with('-') {
            options(rest, start, &mut lines);
        } else if let Some(setting) = equals(rest, start) {
            lines.settings.push(setting);
        } else {
            lines.others.push(start..start + rest.trim_end().len());
        }
    }
    lines
}

/// A line `name = value` that begins at an offset.
fn equals(line: &str, start: usize) -> Option<Setting> {
    let (left, right) = line.split_once('=')?;
    let (name, value) = (left.trim_end(), right.trim_start_matches([' ', '\t']));
    if name.is_empty() || name.contains(char::is_whitespace) {
        return None;
    }
    let from = start + line.len() - value.len();
    Some(Setting::plain(Notation::Equals, (name, start + name.len()), (value, from)))
}

/// A line of options that begins at an offset.
fn options(line: &str, start: usize, lines: &mut Lines) {
    let mut words = words(line, start).into_iter().peekable();
    while let Some((word, span)) = words.next() {
        let notation = match word {
            "-mca" | "--mca" | "--omca" | "-omca" => Notation::Mca,
            "-gmca" | "--gmca" => Notation::GlobalMca,
            // Variables for all processes, with their value.
            "-x" => {
                words.next();
                continue;
            }
            comment if comment.starts_with('#') => return,
            _ => {
                lines.others.push(span);
                continue;
            }
        };
        let Some((name, name_span)) = words.next_if(|(word, _)| !word.starts_with('-')) else {
            lines.others.push(span);
            continue;
        };
        let end = name_span.end..name_span.end;
        let (value, value_span) = words.next_if(|(word, _)| !word.starts_with("--")).unwrap_or(("", end));
        let is_quoted = value.len() > 1 && (value.starts_with('"') || value.starts_with('\''));
        let inside = value.get(1..value.len().saturating_sub(1)).filter(|_| is_quoted);
        let value = inside.map_or((value, value_span.start), |inside| (inside, value_span.start + 1));
        lines.settings.push(Setting::plain(notation, (name, name_span.end), value));
    }
}

/// The words of a line with their places.
fn words(line: &str, start: usize) -> Vec<(&str, Range<usize>)> {
    let mut at = start;
    let mut words = Vec::new();
    for word in line.split([' ', '\t']) {
        if !word.is_empty() {
            words.push((word, at..at + word.len()));
        }
        at += word.len() + 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_have_their_places() {
        let text = "# x\n/* a\n b = 1 */ a.b =  c d # e \n--mca n v -mca m 'w' -x A=1 --other\n-mca\nword\n// y\nz =\n";
        let lines = lines(text);
        let found: Vec<_> = lines.settings.iter().map(|setting| (&*setting.name, &*setting.value)).collect();
        assert_eq!(found, [("a.b", "c d # e"), ("n", "v"), ("m", "w"), ("z", "")]);
        for setting in &lines.settings {
            assert_eq!(
                (&text[setting.name_span.clone()], &text[setting.span.clone()]),
                (&*setting.name, &*setting.value)
            );
        }
        let others: Vec<_> = lines.others.iter().map(|span| &text[span.clone()]).collect();
        assert_eq!(others, ["--other", "-mca", "word"]);
    }
}
