//! Fronts of steps, rounds and blocks, and their points as files.

use super::networks::{SmallNetwork, plan, request};
use logpine::answer::{NetworkPlan, Written};
use logpine::request::{Front, MpiCollective, Request};
use logpine_check::synthesis::{Limits, Sent, check_rounds};
use logpine_netfiles::plans::Preamble;
use logpine_netfiles::plans::msccl::{self, MscclFile};
use logpine_netfiles::plans::sends::{self, SendsFile};
use logpine_network::digraph::Arc;

fn pareto(collective: MpiCollective) -> Request {
    Request { pareto: Some(Front::Steps), ..request(collective, 0) }
}

#[test]
fn fronts_of_reductions_have_their_own_order_of_rounds() {
    // A leaf has contributions to three others' results, and one link: two rounds in the first step, if there are two steps.
    let front = plan("star:4", pareto(MpiCollective::ReduceScatter)).expect("a plan");
    front.check().expect("a valid plan");
    let points = &front.extra.points.as_ref().expect("a front").points;
    let of_two: Vec<_> = points.iter().filter(|point| point.steps == 2).map(|point| &point.composition[..]).collect();
    assert_eq!(of_two, [[2, 1]]);
    // Over longer links the rounds cannot be turned around.
    let arc = |from, to, latency| Arc { from, to, capacity: 1, latency };
    let links = vec![arc(0, 1, 1), arc(1, 2, 2), arc(2, 3, 1), arc(3, 0, 1)];
    let network = SmallNetwork { ranks: 4, vertices: 4, directed: false, links };
    for (collective, is_known) in [(MpiCollective::Bcast, true), (MpiCollective::Reduce, false)] {
        assert_eq!(network.plan(pareto(collective)).is_ok(), is_known);
    }
    for (collective, is_known) in [(MpiCollective::Allgather, true), (MpiCollective::ReduceScatter, false)] {
        assert_eq!(network.plan(pareto(collective)).is_ok(), is_known);
    }
}

/// The steps, rounds and blocks of the points of a front.
fn points(plan: &NetworkPlan) -> Vec<(u32, u32, u32)> {
    let points = plan.extra.points.iter().flat_map(|front| &front.points);
    points.map(|point| (point.steps, point.rounds, point.blocks)).collect()
}

/// Every point is written as sends and for msccl-tools, read again, and accepted; with a round less in any step it is refused.
#[test]
fn points_of_fronts_are_files_that_check_themselves() {
    let collectives =
        [MpiCollective::Bcast, MpiCollective::Reduce, MpiCollective::Allgather, MpiCollective::ReduceScatter];
    let mut several = 0;
    for (network, collective) in
        ["star:4", "ring:5", "dgx-1v"].into_iter().flat_map(|name| collectives.map(|of| (name, of)))
    {
        for (steps, rounds, blocks) in points(&plan(network, pareto(collective)).expect("a front")) {
            let chosen =
                plan(network, Request { point: Some(steps.into()), ..pareto(collective) }).expect("the same front");
            chosen.check().unwrap_or_else(|fault| panic!("{network} {collective} {steps}: {fault}"));
            let written = chosen.written().expect("in steps");
            let Written { statement, rounds: of_steps, schedule } = &written;
            assert_eq!((schedule.steps, of_steps.iter().sum(), statement.blocks), (steps, rounds, blocks));
            let sent: Vec<Sent> = written.sent().collect();

            let preamble =
                Preamble { rounds: of_steps.to_vec(), steps: Some(schedule.steps.into()), ..Preamble::of(statement) };
            let read = SendsFile::read(&sends::write(&preamble, &sent)).expect("a file");
            assert_eq!((&read.preamble, &read.sends), (&preamble, &sent));
            read.check(&Limits::default()).expect("a valid file");
            // A further step in which nothing is sent counts.
            let further = |claimed: u32| {
                let rounds = [*of_steps, &[1]].concat();
                let preamble = Preamble { rounds, steps: Some(claimed.into()), ..preamble.clone() };
                SendsFile::read(&sends::write(&preamble, &sent)).expect("a file").check(&Limits::default())
            };
            assert!(further(steps + 1).is_ok() && further(steps).is_err());
            let text = msccl::write(statement, network, of_steps, &sent).expect("an algorithm");
            MscclFile::read(&text).expect("an algorithm").check(&Limits::default()).expect("a valid algorithm");

            for step in (0..of_steps.len()).filter(|&step| of_steps[step] > 1) {
                let mut fewer = of_steps.to_vec();
                fewer[step] -= 1;
                assert!(
                    check_rounds(statement, &fewer, &sent, &Limits::default()).is_err(),
                    "{network} {collective} {steps}"
                );
                several += 1;
            }
        }
    }
    assert!(several > 10, "{several}");
}

/// In the last step of a point nothing may begin: what a longer link carries arrives in it.
#[test]
fn points_whose_last_step_only_waits_are_written() {
    let arc = |from, to, latency| Arc { from, to, capacity: 1, latency };
    let network = SmallNetwork { ranks: 2, vertices: 2, directed: true, links: vec![arc(0, 1, 2), arc(1, 0, 1)] };
    let chosen = network.plan(Request { point: Some(2), ..pareto(MpiCollective::Bcast) }).expect("a front");
    let written = chosen.written().expect("in steps");
    let Written { statement, rounds, schedule } = &written;
    let sent: Vec<Sent> = written.sent().collect();
    assert!(rounds.len() == 2 && schedule.steps == 2 && sent.iter().all(|sent| sent.step == 1));
    let text = msccl::write(statement, "two", rounds, &sent).expect("an algorithm");
    MscclFile::read(&text).expect("an algorithm").check(&Limits::default()).expect("a valid algorithm");
    assert!(text.contains("\"steps\":2") && msccl::write(statement, "two", &[], &sent).is_ok(), "{text}");
    // The rounds of only some steps are refused.
    let preamble = |rounds: &[u32]| Preamble { rounds: rounds.to_vec(), ..Preamble::of(statement) };
    let check = |rounds: &[u32]| {
        SendsFile::read(&sends::write(&preamble(rounds), &sent)).expect("a file").check(&Limits::default())
    };
    assert!(check(rounds).is_ok());
    let faults = check(&rounds[..1]).expect_err("a fault");
    assert!(faults[0].to_string().contains("takes 2 steps, and `rounds` has those of 1"), "{}", faults[0]);
}

#[test]
fn what_is_no_point_is_refused_with_the_points_of_the_front() {
    let refused = |point| {
        let request = Request { point: Some(point), ..pareto(MpiCollective::Allgather) };
        plan("dgx-1v", request).expect_err("no such point").to_string()
    };
    for steps in [1, 4, u64::MAX] {
        assert!(refused(steps).contains("the steps of its points: 2, 3"), "{}", refused(steps));
    }
}
