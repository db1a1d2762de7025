//! The rows of a ranking: candidates that are the same tree are one row.

use super::Detail;
use crate::answer::Candidate;
use itertools::Itertools as _;

/// Candidates that are the same tree, in the order of the ranking.
pub struct Row<'a, C> {
    pub candidates: Vec<&'a Candidate<C>>,
}

impl<'a, C> Row<'a, C> {
    /// The first of them.
    pub fn first(&self) -> &'a Candidate<C> {
        self.candidates[0]
    }

    /// The name of the first, and the families of the others.
    pub fn with_others(&self, name: String) -> String {
        let family = self.first().family;
        let others = self.candidates.iter().map(|other| other.family).filter(|other| *other != family).dedup();
        match others.format(", ").to_string() {
            none if none.is_empty() => name,
            others => format!("{name} (also {others})"),
        }
    }
}

/// For each candidate, the index of the first one that is the same.
pub fn first_equals<C>(candidates: &[Candidate<C>], same: impl Fn(&Candidate<C>, &Candidate<C>) -> bool) -> Vec<usize> {
    let first = |(index, candidate): (usize, &Candidate<C>)| {
        candidates[..index].iter().position(|earlier| same(earlier, candidate)).unwrap_or(index)
    };
    candidates.iter().enumerate().map(first).collect()
}

/// The candidates of a ranking, each tree once: in brief, the best of each family and those that are `needed`. `firsts` has the
/// index of the first candidate that is the same tree.
pub fn rows<'a, C>(
    candidates: &'a [Candidate<C>],
    detail: Detail,
    needed: impl Fn(&Candidate<C>) -> bool,
    firsts: &[usize],
) -> Vec<Row<'a, C>> {
    let mut shown: Vec<&str> = Vec::new();
    let mut rows: Vec<(usize, Row<C>)> = Vec::new();
    for (candidate, &first) in candidates.iter().zip(firsts) {
        let is_new = !shown.contains(&candidate.family);
        shown.push(candidate.family);
        if !(detail.is_full() || is_new || needed(candidate)) {
            continue;
        }
        match rows.iter_mut().find(|(known, _)| *known == first) {
            Some((_, row)) => row.candidates.push(candidate),
            None => rows.push((first, Row { candidates: vec![candidate] })),
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Each candidate in a row of its own.
pub fn each<C>(candidates: &[Candidate<C>]) -> Vec<Row<'_, C>> {
    candidates.iter().map(|candidate| Row { candidates: vec![candidate] }).collect()
}
