//! The costs of the nodes of an overlay tree, for each direction of a wave.

use super::ModelChoice;
use crate::request::{Collective, Refusal};
use logpine_collectives::schedule::build::Waves;
use logpine_models::machine::Machine;
use logpine_models::model::LevelCost;

/// The costs of nodes of an overlay tree, for each direction of a wave.
pub enum WaveCosts {
    /// Waves up the tree.
    Reduce(Box<dyn LevelCost>),
    /// Waves down the tree.
    Multicast(Box<dyn LevelCost>),
    /// Waves down the tree, and up again.
    Roundtrip {
        /// The costs on the way down.
        multicast: Box<dyn LevelCost>,
        /// The costs on the way up.
        reduction: Box<dyn LevelCost>,
    },
}

impl WaveCosts {
    /// The costs on a machine.
    ///
    /// # Errors
    /// [`Refusal`] if the machine has no such model.
    pub fn new(machine: &Machine, choice: ModelChoice, collective: Collective) -> Result<Self, Refusal> {
        let way = |collective| choice.of_nodes(machine, collective).map(|costs| costs.cost);
        Ok(match collective {
            Collective::Reduce => Self::Reduce(way(Collective::Reduce)?),
            Collective::Multicast => Self::Multicast(way(Collective::Multicast)?),
            Collective::Roundtrip => {
                Self::Roundtrip { multicast: way(Collective::Multicast)?, reduction: way(Collective::Reduce)? }
            }
        })
    }

    /// The costs as [`Waves`].
    #[must_use]
    pub fn waves(&self) -> Waves<'_> {
        match self {
            Self::Reduce(cost) => Waves::Reduce(cost.as_ref()),
            Self::Multicast(cost) => Waves::Multicast(cost.as_ref()),
            Self::Roundtrip { multicast, reduction } => {
                Waves::Roundtrip { multicast: multicast.as_ref(), reduction: reduction.as_ref() }
            }
        }
    }
}
