//! Plans that pass their checks, and plans with one false claim, which do not.

use super::*;
use crate::answer::Candidate;
use crate::answer::{answer, answer_watched};
use crate::request::{
    Bound, Claim, Front, MpiCollective, ObjectiveName, Operation, Ports, Refusal, Request, Status, Switches,
};
use logpine_models::machine::Machine;
use logpine_text::units::{Clock, Time};
use logpine_text::watch::OverAfter;

/// Plans of all kinds: blocks in steps and through one port, too many blocks to list, a proof by a formula, joined switches, a front of
/// each kind of proof, streams one way and both ways.
fn plans() -> Vec<NetworkPlan> {
    let of = |network: &str, collective, request: Request| {
        let collective = Some(Operation::Mpi(collective));
        let request = Request { network: Some(network.into()), collective, ..request };
        let planned = answer(&Machine::without_parameters("links", Clock::Cycle), &request).expect("a plan").planned;
        planned.expect("a schedule for a network")
    };
    let stream = || Request { objective: Some(ObjectiveName::Throughput), ..Request::default() };
    let front = || Request { pareto: Some(Front::Steps), ..Request::default() };
    vec![
        of("ring:5", MpiCollective::Allgather, Request { blocks: Some(2), ..Request::default() }),
        of("mesh:3x3", MpiCollective::Reduce, Request { blocks: Some(3), ..Request::default() }),
        of("hypercube:4", MpiCollective::Bcast, Request { ports: Some(Ports::One), ..Request::default() }),
        of("torus:16x16x4", MpiCollective::Allgather, Request { blocks: Some(20), ..Request::default() }),
        of("star:5", MpiCollective::Allreduce, Request::default()),
        of("fat-tree:4", MpiCollective::Bcast, Request { switches: Some(Switches::Contract), ..Request::default() }),
        of("dgx-1v", MpiCollective::Allgather, stream()),
        of("a100x2", MpiCollective::Allreduce, stream()),
        of("dgx-1v", MpiCollective::Bcast, front()),
        of("ring:5", MpiCollective::ReduceScatter, front()),
    ]
}

/// Plans stopped after any number of questions have a schedule and a bound that holds. Plans that join switches may have none.
#[test]
fn a_plan_that_is_stopped_is_a_plan() {
    let machine = Machine::without_parameters("links", Clock::Cycle);
    let (mut plans, mut longer) = (0, 0);
    let spreading = [MpiCollective::Bcast, MpiCollective::Scatter, MpiCollective::Gather, MpiCollective::Allgather];
    let combining = [MpiCollective::Reduce, MpiCollective::ReduceScatter, MpiCollective::Allreduce];
    for collective in spreading.into_iter().chain(combining) {
        let of = |network: &str, request: Request| Request {
            network: Some(network.into()),
            collective: Some(Operation::Mpi(collective)),
            ..request
        };
        let blocks = |blocks| Request { blocks: Some(blocks), ..Request::default() };
        let stream = || Request { objective: Some(ObjectiveName::Throughput), ..Request::default() };
        let requests = [
            of("random:12,0.3", blocks(3)),
            of("torus:3x4", blocks(1)),
            of("fat-tree:4", blocks(1)),
            of("fat-tree:4", Request { switches: Some(Switches::Contract), ..blocks(1) }),
            of("random:12,0.3", Request { ports: Some(Ports::One), ..blocks(3) }),
            of("random:12,0.3", Request { ports: Some(Ports::One), ..blocks(1) }),
            of("ring:5", Request { pareto: Some(Front::Steps), ..blocks(1) }),
            of("random:12,0.3", stream()),
            of("fat-tree:4", stream()),
        ];
        for request in requests {
            let Ok(whole) = answer(&machine, &request) else { continue };
            let whole = whole.planned.expect("a schedule for a network");
            for questions in [0, 3, 30, 300] {
                let stopped = answer_watched(&machine, &request, &OverAfter::new(questions));
                let is_stopped = |refusal: &Refusal| matches!(refusal, Refusal::No(no) if no.is_stopped);
                if request.switches.is_some() && stopped.as_ref().is_err_and(is_stopped) {
                    continue;
                }
                let stopped = stopped.unwrap_or_else(|refusal| panic!("{questions}: {refusal:?} {request:?}"));
                let stopped = stopped.planned.expect("a schedule for a network");
                stopped.check().unwrap_or_else(|fault| panic!("{questions}: {fault} {request:?}"));
                assert!(stopped.claim.bound.value <= whole.claim.value, "{questions} {request:?}");
                plans += 1;
                longer += usize::from(stopped.claim.value > whole.claim.value);
            }
        }
    }
    assert!(plans > 150 && longer > 15, "{plans} {longer}");
}

/// The time that is so many ticks longer.
fn later(time: Time, ticks: i64) -> Time {
    Time::from_ticks(time.ticks().saturating_add_signed(ticks))
}

/// The claim that is false, and the change that makes it so.
type FalseClaim = (&'static str, fn(&mut NetworkPlan));

#[test]
fn a_false_claim_is_found() {
    for plan in plans() {
        let name = format!("{} {:?}", plan.job.collective, plan.job.blocks);
        plan.check().unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let false_claims: [FalseClaim; 6] = [
            ("value", |plan| plan.claim.value = later(plan.claim.value, 1)),
            ("value", |plan| plan.claim.value = later(plan.claim.value, -1)),
            ("bound", |plan| plan.claim.bound.value = later(plan.claim.value, 1)),
            ("status", |plan| {
                let is_optimal = plan.claim.status == Status::Optimal;
                (plan.claim.status, plan.claim.class) =
                    (if is_optimal { Status::BestFound } else { Status::Optimal }, None);
            }),
            ("order", |plan| plan.candidates.reverse()),
            // The schedule takes longer than its time, in a plan that is consistent in itself.
            ("time", |plan| {
                plan.candidates.retain(|candidate| !matches!(candidate.construction.0, Made::Executed));
                let time = later(plan.held().time, -1);
                plan.candidates[0].time = time;
                plan.claim.value = time;
                (plan.claim.status, plan.claim.class) = (Status::BestFound, None);
                plan.claim.bound.value = later(time, -1);
            }),
        ];
        for (what, change) in false_claims {
            let mut plan = plan.clone();
            change(&mut plan);
            if what == "order" && plan.candidates.len() == 1 {
                continue;
            }
            assert!(plan.check().is_err(), "{name}: {what}");
        }
    }
}

/// A bound with its status that no proof shows, while value and order agree.
#[test]
fn a_bound_without_a_proof_is_found() {
    let mut found = 0;
    for mut plan in plans() {
        let slower = later(plan.claim.value, 2 * i64::try_from(Clock::Cycle.ticks_per_unit()).expect("small"));
        plan.candidates.truncate(1);
        plan.candidates[0] = Candidate { family: "planned", time: slower, ..plan.candidates[0].clone() };
        plan.candidates[0].construction.0 = Made::Executed;
        plan.claim = Claim::new(slower, Bound { value: slower, reason: "" }, None);
        plan.extra.contracted = None;
        if !matches!(plan.extra.proof, Proof::Shown(Shown::Parts { .. })) || plan.job.blocks.is_none() {
            let fault = plan.check().map_err(|fault| fault.to_string());
            assert!(fault.is_err_and(|fault| fault.starts_with("the bound is")), "{:?}", plan.job);
            found += 1;
        }
    }
    assert!(found > 5);
}
