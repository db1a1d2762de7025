//! The colours of pictures.

/// The colour of words and borders.
pub const INK: &str = "#222222";
/// The colour of secondary words: facts, axes, notes.
pub const FAINT: &str = "#555555";
/// The colour of the lines behind a drawing.
pub const GRID: &str = "#e2e2e2";
/// The colour of frames.
pub const FRAME: &str = "#888888";
/// The colour of empty places.
pub const EMPTY: &str = "#eeeeee";
/// The colour of measurements.
pub const DATA: &str = "#4e79a7";
/// The colour of fitted or intended values: curves, guides.
pub const FITTED: &str = "#e8710a";
/// The colour of what stands out: critical paths, and samples that do not count.
pub const ALERT: &str = "#c00040";
