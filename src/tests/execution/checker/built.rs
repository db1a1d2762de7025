//! The schedules that the crate builds, for every family: they pass, and their replays keep the times of one port.

use crate::tests::execution::checker::valid::Valid;
use logpine::answer::{Candidate, RankAlgorithm};
use logpine::request::RankCollective::{self, Bcast, Reduce};
use logpine::request::{Operands, RankJob};
use logpine::units::Time;
use logpine_check::schedule::{BlockSizes, Meaning, check, check_times};
use logpine_collectives::collective::{Cut, Cutting, Known, Member, OperandOrder, Question, among_ranks};
use logpine_collectives::schedule::replay::{Observer, Span, program_order};
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, Reversed, port_timing};
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
    for ranks in (2..=9).chain([16, 17, 33]) {
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
