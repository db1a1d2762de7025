//! The algorithms of a library, and how they are found by name or number.

use super::native::{Counting, Native};
use super::version::{Library, Maker};
use super::{mpich, openmpi, others, shim};
use logpine_models::job::MpiCollective;

/// The algorithms of a library for a collective.
pub fn algorithms(library: Library, collective: MpiCollective) -> impl Iterator<Item = &'static Native> {
    let all: &[Native] = match library.maker() {
        Maker::OpenMpi => &openmpi::OPEN_MPI,
        Maker::Mpich => &mpich::MPICH,
        Maker::Ucc => &others::UCC,
        Maker::Impi => &others::IMPI,
        Maker::Shim => &shim::SHIM,
    };
    let is_of = move |native: &&Native| match library.maker() {
        Maker::OpenMpi => openmpi::is_of(library, native),
        Maker::Mpich => mpich::is_of(library, native),
        Maker::Ucc | Maker::Impi | Maker::Shim => true,
    };
    all.iter().filter(move |native| native.collective == collective).filter(is_of)
}

/// The algorithm of that name.
#[must_use]
pub fn named(library: Library, collective: MpiCollective, name: &str) -> Option<&'static Native> {
    algorithms(library, collective).find(|native| native.name == name)
}

/// The algorithm of that number, in libraries that have numbers.
#[must_use]
pub fn numbered(library: Library, collective: MpiCollective, number: u64) -> Option<&'static Native> {
    algorithms(library, collective).find(|native| native.number == number)
}

impl Library {
    /// True if rules with the algorithm give right results for operators that do not commute: it keeps the order of the ranks,
    /// or the library chooses another one for them. Open MPI's that run a flat algorithm for them do not count.
    #[must_use]
    pub const fn keeps_order(self, native: &Native) -> bool {
        !matches!(self.maker(), Maker::OpenMpi) || openmpi::keeps_order(native)
    }

    /// The bytes by which the library chooses among rules.
    #[must_use]
    pub const fn counting(self, collective: MpiCollective) -> Counting {
        match self.maker() {
            Maker::OpenMpi => openmpi::counting(collective),
            Maker::Mpich => mpich::counting(collective),
            Maker::Ucc | Maker::Impi | Maker::Shim if collective.has_bytes() => Counting::AsAsked,
            Maker::Ucc | Maker::Impi | Maker::Shim => Counting::Ignored,
        }
    }

    /// True if a reduction receives from the children of a rank in the order in which trees list them; else in the opposite order,
    /// which makes it a broadcast backwards.
    #[must_use]
    pub const fn receives_as_listed(self) -> bool {
        !matches!(self.maker(), Maker::Shim)
    }

    /// True if the short one of several segments is sent first, in broadcasts and in reductions; else it is the last of both.
    #[must_use]
    pub const fn sends_short_segment_first(self) -> bool {
        matches!(self.maker(), Maker::Mpich)
    }

    /// True if rules must not depend on the size: Open MPI looks them up with each rank's own count, which a scatter or a gather
    /// may leave at 0 on some ranks, and these would then run another algorithm.
    #[must_use]
    pub const fn has_one_row(self, collective: MpiCollective) -> bool {
        matches!(self.counting(collective), Counting::Ignored)
            || (matches!(self.maker(), Maker::OpenMpi)
                && matches!(collective, MpiCollective::Scatter | MpiCollective::Gather))
    }
}
