//! The text of a cell, which may be broken between words.

/// Blanks in front of further lines of a cell in the first column, which tell them from the next row.
const INDENT: usize = 2;
/// The number of letters from which a word is broken behind its commas and colons.
const LONG: usize = 16;
/// The most words of a number with its unit, such as `319.3 us *`.
const NUMBER: usize = 3;

/// The columns of a cell in one line.
pub fn width(text: &str) -> usize {
    text.chars().count()
}

/// The columns of the longest piece of a cell.
pub fn longest_piece(text: &str) -> usize {
    let indents = std::iter::once(0).chain(std::iter::repeat(INDENT));
    pieces(text).zip(indents).map(|(piece, indent)| width(piece.text) + indent).max().unwrap_or(0)
}

/// The cell in lines of at most that many columns, as far as its pieces allow.
pub fn broken(text: &str, columns: usize, is_first: bool) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let (mut lines, mut column) = (String::with_capacity(text.len() + 8), 0);
    for (index, Piece { text, is_word }) in pieces(text).enumerate() {
        let blank = usize::from(is_word);
        if index > 0 && column + blank + width(text) > columns {
            let indent = if is_first { INDENT } else { 0 };
            lines.push('\n');
            lines.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if index > 0 && is_word {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(text);
        column += width(text);
    }
    lines
}

/// A part of a cell that stays in one line.
struct Piece<'a> {
    text: &'a str,
    /// True if a blank is in front of it.
    is_word: bool,
}

/// The pieces of a cell: a number with its unit is one, `k = 2` is one, and long words without blanks are several.
fn pieces(text: &str) -> impl Iterator<Item = Piece<'_>> {
    let is_number = text.starts_with(|first: char| first.is_ascii_digit() || "+-<".contains(first))
        && text.split(' ').count() <= NUMBER
        && !text.contains(": ");
    let mut rest = if is_number { "" } else { text };
    let words = std::iter::from_fn(move || {
        let (word, others) = first_word(rest)?;
        rest = others;
        Some(word)
    });
    words.flat_map(parts).chain(is_number.then_some(Piece { text, is_word: true }))
}

/// The text up to the next blank that is not beside a `=`, and the text after that blank.
fn first_word(text: &str) -> Option<(&str, &str)> {
    if text.is_empty() {
        return None;
    }
    let is_end = |&(at, _): &(usize, &str)| !text[..at].ends_with('=') && !text[at + 1..].starts_with('=');
    Some(text.match_indices(' ').find(is_end).map_or((text, ""), |(at, _)| (&text[..at], &text[at + 1..])))
}

/// A word; a long one is broken behind its commas and colons.
fn parts(word: &str) -> impl Iterator<Item = Piece<'_>> {
    let is_long = width(word) >= LONG && !word.contains(' ');
    let ends = move |letter: char| is_long && (letter == ',' || letter == ':');
    word.split_inclusive(ends).enumerate().map(|(index, text)| Piece { text, is_word: index == 0 })
}

#[cfg(test)]
mod tests {
    use super::{broken, longest_piece};

    #[test]
    fn cells_are_broken_between_words() {
        let text = "k-ary: k = 2, complete, 137 segments of 730B";
        assert_eq!(broken(text, 44, true), text);
        assert_eq!(broken(text, 24, true), "k-ary: k = 2, complete,\n  137 segments of 730B");
        assert_eq!(broken(text, 9, false), "k-ary:\nk = 2,\ncomplete,\n137\nsegments\nof 730B");
        assert_eq!(longest_piece(text), 11);
    }

    #[test]
    fn numbers_keep_their_units_and_specs_break_behind_commas() {
        assert_eq!(broken("319.3 us *", 4, false), "319.3 us *");
        assert_eq!(broken("< 0.1 %", 4, false), "< 0.1 %");
        assert_eq!(broken("8.1us: another chain", 14, false), "8.1us: another\nchain");
        assert_eq!(broken("g:16:3x21,13x18:41x67,66", 12, false), "g:16:3x21,\n13x18:41x67,\n66");
        assert_eq!(broken("two  blanks", 20, false), "two  blanks");
    }
}
