//! Blocks in steps on small networks.

use super::exhaustive::{Block, least_reduction, least_steps};
use super::networks::{Extent, SmallNetwork, below, plan, request};
use super::replay;
use logpine::answer::{Made, NetworkPlan, Proof};
use logpine::request::{MpiCollective, Ports, Request, Status};
use logpine::units::Clock;
use logpine_check::synthesis::{
    COLLECTIVES, Evidence, Limits, Proof as Shown, Sent, Statement, check_ports, check_sends,
};
use logpine_network::digraph::Arc;
use logpine_text::random::Generator;

const CASES: u64 = 200;

/// The network, the collective, the root and the blocks of a case.
fn case(seed: u64) -> (SmallNetwork, MpiCollective, u32, u32) {
    let mut generator = Generator::stream(seed, 24);
    let extent = Extent {
        most_ranks: 5,
        most_switches: 1,
        most_capacity: 1 + seed % 2,
        most_latency: 1 + u32::from(seed.is_multiple_of(3)) * 2,
        directed: !seed.is_multiple_of(4),
    };
    let network = SmallNetwork::random(extent, &mut generator);
    let collective = COLLECTIVES[usize::try_from(seed % 7).expect("small")];
    let root = below(&mut generator, network.ranks);
    let most = if matches!(collective, MpiCollective::Bcast | MpiCollective::Reduce) { 4 } else { 2 };
    let blocks = 1 + below(&mut generator, most);
    (network, collective, root, blocks)
}

fn planned(network: &SmallNetwork, collective: MpiCollective, root: u32, blocks: u32) -> NetworkPlan {
    let request = Request { blocks: Some(blocks.into()), ..request(collective, root) };
    network.plan(request).unwrap_or_else(|refusal| panic!("{refusal:?} {network:?}"))
}

fn value(plan: &NetworkPlan) -> u32 {
    steps_of(plan.claim.value.ticks())
}

fn steps_of(ticks: u64) -> u32 {
    u32::try_from(ticks / Clock::Cycle.ticks_per_unit()).expect("few steps")
}

/// The least number of steps by exhaustive search. A reduction turned around is a broadcast, and a reduce-scatter an allgather.
fn least(statement: &Statement<'_>) -> Option<u32> {
    let backward = matches!(statement.collective, MpiCollective::Reduce | MpiCollective::ReduceScatter);
    let turned = |arc: &Arc| if backward { Arc { from: arc.to, to: arc.from, ..*arc } } else { *arc };
    let arcs: Vec<Arc> = statement.graph.arcs().iter().map(turned).collect();
    let block = |block| {
        let (sources, sinks) = replay::ends(statement, block);
        let (sources, sinks) = if backward { (sinks, sources) } else { (sources, sinks) };
        Block { from: sources[0], to: sinks }
    };
    let blocks: Vec<Block> = (0..replay::blocks(statement)).map(block).collect();
    least_steps(&arcs, statement.graph.vertices(), &blocks)
}

#[test]
fn plans_are_what_exhaustive_search_finds() {
    let mut compared = [0; 7];
    for seed in 0..CASES {
        let (network, collective, root, blocks) = case(seed);
        let plan = planned(&network, collective, root, blocks);
        let graph = network.graph();
        let statement = Statement { graph: &graph, collective, root, blocks };
        let sends: Vec<Sent> = plan.written().expect("in steps").sent().collect();
        let executed = check_sends(&statement, &sends, &Limits::default()).expect("a valid schedule");
        let (steps, bound) = (steps_of(plan.held().time.ticks()), steps_of(plan.claim.bound.value.ticks()));
        // Of an allreduce, an algorithm of the catalogue may be faster than two halves, and have messages that no file holds.
        let is_held = !matches!(plan.best().construction.0, Made::Executed);
        assert!(steps == value(&plan) || (collective == MpiCollective::Allreduce && !is_held && value(&plan) < steps));
        assert_eq!(executed.steps, u64::from(steps), "seed {seed}");
        assert_eq!(replay::steps(&statement, &sends), Some(steps), "seed {seed}");
        assert!(bound <= value(&plan), "seed {seed}");
        if let Proof::Shown(Shown::Times { bound: of_times, times }) = &plan.extra.proof {
            assert_eq!(*of_times, bound, "seed {seed}");
            assert!(proves(&statement, bound, times), "seed {seed}");
            // The same times prove no more.
            assert!(!proves(&statement, steps + 1, times), "seed {seed}");
        }
        if collective == MpiCollective::Allreduce {
            // What any rank has must reach all others.
            let of_rank = |root| {
                least(&Statement {
                    collective: MpiCollective::Bcast,
                    root,
                    blocks: blocks * network.ranks,
                    ..statement
                })
            };
            if let Some(all) = (0..network.ranks).map(of_rank).collect::<Option<Vec<u32>>>() {
                compared[6] += 1;
                assert!(all.iter().all(|&least| least <= value(&plan)), "seed {seed}");
            }
            continue;
        }
        let Some(least) = least(&statement) else { continue };
        compared[usize::try_from(seed % 7).expect("small")] += 1;
        assert!(bound <= least, "seed {seed}: a bound of {bound}, and {least} steps are enough");
        assert_eq!(steps, least, "seed {seed}: {collective:?} of {blocks} from {root} on {network:?}");
    }
    assert!(compared.iter().all(|&count| count >= 15), "{compared:?}");
}

/// 4,225 ranks are 17.8 million transmissions: one tree and its translations, to each rank over its four links.
#[test]
fn transmissions_beyond_the_limit_are_not_listed() {
    for collective in [MpiCollective::Allgather, MpiCollective::ReduceScatter] {
        let plan = plan("torus:65x65", request(collective, 0)).expect("a plan");
        assert_eq!((value(&plan), plan.bound_in_steps()), (4224 / 4, Some(4224 / 4)));
        let Made::Translated(translated) = &plan.best().construction.0 else { panic!("{collective}: not translated") };
        assert_eq!(translated.count(), 4225 * 4224);
        plan.check().expect("a valid schedule");
        assert!(plan.written().is_none());
    }
    assert!(plan("torus:65x65", request(MpiCollective::Allreduce, 0)).is_err());
}

/// Two ranks that exchange their blocks over a link for two at a time need no halves.
#[test]
fn a_faster_algorithm_of_the_catalogue_is_the_answer() {
    let link = Arc { from: 0, to: 1, capacity: 2, latency: 1 };
    let network = SmallNetwork { ranks: 2, vertices: 2, directed: false, links: vec![link] };
    let plan = network.plan(request(MpiCollective::Allreduce, 0)).expect("a plan");
    assert_eq!((value(&plan), plan.bound_in_steps()), (1, Some(1)));
    assert_eq!((plan.claim.status, plan.best().family), (Status::Optimal, "recursive-doubling"));
    assert_eq!(steps_of(plan.held().time.ticks()), 1);
    let made = plan.candidates().iter().find(|candidate| NetworkPlan::is_planned(candidate)).expect("made");
    assert_eq!(steps_of(made.time.ticks()), 2);
    plan.check().expect("both are valid");
    for candidates in plan.candidates().windows(2) {
        assert!(candidates[0].time <= candidates[1].time);
    }
}

#[test]
fn what_is_too_large_or_empty_is_refused_before_it_is_made() {
    let refused = |network, request: Request| match plan(network, request) {
        Ok(_) => panic!("a plan"),
        Err(refusal) => refusal.to_string(),
    };
    let blocks = |collective, blocks| Request { blocks: Some(blocks), ..request(collective, 0) };
    let many = refused("torus:8x8", blocks(MpiCollective::Bcast, 1_000_000_000));
    assert!(many.contains("63000000000 transmissions"), "{many}");
    let none = refused("ring:4", blocks(MpiCollective::Bcast, 0));
    assert!(none.contains("--blocks 0"), "{none}");
    let long = refused("hypercube:10", blocks(MpiCollective::Scatter, 1_000));
    assert!(long.contains("too many"), "{long}");
}

/// True if node times prove that so many steps are needed.
fn proves(statement: &Statement<'_>, bound: u32, times: &[u32]) -> bool {
    Shown::Times { bound, times: times.to_vec() }.check(statement).is_ok()
}

/// Without turning anything around: every choice of arcs in every step.
#[test]
fn reductions_are_what_exhaustive_search_over_contributions_finds() {
    let mut compared = 0;
    for seed in 0..60 {
        let mut generator = Generator::stream(seed, 28);
        let extent = Extent { most_ranks: 3, most_switches: 1, most_capacity: 1, most_latency: 2, directed: true };
        let network = SmallNetwork::random(extent, &mut generator);
        let root = below(&mut generator, network.ranks);
        let least = least_reduction(&network.arcs(), network.vertices, network.ranks, root);
        let Some(least) = least else { continue };
        compared += 1;
        assert_eq!(value(&planned(&network, MpiCollective::Reduce, root, 1)), least, "seed {seed}: {network:?}");
    }
    assert!(compared >= 40, "{compared}");
}

#[test]
fn one_port_holds_for_every_number_of_blocks() {
    // Of 8 blocks the last leaves the root in step 8, and then needs as many steps as the cube has dimensions.
    for (network, blocks, steps) in
        [("hypercube:4", 1, 4), ("hypercube:4", 8, 11), ("complete:5", 1, 3), ("ring:6", 1, 3)]
    {
        let request = Request { blocks: Some(blocks), ports: Some(Ports::One), ..request(MpiCollective::Bcast, 0) };
        let plan = plan(network, request).expect("a plan");
        let sends: Vec<Sent> = plan.written().expect("in steps").sent().collect();
        assert!(check_ports(plan.statement().graph, &sends).is_ok(), "{network}");
        let found = check_sends(&plan.statement(), &sends, &Limits::default()).expect("a valid schedule");
        assert_eq!((found.steps, value(&plan)), (u64::from(steps), steps), "{network}");
        assert_eq!(steps_of(plan.claim.bound.value.ticks()), steps, "{network}");
    }
}

/// Reductions are broadcasts turned around, whatever the latencies: what is sent in a step then arrives in one.
#[test]
fn one_port_turns_around() {
    let (mut longer, mut compared) = (0, 0);
    for seed in 0..120 {
        let mut generator = Generator::stream(seed, 31);
        let extent =
            Extent { most_ranks: 6, most_switches: 1, most_capacity: 1, most_latency: 3, directed: seed % 2 == 0 };
        let network = SmallNetwork::random(extent, &mut generator);
        let root = below(&mut generator, network.ranks);
        let plan = |network: &SmallNetwork, collective| {
            let request = Request { blocks: Some(1), ports: Some(Ports::One), ..request(collective, root) };
            let plan = network.plan(request).unwrap_or_else(|refusal| panic!("{seed}: {refusal:?}"));
            plan.check().unwrap_or_else(|fault| panic!("{seed}: {fault}"));
            for candidate in plan.candidates() {
                assert!(candidate.time >= plan.claim.bound.value, "{seed}: {} is below the bound", candidate.family);
            }
            (steps_of(plan.held().time.ticks()), plan.claim.bound.value)
        };
        let turned = |arc: &Arc| Arc { from: arc.to, to: arc.from, ..*arc };
        let reversed = SmallNetwork { links: network.links.iter().map(turned).collect(), ..network };
        assert_eq!(plan(&network, MpiCollective::Reduce), plan(&reversed, MpiCollective::Bcast), "{seed}");
        longer += u32::from(network.links.iter().any(|arc| arc.latency > 1));
        compared += 1;
    }
    assert!(longer > 60, "{longer} of {compared}");
}

/// Two ranks that swap their vectors over four switches need six steps; a reduce-scatter and then an allgather take ten.
#[test]
fn files_hold_an_algorithm_of_the_catalogue_that_is_faster() {
    let arc = |(from, to)| Arc { from, to, capacity: 1, latency: 1 };
    let links = [(0, 2), (2, 3), (3, 4), (4, 5), (5, 1)].map(arc).to_vec();
    let network = SmallNetwork { ranks: 2, vertices: 6, directed: false, links };
    for (blocks, least, in_halves) in [(1, 6, 10), (3, 10, 14)] {
        let plan = planned(&network, MpiCollective::Allreduce, 0, blocks);
        plan.check().expect("a valid plan");
        let sends: Vec<Sent> = plan.written().expect("in steps").sent().collect();
        let executed = check_sends(&plan.statement(), &sends, &Limits::default()).expect("a valid schedule");
        assert_eq!((value(&plan), executed.steps), (least, u64::from(least)));
        let made = plan.candidates().iter().find(|candidate| NetworkPlan::is_planned(candidate));
        assert_eq!(made.map(|made| steps_of(made.time.ticks())), Some(in_halves));
    }
}

/// A relay is called only if it calls somebody in turn: turned around, it would send what it does not have.
#[test]
fn relays_are_not_called_in_vain() {
    let links = [(0, 2, 1), (1, 3, 2), (2, 4, 1), (6, 2, 1), (3, 5, 1), (0, 5, 1), (0, 1, 1), (6, 3, 1)];
    let arc = |(from, to, latency)| Arc { from, to, capacity: 1, latency };
    let network = SmallNetwork { ranks: 6, vertices: 7, directed: false, links: links.map(arc).to_vec() };
    for collective in [MpiCollective::Bcast, MpiCollective::Reduce] {
        let request = Request { blocks: Some(1), ports: Some(Ports::One), ..request(collective, 1) };
        let plan = network.plan(request).expect("a plan");
        plan.check().expect("a valid plan");
        let steps = steps_of(plan.held().time.ticks());
        assert_eq!((u64::from(steps), plan.claim.bound.value), (plan.steps(), plan.claim.value));
        let written = plan.written().expect("in steps");
        assert!(written.sent().all(|sent| sent.from != 6 && sent.to != 6));
    }
}

/// The butterfly of Ahlswede, Cai, Li and Yeung (Network Information Flow, 2000): a cut lets two blocks through in each step,
/// but the ranks 1 and 2 get them only if vertex 5 adds blocks up. No schedule does that, so that a formula has to prove the bound.
#[test]
fn what_no_cut_proves_is_proved_by_a_formula() {
    let arc = |(from, to)| Arc { from, to, capacity: 1, latency: 1 };
    let links =
        [(0, 3), (0, 4), (3, 1), (4, 2), (3, 5), (4, 5), (5, 6), (6, 1), (6, 2), (1, 0), (2, 0)].map(arc).to_vec();
    let network = SmallNetwork { ranks: 3, vertices: 7, directed: true, links };
    for (blocks, least) in [(6, 6), (8, 7)] {
        let plan = planned(&network, MpiCollective::Bcast, 0, blocks);
        assert_eq!((value(&plan), plan.claim.status), (least, Status::Optimal));
        let Some(Shown::Sat { steps, dimacs }) = plan.certificate() else { panic!("no formula") };
        assert_eq!(steps, least - 1);
        let statement = plan.statement();
        let check = |steps, dimacs| Shown::Sat { steps, dimacs }.check(&statement);
        assert!(matches!(check(steps, dimacs.clone()), Ok(Evidence::NeedsSolver { bound, .. }) if bound == least));
        assert!(check(steps + 1, dimacs.clone()).is_err());
        assert!(check(steps, dimacs.replacen(" -1 ", " 1 ", 1)).is_err());
    }
}
