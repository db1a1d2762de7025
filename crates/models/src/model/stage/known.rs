//! Loads counted once for many messages.

use super::{LeastStages, Numbering, Overlap, Pattern, Run, Sight, Stage, StageCost};
use crate::job::{Layout, Traffic};
use crate::model::{ModelError, PortTiming};
use logpine_text::units::Time;
use rustc_hash::FxHashMap;
use std::sync::{PoisonError, RwLock};

/// The largest number of different loads that are kept; patterns with more are counted each time.
const MOST_LOADS: usize = 96;

/// The largest number of patterns that are kept.
const MOST_PATTERNS: usize = 1 << 16;

/// A number of segments above the number of depths of a k-ary tree: from here on, every further segment adds the same
/// stages.
const MANY_SEGMENTS: u64 = 66;

/// Stages with the same loads, or whose loads change evenly.
#[derive(Clone, Copy)]
struct Alike {
    run: Run,
    /// The number of stages that every segment beyond [`MANY_SEGMENTS`] adds to each.
    further: u64,
}

/// The loads of a pattern; `None` if there are too many to keep.
type Kept = Option<Box<[Alike]>>;

/// A cost on one layout that counts the loads of every pattern once. They depend on the layout alone, so messages of all
/// lengths share them. Times equal those of the cost.
pub struct KnownLoads<'a> {
    cost: &'a dyn StageCost,
    layout: Layout,
    /// The same hosts with ranks numbered in their order.
    along_hosts: Layout,
    known: RwLock<FxHashMap<(Pattern, Numbering), Kept>>,
}

impl<'a> KnownLoads<'a> {
    /// An empty cache for `cost`. On layouts other than `layout` it counts as the cost itself does.
    #[must_use]
    pub fn new(cost: &'a dyn StageCost, layout: Layout) -> Self {
        let along_hosts = layout.along_hosts();
        Self { cost, layout, along_hosts, known: RwLock::default() }
    }

    /// The layout of the ranks.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The time of a stage with its kept loads.
    fn time_by(&self, stage: &Stage, further: u64, kept: Option<&[Alike]>) -> Option<Time> {
        let Some(kept) = kept else { return self.cost.time(stage, &self.layout) };
        self.cost.time_with(stage, &self.layout, &|each| {
            for &Alike { run, further: of_each } in kept {
                each(Run { stages: run.stages.saturating_add(of_each.saturating_mul(further)), ..run });
            }
        })
    }

    fn count(&self, pattern: Pattern, numbering: Numbering) -> Kept {
        let layout = match numbering {
            Numbering::Ranks => &self.layout,
            Numbering::Hosts => &self.along_hosts,
        };
        let mut alike = Vec::new();
        pattern.runs(layout, &mut |run| add(&mut alike, run));
        if let Pattern::KAry { fanout, segments: MANY_SEGMENTS } = pattern {
            let mut more = Vec::new();
            let one_more = Pattern::KAry { fanout, segments: MANY_SEGMENTS + 1 };
            one_more.runs(layout, &mut |run| add(&mut more, run));
            for (alike, more) in alike.iter_mut().zip(more) {
                alike.further = more.run.stages.saturating_sub(alike.run.stages);
            }
        }
        (alike.len() <= MOST_LOADS).then(|| alike.into())
    }
}

/// Adds the stages of one more run, unless there are too many different ones.
fn add(alike: &mut Vec<Alike>, run: Run) {
    match alike.iter().position(|alike| Run { stages: run.stages, ..alike.run } == run) {
        Some(place) => alike[place].run.stages = alike[place].run.stages.saturating_add(run.stages),
        None if alike.len() <= MOST_LOADS => alike.push(Alike { run, further: 0 }),
        None => {}
    }
}

/// The pattern whose loads are kept to stand for a given pattern, and the number of segments that the latter has beyond it.
const fn representative(pattern: Pattern) -> (Pattern, u64) {
    match pattern {
        Pattern::KAry { fanout, segments } if segments > MANY_SEGMENTS => {
            (Pattern::KAry { fanout, segments: MANY_SEGMENTS }, segments - MANY_SEGMENTS)
        }
        _ => (pattern, 0),
    }
}

impl StageCost for KnownLoads<'_> {
    fn name(&self) -> &'static str {
        self.cost.name()
    }

    fn sight(&self) -> Sight {
        self.cost.sight()
    }

    fn serves(&self, layout: &Layout) -> Result<(), ModelError> {
        self.cost.serves(layout)
    }

    fn time(&self, stage: &Stage, layout: &Layout) -> Option<Time> {
        if self.cost.sight() == Sight::Blind || *layout != self.layout {
            return self.cost.time(stage, layout);
        }
        let (pattern, further) = representative(stage.pattern);
        let key = (pattern, stage.numbering);
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(kept) = known.get(&key) {
            return self.time_by(stage, further, kept.as_deref());
        }
        let full = known.len() >= MOST_PATTERNS;
        drop(known);
        if full {
            return self.cost.time(stage, layout);
        }
        let kept = self.count(pattern, stage.numbering);
        let time = self.time_by(stage, further, kept.as_deref());
        self.known.write().unwrap_or_else(PoisonError::into_inner).insert(key, kept);
        time
    }

    fn at_least(&self, bytes: u64, layout: &Layout) -> Option<Time> {
        self.cost.at_least(bytes, layout)
    }

    fn moving_at_least(&self, traffic: Traffic, stages: LeastStages, layout: &Layout) -> Option<Time> {
        self.cost.moving_at_least(traffic, stages, layout)
    }

    fn overlap(&self, layout: &Layout) -> Option<Overlap> {
        self.cost.overlap(layout)
    }

    fn ports(&self) -> Option<&dyn PortTiming> {
        self.cost.ports()
    }
}
