//! The two extremes: flat (one-to-N, star, one-deep) and chain (linear array, pipeline).

use super::{Facts, Family, Known, Member, NodeCost, Parameters};
use crate::tree::shape::{Group, NodeId, Shape, ShapeBuilder};

/// Flat: the root alone serves all leaves.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// Chain: a line of processes with one leaf at its end. It is for calibration, never for a job: the tree of a job with one
/// leaf is that leaf.
#[derive(Clone, Copy, Debug)]
pub struct Chain;

impl Known for Flat {
    fn facts(&self) -> Facts {
        Facts { says_its_number: true, place: -4, ..Facts::default() }
    }
}

impl Family for Flat {
    fn name(&self) -> &'static str {
        "flat"
    }

    fn description(&self) -> &'static str {
        "the root serves all leaves itself (no internal processes below the front end)"
    }

    fn members(&self, leaves: u64, _cost: NodeCost) -> Vec<Member> {
        if leaves == 0 {
            return Vec::new();
        }
        vec![Member { parameters: Parameters::new(), shape: flat(leaves) }]
    }
}

impl Known for Chain {
    fn facts(&self) -> Facts {
        Facts { says_its_number: true, place: -3, ..Facts::default() }
    }
}

impl Family for Chain {
    fn name(&self) -> &'static str {
        "chain"
    }

    fn description(&self) -> &'static str {
        "processes in a line, one leaf at the end; calibrates a machine (Groves, Gutierrez, Arnold 2015)"
    }

    /// Returns none: a chain serves one leaf, so it is only scored and fitted.
    fn members(&self, _leaves: u64, _cost: NodeCost) -> Vec<Member> {
        Vec::new()
    }
}

/// The flat tree: the root and its leaves. For a single leaf, the tree is that leaf.
///
/// # Panics
/// If `leaves` is 0.
#[must_use]
pub fn flat(leaves: u64) -> Shape {
    if leaves == 1 {
        return Shape::leaf();
    }
    let mut builder = ShapeBuilder::new();
    let root = builder.internal(&[Group { node: NodeId::LEAF, count: leaves }]);
    builder.finish(root)
}

/// The chain of that height: `height` processes with one child each; the child of the last one is the leaf.
#[must_use]
pub fn chain(height: u32) -> Shape {
    let mut builder = ShapeBuilder::new();
    let root = (0..height).fold(NodeId::LEAF, |node, _| builder.internal(&[Group { node, count: 1 }]));
    builder.finish(root)
}
