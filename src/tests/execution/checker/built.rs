//! The schedules that the crate builds, for every family: they pass, and their replays keep the times of one port.

use crate::tests::execution::checker::valid::Valid;
use logpine::answer::{Candidate, RankAlgorithm};
use logpine::check::schedule::{BlockSizes, Execution, Meaning, check, check_meaning, check_times};
use logpine::collective::{Cut, Cutting, Known, Member, OperandOrder, Question, among_ranks};
use logpine::model::{PortTiming, Reversed, port_timing};
use logpine::request::RankCollective::{self, Bcast, Reduce};
use logpine::request::{Operands, RankJob};
use logpine::schedule::replay::{Observer, Span, program_order};
use logpine::tree::RankShape;
use logpine::units::Time;
use logpine_models::machine::Machine;
use proptest::prelude::*;
use std::cell::Cell;

/// A collective with numbers of ranks and bytes, cut into about `segments` segments or blocks.
#[derive(Clone, Copy, Debug)]
struct Asked {
    collective: RankCollective,
    operands: Operands,
    ranks: u64,
    bytes: u64,
    segments: u64,
}

/// LogGP with all numbers different, and a combination that takes time.
fn machine() -> Box<dyn PortTiming> {
    let text = "name = \"m\"\n[loggp]\nlatency = \"90ps\"\noverhead_send = \"7ps\"\noverhead_receive = \"11ps\"\n\
                gap = \"13ps\"\ngap_per_byte = \"2ps/B\"\ncombine = \"3ps/B\"\n";
    let machine = Machine::from_toml(text, "m.toml").unwrap_or_else(|error| panic!("{error}"));
    port_timing(&machine, None).unwrap_or_else(|error| panic!("{error}"))
}

impl Asked {
    /// Some members of every family; for a reduction in rank order, those that support it.
    fn members(self, timing: &dyn PortTiming, chosen: impl Fn(&[Member]) -> Vec<usize>) -> Vec<(&'static str, Member)> {
        let Self { collective, ranks, bytes, .. } = self;
        let reversed = Reversed(timing);
        let broadcast: &dyn PortTiming = if collective == Bcast { timing } else { &reversed };
        let question =
            Question { collective, forward: timing, timing: broadcast, ranks, bytes, known: &Known::default() };
        let mut all = Vec::new();
        for family in among_ranks() {
            let members: Vec<Member> = family
                .algorithms(question, &Cell::new(Time::MAX))
                .filter(|member| self.operands == Operands::AnyOrder || member.operand_order == OperandOrder::Kept)
                .collect();
            all.extend(chosen(&members).into_iter().map(|index| (family.name(), members[index].clone())));
        }
        all
    }

    /// The schedule of a member, with its meaning.
    fn built(self, (family, mut member): (&'static str, Member), timing: &dyn PortTiming) -> Valid {
        let Self { collective, operands, ranks, bytes, segments } = self;
        let (count, segment) = (segments.min(bytes), bytes.div_ceil(segments));
        let cut = |count| Some(Cut { segment, segments: count, time: Time::ZERO });
        let algorithm = member.algorithm(ranks).expect("few ranks").clone();
        let (blocks, cut) = match algorithm.cutting() {
            Cutting::LastShort => (BlockSizes::segments(bytes, segment), cut(bytes.div_ceil(segment))),
            Cutting::Even => (BlockSizes::even(bytes, count), cut(count)),
            Cutting::ByRanks => (BlockSizes::shares(bytes, ranks), None),
            Cutting::Never => panic!("{family}: a small tree has a shape"),
        };
        let parameters = member.parameters;
        let name = format!("built {family} {parameters:?}, {self:?}");
        let construction = RankAlgorithm { algorithm, cut, period: None };
        let candidate = Candidate::new(family, parameters, Time::ZERO, construction);
        let job = RankJob::new(collective, ranks, Some(bytes)).expect("a job").with_operands(operands);
        let blocks = blocks.expect("few");
        let meaning = match collective {
            Bcast => Meaning::broadcast(0, blocks),
            Reduce => Meaning::reduction(0, blocks, operands),
        };
        Valid { name, schedule: candidate.schedule(job, timing).expect("small"), meaning }
    }
}

/// A broadcast, a reduction, and one in rank order.
const KINDS: [(RankCollective, Operands); 3] =
    [(Bcast, Operands::AnyOrder), (Reduce, Operands::AnyOrder), (Reduce, Operands::RankOrder)];

/// The first members of every family, small enough that all their changes can be tried.
fn first_members(ranks: u64, bytes: u64, segments: u64) -> Vec<Valid> {
    let timing = machine();
    let mut all = Vec::new();
    for (collective, operands) in KINDS {
        let asked = Asked { collective, operands, ranks, bytes, segments };
        let members = asked.members(&*timing, |members| (0..members.len().min(3)).collect());
        all.extend(members.into_iter().map(|member| asked.built(member, &*timing)));
    }
    // Some families have the same tree.
    all.sort_by(|one, other| one.name.cmp(&other.name));
    let mut distinct: Vec<Valid> = Vec::new();
    for valid in all {
        let known = |other: &Valid| other.schedule == valid.schedule && other.meaning == valid.meaning;
        if !distinct.iter().any(known) {
            distinct.push(valid);
        }
    }
    distinct
}

/// Built schedules of which every order of execution can be tried.
pub fn tiny() -> Vec<Valid> {
    let mut all = first_members(3, 5, 2);
    all.extend(first_members(4, 1, 1));
    all.retain(|valid| valid.schedule.len() <= 20);
    assert!(all.len() > 20);
    all
}

/// Built schedules of at most 200 operations.
pub fn small() -> Vec<Valid> {
    let mut all = first_members(6, 7, 2);
    all.extend(first_members(9, 9, 1));
    all.retain(|valid| valid.schedule.len() <= 200);
    assert!(all.len() > 60);
    all
}

/// The spans of a replay.
#[derive(Default)]
struct Spans(Vec<Span>);

impl Observer for Spans {
    const SPANS: bool = true;

    fn span(&mut self, span: Span) {
        self.0.push(span);
    }
}

fn passes(valid: &Valid, timing: &dyn PortTiming) {
    let Valid { name, schedule, meaning } = valid;
    assert_eq!(check(schedule, meaning), Ok(()), "{name}");
    let mut spans = Spans::default();
    program_order(schedule, timing, &mut spans).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(check_times(schedule, &spans.0, timing), Ok(()), "{name}");
}

/// Every member of every family among 2 to 40 ranks.
#[test]
fn every_family_passes() {
    let timing = machine();
    for ranks in (2..=20).chain([31, 32, 33, 40]) {
        for (collective, operands) in KINDS {
            for (bytes, segments) in [(1, 1), (40, 1), (7, 3), (23, 5), (3 * ranks, 2)] {
                let asked = Asked { collective, operands, ranks, bytes, segments };
                for member in asked.members(&*timing, |members| (0..members.len()).collect()) {
                    passes(&asked.built(member, &*timing), &*timing);
                }
            }
        }
    }
}

/// Without its dependencies on other combinations a reduction is right in program order, but in no other.
#[test]
fn rank_order_is_kept_by_dependencies() {
    let timing = machine();
    let asked = |operands| Asked { collective: Reduce, operands, ranks: 9, bytes: 10, segments: 2 };
    let ordered = asked(Operands::RankOrder);
    let mut unordered = 0;
    for mut member in ordered.members(&*timing, |members| (0..members.len()).collect()) {
        let meaning = ordered.built(member.clone(), &*timing).meaning;
        let fanout = member.1.algorithm(9).and_then(|algorithm| algorithm.tree()).map_or(1, RankShape::max_fanout);
        let schedule = asked(Operands::AnyOrder).built(member, &*timing).schedule;
        assert_eq!(check_meaning(&schedule, &meaning, Execution::ProgramOrder), Ok(()));
        // Two trees combine from both sides, a chain only once.
        assert_eq!(check(&schedule, &meaning).is_err(), fanout > 1);
        unordered += u32::from(fanout > 1);
    }
    assert!(unordered > 10);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn larger_ones_pass(
        ranks in 41u64..2000, bytes in 1u64..100_000, segments in 1u64..40, kind in 0usize..3,
        pick in any::<prop::sample::Index>(),
    ) {
        let timing = machine();
        let (collective, operands) = KINDS[kind];
        let segments = segments.min(1 + 20_000 / ranks);
        let asked = Asked { collective, operands, ranks, bytes, segments };
        let one = |members: &[Member]| (!members.is_empty()).then(|| pick.index(members.len())).into_iter().collect();
        for (family, member) in asked.members(&*timing, one) {
            // The ring has P messages a rank.
            let ring = family == "scatter-allgather" && member.parameters.to_string().contains("ring");
            if !ring || ranks <= 200 {
                passes(&asked.built((family, member), &*timing), &*timing);
            }
        }
    }
}

/// A scatter sends no empty blocks.
#[test]
fn more_ranks_than_bytes() {
    let timing = machine();
    for (collective, operands) in KINDS {
        let asked = Asked { collective, operands, ranks: 37, bytes: 11, segments: 1 };
        for (family, member) in asked.members(&*timing, |members| (0..members.len()).collect()) {
            if family == "scatter-allgather" {
                passes(&asked.built((family, member), &*timing), &*timing);
            }
        }
    }
}
