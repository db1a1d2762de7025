//! Networks for tests, and oracles that share no code with the searches.

mod certificate;
pub mod networks;
mod replay;

pub use certificate::certify;
pub use replay::{replay, replay_in};
