//! How far a search of the sizes of segments may go.

/// How many evaluations a search may still make before it is cut short: counted, so that an answer does not depend on the
/// machine. Sizes of models that are not convex can need many.
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

    /// Spends a quarter of all there is at the beginning: for trees that turn out to be too large only when they are made.
    pub(super) fn spend_much(&mut self) {
        self.0 = self.0.saturating_sub(1 << 16);
    }

    pub(super) const fn is_spent(self) -> bool {
        self.0 == 0
    }
}
