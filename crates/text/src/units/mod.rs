//! Quantities with units: [`Time`], [`Rate`] (a time per byte or child) and [`Factor`].
//!
//! Time is an integer count of ticks, so sums, ties and tests are exact and the same on every platform. The length of a tick
//! depends on the machine's [`Clock`]: one picosecond for machines described in seconds, a thousandth of a cycle for
//! machines described in cycles. Everything is read and printed in integers; no quantity ever passes through a float.

mod bandwidth;
mod bytes;
mod clock;
pub mod count;
mod decimal;
mod error;
pub mod factor;
mod fine;
mod memory;
mod polynomial;
mod rate;
mod time;

pub use bandwidth::bits_per_second;
pub use bytes::Bytes;
pub use clock::{Clock, TimeUnit};
pub use count::{CountError, count};
pub use error::UnitError;
pub use factor::Factor;
pub use fine::FineTime;
pub use memory::MemorySize;
pub use polynomial::Polynomial;
pub use rate::Rate;
pub use time::Time;
