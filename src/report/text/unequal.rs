//! Trees and ranks on unequal hosts: which hosts do what, and the ranking.

use super::page::Page;
use super::ranking::{Cells, Columns, left_out};
use super::rows::{Row, first_equals, rows};
use super::table::Table;
use super::{Detail, claim, overlay_name};
use crate::answer::costs::NodeCosts;
use crate::answer::{Candidate, HostOrder, Ranking, UnequalPlan, UnequalRankPlan};
use crate::report::times::{counted, exact, number, size, time};
use crate::report::titles::of_leaves;
use crate::request::{Allocation, Divided, RankCollective, Targets};
use itertools::Itertools;
use logpine_models::machine::Machine;
use logpine_text::units::{Clock, Factor, Time};
use logpine_trees::tree::Tree;
use std::collections::BTreeMap;

/// The most ranks that are listed host by host.
const LISTED_RANKS: usize = 32;

/// The answer of `tree` on unequal hosts.
pub(super) fn unequal(
    page: &mut Page,
    plan: &UnequalPlan,
    hosts: &Divided,
    machine: &Machine,
    costs: &NodeCosts,
    detail: Detail,
) {
    let (best, targets, clock) = (plan.best(), plan.job.targets, machine.clock);
    let there = counted(hosts.internal.hosts().len() as u64, "host", "hosts");
    let there = match targets {
        Targets::Leaves => {
            format!("{there} with {} for internal processes", counted(hosts.internal.slots(), "slot", "slots"))
        }
        Targets::Members => format!("{there} with a member each"),
    };
    let operation = of_leaves(plan.job.collective);
    let count = counted(plan.job.count, targets.one(), targets.many());
    let title = format!("Best {} for the {operation} of {count} on {}, {there}", targets.trees(), machine.name);
    let tree = &best.construction.tree;
    let internal = tree.internal_nodes().count() as u64;
    page.headline(&title, &time(best.time, clock), claim::mark(&plan.claim));
    page.facts(
        [
            match targets {
                Targets::Leaves => counted(internal, "internal process", "internal processes"),
                Targets::Members if internal == 1 => "1 member has children".to_owned(),
                Targets::Members => format!("{} members have children", number(internal)),
            },
            format!("height {}", tree.height()),
            format!("in a pipeline, one every {}", time(best.construction.period, clock)),
        ]
        .into_iter()
        .chain(claim::facts(&plan.claim)),
    );
    page.table(placed(plan, hosts));
    ranking(page, plan, clock, detail, |tree| Placed {
        order: tree.order,
        tree: &tree.tree,
        on: tree.hosts.iter().map(|&host| host as u64).collect(),
    });
    left_out(page, plan.candidates(), &plan.left_out, detail);
    let nothing = format!("no tree takes less than {}", exact(plan.claim.bound.value, clock));
    claim::proof(page, costs.model, &plan.claim, &nothing, "", detail);
}

/// Slots, processes, fanouts and leaves of the hosts of one factor.
#[derive(Default)]
struct Class {
    slots: u64,
    processes: u64,
    fanouts: Option<(u32, u32)>,
    leaves: u64,
}

impl Class {
    fn take(&mut self, fanout: u32, leaves: u64) {
        self.processes += 1;
        self.leaves += leaves;
        let (least, most) = self.fanouts.unwrap_or((fanout, fanout));
        self.fanouts = Some((least.min(fanout), most.max(fanout)));
    }

    fn row(&self, name: String, slots: String) -> [String; 5] {
        let range =
            |(least, most): (u32, u32)| if least == most { least.to_string() } else { format!("{least}..{most}") };
        let fanouts = self.fanouts.map_or_else(|| "-".to_owned(), range);
        [name, slots, number(self.processes), fanouts, number(self.leaves)]
    }
}

/// The processes on the hosts of each factor.
fn placed(plan: &UnequalPlan, hosts: &Divided) -> Table {
    let best = &plan.best().construction;
    let is_of_members = plan.job.targets == Targets::Members;
    let mut table = Table::new(if is_of_members {
        ["hosts", "number", "with children", "fanouts", "leaves"]
    } else {
        ["hosts", "slots", "processes", "fanouts", "leaves below"]
    });
    let mut classes: BTreeMap<Factor, Class> = BTreeMap::new();
    for host in hosts.internal.hosts() {
        let class = classes.entry(host.factor).or_default();
        class.slots = class.slots.saturating_add(host.slots);
    }
    for host in hosts.leaves.hosts().iter().filter(|_| is_of_members) {
        classes.entry(host.factor).or_default().leaves += 1;
    }
    for (index, node) in best.tree.internal_nodes().enumerate() {
        let fanout = best.tree.fanout(node);
        let is_counted = |&child: &u32| !is_of_members && best.tree.is_leaf(child);
        let leaves = best.tree.children(node).filter(is_counted).count() as u64;
        let host = index.checked_sub(1).and_then(|index| hosts.internal.hosts().get(*best.hosts.get(index)?));
        if let Some(host) = host {
            classes.entry(host.factor).or_default().take(fanout, leaves);
        } else {
            let mut front_end = Class::default();
            front_end.take(fanout, leaves);
            table.row(front_end.row(format!("front end, factor {}", plan.job.front_end), "-".to_owned()));
        }
    }
    for (factor, class) in &classes {
        table.row(class.row(format!("factor {factor}"), number(class.slots)));
    }
    table
}

/// The answer of `collective bcast|reduce` on unequal hosts.
pub(super) fn unequal_ranks(
    page: &mut Page,
    plan: &UnequalRankPlan,
    hosts: &Allocation,
    model: &str,
    machine: &Machine,
    detail: Detail,
) {
    let (best, job, clock) = (plan.best(), &plan.job, machine.clock);
    let is_bcast = job.collective == RankCollective::Bcast;
    let what = if is_bcast { "broadcast" } else { "reduction" };
    let of = job.bytes.map_or_else(String::new, |bytes| format!(" of {}", size(bytes)));
    let ranks = counted(job.hosts.len() as u64, "rank", "ranks");
    let title = format!("Best {what}{of} in one piece among {ranks} on the hosts given, on {}", machine.name);
    page.headline(&title, &time(best.time, clock), claim::mark(&plan.claim));
    page.facts(claim::facts(&plan.claim));
    if job.hosts.len() <= LISTED_RANKS {
        let verb = if is_bcast { "sends to" } else { "receives from, the last first" };
        let mut table = Table::new(["rank", "host", "factor", verb]);
        for (node, &rank) in best.construction.tree.nodes().zip(&best.construction.ranks) {
            let host = job.hosts.get(rank as usize).and_then(|host| hosts.hosts().get(usize::from(host.0)));
            let children = best.construction.tree.children(node);
            let children = best.construction.ranks[children.start as usize..children.end as usize].iter().join(" ");
            let (name, factor) =
                host.map_or_else(Default::default, |host| (host.name.to_string(), host.factor.to_string()));
            table.row([rank.to_string(), name, factor, children]);
        }
        page.table(table.left_columns(&[1, 3]));
    }
    ranking(page, plan, clock, detail, |tree| Placed {
        order: tree.order,
        tree: &tree.tree,
        on: tree.ranks.iter().map(|&rank| u64::from(rank)).collect(),
    });
    let nothing =
        format!("no tree for the message in one piece takes less than {}", exact(plan.claim.bound.value, clock));
    claim::proof(page, model, &plan.claim, &nothing, "", detail);
}

/// A tree on hosts: the order of the hosts, the tree, and the host or rank of each of its nodes.
struct Placed<'a> {
    order: HostOrder,
    tree: &'a Tree,
    on: Vec<u64>,
}

fn ranking<J, C>(
    page: &mut Page,
    plan: &Ranking<J, C>,
    clock: Clock,
    detail: Detail,
    placed: impl for<'a> Fn(&'a C) -> Placed<'a>,
) {
    let columns = Columns { name: "tree", before: &["hosts"], time: "time", after: &["height"] };
    let same = |one: &Candidate<C>, other: &Candidate<C>| {
        let [one, other] = [one, other].map(|candidate| (candidate.time, placed(&candidate.construction)));
        one.0 == other.0 && one.1.tree == other.1.tree && one.1.on == other.1.on
    };
    let rows = rows(plan.candidates(), detail, |_| false, &first_equals(plan.candidates(), same));
    let cells = |row: &Row<C>| {
        let Placed { tree, .. } = placed(&row.first().construction);
        let orders = row.candidates.iter().map(|candidate| placed(&candidate.construction).order.name().to_owned());
        let names = row.candidates.iter().map(|of| overlay_name::with_parameters(of.family, &of.parameters));
        Cells { name: distinct(names), before: vec![distinct(orders)], after: vec![tree.height().to_string()] }
    };
    let shown = |value: Time| time(value, clock);
    page.table(columns.table(plan.best().time, &rows, shown, cells).left_column(1));
}

/// Each word once, in order.
fn distinct(words: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all.join(", ")
}
