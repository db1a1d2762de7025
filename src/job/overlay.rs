//! Questions about overlay trees, in which only the leaves hold data.

/// The most leaves a job can have: 2^63.
pub const MOST_LEAVES: u64 = 1 << 63;

/// An operation over an overlay tree, in which only the leaves hold data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Collective {
    /// Data of the leaves combined on the way up.
    #[default]
    Reduce,
    /// One message from the root to all leaves.
    Multicast,
    /// A multicast followed by a reduction.
    Roundtrip,
}

/// What is to be least.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The time of one wave.
    #[default]
    Latency,
    /// The time between waves in steady state; among equals, the latency.
    Period,
    /// Latency + (waves - 1) * period; at least one wave.
    Total {
        /// Number of waves.
        waves: u64,
    },
}

impl Objective {
    /// The objective's name: `latency`, `period` or `total`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Latency => "latency",
            Self::Period => "period",
            Self::Total { .. } => "total",
        }
    }
}

/// Limits a tree must respect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No node has more children.
    pub max_fanout: Option<u64>,
    /// No leaf is further from the root, in edges.
    pub max_height: Option<u32>,
}

/// A question about overlay trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The operation.
    pub collective: Collective,
    /// Number of leaves, 1..=2^63.
    leaves: u64,
    /// What is to be least.
    pub objective: Objective,
    /// What the tree must respect.
    pub limits: Limits,
}

/// A question that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// Outside 1..=2^63.
    #[error("{leaves} leaves: a tree has at least 1 leaf and at most 2^63 = {MOST_LEAVES}")]
    Leaves {
        /// What was asked for.
        leaves: u64,
    },
    /// A total over no waves.
    #[error("a total needs at least 1 wave, not 0")]
    NoWaves,
}

impl Job {
    /// A reduction over `leaves` leaves for the least latency, without limits.
    ///
    /// # Errors
    /// [`JobError::Leaves`] outside 1..=2^63.
    pub fn new(leaves: u64) -> Result<Self, JobError> {
        if !(1..=MOST_LEAVES).contains(&leaves) {
            return Err(JobError::Leaves { leaves });
        }
        let (collective, objective, limits) = (Collective::default(), Objective::default(), Limits::default());
        Ok(Self { collective, leaves, objective, limits })
    }

    /// The same job for another collective.
    #[must_use]
    pub fn with_collective(self, collective: Collective) -> Self {
        Self { collective, ..self }
    }

    /// The same job with another objective.
    ///
    /// # Errors
    /// [`JobError::NoWaves`] for a total over 0 waves.
    pub fn with_objective(self, objective: Objective) -> Result<Self, JobError> {
        if objective == (Objective::Total { waves: 0 }) {
            return Err(JobError::NoWaves);
        }
        Ok(Self { objective, ..self })
    }

    /// The same job with limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Number of leaves.
    #[must_use]
    pub const fn leaves(&self) -> u64 {
        self.leaves
    }
}
