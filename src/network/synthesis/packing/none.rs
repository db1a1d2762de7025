//! The number that stands for no link.

/// No link: the entry of the root.
pub const NONE: u32 = u32::MAX;
