//! The answers of `tree` and `collective` on unequal hosts for people.

use super::ranking::{Cells, Columns, left_out};
use super::rows::{Row, first_equals, is_the_answer, rows};
use super::table::Table;
use super::{DIGITS, Detail, claim, of_leaves, overlay_name, with_unit};
use crate::answer::{Candidate, HostOrder, Ranking, UnequalPlan, UnequalRankPlan};
use crate::report::Subject;
use crate::report::counted::counted;
use crate::request::{Allocation, Divided, RankCollective, Targets};
use itertools::Itertools;
use logpine_text::units::{Bytes, Clock, Factor, Time, TimeUnit};
use logpine_trees::tree::Tree;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The most ranks of a tree that is listed.
const LISTED_RANKS: usize = 32;

/// The answer of `tree` on unequal hosts: the processes and their hosts, the ranking, the bound.
pub(super) fn unequal(plan: &UnequalPlan, hosts: &Divided, subject: &Subject, detail: Detail) -> String {
    let best = plan.best();
    let unit = if best.construction.period > Time::ZERO { best.construction.period } else { best.time }
        .natural_unit(subject.clock);
    let targets = plan.job.targets;
    let there = counted(hosts.internal.hosts().len() as u64, "host", "hosts");
    let there = match targets {
        Targets::Leaves => {
            format!("{there} with {} for internal processes", counted(hosts.internal.slots(), "slot", "slots"))
        }
        Targets::Members => format!("{there} for a member each"),
    };
    let mut text = format!(
        "fastest {} for the {} of {} on {} ({}), {there}\n{} a wave; {}\n\n",
        targets.trees(),
        of_leaves(plan.job.collective),
        counted(plan.job.count, targets.one(), targets.many()),
        subject.machine,
        subject.model,
        with_unit(best.time, unit),
        claim::status_in(&plan.claim, "all trees"),
    );
    text += &placed(plan, hosts);
    let inner = best.construction.tree.internal_nodes().count() as u64;
    let inner = match targets {
        Targets::Leaves => counted(inner, "internal process", "internal processes"),
        Targets::Members if inner == 1 => "1 of the members has children".to_owned(),
        Targets::Members => format!("{inner} of the members have children"),
    };
    let _ = writeln!(
        text,
        "\n  {inner}, height {}, a wave every {}\n",
        best.construction.tree.height(),
        with_unit(best.construction.period, unit),
    );
    text += &ranking(plan, unit, detail, |tree| Placed {
        order: tree.order,
        tree: &tree.tree,
        on: tree.hosts.iter().map(|&host| host as u64).collect(),
    });
    text += &left_out(plan.candidates(), &plan.left_out, detail);
    text + "\n" + &claim::bound(&plan.claim, "no tree takes less than", unit)
}

/// By factor: hosts, processes on them, their fanouts, and the leaves below them or, among members, on them.
fn placed(plan: &UnequalPlan, hosts: &Divided) -> String {
    /// Internal processes on hosts of one factor.
    #[derive(Default)]
    struct Class {
        slots: u64,
        processes: u64,
        fanouts: Option<(u32, u32)>,
        leaves: u64,
    }
    let best = plan.best();
    let mut classes: BTreeMap<Factor, Class> = BTreeMap::new();
    for host in hosts.internal.hosts() {
        let class = classes.entry(host.factor).or_default();
        class.slots = class.slots.saturating_add(host.slots);
    }
    let is_of_members = plan.job.targets == Targets::Members;
    let mut table = Table::new(if is_of_members {
        ["hosts", "number", "with children", "fanouts", "leaves"]
    } else {
        ["hosts", "slots", "processes", "fanouts", "leaves below"]
    });
    for host in hosts.leaves.hosts().iter().filter(|_| is_of_members) {
        classes.entry(host.factor).or_default().leaves += 1;
    }
    let leaves = |node: u32| {
        let children = best.construction.tree.children(node);
        children.filter(|&child| !is_of_members && best.construction.tree.is_leaf(child)).count() as u64
    };
    let range = |(least, most): (u32, u32)| if least == most { least.to_string() } else { format!("{least}..{most}") };
    let row = |name: String, slots: String, class: &Class| {
        let fanouts = class.fanouts.map_or_else(|| "-".to_owned(), range);
        [name, slots, class.processes.to_string(), fanouts, class.leaves.to_string()]
    };
    for (index, node) in best.construction.tree.internal_nodes().enumerate() {
        let fanout = best.construction.tree.fanout(node);
        let host =
            index.checked_sub(1).and_then(|index| hosts.internal.hosts().get(*best.construction.hosts.get(index)?));
        let Some(host) = host else {
            let front_end = Class { slots: 1, processes: 1, fanouts: Some((fanout, fanout)), leaves: leaves(node) };
            table.row(row(format!("front end, factor {}", plan.job.front_end), "-".to_owned(), &front_end));
            continue;
        };
        let class = classes.entry(host.factor).or_default();
        class.processes += 1;
        class.leaves += leaves(node);
        let (least, most) = class.fanouts.unwrap_or((fanout, fanout));
        class.fanouts = Some((least.min(fanout), most.max(fanout)));
    }
    for (factor, class) in &classes {
        table.row(row(format!("factor {factor}"), class.slots.to_string(), class));
    }
    table.to_string()
}

/// The answer of `collective` on unequal hosts: the tree, the ranking, the bound.
pub(super) fn unequal_ranks(
    plan: &UnequalRankPlan,
    hosts: &Allocation,
    model: &str,
    (machine, clock): (&str, Clock),
    detail: Detail,
) -> String {
    let (best, job) = (plan.best(), &plan.job);
    let unit = best.time.natural_unit(clock);
    let what = match job.collective {
        RankCollective::Bcast => "broadcast",
        RankCollective::Reduce => "reduction",
    };
    let size = job.bytes.map_or_else(String::new, |bytes| format!(" of {}", Bytes(bytes)));
    let mut text = format!(
        "fastest {what}{size}, uncut, among {} on the hosts given, on {machine} ({})\n{}; {}\n\n",
        counted(job.hosts.len() as u64, "rank", "ranks"),
        model,
        with_unit(best.time, unit),
        claim::status_in(&plan.claim, plan.claim.class.unwrap_or("all trees")),
    );
    if job.hosts.len() <= LISTED_RANKS {
        let verb = if job.collective == RankCollective::Bcast { "sends to" } else { "receives from, the last first" };
        let mut table = Table::new(["rank", "host", "factor", verb]);
        for (node, &rank) in best.construction.tree.nodes().zip(&best.construction.ranks) {
            let host = job.hosts.get(rank as usize).and_then(|host| hosts.hosts().get(usize::from(host.0)));
            let children = best.construction.tree.children(node);
            let children = best.construction.ranks[children.start as usize..children.end as usize].iter().join(" ");
            let (name, factor) =
                host.map_or_else(Default::default, |host| (host.name.to_string(), host.factor.to_string()));
            table.row([rank.to_string(), name, factor, children]);
        }
        let _ = writeln!(text, "{}", table.left_columns(&[1, 3]));
    }
    text += &ranking(plan, unit, detail, |tree| Placed {
        order: tree.order,
        tree: &tree.tree,
        on: tree.ranks.iter().map(|&rank| u64::from(rank)).collect(),
    });
    text + "\n" + &claim::bound(&plan.claim, "no tree for the uncut message takes less than", unit)
}

/// A tree with its hosts or ranks.
struct Placed<'a> {
    order: HostOrder,
    tree: &'a Tree,
    on: Vec<u64>,
}

/// The trees, the orders of their hosts, and their heights: in brief, of each family the faster order.
fn ranking<J, C>(
    plan: &Ranking<J, C>,
    unit: TimeUnit,
    detail: Detail,
    placed: impl for<'a> Fn(&'a C) -> Placed<'a>,
) -> String {
    let time = format!("time ({})", unit.symbol());
    let columns = Columns { name: "against what people use", before: &["hosts"], time: &time, after: &["height"] };
    let same = |one: &Candidate<C>, other: &Candidate<C>| {
        let [one, other] = [one, other].map(|candidate| (candidate.time, placed(&candidate.construction)));
        one.0 == other.0 && one.1.tree == other.1.tree && one.1.on == other.1.on
    };
    let mut rows = rows(plan.candidates(), detail, |_| false, &first_equals(plan.candidates(), same));
    rows.retain(|row| !is_the_answer(row, plan.candidates()));
    let cells = |row: &Row<C>| {
        let Placed { tree, .. } = placed(&row.first().construction);
        let orders = row.candidates.iter().map(|candidate| placed(&candidate.construction).order.name().to_owned());
        let names = row.candidates.iter().map(|of| overlay_name::with_parameters(of.family, &of.parameters));
        let before = vec![distinct(orders)];
        Cells { name: distinct(names), before, after: vec![tree.height().to_string()] }
    };
    let table = columns.table_of_rows(plan.candidates(), &rows, |time| time.in_unit(unit, DIGITS), cells);
    table.left_column(1).to_string()
}

/// The words without repetitions.
fn distinct(words: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        if !all.contains(&word) {
            all.push(word);
        }
    }
    all.join(", ")
}
