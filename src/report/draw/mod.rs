//! The common parts of all pictures: headings that wrap, colours, sizes of letters, legends, axes, charts, and trees drawn in text. A
//! picture is SVG on its own, without scripts, fonts or anything else from outside.

pub mod axis;
pub mod chart;
pub mod families;
pub mod font;
pub mod legend;
pub mod logarithmic;
pub mod palette;
mod picture;
pub mod scale;
mod tree_in_text;
mod words;

use palette::PAPER;
pub use picture::Picture;
pub use tree_in_text::drawing;
pub use words::{fitted, width_of, wrapped};

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
