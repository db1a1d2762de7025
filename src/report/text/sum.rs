//! The answer of `collective sum` for people.

use super::ranking::{Cells, Columns};
use super::table::Table;
use super::{claim, with_unit};
use crate::answer::{Candidate, SumPlan};
use crate::report::RankSubject;
use crate::report::counted::counted;
use logpine_text::units::{Time, TimeUnit};
use logpine_trees::tree::RankId;
use logpine_trees::tree::earliest::Budget;

/// The most ranks of a sum that is listed rank by rank.
const LISTED_RANKS: u64 = 16;
/// The number of shown lines of budgets.
const SHOWN_BUDGETS: usize = 12;

/// The answer of `collective sum`: the ranks' work, the ranking, the bound.
pub(super) fn sum(plan: &SumPlan, subject: &RankSubject) -> String {
    let unit = plan.best().time.natural_unit(subject.clock);
    let ranks = if plan.extra.ranks_used() <= LISTED_RANKS { each_rank(plan, unit) } else { budgets(plan, unit) };
    let bound = claim::bound(&plan.claim, "no schedule takes less than", unit);
    [headline(plan, subject, unit), ranks, ranking(plan, unit), bound].join("\n")
}

fn headline(plan: &SumPlan, subject: &RankSubject, unit: TimeUnit) -> String {
    let (job, best) = (&plan.job, &plan.extra.best);
    let ranks = counted(job.ranks(), "rank", "ranks");
    let more = match best.values {
        u64::MAX => "2^64 - 1 or more can be summed in that time".to_owned(),
        values if values == job.values() => "no more can be summed in that time".to_owned(),
        values => format!("{values} can be summed in that time"),
    };
    format!(
        "fastest sum of {} by {ranks} on {} ({}): {}, optimal over all schedules\n\
         {more}; an addition takes {}; {} of {ranks} at work\n",
        counted(job.values(), "value", "values"),
        subject.machine,
        subject.timing.name(),
        with_unit(best.time, unit),
        plan.extra.addition.display(subject.clock),
        plan.extra.ranks_used(),
    )
}

/// A rank of the tree.
struct Member {
    subtree: RankId,
    parent: Option<usize>,
    budget: Time,
}

/// The values that every rank adds up and the rank that gets its sum, in breadth-first order.
fn each_rank(plan: &SumPlan, unit: TimeUnit) -> String {
    let tree = &plan.extra.best.tree;
    let own =
        if plan.extra.best.values == plan.job.values() { "values of its own" } else { "values of its own, at most" };
    let mut table = Table::new(["rank", "has its sum at", own, "sends it to"]);
    let mut members = vec![Member { subtree: tree.root(), parent: None, budget: plan.extra.best.time }];
    let mut rank = 0;
    while let Some(&Member { subtree, parent, budget }) = members.get(rank) {
        let own = plan.extra.own_values(budget, tree.fanout(subtree)).to_string();
        let parent = parent.map_or_else(|| "-".to_owned(), |parent| format!("rank {parent}"));
        table.row([rank.to_string(), with_unit(budget, unit), own, parent]);
        let children = tree.children(subtree).flat_map(|run| (0..run.count).map(move |_| run.child));
        for (place, child) in (0..).zip(children) {
            let Some(budget) = plan.extra.child_budget(budget, place) else { break };
            members.push(Member { subtree: child, parent: Some(rank), budget });
        }
        rank += 1;
    }
    table.to_string()
}

/// The number of ranks with each budget.
fn budgets(plan: &SumPlan, unit: TimeUnit) -> String {
    let mut table = Table::new(["has its sum at", "ranks"]);
    let all = &plan.extra.best.budgets;
    for &Budget { time, ranks } in all.iter().take(SHOWN_BUDGETS) {
        table.row([with_unit(time, unit), ranks.to_string()]);
    }
    let more = match all.len().saturating_sub(SHOWN_BUDGETS) {
        0 => String::new(),
        more => format!("  and {} of less; --format json lists them\n", counted(more as u64, "time", "times")),
    };
    table.to_string() + &more
}

fn ranking(plan: &SumPlan, unit: TimeUnit) -> String {
    let columns = Columns { name: "against what people use", before: &[], time: "time", after: &[] };
    let cells = |way: &Candidate<()>| Cells { name: label(way.family), before: Vec::new(), after: Vec::new() };
    let table = columns.table(plan.candidates(), |time| with_unit(time, unit), cells);
    let left_out = plan.left_out.iter().map(|out| format!("  left out: {}: {}\n", label(out.family), out.reason));
    table.to_string() + &left_out.collect::<String>()
}

fn label(family: &str) -> String {
    match family {
        SumPlan::FAMILY => "optimal summation".to_owned(),
        SumPlan::ALONE => "one rank alone".to_owned(),
        tree => format!("even shares, then {tree} reduction"),
    }
}
