//! `ClusterShell`'s `topology.conf`: gateways, and the nodes below each, checked against `ClusterShell` 1.9.1.
//!
//! The file is an INI as Python's `configparser` reads it. The nodes of a route with several gateways are shared among them;
//! here they are dealt out in turn. Routes of `[DEFAULT]` are routes of every section, before its own.

use super::hosts::{Hosts, Mention, Notation, Rules, unexpected};
use super::{HostTree, parents};
use logpine_text::excerpt::short;
use logpine_text::fault::{Diagnostic, Faults, Report};
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
fn of_node_sets(entry: &str) -> Option<Diagnostic> {
    if let Some(operator) = entry.chars().find(|letter| matches!(letter, '!' | '&' | '^')) {
        return Some(Diagnostic::warning(
            "set-operator",
            format!(
                "the operator {operator} of node sets, which ClusterShell reads and this check does not: \
                the tree is not known"
            ),
            "write the nodes that `nodeset -f` prints",
        ));
    }
    let ranges = entry.split('[').skip(1).filter_map(|rest| rest.split_once(']')).flat_map(|(list, _)| list.split(','));
    for range in ranges {
        if range.contains('/') {
            return Some(Diagnostic::warning(
                "range-step",
                format!(
                    "the step in `{range}`, which ClusterShell reads and this check does not: the tree is \
                    not known",
                    range = short(range)
                ),
                "write the nodes that `nodeset -f` prints",
            ));
        }
        // The ends of a range that is filled with zeros have the same length.
        if let Some((first, last)) = range.split_once('-') {
            let is_padded = |end: &str| end.len() > 1 && end.starts_with('0');
            if first.len() != last.len() && (is_padded(first) || is_padded(last)) {
                return Some(Diagnostic::error(
                    "padding",
                    format!(
                        "the ends of `{range}` have different lengths, and ClusterShell refuses the file \
                        (padding length mismatch)",
                        range = short(range)
                    ),
                    "write as many digits on both sides, as n[01-03]",
                ));
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
        faults.error(
            0..3,
            "byte-order-mark",
            "a byte order mark, with which ClusterShell refuses the file",
            "save the file without a byte order mark",
        );
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
                _ => faults.error(
                    span,
                    "continued-line",
                    "this line is indented: for ClusterShell it belongs to the nodes of the line above",
                    "begin each route at the left, and put all its nodes on one line",
                ),
            }
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.split_once(']')).map(|(name, _)| name) {
            let first = *sections.entry(name).or_insert(at);
            check_section(name, span, Some(first).filter(|&first| first != at), main, faults);
            (section, above) = (Some(name), None);
            continue;
        }
        let Some(name) = section else {
            faults.error(
                span,
                "before-section",
                "a line before the first section, with which ClusterShell refuses the file",
                "begin with a line [routes]",
            );
            continue;
        };
        let Some(colon) = line.find([':', '=']) else {
            faults.error(
                span,
                "not-a-route",
                "this line is neither a section nor a route, and ClusterShell refuses the file",
                "write GATEWAY: NODES",
            );
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
            faults.error(
                at..at + gateways.len(),
                "repeated-route",
                format!(
                    "the gateway `{gateway}` has a route in line {line} already, and ClusterShell refuses \
                     the file",
                    gateway = short(gateways)
                ),
                "put all nodes of a gateway on one line",
            );
        }
        routes.entry((is_default, gateways)).or_insert(at);
        let blanks = nodes.len() - nodes.trim_start().len();
        lines.push(Line { gateways: (gateways, at), nodes: vec![(nodes.trim(), at + colon + 1 + blanks)], is_default });
    }
    let end = text.len()..text.len();
    if !has_routes && !main {
        faults.error(end, "no-section", "there is no section [routes]", "begin with a line [routes]");
    } else if lines.is_empty() {
        faults.error(end, "no-route", "there is no route in the file", "write a line GATEWAY: NODES below [routes]");
    }
    merged(lines)
}

/// Checks the name of a section at `span`; `first` is the earlier place of the same name, and `main` is true if `[Main]` has the routes.
fn check_section(name: &str, span: Range<usize>, first: Option<usize>, main: bool, faults: &mut Faults<'_>) {
    let shown = short(name);
    if let Some(first) = first.filter(|_| name != "DEFAULT") {
        let line = faults.line(first);
        let message = format!("the section [{shown}] is in line {line} already, and ClusterShell refuses the file");
        faults.error(span.clone(), "repeated-section", message, "join the sections");
    }
    match name {
        "routes" | "DEFAULT" => {}
        "Main" if main => {
            let message = "[Main] is the old name of the section [routes]";
            faults.warning(span, "old-section", message, "name it [routes]");
        }
        _ => {
            let message = format!("ClusterShell ignores the section [{shown}]");
            faults.error(span, "unknown-section", message, "remove it, or move its routes to [routes]");
        }
    }
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
        faults.error(
            at..at + 1,
            "no-gateway",
            "there is no gateway before the colon",
            "remove the line, or write GATEWAY: NODES",
        );
    }
    let is_empty = line.nodes.iter().all(|(nodes, _)| nodes.is_empty());
    if is_empty {
        let end = line.nodes.first().map_or(at, |&(_, at)| at);
        faults.error(
            end..end,
            "no-node",
            "there is no node after the colon",
            "remove the line, or write GATEWAY: NODES",
        );
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
                    faults.error(
                        span.clone(),
                        "other-gateways",
                        format!(
                            "{host} is a gateway together with other hosts in line {line}, and ClusterShell takes \
                             that for another gateway",
                            host = name(*host)
                        ),
                        "let each gateway stand in one route",
                    );
                }
                Some(_) => {}
                None => route_of[*host] = Some((number, span.clone())),
            }
        }
        let parent = |number: usize| name(routes[number].gateways[0].host);
        for Mention { host, span } in &route.nodes {
            if sets[number].contains(host) {
                faults.error(
                    span.clone(),
                    "own-parent",
                    format!("{host} is its own parent", host = name(*host)),
                    "remove it from one side",
                );
                continue;
            }
            match &leads[*host] {
                Some((first, at)) if sets[*first] != sets[number] => {
                    let (child, parent, first) = (name(*host), parent(number), parent(*first));
                    let line = faults.line(at.start);
                    faults.error(
                        span.clone(),
                        "second-parent",
                        format!("{child} has a second parent, {parent}; the first is {first}, in line {line}"),
                        "name each host below one parent",
                    );
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
            faults.error(
                span.clone(),
                "split-gateways",
                format!(
                    "the gateways {first} and {second} of one route are not below the same gateways \
                    (ClusterShell: convergent path)",
                    first = name(first),
                    second = name(*host)
                ),
                "give each gateway a route of its own",
            );
        }
    }
    let above: Vec<Option<usize>> = routes.iter().map(|route| lead(route.gateways[0].host)).collect();
    for cycle in parents::cycles(&above) {
        let gateway = |number: usize| &*names[routes[number].gateways[0].host];
        faults.add(routes[cycle[0]].gateways[0].span.clone(), parents::fault(&cycle, gateway));
    }
    let tops: Vec<usize> = (0..routes.len()).filter(|&number| above[number].is_none()).collect();
    root(routes, &tops, &sets, names, faults)
}

/// The root of the tree, the first gateway of the first of the routes `tops` that no other leads to.
fn root(
    routes: &[Route],
    tops: &[usize],
    sets: &[Vec<usize>],
    names: &[Arc<str>],
    faults: &mut Faults<'_>,
) -> Option<usize> {
    let name = |host: usize| short(&names[host]);
    let (&root, others) = tops.split_first()?;
    let (host, at) = (routes[root].gateways[0].host, routes[root].gateways[0].span.clone());
    for &other in others.iter().filter(|&&other| sets[other] != sets[root]) {
        let Mention { host: gateway, span } = &routes[other].gateways[0];
        let line = faults.line(at.start);
        faults.warning(
            span.clone(),
            "other-root",
            format!(
                "{gateway} is a root as well as {root} (line {line}), for clush that runs there; the \
                tree is that of {root}, and does not reach its nodes",
                gateway = name(*gateway),
                root = name(host)
            ),
            "put it below another gateway, unless clush also runs there",
        );
    }
    if sets[root].len() > 1 {
        faults.warning(
            at,
            "several-roots",
            format!(
                "{count} hosts are the root, each if clush runs on it; the tree is that of {root}",
                count = sets[root].len(),
                root = name(host)
            ),
            "keep one if clush always runs there",
        );
    }
    Some(host)
}
