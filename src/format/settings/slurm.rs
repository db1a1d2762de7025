//! The `TreeWidth` of a `slurm.conf`, and the nodes that its `NodeName` entries list.
//!
//! As Slurm reads the file: a `\\` at the end of a line joins it to the next, `#` begins a comment, and a line has pairs `key = value`
//! with blanks between them; a value in quotes may contain blanks. Other files that it includes are not read.

use super::fault::FaultKind;
use super::hosts::{Hosts, Rules, unexpected};
use super::{Faults, Report};
use crate::excerpt::short;
use std::ops::Range;

/// The tree's width by a `slurm.conf`, and the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlurmSettings {
    /// The width; `None` if the file leaves it to the default.
    pub width: Option<u64>,
    /// The number of nodes that the file lists.
    pub nodes: u64,
}

/// Reads the width and the nodes, and finds the faults of both. Other entries are not checked.
#[must_use]
pub fn check(source: &[u8]) -> Report<SlurmSettings> {
    let mut faults = Faults::new(source);
    let Some(text) = faults.text() else { return faults.report(None) };
    let mut hosts = Hosts::default();
    let mut width: Option<(u64, usize)> = None;
    for line in lines(text) {
        if let Some(file) = line.included() {
            faults.add(line.place(&file), FaultKind::Included { file: short(&line.text[file.clone()]) });
            continue;
        }
        for Pair { key, value } in line.pairs() {
            let (name, text) = (&line.text[key.clone()], &line.text[value.clone()]);
            let (whole, place) = (line.place(&(key.start..value.end)), line.place(&value));
            if name.eq_ignore_ascii_case("TreeWidth") {
                let number = number(text).filter(|width| (1..=65_533).contains(width));
                match (number, width) {
                    (None, _) => faults.add(place, FaultKind::Width { text: short(text) }),
                    (Some(_), Some((_, first))) => {
                        let line = faults.line(first);
                        faults.add(whole, FaultKind::RepeatedWidth { line });
                    }
                    (Some(number), None) => width = Some((number, place.start)),
                }
            } else if name.eq_ignore_ascii_case("NodeName") && !text.eq_ignore_ascii_case("DEFAULT") {
                hosts.read(text, &|at| line.offset(value.start + at), RULES, &mut faults);
            }
        }
    }
    let nodes = hosts.names.len() as u64;
    faults.report(Some(SlurmSettings { width: width.map(|(width, _)| width), nodes }))
}

/// A number as `strtoul` reads it without a base: hexadecimal after 0x, octal after 0.
fn number(text: &str) -> Option<u64> {
    let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
    let (digits, radix) = match (hexadecimal, text.strip_prefix('0')) {
        (Some(digits), _) => (digits, 16),
        (None, Some(digits)) if !digits.is_empty() => (digits, 8),
        _ => (text, 10),
    };
    u64::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))
}

const RULES: Rules = Rules {
    entry: |_| None,
    name: |name| unexpected(name, |letter| letter.is_ascii_alphanumeric() || "-._".contains(letter)),
};

/// A line, joined from several if they end with a backslash, without its comment.
#[derive(Default)]
struct Line {
    text: String,
    /// The start of each part in the text, and its offset in the file.
    parts: Vec<(usize, usize)>,
}

/// A key and its value, in a line's text.
struct Pair {
    key: Range<usize>,
    value: Range<usize>,
}

impl Line {
    /// The offset in the file of a place in the text.
    fn offset(&self, at: usize) -> usize {
        let part = self.parts.partition_point(|&(start, _)| start <= at).saturating_sub(1);
        self.parts.get(part).map_or(at, |&(start, offset)| offset + (at - start))
    }

    /// The bytes of the file of a part of the text.
    fn place(&self, range: &Range<usize>) -> Range<usize> {
        let last = range.end.max(range.start + 1) - 1;
        self.offset(range.start)..self.offset(last) + (range.end - last.min(range.end))
    }

    /// The file that the line includes.
    fn included(&self) -> Option<Range<usize>> {
        let start = self.text.len() - self.text.trim_start().len();
        let (word, rest) = self.text[start..].split_once(char::is_whitespace)?;
        let file = rest.trim();
        let is_include = word.eq_ignore_ascii_case("include") && !file.is_empty() && !file.starts_with('=');
        let at = self.text.len() - rest.trim_start().len();
        is_include.then(|| at..at + file.len())
    }

    /// The pairs of the line, up to something that is none.
    fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let (text, mut at) = (&*self.text, 0);
        let skip = |at: usize, while_in: fn(char) -> bool| text.len() - text[at..].trim_start_matches(while_in).len();
        loop {
            let start = skip(at, char::is_whitespace);
            let end = skip(start, |letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.'));
            let equals = skip(end, |letter| letter.is_whitespace() || matches!(letter, '-' | '+' | '*' | '/'));
            if start == end || !text[equals..].starts_with('=') {
                return pairs;
            }
            let value = skip(equals + 1, char::is_whitespace);
            let quoted = text[value..].strip_prefix('"').and_then(|rest| rest.find('"'));
            let range = match quoted {
                Some(length) => value + 1..value + 1 + length,
                None => value..skip(value, |letter| !letter.is_whitespace()),
            };
            at = range.end + usize::from(quoted.is_some());
            pairs.push(Pair { key: start..end, value: range });
        }
    }
}

/// The lines of a file.
fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::default();
    let mut offset = 0;
    for whole in text.split_inclusive('\n') {
        let start = offset + (whole.len() - whole.trim_start_matches('\u{feff}').len());
        let bare = without_comment(whole.trim_start_matches('\u{feff}')).trim_end();
        offset += whole.len();
        let (part, goes_on) = bare.strip_suffix('\\').map_or((bare, false), |part| (part, true));
        line.parts.push((line.text.len(), start));
        line.text += part;
        if !goes_on {
            lines.push(std::mem::take(&mut line));
        }
    }
    lines.extend((!line.text.is_empty()).then_some(line));
    lines
}

/// The line up to its first `#` that has no backslash before it.
fn without_comment(line: &str) -> &str {
    let bytes = line.as_bytes();
    let comment = (0..bytes.len()).find(|&at| bytes[at] == b'#' && (at == 0 || bytes[at - 1] != b'\\'));
    &line[..comment.unwrap_or(line.len())]
}
