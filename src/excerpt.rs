//! Pieces of input as messages show them: short, and harmless to a terminal.

/// The most characters of a line shown on either side of a fault.
const CONTEXT: usize = 60;

/// A piece of input on one line, without control characters, of 40 characters at most.
pub(crate) fn short(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown: String = text.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A place in a text, its line and column from 1, with the line as people are shown it.
#[derive(Debug)]
pub(crate) struct Marked {
    pub line: usize,
    /// In characters.
    pub column: usize,
    /// The line, or what is near the place in a long one, and a line of carets.
    pub excerpt: String,
}

/// The place of the bytes from `start` to `end`, which may be beyond the text or inside characters. A byte order mark takes
/// no column.
pub(crate) fn mark(text: &str, start: usize, end: usize) -> Marked {
    let end = end.min(text.len());
    let start = (0..=start.min(end)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = text[..line_start].bytes().filter(|&byte| byte == b'\n').count() + 1;
    let after = text[start..].split('\n').next().unwrap_or_default().trim_end();
    let width = after.char_indices().take_while(|&(at, _)| start + at < end).count();
    mark_between(line, &text[line_start..start], after, width)
}

/// A place in a line of which `before` stands before it, and `after` from it on, of which `width` characters are meant.
pub(crate) fn mark_between(line: usize, before: &str, after: &str, width: usize) -> Marked {
    let before = before.trim_start_matches('\u{feff}');
    let column = before.chars().count() + 1;
    let hidden = (column - 1).saturating_sub(CONTEXT);
    let mut shown = String::from(if hidden > 0 { "..." } else { "" });
    shown.extend(before.chars().skip(hidden).map(visible));
    let margin = " ".repeat(shown.chars().count());
    shown.extend(after.chars().take(CONTEXT).map(visible));
    let (number, carets) = (line.to_string(), "^".repeat(width.clamp(1, CONTEXT)));
    let indent = " ".repeat(number.len());
    let excerpt = format!("  {number} | {}\n  {indent} | {margin}{carets}", shown.trim_end());
    Marked { line, column, excerpt }
}

/// A character that takes one column and does nothing to a terminal.
fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        plain if is_invisible(plain) => char::REPLACEMENT_CHARACTER,
        plain => plain,
    }
}

/// Control characters, blanks other than the ASCII ones, and marks that take no place on the screen.
pub(crate) fn is_invisible(character: char) -> bool {
    character.is_control()
        || (character.is_whitespace() && !character.is_ascii())
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "\u{feff}a,b\né,x\n";
        let at = text.find('x').expect("there");
        let Marked { line, column, excerpt } = mark(text, at, at + 1);
        assert_eq!((line, column, excerpt.as_str()), (2, 3, "  2 | é,x\n    |   ^"));
        assert_eq!(mark(text, 3, 4).column, 1, "the mark before the text takes no column");
        assert_eq!(mark(text, 99, 100).line, 3);
        let long = format!("{}!", "x".repeat(500));
        assert!(mark(&long, 500, 501).excerpt.len() < 300);
        assert_eq!(mark("a\u{1b}[2Jb", 0, 1).excerpt, "  1 | a\u{fffd}[2Jb\n    | ^");
    }

    #[test]
    fn short_pieces_are_as_they_are() {
        assert_eq!(short("a\tb"), "a\\tb");
        assert_eq!(short(&"x".repeat(41)), format!("{}...", "x".repeat(40)));
    }
}
