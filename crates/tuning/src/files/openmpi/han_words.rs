//! The words of a rules file of HAN.

use super::c_number;
use std::ops::Range;

/// A word: what stands between blanks, outside comments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// The bytes.
    pub span: Range<usize>,
}

impl Word<'_> {
    /// The number, with the base that its first digits show.
    pub fn number(&self) -> Option<u64> {
        let is_unsigned = self.text.starts_with(|letter: char| letter.is_ascii_digit());
        c_number::parse(self.text).filter(|_| is_unsigned).and_then(|number| u64::try_from(number).ok())
    }

    /// True for an octal number.
    pub fn is_octal(&self) -> bool {
        self.text.len() > 1 && self.text.starts_with('0') && self.text.bytes().all(|digit| digit.is_ascii_digit())
    }
}

/// All words of a text; comments reach from `#` to the end of the line.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.split('#').next().unwrap_or_default();
        let mut start = offset;
        for word in bare.split(|letter: char| letter.is_ascii_whitespace()) {
            if !word.is_empty() {
                words.push(Word { text: word, span: start..start + word.len() });
            }
            start += word.len() + 1;
        }
        offset += line.len();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_places() {
        let found = words("1 # a b\n  bcast 0x10\n010 -1");
        let places: Vec<_> = found.iter().map(|word| (word.text, word.span.start, word.number())).collect();
        let expected =
            [("1", 0, Some(1)), ("bcast", 10, None), ("0x10", 16, Some(16)), ("010", 21, Some(8)), ("-1", 25, None)];
        assert_eq!(places, expected);
    }
}
