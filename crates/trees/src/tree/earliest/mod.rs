//! Exact optima for one message between ranks under port timing, from a gap and a delivery alone.
//!
//! A rank that knows the message sends it every gap G, and a message can be used a delivery D after its send started
//! ([`Port`](logpine_models::model::Port)). All times at which ranks can learn it are sums iG + jD, so optima follow from counting on
//! that lattice: the postal model of Bar-Noy and Kipnis (1994), LogP of Culler et al. (1993), and alpha-beta (G = D). A
//! reduction is the same with the reversed port.

mod area;
mod arms;
mod arrivals;
mod capped;
mod count;
mod error;
mod leaves;
mod limits;
mod rounds;
mod shape;
mod stages;
mod summation;
mod time;
mod tree;

pub use area::time_together;
pub use capped::{broadcast_shape, capped_time};
pub use count::informed;
pub use error::PortError;
pub use leaves::{leaf_shape, leaf_time};
pub use limits::FanoutLimits;
pub use rounds::capped_rounds;
pub use summation::{Budget, Summation, SummationPlan};
pub use time::broadcast_time;
pub use tree::broadcast_tree;
