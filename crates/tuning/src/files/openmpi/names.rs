//! Collectives and algorithms of rules files by number and name, those included that [`Rules`](crate::library::Rules) leave
//! out.

use crate::library::{Library, Native, algorithms, named, numbered};
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};
use rustc_hash::FxHashSet;

/// A collective of rules files.
#[derive(Debug)]
pub struct Collective {
    /// The number in classic files.
    pub id: u64,
    /// The library's name.
    pub name: &'static str,
    /// The collective of ours, if there is one.
    pub ours: Option<MpiCollective>,
    /// The names of the algorithms of the others, from 1 on.
    others: &'static [&'static str],
}

const fn ours(id: u64, name: &'static str, collective: MpiCollective) -> Collective {
    Collective { id, name, ours: Some(collective), others: &[] }
}

const fn other(id: u64, name: &'static str, others: &'static [&'static str]) -> Collective {
    Collective { id, name, ours: None, others }
}

const SCANS: &[&str] = &["linear", "recursive_doubling"];

/// All collectives in the order of their numbers.
pub static COLLECTIVES: [Collective; 22] = [
    ours(0, "allgather", Allgather),
    other(1, "allgatherv", &["default", "bruck", "ring", "neighbor", "two_proc", "sparbit"]),
    ours(2, "allreduce", Allreduce),
    ours(3, "alltoall", Alltoall),
    other(4, "alltoallv", &["basic_linear", "pairwise"]),
    other(5, "alltoallw", &[]),
    ours(6, "barrier", Barrier),
    ours(7, "bcast", Bcast),
    other(8, "exscan", SCANS),
    ours(9, "gather", Gather),
    other(10, "gatherv", &[]),
    ours(11, "reduce", Reduce),
    ours(12, "reduce_scatter", ReduceScatter),
    other(13, "reduce_scatter_block", &["basic_linear", "recursive_doubling", "recursive_halving", "butterfly"]),
    other(14, "scan", SCANS),
    ours(15, "scatter", Scatter),
    other(16, "scatterv", &[]),
    other(17, "neighbor_allgather", &[]),
    other(18, "neighbor_allgatherv", &[]),
    other(19, "neighbor_alltoall", &[]),
    other(20, "neighbor_alltoallv", &[]),
    other(21, "neighbor_alltoallw", &[]),
];

/// The collective of that number.
pub fn collective(id: i64) -> Option<&'static Collective> {
    COLLECTIVES.get(usize::try_from(id).ok()?)
}

/// The collective of ours.
pub fn of(collective: MpiCollective) -> Option<&'static Collective> {
    COLLECTIVES.iter().find(|other| other.ours == Some(collective))
}

/// The Open MPI library lines, in the order of their releases.
pub const RELEASES: [Library; 3] = [Library::OpenMpi41, Library::OpenMpi5, Library::OpenMpi6];

/// The state of an algorithm in a release line.
#[derive(Clone, Copy, Debug)]
pub enum Algorithm {
    /// One that the line has; `None` if it is of a collective that rules leave out.
    Known(Option<&'static Native>),
    /// One of a later line.
    Later(Library),
    /// No algorithm.
    Unknown,
}

impl Collective {
    /// True if algorithms can be chosen.
    pub fn has_algorithms(&self) -> bool {
        self.ours.is_some() || !self.others.is_empty()
    }

    /// True if the library looks rules up with 0 bytes, so that the first row is the only one.
    pub fn counts_no_bytes(&self) -> bool {
        matches!(self.name, "barrier" | "alltoallv")
    }

    /// True if ranks look rules up with their own counts, which need not be the same.
    pub fn counts_unevenly(&self) -> bool {
        matches!(self.name, "scatter" | "gather")
    }

    /// True if the algorithm of a number serves two ranks only.
    pub fn is_for_two(&self, id: u64) -> bool {
        matches!((self.name, id), ("allgather", 6) | ("allgatherv" | "alltoall" | "barrier", 5))
    }

    /// The number of algorithms of a collective that rules leave out.
    fn count(&self, library: Library) -> usize {
        // The last of allgatherv came with 5.0.
        let is_short = self.id == 1 && library == Library::OpenMpi41;
        self.others.len() - usize::from(is_short)
    }

    /// True if a release line has the algorithm of a number, which is not 0.
    fn has(&self, library: Library, id: u64) -> bool {
        match self.ours {
            Some(ours) => numbered(library, ours, id).is_some(),
            None => id >= 1 && id <= self.count(library) as u64,
        }
    }

    /// The algorithm of a number, which is not 0.
    pub fn algorithm(&self, library: Library, id: u64) -> Algorithm {
        if self.has(library, id) {
            return Algorithm::Known(self.ours.and_then(|ours| numbered(library, ours, id)));
        }
        RELEASES.into_iter().find(|&later| self.has(later, id)).map_or(Algorithm::Unknown, Algorithm::Later)
    }

    /// The number of the algorithm of a name.
    pub fn number(&self, library: Library, name: &str) -> Option<u64> {
        if let Some(ours) = self.ours {
            return named(library, ours, name).map(|native| native.number);
        }
        let at = self.others.iter().take(self.count(library)).position(|other| *other == name)?;
        Some(at as u64 + 1)
    }

    /// The names of the algorithms.
    pub fn algorithm_names(&self, library: Library) -> Vec<&'static str> {
        match self.ours {
            Some(ours) => algorithms(library, ours).map(|native| native.name).collect(),
            None => self.others.iter().take(self.count(library)).copied().collect(),
        }
    }

    /// The largest number of an algorithm.
    pub fn last(&self, library: Library) -> u64 {
        match self.ours {
            Some(ours) => algorithms(library, ours).map(|native| native.number).max().unwrap_or(0),
            None => self.count(library) as u64,
        }
    }
}

/// The names of all collectives and algorithms.
pub fn all() -> FxHashSet<&'static str> {
    let algorithms = COLLECTIVES.iter().flat_map(|collective| collective.algorithm_names(Library::OpenMpi6));
    COLLECTIVES.iter().map(|collective| collective.name).chain(algorithms).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collectives_stand_at_their_numbers() {
        assert!(COLLECTIVES.iter().enumerate().all(|(at, collective)| collective.id == at as u64));
        assert!(MpiCollective::ALL.into_iter().all(|ours| of(ours).is_some()));
        assert_eq!(
            (collective(21).map(|last| last.name), collective(22).is_some()),
            (Some("neighbor_alltoallw"), false)
        );
    }

    #[test]
    fn algorithms_belong_to_release_lines() {
        let reduce = of(Reduce).expect("there");
        assert!(matches!(reduce.algorithm(Library::OpenMpi5, 8), Algorithm::Later(Library::OpenMpi6)));
        assert!(matches!(reduce.algorithm(Library::OpenMpi6, 8), Algorithm::Known(Some(_))));
        assert!(matches!(reduce.algorithm(Library::OpenMpi6, 9), Algorithm::Unknown));
        let allgatherv = collective(1).expect("there");
        assert!(matches!(allgatherv.algorithm(Library::OpenMpi41, 6), Algorithm::Later(Library::OpenMpi5)));
        assert_eq!((allgatherv.last(Library::OpenMpi41), allgatherv.last(Library::OpenMpi5)), (5, 6));
        let names = all();
        assert!(names.contains("binomial") && names.contains("bcast") && !names.contains("bytes"));
    }
}
