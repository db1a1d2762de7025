//! Operations, over an overlay tree or among ranks.

use crate::request::{Collective, MpiCollective, Word};

/// The operation of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Over an overlay tree: one message from the root to all leaves.
    Multicast,
    /// Over an overlay tree: a multicast followed by a reduction.
    Roundtrip,
    /// The sum of values, divided among ranks in any way.
    Sum,
    /// A message from one rank to another.
    PointToPoint,
    /// The transposes of a 3d FFT.
    Fft,
    /// A collective of MPI; a reduction also over an overlay tree.
    Mpi(MpiCollective),
}

impl Operation {
    /// The reduction, among ranks or over an overlay tree.
    pub const REDUCE: Self = Self::Mpi(MpiCollective::Reduce);
    /// The broadcast among ranks.
    pub const BCAST: Self = Self::Mpi(MpiCollective::Bcast);

    /// True if it exists over overlay trees.
    #[must_use]
    pub const fn is_over_trees(self) -> bool {
        matches!(self, Self::REDUCE | Self::Multicast | Self::Roundtrip)
    }

    /// The counterpart over an overlay tree: a reduction unless there is another one.
    #[must_use]
    pub const fn over_tree(self) -> Collective {
        match self {
            Self::Multicast => Collective::Multicast,
            Self::Roundtrip => Collective::Roundtrip,
            _ => Collective::Reduce,
        }
    }

    /// True if a schedule for it can be built.
    #[must_use]
    pub const fn has_schedule(self) -> bool {
        !matches!(self, Self::Sum | Self::PointToPoint | Self::Fft)
    }

    /// The MPI collective that it is, if it is one.
    #[must_use]
    pub const fn of_mpi(self) -> Option<MpiCollective> {
        match self {
            Self::Mpi(collective) => Some(collective),
            Self::Multicast | Self::Roundtrip | Self::Sum | Self::PointToPoint | Self::Fft => None,
        }
    }

    /// The name in options, files and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.word()
    }
}

const fn mpi(collective: MpiCollective, meaning: &'static str) -> (Operation, &'static str, &'static str) {
    (Operation::Mpi(collective), collective.name(), meaning)
}

impl Word for Operation {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        mpi(MpiCollective::Reduce, "Data of the leaves, or of all ranks, combined on the way to the root"),
        (Self::Multicast, "multicast", "One message from the root to all leaves"),
        (Self::Roundtrip, "roundtrip", "A multicast over a tree, followed by a reduction"),
        mpi(MpiCollective::Bcast, "One vector from rank 0 to all ranks"),
        (Self::Sum, "sum", "--values values, spread over the ranks in any way, added up (LogP)"),
        mpi(MpiCollective::Scatter, "A block of its own from rank 0 to every rank"),
        mpi(MpiCollective::Gather, "A block from every rank to rank 0"),
        mpi(MpiCollective::Allgather, "A block from every rank to all"),
        mpi(MpiCollective::ReduceScatter, "The vectors of all combined, a part of the result at each"),
        mpi(MpiCollective::Allreduce, "The vectors of all combined, the result at all"),
        mpi(MpiCollective::Alltoall, "A block of its own from every rank to every other"),
        mpi(MpiCollective::Barrier, "No rank leaves before all have arrived"),
        (
            Self::PointToPoint,
            "point-to-point",
            "A message from one rank to another, among the messages of the others (bgp)",
        ),
        (Self::Fft, "fft", "The transposes of a 3d FFT"),
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_collective_of_mpi_can_be_asked_for() {
        for collective in MpiCollective::ALL {
            assert_eq!(Operation::named(collective.name()), Some(Operation::Mpi(collective)));
        }
    }
}
