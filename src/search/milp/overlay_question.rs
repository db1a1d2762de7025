//! What is asked of overlay trees.

use crate::model::{HostClass, LevelCost};

/// Where the processes of an overlay tree may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayHosts {
    /// The class of the root's host, which is the front end and takes no slot of the others.
    pub root: HostClass,
    /// The class that leaves count as in [`LevelCost::latency`].
    pub leaf: HostClass,
    /// How many internal processes each class may run besides the root, by class; classes that are not listed, none.
    pub slots: Vec<u64>,
}

/// Whether an internal process may have a single child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chains {
    /// At least two children each.
    #[default]
    Excluded,
    /// One is enough, which is of use below a slow front end. Fanout 1 needs a cost.
    Allowed,
}

/// A question about overlay trees: how fast can a wave reach so many leaves?
///
/// `T_i = busy(class_i, x_i) + max over children (L(class_i, class_j) + T_j)` with `T_leaf = C`; Groves, Gutierrez and
/// Arnold (2015), equation (1), with the classes of hosts.
#[derive(Clone)]
pub struct OverlayQuestion<'a> {
    /// The costs.
    pub cost: &'a dyn LevelCost,
    /// The hosts.
    pub hosts: OverlayHosts,
    /// How many leaves, at least 2.
    pub leaves: u64,
    /// Whether a process may have a single child.
    pub chains: Chains,
    /// The most edges from the root to a leaf, if there is a limit.
    pub max_height: Option<u32>,
}
