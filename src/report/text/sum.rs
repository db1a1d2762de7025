//! The best sum of values: when each rank has its sum, and the ranking.

use super::page::Page;
use super::ranking::{Cells, Columns};
use super::rows::{Row, each};
use super::table::Table;
use super::{Detail, claim};
use crate::answer::SumPlan;
use crate::answer::costs::MessageCosts;
use crate::report::times::{counted, exact, number, time};
use logpine_models::machine::Machine;
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::RankId;
use logpine_trees::tree::earliest::Budget;

/// The most ranks that are listed one by one.
const LISTED_RANKS: u64 = 16;
/// The most times at which ranks have their sums, if there are more ranks.
const SHOWN_BUDGETS: usize = 12;

/// The answer of `collective sum`.
pub(super) fn sum(page: &mut Page, plan: &SumPlan, machine: &Machine, costs: &MessageCosts, detail: Detail) {
    let (job, best, clock) = (&plan.job, &plan.extra.best, machine.clock);
    let values = counted(job.values(), "value", "values");
    let ranks = counted(job.ranks(), "rank", "ranks");
    let title = format!("Best sum of {values} by {ranks} on {}", machine.name);
    page.headline(&title, &time(best.time, clock), claim::mark(&plan.claim));
    let more = match best.values {
        u64::MAX => "2^64 - 1 values or more can be summed in that time".to_owned(),
        values if values == job.values() => "no more values can be summed in that time".to_owned(),
        values => format!("{} values can be summed in that time", number(values)),
    };
    let addition = format!("an addition takes {}", plan.extra.addition.display(clock));
    page.facts([format!("{} of {ranks} at work", number(plan.extra.ranks_used())), addition, more]);
    if plan.extra.ranks_used() <= LISTED_RANKS {
        each_rank(page, plan, clock);
    } else {
        budgets(page, plan, clock);
    }
    let columns = Columns { name: "algorithm", before: &[], time: "time", after: &[] };
    let cells = |row: &Row<()>| Cells { name: label(row.first().family), ..Cells::default() };
    page.table(columns.table(best.time, &each(plan.candidates()), |value| time(value, clock), cells));
    for out in &plan.left_out {
        page.left_out(format!("{}: {}", label(out.family), out.reason));
    }
    let nothing = format!("no schedule takes less than {}", exact(plan.claim.bound.value, clock));
    claim::proof(page, costs.timing.name(), &plan.claim, &nothing, "", detail);
}

/// A rank of the tree: its subtree, the place of its parent, and its budget.
struct Member {
    subtree: RankId,
    parent: Option<usize>,
    budget: Time,
}

fn each_rank(page: &mut Page, plan: &SumPlan, clock: Clock) {
    let tree = &plan.extra.best.tree;
    let own = if plan.extra.best.values == plan.job.values() { "own values" } else { "own values, at most" };
    let mut table = Table::new(["rank", "has its sum at", own, "sends it to"]);
    let mut members = vec![Member { subtree: tree.root(), parent: None, budget: plan.extra.best.time }];
    let mut rank = 0;
    while let Some(&Member { subtree, parent, budget }) = members.get(rank) {
        let own = number(plan.extra.own_values(budget, tree.fanout(subtree)));
        let parent = parent.map_or_else(|| "-".to_owned(), |parent| format!("rank {parent}"));
        table.row([rank.to_string(), time(budget, clock), own, parent]);
        let children = tree.children(subtree).flat_map(|run| (0..run.count).map(move |_| run.child));
        for (place, child) in (0..).zip(children) {
            let Some(budget) = plan.extra.child_budget(budget, place) else { break };
            members.push(Member { subtree: child, parent: Some(rank), budget });
        }
        rank += 1;
    }
    page.table(table);
}

fn budgets(page: &mut Page, plan: &SumPlan, clock: Clock) {
    let mut table = Table::new(["has its sum at", "ranks"]);
    let all = &plan.extra.best.budgets;
    for &Budget { time: at, ranks } in all.iter().take(SHOWN_BUDGETS) {
        table.row([time(at, clock), number(ranks)]);
    }
    page.table(table);
    let more = all.len().saturating_sub(SHOWN_BUDGETS);
    if more > 0 {
        page.note(format!("and {} of less. --format json lists them", counted(more as u64, "time", "times")));
    }
}

fn label(family: &str) -> String {
    match family {
        SumPlan::FAMILY => "optimal summation".to_owned(),
        SumPlan::ALONE => "one rank alone".to_owned(),
        tree => format!("even shares, then {tree} reduction"),
    }
}
