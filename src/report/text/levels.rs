//! The contributions to the time, level by level.

use super::page::Page;
use super::table::Table;
use crate::answer::costs::NodeCosts;
use crate::report::times::{DIGITS, symbol, time};
use logpine_models::machine::Machine;
use logpine_models::model::LevelBreakdown;
use logpine_text::units::{Time, TimeUnit};
use logpine_trees::tree::{Level, Shape, levels};

/// One component of a level's cost.
struct Component {
    name: &'static str,
    of: fn(&LevelBreakdown) -> Time,
}

/// All components, in the order of the columns.
const COMPONENTS: [Component; 9] = [
    Component { name: "latency", of: |parts| parts.latency },
    Component { name: "o constant", of: |parts| parts.overhead.constant },
    Component { name: "o linear", of: |parts| parts.overhead.linear },
    Component { name: "o quadratic", of: |parts| parts.overhead.quadratic },
    Component { name: "o logarithmic", of: |parts| parts.overhead.logarithmic },
    Component { name: "o exponential", of: |parts| parts.overhead.exponential },
    Component { name: "o measured", of: |parts| parts.overhead.measured },
    Component { name: "gap", of: |parts| parts.gap },
    Component { name: "filter", of: |parts| parts.filter },
];

/// The levels from the root down. Components that are zero everywhere have no column; the costs are those of the node
/// on the slowest path.
pub fn table(page: &mut Page, shape: &Shape, machine: &Machine, costs: &NodeCosts, unit: TimeUnit) {
    let levels = levels(shape, costs.cost.as_ref()).unwrap_or_default();
    let slowest = |level: &Level| level.slowest.map(|node| node.breakdown);
    let used =
        |component: &&Component| levels.iter().filter_map(slowest).any(|parts| (component.of)(&parts) > Time::ZERO);
    let columns: Vec<&Component> = COMPONENTS.iter().filter(used).collect();

    let subtotal = format!("sum ({})", symbol(unit));
    let header = ["level", "fanout", "processes", "leaves"].into_iter();
    let mut table = Table::new(header.chain(columns.iter().map(|column| column.name)).chain([subtotal.as_str()]));
    for (index, level) in levels.iter().enumerate() {
        let mut cells = vec![index.to_string(), fanouts(level), count(level.internal_nodes), count(level.leaves)];
        let parts = slowest(level);
        cells.extend(
            columns
                .iter()
                .map(|column| parts.map_or_else(String::new, |parts| (column.of)(&parts).in_unit(unit, DIGITS))),
        );
        cells.push(parts.map_or_else(String::new, |parts| sum(&parts).in_unit(unit, DIGITS)));
        table.row(cells);
    }
    page.table(table);
    let startup = costs.cost.startup();
    if startup > Time::ZERO {
        page.note(format!("one-time cost at the leaves: {}", time(startup, machine.clock)));
    }
    let filter = total(&levels, |parts| parts.filter);
    if filter > Time::ZERO {
        let communication = total(&levels, |parts| sum(parts).checked_sub(parts.filter).unwrap_or_default());
        let (communication, filter) = (time(communication, machine.clock), time(filter, machine.clock));
        page.note(format!("communication {communication}, the application's filter {filter}"));
    }
}

fn fanouts(level: &Level) -> String {
    match (level.least_fanout, level.most_fanout) {
        (_, 0) => String::new(),
        (least, most) if least == most => most.to_string(),
        (least, most) => format!("{least}-{most}"),
    }
}

fn count(number: u64) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

/// The level's cost, which is representable because the tree has a score.
fn sum(parts: &LevelBreakdown) -> Time {
    let components = COMPONENTS.iter().map(|component| (component.of)(parts));
    components.fold(Time::ZERO, |sum, part| sum.checked_add(part).unwrap_or(Time::MAX))
}

/// A component summed along the slowest path.
fn total(levels: &[Level], of: impl Fn(&LevelBreakdown) -> Time) -> Time {
    let parts = levels.iter().filter_map(|level| level.slowest).map(|node| of(&node.breakdown));
    parts.fold(Time::ZERO, |sum, part| sum.checked_add(part).unwrap_or(Time::MAX))
}
