use super::*;
use logpine_text::reason::reason;
use std::collections::VecDeque;

/// A node by its digits.
type Node = [usize; 3];

fn nodes(side: usize) -> Vec<Node> {
    (0..side.pow(3)).map(|index| [index / side / side, index / side % side, index % side]).collect()
}

/// The index of a node.
fn index(side: usize, node: Node) -> usize {
    node.iter().fold(0, |index, digit| index * side + digit)
}

fn neighbour(side: usize, node: Node, dimension: usize, step: usize) -> Node {
    let mut next = node;
    next[dimension] = (node[dimension] + step) % side;
    next
}

/// The hops from the first node to all others, found by a breadth-first search.
fn hops(side: usize, from: Node) -> Vec<u64> {
    let mut hops = vec![u64::MAX; side.pow(3)];
    hops[index(side, from)] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(node) = queue.pop_front() {
        for dimension in 0..3 {
            for step in [1, side - 1] {
                let next = neighbour(side, node, dimension, step);
                if hops[index(side, next)] == u64::MAX {
                    hops[index(side, next)] = hops[index(side, node)] + 1;
                    queue.push_back(next);
                }
            }
        }
    }
    hops
}

/// Twice the load of every link if all nodes send to all others, one dimension after the other, both ways round if they are
/// equally long.
fn all_to_all_loads(side: usize) -> Vec<u64> {
    let mut loads = vec![0; side.pow(3) * 6];
    for from in nodes(side) {
        for to in nodes(side) {
            let mut at = from;
            for dimension in 0..3 {
                let forward = (to[dimension] + side - at[dimension]) % side;
                let ways: &[(usize, usize, u64)] = match (2 * forward).cmp(&side) {
                    std::cmp::Ordering::Less => &[(1, 0, 2)],
                    std::cmp::Ordering::Equal => &[(1, 0, 1), (side - 1, 1, 1)],
                    std::cmp::Ordering::Greater => &[(side - 1, 1, 2)],
                };
                for &(step, way, share) in ways {
                    let mut node = at;
                    while node[dimension] != to[dimension] {
                        loads[index(side, node) * 6 + dimension * 2 + way] += share;
                        node = neighbour(side, node, dimension, step);
                    }
                }
                at[dimension] = to[dimension];
            }
        }
    }
    loads
}

#[test]
fn exact_counts_equal_counting_every_pair() {
    for side in 3..=7 {
        let torus = Torus::with_side(side as u64).expect("small");
        let mut occupied = 0;
        for from in nodes(side) {
            let mut distances = hops(side, from);
            distances.sort_unstable();
            assert_eq!(distances.last(), Some(&torus.diameter()), "k = {side}");
            for others in 0..distances.len() {
                let nearest: u64 = distances[1..=others].iter().sum();
                assert_eq!(torus.hops_to_nearest(others as u64), nearest, "k = {side}, {others} nodes");
            }
            occupied += distances.iter().sum::<u64>();
        }
        assert_eq!(occupied % (6 * torus.nodes()), 0);
        assert_eq!(torus.all_to_all_load(), occupied / (6 * torus.nodes()), "k = {side}");
        assert!(all_to_all_loads(side).iter().all(|&load| load == 2 * torus.all_to_all_load()), "k = {side}");
    }
}

#[test]
fn congestion_of_the_farthest_pairs() {
    let loads = |side| {
        let torus = Torus::with_side(side).expect("in range");
        [6, 1].map(|streams| torus.farthest_load(streams).numerator)
    };
    // In sixths: 3k/2 with six streams per node, k/4 with one.
    assert_eq!(loads(8), [12 * 6, 2 * 6]);
    assert_eq!(loads(16), [24 * 6, 4 * 6]);
    assert_eq!(loads(32), [48 * 6, 8 * 6]);
    assert_eq!(loads(3), [3 * 6, 6], "odd: d3 = 3 floor(k/2); a single stream is not faster than its link");
}

/// Exchanges within groups: the mean over links of the hops is at least the lower bound, and the upper bound is at least the
/// load of any routing of shortest paths, for groups that are shifted copies.
#[test]
fn groups_lie_between_their_bounds() {
    for side in 2..=6 {
        let torus = Torus::with_side(side as u64).expect("small");
        let all = nodes(side);
        let distances = hops(side, all[0]);
        for group in (2..=all.len()).filter(|group| all.len().is_multiple_of(*group)) {
            let LoadBounds { low, high } = torus.group_load(torus.nodes(), group as u64, 6);
            assert!(low.numerator * u128::from(high.denominator) <= high.numerator * u128::from(low.denominator));
            // Groups of consecutive nodes along the last dimensions, and groups of nodes at that distance.
            for stride in [1, all.len() / group] {
                let total: u64 = all
                    .iter()
                    .map(|node| {
                        let at = index(side, *node);
                        let peers = members(at, group, stride, all.len());
                        peers.map(|peer| distances[difference(side, all[at], all[peer])]).sum::<u64>()
                    })
                    .sum();
                let links = 6 * torus.nodes();
                assert!(low.numerator * u128::from(links) <= u128::from(total) * u128::from(low.denominator));
                assert!(u128::from(total) * u128::from(high.denominator) <= high.numerator * u128::from(links));
            }
        }
        let LoadBounds { low, high } = torus.group_load(torus.nodes(), torus.nodes(), 6);
        let load = u128::from(torus.all_to_all_load());
        assert_eq!(
            (low.numerator, high.numerator),
            (load * u128::from(low.denominator), load * u128::from(high.denominator))
        );
    }
}

/// The nodes in the group of node `at`, where groups are intervals of `group * stride` nodes taken every `stride`.
fn members(at: usize, group: usize, stride: usize, count: usize) -> impl Iterator<Item = usize> {
    let first = at / (group * stride) * (group * stride) + at % stride;
    (0..group).map(move |member| (first + member * stride) % count)
}

/// The index of the node as far from the first as `to` is from `from`.
fn difference(side: usize, from: Node, to: Node) -> usize {
    let digits = [0, 1, 2].map(|dimension| (to[dimension] + side - from[dimension]) % side);
    index(side, digits)
}

#[test]
fn sides_and_sizes() {
    let side = |nodes| Torus::holding(nodes).map(|torus| torus.side());
    assert_eq!([1, 2, 8, 9, 27, 28, 32_000].map(|nodes| side(nodes).ok()), [1, 2, 2, 3, 3, 4, 32].map(Some));
    assert_eq!(side(1 << 45), Ok(1 << 15));
    assert_eq!(
        side((1 << 45) + 1),
        Err(reason!(
            "{nodes} nodes: a torus has 1 to {most}^3 nodes",
            most = Torus::MOST_SIDE,
            nodes = (1_u64 << 45) + 1
        ))
    );
    assert_eq!(side(0), Err(reason!("0 nodes: a torus has 1 to {most}^3 nodes", most = Torus::MOST_SIDE)));
    assert!(Torus::with_side(u64::MAX).is_err());
    let largest = Torus::with_side(Torus::MOST_SIDE).expect("the largest");
    assert_eq!(largest.hops_to_nearest(largest.nodes() - 1), 6 * largest.all_to_all_load());
}
