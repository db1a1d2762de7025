//! Questions about overlay trees.

use logpine_models::model::{HostClass, LevelCost};

/// The hosts on which the processes of an overlay tree may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayHosts {
    /// The class of the root's host, which is the front end and takes no slot of the others.
    pub root: HostClass,
    /// The class of leaves in [`LevelCost::latency`].
    pub leaf: HostClass,
    /// The maximum number of internal processes besides the root, by class; 0 for classes that are not listed.
    pub slots: Vec<u64>,
}

/// The rule on internal processes with a single child.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chains {
    /// Internal processes have at least two children.
    #[default]
    Excluded,
    /// A single child is allowed, which helps below a slow front end. Fanout 1 needs a cost.
    Allowed,
}

/// A question about overlay trees: the least time of a wave over a number of leaves.
///
/// `T_i = busy(class_i, x_i) + max over children (L(class_i, class_j) + T_j)` with `T_leaf = C`; Groves, Gutierrez and
/// Arnold (2015), equation (1), with the classes of hosts.
#[derive(Clone)]
pub struct OverlayQuestion<'a> {
    /// The costs.
    pub cost: &'a dyn LevelCost,
    /// The hosts.
    pub hosts: OverlayHosts,
    /// The number of leaves, at least 2.
    pub leaves: u64,
    /// The rule on processes with a single child.
    pub chains: Chains,
    /// The maximum number of edges from the root to a leaf, if there is a limit.
    pub max_height: Option<u32>,
}
