//! Sums that pass their check, and wrong ones that do not.

use crate::answer::SumPlan;
use logpine_check::sum::{ClaimedSum, check};
use logpine_models::job::{Bound, Status};
use logpine_models::job::{Claim, SumJob};
use logpine_models::machine::Machine;
use logpine_models::model::Logp;
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_trees::tree::RankShape;
use logpine_trees::tree::earliest::Budget;
use logpine_trees::tree::rank_trees;

const CYCLE: Time = Time::from_ticks(1000);

fn timing() -> Logp {
    Logp::new(&Machine::load("logp-textbook").expect("built in")).expect("it has [logp]")
}

fn plan(values: u64, ranks: u64) -> SumPlan {
    SumPlan::new(&timing(), CYCLE, SumJob::new(values, ranks).expect("a sum")).expect("a plan")
}

#[test]
fn plans_pass() {
    for values in [1, 2, 3, 79, 1000, 1_000_000, 10_000_000_000_000_000] {
        for ranks in [1, 2, 8, 100, 1_000_000, 1_000_000_000_000_000_000] {
            assert_eq!(plan(values, ranks).check(&timing()), Ok(()), "{values} {ranks}");
        }
    }
}

/// The fault of the plan for 100 values by 8 ranks after a change of its schedule, its claim and its times.
fn fault(change: impl Fn(&mut ClaimedSum<'_>, &mut Claim, &mut Vec<Time>)) -> Option<Reason> {
    let plan = plan(100, 8);
    let best = &plan.extra.best;
    let mut sum =
        ClaimedSum { addition: CYCLE, time: best.time, values: best.values, budgets: &best.budgets, tree: &best.tree };
    let mut claim = plan.claim;
    let mut times = plan.candidates().iter().map(|candidate| candidate.time).collect();
    change(&mut sum, &mut claim, &mut times);
    check(&timing(), plan.job, &claim, sum, times.into_iter().map(|time| ("sum", time))).err()
}

#[test]
fn each_part_of_a_plan_is_read() {
    let later = |time: Time| Time::from_ticks(time.ticks() + 1000);
    assert_eq!(fault(|_, _, _| ()), None);
    let claims = [
        fault(|_, claim, _| claim.value = later(claim.value)),
        fault(|_, claim, _| claim.bound = Bound { value: later(claim.bound.value), ..claim.bound }),
        fault(|_, claim, _| claim.status = Status::BestFound),
        fault(|_, _, times| times.reverse()),
    ];
    assert!(
        claims.iter().all(|fault| fault.as_ref().is_some_and(|fault| fault.says("ticks against bound"))),
        "{claims:?}"
    );
    assert!(fault(|sum, _, _| sum.time = later(sum.time)).is_some_and(|fault| fault.says("ticks, the root has")));
    assert!(fault(|sum, _, _| sum.budgets = &sum.budgets[1..]).is_some_and(|fault| fault.says("ticks, the root has")));
    assert!(
        fault(|sum, _, _| sum.budgets = &sum.budgets[..2])
            .is_some_and(|fault| fault.says("are in the tree, and at most"))
    );
    assert!(fault(|sum, _, _| sum.values += 1).is_some_and(|fault| fault.says("the ranks add up")));
    assert_eq!(
        fault(|sum, _, _| sum.addition = Time::ZERO),
        Some(Reason::new("the model has no messages with an addition each"))
    );
}

#[test]
fn trees_and_budgets_of_another_plan_are_found() {
    let (SumPlan { job, claim, extra, .. }, timing) = (plan(100, 8), timing());
    let best = &extra.best;
    let check = |job: SumJob, claim: &Claim, budgets: &[Budget], tree: &RankShape| {
        let sum = ClaimedSum { addition: CYCLE, time: claim.value, values: best.values, budgets, tree };
        check(&timing, job, claim, sum, [("sum", claim.value)]).err()
    };
    assert_eq!(check(job, &claim, &best.budgets, &best.tree), None);
    let of = |values, ranks| SumJob::new(values, ranks).expect("a sum");
    let few = check(of(100, 7), &claim, &best.budgets, &best.tree);
    assert!(few.is_some_and(|fault| fault.says("at most 7 may take part")));
    let many = check(of(102, 8), &claim, &best.budgets, &best.tree);
    assert!(many.is_some_and(|fault| fault.says("102")));
    let linear = check(job, &claim, &best.budgets, &rank_trees::linear(8));
    assert_eq!(linear, Some(Reason::new("a rank with a budget of 32000 ticks has no time for its 7 children")));
    let mut moved = best.budgets.clone();
    moved[1].time = Time::from_ticks(moved[1].time.ticks() + 1);
    let moved = check(job, &claim, &moved, &best.tree);
    assert!(moved.as_ref().is_some_and(|fault| fault.says("ranks of the tree have a budget of")), "{moved:?}");
}
