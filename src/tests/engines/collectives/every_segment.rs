//! The best segment size of every family equals the best of all sizes of all members.

use crate::tests::engines::collectives::machines::{Random, as_broadcast, collectives, sized};
use crate::tests::engines::collectives::replay::{finish, ports};
use crate::tests::engines::collectives::replayed_families::explicit;
use crate::tests::engines::collectives::{best_of, plan};
use logpine::request::RankCollective;
use logpine::units::Time;
use logpine_collectives::collective::{Algorithm, Known, Member, Question, Sizes, among_ranks};
use logpine_models::model::{Port, PortTiming, Reversed};
use logpine_trees::tree::families::LeftOutReason;
use proptest::prelude::*;
use std::cell::Cell;
use std::sync::Arc;

/// ceil(log2 `ranks`)
fn log_ranks(ranks: u64) -> u64 {
    (0..64).find(|&q| 1 << q >= ranks).expect("far below 2^64")
}

/// The time of a synchronous round in which some ranks may send full segments and others the last: a rank may send one and
/// receive the other.
fn round(full: Port, last: Port) -> u64 {
    let of = |sent: Port, received: Port| {
        let busy = sent.send_busy.ticks() + received.recv_busy.ticks();
        busy.max(sent.delivery.ticks()).max(sent.send_gap.ticks()).max(received.recv_gap.ticks())
    };
    of(full, full).max(of(full, last)).max(of(last, full)).max(of(last, last))
}

/// The time of an algorithm with a segment size, without the library.
fn time(
    family: &str,
    algorithm: &dyn Algorithm,
    ranks: u64,
    timing: &dyn PortTiming,
    bytes: u64,
    segment: u64,
) -> Option<u64> {
    let count = bytes.div_ceil(segment);
    let [full, last] = [segment, bytes - (count - 1) * segment].map(|bytes| timing.port(bytes).expect("short"));
    if let Some(tree) = explicit(algorithm, ranks) {
        return Some(finish(&tree, &ports(count, full, last)));
    }
    let q = log_ranks(ranks);
    // Blocks that differ by at most a byte.
    let [full, last] = [bytes.div_ceil(count), bytes / count].map(|bytes| timing.port(bytes).expect("short"));
    match family {
        "n-block" => Some((count - 1 + q) * round(full, last)),
        // Sanders, Speck and Traeff (2009).
        "two-tree" => {
            let further = if ranks == 2 || matches!(ranks % 4, 0 | 3) { 2 } else { 3 };
            Some((count + 2 * q - further) * round(full, last))
        }
        _ => None,
    }
}

fn check(machine: &Random, of: RankCollective, ranks: u64, bytes: u64) -> Result<(), TestCaseError> {
    let forward = &*machine.timing;
    let reversed = Reversed(forward);
    let timing = as_broadcast(forward, &reversed, of);
    let no_limit = Cell::new(Time::MAX);
    let plan = plan(forward, of, ranks, Some(bytes));
    for family in among_ranks() {
        let question = Question { collective: of, forward, timing, ranks, bytes, known: &Known::default() };
        let of = |mut member: Member| (member.algorithm(ranks).expect("few ranks").clone(), member.sizes);
        let members: Vec<(Arc<dyn Algorithm>, Sizes)> = family.algorithms(question, &no_limit).map(of).collect();
        let every_size = |(member, sizes): &(Arc<dyn Algorithm>, Sizes)| -> Option<u64> {
            let sizes = (1..=bytes).filter(|&segment| sizes.contains(segment));
            sizes.filter_map(|segment| time(family.name(), member.as_ref(), ranks, timing, bytes, segment)).min()
        };
        let by_ranks = |member: &dyn Algorithm| Some(member.time_by_ranks(question)?.ticks());
        let every = members.iter().filter_map(|member| every_size(member).or_else(|| by_ranks(member.0.as_ref())));
        let best = every.min();
        // A single block goes around a circulant graph along a binomial tree.
        let uncut = members.first().filter(|_| family.name() == "n-block");
        let uncut = uncut.and_then(|(member, _)| time(family.name(), member.as_ref(), ranks, timing, bytes, bytes));
        let expected = match (best, uncut) {
            (None, _) => Some(family.why_none(question)),
            (Some(best), Some(uncut)) if uncut == best => Some(LeftOutReason::OneSegment),
            _ => None,
        };
        if expected.is_some() {
            let left_out = plan.left_out.iter().find(|left_out| left_out.family == family.name());
            prop_assert_eq!(left_out.map(|left_out| left_out.reason.clone()), expected, "{}", family.name());
            continue;
        }
        let best = best.expect("a member has a time");
        prop_assert_eq!(best_of(&plan, family.name()).time.ticks(), best, "{}", family.name());
    }
    for candidate in plan.candidates() {
        if let Some(cut) = candidate.construction.cut {
            prop_assert_eq!(cut.segments, bytes.div_ceil(cut.segment));
            let replayed =
                time(candidate.family, candidate.construction.algorithm.as_ref(), ranks, timing, bytes, cut.segment);
            prop_assert_eq!(Some(candidate.time.ticks()), replayed, "{}", candidate.family);
            prop_assert_eq!(cut.time, candidate.time);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_every_member_of_every_family(machine in sized(), of in collectives(), ranks in 2u64..=12, bytes in 1u64..=300) {
        check(&machine, of, ranks, bytes)?;
    }

    #[test]
    fn of_short_messages(machine in sized(), of in collectives(), ranks in 2u64..=24, bytes in 1u64..=24) {
        check(&machine, of, ranks, bytes)?;
    }
}

/// In a round of blocks of 62 and 61 bytes, a rank that sends the longer and receives the shorter is busy for 39 + 23 ps,
/// while either size alone takes 61 ps: 5 rounds of 62 ps.
#[test]
fn of_a_machine_that_receives_shorter_blocks_longer() {
    let machine = Random::new(
        "[plogp]\nlatency = \"0ps\"\noverhead_send = [[1, \"0ps\"], [50, \"31ps\"]]\n\
         overhead_receive = [[22, \"39ps\"], [112, \"1ps\"]]\ngap = [[1, \"0ps\"]]\n",
    );
    check(&machine, RankCollective::Bcast, 5, 123).expect("every size was tried or excluded");
}

/// The last segment reaches the last of the root's children before the first segment would if it were sent last.
#[test]
fn of_a_long_first_segment_with_a_long_delivery() {
    let machine = Random::new(
        "[piecewise]\npieces = [{ up_to = \"192B\", alpha = \"37ps\", beta = \"2ps/B\" },\n\
         { alpha = \"0ps\", beta = \"2.4ps/B\" }]\ncombine = \"1ps/B\"\n",
    );
    check(&machine, RankCollective::Reduce, 5, 216).expect("every size was tried or excluded");
}
