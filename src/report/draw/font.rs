//! The letters of pictures: family and sizes.

/// The family, with its substitutes.
pub const FAMILY: &str = "Helvetica, Arial, sans-serif";
/// The size of titles.
pub const TITLE: u32 = 18;
/// The size of all words that have no other.
pub const TEXT: u32 = 13;
/// The size of labels of axes, legends and notes.
pub const LABEL: u32 = 12;
/// The size where room is short.
pub const SMALL: u32 = 11;
