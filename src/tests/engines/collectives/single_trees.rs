//! Trees for one message, and for equal segments, against every ordered tree.

use crate::tests::engines::collectives::machines::{
    alpha_beta, as_broadcast, collectives, loggops, loggp, logp, numbers,
};
use crate::tests::engines::collectives::ordered_trees;
use crate::tests::engines::collectives::plan;
use crate::tests::engines::collectives::replay::{finish, ports};
use logpine::request::RankCollective::{self, Bcast};
use logpine::request::{MpiCollective, Status};
use logpine::units::Time;
use logpine_collectives::collective::{Known, Question, by_name};
use logpine_models::model::{Port, PortTiming, Reversed};
use logpine_trees::tree::earliest::broadcast_time;
use logpine_trees::tree::{PipelineTimes, Segments};
use proptest::prelude::*;
use std::cell::Cell;

fn best_of_all(ranks: u64, segments: &[Port]) -> u64 {
    let trees = ordered_trees::all(usize::try_from(ranks).expect("few"));
    trees.iter().map(|tree| finish(tree, segments)).min().expect("a tree")
}

/// Checks the best of all trees for the whole message against the library's engine and its best candidate that does not cut
/// the message.
fn check_whole(
    forward: &dyn PortTiming,
    of: RankCollective,
    ranks: u64,
    bytes: Option<u64>,
) -> Result<(), TestCaseError> {
    let reversed = Reversed(forward);
    let port = as_broadcast(forward, &reversed, of).port(bytes.unwrap_or(1)).expect("a short time");
    let best = best_of_all(ranks, &[port]);
    prop_assert_eq!(
        broadcast_time(port.send_gap, port.delivery, ranks).map(Time::ticks),
        Some(best),
        "{:?}",
        numbers(port)
    );
    let plan = plan(forward, of, ranks, bytes);
    let uncut = plan.candidates().iter().filter(|candidate| {
        let is_tree = candidate.construction.algorithm.height(ranks).is_some();
        is_tree && candidate.construction.cut.is_none_or(|cut| cut.segments == 1)
    });
    prop_assert_eq!(uncut.map(|candidate| candidate.time.ticks()).min(), Some(best));
    if bytes.is_none() || bytes == Some(1) && of == Bcast {
        prop_assert_eq!((plan.best().time.ticks(), plan.claim.status), (best, Status::Optimal));
        prop_assert_eq!(plan.claim.bound.value, plan.best().time);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_one_indivisible_message(machine in logp(), of in collectives(), ranks in 2u64..=8) {
        check_whole(&*machine.timing, of, ranks, None)?;
    }

    #[test]
    fn of_a_whole_message(
        machine in prop_oneof![alpha_beta(), loggp(), loggops()], of in collectives(), ranks in 2u64..=8,
        bytes in 1u64..100,
    ) {
        check_whole(&*machine.timing, of, ranks, Some(bytes))?;
    }
}

/// N(t) = 1 + N(t - 1) + ... + N(t - d) for a fanout of d: the least t with P ranks.
fn capped_rounds(fanout: usize, ranks: u64) -> u64 {
    let mut counts: Vec<u64> = vec![1];
    while counts[counts.len() - 1] < ranks {
        counts.push(1 + counts.iter().rev().take(fanout).sum::<u64>());
    }
    counts.len() as u64 - 1
}

/// Equal segments in rounds: the best of all ordered trees takes min over d of d (n - 1) + t(d, P), and some member of the
/// families takes the same.
#[test]
fn of_equal_segments_in_rounds() {
    let lecture =
        crate::tests::engines::collectives::timing("name = \"m\"\n[alpha_beta]\nalpha = \"7ps\"\nbeta = \"3ps/B\"\n");
    // Trees for segments are those of messages that can be cut.
    let bytes = 2;
    let port = lecture.port(bytes).expect("short");
    let round = port.delivery.ticks();
    let no_limit = Cell::new(Time::MAX);
    let known = Known::default();
    let question =
        |ranks| Question { collective: Bcast, forward: &*lecture, timing: &*lecture, ranks, bytes, known: &known };
    for ranks in 2..=7u64 {
        for count in 1..=9u64 {
            let segments = Segments { count, full: port, last: port };
            let best = best_of_all(ranks, &ports(count, port, port));
            let by_limits = (1..=ranks)
                .map(|fanout| fanout * (count - 1) + capped_rounds(usize::try_from(fanout).expect("small"), ranks));
            assert_eq!(Some(best), by_limits.min().map(|rounds| rounds * round), "{ranks} {count}");
            let of_families = ["chain", "binomial", "fibonacci"].into_iter().flat_map(|name| {
                let family = by_name(MpiCollective::Bcast, name).expect("a family");
                family.algorithms(question(ranks), &no_limit).collect::<Vec<_>>()
            });
            let times = of_families.map(|mut member| {
                let algorithm = member.algorithm(ranks).expect("few ranks");
                algorithm.time(ranks, &segments, &mut PipelineTimes::new()).expect("short").ticks()
            });
            assert_eq!(Some(best), times.min(), "{ranks} {count}");
        }
    }
}
