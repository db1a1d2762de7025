//! The effort of a search over segment sizes.

/// The number of evaluations that a search may still make before it is cut short. Evaluations are counted, so the answer
/// does not depend on the machine. Models that are not convex can need many sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort(u32);

impl Default for Effort {
    /// 2^18 evaluations, a tenth of a second for trees of some hundred different subtrees.
    fn default() -> Self {
        Self(1 << 18)
    }
}

impl Effort {
    pub(super) fn spend(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }

    /// Spends a quarter of the initial effort: for trees that turn out to be too large only when they are made.
    pub(super) fn spend_much(&mut self) {
        self.0 = self.0.saturating_sub(1 << 16);
    }

    pub(super) const fn is_spent(self) -> bool {
        self.0 == 0
    }
}
