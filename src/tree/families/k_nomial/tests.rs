//! k-nomial trees against their construction round by round, and the least k.

use super::*;
use crate::tree::Tree;

/// Round by round, process by process.
fn by_rounds(k: usize, processes: usize) -> Tree {
    let mut children: Vec<Vec<usize>> = vec![Vec::new()];
    while children.len() < processes {
        for used in 0..children.len() {
            let joining = (k - 1).min(processes - children.len());
            let joined = children.len()..children.len() + joining;
            children[used].extend(joined);
            children.extend(std::iter::repeat_n(Vec::new(), joining));
        }
    }
    let mut order = vec![0];
    for next in 0..processes {
        let found = children[order[next]].clone();
        order.extend(found);
    }
    let fanouts = order.iter().map(|&process| u32::try_from(children[process].len()).expect("small"));
    Tree::from_fanouts(fanouts).expect("every process is listed")
}

#[test]
fn equals_the_construction_round_by_round() {
    for k in 2..=7 {
        for processes in 1..=600 {
            let tree = Tree::from_shape(&k_nomial(k as u64, processes as u64)).expect("small");
            assert_eq!(tree, by_rounds(k, processes), "{k}@{processes}");
        }
    }
}

#[test]
fn the_smallest_tree_has_exactly_the_leaves() {
    for k in 2..=9 {
        let mut processes = 2;
        for leaves in 2..=600 {
            while k_nomial(k, processes).leaves() < leaves {
                processes += 1;
            }
            assert_eq!(processes_for(leaves, k), Some(processes), "{leaves} leaves, k = {k}");
            assert_eq!(k_nomial(k, processes).leaves(), leaves);
        }
    }
}

/// Groves, Gutierrez, Arnold 2015, compare binomial trees with 32 leaves on 64 nodes and 128 on 256.
#[test]
fn the_published_binomial_trees_are_members() {
    for (leaves, smallest, published) in [(32, 48, 64), (128, 192, 256)] {
        let shapes: Vec<Shape> = members_of(leaves, 2).into_iter().map(|member| member.shape).collect();
        let nodes: Vec<u64> = shapes.iter().map(|shape| shape.leaves() + shape.internal_nodes()).collect();
        assert_eq!(nodes, [smallest, published]);
        assert!(shapes.iter().all(|shape| shape.leaves() == leaves));
    }
}

#[test]
fn huge_trees_are_exact_and_small() {
    for leaves in [10u64.pow(18), (1 << 62) + 12_345, (1 << 63) - 1, 1 << 63] {
        for k in [2, 3, 7, 1000, 1 << 33] {
            let processes = processes_for(leaves, k).expect("representable");
            let shape = k_nomial(k, processes);
            assert_eq!(shape.leaves(), leaves, "k = {k}");
            assert_eq!(shape.leaves() + shape.internal_nodes(), processes);
            assert!(shape.distinct() <= 200, "{}", shape.distinct());
        }
    }
    assert_eq!(processes_for((1 << 63) + 1, 2), None);
    assert_eq!(k_nomial(2, u64::MAX).leaves(), 1 << 63);
    assert_eq!(k_nomial(u64::MAX, 5).leaves(), 4);
}

#[test]
fn the_least_k_with_few_processes_is_least() {
    for leaves in 2..300u64 {
        let internal = |k: u64| processes_for(leaves, k).expect("small") - leaves;
        for most in 1..leaves {
            let least = (2..=leaves).find(|&k| internal(k) <= most);
            assert_eq!(least_k_with(leaves, most), least, "{leaves} leaves, at most {most}");
        }
    }
    assert!(least_k_with(1 << 63, 100).is_some_and(|k| k > 1 << 56));
}

#[test]
fn least_k_is_least() {
    for leaves in 2..500 {
        for rounds in 2..8 {
            let k = least_k(leaves, rounds);
            assert!((k - 1) * k.pow(rounds - 1) >= leaves);
            assert!(k == 2 || (k - 2) * (k - 1).pow(rounds - 1) < leaves, "{leaves} {rounds} {k}");
        }
    }
}

#[test]
fn example_of_k_nomial() {
    use logpine::tree::families::k_nomial;
    let shape = k_nomial(2, 64);
    assert_eq!((shape.leaves(), shape.internal_nodes(), shape.height()), (32, 32, 6));
}
