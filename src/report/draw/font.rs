//! The letters of pictures: family and sizes, and how much room words take, about.

use super::words::{fitted, width_of, wrapped};
use std::fmt;

/// The family, with its substitutes.
pub const FAMILY: &str = "Helvetica, Arial, sans-serif";
/// Titles, in bold.
pub const TITLE: Letters = Letters { size: 18, width: 11.0 };
/// All words that have no other size.
pub const TEXT: Letters = Letters { size: 13, width: 7.6 };
/// Labels of axes, legends and notes.
pub const LABEL: Letters = Letters { size: 12, width: 6.7 };
/// Labels in boxes, with room for the widest substitute of the family.
pub const BOXED: Letters = Letters { size: 12, width: 7.5 };
/// Words where room is short.
pub const SMALL: Letters = Letters { size: 11, width: 6.2 };
/// The width of a small letter of any other size, as a part of it.
pub const LETTER: f64 = 0.58;
/// The distance of the base line from the middle of a line, as a part of the size.
pub const BASE: f64 = 0.36;

/// Letters of one size; displayed, they are that number.
#[derive(Clone, Copy, Debug)]
pub struct Letters {
    size: u32,
    /// The approximate width of a small letter or a digit.
    pub width: f64,
}

impl Letters {
    /// The width of a text.
    pub fn width_of(self, text: &str) -> f64 {
        self.width * width_of(text)
    }

    /// The width of the widest text.
    pub fn widest(self, texts: impl IntoIterator<Item = impl AsRef<str>>) -> f64 {
        texts.into_iter().map(|text| self.width_of(text.as_ref())).fold(0.0, f64::max)
    }

    /// The text in at most so many lines no wider than `room`.
    pub fn wrapped(self, text: &str, room: f64, most: usize) -> Vec<String> {
        wrapped(text, room / self.width, most)
    }

    /// The text, with as much of its middle cut as it lacks room.
    pub fn fitted(self, text: &str, room: f64) -> String {
        fitted(text, room / self.width)
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.size.fmt(formatter)
    }
}
