//! Algorithms as sequences of [stages](logpine_models::model::stage), and the blocks that move in each of their rounds.
//!
//! The [catalogue](crate::collective) builds them. A [`Staged`] has O(log P) stages, which any
//! [`StageCost`](logpine_models::model::stage::StageCost) reads. It gives the blocks that every message carries, so that a
//! check can follow them.

mod cut;
mod nomial;
mod places;
mod round;
mod rule;
mod staged;
mod transmission;

pub use cut::Cut;
pub use nomial::Nomial;
pub use nomial::{Order, level};
pub use round::Part;
pub use rule::{Load, Rule};
pub use staged::Staged;
pub use staged::{Kind, Steps};
pub use transmission::Head;
pub use transmission::Transmission;
