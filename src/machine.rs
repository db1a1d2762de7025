//! Machine profiles: named sets of parameters, with units and source, read from TOML.

pub use logpine_models::machine::{
    InputError, InvalidProfile, Locality, Machine, MachineError, OverheadShares, Parameter, Place,
};
