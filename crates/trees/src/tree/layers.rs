//! STAT's layer strings, such as `5-20-75`: the number of processes on each level between front end and leaves.

use super::shape::{NodeId, Shape};
use logpine_text::reason::{Reason, reason};
use rustc_hash::FxHashMap;

/// Returns the layer string of a tree (STAT's option `-u`): the number of processes on every level from the front end to the
/// leaves, without these two.
///
/// STAT spreads the nodes of a level evenly over those of the level above. So all leaves of the tree must be on one level,
/// and the fanouts on each level must differ by at most 1.
///
/// **Complexity** O(height times distinct subtrees).
///
/// # Errors
/// [`Reason`] if the tree is flat or STAT could not build it.
pub fn stat(shape: &Shape) -> Result<String, Reason> {
    if shape.height() < 2 {
        return Err(Reason::new(
            "the tree has no layer between the front end and the leaves, and STAT has no layer string for that; give STAT depth 1 (-d 1) instead",
        ));
    }
    if shape.internal_nodes() == u64::MAX {
        return Err(reason!("the tree has {} processes or more; use smaller fanouts or fewer levels", u64::MAX));
    }
    let mut layers = Vec::new();
    let mut nodes: FxHashMap<NodeId, u64> = FxHashMap::default();
    nodes.insert(shape.root(), 1);
    for level in 0.. {
        check_level(shape, level, &nodes)?;
        nodes = children(shape, &nodes);
        if nodes.contains_key(&NodeId::LEAF) && nodes.len() == 1 {
            break;
        }
        layers.push(nodes.values().fold(0, |sum: u64, &count| sum.saturating_add(count)).to_string());
    }
    Ok(layers.join("-"))
}

/// Checks that all nodes of a level have children, and about the same number of them.
fn check_level(shape: &Shape, level: usize, nodes: &FxHashMap<NodeId, u64>) -> Result<(), Reason> {
    let fanouts = || nodes.keys().map(|&node| shape.fanout(node));
    let (least, most) = (fanouts().min().unwrap_or(0), fanouts().max().unwrap_or(0));
    if least == 0 {
        return Err(reason!(
            "level {level} has both leaves and processes with children; a layer string needs all leaves on one level: use a level-uniform tree, or write an MRNet topology"
        ));
    }
    if most - least > 1 {
        return Err(reason!(
            "level {level} has fanouts from {least} to {most}; STAT spreads children evenly, so they may differ by 1 at most: use a level-uniform tree, or write an MRNet topology"
        ));
    }
    Ok(())
}

/// The level below, by distinct subtree.
fn children(shape: &Shape, nodes: &FxHashMap<NodeId, u64>) -> FxHashMap<NodeId, u64> {
    let mut below = FxHashMap::default();
    for (&node, &count) in nodes {
        for group in shape.children(node) {
            let sum: &mut u64 = below.entry(group.node).or_insert(0);
            *sum = sum.saturating_add(group.count.saturating_mul(count));
        }
    }
    below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::families::{Family, STAT, chain, flat};
    use crate::tree::{Shape, Spec};

    fn even_split(leaves: u64, fanouts: &[u64]) -> Shape {
        crate::tree::even_split(leaves, fanouts).expect("the fanouts reach the leaves")
    }

    fn layers_of(spec: &str) -> Result<String, Reason> {
        stat(&spec.parse::<Spec>().expect(spec).shape())
    }

    #[test]
    fn layers_of_the_automatic_topology() {
        let members = STAT.members(4_097, &|_| None);
        let layers: Vec<_> = members.iter().map(|member| stat(&member.shape)).collect();
        assert_eq!(layers, [Ok("17-289".to_owned())]);
        assert_eq!(stat(&even_split(128, &[11, 12])), Ok("11".to_owned()));
    }

    #[test]
    fn expressible_or_not() {
        assert_eq!(layers_of("g:2:3,2:5x4"), Ok("2-5".to_owned()));
        assert_eq!(layers_of("b:1x1x5"), Ok("1-1".to_owned()));
        assert_eq!(
            stat(&flat(9)),
            Err(Reason::new(
                "the tree has no layer between the front end and the leaves, and STAT has no layer string for that; give STAT depth 1 (-d 1) instead"
            ))
        );
        assert_eq!(
            stat(&flat(1)),
            Err(Reason::new(
                "the tree has no layer between the front end and the leaves, and STAT has no layer string for that; give STAT depth 1 (-d 1) instead"
            ))
        );
        assert_eq!(stat(&chain(3)), Ok("1-1".to_owned()));
        assert_eq!(
            layers_of("g:2:3"),
            Err(Reason::new(
                "level 1 has both leaves and processes with children; a layer string needs all leaves on one level: use a level-uniform tree, or write an MRNet topology"
            ))
        );
        assert_eq!(
            layers_of("g:3:3,3,1"),
            Err(Reason::new(
                "level 1 has fanouts from 1 to 3; STAT spreads children evenly, so they may differ by 1 at most: use a level-uniform tree, or write an MRNet topology"
            ))
        );
        assert_eq!(
            layers_of("g:2:2x2:1,1,1:2"),
            Err(Reason::new(
                "level 2 has both leaves and processes with children; a layer string needs all leaves on one level: use a level-uniform tree, or write an MRNet topology"
            ))
        );
        assert_eq!(
            layers_of("k:2@8"),
            Err(Reason::new(
                "level 1 has both leaves and processes with children; a layer string needs all leaves on one level: use a level-uniform tree, or write an MRNet topology"
            ))
        );
    }
}
