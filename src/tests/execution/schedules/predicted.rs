//! The replay of a schedule in program order takes the predicted time, to the tick.

use crate::tests::execution::schedules::machines::{
    Random, alpha_beta, any, as_broadcast, collectives, loggops, loggp, logp, piecewise, plogp,
};
use crate::tests::execution::schedules::slow_replay::{listed, slow};
use logpine::answer::{Candidate, RankAlgorithm, RankPlan};
use logpine::request::RankCollective::{self, Reduce};
use logpine::request::RankJob;
use logpine::units::Time;
use logpine_collectives::collective::{Algorithm, Cut, Cutting, Known, Member, Question, among_ranks};
use logpine_collectives::schedule::replay::program_order;
use logpine_collectives::schedule::{Operation, Record, Schedule};
use logpine_models::model::{MessageSize, PortTiming, Reversed};
use logpine_trees::tree::{PipelineTimes, Segments};
use proptest::prelude::*;
use std::cell::Cell;

pub(super) fn finish(schedule: &Schedule, timing: &dyn PortTiming) -> u64 {
    program_order(schedule, timing, &mut ()).unwrap_or_else(|error| panic!("{error}")).finish.ticks()
}

pub(super) fn job(collective: RankCollective, ranks: u64, bytes: Option<u64>) -> RankJob {
    RankJob::new(collective, ranks, bytes).expect("in range")
}

/// The candidate of a member with a number of segments of `full` bytes, the last of `last`; for block algorithms, with that
/// number of blocks.
pub(super) fn candidate(
    family: &'static str,
    mut member: Member,
    question: Question,
    count: u64,
    full: u64,
) -> Option<Candidate<RankAlgorithm>> {
    let Question { timing, ranks, bytes, .. } = question;
    let algorithm = member.algorithm(ranks)?.clone();
    let parameters = member.parameters;
    let cut = |segment, segments, time| Some(Cut { segment, segments, time });
    let times = &mut PipelineTimes::new();
    let (cut, time) = match algorithm.cutting() {
        Cutting::LastShort => {
            let time = algorithm.time(ranks, &Segments::new(timing, bytes, full)?, times)?;
            (cut(full, count, time), time)
        }
        Cutting::Even => {
            let time = algorithm.time(ranks, &Segments::even(timing, bytes, count)?, times)?;
            (cut(bytes.div_ceil(count), count, time), time)
        }
        Cutting::ByRanks => (None, algorithm.time_by_ranks(question)?),
        Cutting::Never => return None,
    };
    Some(Candidate::new(family, parameters, time, RankAlgorithm { algorithm, cut, period: None }))
}

/// The same operations without waits for the clock.
fn without_waits(schedule: &Schedule) -> Schedule {
    let of = |rank| {
        let operations = schedule.rank(rank).iter().map(Record::operation);
        operations.filter(|operation| !matches!(operation, Operation::Wait { .. })).collect()
    };
    listed(&(0..schedule.ranks()).map(of).collect::<Vec<Vec<Operation>>>())
}

fn is_clocked(algorithm: &dyn Algorithm) -> bool {
    matches!(algorithm.cutting(), Cutting::Even | Cutting::ByRanks)
}

/// Replays a candidate, with and without the clock.
pub(super) fn check(machine: &Random, job: RankJob, candidate: &Candidate<RankAlgorithm>) -> Result<(), TestCaseError> {
    let timing = &*machine.timing;
    let schedule = candidate.schedule(job, timing).map_err(|error| TestCaseError::fail(error.to_string()))?;
    let Candidate { family, parameters, time, construction, .. } = candidate;
    let found = finish(&schedule, timing);
    if !is_clocked(construction.algorithm.as_ref()) {
        prop_assert_eq!(found, time.ticks(), "{} {:?}", family, parameters);
        return Ok(());
    }
    let unclocked = finish(&without_waits(&schedule), timing);
    prop_assert!(unclocked <= found, "{} {:?}: {} > {}", family, parameters, unclocked, found);
    prop_assert_eq!(found, time.ticks(), "{} {:?}", family, parameters);
    let bytes = job.bytes().unwrap_or(1);
    // If a combination takes time, the next message is on its way meanwhile, for which rounds do not account.
    let combines = job.collective == Reduce && timing.combine(bytes) != Some(Time::ZERO);
    let blocks = candidate.construction.cut.map_or(0, |cut| cut.segments);
    let equal = blocks > 0 && bytes.is_multiple_of(blocks);
    // One block among three ranks goes along one tree, where the colours of the two edges cost it an idle round.
    let idle = *family == "two-tree" && (job.ranks(), blocks) == (3, 1);
    if timing.name() == "alpha_beta" && equal && !combines && !idle {
        prop_assert_eq!(unclocked, time.ticks(), "{} {:?} needs no clock", family, parameters);
    }
    Ok(())
}

/// Some members of every family.
fn check_members(
    machine: &Random,
    of: RankCollective,
    ranks: u64,
    (count, full, last): (u64, u64, u64),
    pick: prop::sample::Index,
) -> Result<(), TestCaseError> {
    let forward = &*machine.timing;
    let reversed = Reversed(forward);
    let timing = as_broadcast(forward, &reversed, of);
    let sized = forward.message_size() == MessageSize::Bytes;
    let (count, bytes) = if sized { (count, (count - 1) * full + last) } else { (1, 1) };
    let question = Question { collective: of, forward, timing, ranks, bytes, known: &Known::default() };
    for family in among_ranks() {
        let members: Vec<Member> = family.algorithms(question, &Cell::new(Time::MAX)).collect();
        if members.is_empty() {
            continue;
        }
        let chosen = if members.len() <= 3 { members } else { vec![members[pick.index(members.len())].clone()] };
        for member in chosen {
            let full = if count == 1 { bytes } else { full };
            let Some(candidate) = candidate(family.name(), member, question, count, full) else { continue };
            check(machine, job(of, ranks, sized.then_some(bytes)), &candidate)?;
        }
    }
    Ok(())
}

fn cut() -> impl Strategy<Value = (u64, u64, u64)> {
    let count = prop_oneof![2 => Just(1u64), 3 => 2u64..9, 2 => 9u64..=40];
    (count, 1u64..60, 0u64..60).prop_map(|(count, full, less)| {
        let last = if count == 1 { full } else { full.saturating_sub(less).max(1) };
        (count, full, last)
    })
}

macro_rules! every_family_on {
    ($($name:ident: $machine:expr;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]
            $(
                #[test]
                fn $name(
                    machine in $machine, of in collectives(), ranks in 2u64..=40, cut in cut(),
                    pick in proptest::prelude::any::<prop::sample::Index>(),
                ) {
                    check_members(&machine, of, ranks, cut, pick)?;
                }
            )*
        }
    };
}

every_family_on! {
    alpha_beta_members_take_their_time: alpha_beta();
    logp_members_take_their_time: logp();
    loggp_members_take_their_time: loggp();
    loggops_members_take_their_time: loggops();
    plogp_members_take_their_time: plogp();
    piecewise_members_take_their_time: piecewise();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_candidate_takes_its_time(
        machine in any(), of in collectives(), ranks in 1u64..=40, bytes in 1u64..700,
    ) {
        let job = job(of, ranks, machine.bytes(bytes));
        let plan = RankPlan::new(&*machine.timing, job).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for candidate in plan.candidates() {
            check(&machine, job, candidate)?;
        }
    }

    /// The reverse of a tree's program is the broadcast on the reversed machine, by a replay that shares no code.
    #[test]
    fn brute_force_agrees_on_small_schedules(
        machine in any(), of in collectives(), ranks in 2u64..=9, bytes in 1u64..60,
    ) {
        let job = job(of, ranks, machine.bytes(bytes));
        let timing = &*machine.timing;
        let plan = RankPlan::new(timing, job).map_err(|error| TestCaseError::fail(error.to_string()))?;
        for candidate in plan.candidates() {
            let schedule = candidate.schedule(job, timing).map_err(|error| TestCaseError::fail(error.to_string()))?;
            let slow = slow(&schedule, timing).and_then(|ranks| ranks.into_iter().max());
            prop_assert_eq!(slow, Some(finish(&schedule, timing)), "{}", candidate.family);
        }
    }
}
