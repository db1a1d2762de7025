//! The remaining effort of a search: a substitute for time that is the same on every machine.

/// The remaining effort, in examined fanouts (some nanoseconds each).
#[derive(Debug)]
pub struct Effort {
    left: u64,
}

impl Effort {
    /// The effort for the best latency: about a tenth of a second.
    pub fn for_one_tree() -> Self {
        Self { left: 1 << 26 }
    }

    /// The effort for an objective or a front, which take the best latency under many caps: some seconds at most.
    pub fn for_many_trees() -> Self {
        Self { left: 1 << 28 }
    }

    /// Spends effort for `looks` examined fanouts; false once nothing is left.
    pub fn spend(&mut self, looks: usize) -> bool {
        self.left = self.left.saturating_sub(looks as u64);
        self.left > 0
    }

    /// True if nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }
}
