//! The faults of certificates.

use super::certificates::{CALLS, CALLS_BY_FORMULA, CELLS, CUT, DUAL, PARTS, PARTS_OF_STEPS, SAT, TIMES, result};

/// A text, a part of it with what it becomes, and the fault.
type Changed = (&'static str, &'static str, &'static str, &'static str);

fn assert_faults(cases: &[Changed]) {
    for &(text, from, to, fault) in cases {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert_eq!(result(&changed), Err(fault.to_owned()), "{from} -> {to}");
    }
}

#[test]
fn faults_have_their_lines() {
    assert_faults(&[
        (
            TIMES,
            "\"schema\": 1",
            "\"schema\": 2",
            "line 2, column 3: certificates of schema 2 are not known to this version, which reads schema 1",
        ),
        (
            TIMES,
            "\"times\",",
            "\"time\",",
            "line 3, column 3: expected `times, cut, parts, dual, cells, calls or sat`, found `time`",
        ),
        (
            TIMES,
            "bcast",
            "spread",
            "line 4, column 3: there is no collective `spread`; it is one of bcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce",
        ),
        (TIMES, "  \"root\": 0,\n", "", "`#! root` is missing"),
        (TIMES, "\"root\": 0", "\"root\": 2", "there is no root 2; the ranks are 0 to 1"),
        (
            TIMES,
            "\"ranks\": 2",
            "\"ranks\": 9",
            "line 8, column 3: there are 9 vertices, most of them without an arc or a name; vertices are numbered from 0",
        ),
        (TIMES, "[0, 1, 1, 1]", "[0, 1, 1]", "line 8, column 20: invalid length 3, expected a tuple of size 4"),
        (TIMES, "[0, 1, 1, 1]", "[1, 1, 1, 1]", "line 8, column 3: the arc leads from 1 to itself"),
        (
            TIMES,
            "\"bound\": 2",
            "\"bound\": 3",
            "1 transmissions can cross, which is enough for 0 blocks: the times do not prove that 3 steps are needed",
        ),
        (
            TIMES,
            "[0, 2]",
            "[0, 3]",
            "2 transmissions can cross, which is enough for 2 blocks: the times do not prove that 2 steps are needed",
        ),
        (TIMES, "[0, 2]", "[0, 2, 1]", "there are 3 times, but 2 vertices"),
        (
            TIMES,
            "  \"bound\": 2,\n",
            "",
            "line 3, column 3: `bound` is missing; a certificate of the kind `times` has it",
        ),
        (
            TIMES,
            "\"bound\": 2",
            "\"bound\": 2, \"set\": []",
            "line 9, column 15: `set` has no meaning in a certificate of the kind `times`",
        ),
        (
            TIMES,
            "\"bound\": 2",
            "\"bound\": 2, \"sets\": []",
            "line 9, column 20: unknown field `sets`, expected one of `schema`, `kind`, `collective`, `root`, `blocks`, `ranks`, `arcs`, `bound`, `times`, `p`, `q`, `set`, `parts`, `duals`, `cells`, `steps`, `dimacs`",
        ),
        (TIMES, "\"bound\": 2", "\"bound\": -2", "line 9, column 13: invalid value: integer `-2`, expected u32"),
        (CUT, "\"blocks\": 1", "\"blocks\": 0", "there are no blocks"),
        (CUT, "\"q\": 2", "\"q\": 3", "the bound is 1/2, not 1/3"),
        (CUT, "[0]", "[0, 1]", "all ranks are in the set; one must be missing"),
        (SAT, "-1 0", "-2 0", "line 3 of the formula: `-2` is no literal; write a number from 1 to 1, or its negative"),
        (SAT, "-1 0\\n", "", "the formula has 1 clauses; its header says 2"),
        (
            SAT,
            "-1 0",
            "1 0",
            "line 3 of the formula: the formula of the schedules in so many steps has the clause `-1 0` here",
        ),
        (
            SAT,
            "\"steps\": 0",
            "\"steps\": 1",
            "the formula has 1 variables; that of the schedules in so many steps has 2 or more",
        ),
        (
            CALLS_BY_FORMULA,
            "\"bound\": 4",
            "\"bound\": 3",
            "line 2 of the formula: the formula of the schedules in so many steps has the clause `1 0` here",
        ),
    ]);
}

#[test]
fn faults_of_cuts_in_time_are_told() {
    assert_faults(&[
        (
            CELLS,
            "[0, 2, 3]",
            "[0, 1, 3]",
            "4 transmissions can cross in 2 steps with 3 rounds, which is enough for 3 blocks",
        ),
        (CELLS, "[0, 2, 3]", "[1, 2, 3]", "the root 0 has its blocks from time 0 on, and has another time"),
        (
            CELLS,
            "[0, 2, 3]",
            "[0, 2, 2]",
            "no rank has a time of more than 2, so that the times say nothing about 2 steps",
        ),
        (CELLS, "[0, 2, 3]", "[0, 2]", "there are 2 times, but 3 vertices"),
        (CELLS, "[1, 2], ", "[3], ", "the rounds of a cut are not 3 in 2 steps, at least one in each"),
        (
            CELLS,
            "{\"rounds\": [1, 2], \"times\": [0, 2, 3]},\n",
            "",
            "there are cuts for 1 of the 2 ways to divide 3 rounds among 2 steps",
        ),
        (
            CELLS,
            "\"steps\": 2, \"rounds\": 3",
            "\"steps\": 4, \"rounds\": 3",
            "the rounds of a cut are not 3 in 4 steps, at least one in each",
        ),
        (
            DUAL,
            &DUAL[DUAL.find("    {\"steps\"").unwrap_or(0)..DUAL.find("  ]").unwrap_or(0)],
            "",
            "the list is empty, and proves nothing",
        ),
        (CELLS, "\"bcast\"", "\"scatter\"", "cuts in time say nothing about scatter; node times do"),
        (
            CELLS,
            "\"bcast\",\n  \"root\": 0,\n  \"blocks\": 1,\n  \"ranks\": 3,\n  \"arcs\": [[0, 1, 2, 1], [1, 2, 2, 1]]",
            "\"reduce\",\n  \"root\": 0,\n  \"blocks\": 1,\n  \"ranks\": 3,\n  \"arcs\": [[1, 0, 2, 1], [2, 1, 2, 2]]",
            "rounds of steps say nothing about reduce if the arc from 2 to 1 takes 2 steps: only over arcs of one step they can be turned around",
        ),
        (
            DUAL,
            "allgather\",\n  \"blocks\": 1,\n  \"ranks\": 2,\n  \"arcs\": [[0, 1, 2, 1]",
            "reduce-scatter\",\n  \"blocks\": 1,\n  \"ranks\": 2,\n  \"arcs\": [[0, 1, 2, 3]",
            "rounds of steps say nothing about reduce-scatter if the arc from 0 to 1 takes 3 steps: only over arcs of one step they can be turned around",
        ),
    ]);
}

#[test]
fn faults_of_partitions_prices_and_calls_are_told() {
    assert_faults(&[
        (CUT, "allgather", "allreduce", "a cut says nothing about allreduce; a partition does"),
        (PARTS, "[0, 1]", "[0, 2]", "there is no rank in part 1; each part from 0 on has one"),
        (PARTS, "[0, 1]", "[0]", "there are 1 parts, but 2 vertices"),
        (PARTS, "\"q\": 1", "\"q\": 2", "the bound is 2/2, not 1/2"),
        // Two messages for each unit over both arcs together, if the one is not narrower than the mean.
        (PARTS, "[0, 1, 2, 1]", "[0, 1, 3, 1]", "the bound is 4/6, not 1/1"),
        (PARTS, "allreduce", "allgather", "a partition says nothing about allgather; node times or a cut do"),
        (
            PARTS_OF_STEPS,
            "\"bound\": 3",
            "\"bound\": 4",
            "15 transmissions can cross, which is enough for 12 blocks: the parts do not prove that 4 steps are needed",
        ),
        (DUAL, "\"q\": 2", "\"q\": 1", "the bound is 1/2, not 1/1"),
        (DUAL, "allgather", "allreduce", "prices say nothing about allreduce; node times do"),
        (DUAL, "[1, 0, 1, 0]", "[1, 0, 1]", "there are 3 prices for 2 steps; 4 are needed"),
        (
            DUAL,
            "[1, 0, 1, 0]",
            "[1, 1, 1, 0]",
            "the prices of step 1 are 5 for all capacities together, more than the scale 2",
        ),
        (
            DUAL,
            "[1, 0, 1, 0]",
            "[1, 0, 0, 0]",
            "a block of rank 0 is worth 1 over the arc from 0 to 1 in step 2, more than its price 0",
        ),
        (
            DUAL,
            "[0, 1, 0, 0]",
            "[1, 0, 0, 0]",
            "a block of rank 0 has the value 1 at vertex 0; it is 0 where the block comes from",
        ),
        (
            CALLS,
            "\"bound\": 4",
            "\"bound\": 5",
            "calls need at least 4 steps, as far as can be seen; that 5 are needed is not proved",
        ),
        (
            CALLS,
            "[0, 2, 1, 1], [1, 2, 1, 1]",
            "[2, 1, 1, 1]",
            "rank 2 is not reached: there is no schedule at all, and no bound",
        ),
    ]);
}
