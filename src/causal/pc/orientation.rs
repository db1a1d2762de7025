//! Which way edges point.

use super::{Pattern, Reason, Separation};
use crate::causal::Constraints;

/// Directs the edges of `pattern` as far as previous knowledge, v-structures and Meek's rules go; gives the pairs for which
/// both directions are demanded. No arrow closes a cycle.
pub(crate) fn orient(pattern: &mut Pattern, constraints: &Constraints, separations: &[Separation]) -> Vec<[usize; 2]> {
    for (a, b) in pattern.undirected() {
        if constraints.requires(a, b) || !constraints.allows(b, a) {
            pattern.direct(a, b);
        } else if constraints.requires(b, a) || !constraints.allows(a, b) {
            pattern.direct(b, a);
        }
    }
    let mut conflicts = Vec::new();
    let arrows = v_structures(pattern, separations);
    for &(from, to) in &arrows {
        let pair = [from.min(to), from.max(to)];
        let is_against = pattern.is_directed(to, from) || arrows.contains(&(to, from));
        if is_against || (pattern.is_undirected(from, to) && pattern.leads(to, from)) {
            if !conflicts.contains(&pair) {
                conflicts.push(pair);
            }
        } else {
            pattern.direct(from, to);
        }
    }
    while let Some((from, to)) = implied(pattern, &conflicts) {
        if pattern.leads(to, from) {
            conflicts.push([from.min(to), from.max(to)]);
        } else {
            pattern.direct(from, to);
        }
    }
    conflicts.sort_unstable();
    conflicts
}

/// The arrows of u -> v <- w for all u - v - w whose ends are not adjacent, and separated without v.
fn v_structures(pattern: &Pattern, separations: &[Separation]) -> Vec<(usize, usize)> {
    let mut arrows = Vec::new();
    for Separation { pair: [u, w], given, reason, .. } in separations {
        if *reason == Reason::Forbidden || pattern.is_adjacent(*u, *w) {
            continue;
        }
        for v in pattern.neighbours(*u) {
            if pattern.is_adjacent(v, *w) && !given.contains(&v) {
                arrows
                    .extend([(*u, v), (*w, v)].into_iter().filter(|arrow| !arrows.contains(arrow)).collect::<Vec<_>>());
            }
        }
    }
    arrows.sort_unstable();
    arrows
}

/// A direction that follows by one of Meek's rules, of an edge that is not among the conflicts.
fn implied(pattern: &Pattern, conflicts: &[[usize; 2]]) -> Option<(usize, usize)> {
    let both_ways = pattern.undirected().into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    both_ways.filter(|(a, b)| !conflicts.contains(&[*a.min(b), *a.max(b)])).find(|&(a, b)| follows(pattern, a, b))
}

/// Whether Meek's rules direct the edge a - b from a to b.
fn follows(pattern: &Pattern, a: usize, b: usize) -> bool {
    let all = || 0..pattern.variables();
    let apart = |c: usize, d: usize| c != d && !pattern.is_adjacent(c, d);
    // Rule 1: c -> a, and c is not adjacent to b; else c -> a <- b were a v-structure.
    let rule_1 = || all().any(|c| pattern.is_directed(c, a) && apart(c, b));
    // Rule 2: a -> c -> b; else there were a cycle.
    let rule_2 = || all().any(|c| pattern.is_directed(a, c) && pattern.is_directed(c, b));
    // Rule 3: a - c -> b and a - d -> b, and c is not adjacent to d.
    let beside = |c: usize| pattern.is_undirected(a, c) && pattern.is_directed(c, b);
    let rule_3 = || all().any(|c| beside(c) && all().any(|d| d > c && beside(d) && apart(c, d)));
    // Rule 4: a - d -> c -> b, a is adjacent to c, and d is not to b.
    let rule_4 = || {
        let ends = |c: usize| pattern.is_directed(c, b) && pattern.is_adjacent(a, c);
        all().any(|c| ends(c) && all().any(|d| pattern.is_undirected(a, d) && pattern.is_directed(d, c) && apart(d, b)))
    };
    rule_1() || rule_2() || rule_3() || rule_4()
}
