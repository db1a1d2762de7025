//! The text of a file of measurements and places in it.

use super::error::{MeasurementError, MeasurementFault, MeasurementPlace};
use logpine_text::excerpt::{Marked, mark, mark_between};
use std::ops::Range;

/// The beginning of the comment by which a file says that its times are those of an emulated network.
pub const EMULATED: &str = "emulated, not measured";

/// The words of the comment by which a file says how many bytes the messages of its waves have: `waves of 1024 B`.
pub const WAVES_OF: &str = "waves of";

/// The beginning of the comments by which a file says what is doubtful about its times.
const WARNING: &str = "warning: ";

/// The words of the comment by which files of earlier releases say that processes shared cores.
pub const SHARED_CORES: &str = "they waited for each other";

/// The bytes of the messages of waves, if the comments before the first row of a file say so.
#[must_use]
pub fn bytes_of_waves(file: &[u8]) -> Option<u64> {
    let source = Source::new(file, "").ok()?;
    let bytes = |comment: &str| {
        let mut words = comment.trim_start().strip_prefix(WAVES_OF)?.split_whitespace();
        let bytes = words.next()?.parse().ok()?;
        let unit = words.next()?.trim_end_matches([';', ',', '.']);
        (unit == "B").then_some(bytes)
    };
    source.comments().find_map(bytes)
}

/// A text and the path of its file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    path: &'a str,
    text: &'a str,
}

/// A word of a text and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
}

impl Word<'_> {
    pub(super) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    /// The text without surrounding blanks.
    pub(super) text: &'a str,
    /// The offset of the text.
    pub(super) start: usize,
    /// The line number, from 1.
    pub(super) number: u32,
}

impl<'a> Line<'a> {
    pub(super) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The line without the tag of the rank that printed it: `[1,0]<stdout>:` of Open MPI, `0: ` of `srun --label`, `[0] ` of MPICH
    /// and Intel MPI.
    pub(super) fn without_tag(self) -> Self {
        let is_rank = |tag: &str| !tag.is_empty() && tag.chars().all(|letter| letter.is_ascii_digit());
        let of_mpirun = |tag: &str| tag.starts_with('[') && (tag.ends_with("]<stdout>") || tag.ends_with("]<stderr>"));
        let before_colon = self
            .text
            .split_once(':')
            .filter(|(tag, rest)| of_mpirun(tag) || is_rank(tag) && (rest.is_empty() || rest.starts_with(' ')));
        let in_brackets = || {
            let (tag, rest) = self.text.strip_prefix('[')?.split_once(']')?;
            (is_rank(tag) && (rest.is_empty() || rest.starts_with(' '))).then_some((tag, rest))
        };
        let Some((_, rest)) = before_colon.or_else(in_brackets) else { return self };
        let text = rest.trim_start();
        Self { text, start: self.start + self.text.len() - text.len(), ..self }
    }

    /// True if the line begins with a number.
    pub(super) fn begins_with_a_number(self) -> bool {
        self.text.trim_start_matches(['-', '+', '.']).starts_with(|c: char| c.is_ascii_digit())
    }

    /// The words separated by blanks.
    pub(super) fn words(self) -> Vec<Word<'a>> {
        let mut words = Vec::new();
        let mut at = 0;
        for part in self.text.split(char::is_whitespace) {
            if !part.is_empty() {
                words.push(Word { text: part, start: self.start + at });
            }
            at += part.len();
            at += self.text[at..].chars().next().map_or(0, char::len_utf8);
        }
        words
    }
}

impl<'a> Source<'a> {
    /// Decodes the bytes of a file, without the byte order mark of spreadsheets.
    pub(super) fn new(bytes: &'a [u8], path: &'a str) -> Result<Self, MeasurementError> {
        let text = std::str::from_utf8(bytes).map_err(|error| not_utf8(bytes, path, error.valid_up_to()))?;
        Ok(Self { path, text })
    }

    pub(super) fn path(&self) -> &'a str {
        self.path
    }

    /// The path as the origin of the times, and whether the comments before the first row say that they were emulated: nobody should take a
    /// profile of them for that of a machine.
    pub(super) fn origin(&self) -> String {
        let is_emulated = self.comments().any(|comment| comment.trim_start().starts_with(EMULATED));
        if is_emulated { format!("emulated times of {}", self.path) } else { self.path.to_owned() }
    }

    /// The comments before the first row that say what is doubtful about the times.
    pub(super) fn warnings(&self) -> Vec<String> {
        let warning = |comment: &'a str| {
            let comment = comment.trim();
            comment.strip_prefix(WARNING).or_else(|| comment.ends_with(SHARED_CORES).then_some(comment))
        };
        self.comments().filter_map(warning).map(str::to_owned).collect()
    }

    /// The comments before the first row.
    fn comments(&self) -> impl Iterator<Item = &'a str> {
        self.content().0.lines().map_while(|line| line.trim_start().strip_prefix('#'))
    }

    /// The text after the byte order mark and its offset in the file.
    pub(super) fn content(&self) -> (&'a str, usize) {
        let content = self.text.strip_prefix('\u{feff}').unwrap_or(self.text);
        (content, self.text.len() - content.len())
    }

    /// The text between two places.
    pub(super) fn slice(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// All lines, with any kind of line end.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let (content, mut at) = self.content();
        content.split('\n').zip(1u32..).map(move |(line, number)| {
            let start = at + line.len() - line.trim_start().len();
            at += line.len() + 1;
            Line { text: line.trim(), start, number }
        })
    }

    /// A fault at a span of bytes.
    pub(super) fn error(&self, span: Range<usize>, fault: MeasurementFault) -> MeasurementError {
        error(self.path, mark(self.text, span.start, span.end), fault)
    }

    /// A fault at the end of the text.
    pub(super) fn error_at_end(&self, fault: MeasurementFault) -> MeasurementError {
        self.error(self.text.len()..self.text.len(), fault)
    }
}

/// The number of bytes shown of a file that is not UTF-8 text.
const SHOWN: usize = 60;

fn not_utf8(bytes: &[u8], path: &str, valid: usize) -> MeasurementError {
    let hint = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "it seems to be UTF-16: save it as UTF-8 (CSV UTF-8 in spreadsheets)",
        _ => "save it as UTF-8 (CSV UTF-8 in spreadsheets)",
    };
    let good = std::str::from_utf8(&bytes[..valid]).unwrap_or_default();
    let line_start = good.rfind('\n').map_or(0, |newline| newline + 1);
    let line = good.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let rest = bytes[valid..].split(|&byte| byte == b'\n').next().unwrap_or_default();
    let rest = String::from_utf8_lossy(&rest[..rest.len().min(SHOWN)]);
    error(path, mark_between(line, &good[line_start..], rest.trim_end(), 1), MeasurementFault::NotUtf8 { hint })
}

fn error(path: &str, marked: Marked, fault: MeasurementFault) -> MeasurementError {
    let Marked { line, column, excerpt } = marked;
    let place = MeasurementPlace { path: path.to_owned(), line, column, excerpt };
    MeasurementError { place: Box::new(place), fault }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn places_count_lines_and_characters() {
        let source = Source::new("\u{feff}a\nbé x\r\n".as_bytes(), "f.csv").expect("text");
        let words: Vec<Word<'_>> = source.lines().flat_map(Line::words).collect();
        let error = source.error(words[2].span(), MeasurementFault::NoRows);
        assert_eq!((error.place.line, error.place.column), (2, 4));
        assert!(error.place.excerpt.ends_with("  2 | bé x\n    |    ^"), "{}", error.place.excerpt);
        assert_eq!(source.error(words[0].span(), MeasurementFault::NoRows).place.column, 1, "after the mark");
        let end = source.error_at_end(MeasurementFault::NoRows).place;
        assert_eq!((end.line, end.column), (3, 1));
    }

    #[test]
    fn files_say_how_large_their_waves_are() {
        let of = |text: &str| bytes_of_waves(text.as_bytes());
        assert_eq!(of("# measured\n# waves of 65536 B; 10 repetitions\nfanout,time_us\n"), Some(65_536));
        assert_eq!(of("#waves of 8 B\n"), Some(8));
        for none in ["", "fanout\n# waves of 8 B\n", "# waves of 8 KiB\n", "# waves of the sea\n", "# waves of 8\n"] {
            assert_eq!(of(none), None, "{none}");
        }
    }

    #[test]
    fn files_say_what_is_doubtful_about_them() {
        let text = "# measured\n# warning: ranks take turns\n# up to 9 processes on a host of 2 cores: they waited for each other\nfanout,time_us\n# warning: late\n";
        let found = Source::new(text.as_bytes(), "f.csv").expect("text").warnings();
        assert_eq!(found, ["ranks take turns", "up to 9 processes on a host of 2 cores: they waited for each other"]);
    }

    #[test]
    fn bytes_that_are_no_text_have_a_place() {
        let error = Source::new(b"a,b\n1,\xe9\n", "f.csv").expect_err("Latin-1");
        assert_eq!((error.place.line, error.place.column), (2, 3));
        assert!(error.to_string().contains("save it as UTF-8"));
        let error = Source::new(b"\xff\xfed\0e\0", "f.csv").expect_err("UTF-16");
        assert!(error.to_string().contains("UTF-16"), "{error}");
    }

    proptest! {
        #[test]
        fn every_span_can_be_shown(text in "(\\PC|[\n\r\t é]){0,200}", start in 0usize..300, length in 0usize..300) {
            let source = Source::new(text.as_bytes(), "f").expect("text");
            let error = source.error(start..start + length, MeasurementFault::NoRows);
            prop_assert!(error.place.line <= text.matches('\n').count() + 1);
            prop_assert!(error.to_string().contains('^'));
            let words: Vec<Word<'_>> = source.lines().flat_map(Line::words).collect();
            for word in words {
                prop_assert_eq!(&text[word.span()], word.text);
            }
        }
    }
}
