//! Oracles that share no code with the searches, and networks.
mod certificate;
mod exhaustive;
pub(crate) mod networks;
mod replay;
mod search;
pub(crate) use certificate::certify;
pub(crate) use exhaustive::optimum;
pub(crate) use replay::replay;
