//! Channel loads in the stages of a pattern.

use super::Loads;
use super::{Pattern, Run, even, listed, round_robin, sequential};
use crate::job::{Layout, Mapping};

impl Pattern {
    /// Calls `each` with the loads of the pattern's stages on a layout, in any order: the number of stages that are alike,
    /// and the load of each on the channels.
    ///
    /// If hosts are filled one after the other or in turn, loads are counted without visiting single ranks, in time roughly
    /// proportional to the number of different loads. For a list of hosts, counting takes a step for each transmission of
    /// the different stages.
    pub fn loads(&self, layout: &Layout, each: &mut dyn FnMut(u64, Loads)) {
        self.runs(layout, &mut |run| (0..run.length).for_each(|index| each(run.stages, run.at(index))));
    }

    /// Calls `each` with the loads of the pattern's stages, in any order, with stages whose loads change
    /// evenly in one run. If hosts are not listed, there are only a few such runs for any number of ranks per host.
    pub fn runs(&self, layout: &Layout, each: &mut dyn FnMut(Run)) {
        if self.stages(layout.ranks()) == 0 {
            return;
        }
        match layout.mapping() {
            Mapping::Sequential if !layout.is_filled() => even::runs(self, layout, each),
            Mapping::Sequential if self.keeps_its_rules(layout.ranks()) => sequential::runs(self, layout, each),
            Mapping::RoundRobin if self.keeps_its_rules(layout.ranks()) => round_robin::runs(self, layout, each),
            _ => listed::loads(self, layout, &mut |stages, loads| each(Run::alike(stages, loads))),
        }
    }
}
