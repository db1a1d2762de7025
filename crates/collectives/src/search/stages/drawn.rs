//! Random costs of stages, for tests of searches.

use logpine_models::job::Layout;
use logpine_models::model::stage::{Sight, Stage, StageCost};
use logpine_text::units::Time;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Random costs with a seed and a least time in ticks: those of a stage depend on its pattern.
pub struct Drawn {
    pub seed: u64,
    pub least: u64,
}

impl StageCost for Drawn {
    fn name(&self) -> &'static str {
        "drawn"
    }

    fn sight(&self) -> Sight {
        Sight::Hosts
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        let mut hasher = DefaultHasher::new();
        (self.seed, stage.pattern).hash(&mut hasher);
        Time::from_ticks(self.least + hasher.finish() % 100).checked_mul(stage.stages(layout.ranks()))
    }

    fn at_least(&self, _bytes: u64, _layout: &Layout) -> Option<Time> {
        Some(Time::from_ticks(self.least))
    }
}
