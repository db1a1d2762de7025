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
/// The ground of every other row, and of tracks.
pub const BAND: &str = "#f2f2f2";

/// Sends, receptions, calculations, gaps after sends, waiting for the clock, and messages in flight.
pub const SEND: &str = "#0072b2";
pub const RECEIVE: &str = "#e69f00";
pub const CALCULATE: &str = "#009e73";
pub const GAP: &str = "#b9d7ec";
pub const WAIT: &str = "#e4e4e4";
pub const FLIGHT: &str = "#8a8a8a";

/// Fitted forms of an overhead, besides [`FITTED`].
pub const CONSTANT: &str = "#9aa0a6";
pub const LINEAR: &str = "#59a14f";
pub const LOGARITHMIC: &str = "#b07aa1";
pub const EXPONENTIAL: &str = "#9c755f";

/// The borders of nodes, their grounds, and links; those of grids around to the other end of a row.
pub const BORDER: &str = "#33414e";
pub const ENDPOINT: &str = "#dbe9f6";
pub const SWITCH: &str = "#f6e3c5";
pub const LINK: &str = "#5b6b7c";
pub const AROUND: &str = "#b0662a";

/// Variables of causal models, functions among them, and direct causes.
pub const VARIABLE: &str = "#f4f7fa";
pub const FUNCTION: &str = "#fdf1e7";
pub const CAUSE: &str = "#33587c";
