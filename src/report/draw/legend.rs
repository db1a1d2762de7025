//! Legends: signs and colours with their meanings.

use super::font::LABEL;
use super::palette::{SCALE, hex, ink_on};
use super::{note_at, px, words_at};
use std::fmt::Write as _;

/// Width and height of a sign.
pub const SIGN: (f64, f64) = (22.0, 14.0);
/// The distances from a sign to its words and from words to the next sign.
const ROOM: (f64, f64) = (6.0, 22.0);
/// The base line of words beside a sign.
const BASE: f64 = 11.0;
/// Distance between lines.
const LINE: f64 = 18.0;

/// Signs beside each other, in as many lines as they need.
pub struct Row {
    left: f64,
    right: f64,
    x: f64,
    y: f64,
    text: String,
    lines: u32,
}

impl Row {
    /// A row that starts with the upper left corner of its first sign at `(x, y)`, and continues below instead of passing `right`.
    pub const fn new(x: f64, y: f64, right: f64) -> Self {
        Self { left: x, right, x, y, text: String::new(), lines: 1 }
    }

    /// Adds a sign, drawn from (0, 0) to [`SIGN`], and its meaning.
    pub fn sign(&mut self, sign: &str, words: &str) {
        self.entry(sign, SIGN.0 + ROOM.0, words);
    }

    /// Adds words without a sign.
    pub fn words(&mut self, words: &str) {
        self.entry("", 0.0, words);
    }

    fn entry(&mut self, sign: &str, left: f64, words: &str) {
        let width = left + LABEL.width_of(words);
        if self.x > self.left && self.x + width > self.right {
            (self.x, self.y, self.lines) = (self.left, self.y + LINE, self.lines + 1);
        }
        self.text += &entry((self.x, self.y), sign, &note_at((left, BASE), words));
        self.x += width + ROOM.1;
    }

    /// The height of the lines besides the first.
    pub fn more(&self) -> f64 {
        f64::from(self.lines - 1) * LINE
    }

    /// The SVG text of the row.
    pub fn finish(self) -> String {
        self.text
    }
}

/// A sign at a place, with words beside it.
fn entry((x, y): (f64, f64), sign: &str, words: &str) -> String {
    format!("<g transform=\"translate({},{})\">{sign}{}</g>\n", px(x), px(y), words.trim_end())
}

/// A patch of a colour as a sign.
pub fn patch(colour: &str) -> String {
    format!("<rect width=\"{}\" height=\"{}\" fill=\"{colour}\"/>", SIGN.0, SIGN.1)
}

/// A line as a sign.
pub fn stroke(colour: &str, width: f64) -> String {
    format!("<path d=\"M0 7H{}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>", SIGN.0)
}

/// The colours from the first step to the last, as a sign.
pub fn scale() -> String {
    let width = SIGN.0 / SCALE.len() as f64;
    let patch = |(index, rgb): (usize, &[u8; 3])| {
        let x = index as f64 * width;
        format!("<rect x=\"{x:.1}\" width=\"{:.1}\" height=\"{}\" fill=\"{}\"/>", width + 0.2, SIGN.1, hex(*rgb))
    };
    SCALE.iter().enumerate().map(patch).collect()
}

/// Signs below each other.
pub struct Column {
    x: f64,
    y: f64,
    text: String,
}

impl Column {
    /// A column that starts with its first line of words at `(x, y)`.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, text: String::new() }
    }

    /// A heading.
    pub fn heading(&mut self, words: &str) {
        self.text += &words_at((self.x, self.y), "font-weight=\"bold\"", words);
        self.y += LINE;
    }

    /// Adds a patch of a colour, and its meaning.
    pub fn patch(&mut self, colour: &str, words: &str) {
        self.entry(&patch(colour), SIGN.0, words);
    }

    /// Adds patches of colours beside each other, with a letter in each, and their meaning.
    pub fn patches(&mut self, colours: &[[u8; 3]], letter: char, words: &str) {
        let (mut x, mut signs) = (0.0, String::new());
        for &colour in colours {
            let (fill, ink) = (hex(colour), ink_on(colour));
            let (left, (width, height)) = (px(x), SIGN);
            let _ = write!(signs, "<rect x=\"{left}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\"/>");
            let look = format!("font-size=\"{LABEL}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\"");
            signs += words_at((x + SIGN.0 / 2.0, BASE), &look, &letter.to_string()).trim_end();
            x += SIGN.0;
        }
        self.entry(&signs, x, words);
    }

    /// Adds signs of that width, and their meaning.
    fn entry(&mut self, signs: &str, width: f64, words: &str) {
        self.text += &entry((self.x, self.y - BASE), signs, &words_at((width + 8.0, BASE), "", words));
        self.y += LINE;
    }

    /// Adds words.
    pub fn words(&mut self, words: &str) {
        self.text += &note_at((self.x, self.y), words);
        self.y += LINE;
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.y += LINE;
    }

    /// The SVG text of the column.
    pub fn finish(self) -> String {
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_room_go_on_below() {
        let places = |right: f64| {
            let mut row = Row::new(10.0, 100.0, right);
            for words in ["one", "two", "a sign wider than the row"] {
                row.sign("", words);
            }
            let more = row.more();
            let text = row.finish();
            let place = |line: &str| line.split(['(', ')']).nth(1).map(str::to_owned).expect("a place");
            (text.lines().map(place).collect::<Vec<_>>(), more)
        };
        assert_eq!(places(400.0), (vec!["10,100".to_owned(), "80.1,100".to_owned(), "152.2,100".to_owned()], 0.0));
        assert_eq!(places(140.0), (vec!["10,100".to_owned(), "80.1,100".to_owned(), "10,118".to_owned()], 18.0));
    }
}
