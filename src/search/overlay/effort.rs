//! How much a search may still spend: a stand-in for time that is the same on every machine.

/// What is left, in looks at a fanout (some nanoseconds each).
#[derive(Debug)]
pub struct Effort {
    left: u64,
}

impl Effort {
    /// For the best latency: about a tenth of a second.
    pub fn for_one_tree() -> Self {
        Self { left: 1 << 26 }
    }

    /// For an objective or a front, which take the best latency under many caps: some seconds at most.
    pub fn for_many_trees() -> Self {
        Self { left: 1 << 28 }
    }

    /// Spends so many looks; false once nothing is left.
    pub fn spend(&mut self, looks: usize) -> bool {
        self.left = self.left.saturating_sub(looks as u64);
        self.left > 0
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left == 0
    }
}
