//! Cells are the answers of their plans.

use super::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// The search for two places alone finds the same as the full ranking.
    #[test]
    fn any_cell_is_the_answer_of_its_plan(
        [latency, overhead, gap] in [0u64..50, 0u64..20, 0u64..30],
        rate in 1u64..4,
        ranks in 2u64..150,
        bytes in 1u64..20_000,
        reduce: bool,
    ) {
        let profile = format!(
            "name = \"any\"\ncombine = \"1ns/B\"\n[loggp]\nlatency = \"{latency}us\"\noverhead = \"{overhead}us\"\n\
             gap = \"{gap}us\"\ngap_per_byte = \"{rate}ns/B\"\n"
        );
        let machine = Machine::from_toml(&profile, "any.toml").expect("a valid profile");
        let timing = timing(&machine);
        let collective = if reduce { RankCollective::Reduce } else { RankCollective::Bcast };
        let question = question(collective, &[ranks], &[bytes]);
        let map =
            DecisionMap::new(&question.contest(timing.as_ref()), question.cells.clone(), &()).expect("a map");
        let answer = map.cells()[0].answer.as_ref().expect("short");
        let plan = plan(timing.as_ref(), &question, ranks, Some(bytes));
        let of_map = [Some(&answer.best), answer.runner_up.as_ref()];
        let of_plan = [Some(plan.best()), plan.runner_up()];
        for (found, expected) in of_map.into_iter().zip(of_plan) {
            let found = found.map(|found| (found.family, &found.parameters, found.time));
            prop_assert_eq!(found, expected.map(|best| (best.family, &best.parameters, best.time)));
        }
        prop_assert_eq!(answer.claim.bound.value, plan.claim.bound.value);
    }
}
