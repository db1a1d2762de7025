//! Programs of MSCCL's runtime: every chunk of what is made of schedules and packings, executed.

use super::examples::{Example, Packed, arc};
use crate::plans::msccl_xml::{IN_FLIGHT, Transfers, in_steps, of_trees, read, write};
use logpine_check::synthesis::{COLLECTIVES, Kind, Program, Sent, Statement};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::Digraph;
use logpine_text::random::Generator;

fn program(transfers: &Transfers) -> Program {
    let (program, text) = write(transfers, "a <network>").expect("it fits");
    assert_eq!(read(&text).as_ref(), Ok(&program), "as it was written");
    program
}

/// The program of a random schedule; `None` if some nodes only relay.
fn of_schedule(collective: MpiCollective, seed: u64) -> Option<Program> {
    let example = Example::random(collective, &mut Generator::new(seed));
    let transfers = in_steps(&example.statement(), &example.sends);
    let has_relays = example.graph.vertices() > example.graph.compute();
    assert_eq!(transfers.is_err(), has_relays);
    transfers.ok().map(|transfers| program(&transfers))
}

fn of_packing(collective: MpiCollective, packed: &Packed) -> Program {
    let of = (packed.graph.compute(), packed.root);
    program(&of_trees(collective, of, &packed.edges, packed.reduce_scatter.is_some()).expect("few chunks"))
}

#[test]
fn programs_of_schedules_do_what_their_collectives_do() {
    let mut tried = [0; 7];
    for seed in 0..400 {
        let kind = usize::try_from(seed % 7).expect("small");
        let Some(program) = of_schedule(COLLECTIVES[kind], seed) else { continue };
        // A single message in a channel is enough.
        assert!(program.check(1).is_ok(), "{seed}: {:?}", program.check(1));
        tried[kind] += 1;
    }
    assert!(tried.iter().all(|&count| count > 5), "{tried:?}");
}

#[test]
fn programs_of_packings_do_what_their_collectives_do() {
    let of_trees = [
        MpiCollective::Bcast,
        MpiCollective::Reduce,
        MpiCollective::Allgather,
        MpiCollective::ReduceScatter,
        MpiCollective::Allreduce,
    ];
    for seed in 0..100 {
        let mut generator = Generator::new(seed);
        let collective = of_trees[usize::try_from(seed % 5).expect("small")];
        let packed = Packed::random(collective, &mut generator);
        let found = of_packing(collective, &packed).check(1);
        assert!(found.is_ok(), "{seed}: {found:?}");
    }
    for seed in 0..20 {
        let packed = Packed::of_halves(&mut Generator::new(seed));
        let found = of_packing(MpiCollective::Allreduce, &packed).check(1);
        assert!(found.is_ok(), "{seed}: {found:?}");
    }
}

fn pair(collective: MpiCollective, sends: &[(u32, u32, u32, u32)]) -> Program {
    let graph = Digraph::new(2, 2, vec![arc(0, 1), arc(1, 0)]);
    let statement = Statement { graph: &graph, collective, root: 0, blocks: 1 };
    let sends: Vec<Sent> = sends.iter().map(|&(step, from, to, block)| Sent { step, from, to, block }).collect();
    program(&in_steps(&statement, &sends).expect("no relays"))
}

/// Two ranks that exchange their contributions at once, and in both directions: what msccl-tools adds twice.
#[test]
fn an_exchange_counts_every_contribution_once() {
    let halves = pair(MpiCollective::Allreduce, &[(1, 0, 1, 1), (1, 1, 0, 0), (2, 0, 1, 0), (2, 1, 0, 1)]);
    let exchange = pair(MpiCollective::Allreduce, &[(1, 0, 1, 0), (1, 1, 0, 0), (1, 0, 1, 1), (1, 1, 0, 1)]);
    for program in [halves, exchange] {
        let run = program.check(1).expect("correct");
        assert_eq!((run.messages, run.channels, program.check(IN_FLIGHT).is_ok()), (4, 1, true));
    }
}

/// Every instruction and every wait is needed: without one, something is refused.
#[test]
fn wrong_programs_are_refused() {
    let (mut waits, mut needed) = (0, 0);
    for seed in 0..140 {
        let kind = usize::try_from(seed % 7).expect("small");
        let Some(program) = of_schedule(COLLECTIVES[kind], seed) else { continue };
        for (gpu, of_gpu) in program.gpus.iter().enumerate() {
            for (block, of_block) in of_gpu.blocks.iter().enumerate() {
                for (at, instruction) in of_block.instructions.iter().enumerate() {
                    let mut changed = program.clone();
                    let there = &mut changed.gpus[gpu].blocks[block].instructions;
                    if instruction.waits.is_some() {
                        there[at].waits = None;
                        waits += 1;
                        needed += u32::from(changed.check(1).is_err());
                    } else if instruction.kind == Kind::ReceiveReduceCopy {
                        there[at].kind = Kind::Receive;
                        let wrong = changed.check(1).expect_err("the sum is lost").to_string();
                        assert!(
                            wrong.starts_with("chunk ") && wrong.contains(" of the output of GPU "),
                            "{seed}: {wrong}"
                        );
                    } else {
                        there.remove(at);
                        assert!(changed.check(1).is_err(), "{seed}");
                    }
                }
            }
        }
    }
    // Some waits follow from others of the same GPU.
    assert!(waits > 100 && needed * 10 > waits * 9, "{needed} of {waits}");
}

#[test]
fn faults_of_files_have_their_places() {
    let program = pair(MpiCollective::Bcast, &[(1, 0, 1, 0)]);
    let (_, text) = {
        let graph = Digraph::new(2, 2, vec![arc(0, 1)]);
        let statement = Statement { graph: &graph, collective: MpiCollective::Bcast, root: 0, blocks: 1 };
        let sends = [Sent { step: 1, from: 0, to: 1, block: 0 }];
        write(&in_steps(&statement, &sends).expect("no relays"), "pair").expect("it fits")
    };
    assert_eq!(read(&text), Ok(program));
    let with = |from: &str, to: &str| {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        let checked = read(&changed).map_err(|fault| fault.to_string());
        checked.and_then(|program| program.check(1).map_err(|wrong| wrong.to_string())).expect_err("wrong")
    };
    for (from, to, said) in [
        ("coll=\"broadcast\"", "coll=\"custom\"", "line 1, column 1: `coll` is `custom`; what a program"),
        ("ngpus=\"2\"", "ngpus=\"3\"", "line 1, column 1: there are 2 GPUs, and 3 are claimed"),
        ("type=\"s\"", "type=\"x\"", "line 7, column 7: `type` is `x`; it is one of s, r, rcs"),
        ("type=\"s\"", "type=\"r\"", "thread block 1 of GPU 0 receives, and names no GPU"),
        ("cnt=\"1\"", "cnt=\"one\"", "line 4, column 7: `cnt` is `one`; write a whole number"),
        ("send=\"1\"", "send=\"0\"", "thread block 1 of GPU 0 has its own GPU at the other end"),
        ("recv=\"0\"", "recv=\"1\"", "thread block 0 of GPU 1 has its own GPU"),
        ("hasdep=\"1\"", "hasdep=\"0\"", "instruction 0 of thread block 1 of GPU 0: it waits for instruction 0 of"),
        (
            "type=\"r\"",
            "type=\"rrc\"",
            "instruction 0 of thread block 0 of GPU 1: chunk 0 of the output has no data yet",
        ),
        (
            "chan=\"0\">\n      <step s=\"0\" type=\"r\"",
            "chan=\"1\">\n      <step s=\"0\" type=\"r\"",
            "instruction 0 of thread block 0 of GPU 1: it waits without end",
        ),
        ("o_chunks=\"1\"", "o_chunks=\"2\"", "GPU 0 has an input of 1 and an output of 2 chunks"),
        ("outofplace=\"1\"", "outofplace=\"yes\"", "line 1, column 1: `outofplace` is `yes`"),
        ("<algo", "<algos", "line 15, column 1: expected 'algos' tag"),
    ] {
        let found = with(from, to);
        assert!(found.contains(said), "{found}");
    }
}
