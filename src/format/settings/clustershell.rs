//! `ClusterShell`'s `topology.conf`: gateways, and the nodes below each, checked against `ClusterShell` 1.9.1.
//!
//! The file is an INI as Python's `configparser` reads it. The nodes of a route with several gateways are shared among them;
//! here they are dealt out in turn. Routes of `[DEFAULT]` are routes of every section, before its own.

use super::fault::FaultKind;
use super::hosts::{Hosts, Mention, Notation, Rules, unexpected};
use super::{Faults, HostTree, Report, parents};
use crate::excerpt::short;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// A route: gateways, and the nodes below them.
struct Route {
    gateways: Vec<Mention>,
    nodes: Vec<Mention>,
}

/// A line below `[routes]`, before its names are read.
struct Line<'a> {
    gateways: (&'a str, usize),
    /// The nodes, in several parts if the list goes on in indented lines.
    nodes: Vec<(&'a str, usize)>,
    /// True in the section `[DEFAULT]`.
    is_default: bool,
}

/// Reads a topology, and finds all its faults.
#[must_use]
pub fn check(source: &[u8]) -> Report<HostTree> {
    let mut faults = Faults::new(source);
    let Some(text) = faults.text() else { return faults.report(None) };
    let lines = lines(text, &mut faults);
    let mut hosts = Hosts::default();
    let routes: Vec<Route> = lines.into_iter().filter_map(|line| route(&line, &mut hosts, &mut faults)).collect();
    // Where hosts are not known, so are not their routes.
    if hosts.are_unknown {
        return faults.report(None);
    }
    let Some(root) = roots(&routes, &hosts.names, &mut faults) else { return faults.report(None) };
    if faults.has_errors() {
        return faults.report(None);
    }
    let mut parents = vec![None; hosts.names.len()];
    for route in &routes {
        let is_root = route.gateways.iter().any(|gateway| gateway.host == root);
        for (turn, node) in route.nodes.iter().enumerate() {
            let gateway = if is_root { root } else { route.gateways[turn % route.gateways.len()].host };
            parents[node.host].get_or_insert(gateway);
        }
    }
    let tree = parents::tree(&hosts.names, &parents, root);
    faults.report(tree)
}

const RULES: Rules = Rules {
    notation: Notation::NodeSet,
    entry: of_node_sets,
    name: |name| unexpected(name, |letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.' | '_')),
};

/// The fault of an entry that `ClusterShell` refuses, or reads and this reader does not.
fn of_node_sets(entry: &str) -> Option<FaultKind> {
    if let Some(operator) = entry.chars().find(|letter| matches!(letter, '!' | '&' | '^')) {
        return Some(FaultKind::SetOperator { operator });
    }
    let ranges = entry.split('[').skip(1).filter_map(|rest| rest.split_once(']')).flat_map(|(list, _)| list.split(','));
    for range in ranges {
        if range.contains('/') {
            return Some(FaultKind::RangeStep { range: short(range) });
        }
        // The ends of a range that is filled with zeros have the same length.
        if let Some((first, last)) = range.split_once('-') {
            let is_padded = |end: &str| end.len() > 1 && end.starts_with('0');
            if first.len() != last.len() && (is_padded(first) || is_padded(last)) {
                return Some(FaultKind::Padding { range: short(range) });
            }
        }
    }
    None
}

/// Reads node sets at an offset of the file.
fn read(hosts: &mut Hosts, list: &str, at: usize, faults: &mut Faults<'_>) -> Vec<Mention> {
    hosts.read(list, &|place| at + place, RULES, faults)
}

/// The lines of the section of routes; what is no INI is a fault.
fn lines<'a>(text: &'a str, faults: &mut Faults<'_>) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'a>> = Vec::new();
    let mut sections: FxHashMap<&str, usize> = FxHashMap::default();
    let mut routes: FxHashMap<(bool, &str), usize> = FxHashMap::default();
    // The section, and the indent of the line to which indented lines belong.
    let (mut section, mut above): (Option<&str>, Option<usize>) = (None, None);
    let has = |section: &str| text.trim_start_matches('\u{feff}').lines().any(|line| line.trim() == section);
    let has_routes = has("[routes]");
    let main = has("[Main]") && !has_routes;
    let has_lines_read = |name: &str| matches!(name, "routes" | "DEFAULT") || main && name == "Main";
    if text.starts_with('\u{feff}') {
        faults.add(0..3, FaultKind::ByteOrderMark);
    }
    let mut offset = 0;
    for whole in text.split_inclusive('\n') {
        let start = offset;
        offset += whole.len();
        let line = whole.trim_start_matches('\u{feff}');
        let indent = line.len() - line.trim_start().len();
        let at = start + whole.len() - line.len() + indent;
        let line = line.trim();
        let span = at..at + line.len();
        if line.is_empty() || line.starts_with(['#', ';']) {
            continue;
        }
        if above.is_some_and(|above| indent > above) {
            match lines.last_mut().filter(|_| section.is_some_and(has_lines_read)) {
                Some(last) if last.nodes.last().is_some_and(|(part, _)| part.is_empty() || part.ends_with(',')) => {
                    last.nodes.push((line, at));
                }
                _ => faults.add(span, FaultKind::Continued),
            }
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.split_once(']')).map(|(name, _)| name) {
            if let Some(&first) = sections.get(name).filter(|_| name != "DEFAULT") {
                faults.add(span.clone(), FaultKind::RepeatedSection { name: short(name), line: faults.line(first) });
            }
            sections.entry(name).or_insert(at);
            match name {
                "routes" | "DEFAULT" => {}
                "Main" if main => faults.add(span, FaultKind::OldSection),
                _ => faults.add(span, FaultKind::UnknownSection { name: short(name) }),
            }
            (section, above) = (Some(name), None);
            continue;
        }
        let Some(name) = section else {
            faults.add(span, FaultKind::BeforeSection);
            continue;
        };
        let Some(colon) = line.find([':', '=']) else {
            faults.add(span, FaultKind::NotARoute);
            continue;
        };
        above = Some(indent);
        if !has_lines_read(name) {
            continue;
        }
        let is_default = name == "DEFAULT";
        let (gateways, nodes) = (line[..colon].trim_end(), &line[colon + 1..]);
        if let Some(&first) = routes.get(&(is_default, gateways)) {
            let line = faults.line(first);
            faults.add(at..at + gateways.len(), FaultKind::RepeatedRoute { gateway: short(gateways), line });
        }
        routes.entry((is_default, gateways)).or_insert(at);
        let blanks = nodes.len() - nodes.trim_start().len();
        lines.push(Line { gateways: (gateways, at), nodes: vec![(nodes.trim(), at + colon + 1 + blanks)], is_default });
    }
    let end = text.len()..text.len();
    if !has_routes && !main {
        faults.add(end, FaultKind::NoSection);
    } else if lines.is_empty() {
        faults.add(end, FaultKind::NoRoute);
    }
    merged(lines)
}

/// The routes of `[DEFAULT]` and then the others; those for the same gateways take the place of the default.
fn merged(lines: Vec<Line<'_>>) -> Vec<Line<'_>> {
    let (mut merged, own): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| line.is_default);
    let places: FxHashMap<&str, usize> = merged.iter().enumerate().map(|(at, line)| (line.gateways.0, at)).collect();
    for line in own {
        match places.get(line.gateways.0) {
            Some(&at) => merged[at] = line,
            None => merged.push(line),
        }
    }
    merged
}

/// The route of a line; `None` if it has no gateway or no node.
fn route(line: &Line<'_>, hosts: &mut Hosts, faults: &mut Faults<'_>) -> Option<Route> {
    let (gateways, at) = line.gateways;
    if gateways.is_empty() {
        faults.add(at..at + 1, FaultKind::NoGateway);
    }
    let is_empty = line.nodes.iter().all(|(nodes, _)| nodes.is_empty());
    if is_empty {
        let end = line.nodes.first().map_or(at, |&(_, at)| at);
        faults.add(end..end, FaultKind::NoNode);
    }
    if gateways.is_empty() || is_empty {
        return None;
    }
    let gateways = read(hosts, gateways, at, faults);
    let mut nodes = Vec::new();
    for (number, &(part, at)) in line.nodes.iter().enumerate() {
        // The comma at the end of a line joins it to the next.
        let is_last = number + 1 == line.nodes.len();
        let part = if is_last { part } else { part.strip_suffix(',').unwrap_or(part) };
        if is_last || !part.is_empty() {
            nodes.extend(read(hosts, part, at, faults));
        }
    }
    (!gateways.is_empty() && !nodes.is_empty()).then_some(Route { gateways, nodes })
}

/// The root of the routes, if they form a tree; otherwise each fault.
fn roots(routes: &[Route], names: &[Arc<str>], faults: &mut Faults<'_>) -> Option<usize> {
    let name = |host: usize| short(&names[host]);
    let set = |route: &Route| {
        let mut hosts: Vec<usize> = route.gateways.iter().map(|gateway| gateway.host).collect();
        hosts.sort_unstable();
        hosts.dedup();
        hosts
    };
    let sets: Vec<Vec<usize>> = routes.iter().map(set).collect();
    // The first route of each gateway, and the first that leads to each node.
    let mut route_of: Vec<Option<(usize, Range<usize>)>> = vec![None; names.len()];
    let mut leads: Vec<Option<(usize, Range<usize>)>> = vec![None; names.len()];
    for (number, route) in routes.iter().enumerate() {
        for Mention { host, span } in &route.gateways {
            match &route_of[*host] {
                Some((first, at)) if sets[*first] != sets[number] => {
                    let line = faults.line(at.start);
                    faults.add(span.clone(), FaultKind::OtherGateways { host: name(*host), line });
                }
                Some(_) => {}
                None => route_of[*host] = Some((number, span.clone())),
            }
        }
        let parent = |number: usize| name(routes[number].gateways[0].host);
        for Mention { host, span } in &route.nodes {
            if sets[number].contains(host) {
                faults.add(span.clone(), FaultKind::OwnParent { host: name(*host) });
                continue;
            }
            match &leads[*host] {
                Some((first, at)) if sets[*first] != sets[number] => {
                    let (child, parent, first) = (name(*host), parent(number), parent(*first));
                    let line = faults.line(at.start);
                    faults.add(span.clone(), FaultKind::SecondParent { child, parent, first, line });
                }
                Some(_) => {}
                None => leads[*host] = Some((number, span.clone())),
            }
        }
    }
    let lead = |host: usize| leads[host].as_ref().map(|(number, _)| *number);
    for route in routes {
        let first = route.gateways[0].host;
        let parent = lead(first).map(|number| &sets[number]);
        let other = route.gateways.iter().find(|gateway| lead(gateway.host).map(|number| &sets[number]) != parent);
        if let Some(Mention { host, span }) = other {
            faults.add(span.clone(), FaultKind::SplitGateways { first: name(first), second: name(*host) });
        }
    }
    let above: Vec<Option<usize>> = routes.iter().map(|route| lead(route.gateways[0].host)).collect();
    for cycle in parents::cycles(&above) {
        let gateway = |number: usize| &*names[routes[number].gateways[0].host];
        faults.add(routes[cycle[0]].gateways[0].span.clone(), parents::fault(&cycle, gateway));
    }
    let mut tops = (0..routes.len()).filter(|&number| above[number].is_none());
    let root = tops.next()?;
    let (host, at) = (routes[root].gateways[0].host, routes[root].gateways[0].span.clone());
    for other in tops.filter(|&other| sets[other] != sets[root]) {
        let Mention { host: gateway, span } = &routes[other].gateways[0];
        let line = faults.line(at.start);
        faults.add(span.clone(), FaultKind::OtherRoot { gateway: name(*gateway), root: name(host), line });
    }
    if sets[root].len() > 1 {
        faults.add(at, FaultKind::SeveralRoots { count: sets[root].len(), root: name(host) });
    }
    Some(host)
}
