//! The finish time of each rank of a replay, for people.

use super::table::Table;
use super::with_unit;
use crate::report::timeline::SimulationReport;
use logpine_text::units::Time;

/// A table of all ranks: the finish time of each, and the time from it to the last one. Starts with an empty line.
#[must_use]
pub fn rank_times(report: &SimulationReport) -> String {
    let finish = report.replayed.finish;
    let unit = finish.natural_unit(report.clock);
    let mut table = Table::new([report.members()[0], "done at", "before the last"]);
    for (rank, &done) in report.replayed.ranks.iter().enumerate() {
        let before = match finish.checked_sub(done) {
            None | Some(Time::ZERO) => "-".to_owned(),
            Some(before) => with_unit(before, unit),
        };
        table.row([rank.to_string(), with_unit(done, unit), before]);
    }
    format!("\n{table}")
}
