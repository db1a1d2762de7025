//! The colours of pictures.

/// Of words and borders.
pub const INK: &str = "#222222";
/// Of words beside the point: facts, axes, notes.
pub const FAINT: &str = "#555555";
/// Of the lines behind what is drawn.
pub const GRID: &str = "#e2e2e2";
/// Of frames.
pub const FRAME: &str = "#888888";
/// Of what is there but empty.
pub const EMPTY: &str = "#eeeeee";
/// Of what was measured.
pub const DATA: &str = "#4e79a7";
/// Of what was fitted or is meant to be: curves, guides.
pub const FITTED: &str = "#e8710a";
/// Of what is to be seen first: critical paths, and what does not count.
pub const ALERT: &str = "#c00040";
