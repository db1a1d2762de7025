//! The cause that what was seen speaks for.

use super::cause::Cause;
use super::counts::Counts;
use super::host_levels::is_by_hosts;
use super::{Compared, Expected, makes, root};
use crate::library::{Counted, Edge, Form, Library, Link, Maker, Observed, ObservedBy, Setting};
use std::collections::{BTreeMap, BTreeSet};

/// The likely cause of the differences; `None` without one.
pub fn likely(
    expected: &Expected<'_>,
    observed: &Observed,
    seen: &BTreeMap<Link, Edge>,
    counts: &Counts,
    compared: &Compared,
) -> Option<Cause> {
    let (library, collective) = (expected.library, expected.collective);
    let counted = match &observed.source {
        ObservedBy::Monitoring(counted) => *counted,
        _ => Counted::default(),
    };
    let is_same_tree = compared.missing.is_empty() && compared.extra.is_empty();
    let size = counted.bytes_of_call(collective, expected.ranks).or(counts.bytes.filter(|_| is_same_tree));
    let other_size = size.filter(|&found| found != expected.bytes);
    if is_same_tree && compared.differing.is_empty() && other_size.is_none() {
        return None;
    }
    let (calls, other_calls) = (counted.calls(collective).count, counted.other_calls(collective));
    if seen.is_empty() {
        return Some(Cause::no_traffic(library, calls, counted.of_program, counted.empty));
    }
    if other_calls > 0 {
        return Some(Cause::other_traffic(library, other_calls));
    }
    if let Some(found) = other_size {
        return Some(Cause::other_size(expected.bytes, found));
    }
    if let Some(expected) = expected.calls.filter(|&given| calls > 0 && calls != given) {
        return Some(Cause::other_calls(expected, calls));
    }
    let due = calls.saturating_mul(expected.bytes);
    if let Some(found) = seen.values().filter_map(|edge| edge.bytes).max().filter(|&most| most < due) {
        return Some(Cause::bypassed(due, found));
    }
    if !is_same_tree {
        return Some(of_tree(expected, observed, seen, counts, compared));
    }
    let Some(found) = counts.messages.filter(|_| !counts.is_uneven) else {
        return Some(Cause::other_traffic(library, other_calls));
    };
    let other_segments = || {
        let segment = compared.segments.and_then(|segments| segments.likely());
        Cause::other_segments(expected.setting.messages(expected.bytes), found, segment)
    };
    Some(of_setting(expected, seen, counts).unwrap_or_else(other_segments))
}

/// The cause of another tree.
fn of_tree(
    expected: &Expected<'_>,
    observed: &Observed,
    seen: &BTreeMap<Link, Edge>,
    counts: &Counts,
    compared: &Compared,
) -> Cause {
    let library = expected.library;
    let Some(found_root) = root(expected, seen) else {
        return no_tree(expected, compared);
    };
    if found_root != expected.root && expected.links.is_none() && makes(expected, expected.setting, found_root, seen) {
        return Cause::other_root(expected.root, found_root);
    }
    if let Some(hosts) = hosts_of_han(expected, observed, seen, found_root) {
        return Cause::han(hosts);
    }
    if let Some(cause) = of_setting(expected, seen, counts) {
        return cause;
    }
    let is_flat = seen.keys().all(|link| link.from == found_root || link.to == found_root);
    if is_flat && library.maker() == Maker::Mpich {
        return Cause::shared_memory();
    }
    // Any algorithm with so many children that the tree is flat is the less likely one.
    let is_same = |setting: &&Setting| !is_flat && std::ptr::eq(setting.native, expected.setting.native);
    match (compared.recognised.iter().find(is_same), compared.recognised.first()) {
        (Some(&found), _) => Cause::other_fanout(expected.setting, found),
        (None, Some(&found)) => Cause::other_algorithm(library, found),
        (None, None) => Cause::unknown(library),
    }
}

/// The library's own choice or another rule, if one of them makes just the messages seen.
fn of_setting(expected: &Expected<'_>, seen: &BTreeMap<Link, Edge>, counts: &Counts) -> Option<Cause> {
    let fits = |setting: &Setting| {
        counts.fit(setting, expected.bytes)
            && root(expected, seen).is_some_and(|root| makes(expected, *setting, root, seen))
    };
    if let Some(setting) = expected.default.filter(fits) {
        return Some(Cause::default(expected.library, setting));
    }
    let rules = expected.rules.map_or(&[][..], |rules| &rules.rules);
    let rule = rules.iter().find(|rule| rule.setting.as_ref().is_some_and(fits))?;
    Some(Cause::other_rule(rule))
}

/// The cause of edges that are no tree.
fn no_tree(expected: &Expected<'_>, compared: &Compared) -> Cause {
    let library = expected.library;
    let follows_none = |setting: &Setting| !matches!(setting.native.form, Form::Tree(_));
    match expected.default.filter(follows_none) {
        Some(setting) => Cause::default(library, setting),
        None if compared.missing.is_empty() => Cause::other_traffic(library, 0),
        None => Cause::no_tree(library),
    }
}

/// The number of hosts, if the edges are a tree of hosts in a library whose coll/han serves several hosts before all others.
fn hosts_of_han(expected: &Expected<'_>, observed: &Observed, seen: &BTreeMap<Link, Edge>, root: u64) -> Option<u64> {
    let probed = match &observed.source {
        ObservedBy::Probe(probed) => Some(probed.hosts.as_slice()),
        _ => None,
    };
    let hosts = expected.hosts.or(probed).filter(|hosts| hosts.len() as u64 == expected.ranks)?;
    let has_han = matches!(expected.library, Library::OpenMpi5 | Library::OpenMpi6);
    let downward = |link: &Link| {
        if Link::along(expected.collective, 0, 1).from == 0 { *link } else { Link { from: link.to, to: link.from } }
    };
    let is_found = has_han && is_by_hosts(seen.keys().map(downward), hosts, root);
    let count = hosts.iter().collect::<BTreeSet<_>>().len() as u64;
    is_found.then_some(count)
}
