//! Machines as logpine's engines see them: profiles with their units and sources, read from TOML ([`machine`]); what an engine is
//! asked about one ([`job`]); and the cost models that make times of both ([`model`]).

#![warn(unnameable_types)]

pub mod closed_form;
pub mod job;
pub mod machine;
pub mod model;
