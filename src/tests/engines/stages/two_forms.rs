//! Families in stages and among ranks: the two forms with the same parameters move the same messages.

use logpine::request::{MpiCollective, RankCollective, RankJob};
use logpine::units::Time;
use logpine_collectives::collective::{AlgorithmFamily, Assignment, Cut, Question, among_ranks, by_name};
use logpine_collectives::schedule::build;
use logpine_collectives::schedule::{Operation, Schedule};
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, port_timing};
use logpine_trees::tree::families::Parameters;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

const COLLECTIVES: [(RankCollective, MpiCollective); 2] =
    [(RankCollective::Bcast, MpiCollective::Bcast), (RankCollective::Reduce, MpiCollective::Reduce)];

/// A number of ranks and of bytes, and the size of segments.
#[derive(Clone, Copy, Debug)]
struct Asked {
    ranks: u64,
    bytes: u64,
    segment: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Tree,
    Blocks,
}

fn lecture() -> Box<dyn PortTiming> {
    let machine = Machine::load("lecture").unwrap_or_else(|error| panic!("{error}"));
    port_timing(&machine, None).unwrap_or_else(|error| panic!("{error}"))
}

/// The schedules of a family's members among ranks, with their forms.
fn made_among_ranks(
    family: &AlgorithmFamily,
    collective: RankCollective,
    asked: Asked,
    timing: &dyn PortTiming,
) -> Vec<(Parameters, Form, Schedule)> {
    let Asked { ranks, bytes, segment } = asked;
    let made = |question: Question| {
        let limit = Cell::new(Time::MAX);
        let members = family.algorithms(question, &limit).map(|mut member| {
            let algorithm = member.algorithm(ranks).expect("few ranks");
            let form = if algorithm.fanouts(ranks).is_some() { Form::Tree } else { Form::Blocks };
            let cut = Some(Cut { segment, segments: bytes.div_ceil(segment), time: Time::ZERO });
            let job = RankJob::new(collective, ranks, Some(bytes)).expect("a job");
            let schedule = algorithm.schedule(Assignment { job, cut, timing }).expect("small");
            (member.parameters, form, schedule)
        });
        members.collect()
    };
    Question::ask(collective, timing, ranks, Some(bytes), made)
}

/// The schedule of the family's member in stages that has the same parameters, if there is one.
fn made_in_stages(
    family: &str,
    collective: MpiCollective,
    asked: Asked,
    parameters: &Parameters,
    timing: &dyn PortTiming,
) -> Option<Schedule> {
    let Asked { ranks, bytes, segment } = asked;
    let family = by_name(collective, family).filter(|family| family.is_in_stages())?;
    let staged = family.build(ranks, bytes, parameters.clone().number("segment", segment))?;
    Some(build::stages(&staged, timing).expect("small"))
}

/// The way of a segment: for every rank its children, in the order of the sends, with the bytes that each is sent.
type Children = Vec<Vec<(u32, u64)>>;

/// The ways of all segments of a schedule. In a reduction, the children are in the reverse order of the receptions.
fn ways(schedule: &Schedule, collective: RankCollective, segments: u64) -> Vec<Children> {
    let count = usize::try_from(segments).expect("few");
    let mut ways = vec![vec![Vec::new(); schedule.ranks() as usize]; count];
    for rank in 0..schedule.ranks() {
        for record in schedule.rank(rank) {
            let (child, bytes, tag) = match (collective, record.operation()) {
                (RankCollective::Bcast, Operation::Send { to, bytes, tag }) => (to, bytes, tag),
                (RankCollective::Reduce, Operation::Receive { from, bytes, tag }) => (from, bytes, tag),
                _ => continue,
            };
            // In stages, tags count on from stage to stage.
            ways[tag as usize % count][rank as usize].push((child, bytes));
        }
    }
    if collective == RankCollective::Reduce {
        ways.iter_mut().flatten().for_each(|children| children.reverse());
    }
    ways
}

/// The names in the second tree of the ranks of the first, if both are the same ordered tree with the same bytes.
fn renaming(one: &Children, other: &Children) -> Option<BTreeMap<u32, u32>> {
    let mut names = BTreeMap::new();
    let mut waiting = vec![(0, 0)];
    while let Some((rank, name)) = waiting.pop() {
        let (children, named) = (&one[rank as usize], &other[name as usize]);
        let has_same_bytes = children.iter().map(|child| child.1).eq(named.iter().map(|child| child.1));
        if names.insert(rank, name).is_some() || !has_same_bytes {
            return None;
        }
        waiting.extend(children.iter().zip(named).map(|(child, name)| (child.0, name.0)));
    }
    let reached: BTreeSet<u32> = names.values().copied().collect();
    (names.len() == one.len() && reached.len() == other.len()).then_some(names)
}

/// The messages by sender, receiver and bytes.
fn messages(schedule: &Schedule) -> Vec<(u32, u32, u64)> {
    let of = |rank: u32| {
        schedule.rank(rank).iter().filter_map(move |record| match record.operation() {
            Operation::Send { to, bytes, .. } => Some((rank, to, bytes)),
            _ => None,
        })
    };
    let mut messages: Vec<_> = (0..schedule.ranks()).flat_map(of).collect();
    messages.sort_unstable();
    messages
}

/// The two forms number the ranks of a tree differently, but all segments alike.
#[test]
fn both_forms_move_the_same_messages() {
    let timing = lecture();
    let families: Vec<&AlgorithmFamily> = among_ranks().collect();
    let mut compared = BTreeMap::new();
    for ranks in (2..=20).chain([33, 64, 81]) {
        for (bytes, segment) in [(ranks, ranks), (7 * ranks, 7 * ranks), (7 * ranks, 2 * ranks)] {
            let asked = Asked { ranks, bytes, segment };
            for ((collective, of_mpi), family) in itertools::iproduct!(COLLECTIVES, &families) {
                for (parameters, form, among) in made_among_ranks(family, collective, asked, &*timing) {
                    let name = family.name();
                    let Some(staged) = made_in_stages(name, of_mpi, asked, &parameters, &*timing) else { continue };
                    let of = format!("{name} {parameters}, {of_mpi:?}, {asked:?}");
                    match form {
                        // Among other numbers of ranks, the scatter halves the ranks, and in stages powers of two go first.
                        Form::Blocks if !ranks.is_power_of_two() => continue,
                        Form::Blocks => assert_eq!(messages(&among), messages(&staged), "{of}"),
                        Form::Tree => {
                            let segments = bytes.div_ceil(segment);
                            let [among, staged] = [among, staged].map(|form| ways(&form, collective, segments));
                            let names = renaming(&among[0], &staged[0]);
                            assert!(names.is_some(), "{of}: another tree, {:?} {:?}", among[0], staged[0]);
                            let all = among.iter().zip(&staged).map(|(one, other)| renaming(one, other));
                            assert!(all.into_iter().all(|segment| segment == names), "{of}: segments differ");
                        }
                    }
                    *compared.entry((of_mpi.name(), name)).or_insert(0) += 1;
                }
            }
        }
    }
    let both = itertools::iproduct!(COLLECTIVES, &families).map(|((_, of_mpi), family)| (of_mpi, family.name()));
    let both = both.filter(|&(of_mpi, name)| by_name(of_mpi, name).is_some_and(AlgorithmFamily::is_in_stages));
    let both: BTreeSet<_> = both.map(|(of_mpi, name)| (of_mpi.name(), name)).collect();
    assert_eq!(compared.keys().copied().collect::<BTreeSet<_>>(), both, "{compared:?}");
}
