//! The blocks carried by the messages of a rule, for models that price every message by its length.

use super::Cut;
use super::rule::{Load, Owner, Rule, Whose};
use logpine_models::model::stage::{Blocks, FirstBlock};

impl Rule {
    /// The blocks of its messages; `None` if their lengths do not follow: a message carries everything, or follows no
    /// single rule.
    pub(super) const fn carried(self, cut: &Cut) -> Option<Blocks> {
        let (first, count) = match self {
            Self::Far { stride, load: Load::Subtree, .. } => (FirstBlock::Subtree, stride),
            Self::Ring { lag } => (FirstBlock::Ring { lag }, 1),
            Self::Group { distance, whose: Whose::Own, .. } => (FirstBlock::OwnGroup, distance),
            Self::Rotations { stride, .. } => (FirstBlock::OwnGroup, stride),
            Self::Group { distance, whose: Whose::Partner, .. } => (FirstBlock::PartnersGroup, distance),
            Self::Down { count, .. } => (FirstBlock::Sender, count),
            Self::Up { count, .. } => (FirstBlock::Receiver, count),
            Self::Direct(Owner::Receiver) => (FirstBlock::Receiver, 1),
            _ => return None,
        };
        let (all, longer, short) = match *cut {
            Cut::Even { bytes, count } if count > 0 => (count, bytes % count, bytes / count),
            Cut::Equal { block, count } => (count, 0, block),
            _ => return None,
        };
        Some(Blocks { all, longer, short, count, first })
    }
}
