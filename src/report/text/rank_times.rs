//! The finish time of each rank of a replay, for people.

use super::page::Page;
use super::table::Table;
use crate::report::timeline::SimulationReport;
use crate::report::times::time;
use logpine_text::units::Time;

/// A table of all ranks: the finish time of each, and the time from it to the last one.
pub fn rank_times(page: &mut Page, report: &SimulationReport) {
    let (finish, clock) = (report.replayed.finish, report.clock);
    let mut table = Table::new([report.members()[0], "done at", "before the last"]);
    for (rank, &done) in report.replayed.ranks.iter().enumerate() {
        let before = match finish.checked_sub(done) {
            None | Some(Time::ZERO) => "-".to_owned(),
            Some(before) => time(before, clock),
        };
        table.row([rank.to_string(), time(done, clock), before]);
    }
    page.table(table);
}
