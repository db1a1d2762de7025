//! Collectives among ranks, all of which hold data: the best family, its parameters and the segment size together.

mod segment;

pub use segment::{Cut, Exhaustive, Found, best_cut};
