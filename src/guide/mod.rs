//! The guide: pages for users, beside the documentation of single items.

#[doc = include_str!("overview.md")]
pub mod overview {}

#[doc = include_str!("overlays.md")]
pub mod overlays {}

#[doc = include_str!("member_trees.md")]
pub mod member_trees {}

#[doc = include_str!("collectives.md")]
pub mod collectives {}

#[doc = include_str!("executions.md")]
pub mod executions {}

#[doc = include_str!("network_plans.md")]
pub mod network_plans {}

#[doc = include_str!("machines.md")]
pub mod machines {}

#[doc = include_str!("mpi.md")]
pub mod mpi {}

#[doc = include_str!("tuning.md")]
pub mod tuning {}

#[doc = include_str!("shim.md")]
pub mod shim {}

#[doc = include_str!("formats.md")]
pub mod formats {}

#[doc = include_str!("simulators.md")]
pub mod simulators {}

#[doc = include_str!("proofs.md")]
pub mod proofs {}

#[doc = include_str!("performance.md")]
pub mod performance {}

#[doc = include_str!("glossary.md")]
pub mod glossary {}

#[doc = include_str!("sources.md")]
pub mod sources {}
