//! The `[bootstrap]` table of a Flux system instance, as flux-core 0.88 reads it.
//!
//! A host's rank is the place of its first mention. Later entries for it add keys that the first does not have, `parent`
//! among them; a host without a parent is a child of rank 0. So it is for the topology `custom`, the default beside a table
//! `[bootstrap]`; with another `topo` in the table `[tbon]`, parents have no effect.

use super::flux_uri;
use super::hosts::{Hosts, Mention, Notation, Rules, unexpected};
use super::{HostTree, parents};
use logpine_text::excerpt::{short, short_message};
use logpine_text::fault::{Diagnostic, Faults, Report};
use logpine_trees::tree::families::FluxTopology;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The keys of an entry.
const KEYS: [&str; 4] = ["host", "bind", "connect", "parent"];
/// The length of the longest name of a host, and of the longest part of one between dots (RFC 1035).
const LONGEST_NAME: usize = 253;
const LONGEST_LABEL: usize = 63;
/// The maximum size of a document in bytes, for TOML takes up to 50 times its length of memory.
const LONGEST: usize = 8 << 20;

/// A host's parent by name, and the place of the name.
type Parent = (String, Range<usize>);

/// Reads the table, and finds all its faults.
#[must_use]
pub fn check(source: &[u8]) -> Report<HostTree> {
    let mut faults = Faults::new(source);
    let Some(text) = faults.text() else { return faults.report(None) };
    if text.len() > LONGEST {
        let message = format!("more than {} MiB; write hosts as n[1-4]", LONGEST >> 20);
        faults.error(0..0, "not-toml", format!("not TOML: {message}"), "see https://toml.io");
        return faults.report(None);
    }
    let (document, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let span = error.span().unwrap_or(text.len()..text.len());
        faults.error(
            span,
            "not-toml",
            format!("not TOML: {message}", message = short_message(error.message())),
            "see https://toml.io",
        );
    }
    let bootstrap = document.get_ref().get("bootstrap");
    let Some(bootstrap) = bootstrap else {
        if !faults.has_errors() {
            faults.error(0..0, "no-bootstrap", "there is no table [bootstrap]", "begin with a line [bootstrap]");
        }
        return faults.report(None);
    };
    let Some(table) = bootstrap.get_ref().as_table() else {
        unexpected_type(bootstrap.span(), "a table", &mut faults);
        return faults.report(None);
    };
    let topology = document.get_ref().get("tbon").and_then(|tbon| topology(tbon, &mut faults));
    let mut hosts = Hosts::default();
    let mut parents: Vec<Option<Parent>> = Vec::new();
    match table.get("hosts").map(|hosts| (hosts.get_ref().as_array(), hosts.span())) {
        Some((Some(entries), _)) => {
            for entry in entries {
                read_entry(entry, text, &mut hosts, &mut parents, &mut faults);
            }
        }
        Some((None, span)) => unexpected_type(span, "an array of tables", &mut faults),
        None => {}
    }
    check_keys(table, hosts.names.len(), bootstrap.span(), &mut faults);
    flux_uri::check(table, &hosts.names, &mut faults);
    if hosts.names.is_empty() && !faults.has_errors() {
        faults.error(
            bootstrap.span(),
            "no-hosts",
            "there are no hosts in [bootstrap], which makes a single broker",
            "add hosts = [{ host = \"n[0-3]\" }]",
        );
    }
    let ranks = match topology {
        None => ranked(&hosts, &parents, &mut faults),
        Some(topology) => {
            let unused = parents.iter().flatten().map(|(_, span)| span.clone());
            let kind = Diagnostic::warning(
                "unused-parent",
                format!("this parent has no effect: with topo = \"{topology}\" Flux reads no parents"),
                "remove it, or write topo = \"custom\"",
            );
            unused.for_each(|span| faults.add(span, kind.clone()));
            let members = hosts.names.len();
            (0..members).map(|rank| topology.parent(rank, members)).collect()
        }
    };
    if faults.has_errors() || ranks.is_empty() {
        return faults.report(None);
    }
    let tree = parents::tree(&hosts.names, &ranks, 0);
    faults.report(tree)
}

/// Adds a value of another type than the expected one.
fn unexpected_type(span: Range<usize>, expected: &str, faults: &mut Faults<'_>) {
    let hint = "an entry is written { host = \"n[1-4]\", parent = \"n0\" }";
    faults.error(span, "unexpected", format!("this should be {expected}"), hint);
}

/// The topology of the table `[tbon]`; `None` for `custom`, the default, and for faults.
fn topology(tbon: &Spanned<DeValue<'_>>, faults: &mut Faults<'_>) -> Option<FluxTopology> {
    let Some(table) = tbon.get_ref().as_table() else {
        unexpected_type(tbon.span(), "a table", faults);
        return None;
    };
    let topo = table.get("topo")?;
    let Some(text) = topo.get_ref().as_str() else {
        unexpected_type(topo.span(), "a text in quotes", faults);
        return None;
    };
    let topology = text.parse().ok();
    if topology.is_none() && text != "custom" {
        faults.error(
            topo.span(),
            "topology",
            format!("`{text}` is not a topology, and Flux refuses it", text = short(text)),
            "write kary:K, mincrit, mincrit:K, binomial or custom",
        );
    }
    topology
}

/// Flux reads one pair of brackets, and takes the rest of the name as it is.
fn second_brackets(entry: &str) -> Option<Diagnostic> {
    (entry.matches('[').count() > 1).then(|| {
        Diagnostic::error(
            "brackets",
            format!("Flux reads one pair of brackets in a name, and refuses `{entry}`", entry = short(entry)),
            "write an entry for each value of the first brackets",
        )
    })
}

const RULES: Rules = Rules { notation: Notation::Hostlist, entry: second_brackets, name: domain_name };

/// The fault of a name that is no domain name.
fn domain_name(name: &str) -> Option<Diagnostic> {
    let is_label = |label: &str| label.len() <= LONGEST_LABEL && !label.starts_with('-') && !label.ends_with('-');
    let is_domain = name.len() <= LONGEST_NAME && name.split('.').filter(|label| !label.is_empty()).all(is_label);
    unexpected(name, |letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.')).or_else(|| {
        (!is_domain).then(|| {
            Diagnostic::error(
                "domain-name",
                format!(
                    "`{name}` is no domain name, and Flux refuses the file: parts between dots have 1 to 63 \
                    characters, none of them a hyphen at an end",
                    name = short(name)
                ),
                "write the name that `hostname` prints",
            )
        })
    })
}

/// True for a number that Flux takes as a port; -1 stands for none.
fn is_port(value: &DeValue<'_>) -> bool {
    let DeValue::Integer(port) = value else { return false };
    i64::from_str_radix(port.as_str(), port.radix()).is_ok_and(|port| (-1..=65_535).contains(&port))
}

/// Checks the other keys of the table.
fn check_keys(table: &DeTable<'_>, hosts: usize, span: Range<usize>, faults: &mut Faults<'_>) {
    for (key, value) in table {
        let of = value.get_ref();
        let (is_right, expected) = match key.get_ref().as_ref() {
            "hosts" => continue,
            "enable_ipv6" => (matches!(of, DeValue::Boolean(_)), "true or false"),
            "curve_cert" | "default_bind" | "default_connect" => (of.as_str().is_some(), "a text in quotes"),
            "default_port" => (is_port(of), "a port from 0 to 65535"),
            unknown => {
                faults.error(
                    key.span(),
                    "unknown-bootstrap-key",
                    format!("`{key}` is no key of [bootstrap], and Flux refuses the file", key = short(unknown)),
                    "the keys are enable_ipv6, curve_cert, default_port, default_bind, default_connect and hosts",
                );
                continue;
            }
        };
        if !is_right {
            unexpected_type(value.span(), expected, faults);
        }
    }
    if hosts > 1 && !table.contains_key("curve_cert") {
        faults.warning(
            span,
            "no-certificate",
            "there is no curve_cert, without which Flux refuses more than one host",
            "add curve_cert = \"/etc/flux/system/curve.cert\", which flux keygen makes",
        );
    }
}

/// A text of the document, and the offset of its first character.
fn text_of<'a>(value: &'a Spanned<DeValue<'a>>, source: &str) -> Option<(&'a str, usize)> {
    let text = value.get_ref().as_str()?;
    let span = value.span();
    // The text stands between quotes; escapes, if there are any, move places within it.
    let inside = if source[span.clone()].starts_with("\"\"\"") { 3 } else { 1 };
    Some((text, span.start + inside))
}

/// Reads an entry: its hosts, and their parent.
fn read_entry(
    entry: &Spanned<DeValue<'_>>,
    source: &str,
    hosts: &mut Hosts,
    parents: &mut Vec<Option<Parent>>,
    faults: &mut Faults<'_>,
) {
    let Some(table) = entry.get_ref().as_table() else {
        unexpected_type(entry.span(), "a table", faults);
        return;
    };
    for (key, value) in table {
        if !KEYS.contains(&key.get_ref().as_ref()) {
            faults.error(
                key.span(),
                "unknown-key",
                format!("`{key}` is no key of a host, and Flux refuses the file", key = short(key.get_ref())),
                "the keys are host, bind, connect and parent",
            );
        } else if value.get_ref().as_str().is_none() {
            unexpected_type(value.span(), "a text in quotes", faults);
        }
    }
    let Some(host) = table.get("host") else {
        faults.error(entry.span(), "no-host", "this entry has no `host`", "add host = \"n[1-4]\"");
        return;
    };
    let Some((list, at)) = text_of(host, source) else { return };
    let parent = table.get("parent").and_then(|parent| Some((text_of(parent, source)?, parent.span())));
    let mentions = hosts.read(list, &|place| at + place, RULES, faults);
    parents.resize(hosts.names.len(), None);
    let Some(((parent, _), span)) = parent else { return };
    for Mention { host, .. } in mentions {
        match &parents[host] {
            // Flux keeps the first in silence.
            Some((first, at)) if first != parent => {
                let (child, line) = (short(&hosts.names[host]), faults.line(at.start));
                let (parent, first) = (short(parent), short(first));
                faults.error(
                    span.clone(),
                    "second-parent",
                    format!("{child} has a second parent, {parent}; the first is {first}, in line {line}"),
                    "name each host below one parent",
                );
            }
            Some(_) => {}
            None => parents[host] = Some((parent.to_owned(), span.clone())),
        }
    }
}

/// The parent of each rank by the entries.
fn ranked(hosts: &Hosts, parents: &[Option<Parent>], faults: &mut Faults<'_>) -> Vec<Option<usize>> {
    let mut ranks: Vec<Option<usize>> = Vec::with_capacity(parents.len());
    for (rank, parent) in parents.iter().enumerate() {
        let host = || short(&hosts.names[rank]);
        let Some((parent, span)) = parent else {
            ranks.push((rank > 0).then_some(0));
            continue;
        };
        let found = hosts.find(parent);
        let kind = match found {
            None => Some(Diagnostic::error(
                "unknown-parent",
                format!("the parent `{parent}` is none of the hosts", parent = short(parent)),
                "list it as a host, or name another parent",
            )),
            Some(found) if found == rank => Some(Diagnostic::error(
                "own-parent",
                format!("{host} is its own parent", host = host()),
                "remove it from one side",
            )),
            Some(_) if rank == 0 => Some(Diagnostic::error(
                "root-with-parent",
                format!("{host} is rank 0, the root, and has a parent", host = host()),
                "list another host first, or remove the parent",
            )),
            Some(_) => None,
        };
        let is_right = kind.is_none();
        if let Some(kind) = kind {
            faults.add(span.clone(), kind);
        }
        ranks.push(found.filter(|_| is_right));
    }
    for cycle in parents::cycles(&ranks) {
        let place = parents[cycle[0]].as_ref().map_or(0..0, |(_, span)| span.clone());
        faults.add(place, parents::fault(&cycle, |rank| &*hosts.names[rank]));
    }
    ranks
}
