//! Algorithms as sequences of [stages](crate::model::stage), and what moves in each of their rounds, block by block.
//!
//! The [catalogue](crate::collective) puts them together; a [`Staged`] has O(log P) stages, which any
//! [`StageCost`](crate::model::stage::StageCost) reads, and says of every message which blocks it carries, so that a
//! [check](crate::check::stages) can follow them.

mod carried;
mod cut;
mod k_ary;
mod nomial;
mod places;
mod rule;
mod staged;
mod transmission;

pub use cut::Cut;
pub(crate) use nomial::Nomial;
pub use nomial::{Order, level};
pub(crate) use rule::{Load, Owner, Rule, Whose};
pub use staged::Staged;
pub(crate) use staged::{Kind, Steps};
pub use transmission::Transmission;
