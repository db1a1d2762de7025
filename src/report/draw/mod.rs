//! The common parts of all pictures: words and rectangles, headings that wrap, colours, sizes of letters, legends, axes, charts, and
//! trees drawn in text. A picture is SVG on its own, without scripts, fonts or anything else from outside.

pub mod axis;
pub mod chart;
pub mod font;
pub mod legend;
pub mod logarithmic;
pub mod palette;
mod picture;
pub mod scale;
mod tree_in_text;
mod words;

use font::LABEL;
use logpine_text::xml::escaped;
use palette::{FAINT, PAPER};
pub use picture::Picture;
pub use tree_in_text::drawing;
pub use words::{fitted, width_of, wrapped};

/// A rectangle of the drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Frame {
    /// The rectangle, with further attributes.
    pub fn drawn(self, look: &str) -> String {
        self.begun(look) + "/>\n"
    }

    /// The rectangle in a colour.
    pub fn filled(self, colour: &str) -> String {
        self.drawn(&format!("fill=\"{colour}\""))
    }

    /// The rectangle in a colour with a tooltip, which is escaped here.
    pub fn tipped(self, colour: &str, tip: &str) -> String {
        let begun = self.begun(&format!("fill=\"{colour}\""));
        format!("{begun}><title>{}</title></rect>\n", escaped(tip))
    }

    fn begun(self, look: &str) -> String {
        let [left, top, width, height] = [self.left, self.top, self.width, self.height].map(px);
        let blank = if look.is_empty() { "" } else { " " };
        format!("<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"{blank}{look}")
    }
}

/// Words at a place on their base line, with further attributes. They are escaped here.
pub fn words_at((x, y): (f64, f64), look: &str, words: &str) -> String {
    let blank = if look.is_empty() { "" } else { " " };
    format!("<text x=\"{}\" y=\"{}\"{blank}{look}>{}</text>\n", px(x), px(y), escaped(words))
}

/// Secondary words in small letters: a note, or the meaning of a sign.
pub fn note_at(place: (f64, f64), words: &str) -> String {
    words_at(place, &format!("font-size=\"{LABEL}\" fill=\"{FAINT}\""), words)
}

/// A length in pixels, to a tenth, without needless digits.
pub fn px(length: f64) -> String {
    let text = format!("{length:.1}");
    let text = text.strip_suffix(".0").map_or(text.clone(), str::to_owned);
    if text == "-0" { "0".to_owned() } else { text }
}

/// Words over a drawing: first their white rim, then they themselves, which every viewer draws in this order.
pub fn rimmed(attributes: &str, words: &str) -> String {
    let rim = format!("stroke=\"{PAPER}\" stroke-width=\"3\" stroke-linejoin=\"round\"");
    format!("<g {attributes} {rim}>\n{words}</g>\n<g {attributes}>\n{words}</g>\n")
}

/// The head of an arrow of this colour, for lines that name it as their `marker-end`.
pub fn arrow_head(name: &str, colour: &str) -> String {
    format!(
        "<defs><marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"7.5\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" \
         orient=\"auto\"><path d=\"M0 1L8 4L0 7z\" fill=\"{colour}\" stroke=\"none\"/></marker></defs>\n"
    )
}
