//! Pages for users, beside the documentation of single items.

#[doc = include_str!("simulators.md")]
pub mod simulators {}
