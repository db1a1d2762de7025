//! Files of msccl-tools.

use super::examples::Example;
use crate::machines::msccl_topology::MscclTopology;
use crate::plans::msccl::{self, MscclFile};
use logpine_check::synthesis::{COLLECTIVES, Limits, Sent, Statement, check_sends};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use logpine_text::random::Generator;
use logpine_text::reason::Reason;
use logpine_text::unwritable::Unwritable;

fn arc(from: u32, to: u32, capacity: u64) -> Arc {
    Arc { from, to, capacity, latency: 1 }
}

/// Two ranks, and an allgather of two blocks of each.
fn pair() -> (Digraph, [Sent; 4]) {
    let sends = [(1, 0, 1, 1), (1, 0, 1, 0), (1, 1, 0, 2), (2, 1, 0, 3)];
    let sends = sends.map(|(step, from, to, block)| Sent { step, from, to, block });
    (Digraph::new(2, 2, vec![arc(0, 1, 2), arc(1, 0, 1)]), sends)
}

#[test]
fn an_allgather_of_two_ranks() {
    let (graph, sends) = pair();
    let statement = Statement { graph: &graph, collective: MpiCollective::Allgather, root: 0, blocks: 2 };
    let expected = concat!(
        r#"{"msccl_type":"algorithm","name":"Allgather(n=2)-pair-steps=2,chunks=2","#,
        r#""instance":{"msccl_type":"instance","steps":2,"extra_rounds":0,"chunks":2,"pipeline":null,"extra_memory":null,"allow_exchange":false},"#,
        r#""input_map":{"0":[0,1],"1":[2,3]},"output_map":{"0":[0,1,2,3],"1":[0,1,2,3]},"#,
        r#""steps":[{"msccl_type":"step","rounds":1,"sends":[[0,0,1],[1,0,1],[2,1,0]]},{"msccl_type":"step","rounds":1,"sends":[[3,1,0]]}],"#,
        r#""collective":{"msccl_type":"collective","name":"Allgather(n=2)","nodes":2,"chunks":[{"msccl_type":"chunk","pre":[0],"post":[0,1],"addr":0},{"msccl_type":"chunk","pre":[1],"post":[0,1],"addr":1}],"triggers":{},"runtime_name":"allgather"},"#,
        r#""topology":{"msccl_type":"topology","name":"pair","switches":[],"links":[[0,1],[2,0]]}}"#,
        "\n"
    );
    assert_eq!(msccl::write(&statement, "pair", &[], &sends), Ok(expected.to_owned()));
    let with_rounds = msccl::write(&statement, "pair", &[2, 1], &sends).expect("as many rounds as steps");
    assert!(with_rounds.contains("steps=2,rounds=3,chunks=2") && with_rounds.contains(r#""extra_rounds":1"#));
    let few = Unwritable::new("there are rounds for 1 steps, but the sends have 2");
    assert_eq!(msccl::write(&statement, "pair", &[1], &sends), few);
}

#[test]
fn what_msccl_cannot_express_is_refused() {
    let refused = |statement: &Statement<'_>, sends: &[Sent], words: &str| {
        assert!(msccl::write(statement, "", &[], sends).is_err_and(|error| error.0.starts_with(words)), "{words}");
    };
    let relay = Digraph::new(3, 2, vec![arc(0, 2, 1), arc(2, 1, 1)]);
    let statement = Statement { graph: &relay, collective: MpiCollective::Bcast, root: 0, blocks: 1 };
    refused(&statement, &[], "some nodes only relay (1)");
    let slow = Digraph::new(2, 2, vec![Arc { latency: 2, ..arc(1, 0, 1) }]);
    let statement = Statement { graph: &slow, ..statement };
    assert!(msccl::write(&statement, "", &[], &[]).is_ok());
    let reduce = Statement { collective: MpiCollective::Reduce, ..statement };
    refused(&reduce, &[], "the link from 1 to 0 has a latency of 2");
    let root = Statement { root: 2, ..statement };
    refused(&root, &[], "there is no root 2; the ranks are 0 to 1");
    let large = Statement { blocks: 1 << 30, ..statement };
    refused(&large, &[], "MSCCL lists all pairs of 2 ranks");
    let late = [Sent { step: u32::MAX, from: 1, to: 0, block: 0 }];
    refused(&statement, &late, "4294967295 steps are far more than 1 sends need");
}

/// Written files come back as they were, and are judged as the schedules themselves are.
#[test]
fn written_algorithms_are_read_and_checked() {
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut generator = Generator::new(seed);
        let example = Example::random(COLLECTIVES[usize::try_from(seed % 7).expect("small")], &mut generator);
        // Without latencies, which the file does not have.
        let arcs = example.graph.arcs().iter().map(|arc| Arc { latency: 1, ..*arc }).collect();
        let graph = Digraph::new(example.graph.vertices(), example.graph.compute(), arcs);
        let statement = Statement { graph: &graph, ..example.statement() };
        // One send less, if there is one.
        let dropped = usize::try_from(generator.below(example.sends.len().max(1) as u64)).expect("small");
        let mut fewer = example.sends.clone();
        fewer.drain(dropped..(dropped + 1).min(fewer.len()));
        for sends in [example.sends.clone(), fewer] {
            let Ok(text) = msccl::write(&statement, "random", &[], &sends) else { continue };
            let read = MscclFile::read(&text).expect("as it was written");
            // Graphs of a single pair have the chunks of several collectives.
            if read.collective != statement.collective {
                assert!(graph.compute() < 3, "{seed}: {} for {}", read.collective, statement.collective);
                continue;
            }
            assert_eq!((&read.graph, read.root, read.blocks), (&sorted(&graph), root(&statement), statement.blocks));
            let mut expected = sends.clone();
            expected.sort_unstable_by_key(|sent| (sent.step, sent.block, sent.from, sent.to));
            assert_eq!(read.sends, expected, "{seed}");
            let expected = check_sends(&statement, &sends, &Limits::default()).map_err(|faults| faults.len());
            let found = read.check(&Limits::default()).map_err(|faults| faults.len());
            assert_eq!(found, expected, "{seed}");
            if found.is_ok() { accepted += 1 } else { refused += 1 }
        }
    }
    assert!(accepted > 50 && refused > 100, "{accepted} {refused}");
}

fn sorted(graph: &Digraph) -> Digraph {
    let mut arcs = graph.arcs().to_vec();
    arcs.sort_unstable_by_key(|arc| (arc.from, arc.to));
    Digraph::new(graph.vertices(), graph.compute(), arcs)
}

fn root(statement: &Statement<'_>) -> u32 {
    if statement.collective.is_rooted() { statement.root } else { 0 }
}

#[test]
fn faults_of_algorithms_are_told() {
    let (graph, sends) = pair();
    let statement = Statement { graph: &graph, collective: MpiCollective::Allgather, root: 0, blocks: 2 };
    let text = msccl::write(&statement, "pair", &[], &sends).expect("it can be written");
    let result = |text: &str| match MscclFile::read(text) {
        Ok(file) => {
            file.check(&Limits::default()).map(|executed| executed.steps).map_err(|faults| faults[0].to_string())
        }
        Err(fault) => Err(fault.to_string()),
    };
    assert_eq!(result(&text), Ok(2));
    // Both blocks of rank 1 in a step of two rounds.
    let rounds = text.replace(
        r#""rounds":1,"sends":[[0,0,1],[1,0,1],[2,1,0]]},"#,
        r#""rounds":2,"sends":[[0,0,1],[1,0,1],[2,1,0],[3,1,0]]},"#,
    );
    let rounds = rounds.replace(r#"{"msccl_type":"step","rounds":1,"sends":[[3,1,0]]}"#, "").replace("},]", "}]");
    let rounds = rounds.replace(r#""steps":2,"extra_rounds":0"#, r#""steps":1,"extra_rounds":1"#);
    assert_eq!(result(&rounds), Ok(1));
    let contradiction = rounds.replace(r#""extra_rounds":1"#, r#""extra_rounds":0"#);
    let fault = "the steps have 1 rounds more than one each, and 0 are claimed (`extra_rounds`)";
    assert_eq!(result(&contradiction), Err(fault.to_owned()));
    // Limits that are kept: of one link, and of both.
    for switch in [r#"[[0],[1],2,"s"]"#, r#"[[0,1],[0,1],3,"s"]"#] {
        assert_eq!(result(&text.replace(r#""switches":[]"#, &format!(r#""switches":[{switch}]"#))), Ok(2), "{switch}");
    }
    for (from, to, fault) in [
        (
            r#""links":[[0,1],[2,0]]"#,
            r#""links":[[0,1],[1,0]]"#,
            "step 1, the transmission of block 1 from 0 to 1: 2 blocks begin in step 1 on the arc from 0 to 1, which has a capacity of 1",
        ),
        (
            "[2,1,0]",
            "[0,1,0]",
            "step 1, the transmission of block 0 from 1 to 0: vertex 1 sends block 0 in step 1, but has it only at the end of step 1",
        ),
        (
            "[2,1,0]",
            "[4,1,0]",
            "step 1, the transmission of block 4 from 1 to 0: there is no block 4; the blocks are 0 to 3",
        ),
        (r#""rounds":1"#, r#""rounds":0"#, "`0` is no number of rounds; write a whole number from 1 to 4294967295"),
        (
            r#""switches":[]"#,
            r#""switches":[[[0],[1],1,"s"]]"#,
            "switch `s` lets 1 blocks through in step 1, and 2 are sent",
        ),
        (r#""nodes":2"#, r#""nodes":3"#, "the collective has 3 nodes, and the topology 2"),
        (r#""steps":2"#, r#""steps":3"#, "there are 2 steps, and 3 are claimed"),
        (
            r#""pre":[1],"post":[0,1]"#,
            r#""pre":[1],"post":[0]"#,
            "the chunks of `Allgather(n=2)` are those of no collective that is checked: bcast, reduce, scatter, gather, allgather, reduce-scatter, allreduce",
        ),
        (
            r#""input_map":{"0":[0,1]"#,
            r#""input_map":{"0":[0]"#,
            "`input_map` has other addresses than the chunks of the collective",
        ),
        (r#""chunks":2"#, r#""chunks":0"#, "each chunk has 0 parts; write a multiple of 1 from 1 on"),
        (r#""msccl_type":"algorithm""#, r#""msccl_type":"topology""#, "expected `algorithm`, found `topology`"),
        (
            r#""links":[[0,1],[2,0]]"#,
            r#""links":[[0,1]]"#,
            "the topology: row 0 of `links` has 2 numbers; there are 1 rows",
        ),
        (r#""input_map":"#, r#""input":"#, "line 1, column 731: missing field `input_map`"),
    ] {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text, "{from}");
        assert_eq!(result(&changed), Err(fault.to_owned()), "{from} -> {to}");
    }
}

pub(super) const STAR: &str = r#"{"msccl_type": "topology", "name": "Star(n=4)",
 "links": [[0, 1, 1, 1], [1, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]],
 "switches": [[[0], [1, 2, 3], 1, "to_points"], [[1, 2, 3], [0], 1, "from_points"]]}"#;

#[test]
fn links_are_by_destination_and_source() {
    let text = r#"{"msccl_type": "topology", "name": "t", "links": [[0, 2, 0], [0, 0, 3], [1, 0, 0]]}"#;
    let topology = MscclTopology::read(text).expect("correct");
    assert_eq!(topology.arcs, [arc(0, 2, 1), arc(1, 0, 2), arc(2, 1, 3)]);
    assert_eq!(topology.with_relays().map(|graph| graph.arcs().to_vec()), Ok(topology.arcs));
}

#[test]
fn switches_of_a_star_are_vertices() {
    let topology = MscclTopology::read(STAR).expect("correct");
    let graph = topology.with_relays().expect("a star");
    assert_eq!((graph.vertices(), graph.compute()), (6, 4));
    let pairs: Vec<(u32, u32)> = graph.arcs().iter().map(|arc| (arc.from, arc.to)).collect();
    assert_eq!(pairs, [(0, 4), (1, 5), (2, 5), (3, 5), (4, 1), (4, 2), (4, 3), (5, 0)]);
}

#[test]
fn limits_that_vertices_do_not_express_are_refused() {
    let with = |links: &str, switches: &str| {
        let text = format!(r#"{{"msccl_type": "topology", "name": "t", "links": {links}, "switches": [{switches}]}}"#);
        MscclTopology::read(&text).expect("correct").with_relays().map(|graph| graph.vertices())
    };
    let square = "[[0, 0, 0, 0], [0, 0, 0, 0], [5, 5, 0, 0], [5, 0, 0, 0]]";
    // From 1 to 3 there is no link, but a vertex would make one.
    assert_eq!(
        with(square, r#"[[0, 1], [2, 3], 1, "s"]"#),
        Err(Reason::new("as vertices, the switches would connect 1 to 3, which they do not limit together"))
    );
    assert_eq!(with(square, r#"[[0, 1], [2], 1, "s"]"#), Ok(5));
    assert_eq!(
        with(square, r#"[[0, 1], [2], 6, "s"]"#),
        Err(Reason::new("the link from 0 to 2 carries 5, less than its switches; as vertices, they would hide that"))
    );
    let full = "[[0, 0, 0, 0], [0, 0, 0, 0], [5, 5, 0, 0], [5, 5, 0, 0]]";
    assert_eq!(with(full, r#"[[0, 1], [2, 3], 1, "s"]"#), Ok(6));
    let thrice = r#"[[0], [2], 1, "s"], [[0], [2], 1, "s"], [[0], [2], 1, "s"]"#;
    assert_eq!(
        with(square, thrice),
        Err(Reason::new(
            "3 switches limit the link from 0 to 2; as vertices, at most two can stand one after the other"
        ))
    );
}

#[test]
fn faults_of_topologies() {
    let fault = |text: &str| MscclTopology::read(text).map_err(|error| error.to_string()).expect_err("wrong");
    assert_eq!(fault("{\n  \"msccl_type\": 1"), "line 2, column 17: invalid type: integer `1`, expected a string");
    let with = |from: &str, to: &str| fault(&STAR.replacen(from, to, 1));
    assert_eq!(with("topology", "algorithm"), "`msccl_type` is `algorithm`; write `topology`");
    assert_eq!(with("[0, 1, 1, 1]", "[0, 1, 1]"), "row 0 of `links` has 3 numbers; there are 4 rows");
    assert_eq!(with("[0, 1, 1, 1]", "[1, 1, 1, 1]"), "`links` has a link from rank 0 to itself");
    assert_eq!(with("[1, 2, 3], 1", "[1, 2, 3], 0"), "switch `to_points` has no capacity");
    assert_eq!(with("[1, 2, 3], 1", "[1, 2, 4], 1"), "switch `to_points` has rank 4 which does not exist");
    assert_eq!(with("[1, 2, 3], 1", "[1, 2, 2], 1"), "switch `to_points` has rank 2 twice on a side");
}
