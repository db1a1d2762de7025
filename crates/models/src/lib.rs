//! Machines as logpine's engines see them: profiles with their units and sources, read from TOML, and their parameters.

pub mod machine;
