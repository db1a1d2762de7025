//! Messages that are never received and operations that wait for themselves, against the plainest ways to find them.

use super::{check, text};
use logpine_collectives::schedule::{Added, Dependency, Operation, Schedule, ScheduleBuilder};
use logpine_goal::Report;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// A message's end: from, to, tag, and true for the send.
pub type End = (u32, u32, u32, bool);

/// Three ranks with any sends and receives, and any dependencies among them.
pub fn faulty() -> impl Strategy<Value = (Schedule, Vec<End>)> {
    let end = (0..3u32, 0..3u32, 0..3u32, any::<bool>());
    // Fewer than as many faults of a kind as are listed, over all ranks.
    let waits = proptest::collection::vec((any::<u32>(), any::<u32>(), any::<bool>()), 0..6);
    (proptest::collection::vec(end, 1..20), waits).prop_map(|(ends, waits)| {
        let mut builder = ScheduleBuilder::new();
        for rank in 0..3 {
            builder.begin_rank().expect("few");
            let mut operations = 0;
            for &(from, to, tag, is_send) in &ends {
                let operation = if is_send {
                    Operation::Send { to, bytes: 1, tag }
                } else {
                    Operation::Receive { from, bytes: 1, tag }
                };
                if rank == if is_send { from } else { to } {
                    builder.push(operation).expect("few");
                    operations += 1;
                }
            }
            for &(waiting, before, begun) in waits.iter().filter(|_| operations > 0) {
                let before = Added(before % operations);
                let dependency = if begun { Dependency::Begun(before) } else { Dependency::Done(before) };
                builder.require(Added(waiting % operations), dependency);
            }
        }
        (builder.finish().expect("few"), ends)
    })
}

pub fn count(report: &Report, code: &str) -> usize {
    report.faults.iter().filter(|fault| fault.code() == code).count()
}

proptest! {
    #[test]
    fn every_message_without_its_other_end_is_found((schedule, ends) in faulty()) {
        let mut left: BTreeMap<(u32, u32, u32), i64> = BTreeMap::new();
        for &(from, to, tag, is_send) in &ends {
            *left.entry((from, to, tag)).or_default() += if is_send { 1 } else { -1 };
        }
        let (mut sends, mut receives, mut tags) = (0, 0, 0);
        for from in 0..3 {
            for to in 0..3 {
                let of_pair = || left.iter().filter(|&(&(one, other, _), _)| (one, other) == (from, to)).map(|(_, &left)| left);
                let sent: i64 = of_pair().filter(|&left| left > 0).sum();
                let awaited: i64 = of_pair().filter(|&left| left < 0).map(|left| -left).sum();
                tags += sent.min(awaited);
                sends += sent - sent.min(awaited);
                receives += awaited - sent.min(awaited);
            }
        }
        let report = check(&text(&schedule));
        let found = ["unmatched-send", "unmatched-receive", "tag-mismatch"].map(|code| count(&report, code));
        prop_assert_eq!(found.map(|found| i64::try_from(found).expect("few")), [sends, receives, tags]);
    }

    #[test]
    fn every_rank_that_waits_for_itself_is_found((schedule, _) in faulty()) {
        // True if operations are left after those that wait for nothing have been removed repeatedly.
        let is_stuck = |rank: u32| {
            let operations = u32::try_from(schedule.rank(rank).len()).expect("few");
            let edges: Vec<(u32, u32)> = (0..operations).flat_map(|before| schedule.dependents(rank, before).map(move |dependent| {
                let (Dependency::Done(waiting) | Dependency::Begun(waiting)) = dependent;
                (before, waiting.0)
            })).collect();
            let mut left: Vec<u32> = (0..operations).collect();
            for _ in 0..operations {
                let waits = |operation: &u32| edges.iter().any(|(before, waiting)| waiting == operation && left.contains(before));
                left = left.iter().copied().filter(waits).collect();
            }
            !left.is_empty()
        };
        let source = text(&schedule);
        let report = check(&source);
        // The lines of each rank.
        let starts: Vec<usize> = String::from_utf8_lossy(&source).match_indices("rank ").map(|(at, _)| at).collect();
        for rank in 0..3 {
            let end = starts.get(rank as usize + 1).copied().unwrap_or(source.len());
            let of_rank = starts[rank as usize]..end;
            let found = report.faults.iter().any(|fault| fault.code() == "cycle" && of_rank.contains(&fault.span.start));
            prop_assert_eq!(found, is_stuck(rank), "rank {}", rank);
        }
    }
}
