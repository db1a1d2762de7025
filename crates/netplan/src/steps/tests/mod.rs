//! Oracles that share no code with the searches, and networks.
mod certificate;

pub(crate) mod networks;
mod replay;
mod search;
pub(crate) use certificate::certify;

pub(crate) use replay::replay;
