//! The best trees on unequal hosts.

mod ellipsoid;
mod mixed_radix;
pub mod overlay;
pub mod ranks;
