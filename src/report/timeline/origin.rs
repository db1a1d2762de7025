//! The origin of a replayed schedule.

use crate::answer::{Candidate, OverlayTree, RankAlgorithm, Simulation, Source, StageSequence};
use crate::request::{Job, LeafJob, MpiJob, RankJob};
use logpine_collectives::schedule::build::Waves;
use logpine_text::units::Time;

/// The origin of a replayed schedule.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    /// An unknown origin.
    #[cfg(test)]
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
        /// The request.
        job: &'a RankJob,
        /// The algorithm.
        candidate: &'a Candidate<RankAlgorithm>,
    },
    /// An algorithm of one of MPI's collectives, in stages.
    Mpi {
        /// The request.
        job: &'a MpiJob,
        /// The algorithm.
        candidate: &'a Candidate<StageSequence>,
    },
    /// A tree over leaves, of one message under a model of messages.
    Leaves {
        /// The request.
        job: &'a LeafJob,
        /// The tree.
        candidate: &'a Candidate<OverlayTree>,
    },
    /// Waves over a tree under a model of nodes.
    Waves {
        /// The request.
        job: &'a Job,
        /// The tree.
        candidate: &'a Candidate<OverlayTree>,
        /// The number of waves.
        waves: u64,
        /// The costs of nodes.
        costs: Waves<'a>,
    },
}

impl<'a> Origin<'a> {
    /// The origin of an executed schedule.
    #[must_use]
    pub fn of(simulation: &'a Simulation) -> Self {
        match &simulation.source {
            Source::File(file) => Self::Goal { file, tick: simulation.tick.length() },
            Source::Ranks(job, candidate) => Self::Ranks { job, candidate },
            Source::Mpi(job, candidate) => Self::Mpi { job, candidate },
            Source::Leaves { job, candidate, .. } => Self::Leaves { job, candidate },
            Source::Waves { job, candidate, waves, costs, .. } => {
                Self::Waves { job, candidate, waves: *waves, costs: costs.waves() }
            }
        }
    }
}
