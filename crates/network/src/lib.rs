//! Physical networks: the nodes of a machine, the links between them, and the time of messages on them.
//!
//! Port models ([`model`](logpine_models::model)) know no links: any two processes reach each other alike. On a [`Network`], a
//! message hops from node to node, and messages that need the same link wait for each other. So the time of a set of
//! messages, a communication [`Scheme`], depends on how it *matches* the network: a broadcast takes one hop on a star and
//! queues up on a ring (Lemeire, Dirkx and Colitti, Modeling the Performance of Communication Schemes on Network
//! Topologies, 2008).

mod builder;
pub mod digraph;
mod error;
mod generate;
mod graph;
mod mapping;
mod properties;
mod route;
mod scheme;
mod scheme_class;
mod scheme_spec;
mod selection;
mod simulate;
mod spec;
mod spec_text;
#[cfg(test)]
mod tests;

pub use builder::NetworkBuilder;
pub use error::NetworkError;
pub use graph::{Arc, Grid, Link, LinkKind, Network, Position, Wrap};
pub use mapping::{MappingError, MappingRule, NodeMapping};
pub use properties::{Bisection, Certainty, Degrees, Distances, Properties};
pub use route::{RouteError, Routes, RoutingRule};
pub use scheme::{Message, Scheme};
pub use scheme_class::SchemeClass;
pub use simulate::check_memory;
pub use simulate::simulate_by_events;
pub use simulate::{
    Duplex, Executed, LinkUse, Measurements, PlanError, PlanOptions, Ports, TrafficError, TrafficOptions, Way, execute,
    simulate,
};
pub use spec::{Class, Drawn, LinkTimes, Spec, Topology};
pub use spec::{latency, per_byte};
