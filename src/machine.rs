//! Machine profiles: named sets of parameters, with units and source, read from TOML.

pub use logpine_models::machine::{InputError, Locality, Machine, MachineError, OverheadShares, Parameter};
pub use logpine_text::text::TextError;
