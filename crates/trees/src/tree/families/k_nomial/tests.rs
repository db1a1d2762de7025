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
