//! `GraphML` (Brandes, Eiglsperger, Herman, Himsolt and Marshall, `GraphML` Progress Report, 2002).

use super::draft::{Draft, mixed};
use super::tags::check_tags;
use logpine_network::LinkKind;
use logpine_text::excerpt::short;
use logpine_text::placed::{Found, PlacedError};
use roxmltree::{Document, Node, ParsingOptions};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Reads the graph of a document with a single graph: nodes with ids, then edges between them. Hyperedges and nested graphs
/// are refused; ports are ignored, because they are only positions on a node.
pub(super) fn read(text: &str) -> Result<Draft, Found> {
    check_tags(text).map_err(|PlacedError { span, message, .. }| Found { span, message })?;
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| syntax(text, &error))?;
    let root = document.root_element();
    let keys = keys(root)?;
    let of_others = |name: &str| {
        let what =
            format!("the document is a `{}`; networks in XML are GraphML, or topology dumps of NCCL", short(name));
        Found::new(root.range(), what)
    };
    if child(root, "graph").is_none() && root.tag_name().name() != "graphml" {
        return Err(of_others(root.tag_name().name()));
    }
    let graph = child(root, "graph").ok_or_else(|| missing(root, "graph", "a GraphML file has one <graph>"))?;
    if let Some(second) = elements(root, "graph").nth(1) {
        let what = "a second graph, and a network is one; write each into a file of its own";
        return Err(Found::new(second.range(), what));
    }
    let mut draft = Draft::new(kind(graph.attribute("edgedefault")));
    if let Some(name) = data(graph, &keys, "graph").find(|(key, ..)| matches!(*key, "name" | "label" | "Network")) {
        draft.call(name.1);
    }
    for node in elements(graph, "node") {
        read_node(&mut draft, node, &keys)?;
    }
    for edge in elements(graph, "edge") {
        read_edge(&mut draft, edge, &keys, graph)?;
    }
    if let Some(hyper) = elements(graph, "hyperedge").next() {
        let what = "a hyperedge joins more than two nodes; add a node of kind switch for it";
        return Err(Found::new(hyper.range(), what));
    }
    Ok(draft)
}

/// The fault of a text that is not XML, at the place given by the parser.
fn syntax(text: &str, error: &roxmltree::Error) -> Found {
    let place = error.pos();
    let lines = text.split_inclusive('\n').take((place.row as usize).saturating_sub(1));
    let line_start: usize = lines.map(str::len).sum();
    let before = text[line_start..].chars().take((place.col as usize).saturating_sub(1)).map(char::len_utf8);
    let start = line_start + before.sum::<usize>();
    // The place is reported at the beginning of the message instead.
    let message = error.to_string();
    let message = message.rsplit_once(" at ").map_or(message.as_str(), |(message, _)| message).to_owned();
    Found::new(start..start, format_args!("this is no XML: {message}"))
}

/// The declarations of data: for each id and element the name of the values, and the default.
type Keys<'a> = Vec<Key<'a>>;

struct Key<'a> {
    id: &'a str,
    of: &'a str,
    name: &'a str,
    default: Option<Node<'a, 'a>>,
}

/// The maximum number of keys: each is looked up for every element.
const MOST_KEYS: usize = 256;

/// The maximum length of a key's default: each element without a value of its own gets it.
const LONGEST_DEFAULT: usize = 1_024;

fn keys<'a>(root: Node<'a, 'a>) -> Result<Keys<'a>, Found> {
    let key = |node: Node<'a, 'a>| {
        let id = node.attribute("id")?;
        let name = node.attribute("attr.name").unwrap_or(id);
        Some(Key { id, of: node.attribute("for").unwrap_or("all"), name, default: child(node, "default") })
    };
    let long = |node: &Node| node.text().is_some_and(|text| text.len() > LONGEST_DEFAULT);
    if let Some(default) = elements(root, "key").filter_map(|key| child(key, "default")).find(long) {
        let what = format_args!("a default of more than {LONGEST_DEFAULT} bytes; give it to its elements");
        return Err(Found::new(default.range(), what));
    }
    let keys: Keys = elements(root, "key").take(MOST_KEYS + 1).filter_map(key).collect();
    match elements(root, "key").nth(MOST_KEYS) {
        None => Ok(keys),
        Some(key) => {
            let what = format_args!("more than {MOST_KEYS} keys; leave out those that are not used");
            Err(Found::new(key.range(), what))
        }
    }
}

/// The data of an element: names, values, and their places.
fn data<'a>(
    element: Node<'a, 'a>,
    keys: &'a Keys<'a>,
    of: &'a str,
) -> impl Iterator<Item = (&'a str, &'a str, Range<usize>)> {
    let given: FxHashMap<&str, Node> =
        elements(element, "data").filter_map(|data| Some((data.attribute("key")?, data))).collect();
    keys.iter().filter(move |key| key.of == of || key.of == "all").filter_map(move |key| {
        let node = given.get(key.id).copied().or(key.default)?;
        Some((key.name, node.text().unwrap_or_default().trim(), node.range()))
    })
}

fn read_node<'a>(draft: &mut Draft, node: Node<'a, 'a>, keys: &Keys<'a>) -> Result<(), Found> {
    let id = node.attribute("id").ok_or_else(|| missing(node, "id", "each <node> has one"))?;
    let number = draft.declare(id, node.range())?;
    if child(node, "graph").is_some() {
        let what = "graphs inside of nodes are not read; write their nodes beside the others";
        return Err(Found::new(node.range(), what));
    }
    draft.describe(number, data(node, keys, "node"))
}

fn read_edge<'a>(draft: &mut Draft, edge: Node<'a, 'a>, keys: &Keys<'a>, graph: Node) -> Result<(), Found> {
    let end = |name: &'static str| {
        let value =
            edge.attribute_node(name).ok_or_else(|| missing(edge, name, "each <edge> has a source and a target"))?;
        draft.find(value.value(), value.range_value())
    };
    let (from, to) = (end("source")?, end("target")?);
    let default = kind(graph.attribute("edgedefault"));
    let directed = edge.attribute("directed").map(|directed| directed == "true" || directed == "1");
    if directed.is_some_and(|directed| directed != (default == LinkKind::Directed)) {
        let others = if default == LinkKind::Directed { "directed" } else { "undirected" };
        return Err(Found::new(edge.range(), mixed(others)));
    }
    let times = draft.times(data(edge, keys, "edge"))?;
    edge.attributes().for_each(|attribute| draft.unread(attribute.name()));
    draft.edge(from, to, times, edge.range());
    Ok(())
}

fn kind(edge_default: Option<&str>) -> LinkKind {
    if edge_default == Some("directed") { LinkKind::Directed } else { LinkKind::Undirected }
}

fn elements<'a>(parent: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    parent.children().filter(move |node| node.is_element() && node.tag_name().name() == name)
}

fn child<'a>(parent: Node<'a, 'a>, name: &'static str) -> Option<Node<'a, 'a>> {
    elements(parent, name).next()
}

fn missing(node: Node, key: &str, hint: &str) -> Found {
    Found::missing(node.range(), key, hint)
}
