//! A whole picture: its headings and the drawing below them.

use super::font::{FAMILY, TEXT, TITLE};
use super::palette::{FAINT, INK, PAPER};
use super::{px, words_at};
use logpine_text::xml::escaped;
use std::fmt::Write as _;

/// The most lines of the title, and of the facts below it.
const MOST_LINES: (usize, usize) = (8, 8);
/// The heights of the first lines of both, if the title has one line.
const FIRST: (f64, f64) = (34.0, 56.0);
/// Distances between lines.
const LINE: (f64, f64) = (23.0, 18.0);
/// Room to the right of the headings.
const RIGHT: f64 = 20.0;

/// A picture. Its words are escaped here.
pub struct Picture<'a> {
    pub title: &'a str,
    /// Facts below the title.
    pub facts: &'a str,
    /// A description for readers who do not see the picture.
    pub about: &'a str,
    /// The left edge of the words.
    pub left: f64,
    pub width: f64,
    /// The height with headings of one line each, which take 64 pixels.
    pub height: f64,
}

impl Picture<'_> {
    /// The picture with a drawing, which moves down if the headings have more lines.
    pub fn of(&self, drawn: &str) -> String {
        let Self { left, .. } = *self;
        let room = self.width - left - RIGHT;
        let title = TITLE.wrapped(self.title, room, MOST_LINES.0);
        let facts = TEXT.wrapped(self.facts, room, MOST_LINES.1);
        let lower = (title.len().saturating_sub(1)) as f64 * LINE.0;
        let below = lower + (facts.len().saturating_sub(1)) as f64 * LINE.1;
        let (width, height) = (px(self.width), px(self.height + below));
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-labelledby=\"title description\" font-family=\"{FAMILY}\" font-size=\"{TEXT}\" \
             fill=\"{INK}\">\n\
             <title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n",
            escaped(self.title),
            escaped(self.about)
        );
        for (index, line) in title.iter().enumerate() {
            let look = format!("font-size=\"{TITLE}\" font-weight=\"bold\"");
            text += &words_at((left, FIRST.0 + index as f64 * LINE.0), &look, line);
        }
        for (index, line) in facts.iter().enumerate() {
            let y = FIRST.1 + lower + index as f64 * LINE.1;
            text += &words_at((left, y), &format!("fill=\"{FAINT}\""), line);
        }
        if below > 0.0 {
            let _ = write!(text, "<g transform=\"translate(0,{})\">\n{drawn}</g>\n", px(below));
        } else {
            text += drawn;
        }
        text + "</svg>\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_headings_make_a_picture_higher_and_lose_nothing() {
        let of = |title: &str| {
            let picture = Picture { title, facts: "f", about: "", left: 20.0, width: 400.0, height: 300.0 };
            picture.of("<path/>\n")
        };
        let (short, long) = (of("short"), of("a title that is too long for a line & <has> to go on below"));
        assert!(short.contains("height=\"300\"") && !short.contains("translate"));
        assert!(
            long.contains("height=\"323\"") && long.contains("<g transform=\"translate(0,23)\">\n<path/>"),
            "{long}"
        );
        assert!(long.contains("&amp; &lt;has&gt;"));
        for picture in [short, long] {
            roxmltree::Document::parse(&picture).expect("XML");
        }
    }
}
