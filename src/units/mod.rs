//! Quantities with units: [`Time`], [`Rate`], [`Bytes`].
//!
//! Time is an integer count of ticks, so sums, ties and tests are exact and the same on every platform. What a
//! tick is depends on the machine's [`Clock`]: one picosecond for machines described in seconds, a thousandth of
//! a cycle for machines described in cycles.

mod time;

pub use time::{Clock, Time};
