//! Orientation of edges.

use super::{Pattern, Reason, Separation, Skeleton, TestResult};
use crate::{Constraints, Dependence};

/// Directs the edges of the skeleton by previous knowledge, v-structures and Meek's rules. Returns the pairs for which both
/// directions are demanded. No arrow closes a cycle. `threshold` is the information up to which variables are independent.
pub(crate) fn orient(
    skeleton: &mut Skeleton,
    constraints: &Constraints,
    dependence: &impl Dependence,
    threshold: f64,
) -> Vec<[usize; 2]> {
    let pattern = &mut skeleton.pattern;
    for (a, b) in pattern.undirected() {
        if constraints.requires(a, b) || !constraints.allows(b, a) {
            pattern.direct(a, b);
        } else if constraints.requires(b, a) || !constraints.allows(a, b) {
            pattern.direct(b, a);
        }
    }
    let Colliders { arrows, doubtful } = colliders(skeleton, dependence, threshold);
    let pattern = &mut skeleton.pattern;
    let mut conflicts = Vec::new();
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
    while let Some((from, to)) = implied(pattern, &conflicts, &doubtful) {
        if pattern.leads(to, from) {
            conflicts.push([from.min(to), from.max(to)]);
        } else {
            pattern.direct(from, to);
        }
    }
    conflicts.sort_unstable();
    conflicts
}

/// The v-structures among the paths u - v - w whose ends are not adjacent, and separated by a set without v.
struct Colliders {
    /// The arrows of the v-structures u -> v <- w.
    arrows: Vec<(usize, usize)>,
    /// The u, v, w with u < w for which it is uncertain if they are a v-structure.
    doubtful: Vec<[usize; 3]>,
}

/// Finds the v-structures (Lemeire, Dirkx and Colitti, 2008, section 3.2): the ends of a path u - v - w are independent
/// given their separating set, and dependent given that set and v. The ends of a weak chain seem independent without v as
/// well, but given v they share less, not more.
fn colliders(skeleton: &mut Skeleton, dependence: &impl Dependence, threshold: f64) -> Colliders {
    let Skeleton { pattern, separations, tests, .. } = skeleton;
    let mut colliders = Colliders { arrows: Vec::new(), doubtful: Vec::new() };
    let mut measure = |pair: [usize; 2], given: &[usize]| {
        if let Some(test) = tests.iter().find(|test| test.pair == pair && test.given == given) {
            return test.information;
        }
        let information = dependence.information(pair[0], pair[1], given);
        tests.push(TestResult { pair, given: given.to_vec(), information });
        information
    };
    for Separation { pair, given, information, reason } in separations.iter() {
        let [u, w] = *pair;
        if *reason == Reason::Forbidden || pattern.is_adjacent(u, w) {
            continue;
        }
        // Given its parents, a function is constant and independent of everything, regardless of further conditions.
        let given: &[usize] = if *reason == Reason::Function { &[] } else { given };
        for v in pattern.neighbours(u).into_iter().filter(|&v| pattern.is_adjacent(v, w) && !given.contains(&v)) {
            if pattern.is_directed(u, v) && pattern.is_directed(w, v) {
                continue;
            }
            let without = match information {
                Some(information) if *reason != Reason::Function => *information,
                _ => measure(*pair, given),
            };
            let mut and_v = [given, &[v]].concat();
            and_v.sort_unstable();
            let with = measure(*pair, &and_v);
            if without > threshold || with <= without {
                continue;
            }
            if with > threshold {
                colliders.arrows.extend([(u, v), (w, v)]);
            } else {
                colliders.doubtful.push([u.min(w), v, u.max(w)]);
            }
        }
    }
    colliders.arrows.sort_unstable();
    colliders.arrows.dedup();
    colliders
}

/// A direction implied by one of Meek's rules for an edge that is not among the conflicts.
fn implied(pattern: &Pattern, conflicts: &[[usize; 2]], doubtful: &[[usize; 3]]) -> Option<(usize, usize)> {
    let both_ways = pattern.undirected().into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
    both_ways
        .filter(|(a, b)| !conflicts.contains(&[*a.min(b), *a.max(b)]))
        .find(|&(a, b)| follows(pattern, doubtful, a, b))
}

/// True if Meek's rules direct the edge a - b from a to b. They use only paths that are certainly not v-structures.
fn follows(pattern: &Pattern, doubtful: &[[usize; 3]], a: usize, b: usize) -> bool {
    let all = || 0..pattern.variables();
    // True if c -> a <- d is certainly not a v-structure.
    let none_at_a =
        |c: usize, d: usize| c != d && !pattern.is_adjacent(c, d) && !doubtful.contains(&[c.min(d), a, c.max(d)]);
    // Rule 1: c -> a, and c is not adjacent to b; otherwise c -> a <- b would be a v-structure.
    let rule_1 = || all().any(|c| pattern.is_directed(c, a) && none_at_a(c, b));
    // Rule 2: a -> c -> b; otherwise there would be a cycle.
    let rule_2 = || all().any(|c| pattern.is_directed(a, c) && pattern.is_directed(c, b));
    // Rule 3: a - c -> b and a - d -> b, and c is not adjacent to d.
    let beside = |c: usize| pattern.is_undirected(a, c) && pattern.is_directed(c, b);
    let rule_3 = || all().any(|c| beside(c) && all().any(|d| d > c && beside(d) && none_at_a(c, d)));
    // Rule 4: a - d -> c -> b, a is adjacent to c, and d is not adjacent to b.
    let rule_4 = || {
        let ends = |c: usize| pattern.is_directed(c, b) && pattern.is_adjacent(a, c);
        let begins = |d: usize, c: usize| pattern.is_undirected(a, d) && pattern.is_directed(d, c) && none_at_a(d, b);
        all().any(|c| ends(c) && all().any(|d| begins(d, c)))
    };
    rule_1() || rule_2() || rule_3() || rule_4()
}
