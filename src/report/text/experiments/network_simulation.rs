//! Messages, or a plan, on a network.

use super::detail::wrapped;
use super::table::Table;
use crate::report::network::{BUSIEST, NetworkSimulation, Simulated};
use crate::report::times::counted;
use logpine_network::{Ports, Way};
use logpine_text::units::{Rate, Time, TimeUnit};
use std::fmt::Write as _;

/// A simulation as text: its end, the measurements of its messages (in the paper's words: Lemeire, Dirkx and Colitti 2008,
/// section 4), and the links that were busy for longest. Names are printed as they are.
#[must_use]
pub fn network_simulation(report: &NetworkSimulation) -> String {
    let measured = report.measurements();
    let unit = report.finish().natural_unit(measured.clock);
    let mut text = headline(report, unit);
    if measured.messages > 0 {
        text += &variables(report, unit);
        text += &busiest(report, unit);
    }
    text += notes(report);
    wrapped(&text)
}

/// Notes on results that may surprise the reader.
fn notes(report: &NetworkSimulation) -> &'static str {
    let takes_bytes = report.network.links().iter().any(|link| link.per_byte != Rate::ZERO);
    match report.simulated {
        Simulated::Scheme { measurements, .. } if measurements.hops == 0 => "\nno message leaves its node\n",
        Simulated::Scheme { bytes: 0, .. } if takes_bytes => {
            "\nmessages are empty, so that bandwidth does not matter: give their size with --bytes\n"
        }
        Simulated::Scheme { bytes, .. } if bytes > 0 && !takes_bytes => {
            "\nlinks take no time for bytes: give the network per_byte or bandwidth\n"
        }
        _ => "",
    }
}

fn headline(report: &NetworkSimulation, unit: TimeUnit) -> String {
    let measured = report.measurements();
    let what = match report.simulated {
        Simulated::Scheme { scheme, bytes: 0, .. } => scheme.to_string(),
        Simulated::Scheme { scheme, bytes, .. } => format!("{scheme} of {bytes} B"),
        Simulated::Plan { name, mapping, .. } => format!("{name} ({mapping} mapping)"),
    };
    let mut text = format!("{what} on {}: {}\n", report.network.name(), shown(report.finish(), unit));
    let _ = writeln!(
        text,
        "{}, {}, on {}; {} duplex, {} port{}, {} routing",
        counted(measured.messages, "message", "messages"),
        counted(measured.hops, "hop", "hops"),
        counted(measured.nodes, "node", "nodes"),
        report.duplex.name(),
        report.ports.name(),
        if report.ports == Ports::All { "s" } else { "" },
        report.routing,
    );
    if let Some(note) = report.routing.note() {
        let _ = writeln!(text, "{note}");
    }
    if let Simulated::Plan { executed, .. } = report.simulated
        && let Some((last, first)) = last_and_first(&executed.ranks)
    {
        let _ = writeln!(
            text,
            "of {} ranks, rank {last} is done last, and rank {first} first, at {}",
            executed.ranks.len(),
            shown(executed.ranks[first], unit)
        );
    }
    text
}

/// The first of the ranks that are done last, and the first of those that are done first.
fn last_and_first(ranks: &[Time]) -> Option<(usize, usize)> {
    let (last, first) = (ranks.iter().max()?, ranks.iter().min()?);
    let at = |time| ranks.iter().position(|rank| rank == time);
    Some((at(last)?, at(first)?))
}

fn variables(report: &NetworkSimulation, unit: TimeUnit) -> String {
    let measured = report.measurements();
    let in_unit = |time: f64| {
        let units = time * measured.clock.ticks_per_unit() as f64 / unit.ticks() as f64;
        format!("{units:.3} {}", unit.symbol())
    };
    let mut rows = vec![
        ("commT", shown(measured.comm_t, unit), "until the last message has arrived"),
        ("timePerNodeMsgs", in_unit(measured.time_per_node_msgs()), "for each message of a node"),
        ("avgNodeMsgs", format!("{:.3}", measured.avg_node_msgs()), "messages a node"),
        ("avgTravelT", in_unit(measured.avg_travel_t()), "a message takes"),
        ("avgQueueT", in_unit(measured.avg_queue_t()), "of it waiting in queues"),
        ("avgHops", format!("{:.3}", measured.avg_hops()), "hops a message"),
        ("maxHops", measured.max_hops.to_string(), "at most"),
        ("relConnect", format!("{:.3}", report.rel_connect()), "links of a node over the number of nodes"),
    ];
    if let Some(distances) = report.distances {
        rows.push(("avgDistance", format!("{:.3}", distances.mean()), "hops between two nodes"));
        rows.push(("diameter", distances.diameter.to_string(), "at most"));
    }
    let mut table = Table::plain();
    for (name, value, meaning) in rows {
        table.row([name.to_owned(), value, meaning.to_owned()]);
    }
    format!("\n{}", table.left_column(2))
}

fn busiest(report: &NetworkSimulation, unit: TimeUnit) -> String {
    let links = report.measurements().busiest(BUSIEST);
    if links.is_empty() {
        return String::new();
    }
    let mut table = Table::new(["busiest links", "messages", "busy"]);
    for used in &links {
        let Some([from, to]) = report.ends(used) else { continue };
        let dash = if used.way == Way::Any { "-" } else { "->" };
        let busy = format!("{}, {:.1} %", shown(used.busy, unit), share(used.busy, report.finish()));
        table.row([format!("{from} {dash} {to}"), used.messages.to_string(), busy]);
    }
    format!("\n{table}")
}

/// One time as a percentage of another.
fn share(part: Time, whole: Time) -> f64 {
    if whole == Time::ZERO { 0.0 } else { part.ticks() as f64 / whole.ticks() as f64 * 100.0 }
}

fn shown(time: Time, unit: TimeUnit) -> String {
    let whole = unit == TimeUnit::Cycle && time.ticks().is_multiple_of(unit.ticks());
    let symbol = if whole && time.ticks() == unit.ticks() { "cycle" } else { unit.symbol() };
    format!("{} {symbol}", time.in_unit(unit, if whole { 0 } else { 3 }))
}
