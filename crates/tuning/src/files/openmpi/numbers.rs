//! The numbers of a classic rules file, as the library's own reader finds them.
//!
//! It asks for one whole number after the other, with the base that its first digits show: `010` is 8, `0x10` is 16. Between
//! numbers it skips comments, from `#` to the end of the line, and every other character without a word.

use super::c_number::{self, Base};
use super::names;
use logpine_text::excerpt::short;
use logpine_text::fault::{Diagnostic, Faults};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// The words at the very beginning of a file with a fifth column.
const VERSION: &[u8] = b"rule-file-version-";
/// The largest number of the library's fields, sizes in bytes apart.
pub const LARGEST: i64 = i32::MAX as i64;
/// The largest communicator size, which is the same.
pub const LARGEST_SIZE: u64 = LARGEST.unsigned_abs();

/// A number with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value; too large ones are cut as the library cuts them.
    pub value: i64,
    /// The bytes of the number.
    pub span: Range<usize>,
    /// The line, from 0.
    pub line: usize,
}

/// The numbers of a file.
#[derive(Debug, Default)]
pub struct Numbers {
    /// The version, and its place, if the file begins with one.
    pub version: Option<(u64, Range<usize>)>,
    /// The numbers after it.
    pub all: Vec<Number>,
}

impl Numbers {
    /// The number at an index.
    pub fn get(&self, index: usize) -> Option<&Number> {
        self.all.get(index)
    }

    /// The value at an index; -1 beyond the end.
    pub fn value(&self, index: usize) -> i64 {
        self.get(index).map_or(-1, |number| number.value)
    }

    /// The bytes of the number at an index.
    pub fn span(&self, index: usize) -> Range<usize> {
        self.get(index).map_or(0..0, |number| number.span.clone())
    }

    /// True if rows may have a fifth number.
    pub fn has_requests(&self) -> bool {
        self.version.as_ref().is_some_and(|(version, _)| *version > 1)
    }
}

/// Reads all numbers, and finds what is odd about their writing.
pub fn read(source: &[u8], flaws: &mut Faults<'_>) -> Numbers {
    let mut reader = Reader { source, at: 0, line: 0, skipped: None, words: Vec::new(), names: names::all() };
    let mut numbers = Numbers { version: reader.version(), all: Vec::new() };
    while let Some(byte) = reader.peek() {
        match byte {
            b'\n' => {
                reader.end_line(&numbers.all, flaws);
                reader.at += 1;
                reader.line += 1;
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => reader.at += 1,
            b'#' => reader.skip_comment(),
            b'0'..=b'9' => numbers.all.push(reader.number(flaws)),
            b'+' | b'-' if reader.byte(reader.at + 1).is_some_and(|next| next.is_ascii_digit()) => {
                numbers.all.push(reader.number(flaws));
            }
            _ => reader.skip(flaws),
        }
    }
    reader.end_line(&numbers.all, flaws);
    numbers
}

/// A place in the file.
struct Reader<'a> {
    source: &'a [u8],
    at: usize,
    line: usize,
    /// The first characters of the line that the library skips.
    skipped: Option<Range<usize>>,
    /// The words of the line.
    words: Vec<Range<usize>>,
    /// The names of collectives and algorithms.
    names: FxHashSet<&'static str>,
}

impl Reader<'_> {
    fn byte(&self, at: usize) -> Option<u8> {
        self.source.get(at).copied()
    }

    fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    fn text(&self, span: Range<usize>) -> String {
        short(&String::from_utf8_lossy(self.source.get(span).unwrap_or_default()))
    }

    /// The version at the very beginning.
    fn version(&mut self) -> Option<(u64, Range<usize>)> {
        let rest = self.source.strip_prefix(VERSION)?;
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = VERSION.len() + digits;
        let version = std::str::from_utf8(rest.get(..digits)?).ok()?.parse().ok()?;
        self.at = end;
        Some((version, 0..end))
    }

    fn skip_comment(&mut self) {
        while self.peek().is_some_and(|byte| byte != b'\n') {
            self.at += 1;
        }
    }

    /// The end of the run of bytes for which something holds.
    fn run(&self, from: usize, holds: impl Fn(u8) -> bool) -> usize {
        let rest = self.source.get(from..).unwrap_or_default();
        from + rest.iter().take_while(|&&byte| holds(byte)).count()
    }

    /// The word around a part of it: up to 40 bytes on either side without blanks.
    fn word(&self, part: &Range<usize>) -> String {
        let is_inside = |byte: &&u8| !byte.is_ascii_whitespace() && **byte != b'#';
        let before = self.source.get(..part.start).unwrap_or_default().iter().rev().take(40).take_while(is_inside);
        let after = self.source.get(part.end..).unwrap_or_default().iter().take(40).take_while(is_inside);
        self.text(part.start - before.count()..part.end + after.count())
    }

    /// Reads a number as C reads one of any base.
    fn number(&mut self, flaws: &mut Faults<'_>) -> Number {
        let start = self.at;
        let is_negative = self.peek() == Some(b'-');
        let digits = start + usize::from(matches!(self.peek(), Some(b'+' | b'-')));
        let Base { radix, prefix } = c_number::base(self.source.get(digits..).unwrap_or_default());
        let (from, is_hexadecimal, is_octal) = (digits + prefix, radix == 16, radix == 8);
        let end = self.run(from, |byte| char::from(byte).is_digit(radix));
        let written = std::str::from_utf8(self.source.get(from..end).unwrap_or_default()).unwrap_or_default();
        let magnitude = i64::from_str_radix(written, radix).unwrap_or(i64::MAX);
        let value = if is_negative { -magnitude } else { magnitude };
        let span = start..end;
        let line = self.line;
        self.at = end;
        if is_hexadecimal {
            let message = format!("`{}` is hexadecimal: it counts as {value}", self.text(span.clone()));
            flaws.warning(span.clone(), "hexadecimal", message, "write decimal numbers");
        } else if is_octal && (end - digits > 1 || self.peek().is_some_and(|byte| byte.is_ascii_digit())) {
            self.octal(&span, value, flaws);
        }
        if is_negative {
            let message = format!("the number {value} is negative: the library refuses the whole file in silence");
            flaws.error(span.clone(), "negative-number", message, "write numbers from 0 on");
        }
        let before = start.checked_sub(1).and_then(|before| self.byte(before));
        let is_split_octal = !is_octal && before == Some(b'0');
        if before.is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'.')) {
            let message = format!("the library reads the {value} inside `{}` as a number of its own", self.word(&span));
            let hint = "write whole numbers, and words in comments only";
            flaws.error(span.clone(), "digits-in-word", message, hint);
        }
        if !is_split_octal && self.peek().is_some_and(|byte| byte.is_ascii_alphabetic()) {
            let unit = self.run(end, |byte| byte.is_ascii_alphanumeric());
            let message = format!("`{}` counts as {value}: letters are skipped", self.text(start..unit));
            flaws.error(start..unit, "letters-after-number", message, "write the whole number of bytes");
            self.at = self.run(end, |byte| byte.is_ascii_alphabetic());
        }
        Number { value, span, line }
    }

    /// Adds the flaw of a number with zeros before it.
    fn octal(&self, span: &Range<usize>, value: i64, flaws: &mut Faults<'_>) {
        let whole = span.start..self.run(span.end, |byte| byte.is_ascii_digit());
        let flaw = if whole.end > span.end {
            let (text, rest) = (self.text(whole.clone()), self.text(span.end..whole.end));
            let message =
                format!("`{text}` is octal up to its first 8 or 9: it counts as two numbers, {value} and {rest}");
            Diagnostic::error("octal", message, c_number::NO_ZEROS)
        } else {
            c_number::octal(&String::from_utf8_lossy(self.source.get(whole.clone()).unwrap_or_default()), value)
        };
        flaws.add(whole, flaw);
    }

    /// Steps over characters that are no numbers.
    fn skip(&mut self, flaws: &mut Faults<'_>) {
        let start = self.at;
        let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        let is_other =
            |byte: u8| !byte.is_ascii_alphanumeric() && !byte.is_ascii_whitespace() && !b"#+-_\x0b".contains(&byte);
        if self.source.get(start..).is_some_and(|rest| rest.starts_with(b"rule-file-version")) {
            let end = self.run(start, |byte| !byte.is_ascii_whitespace());
            let message = "the version line must be the first characters of the file; here the library reads a negative \
                           number, and refuses the whole file in silence";
            let hint = "move the line to the top, before all comments";
            flaws.error(start..end, "version-not-first", message, hint);
            self.at = end;
            return;
        }
        if self.peek().is_some_and(is_letter) {
            let mut end = self.run(start, is_letter);
            while self.byte(end) == Some(b'-') && self.byte(end + 1).is_some_and(is_letter) {
                end = self.run(end + 1, is_letter);
            }
            self.at = end;
            self.words.push(start..end);
        } else if matches!(self.peek(), Some(b'+' | b'-')) {
            // C takes the sign, finds no digit, and throws away a second sign.
            self.at += 1 + usize::from(matches!(self.byte(start + 1), Some(b'+' | b'-')));
        } else {
            self.at = self.run(start, is_other).max(start + 1);
        }
        self.skipped.get_or_insert(start..self.at);
    }

    /// Adds, at the end of a line, what the library skips: names that stand where numbers are needed, or else the first of it.
    fn end_line(&mut self, numbers: &[Number], flaws: &mut Faults<'_>) {
        let (mut words, skipped) = (std::mem::take(&mut self.words), self.skipped.take());
        let count = numbers.iter().rev().take(6).take_while(|number| number.line == self.line).count();
        let is_name = |span: &Range<usize>| {
            let word = self.source.get(span.clone()).and_then(|word| std::str::from_utf8(word).ok());
            matches!(count, 0 | 3) && word.is_some_and(|word| self.names.contains(word))
        };
        words.retain(is_name);
        if let Some(span) = skipped.filter(|span| !words.contains(span)) {
            let message = format!("`{}` is no number: the library skips it", self.text(span.clone()));
            let hint = "separate numbers by blanks, and write words in comments after #";
            flaws.warning(span, "skipped-text", message, hint);
        }
        for span in words {
            let name = self.text(span.clone());
            let message = format!("`{name}` is a name: the library skips it, and takes the next number in its place");
            let hint = "write the number of the collective or algorithm";
            flaws.error(span, "name-for-number", message, hint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::fault::Faults;

    /// The values, and the codes of the flaws with their columns.
    fn read_all(text: &str) -> (Vec<i64>, Vec<(&'static str, usize)>) {
        let mut flaws = Faults::new(text.as_bytes());
        let numbers = read(text.as_bytes(), &mut flaws);
        let values = numbers.all.iter().map(|number| number.value).collect();
        let report: logpine_text::fault::Report<Vec<crate::library::Rules>> = flaws.report(None);
        (values, report.faults.iter().map(|fault| (fault.code(), fault.place.position().column)).collect())
    }

    #[test]
    fn numbers_are_those_of_c() {
        type Case = (&'static str, &'static [i64], &'static [(&'static str, usize)]);
        let cases: [Case; 14] = [
            ("1 # 2\n3#4", &[1, 3], &[]),
            ("010", &[8], &[("octal", 1)]),
            ("00 07", &[0, 7], &[("leading-zero", 1), ("leading-zero", 4)]),
            ("018", &[1, 8], &[("octal", 1)]),
            ("08", &[0, 8], &[("octal", 1)]),
            ("0x10", &[16], &[("hexadecimal", 1)]),
            ("0,6,0,0", &[0, 6, 0, 0], &[("skipped-text", 2)]),
            ("7 -1 +2", &[7, -1, 2], &[("negative-number", 3)]),
            ("--5", &[5], &[("skipped-text", 1)]),
            ("64K", &[64], &[("letters-after-number", 1)]),
            ("1.5", &[1, 5], &[("skipped-text", 2), ("digits-in-word", 3)]),
            ("v2", &[2], &[("skipped-text", 1), ("digits-in-word", 2)]),
            ("0 binomial 0 0", &[0, 0, 0], &[("name-for-number", 3)]),
            ("0 6 0 0 binomial", &[0, 6, 0, 0], &[("skipped-text", 9)]),
        ];
        for (text, values, codes) in cases {
            let (read, mut found) = read_all(text);
            found.sort_by_key(|&(code, column)| (column, code));
            assert_eq!((read.as_slice(), found.as_slice()), (values, codes), "{text}");
        }
        assert_eq!(read_all("99999999999999999999").0, [i64::MAX]);
    }

    #[test]
    fn the_version_is_at_the_very_beginning() {
        let mut flaws = Faults::new(b"");
        assert_eq!(read(b"rule-file-version-2\n1", &mut flaws).version, Some((2, 0..19)));
        assert!(!flaws.has_errors());
        assert_eq!(read(b"# x\nrule-file-version-2\n1", &mut flaws).version, None);
        assert!(flaws.has_errors());
    }
}
