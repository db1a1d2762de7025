//! The best trees on unequal hosts.

mod ellipsoid;
pub mod overlay;
pub mod ranks;
