//! Candidates on a network, for people.

use super::ranking::slower_by;
use super::table::Table;
use super::{DIGITS, Detail, with_unit};
use crate::answer::{NetworkEntry, NetworkRanking, NetworkWinner, RankMapping};
use crate::network::Ports;
use crate::report::NetworkRankingReport;
use itertools::Itertools;
use logpine_text::units::{Bytes, Time, TimeUnit};
use logpine_trees::tree::families::{Parameters, Value};
use std::fmt::Write as _;

/// The candidates on a network: their times under each mapping, and whether the model's winner is the network's winner. The long
/// form has the range of the times under random mappings.
pub(super) fn network_ranking(report: &NetworkRankingReport, detail: Detail) -> String {
    let NetworkRankingReport { ranking, network, routing, question, .. } = *report;
    let mut text = format!(
        "\non {} ({} duplex, {} routing{}):\n",
        network.name(),
        question.duplex.name(),
        routing,
        match question.ports {
            Ports::All => "",
            Ports::One => ", one port",
        },
    );
    if let Some(note) = routing.note() {
        let _ = writeln!(text, "{note}");
    }
    let winners: Vec<NetworkWinner> = RankMapping::ALL.into_iter().filter_map(|by| ranking.winner(by)).collect();
    if let Some(identity) = winners.first() {
        // A unit in which the fastest time is at least 1.
        let least = winners.iter().map(NetworkWinner::time).min().unwrap_or_else(|| identity.time());
        let unit = least.natural_unit(question.clock);
        text += &table(ranking, &winners, unit, detail);
        text += &left_out(ranking);
        text += "\n";
        text += &verdict(&winners, unit);
    } else {
        text += &left_out(ranking);
        text += "\nno candidate ran: take fewer ranks\n";
    }
    text + &notes(report)
}

fn table(ranking: &NetworkRanking, winners: &[NetworkWinner], unit: TimeUnit, detail: Detail) -> String {
    let first = format!("on the network, in {}", unit.symbol());
    let header = [first.as_str(), "model", "identity", "linear", "random"];
    let range = detail.is_full().then_some(["random from", "to"]);
    let mut table = Table::new(header.into_iter().chain(range.into_iter().flatten()));
    let time = |time: Time| time.in_unit(unit, DIGITS);
    for Row { entry, names } in rows(ranking, winners, detail) {
        let times = RankMapping::ALL.into_iter().map(|mapping| {
            let best = winners.iter().any(|winner| winner.mapping == mapping && winner.time() == entry.time(mapping));
            time(entry.time(mapping)) + if best { " *" } else { "" }
        });
        let range = [entry.random.least, entry.random.greatest].map(time);
        let range = range.into_iter().filter(|_| detail.is_full());
        let also = if names.len() > 1 { format!(" (also {})", names[1..].join(", ")) } else { String::new() };
        table.row([label(entry) + &also, time(entry.model)].into_iter().chain(times).chain(range));
    }
    table.to_string()
}

/// A tree or an algorithm, and the names of the families that have it: first that of the entry.
struct Row<'a> {
    entry: &'a NetworkEntry,
    names: Vec<&'static str>,
}

/// The rows of the table: each tree once. In brief, those that win, that of the model, and the fastest of each other family.
fn rows<'a>(ranking: &'a NetworkRanking, winners: &[NetworkWinner], detail: Detail) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for entry in ranking.entries() {
        let place = entry.alike.unwrap_or(entry.place);
        let same = |row: &&mut Row| row.entry.alike.unwrap_or(row.entry.place) == place;
        let names = std::iter::once(entry.family).chain(entry.also.iter().copied());
        match rows.iter_mut().find(same) {
            Some(row) => row.names.extend(names.filter(|name| *name != row.entry.family)),
            None => rows.push(Row { entry, names: names.collect() }),
        }
    }
    if detail.is_full() {
        return rows;
    }
    let named = |winner: &NetworkWinner| [winner.entry.place, winner.models.map_or(0, |models| models.place)];
    let named: Vec<usize> = winners.iter().flat_map(named).collect();
    let is_needed = |row: &Row| named.contains(&row.entry.place);
    let mut shown: Vec<&str> = rows.iter().filter(|row| is_needed(row)).flat_map(|row| row.names.clone()).collect();
    rows.retain(|row| {
        let is_new = row.names.iter().any(|name| !shown.contains(name));
        let is_kept = is_new || is_needed(row);
        shown.extend(row.names.iter().filter(|_| is_kept));
        is_kept
    });
    rows
}

fn left_out(ranking: &NetworkRanking) -> String {
    let mut text = String::new();
    for (_, out) in &ranking.left_out {
        let _ = writeln!(text, "  left out: {}: {}", named(out.family, &out.parameters), out.reason);
    }
    text
}

/// States whether the model's winner is the network's winner, and if not, its slowdown.
fn verdict(winners: &[NetworkWinner], unit: TimeUnit) -> String {
    let Some(models) = winners.first().and_then(|winner| winner.models) else {
        let fastest = winners.iter().map(|winner| format!("{} ({})", label(winner.entry), winner.mapping.name()));
        return format!("the model's winner did not run; the fastest of the others: {}\n", fastest.format(", "));
    };
    let model = label(models);
    let (same, other): (Vec<&NetworkWinner>, Vec<&NetworkWinner>) =
        winners.iter().partition(|winner| winner.is_models());
    if other.is_empty() {
        return format!("the model's winner is the network's winner with every mapping: {model}\n");
    }
    let mut text = match same.iter().map(|winner| winner.mapping.name()).join(" and ") {
        none if none.is_empty() => format!("the model's winner is not the network's winner: {model} is\n"),
        same => format!(
            "the model's winner is the network's winner with the {same} mapping, and not with {}: there {model} is\n",
            if other.len() == 1 { "the other" } else { "the others" },
        ),
    };
    for winner in other {
        let [least, time] = [winner.time(), models.time(winner.mapping)];
        let alike = if winner.entry.model == models.model { ", as fast by the model" } else { "" };
        let _ = writeln!(
            text,
            "  {}: {} slower than {} ({} to {}){alike}",
            winner.mapping.name(),
            slower_by(time, least),
            label(winner.entry),
            with_unit(time, unit),
            with_unit(least, unit),
        );
    }
    text
}

fn notes(report: &NetworkRankingReport) -> String {
    let mut text = format!("processor times are those of {}, transit times those of the network\n", report.model);
    let _ = match report.ranking.seeds[..] {
        [first, .., last] => {
            writeln!(text, "random: the median of {} mappings, seeds {first} to {last}", report.ranking.seeds.len())
        }
        [only] => writeln!(text, "random: one mapping, seed {only}; more would take too long"),
        [] => Ok(()),
    };
    let links = report.network.links();
    if report.bytes.is_some() && !links.is_empty() && links.iter().all(|link| link.per_byte.is_zero()) {
        text += "no link takes time per byte, so sizes do not count there: add per_byte or bandwidth to the network\n";
    }
    text
}

fn label(entry: &NetworkEntry) -> String {
    named(entry.title, &entry.parameters)
}

/// The family with its parameters, in words. A single parameter without a name of its own goes into the family's name.
fn named(family: &str, parameters: &Parameters) -> String {
    let number = |name| match parameters.get(name) {
        Some(Value::Number(number)) => Some(*number),
        _ => None,
    };
    let cut = match (number("segments"), number("segment")) {
        (Some(1), _) => Some("in one piece".to_owned()),
        (Some(segments), Some(segment)) => Some(format!("{segments} segments of {}", Bytes(segment))),
        (None, Some(segment)) => Some(format!("segments of {}", Bytes(segment))),
        _ => None,
    };
    let others = parameters.iter().filter(|(name, _)| !name.starts_with("segment"));
    let words = others.map(|(name, value)| match value {
        Value::Word(word) => (*word).to_owned(),
        value if name == "fanouts" => value.to_string(),
        value => format!("{name} = {value}"),
    });
    let mut words = words.filter(|word| !word.is_empty()).chain(cut).peekable();
    if words.peek().is_none() { family.to_owned() } else { format!("{family}: {}", words.join(", ")) }
}
