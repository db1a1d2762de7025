//! Cost models: machine parameters turned into the cost of a node, a message or a stage.
//!
//! Every model of the literature has one of three shapes, and the search knows only these: [`LevelCost`] for overlay trees,
//! [`PortTiming`] for rank trees, and costs of stages for algorithms whose messages share channels.

mod accuracy;
mod alpha_beta;
mod at_most;
mod bgp;
mod error;
mod floor_sum;
mod growth;
mod loggops;
mod loggp;
mod loggph;
pub mod logp;
mod overlay;
mod piecewise;
mod plogp;
mod port;
mod port_model;
mod round_trip;
mod sizes_within;
pub mod stage;
mod tan;
pub mod tau_lop;
mod torus;
pub mod unequal;

pub use accuracy::Accuracy;
pub use alpha_beta::AlphaBeta;
pub use at_most::AtMost;
pub use bgp::{Bgp, BgpCost, Interval, Term};
pub use bgp::{BgpError, Bisection, GroupExchange};
pub use error::ModelError;
pub use growth::Growth;
pub use loggops::Loggops;
pub use loggp::Loggp;
pub use loggph::Loggph;
pub use logp::Logp;
pub use overlay::Overlay;
pub use piecewise::Piecewise;
pub use plogp::Plogp;
pub use port::Reversed;
pub use port::{InLoggops, MessageSize, Port, PortTiming};
pub use port_model::{PortModel, port_timing};
pub use round_trip::RoundTrip;
pub use sizes_within::SizesWithin;
pub use tan::Tan;
pub use tau_lop::TauLop;
pub use torus::{Load, LoadBounds, Torus};
pub use unequal::UnequalPorts;
pub use unequal::{UnequalHostsError, UnequalLevel};

use crate::machine::OverheadShares;
use logpine_text::units::Time;
use std::ops::RangeInclusive;

/// A class of equal hosts, by its index from 0. Models of equal hosts have class 0 only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HostClass(pub u16);

/// The cost of one node with `fanout` children, by component. The components add up to [`LevelCost::level`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct LevelBreakdown {
    /// L: the time of the message in flight.
    pub latency: Time,
    /// o: the time in which the node's processor handles messages.
    pub overhead: OverheadShares,
    /// g: the gap of Groves, Gutierrez and Arnold (2015), equation (1).
    pub gap: Time,
    /// The time of the application's filter, which is not communication.
    pub filter: Time,
}

/// Level cost (overlay trees): the time that a node of a host class with a given fanout adds to every path through it.
///
/// A wave reaches node i after `T_i = busy(i) + max over children (latency(i, child) + T_child)` with
/// `T_leaf = startup`; Groves, Gutierrez and Arnold (2015), equation (1). All methods are pure.
pub trait LevelCost: Sync {
    /// The number of host classes; [`HostClass`] values are below it.
    fn host_classes(&self) -> u16 {
        1
    }

    /// g + o(x) and the filter of a node with `fanout` children; `None` if the model gives no value (beyond a measured
    /// table) or the value exceeds [`Time::MAX`].
    fn busy(&self, host: HostClass, fanout: u64) -> Option<Time>;

    /// L between a parent and a child.
    fn latency(&self, parent: HostClass, child: HostClass) -> Time;

    /// The steady-state time between waves at a node with `fanout` children (equation (2)); the period of a tree is the
    /// maximum over its nodes. `None` exactly if [`LevelCost::busy`] is, or if not representable.
    fn period(&self, host: HostClass, fanout: u64) -> Option<Time>;

    /// C: the one-time cost at the leaves.
    fn startup(&self) -> Time;

    /// The largest fanout for which the model has a value; `u64::MAX` if there is no limit.
    fn max_fanout(&self) -> u64;

    /// Ranges of all fanouts up to [`LevelCost::max_fanout`] whose [`LevelCost::level`] is at most `most`, or that have none; others may be
    /// among them. It spares looking at each fanout of a long table.
    fn fanouts_within(&self, most: Time) -> Vec<RangeInclusive<u64>> {
        let _ = most;
        vec![0..=u64::MAX]
    }

    /// True if [`LevelCost::busy`] and [`LevelCost::period`] never decrease as the fanout grows from 2 to `widest` (at most
    /// [`LevelCost::max_fanout`]), with a value (or an overflow) for each. The exact search over all trees relies on it.
    fn is_monotone_to(&self, widest: u64) -> bool;

    /// True if the cost is monotone over all fanouts that have one.
    fn is_monotone(&self) -> bool {
        self.is_monotone_to(self.max_fanout())
    }

    /// The components of [`LevelCost::level`] for a node with `fanout` children.
    fn breakdown(&self, fanout: u64) -> Option<LevelBreakdown>;

    /// c(x) if all hosts are alike: busy time and the latency to the children; `None` as for [`LevelCost::busy`].
    fn level(&self, fanout: u64) -> Option<Time> {
        let host = HostClass::default();
        self.busy(host, fanout)?.checked_add(self.latency(host, host))
    }
}

#[cfg(test)]
mod port_tests;
