//! Candidates on a network, for people.

use super::Detail;
use super::page::Page;
use super::table::Table;
use crate::answer::{NetworkEntry, NetworkRanking, NetworkWinner, RankMapping};
use crate::report::NetworkRankingReport;
use crate::report::times::{DIGITS, ratio, size, symbol, time};
use itertools::Itertools;
use logpine_network::Ports;
use logpine_text::units::{Clock, Time, TimeUnit};
use logpine_trees::tree::families::{Parameters, Value};

/// The candidates on a network: their times under each mapping, and whether the model's winner is the network's winner. The long
/// form has the range of the times under random mappings.
pub(super) fn network_ranking(page: &mut Page, report: &NetworkRankingReport, detail: Detail) {
    let NetworkRankingReport { ranking, network, routing, question, .. } = *report;
    let port = match question.ports {
        Ports::All => "",
        Ports::One => ", one port",
    };
    let winners: Vec<NetworkWinner> = RankMapping::ALL.into_iter().filter_map(|by| ranking.winner(by)).collect();
    let title = format!("On {} ({} duplex, {routing} routing{port})", network.name(), question.duplex.name());
    if winners.is_empty() {
        page.headline(&title, "no candidate ran. Take fewer ranks", "");
    } else {
        verdict(page, &title, &winners, question.clock);
    }
    page.facts(routing.note().map(str::to_owned));
    if let Some(least) = winners.iter().map(NetworkWinner::time).min() {
        page.table(table(ranking, &winners, least.natural_unit(question.clock), detail));
    }
    for (_, out) in &ranking.left_out {
        page.left_out(format!("{}: {}", named(out.family, &out.parameters), out.reason));
    }
    notes(page, report);
}

fn table(ranking: &NetworkRanking, winners: &[NetworkWinner], unit: TimeUnit, detail: Detail) -> Table {
    let first = format!("on the network, in {}", symbol(unit));
    let header = [first.as_str(), "model", "identity", "linear", "random"];
    let range = detail.is_full().then_some(["random from", "to"]);
    let mut table = Table::new(header.into_iter().chain(range.into_iter().flatten()));
    let shown = |value: Time| value.in_unit(unit, DIGITS);
    for Row { entry, names } in rows(ranking, winners, detail) {
        let times = RankMapping::ALL.into_iter().map(|mapping| {
            let best = winners.iter().any(|winner| winner.mapping == mapping && winner.time() == entry.time(mapping));
            shown(entry.time(mapping)) + if best { " *" } else { "" }
        });
        let range = [entry.random.least, entry.random.greatest].map(shown);
        let range = range.into_iter().filter(|_| detail.is_full());
        let also = if names.len() > 1 { format!(" (also {})", names[1..].join(", ")) } else { String::new() };
        table.row([label(entry) + &also, shown(entry.model)].into_iter().chain(times).chain(range));
    }
    table
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

/// Adds the finding: for which mappings the model's winner is the network's winner, and what it loses elsewhere.
fn verdict(page: &mut Page, title: &str, winners: &[NetworkWinner], clock: Clock) {
    let Some(models) = winners.first().and_then(|winner| winner.models) else {
        let fastest = winners.iter().map(|winner| format!("{} ({})", label(winner.entry), winner.mapping.name()));
        page.headline(
            title,
            &format!("the model's winner did not run. Fastest of the others: {}", fastest.format(", ")),
            "",
        );
        return;
    };
    let model = label(models);
    let (same, other): (Vec<&NetworkWinner>, Vec<&NetworkWinner>) =
        winners.iter().partition(|winner| winner.is_models());
    let found = match same.iter().map(|winner| winner.mapping.name()).join(" and ") {
        _ if other.is_empty() => format!("the model's winner, {model}, is the fastest with every mapping"),
        none if none.is_empty() => format!("the model's winner, {model}, is not the fastest"),
        same => format!("the model's winner, {model}, is the fastest with the {same} mapping only"),
    };
    page.headline(title, &found, "");
    for winner in other {
        let [least, own] = [winner.time(), models.time(winner.mapping)];
        let alike = if winner.entry.model == models.model { ", as fast by the model" } else { "" };
        page.facts([format!(
            "{} mapping: {} takes {}, {model} takes {} ({}){alike}",
            winner.mapping.name(),
            label(winner.entry),
            time(least, clock),
            time(own, clock),
            ratio(own, least),
        )]);
    }
}

fn notes(page: &mut Page, report: &NetworkRankingReport) {
    match report.ranking.seeds[..] {
        [first, .., last] => {
            let seeds = report.ranking.seeds.len();
            page.note(format!("random: the median of {seeds} mappings, seeds {first} to {last}"));
        }
        [only] => page.note(format!("random: one mapping, seed {only}. More would take too long")),
        [] => {}
    }
    let links = report.network.links();
    if report.bytes.is_some() && !links.is_empty() && links.iter().all(|link| link.per_byte.is_zero()) {
        page.note("no link takes time per byte, so sizes do not count there. Add per_byte or bandwidth to the network");
    }
    page.line(format!("Processor times are those of {}. Transit times are those of the network.", report.model));
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
        (Some(segments), Some(segment)) => Some(format!("{segments} segments of {}", size(segment))),
        (None, Some(segment)) => Some(format!("segments of {}", size(segment))),
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
