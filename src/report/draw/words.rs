//! The widths of words, and line breaks.

/// The approximate width of a text; 1 is a small letter or a digit.
pub fn width_of(text: &str) -> f64 {
    let width = |character: char| match character {
        'A'..='Z' | 'm' | 'w' | '@' | '%' => 1.3,
        _ if character.is_ascii() => 1.0,
        _ => 1.7,
    };
    text.chars().map(width).sum()
}

/// The text in lines no wider than `room`, broken at blanks. A wider word is broken behind a mark, or else anywhere. If the text needs
/// more than `most` lines, the middle of the last one is cut.
pub fn wrapped(text: &str, room: f64, most: usize) -> Vec<String> {
    let (mut lines, mut rest) = (Vec::new(), text.trim());
    while !rest.is_empty() {
        if lines.len() + 1 == most {
            lines.push(fitted(rest, room));
            break;
        }
        let end = end_of_line(rest, room);
        lines.push(rest[..end].trim_end().to_owned());
        rest = rest[end..].trim_start();
    }
    lines
}

/// The end of a text's first line: its last blank within the room, or else the end of the last mark, unless that leaves half of the room
/// empty, or else a place within a word.
fn end_of_line(text: &str, room: f64) -> usize {
    let (mut width, mut blank, mut mark) = (0.0, None, None);
    for (at, character) in text.char_indices() {
        if character == ' ' {
            blank = Some(at);
        }
        width += width_of(character.encode_utf8(&mut [0; 4]));
        if width > room && at > 0 {
            return blank.or(mark).unwrap_or(at);
        }
        if !character.is_alphanumeric() && width > room / 2.0 {
            mark = Some(at + character.len_utf8());
        }
    }
    text.len()
}

/// The text, with as much of its middle cut as it lacks room.
pub fn fitted(text: &str, room: f64) -> String {
    if width_of(text) <= room {
        return text.to_owned();
    }
    let half = |characters: &mut dyn Iterator<Item = char>| {
        let mut left = (room - 1.7) / 2.0;
        let fits = |character: &char| {
            left -= width_of(character.encode_utf8(&mut [0; 4]));
            left >= 0.0
        };
        characters.take_while(fits).collect::<String>()
    };
    let (start, end) = (half(&mut text.chars()), half(&mut text.chars().rev()));
    start + "\u{2026}" + &end.chars().rev().collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_without_room_loses_its_middle() {
        let of = |text: &str, room| {
            let fitted = fitted(text, room);
            assert!(width_of(&fitted) <= room, "{fitted}");
            fitted
        };
        assert_eq!([of("abcdefgh", 8.0), of("abcdefgh", 7.0)], ["abcdefgh", "ab\u{2026}gh"]);
        assert_eq!(of("\u{6a39}\u{6a39}\u{6a39}\u{6a39}", 6.0), "\u{6a39}\u{2026}\u{6a39}");
        assert_eq!([of("", 0.0), of("abc", 2.0)], ["", "\u{2026}"]);
    }

    #[test]
    fn lines_break_at_blanks() {
        assert_eq!(wrapped("a broadcast of 8 B", 11.0, 3), ["a broadcast", "of 8 B"]);
        assert_eq!(wrapped("abcdefgh ij", 5.0, 3), ["abcde", "fgh", "ij"]);
        assert_eq!(wrapped("one two three four five", 9.0, 2), ["one two", "thr\u{2026}ive"]);
        assert_eq!(wrapped("time_per_node of_all", 7.0, 4), ["time_", "per_", "node", "of_all"]);
        assert_eq!(wrapped("", 9.0, 2), Vec::<String>::new());
    }

    proptest! {
        /// With enough lines no letter is lost, and no line is too wide.
        #[test]
        fn no_letter_is_lost(text in "[a-zA-Z \u{6a39}]{0,60}", room in 2.0f64..30.0) {
            let lines = wrapped(&text, room, 100);
            let letters = |text: &str| text.chars().filter(|character| *character != ' ').collect::<String>();
            prop_assert_eq!(letters(&lines.concat()), letters(&text));
            prop_assert!(lines.iter().all(|line| width_of(line) <= room && !line.is_empty()));
        }
    }
}
