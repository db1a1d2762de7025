//! Waves of one size from leaves to one node, by turns.

use crate::regression::Noise;
use crate::tan::{FanInFit, Form, Growth};
use crate::{Estimate, Sample, Samples};
use rustc_hash::FxHashMap;
use std::num::NonZeroU64;

/// The samples by the turns of a node in place of its children.
pub(super) fn in_turns(fan_in: &Samples, threads: NonZeroU64) -> Vec<Sample> {
    let turns = |sample: &Sample| Sample { at: sample.at.div_ceil(threads.get()), ..*sample };
    fan_in.samples.iter().map(turns).collect()
}

/// Waves of one size, and the fit of a time that is proportional to the turns.
pub(super) struct Waves {
    fit: FanInFit,
    /// The mean number of children at each point of the fit, that is, for each number of turns.
    children: Vec<f64>,
    /// The bytes of a message.
    pub bytes: f64,
}

impl Waves {
    pub fn new(fit: FanInFit, fan_in: &Samples, threads: NonZeroU64, bytes: u64) -> Self {
        let mut sums: FxHashMap<u64, (f64, f64)> = FxHashMap::default();
        for sample in &fan_in.samples {
            let (children, waves) = sums.entry(sample.at.div_ceil(threads.get())).or_default();
            *children += sample.at as f64;
            *waves += 1.0;
        }
        let mut means: Vec<(u64, f64)> = sums.into_iter().map(|(turns, (sum, waves))| (turns, sum / waves)).collect();
        means.sort_unstable_by_key(|&(turns, _)| turns);
        // Points are in ascending order as well; those whose waves were all left out are none.
        let mut means = means.into_iter();
        let children = fit.points.iter().filter_map(|point| means.find(|&(turns, _)| turns as f64 >= point.at));
        let children = children.map(|(_, mean)| mean).collect();
        Self { fit, children, bytes: bytes as f64 }
    }

    /// The number of waves.
    pub fn count(&self) -> usize {
        self.fit.points.iter().map(|point| point.count).sum()
    }

    /// The time of a turn: 0 for waves that do not grow with their leaves.
    pub fn slope(&self) -> Estimate {
        match self.fit.terms.growth {
            Growth::Linear { linear } => linear,
            _ => Estimate::default(),
        }
    }

    /// The children in a turn, by the weights of the fit: k of the [gap](super::gap).
    pub fn children_in_a_turn(&self) -> f64 {
        let linear = self.fit.candidates.iter().find(|candidate| candidate.form == Form::Linear);
        let is_relative = linear.is_some_and(|linear| linear.regression.noise == Noise::Relative);
        let mut sums = [0.0, 0.0];
        for (point, children) in self.fit.points.iter().zip(&self.children) {
            let scale = linear.filter(|_| is_relative).map_or(1.0, |linear| linear.regression.at(point.at));
            let weighted = point.count as f64 * point.at / scale / scale;
            sums[0] += weighted * children;
            sums[1] += weighted * point.at;
        }
        sums[0] / sums[1]
    }

    /// The mean time at each point over the one that the latency, the cost of a child and the gap predict.
    pub fn ratios(&self, per_child: f64, gap_per_byte: f64) -> impl Iterator<Item = f64> {
        self.fit.points.iter().zip(&self.children).map(move |(point, children)| {
            let bytes = children * self.bytes;
            point.mean / (self.fit.offset.value + point.at * per_child + bytes * gap_per_byte)
        })
    }
}
