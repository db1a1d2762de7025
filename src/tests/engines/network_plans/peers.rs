//! Faults of published synthesizers, as tests of our own.

use super::networks::{SmallNetwork, plan, request};
use logpine::request::{MpiCollective, Request};
use logpine_check::synthesis::{Limits, Sent, Statement, check_sends};
use logpine_netplan::Roots;
use logpine_netplan::Send;
use logpine_netplan::fronts::{Front, FrontLimits, Point, front};
use logpine_network::digraph::Arc;

/// TACOS (Won et al., TACOS: Topology-Aware Collective Algorithm Synthesizer for Distributed Machine Learning, 2024) lets a link
/// that is busy with one block end with another, which its sender got only after the start: an arrival no path can bring about.
#[test]
fn a_block_in_flight_is_not_exchanged_for_a_later_one() {
    // A ring of four nodes one way, with a slow link from 1 to 2, and one from 0 to 1 that takes nearly as long.
    let links = [(0, 1, 9), (1, 2, 10), (2, 3, 1), (3, 0, 1)];
    let links = links.map(|(from, to, latency)| Arc { from, to, capacity: 1, latency }).to_vec();
    let ring = SmallNetwork { ranks: 4, vertices: 4, directed: true, links };
    let plan = ring.plan(Request { blocks: Some(1), ..request(MpiCollective::Allgather, 0) }).expect("a plan");
    let graph = ring.graph();
    let statement = Statement { graph: &graph, collective: MpiCollective::Allgather, root: 0, blocks: 1 };
    let check = |sends: &[Sent]| check_sends(&statement, sends, &Limits::default());
    let honest: Vec<Sent> = plan.written().expect("in steps").sent().collect();
    assert!(check(&honest).is_ok());
    // Node 1 sends its own block in step 1, which arrives at the end of step 10. Block 0 is there at the end of step 9, so it
    // cannot be at node 2 before the end of step 19.
    let over_slow = |block| honest.iter().position(|sent| sent.from == 1 && sent.block == block).expect("it is sent");
    let (own, late) = (over_slow(1), over_slow(0));
    assert_eq!((honest[own].step, honest[late].step), (1, 10));
    // While block 1 is under way block 0 comes in and takes its place, and block 1 goes where block 0 would have gone.
    let mut exchanged = honest.clone();
    (exchanged[own].block, exchanged[late].block) = (0, 1);
    // What depends on block 1 moves behind it, so that the exchange is the only fault.
    let shift = honest[late].step - honest[own].step;
    for sent in exchanged.iter_mut().filter(|sent| sent.block == 1 && sent.from != 1) {
        sent.step += 2 * shift;
    }
    let faults = check(&exchanged).expect_err("block 0 would arrive before it can");
    let wrong = "vertex 1 sends block 0 in step 1, but has it only at the end of step 9";
    assert_eq!(faults.iter().map(|fault| fault.wrong.to_string()).collect::<Vec<_>>(), [wrong]);
    // The time that would be reported for block 0 at node 2, and the time of the only path.
    let reported = u64::from(exchanged[own].step) + 10 - 1;
    let shortest = graph.distances(0, |arc| u64::from(arc.latency))[2].expect("it is reached");
    assert_eq!((reported, shortest), (10, 19));
}

/// The front of broadcasts on the cube of 8 nodes.
fn cube() -> Front {
    let plan = plan("hypercube:3", request(MpiCollective::Bcast, 0)).expect("a plan");
    let limits = FrontLimits { steps: 4, rounds: 5, blocks: 8, ..FrontLimits::default() };
    front(&plan.extra.links.digraph, Roots::One(0), &limits).expect("small")
}

/// SCCL (Cai et al., Synthesizing Optimal Collective Algorithms, `PPoPP` 2021) leaves out all numbers of rounds and blocks with a
/// common divisor. For broadcasts they count: (3, 3, 3) and (4, 4, 6) are not three and two times something.
#[test]
fn rounds_and_blocks_with_a_common_divisor_count() {
    let front = cube();
    let of_cells: Vec<&Point> = front.cells.iter().filter_map(|cell| cell.best.as_ref()).collect();
    let plan = plan("hypercube:3", request(MpiCollective::Bcast, 0)).expect("a plan");
    for (steps, rounds, blocks, published) in [(3, 3, 3, (5, 4)), (4, 4, 6, (4, 5))] {
        let is_it = |point: &&&Point| (point.steps, point.rounds, point.blocks) == (steps, rounds, blocks);
        let point = of_cells.iter().find(is_it).unwrap_or_else(|| panic!("({steps}, {rounds}, {blocks}) exists"));
        // One round a step: an ordinary schedule.
        assert!(point.composition.iter().all(|&rounds| rounds == 1));
        let arcs = plan.extra.links.digraph.arcs();
        let sent = |send: &Send| {
            let arc = arcs[send.arc as usize];
            Sent { step: send.step, from: arc.from, to: arc.to, block: send.block }
        };
        let sends: Vec<Sent> = point.schedule.sends.iter().map(sent).collect();
        let statement = Statement { blocks, ..plan.statement() };
        let executed = check_sends(&statement, &sends, &Limits::default()).expect("a valid schedule");
        assert!(executed.steps <= u64::from(steps));
        // Fewer rounds for a block than what SCCL lists for as many steps: (3, 5, 4) and (4, 4, 5).
        let (published_rounds, published_blocks) = published;
        assert!(rounds * published_blocks < published_rounds * blocks);
    }
    assert!(front.complete);
}

/// SCCL reports 5 blocks for a broadcast in 3 steps and 3 rounds on the DGX-1; 7 are possible, and 8 are not.
#[test]
fn a_broadcast_on_the_dgx_1_brings_seven_blocks_in_three_steps() {
    let planned = |blocks| {
        let plan =
            plan("dgx-1v", Request { blocks: Some(blocks), ..request(MpiCollective::Bcast, 0) }).expect("a plan");
        let sends: Vec<Sent> = plan.written().expect("in steps").sent().collect();
        let executed = check_sends(&plan.statement(), &sends, &Limits::default()).expect("a valid schedule");
        (executed.steps, plan.claim.value == plan.claim.bound.value)
    };
    assert_eq!([planned(5), planned(7), planned(8)], [(3, true), (3, true), (4, true)]);
}
