//! Operations, over an overlay tree or among ranks.

use crate::request::MpiCollective;
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// The operations, over an overlay tree or among ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectiveName {
    /// Over an overlay tree, from the root to all leaves.
    Multicast,
    /// Over an overlay tree, down and up.
    Roundtrip,
    /// Values added up, however they are spread among ranks.
    Sum,
    /// A message from one rank to another.
    PointToPoint,
    /// The transposes of an FFT.
    Fft,
    /// A collective of MPI; a reduction also over an overlay tree.
    Mpi(MpiCollective),
}

impl CollectiveName {
    pub const REDUCE: Self = Self::Mpi(MpiCollective::Reduce);
    pub const BCAST: Self = Self::Mpi(MpiCollective::Bcast);

    /// True if overlay trees have it.
    pub const fn is_over_trees(self) -> bool {
        matches!(self, Self::REDUCE | Self::Multicast | Self::Roundtrip)
    }

    /// True if a schedule of it can be built.
    pub const fn has_schedule(self) -> bool {
        !matches!(self, Self::Sum | Self::PointToPoint | Self::Fft)
    }

    /// The subcommand that answers it, if it is not `collective`.
    pub const fn elsewhere(self) -> Option<&'static str> {
        match self {
            Self::Multicast => Some("tree --collective multicast"),
            Self::Roundtrip => Some("tree --collective roundtrip"),
            Self::Fft => Some("fft"),
            Self::Sum | Self::PointToPoint | Self::Mpi(_) => None,
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Multicast => "multicast",
            Self::Roundtrip => "roundtrip",
            Self::Sum => "sum",
            Self::PointToPoint => "point-to-point",
            Self::Fft => "fft",
            Self::Mpi(collective) => collective.name(),
        }
    }

    /// The collective of MPI of that name.
    pub const fn of_mpi(self) -> Option<MpiCollective> {
        match self {
            Self::Mpi(collective) => Some(collective),
            Self::Multicast | Self::Roundtrip | Self::Sum | Self::PointToPoint | Self::Fft => None,
        }
    }
}

impl ValueEnum for CollectiveName {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::REDUCE,
            Self::Multicast,
            Self::Roundtrip,
            Self::BCAST,
            Self::Sum,
            Self::Mpi(MpiCollective::Scatter),
            Self::Mpi(MpiCollective::Gather),
            Self::Mpi(MpiCollective::Allgather),
            Self::Mpi(MpiCollective::ReduceScatter),
            Self::Mpi(MpiCollective::Allreduce),
            Self::Mpi(MpiCollective::Alltoall),
            Self::Mpi(MpiCollective::Barrier),
            Self::PointToPoint,
            Self::Fft,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match *self {
            Self::REDUCE => "Data of the leaves, or of all ranks, combined on the way to the root".to_owned(),
            Self::Multicast => "Leaves: one message from the root to all leaves".to_owned(),
            Self::Roundtrip => "Leaves: a multicast followed by a reduction".to_owned(),
            Self::Sum => "Ranks: --values values added up, however they are spread (LogP)".to_owned(),
            Self::PointToPoint => {
                "Ranks: a message from one to another, among the messages of the others (bgp)".to_owned()
            }
            Self::Fft => "Ranks: the transposes of a 3d FFT".to_owned(),
            Self::Mpi(collective) => format!("Ranks: {}", collective.description()),
        };
        Some(PossibleValue::new(self.name()).help(help))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_collective_of_mpi_can_be_asked_for() {
        let variants = CollectiveName::value_variants();
        for collective in MpiCollective::ALL {
            assert!(variants.contains(&CollectiveName::Mpi(collective)), "{collective:?}");
        }
    }
}
