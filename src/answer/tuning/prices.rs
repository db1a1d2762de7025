//! The times of all settings in all cells of a grid.

use super::offered::offered;
use super::table::Table;
use crate::answer::Competition;
use crate::answer::map::Compared;
use crate::request::RankCollective;
use logpine_models::model::{Port, PortTiming, Reversed};
use logpine_text::units::Time;
use logpine_trees::tree::PipelineTimes;
use logpine_tuning::library::Setting;
use rayon::prelude::*;

/// The settings of a library, and their times in the cells of a grid. Several in a slice differ in their times alone: they are for the ends of
/// an overhead that was not measured.
pub struct Prices<'a> {
    /// The table.
    pub table: &'a Table<'a>,
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

/// The settings that the library offers at some end of the costs, simple ones first, whether or not they keep the order of the ranks.
pub fn settings(ends: &[Table], sizes: &[u64]) -> Vec<Setting> {
    let of_end = |table: &Table| {
        let port = |bytes: u64| port(&table.competition, bytes);
        offered(table.library, table.collective, sizes, &port)
    };
    let mut all: Vec<Setting> = ends.first().map_or(Vec::new(), of_end);
    for setting in ends.iter().skip(1).flat_map(of_end) {
        if !all.contains(&setting) {
            all.push(setting);
        }
    }
    all
}

impl<'a> Prices<'a> {
    /// All times of settings; they do not depend on the number of threads.
    pub fn new(table: &'a Table<'a>, settings: Vec<Setting>, ranks: Vec<u64>, bytes: Vec<u64>) -> Self {
        let priced = |setting: &Setting| {
            let mut times = PipelineTimes::new();
            let mut row = Vec::with_capacity(ranks.len() * bytes.len());
            for &ranks in &ranks {
                let prepared = table.prepared(*setting, ranks);
                row.extend(bytes.iter().map(|&bytes| prepared.time(bytes, &mut times)));
            }
            row
        };
        let times = settings.par_iter().with_max_len(1).map(priced).collect();
        Self { table, settings, ranks, bytes, times }
    }

    /// The time of a setting in a cell, if it is known.
    pub fn time(&self, setting: usize, row: usize, column: usize) -> Option<Time> {
        self.times.get(setting)?.get(row * self.bytes.len() + column).copied().flatten()
    }

    /// The row and the column of a number of ranks and a size, if they are priced.
    pub fn place(&self, ranks: u64, bytes: u64) -> Option<(usize, usize)> {
        Some((self.ranks.binary_search(&ranks).ok()?, self.bytes.binary_search(&bytes).ok()?))
    }

    /// The least time in a cell among the settings that `is_allowed` lets pass, and the setting.
    pub fn least(&self, row: usize, column: usize, is_allowed: impl Fn(usize) -> bool) -> Option<(Time, usize)> {
        let allowed = (0..self.settings.len()).filter(|&setting| is_allowed(setting));
        allowed.filter_map(|setting| Some((self.time(setting, row, column)?, setting))).min()
    }
}
