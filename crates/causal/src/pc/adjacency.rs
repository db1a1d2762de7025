//! Search for variables that are direct causes or effects of one another.

use super::{Pattern, PcOptions};
use crate::deterministic::{Relations, STRONG_EVIDENCE};
use crate::{Constraints, Dependence};
use itertools::Itertools;
use rayon::prelude::*;

/// A test of conditional independence with its result.
#[derive(Clone, Debug, PartialEq)]
pub struct TestResult {
    /// The two variables, the smaller number first.
    pub pair: [usize; 2],
    /// The conditioning variables, in ascending order.
    pub given: Vec<usize>,
    /// The information they share given these variables, in nats.
    pub information: f64,
}

/// The reason why two variables are not adjacent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Independence, given the others.
    Independent,
    /// A function: one of them is a function of the others.
    Function,
    /// Equivalence: one of the others is information equivalent, and its relation is simpler.
    Equivalent,
    /// Previous knowledge that rules out an edge.
    Forbidden,
}

/// Two variables that are not adjacent.
#[derive(Clone, Debug, PartialEq)]
pub struct Separation {
    /// The two variables, the smaller number first.
    pub pair: [usize; 2],
    /// The variables that separate them, in ascending order.
    pub given: Vec<usize>,
    /// The information they share given these variables, in nats, if it was tested.
    pub information: Option<f64>,
    /// The reason why they are not adjacent.
    pub reason: Reason,
}

/// The ground of a decision between information equivalent variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Simplicity: its relation with the reference variable is simpler.
    Simpler,
    /// Causality: the relations are equally simple, and it is the cause of the other.
    Cause,
    /// None: both are left adjacent to the reference variable.
    Undecided,
}

/// Two variables that contain the same information about a third (Lemeire, Dirkx and Colitti, 2008, equation 4): each
/// becomes independent of it given the other, so that the PC algorithm alone would disconnect both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equivalence {
    /// The third variable.
    pub reference: usize,
    /// The variable that stays adjacent to the reference.
    pub kept: usize,
    /// The variables that do not, or would not if a decision had been possible.
    pub others: Vec<usize>,
    /// The ground of the decision.
    pub decision: Decision,
}

/// The result of an adjacency search.
pub(crate) struct Skeleton {
    pub pattern: Pattern,
    pub separations: Vec<Separation>,
    pub tests: Vec<TestResult>,
    pub equivalences: Vec<Equivalence>,
}

/// An adjacency search.
pub(crate) struct Search<'a, D> {
    pub dependence: &'a D,
    pub constraints: &'a Constraints,
    pub options: &'a PcOptions,
    /// Decides between information equivalent variables; without it both lose their edges.
    pub simplicity: Option<&'a Relations<'a>>,
}

/// A pair and the sets that separate it, the best first.
type Separated = ([usize; 2], Vec<(Vec<usize>, f64)>);

impl<D: Dependence> Search<'_, D> {
    /// Finds the adjacencies among these variables.
    pub fn run(&self, among: &[usize]) -> Skeleton {
        let mut skeleton = Skeleton {
            pattern: Pattern::empty(self.dependence.variables()),
            separations: Vec::new(),
            tests: Vec::new(),
            equivalences: Vec::new(),
        };
        for [a, b] in pairs(among) {
            if self.constraints.allows(a, b) || self.constraints.allows(b, a) {
                skeleton.pattern.connect(a, b);
            } else {
                let separation =
                    Separation { pair: [a, b], given: Vec::new(), information: None, reason: Reason::Forbidden };
                skeleton.separations.push(separation);
            }
        }
        for size in 0..=self.options.max_conditions {
            let before = skeleton.tests.len();
            let separated = self.separated(among, size, &mut skeleton);
            if skeleton.tests.len() == before && size > 0 {
                break;
            }
            self.remove(&separated, &mut skeleton);
        }
        skeleton
    }

    /// True if tests may remove the edge.
    fn is_open(&self, [a, b]: [usize; 2]) -> bool {
        !self.constraints.requires(a, b) && !self.constraints.requires(b, a)
    }

    /// The pairs that are separated by sets of `size` of their neighbours.
    fn separated(&self, among: &[usize], size: usize, skeleton: &mut Skeleton) -> Vec<Separated> {
        let pattern = &skeleton.pattern;
        let neighbours: Vec<Vec<usize>> =
            (0..pattern.variables()).map(|variable| pattern.neighbours(variable)).collect();
        let adjacent = pairs(among).filter(|&[a, b]| pattern.is_adjacent(a, b) && self.is_open([a, b]));
        let sets = |[a, b]: [usize; 2]| {
            let beside = |of: usize, other: usize| neighbours[of].iter().copied().filter(move |&n| n != other);
            let mut sets: Vec<Vec<usize>> =
                beside(a, b).combinations(size).chain(beside(b, a).combinations(size)).collect();
            sets.sort_unstable();
            sets.dedup();
            sets.into_iter().map(move |given| ([a, b], given))
        };
        let tasks: Vec<([usize; 2], Vec<usize>)> = adjacent.flat_map(sets).collect();
        let test = |(pair, given): ([usize; 2], Vec<usize>)| {
            let information = self.dependence.information(pair[0], pair[1], &given);
            TestResult { pair, given, information }
        };
        let results: Vec<TestResult> = tasks.into_par_iter().map(test).collect();
        let mut separated: Vec<Separated> = Vec::new();
        for TestResult { pair, given, information } in &results {
            // NaN is not evidence of an edge.
            if *information > self.options.threshold {
                continue;
            }
            match separated.last_mut() {
                Some((last, sets)) if last == pair => sets.push((given.clone(), *information)),
                _ => separated.push((*pair, vec![(given.clone(), *information)])),
            }
        }
        for (_, sets) in &mut separated {
            sets.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        }
        skeleton.tests.extend(results);
        separated
    }

    /// Removes edges; those of information equivalent variables only if another of them stays.
    fn remove(&self, separated: &[Separated], skeleton: &mut Skeleton) {
        let mut doubtful: Vec<Doubt> = Vec::new();
        for (pair, sets) in separated {
            let rivals =
                |given: &Vec<usize>| self.simplicity.map_or_else(Vec::new, |_| rivals(*pair, given, separated));
            match sets.iter().find(|(given, _)| rivals(given).is_empty()) {
                Some((given, information)) => {
                    skeleton.remove(*pair, given.clone(), Some(*information), Reason::Independent);
                }
                None => doubtful.extend(sets.iter().take(1).map(|(given, information)| Doubt {
                    pair: *pair,
                    given: given.clone(),
                    information: *information,
                    rivals: sets.iter().flat_map(|(given, _)| rivals(given)).collect(),
                })),
            }
        }
        if let Some(simplicity) = self.simplicity {
            self.decide(doubtful, simplicity, skeleton);
        }
    }

    /// Equation 4 of Lemeire, Dirkx and Colitti (2008): of information equivalent variables, the one with the simplest
    /// relation stays adjacent, or the cause of the others if relations are equally simple. If that does not decide, all
    /// stay adjacent.
    fn decide(&self, mut doubtful: Vec<Doubt>, simplicity: &Relations<'_>, skeleton: &mut Skeleton) {
        let criterion = |variable, reference| {
            simplicity.relation(variable, reference).map_or(f64::INFINITY, |relation| relation.criterion)
        };
        // The most complex relation is removed first; of equally complex ones, that of the latest variables.
        let sequence = self.constraints.sequence();
        let place = |variable: usize| sequence.iter().position(|&other| other == variable);
        doubtful.sort_by(|one, other| {
            let key = |[a, b]: [usize; 2]| {
                (criterion(a, b).min(criterion(b, a)), place(a).max(place(b)), place(a).min(place(b)))
            };
            let (one, other) = (key(one.pair), key(other.pair));
            other.0.total_cmp(&one.0).then_with(|| (other.1, other.2).cmp(&(one.1, one.2)))
        });
        // Edges that stay because others were removed.
        let mut anchored: Vec<[usize; 2]> = Vec::new();
        for Doubt { pair, given, information, rivals } in doubtful {
            let rivals =
                rivals.into_iter().filter(|rival| skeleton.pattern.is_adjacent(rival.instead, rival.reference));
            let decisions: Vec<Equivalence> = rivals
                .filter_map(|Rival { variable, instead, reference }| {
                    let worse = criterion(variable, reference) - criterion(instead, reference);
                    let decision = match worse {
                        _ if worse > STRONG_EVIDENCE => Decision::Simpler,
                        _ if worse < -STRONG_EVIDENCE || self.constraints.precedes(variable, instead) => return None,
                        _ if self.constraints.precedes(instead, variable) => Decision::Cause,
                        _ => Decision::Undecided,
                    };
                    Some(Equivalence { reference, kept: instead, others: vec![variable], decision })
                })
                .collect();
            let decided = decisions.iter().find(|equivalence| equivalence.decision != Decision::Undecided);
            if let Some(equivalence) = decided.filter(|_| !anchored.contains(&pair)) {
                let &Equivalence { kept, reference, .. } = equivalence;
                anchored.push([kept.min(reference), kept.max(reference)]);
                skeleton.equivalences.push(equivalence.clone());
                skeleton.remove(pair, given, Some(information), Reason::Equivalent);
            } else {
                skeleton.equivalences.extend(decisions.into_iter().filter(|e| e.decision == Decision::Undecided));
            }
        }
        skeleton.settle();
    }
}

impl Skeleton {
    /// Removes undecided equivalences that were settled, and duplicates of the others.
    fn settle(&mut self) {
        let mut told: Vec<(usize, [usize; 2])> = Vec::new();
        let pattern = &self.pattern;
        self.equivalences.retain(|Equivalence { reference, kept, others, decision }| {
            let Some(&other) = others.first().filter(|_| *decision == Decision::Undecided) else { return true };
            let doubt = (*reference, [(*kept).min(other), (*kept).max(other)]);
            let is_new = !told.contains(&doubt);
            told.push(doubt);
            is_new && pattern.is_adjacent(*kept, *reference) && pattern.is_adjacent(other, *reference)
        });
    }

    /// Removes an edge.
    pub fn remove(&mut self, pair: [usize; 2], given: Vec<usize>, information: Option<f64>, reason: Reason) {
        self.pattern.disconnect(pair[0], pair[1]);
        self.separations.push(Separation { pair, given, information, reason });
    }
}

/// An edge for which every separating set contains an information equivalent variable.
struct Doubt {
    pair: [usize; 2],
    given: Vec<usize>,
    information: f64,
    rivals: Vec<Rival>,
}

/// A variable that may stay adjacent to the reference instead of another.
struct Rival {
    variable: usize,
    instead: usize,
    reference: usize,
}

/// The variables of `given` that are information equivalent to one of the pair with respect to the other: the set in which
/// the two are exchanged separates them from it.
fn rivals(pair: [usize; 2], given: &[usize], separated: &[Separated]) -> Vec<Rival> {
    let mut rivals = Vec::new();
    for [variable, reference] in [pair, [pair[1], pair[0]]] {
        for &instead in given {
            let mut exchanged: Vec<usize> =
                given.iter().map(|&other| if other == instead { variable } else { other }).collect();
            exchanged.sort_unstable();
            let other = [instead.min(reference), instead.max(reference)];
            let sets = separated.iter().find(|(pair, _)| *pair == other).map(|(_, sets)| sets);
            if sets.is_some_and(|sets| sets.iter().any(|(set, _)| *set == exchanged)) {
                rivals.push(Rival { variable, instead, reference });
            }
        }
    }
    rivals
}

/// All pairs, the smaller number first.
pub(crate) fn pairs(among: &[usize]) -> impl Iterator<Item = [usize; 2]> + '_ {
    among.iter().copied().array_combinations().map(|[a, b]| [a.min(b), a.max(b)])
}
