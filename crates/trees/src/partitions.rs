//! Partitions of a number, for brute force over trees.

/// Calls `each` with the given parts and every way to split `rest` into further parts of at most `most`, larger parts first.
pub fn partitions(rest: usize, most: usize, parts: &mut Vec<usize>, each: &mut impl FnMut(&[usize])) {
    if rest == 0 {
        each(parts);
    }
    for part in (1..=rest.min(most)).rev() {
        parts.push(part);
        partitions(rest - part, part, parts, each);
        parts.pop();
    }
}
