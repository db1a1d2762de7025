//! Several processes on a host: messages inside a host and between hosts cost different times.
//!
//! Overlay trees are composed of a tree among hosts and trees inside them ([`overlay()`]). For one message among ranks, a
//! rank may first inform others on its host, which then help to inform further hosts ([`Lanes`]).

mod compose;
mod extremes;
mod lanes;
mod overlay;
mod side_by_side;
mod spelt_out;
mod spread;
mod table;

pub use extremes::{CheapestLevel, Extreme, ExtremePort};
pub use lanes::Lanes;
pub use overlay::{Composition, Compositions, Leaders, TwoLevelTrees, overlay};
pub use spread::Sent;
