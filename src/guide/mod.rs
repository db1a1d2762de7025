//! Pages for users, beside the documentation of single items.

#[doc = include_str!("features.md")]
pub mod features {}

#[doc = include_str!("simulators.md")]
pub mod simulators {}
