//! Tori of three dimensions (k-ary 3-cubes): hops, and the number of messages that share a link.
//!
//! Nodes are triples of digits 0 .. k - 1. In either direction of every dimension each node has a link of its own to the
//! node whose digit is one more or less, modulo k (for k = 2 both lead to the same node). The *load* of a link is the number
//! of messages that cross it. Hoefler, Gropp, Thakur and Traeff (2010), sections 3 and 4, count the links that messages
//! occupy on shortest paths, and assume ideal routing that spreads them evenly over all links.

use logpine_text::integer::first;
use logpine_text::reason::{Reason, reason};
use std::cmp::{max, min};

/// A torus of k x k x k nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torus {
    side: u64,
    // By distance, from 0 to the diameter.
    within: Vec<Ball>,
}

/// The nodes up to a distance from a node, including that node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ball {
    nodes: u64,
    /// The sum of their distances.
    hops: u64,
}

/// A number of messages that share a link, `numerator / denominator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// The numerator; the fraction need not be reduced.
    pub numerator: u128,
    /// The denominator, not 0.
    pub denominator: u64,
}

/// Bounds on the load of the busiest link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoadBounds {
    /// For any placement and any routes, some link has at least this load.
    pub low: Load,
    /// For any placement, there are routes with which no link has more.
    pub high: Load,
}

impl Torus {
    /// The largest side.
    pub const MOST_SIDE: u64 = 1 << 15;

    /// The number of links that leave a node.
    pub const LINKS: u64 = 6;

    /// The torus with k = `side`. O(k) time and memory.
    ///
    /// # Errors
    /// [`Reason`] for 0 and above [`Torus::MOST_SIDE`].
    pub fn with_side(side: u64) -> Result<Self, Reason> {
        if !(1..=Self::MOST_SIDE).contains(&side) {
            return Err(reason!(
                "{nodes} nodes: a torus has 1 to {most}^3 nodes",
                most = Torus::MOST_SIDE,
                nodes = u128::from(side).saturating_pow(3)
            ));
        }
        let plane = one_more_dimension(&one_more_dimension(&[1], side), side);
        let mut ball = Ball { nodes: 0, hops: 0 };
        let mut within = Vec::with_capacity(plane.len() + 1);
        for (distance, nodes) in (0..).zip(one_more_dimension(&plane, side)) {
            ball = Ball { nodes: ball.nodes + nodes, hops: ball.hops + distance * nodes };
            within.push(ball);
        }
        Ok(Self { side, within })
    }

    /// The smallest torus with at least `nodes` nodes.
    ///
    /// # Errors
    /// [`Reason`] for 0, and beyond the largest.
    pub fn holding(nodes: u64) -> Result<Self, Reason> {
        let too_many = || reason!("{nodes} nodes: a torus has 1 to {}^3 nodes", Self::MOST_SIDE);
        if nodes == 0 {
            return Err(too_many());
        }
        Self::with_side(first(1..=Self::MOST_SIDE + 1, |side| side.pow(3) >= nodes)).map_err(|_| too_many())
    }

    /// k.
    #[must_use]
    pub const fn side(&self) -> u64 {
        self.side
    }

    /// The number of nodes, k^3.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.side.pow(3)
    }

    /// 3 floor(k / 2): the largest number of hops between two nodes (d3 of section 3).
    #[must_use]
    pub const fn diameter(&self) -> u64 {
        3 * (self.side / 2)
    }

    /// The sum of the distances from a node to the nearest `others` nodes. `others` is at most k^3 - 1.
    #[must_use]
    pub fn hops_to_nearest(&self, others: u64) -> u64 {
        let wanted = others.saturating_add(1);
        let distance = self.within.partition_point(|ball| ball.nodes < wanted).min(self.within.len() - 1);
        let Some(before) = distance.checked_sub(1).map(|nearer| self.within[nearer]) else { return 0 };
        before.hops + min(wanted, self.nodes()).saturating_sub(before.nodes) * distance as u64
    }

    /// C(k): the load of every link if all nodes send a message to all others and ideal routing spreads them evenly; k^2
    /// (k^2 - 1) / 8 for odd k, k^4 / 8 for even k.
    ///
    /// The distances from a node to all others add up to 3 k^2 floor(k^2 / 4), since those along a ring of k add up to
    /// floor(k^2 / 4), and every digit has each value k^2 times. With 6 links per node that gives k^2 floor(k^2 / 4) / 2. It
    /// is the load of *every* link if each message takes all images of a shortest path under the symmetries of the torus in
    /// equal shares: the shifts, exchanges and reflections of dimensions lead from any link to any other. The paper prints
    /// the bound 2 d (d + 1)^3, d = (k - 1) / 2, in which the digit's difference 0 is counted twice.
    #[must_use]
    pub const fn all_to_all_load(&self) -> u64 {
        let square = self.side.pow(2);
        square * (square / 4) / 2
    }

    /// The load of every link if each node sends `streams` messages to nodes at the greatest distance, as in Hoefler et al.
    /// above equation (2): `streams` d3 / 6, and at least 1. With all six links driven that is d3 = 3k/2 for even k; with
    /// one stream per node it is k/4.
    #[must_use]
    pub fn farthest_load(&self, streams: u64) -> Load {
        let occupied = u128::from(streams) * u128::from(self.diameter());
        Load { numerator: max(occupied, Self::LINKS.into()), denominator: Self::LINKS }
    }

    /// Bounds on the load of the busiest link when `ranks` ranks, each on a node of its own, are in groups of `group` and every
    /// rank sends a message to each of the m = `group` - 1 others of its group.
    ///
    /// *Below.* A node's messages leave by at most `links` links, so one of those has load m / `links`. Also, the distances
    /// to a node's peers add up to at least those to the m nearest nodes, D(m) hops in all. Every message occupies at least
    /// as many links as its hops, so the mean load of all 6 k^3 links is at least `ranks` D(m) / (6 k^3), and some link has
    /// the mean or more.
    ///
    /// *Above.* Route every message over intermediate nodes, an equal share of it over each of the k^3 (Valiant 1982). On
    /// the way to the intermediate nodes every node sends each node at most m / k^3 messages, which is m / k^3 of an
    /// exchange among all, and loads links by m C / k^3; on the way from them every node receives the same number from each,
    /// with the same load. So 2 m C / k^3 is enough. So is C, since the messages are some of those of an exchange among all.
    ///
    /// With as many ranks as nodes in a single group both bounds are C.
    #[must_use]
    pub fn group_load(&self, ranks: u64, group: u64, links: u64) -> LoadBounds {
        let (nodes, all) = (u128::from(self.nodes()), u128::from(self.all_to_all_load()));
        let (links, others) = (links.clamp(1, Self::LINKS), u128::from(group.saturating_sub(1)));
        let hops = u128::from(ranks) * u128::from(self.hops_to_nearest(group.saturating_sub(1)));
        let low = max(others * u128::from(Self::LINKS) * nodes, hops * u128::from(links));
        LoadBounds {
            low: Load { numerator: low, denominator: Self::LINKS * links * self.nodes() },
            high: Load { numerator: min(all * nodes, 2 * others * all), denominator: self.nodes() },
        }
    }
}

/// The number of nodes by distance after adding one dimension of k nodes, in which 1 node is at distance 0, 2 at each of 1,
/// 2, ... below k / 2, and 1 at k / 2.
fn one_more_dimension(nodes: &[u64], side: u64) -> Vec<u64> {
    let farthest = usize::try_from(side / 2).unwrap_or(usize::MAX);
    let pairs = usize::try_from((side - 1) / 2).unwrap_or(usize::MAX);
    let at = |distance: usize, nearer: usize| {
        distance.checked_sub(nearer).and_then(|distance| nodes.get(distance)).copied().unwrap_or(0)
    };
    // The sum of the nodes at distance - 1, ..., distance - pairs.
    let mut window = 0;
    let mut grown = Vec::with_capacity(nodes.len() + farthest);
    for distance in 0..nodes.len() + farthest {
        let opposite = if side.is_multiple_of(2) { at(distance, farthest) } else { 0 };
        grown.push(at(distance, 0) + 2 * window + opposite);
        if pairs > 0 {
            window = window + at(distance, 0) - at(distance, pairs);
        }
    }
    grown
}

#[cfg(test)]
mod tests;
