//! Algorithms as sequences of [stages](crate::model::stage), and the blocks that move in each of their rounds.
//!
//! The [catalogue](crate::collective) builds them. A [`Staged`] has O(log P) stages, which any
//! [`StageCost`](crate::model::stage::StageCost) reads. It gives the blocks that every message carries, so that a
//! [check](crate::check::stages) can follow them.

mod carried;
mod cut;
mod k_ary;
mod nomial;
mod places;
mod round;
mod rule;
mod staged;
mod transmission;

pub use cut::Cut;
pub(crate) use nomial::Nomial;
pub use nomial::{Order, level};
pub(crate) use round::Part;
pub(crate) use rule::{Load, Owner, Rule, Whose};
pub use staged::Staged;
pub(crate) use staged::{Kind, Steps};
pub(crate) use transmission::Head;
pub use transmission::Transmission;
