//! Algorithms that a library can be told to run.

use super::rounds::Program;
use super::trees::Tree;
use logpine_models::job::MpiCollective::{
    self, Allgather, Allreduce, Alltoall, Barrier, Bcast, Gather, Reduce, ReduceScatter, Scatter,
};

/// An algorithm of a library.
#[derive(Debug)]
pub struct Native {
    /// The operation.
    pub collective: MpiCollective,
    /// The number in Open MPI's rules; 0 in other libraries, which go by names.
    pub number: u64,
    /// The library's own name.
    pub name: &'static str,
    /// The parameters that it takes.
    pub knobs: Knobs,
    /// The tree, or the family, that it is.
    pub form: Form,
}

/// The parameters that an algorithm takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Knobs {
    /// The fanout, radix or number of chains, if there is such a parameter.
    pub fanout: Option<Fanout>,
    /// True if messages can be cut into segments of a size in bytes.
    pub segment: bool,
}

/// A fanout that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fanout {
    /// The least.
    pub least: u64,
    /// The largest.
    pub most: u64,
    /// The variable that sets it for all ranks and sizes; `None` if every rule has its own.
    pub variable: Option<&'static str>,
    /// The fanout if none is given.
    pub default: u64,
}

impl Knobs {
    /// No parameter.
    pub const NONE: Self = Self { fanout: None, segment: false };
    /// The size of segments.
    pub const SEGMENT: Self = Self { fanout: None, segment: true };

    /// A fanout of each rule, and the size of segments.
    pub(super) const fn of(least: u64, most: u64, default: u64) -> Self {
        Self { fanout: Some(Fanout { least, most, variable: None, default }), segment: true }
    }

    /// A fanout that a variable sets for all rules.
    pub(super) const fn by(variable: &'static str, default: u64, segment: bool) -> Self {
        Self { fanout: Some(Fanout { least: 2, most: 64, variable: Some(variable), default }), segment }
    }
}

/// The form of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Passes messages along a tree, whole or in segments.
    Tree(Tree),
    /// An algorithm of the catalogue, with its family and words of its parameters.
    Family(&'static str, &'static [(&'static str, &'static str)]),
    /// Sends the messages of a program.
    Rounds(Program),
    /// Something that has no price, for this reason.
    Uncosted(&'static str),
}

/// Unknown algorithms, one for each collective. A file leads to one where more than ranks and bytes decide, or where what it names is not in
/// the table of natives.
static UNDETERMINED: [Native; 9] = {
    const fn of(collective: MpiCollective) -> Native {
        let form = Form::Uncosted("the file does not tell it by ranks and bytes alone, or it has no name here");
        Native { collective, number: 0, name: "unknown", knobs: Knobs::NONE, form }
    }
    [
        of(Bcast),
        of(Reduce),
        of(Scatter),
        of(Gather),
        of(Allgather),
        of(ReduceScatter),
        of(Allreduce),
        of(Alltoall),
        of(Barrier),
    ]
};

/// The stand-in for what a library runs for a collective where that is not known.
#[must_use]
pub fn undetermined(collective: MpiCollective) -> &'static Native {
    let [first, ..] = &UNDETERMINED;
    UNDETERMINED.iter().find(|native| native.collective == collective).unwrap_or(first)
}

/// The bytes by which a library chooses among rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// The size as [`MpiCollective::bytes_of`] defines it.
    AsAsked,
    /// The block of a rank, times the number of ranks.
    TimesRanks,
    /// The library does not look at the size.
    Ignored,
}

impl Counting {
    /// The bytes that a library counts for a size among ranks.
    #[must_use]
    pub const fn count(self, bytes: u64, ranks: u64) -> u64 {
        match self {
            Self::AsAsked => bytes,
            Self::TimesRanks => bytes.saturating_mul(ranks),
            Self::Ignored => 0,
        }
    }
}
