//! Plain dynamic programming for few leaves and any cost, also one that falls with the fanout or has gaps.
//!
//! Computes, for each number n of leaves, the trees that no other beats in both time and internal processes, level by level.
//! Under a bound on the children's time, the fewest processes of x children with n leaves among them are a sum of x terms,
//! built one child at a time. Trees have exactly n leaves: if the cost may fall, more leaves are no substitute.

use crate::tree::{Group, NodeId, Shape, ShapeBuilder};

/// The maximum number of leaves for which this search is meant.
pub const MOST_LEAVES: u64 = 32;

/// A tree that no other with as many leaves beats in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    ticks: u64,
    internal: u64,
    tree: usize,
}

/// The trees with `leaves` leaves, at least 2, that no other beats in both time and internal processes, by falling time, at
/// most `levels` high. `costs[x]` is c(x) in ticks, `None` if a node cannot have x children.
pub fn front(costs: &[Option<u64>], leaves: usize, levels: u32) -> Vec<(u64, Shape)> {
    let mut trees = vec![Vec::new()];
    let mut points: Vec<Vec<Point>> = vec![Vec::new(); leaves + 1];
    points[1].push(Point { ticks: 0, internal: 0, tree: 0 });
    for _ in 0..levels.min(u32::try_from(leaves).unwrap_or(u32::MAX)) {
        let higher = one_level_more(costs, &points, &mut trees);
        let same = |(a, b): (&Vec<Point>, &Vec<Point>)| a == b;
        if higher.iter().zip(&points).all(same) {
            break;
        }
        points = higher;
    }
    let shape = |point: &Point| (point.ticks, shape(&trees, point.tree));
    points[leaves].iter().rev().map(shape).collect()
}

/// The points of trees that are at most one level higher than those of `below`, by rising time.
fn one_level_more(costs: &[Option<u64>], below: &[Vec<Point>], trees: &mut Vec<Vec<usize>>) -> Vec<Vec<Point>> {
    let mut points = below.to_vec();
    let mut bounds: Vec<u64> = below.iter().flatten().map(|point| point.ticks).collect();
    bounds.sort_unstable();
    bounds.dedup();
    for bound in bounds {
        let within = |points: &Vec<Point>| points.iter().rev().find(|point| point.ticks <= bound).copied();
        let parts: Vec<Option<Point>> = below.iter().map(within).collect();
        let sums = fewest(&parts, costs.len() - 1);
        for (fanout, cost) in costs.iter().enumerate().skip(2) {
            let Some(ticks) = cost.and_then(|cost| bound.checked_add(cost)) else { continue };
            for leaves in fanout..below.len() {
                let Some(internal) = sums[fanout][leaves].map(|(internal, _)| internal + 1) else { continue };
                let beaten = |point: &Point| point.ticks <= ticks && point.internal <= internal;
                if points[leaves].iter().any(beaten) {
                    continue;
                }
                points[leaves].retain(|point| point.ticks < ticks || point.internal < internal);
                trees.push(children(&sums, &parts, fanout, leaves));
                points[leaves].push(Point { ticks, internal, tree: trees.len() - 1 });
                points[leaves].sort_unstable_by_key(|point| point.ticks);
            }
        }
    }
    points
}

/// The fewest processes of a number of parts, and the leaves of the last of them, by number of parts and total of their
/// leaves.
type Sums = Vec<Vec<Option<(u64, usize)>>>;

fn fewest(parts: &[Option<Point>], most: usize) -> Sums {
    let mut sums: Sums = vec![vec![None; parts.len()]; most + 1];
    sums[0][0] = Some((0, 0));
    for count in 1..=most {
        for before in 0..parts.len() {
            let Some((internal, _)) = sums[count - 1][before] else { continue };
            for (leaves, part) in parts.iter().enumerate().take(parts.len() - before) {
                let Some(part) = part else { continue };
                let sum = &mut sums[count][before + leaves];
                if sum.is_none_or(|(fewest, _)| internal + part.internal < fewest) {
                    *sum = Some((internal + part.internal, leaves));
                }
            }
        }
    }
    sums
}

/// The trees of the parts that make a sum.
fn children(sums: &Sums, parts: &[Option<Point>], fanout: usize, mut leaves: usize) -> Vec<usize> {
    let mut trees = Vec::with_capacity(fanout);
    for count in (1..=fanout).rev() {
        let last = sums[count][leaves].map_or(0, |(_, last)| last);
        trees.extend(parts[last].map(|part| part.tree));
        leaves -= last;
    }
    trees
}

fn shape(trees: &[Vec<usize>], root: usize) -> Shape {
    let mut builder = ShapeBuilder::new();
    let mut nodes: Vec<NodeId> = Vec::with_capacity(root + 1);
    // Children were made before their parents.
    for children in &trees[..=root] {
        let mut children: Vec<Group> = children.iter().map(|&child| Group { node: nodes[child], count: 1 }).collect();
        children.sort_unstable_by_key(|group| std::cmp::Reverse(group.node));
        nodes.push(if children.is_empty() { NodeId::LEAF } else { builder.internal(&children) });
    }
    builder.finish(nodes[root])
}
