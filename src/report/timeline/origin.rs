//! What a replayed schedule was made of.

use crate::answer::{Candidate, OverlayTree, RankAlgorithm, StageSequence};
use crate::request::{Job, LeafJob, MpiJob, RankJob};
use crate::schedule::build::Waves;
use crate::units::Time;

/// What a replayed schedule was made of.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    /// Nothing that is known.
    Unknown,
    /// A GOAL schedule.
    Goal {
        /// The name of the file.
        file: &'a str,
        /// The length of a GOAL tick.
        tick: Time,
    },
    /// An algorithm among ranks.
    Ranks {
        /// What was asked.
        job: &'a RankJob,
        /// The algorithm.
        candidate: &'a Candidate<RankAlgorithm>,
    },
    /// An algorithm of one of MPI's collectives, in stages.
    Mpi {
        /// What was asked.
        job: &'a MpiJob,
        /// The algorithm.
        candidate: &'a Candidate<StageSequence>,
    },
    /// A tree over leaves, of one message under a model of messages.
    Leaves {
        /// What was asked.
        job: &'a LeafJob,
        /// The tree.
        candidate: &'a Candidate<OverlayTree>,
    },
    /// Waves over a tree under a model of nodes.
    Waves {
        /// What was asked.
        job: &'a Job,
        /// The tree.
        candidate: &'a Candidate<OverlayTree>,
        /// How many waves.
        waves: u64,
        /// What nodes cost.
        costs: Waves<'a>,
    },
}
