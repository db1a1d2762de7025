//! The faults of all keys of a profile in one run, one for each key. Where a fault is found, that part of the text is mended, and the
//! profile is read again.

use logpine_text::suggest::nearest;
use logpine_text::text::{Mend, TextError};
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// The most faults that are listed.
const MOST: usize = 100;
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
            faults.push(TextError::new(text, path, span, &fault.message));
        }
        let is_mended = match fault.mend.as_deref() {
            Some(Mend::Lacks(line)) => mended.insert(&fault.span, line),
            Some(Mend::Meant(word)) => mended.rename(&fault.span, word) || mended.remove(&fault.span),
            None => mended.remove(&fault.span),
        };
        // Without its unit, every time of the profile is in doubt.
        let is_of_unit = mended.removed.last().is_some_and(|(key, section)| key == "unit" && *section == 0);
        if !is_mended || is_of_unit {
            break;
        }
        if faults.len() == MOST || attempts == 1 {
            if let Some(last) = faults.last_mut() {
                last.message += " (further faults were not looked for)";
            }
            break;
        }
    }
    faults.sort_by_key(|fault| fault.span.start);
    faults
}

/// The places of the headers of sections, lines such as `[tan]`; a row of an array has a comma.
fn headers(text: &str) -> impl DoubleEndedIterator<Item = usize> {
    let is_header = |line: &str| {
        let line = line.split('#').next().unwrap_or_default().trim();
        line.starts_with('[') && line.ends_with(']') && !line.contains(',')
    };
    let start = |line: &str| line.as_ptr().addr() - text.as_ptr().addr() + line.len() - line.trim_start().len();
    text.lines().filter(move |line| is_header(line)).map(start).collect::<Vec<_>>().into_iter()
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
        self.original(headers(&self.text).rfind(|&header| header <= at).unwrap_or(0))
    }

    /// True for a fault that there may be because of a key that was blanked: its section lacks that key, in this spelling or another
    /// (`overhead` in place of `overhead_send`), or is refused as a whole.
    fn may_follow(&self, fault: &TextError) -> bool {
        let section = self.section(fault.span.start);
        let mut removed = self.removed.iter().filter(|(_, of)| *of == section).map(|(removed, _)| removed);
        match fault.mend.as_deref() {
            Some(Mend::Lacks(line)) => {
                let key = key_of(line);
                removed.any(|removed| removed.starts_with(key) || nearest(removed, [key]).is_some())
            }
            _ => self.is_on_header(fault.span.start) && removed.next().is_some(),
        }
    }

    /// True for a place in the line of a header.
    fn is_on_header(&self, at: usize) -> bool {
        headers(&self.text).rfind(|&header| header <= at).is_some_and(|header| !self.text[header..at].contains('\n'))
    }

    /// Puts a word in the place of a key; false if the text would not be TOML.
    fn rename(&mut self, key: &Range<usize>, word: &str) -> bool {
        let longer = word.len().saturating_sub(key.len());
        let padded = format!("{word:<width$}", width = key.len());
        let rest = [&self.text[..key.start], &padded, &self.text[key.end..]].concat();
        if DeTable::parse(&rest).is_err() {
            return false;
        }
        self.inserted.push((key.end, longer));
        self.text = rest;
        true
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
    let end = headers(text).find(|&header| header > at).unwrap_or(text.len());
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
    fn what_follows_from_a_fault_is_not_one() {
        let single = [
            // Every time is in doubt.
            "name = \"m\"\nunit = \"cycels\"\n[logp]\nlatency = \"1 cycle\"\noverhead = \"1 cycle\"\ngap = \"1 cycle\"\n",
            "name = \"m\"\n[logp]\nlatency = \"1us\"\ngap = \"1us\"\noverhead_send = \"1us\"\noverhed_receive = \"1us\"\n",
            "name = \"m\"\n[tan.overhed]\nconstant = \"1us\"\n[tan]\nlatency = \"1us\"\n",
            "name = \"m\"\n[plogp]\noverhead_send = [\n[1, \"1us\"],\n[2, \"2us\"],\n]\noverhead_receive = [[1, \"1us\"]]\ngap = [[1, \"1us\"]]\nlatncy = \"1us\"\n",
        ];
        for text in single {
            assert_eq!(faults(text).len(), 1, "{text}\n{:#?}", faults(text));
        }
        let second = "name = \"m\"\n[plgop]\ngap = [\n[1, \"1us\"],\n]\n[logp]\nlatency = \"6xs\"\noverhead = \"1us\"\ngap = \"1us\"\n";
        assert!(faults(second).iter().any(|fault| fault.contains("unknown unit `xs`")), "{:#?}", faults(second));
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
