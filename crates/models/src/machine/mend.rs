//! All faults of a profile in one run. Where a fault is found, that part of the text is mended, and the profile is read again.

use logpine_text::suggest::nearest;
use logpine_text::text::TextError;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The most faults that are listed.
const MOST: usize = 20;
/// The bytes of the longest text that is mended: each reading takes its time.
const LONGEST: usize = 1 << 16;

/// The faults of a text, in its order; `read` says the first that it meets.
pub(super) fn faults(text: &str, path: &str, read: impl Fn(&str) -> Option<TextError>) -> Vec<TextError> {
    let mut mended = Mended { text: text.to_owned(), inserted: Vec::new(), removed: Vec::new() };
    let mut faults: Vec<TextError> = Vec::new();
    let attempts = if text.len() > LONGEST { 1 } else { 2 * MOST };
    for _ in 0..attempts {
        let Some(fault) = read(&mended.text) else { break };
        if !mended.may_follow(&fault) {
            let span = mended.original(fault.span.start)..mended.original(fault.span.end);
            faults
                .push(TextError { missing: fault.missing.clone(), ..TextError::new(text, path, span, &fault.message) });
        }
        let is_mended = match &fault.missing {
            Some(line) => mended.insert(&fault.span, line),
            None => mended.remove(&fault.span),
        };
        if !is_mended || faults.len() == MOST {
            break;
        }
    }
    faults.sort_by_key(|fault| fault.span.start);
    faults
}

/// The key of a line such as `latency = "5us"`.
fn key_of(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}

/// A text with parts that were inserted, and keys that were removed.
struct Mended {
    text: String,
    /// Where something was inserted, and its length, in the order of insertion.
    inserted: Vec<(usize, usize)>,
    /// Keys that were blanked, each with the place of its section.
    removed: Vec<(String, usize)>,
}

impl Mended {
    /// The place in the text before all insertions.
    fn original(&self, mut at: usize) -> usize {
        for &(place, length) in self.inserted.iter().rev() {
            at = if at >= place + length { at - length } else { at.min(place) };
        }
        at
    }

    /// The place of the header of the section around a place, in the text before all insertions; 0 above all sections.
    fn section(&self, at: usize) -> usize {
        let before = &self.text[..at];
        let is_header = self.text[at..].starts_with('[') && before.ends_with('\n');
        self.original(if is_header { at } else { before.rfind("\n[").map_or(0, |end| end + 1) })
    }

    /// True for a fault that there may be because of a key that was blanked: its section lacks that key, in this spelling or another
    /// (`overhead` in place of `overhead_send`), or is refused as a whole.
    fn may_follow(&self, fault: &TextError) -> bool {
        let section = self.section(fault.span.start);
        let mut removed = self.removed.iter().filter(|(_, of)| *of == section).map(|(removed, _)| removed);
        match fault.missing.as_deref().map(key_of) {
            Some(key) => removed.any(|removed| removed.starts_with(key) || nearest(removed, [key]).is_some()),
            None => self.is_on_header(fault.span.start) && removed.next().is_some(),
        }
    }

    /// True for a place in the line of a header.
    fn is_on_header(&self, at: usize) -> bool {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        self.text[line..].starts_with('[')
    }

    /// Inserts a line at the beginning of the table whose header or brace is at `table`.
    fn insert(&mut self, table: &Range<usize>, line: &str) -> bool {
        let rest = &self.text[table.start..];
        let (place, part) = match rest.chars().next() {
            _ if table.is_empty() => (0, format!("{line}\n")),
            Some('{') => {
                (table.start + 1, format!(" {line}{}", if rest[1..].trim_start().starts_with('}') { "" } else { "," }))
            }
            Some('[') => (table.start + rest.find('\n').unwrap_or(rest.len()), format!("\n{line}")),
            _ => return false,
        };
        self.text.insert_str(place, &part);
        self.inserted.push((place, part.len()));
        true
    }

    /// Blanks the key and the value that hold `fault`; false if there are none, or the rest would not be TOML.
    fn remove(&mut self, fault: &Range<usize>) -> bool {
        let Ok(table) = DeTable::parse(&self.text) else { return false };
        let Some((key, span)) = entry(table.get_ref(), fault.start, &self.text) else { return false };
        let blank = |byte: u8| if byte == b'\n' { '\n' } else { ' ' };
        let blank: String = self.text[span.clone()].bytes().map(blank).collect();
        let rest = [&self.text[..span.start], &blank, &self.text[span.end..]].concat();
        if DeTable::parse(&rest).is_err() {
            return false;
        }
        self.removed.push((key, self.section(span.start)));
        self.text = rest;
        true
    }
}

/// The key and the bytes of the smallest entry around a place that can be blanked: an entry of a table that has a header.
fn entry(table: &DeTable<'_>, at: usize, text: &str) -> Option<(String, Range<usize>)> {
    for (key, value) in table {
        let (key_span, value_span) = (key.span(), value.span());
        if let DeValue::Table(inner) = value.get_ref()
            && !text[value_span.clone()].starts_with('{')
        {
            if let Some(found) = entry(inner, at, text) {
                return Some(found);
            }
            // An unknown section is blanked as a whole: its header and its entries.
            if key_span.contains(&at) {
                return Some((key.get_ref().to_string(), section(text, key_span.start)));
            }
        } else if (key_span.start..value_span.end).contains(&at) {
            return Some((key.get_ref().to_string(), key_span.start..value_span.end));
        }
    }
    None
}

/// The bytes of a section from its header to the next.
fn section(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find("\n[").map_or(text.len(), |length| at + length);
    start..end
}

#[cfg(test)]
mod tests {
    use crate::machine::{Machine, MachineError};

    fn faults(text: &str) -> Vec<String> {
        match Machine::from_toml(text, "m") {
            Err(MachineError::Invalid(faults)) => faults
                .iter()
                .map(|fault| format!("{}:{} {}", fault.position.line, fault.position.column, fault.message))
                .collect(),
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn every_fault_is_found_at_its_place() {
        let text = "nam = \"m\"\n[tan]\nlatency = \"98xs\"\noverhead = { constant = \"1us\", linaer = \"2us\" }\n[logp]\noverhead = \"1us\"\n[lgop]\na = 1\n[alpha_beta]\nalpha = 3\nbeta = \"-1ns/B\"\n";
        let found = faults(text);
        let starts = [
            "1:1 unknown key `nam` in the profile",
            "3:11 `latency`: unknown unit `xs`",
            "4:32 unknown key `linaer` in overhead; did you mean `linear`?",
            "5:1 [logp] has no `latency`; add it, like latency = \"5us\"",
            "5:1 [logp] has no `gap`; add it, like gap = \"4us\"",
            "7:2 unknown key `lgop` in the profile; did you mean `logp`?",
            "10:9 `alpha`: `3` has no unit",
            "11:8 `beta`: `-1ns/B` is negative",
        ];
        assert_eq!(found.len(), starts.len(), "{found:#?}");
        for start in starts {
            assert!(found.iter().any(|fault| fault.starts_with(start)), "{start}\n{found:#?}");
        }
    }

    #[test]
    fn a_missing_line_is_of_the_clock_of_the_machine() {
        let found =
            faults("name = \"m\"\nunit = \"cycle\"\n[logp]\noverhead = \"1us\"\n[alpha_beta]\nalpha = \"1 cycle\"");
        assert_eq!(found.len(), 4, "{found:#?}");
        assert!(found[3].ends_with("like beta = \"1 cycle/B\""), "{found:#?}");
    }

    #[test]
    fn a_text_that_is_not_toml_has_one_fault() {
        assert_eq!(faults("name = \"m\"\n[tan\nx = ").len(), 1);
    }
}
