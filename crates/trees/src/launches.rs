//! Trees as launchers make them, for comparison with what the families say of them.

/// The parents of ranks 1, 2, ... in a tree of PRRTE: the children of rank i on a level of w ranks are i + w, i + 2w, ..., `radix`
/// of them.
pub fn prrte(members: usize, radix: usize) -> Vec<usize> {
    let mut parents = vec![0; members - 1];
    let (mut first, mut wide) = (0, 1);
    while first < members {
        for rank in first..(first + wide).min(members) {
            let children = (1..=radix).map(|child| rank + child * wide);
            children.filter(|&child| child < members).for_each(|child| parents[child - 1] = rank);
        }
        (first, wide) = (first + wide, wide * radix);
    }
    parents
}
