//! The time of every member of every family of trees equals that of its ranks' programs.

use crate::tests::engines::collectives::machines::{as_broadcast, collectives, sized};
use crate::tests::engines::collectives::ordered_trees::{self, Children};
use crate::tests::engines::collectives::replay::{finish, ports};
use logpine::request::RankCollective;
use logpine::units::Time;
use logpine_collectives::collective::{Algorithm, Known, Question, among_ranks};
use logpine_models::model::{PortTiming, Reversed};
use logpine_trees::tree::{PipelineTimes, Segments};
use proptest::prelude::*;
use std::cell::Cell;

/// The explicit tree of an algorithm; `None` if it is not a tree.
pub fn explicit(algorithm: &dyn Algorithm, ranks: u64) -> Option<Children> {
    match (algorithm.tree(), algorithm.height(ranks)) {
        (Some(shape), _) => Some(ordered_trees::of_shape(shape)),
        // A chain has no shape.
        (None, Some(height)) if height == ranks - 1 => Some(ordered_trees::chain(usize::try_from(ranks).expect("few"))),
        (None, _) => None,
    }
}

fn check(
    forward: &dyn PortTiming,
    of: RankCollective,
    ranks: u64,
    count: u64,
    full: u64,
    last: u64,
) -> Result<(), TestCaseError> {
    let reversed = Reversed(forward);
    let timing = as_broadcast(forward, &reversed, of);
    let bytes = (count - 1) * full + last;
    let question = Question { collective: of, forward, timing, ranks, bytes, known: &Known::default() };
    let segments = Segments::new(timing, bytes, full).expect("short");
    prop_assert_eq!(segments.count, count);
    let programs = ports(count, timing.port(full).expect("short"), timing.port(last).expect("short"));
    let no_limit = Cell::new(Time::MAX);
    for mut member in among_ranks().flat_map(|family| family.algorithms(question, &no_limit)) {
        let algorithm = member.algorithm(ranks).expect("few ranks").clone();
        let Some(tree) = explicit(algorithm.as_ref(), ranks) else { continue };
        prop_assert_eq!(tree.len() as u64, ranks, "{:?}", member.parameters);
        let time = algorithm.time(ranks, &segments, &mut PipelineTimes::new()).map(Time::ticks);
        prop_assert_eq!(time, Some(finish(&tree, &programs)), "{:?} {:?}", member.parameters, tree);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_their_ranks_programs_say(
        machine in sized(), of in collectives(), ranks in 2u64..=40, count in prop_oneof![Just(1u64), 2u64..9],
        full in 1u64..60, less in 0u64..60,
    ) {
        let last = if count == 1 { full } else { full.saturating_sub(less).max(1) };
        check(&*machine.timing, of, ranks, count, full, last)?;
    }
}
