//! Lines that set variables in a shell, `export NAME=value`, or in an environment file, `NAME=value`; and options of `mpiexec`, `-genv
//! NAME value`.

use super::{Notation, Setting};
use logpine_text::excerpt::short;
use logpine_text::fault::Faults;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Reads the variables of a text that begin with one of `prefixes`, in order; of what is set twice, the last. Lines that set nothing are
/// flaws, and so are variables that programs do not get: where some lines export, the others do not.
pub fn variables(text: &str, prefixes: &[&str], flaws: &mut Faults<'_>) -> Vec<Setting> {
    let mut lines = Shell { found: Vec::new(), exported: FxHashSet::default(), exports: false };
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        lines.read(line, offset, flaws);
        offset += line.len();
    }
    let is_ours = |setting: &Setting| prefixes.iter().any(|prefix| setting.name.starts_with(prefix));
    let found: Vec<Setting> = lines.found.into_iter().filter(is_ours).collect();
    for setting in &found {
        // What stands between the value and the end of the line, besides the second quote.
        let rest = text[setting.span.end..].split('\n').next().unwrap_or_default();
        if rest.trim_start_matches(['"', '\'']) == "\r" {
            let end = setting.span.end..setting.span.end + rest.len();
            let message = "the carriage return at the end of the line is part of the value";
            flaws.error(end, "carriage-return", message, "save the file with line feeds alone (dos2unix)");
        }
        let is_kept = setting.notation == Notation::Option || lines.exported.contains(&setting.name);
        if lines.exports && !is_kept {
            let message = format!("{} is not exported: the shell keeps it for itself", short(&setting.name));
            flaws.error(setting.name_span.clone(), "not-exported", message, "write `export` before the name");
        }
    }
    let mut last: FxHashMap<&str, usize> = FxHashMap::default();
    let mut is_last = vec![true; found.len()];
    for (at, setting) in found.iter().enumerate() {
        let Some(before) = last.insert(&setting.name, at) else { continue };
        let line = flaws.line(setting.name_span.start);
        let message = format!("{} is set again in line {line}, and this value does not count", short(&setting.name));
        if let (Some(earlier), Some(is_last)) = (found.get(before), is_last.get_mut(before)) {
            flaws.warning(earlier.name_span.clone(), "repeated-variable", message, "keep one of them");
            *is_last = false;
        }
    }
    found.into_iter().zip(is_last).filter_map(|(setting, is_last)| is_last.then_some(setting)).collect()
}

/// The lines of a shell that are read so far.
struct Shell {
    found: Vec<Setting>,
    /// Names behind `export`.
    exported: FxHashSet<String>,
    /// True if a line exports something.
    exports: bool,
}

impl Shell {
    /// Reads a line at an offset.
    fn read(&mut self, line: &str, offset: usize, flaws: &mut Faults<'_>) {
        let mut at = 0;
        let mut is_exported = false;
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
                (self.exports, is_exported) = (true, true);
                at = start + length;
                continue;
            }
            if let Some(next) = ["-genv", "-env"].iter().find_map(|option| self.option(option, rest, offset + start)) {
                at = start + next;
                continue;
            }
            let is_name = !name.is_empty() && !name.starts_with(|letter: char| letter.is_ascii_digit());
            if is_name && is_exported && (after.is_empty() || after.starts_with([' ', '\t', '\r', '\n', ';'])) {
                self.exported.insert(name.to_owned());
                at = start + length + usize::from(after.starts_with(';'));
                continue;
            }
            let Some(value) = after.strip_prefix('=').filter(|_| is_name) else {
                let end = start + rest.trim_end().len();
                let message = format!("{} sets no variable", short(rest.trim_end()));
                let hint = "write `export NAME=value`, without blanks around `=`";
                flaws.error(offset + start..offset + end, "no-assignment", message, hint);
                return;
            };
            let from = start + length + 1;
            let word = word(value);
            if word.is_cut {
                let message = format!("the shell ends the value of {name} at the `;`, for it is not in quotes");
                let end = from + word.length;
                let hint = "put the value into quotes";
                flaws.error(offset + end..offset + end + 1, "unquoted-semicolon", message, hint);
            }
            if word.is_open {
                let span = offset + from..offset + line.trim_end().len();
                flaws.error(span, "open-quotes", "quotes without an end", "add the second quote");
            }
            let base = offset + from;
            if is_exported {
                self.exported.insert(name.to_owned());
            }
            self.found.push(Setting {
                notation: Notation::Variable,
                name: name.to_owned(),
                name_span: offset + start..offset + start + length,
                value: word.text,
                span: base + word.inside.start..base + word.inside.end,
                pieces: word.pieces.into_iter().map(|(inside, at)| (inside, base + at)).collect(),
            });
            at = from + word.length;
            let rest = line.get(at..).unwrap_or_default();
            if let Some(rest) = rest.strip_prefix(';') {
                if word.is_cut {
                    return;
                }
                at = line.len() - rest.len();
                is_exported = false;
            }
        }
    }

    /// Reads `-genv NAME value` at the beginning of `rest`; the length of what was read.
    fn option(&mut self, option: &str, rest: &str, offset: usize) -> Option<usize> {
        let after = rest.strip_prefix(option).filter(|after| after.starts_with([' ', '\t']))?;
        let name_at = rest.len() - after.trim_start().len();
        let name = rest.get(name_at..)?.split_whitespace().next()?;
        let after = rest.get(name_at + name.len()..)?;
        let value_at = rest.len() - after.trim_start().len();
        let value = word(rest.get(value_at..)?);
        let base = offset + value_at;
        self.found.push(Setting {
            pieces: value.pieces.iter().map(|(inside, at)| (*inside, base + at)).collect(),
            span: base + value.inside.start..base + value.inside.end,
            ..Setting::plain(Notation::Option, (name, offset + name_at + name.len()), (&value.text, base))
        });
        Some(value_at + value.length)
    }
}

/// A value at the beginning of a text.
#[derive(Debug, Default)]
struct Word {
    /// The value as a shell passes it on.
    text: String,
    /// The bytes of the value; of one piece in quotes, without the quotes.
    inside: Range<usize>,
    /// The places of pieces in the value, and in the text.
    pieces: Vec<(usize, usize)>,
    /// The length with quotes.
    length: usize,
    is_open: bool,
    /// True if a semicolon ends it and the value seems to go on.
    is_cut: bool,
}

impl Word {
    /// Adds letters that stand at a place of the text.
    fn push(&mut self, letters: &str, at: usize) {
        if self.pieces.last().is_none_or(|(start, source)| source + (self.text.len() - start) != at) {
            self.pieces.push((self.text.len(), at));
        }
        self.text.push_str(letters);
    }

    /// Adds a piece from inside quotes; in double ones a backslash may stand before some letters.
    fn piece(&mut self, quoted: &str, start: usize, is_double: bool) {
        if !is_double || !quoted.contains('\\') {
            self.push(quoted, start);
            return;
        }
        let mut letters = quoted.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            let escaped = letters.next_if(|(_, next)| letter == '\\' && matches!(next, '$' | '`' | '"' | '\\'));
            let (at, letter) = escaped.unwrap_or((at, letter));
            self.push(quoted.get(at..at + letter.len_utf8()).unwrap_or_default(), start + at);
        }
    }
}

/// Reads pieces as they are, in single or double quotes, and letters behind a backslash, up to a blank or a semicolon.
/// Variables inside are not put in.
fn word(value: &str) -> Word {
    let mut word = Word::default();
    let mut quotes = 0;
    let mut at = 0;
    while let Some(letter) = value.get(at..).and_then(|rest| rest.chars().next()) {
        let next = at + letter.len_utf8();
        match letter {
            '\'' | '"' => {
                let inside = value.get(next..).unwrap_or_default();
                let end = closing(inside, letter);
                let quoted = inside.get(..end.unwrap_or(inside.trim_end().len())).unwrap_or_default();
                word.piece(quoted, next, letter == '"');
                quotes += 1;
                word.is_open = end.is_none();
                at = end.map_or(value.len(), |end| next + end + 1);
            }
            '\\' => {
                let escaped = value.get(next..).and_then(|rest| rest.chars().next());
                let Some(escaped) = escaped.filter(|letter| !matches!(letter, '\r' | '\n')) else {
                    at = next;
                    continue;
                };
                let end = next + escaped.len_utf8();
                word.push(value.get(next..end).unwrap_or_default(), next);
                at = end;
            }
            end if end.is_whitespace() || end == ';' => break,
            _ => {
                word.push(value.get(at..next).unwrap_or_default(), at);
                at = next;
            }
        }
    }
    word.length = at;
    word.inside = 0..at;
    // One piece in quotes is shown without them.
    if quotes == 1 && value.starts_with(['\'', '"']) && word.pieces.len() <= 1 {
        let start = 1;
        let end = start + word.text.len();
        if word.is_open || end + 1 == at {
            word.inside = start..end;
        }
    }
    let after = value.get(at..).unwrap_or_default();
    word.is_cut = after.strip_prefix(';').is_some_and(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()));
    word
}

/// The place of the quote that ends a piece.
fn closing(inside: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    inside
        .char_indices()
        .find(|&(_, letter)| {
            let ends = letter == quote && !is_escaped;
            is_escaped = quote == '"' && letter == '\\' && !is_escaped;
            ends
        })
        .map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::shell_word::quoted;
    use proptest::prelude::*;

    /// Names with values, and flaws with columns.
    type Read = (Vec<(String, String)>, Vec<(&'static str, usize)>);

    fn read(text: &str) -> Read {
        let mut flaws = Faults::new(text.as_bytes());
        let found = variables(text, &[""], &mut flaws);
        let report = flaws.report(Some(()));
        let codes = report.faults.iter().map(|fault| (fault.code(), fault.place.position().column)).collect();
        (found.into_iter().map(|found| (found.name, found.value)).collect(), codes)
    }

    #[test]
    fn lines_are_those_of_a_shell() {
        let (found, flaws) = read("# a comment\nexport A=1 B='x y' # more\n\n  C=\"2\"; D=3\nexport C D\n");
        let pairs: Vec<_> = found.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(pairs, [("A", "1"), ("B", "x y"), ("C", "2"), ("D", "3")]);
        assert_eq!(flaws, []);
        assert_eq!(read("-genv A 1:0-8\n-genv B 'x y' -env C 2\n"), (read("A=1:0-8\nB='x y'\nC=2\n").0, vec![]));
    }

    #[test]
    fn what_sets_nothing_is_a_flaw() {
        assert_eq!(read("A = 1\n").1, [("no-assignment", 1)]);
        assert_eq!(read("export 2A=1\n").1, [("no-assignment", 8)]);
        assert_eq!(read("A='1\n").1, [("open-quotes", 3)]);
        assert_eq!(read("A=1:0-5;2:6-9\n").1, [("unquoted-semicolon", 8)]);
        assert_eq!(read("A=1\nexport B=2\n").1, [("not-exported", 1)]);
        assert_eq!(read("A=1\r\nB='2'\r\n").1, [("carriage-return", 4), ("carriage-return", 5)]);
        assert_eq!(read("A=1 B=2\r\nC=3 # x\r\n").1, [("carriage-return", 8)]);
        let (found, flaws) = read("A=1\nA=2\n");
        assert_eq!((found, flaws), (vec![("A".to_owned(), "2".to_owned())], vec![("repeated-variable", 1)]));
    }

    #[test]
    fn pieces_beside_each_other_are_one_value() {
        let (found, flaws) = read("A='/home/o'\\''neil/x.json' B=a\"b c\"\\ d E=\"\\\"\\x\"\n");
        let values: Vec<_> = found.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, ["/home/o'neil/x.json", "ab c d", "\"\\x"]);
        assert_eq!(flaws, []);
    }

    #[test]
    fn parts_of_values_have_their_places() {
        let text = "A='ab'\\''cd' B='xyz'\n";
        let found = variables(text, &[""], &mut Faults::new(text.as_bytes()));
        let part = |at: usize, part: Range<usize>| &text[found[at].place(part)];
        assert_eq!((part(0, 0..2), part(0, 2..3), part(0, 3..5), part(0, 1..4)), ("ab", "'", "cd", "b'\\''c"));
        assert_eq!(
            (part(1, 1..2), &text[found[1].span.clone()], &text[found[0].span.clone()]),
            ("y", "xyz", "'ab'\\''cd'")
        );
    }

    proptest! {
        #[test]
        fn quoted_values_are_read_back(value in "([^\n\r\0]|'|[\\\\\" ]){0,20}") {
            let word = quoted(&value).expect("no NUL");
            let (found, flaws) = read(&format!("export A={word}\n"));
            prop_assert_eq!(found, [("A".to_owned(), value)]);
            prop_assert_eq!(flaws, []);
        }

        #[test]
        fn any_text_is_read(text in "[A-C=;'\" #\n\\\\0-9\u{e9}]{0,60}") {
            read(&text);
            for found in variables(&text, &[""], &mut Faults::new(text.as_bytes())) {
                let place = found.place(0..found.value.len());
                prop_assert!(place.start <= place.end && place.end <= text.len());
            }
        }
    }
}
