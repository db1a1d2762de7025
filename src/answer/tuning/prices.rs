//! The times of all settings in all cells of a grid.

use super::offered::offered;
use super::times::Prepared;
use crate::answer::map::Compared;
use crate::answer::{Competition, Grid};
use crate::library::{Library, Setting};
use crate::model::{Port, PortTiming, Reversed};
use crate::request::{MpiCollective, RankCollective};
use crate::tree::PipelineTimes;
use crate::units::Time;
use rayon::prelude::*;

/// The settings of a library, and their times in the cells of a grid.
pub struct Prices {
    /// The settings, simple ones first.
    pub settings: Vec<Setting>,
    /// Numbers of ranks.
    pub ranks: Vec<u64>,
    /// Sizes in bytes; a single 0 if the collective has none.
    pub bytes: Vec<u64>,
    /// The times, by setting, then by rank count, then by size.
    times: Vec<Vec<Option<Time>>>,
}

/// The port of a message along a tree, down or up; `None` under models of stages.
fn port(competition: &Competition, bytes: u64) -> Option<Port> {
    let Compared::Ranks { collective, costs, .. } = &competition.compared else { return None };
    let timing = costs.timing.as_ref();
    match collective {
        RankCollective::Bcast => timing.port(bytes),
        RankCollective::Reduce => Reversed(timing).port(bytes),
    }
}

impl Prices {
    /// All times of a library's settings; they do not depend on the number of threads.
    pub fn new(
        competition: &Competition,
        library: Library,
        collective: MpiCollective,
        ranks: &Grid,
        bytes: Option<&Grid>,
        all_commute: bool,
    ) -> Self {
        let sizes = bytes.map_or_else(|| vec![0], |bytes| bytes.values().to_vec());
        let port = |bytes: u64| port(competition, bytes);
        let settings = offered(library, collective, &sizes, all_commute, &port);
        let ranks = ranks.values().to_vec();
        let priced = |setting: &Setting| {
            let mut times = PipelineTimes::new();
            let mut row = Vec::with_capacity(ranks.len() * sizes.len());
            for &ranks in &ranks {
                let prepared = Prepared::new(competition, library, collective, ranks, *setting);
                row.extend(sizes.iter().map(|&bytes| prepared.time(bytes, &mut times)));
            }
            row
        };
        let times = settings.par_iter().with_max_len(1).map(priced).collect();
        Self { settings, ranks, bytes: sizes, times }
    }

    /// The time of a setting in a cell, if it is known.
    pub fn time(&self, setting: usize, row: usize, column: usize) -> Option<Time> {
        self.times.get(setting)?.get(row * self.bytes.len() + column).copied().flatten()
    }

    /// The least time in a cell among the settings that `is_allowed` lets pass.
    pub fn least(&self, row: usize, column: usize, is_allowed: impl Fn(&Setting) -> bool) -> Option<Time> {
        let allowed = self.settings.iter().enumerate().filter(|(_, setting)| is_allowed(setting));
        allowed.filter_map(|(setting, _)| self.time(setting, row, column)).min()
    }
}
