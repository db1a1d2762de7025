//! `network show` as text.

use super::NetworkSubject;
use crate::report::text::{Page, Table};
use crate::report::times::{counted, number, spaced, time};
use logpine_network::{Bisection, Certainty, Degrees, LinkKind, Network};

/// A table of a network's size and shape.
pub fn text(subject: &NetworkSubject) -> Page {
    let NetworkSubject { network, topology, properties } = subject;
    let mut page = Page::default();
    match topology {
        Some(topology) => page.headline(network.name(), topology.class().description(), ""),
        None => page.line(network.name()),
    }
    let mut table = Table::plain();
    let mut row = |name: &str, value: String| table.row([name.to_owned(), value]);
    let switches = properties.nodes - properties.endpoints;
    row("nodes", number(properties.nodes));
    if switches > 0 {
        row("endpoints", format!("{}, and {}", number(properties.endpoints), counted(switches, "switch", "switches")));
    }
    let kind = if network.kind() == LinkKind::Directed { ", directed" } else { "" };
    row("links", format!("{}{kind}", number(properties.links)));
    row("degree", degree(properties.degrees));
    row("relConnect", decimals(properties.rel_connect, small_digits(properties.rel_connect)));
    let too_many = || "not computed: the search from all nodes would take too long".to_owned();
    let distances = properties.distances;
    row("diameter", distances.map_or_else(too_many, |distances| hops(distances.diameter)));
    row("avgDistance", distances.map_or_else(too_many, |distances| decimals(distances.mean(), 3)));
    row(
        "bisection",
        properties.bisection.map_or_else(|| "not computed: there are too many links".to_owned(), bisection),
    );
    row("each link", times(network));
    page.table(table.left_column(1));
    page
}

fn hops(count: u32) -> String {
    counted(count, "hop", "hops")
}

fn degree(Degrees { least, mean, most }: Degrees) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}, {} on average", decimals(mean, 3)) }
}

fn bisection(bisection: Bisection) -> String {
    let links = counted(bisection.links, "link", "links");
    match bisection.certainty {
        Certainty::Exact => links,
        Certainty::Estimate => format!("at most {links}: the fewest between halves that a search found"),
    }
}

/// Decimals that show three digits of a number below 1; at least four.
fn small_digits(number: f64) -> usize {
    (3..=12)
        .find(|&digits| number * 10f64.powi(digits) >= 100.0)
        .map_or(4, |digits| digits.unsigned_abs() as usize)
        .max(4)
}

/// A number with at most `digits` decimals.
fn decimals(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// The time of a message over a link.
fn times(network: &Network) -> String {
    let clock = network.clock();
    let latency = range(network.links().iter().map(|link| link.latency), |latency| time(latency, clock));
    if network.links().iter().all(|link| link.per_byte.is_zero()) {
        return latency;
    }
    let rates = network.links().iter().map(|link| link.per_byte);
    format!("{latency}, and {}", range(rates, |rate| spaced(&rate.display_per_byte(clock))))
}

/// The least and the greatest of values, as they are shown.
fn range<T: Ord + Copy>(values: impl Iterator<Item = T>, shown: impl Fn(T) -> String) -> String {
    let ends = values.map(|value| (value, value)).reduce(|(least, most), (one, _)| (least.min(one), most.max(one)));
    match ends.map(|(least, most)| (shown(least), shown(most))) {
        Some((least, most)) if least == most => least,
        Some((least, most)) => format!("{least} to {most}"),
        None => "none".to_owned(),
    }
}
