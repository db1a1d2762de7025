//! Physical networks: what connects the nodes of a machine, and how long messages take on it.
//!
//! Port models ([`model`](crate::model)) know no links: any two processes reach each other alike. On a [`Network`], a message
//! hops from node to node, and messages that need the same link wait for each other. So the time of a set of messages, a
//! communication [`Scheme`], depends on how it *matches* the network: a broadcast takes one hop on a star and queues up on
//! a ring (Lemeire, Dirkx and Colitti, Modeling the Performance of Communication Schemes on Network Topologies, 2008).

mod error;
mod generate;
mod graph;
mod petgraph;
mod properties;
mod scheme;
mod spec;

pub use error::NetworkError;
pub use graph::{Arc, Grid, Link, LinkKind, Network, NetworkBuilder, Position, Wrap};
pub use properties::{Bisection, Certainty, Degrees, Distances, Properties};
pub use scheme::{Message, Scheme, SchemeError};
pub use spec::{Class, Drawn, LinkTimes, Spec, SpecError, Topology};
