//! The best trees on hosts that are not alike.

mod ellipsoid;
pub mod overlay;
pub mod ranks;
