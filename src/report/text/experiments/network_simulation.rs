//! Messages, or a plan, on a network.

use super::page::Page;
use super::table::Table;
use crate::report::network::{BUSIEST, NetworkSimulation, Simulated};
use crate::report::times::{counted, number, size, three_digits, time, time_of};
use logpine_network::{Ports, Way};
use logpine_text::units::{Rate, Time};

/// A simulation as text: its end, the measurements of its messages (in the paper's words: Lemeire, Dirkx and Colitti 2008,
/// section 4), and the links that were busy for longest. Names are printed as they are.
pub fn network_simulation(report: &NetworkSimulation) -> Page {
    let mut page = Page::default();
    headline(&mut page, report);
    if report.measurements().messages > 0 {
        page.table(variables(report));
        page.table(busiest(report));
    }
    page.line(notes(report));
    page
}

/// Notes on results that may surprise the reader.
fn notes(report: &NetworkSimulation) -> &'static str {
    let takes_bytes = report.network.links().iter().any(|link| link.per_byte != Rate::ZERO);
    match report.simulated {
        Simulated::Scheme { measurements, .. } if measurements.hops == 0 => "No message leaves its node.",
        Simulated::Scheme { bytes: 0, .. } if takes_bytes => {
            "The messages are empty, so bandwidth does not count. Give their size with --bytes."
        }
        Simulated::Scheme { bytes, .. } if bytes > 0 && !takes_bytes => {
            "The links take no time per byte. Give the network per_byte or bandwidth."
        }
        _ => "",
    }
}

fn headline(page: &mut Page, report: &NetworkSimulation) {
    let measured = report.measurements();
    let clock = measured.clock;
    let what = match report.simulated {
        Simulated::Scheme { scheme, bytes: 0, .. } => scheme.to_string(),
        Simulated::Scheme { scheme, bytes, .. } => format!("{scheme} of {}", size(bytes)),
        Simulated::Plan { name, mapping, .. } => format!("{name} ({mapping} mapping)"),
    };
    page.headline(&format!("{what} on {}", report.network.name()), &time(report.finish(), clock), "");
    if let Simulated::Plan { executed, .. } = report.simulated
        && let Some((last, first)) = last_and_first(&executed.ranks)
    {
        let ranks = counted(executed.ranks.len() as u64, "rank", "ranks");
        page.facts([format!(
            "of {ranks}, rank {last} ends last, and rank {first} first, at {}",
            time(executed.ranks[first], clock)
        )]);
    }
    page.facts([
        counted(measured.messages, "message", "messages"),
        counted(measured.hops, "hop", "hops"),
        counted(measured.nodes, "node", "nodes"),
        format!("{} duplex", report.duplex.name()),
        format!("{} port{}", report.ports.name(), if report.ports == Ports::All { "s" } else { "" }),
        format!("{} routing", report.routing),
    ]);
    page.note(report.routing.note().unwrap_or_default());
}

/// The first of the ranks that are done last, and the first of those that are done first.
fn last_and_first(ranks: &[Time]) -> Option<(usize, usize)> {
    let (last, first) = (ranks.iter().max()?, ranks.iter().min()?);
    let at = |time| ranks.iter().position(|rank| rank == time);
    Some((at(last)?, at(first)?))
}

fn variables(report: &NetworkSimulation) -> Table {
    let measured = report.measurements();
    let of_units = |units: f64| time_of(units * measured.clock.ticks_per_unit() as f64, measured.clock);
    let mut rows = vec![
        ("commT", time(measured.comm_t, measured.clock), "until the last message has arrived"),
        ("timePerNodeMsgs", of_units(measured.time_per_node_msgs()), "for each message of a node"),
        ("avgNodeMsgs", three_digits(measured.avg_node_msgs()), "messages a node"),
        ("avgTravelT", of_units(measured.avg_travel_t()), "a message takes"),
        ("avgQueueT", of_units(measured.avg_queue_t()), "of it waiting in queues"),
        ("avgHops", three_digits(measured.avg_hops()), "hops a message"),
        ("maxHops", measured.max_hops.to_string(), "at most"),
        ("relConnect", format!("{:.3}", report.rel_connect()), "links of a node over the number of nodes"),
    ];
    if let Some(distances) = report.distances {
        rows.push(("avgDistance", three_digits(distances.mean()), "hops between two nodes"));
        rows.push(("diameter", distances.diameter.to_string(), "at most"));
    }
    let mut table = Table::plain();
    for (name, value, meaning) in rows {
        table.row([name.to_owned(), value, meaning.to_owned()]);
    }
    table.left_column(2)
}

fn busiest(report: &NetworkSimulation) -> Table {
    let mut table = Table::new(["busiest links", "messages", "busy", "of the time"]);
    for used in &report.measurements().busiest(BUSIEST) {
        let Some([from, to]) = report.ends(used) else { continue };
        let dash = if used.way == Way::Any { "-" } else { "->" };
        let busy = time(used.busy, report.measurements().clock);
        let share = format!("{:.1}%", share(used.busy, report.finish()));
        table.row([format!("{from} {dash} {to}"), number(used.messages), busy, share]);
    }
    table
}

/// One time as a percentage of another.
fn share(part: Time, whole: Time) -> f64 {
    if whole == Time::ZERO { 0.0 } else { part.ticks() as f64 / whole.ticks() as f64 * 100.0 }
}
