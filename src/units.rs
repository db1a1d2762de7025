//! Quantities with units: [`Time`], [`Rate`] (a time per byte or child) and [`Factor`].

pub use logpine_text::units::{Bytes, Clock, Factor, Rate, Time, TimeUnit, UnitError};
