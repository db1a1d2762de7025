//! Networks in TOML.

use super::draft::{Draft, NodeKind, Times, coordinate, unknown_key};
use logpine_network::LinkKind;
use logpine_text::excerpt::short_message;
use logpine_text::placed::Found;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Keys of the document, of a node and of a link.
const DOCUMENT: [&str; 10] =
    ["name", "description", "source", "directed", "latency", "per_byte", "bandwidth", "capacity", "nodes", "links"];
const NODE: [&str; 4] = ["name", "kind", "x", "y"];
const LINK: [&str; 6] = ["from", "to", "latency", "per_byte", "bandwidth", "capacity"];

/// The maximum size of a document in bytes.
const LONGEST: usize = 8 << 20;

/// Reads a document with the tables `nodes` and `links`.
pub(super) fn read(text: &str) -> Result<Draft, Found> {
    if text.len() > LONGEST {
        let what = format_args!(
            "more than {} MiB of TOML, which takes up to 50 times its length of memory; write a list of links",
            LONGEST >> 20
        );
        return Err(Found::new(0..0, what));
    }
    let document = DeTable::parse(text).map_err(|error| {
        // An error without a span is at the end of the text.
        let span = error.span().unwrap_or(text.len()..text.len());
        Found::new(span, short_message(error.message()))
    })?;
    let document = Table::new(document.get_ref(), document.span(), &DOCUMENT)?;
    let mut draft = Draft::default();
    if let Some((name, _)) = document.text("name")? {
        draft.call(name);
    }
    document.text("description")?;
    document.text("source")?;
    if let Some(value) = document.get("directed") {
        let directed = value.get_ref().as_bool().ok_or_else(|| unexpected(value, "true or false"))?;
        draft.set_kind(if directed { LinkKind::Directed } else { LinkKind::Undirected });
    }
    let times = document.times()?;
    let nodes = document.tables("nodes", &NODE)?;
    for node in &nodes {
        read_node(&mut draft, node)?;
    }
    for link in document.tables("links", &LINK)? {
        let mut end = |key: &'static str| {
            let (name, span) = link.required(key, "each link has a `from` and a `to`")?;
            // Without a list of nodes, links define the nodes.
            if nodes.is_empty() { Ok(draft.mention(name, span)) } else { draft.find(name, span) }
        };
        let (from, to) = (end("from")?, end("to")?);
        draft.link(from, to, link.times()?.or(times), link.span.clone());
    }
    Ok(draft)
}

fn read_node(draft: &mut Draft, node: &Table) -> Result<(), Found> {
    let (name, span) = node.required("name", "each node has one")?;
    let number = draft.declare(name, span)?;
    if let Some((kind, span)) = node.text("kind")? {
        draft.set_node_kind(number, NodeKind::parse(kind, span)?);
    }
    match (node.coordinate("x")?, node.coordinate("y")?) {
        (Some(x), Some(y)) => draft.set_place(number, x, y),
        (None, None) => {}
        (None, _) => return Err(node.missing("x", "a position has both")),
        (_, None) => return Err(node.missing("y", "a position has both")),
    }
    Ok(())
}

/// A table whose keys are all known.
struct Table<'a> {
    table: &'a DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Table<'a> {
    fn new(table: &'a DeTable<'a>, span: Range<usize>, keys: &[&'static str]) -> Result<Self, Found> {
        let unknown = table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
        match unknown.min_by_key(|key| key.span().start) {
            Some(key) => Err(unknown_key("key", key.get_ref(), keys, key.span())),
            None => Ok(Self { table, span }),
        }
    }

    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    fn text(&self, key: &str) -> Result<Option<(&'a str, Range<usize>)>, Found> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let text = value.get_ref().as_str().ok_or_else(|| unexpected(value, "a text in quotes"))?;
        Ok(Some((text, value.span())))
    }

    fn required(&self, key: &'static str, hint: &'static str) -> Result<(&'a str, Range<usize>), Found> {
        self.text(key)?.ok_or_else(|| self.missing(key, hint))
    }

    fn missing(&self, key: &'static str, hint: &'static str) -> Found {
        Found::missing(self.span.clone(), key, hint)
    }

    fn coordinate(&self, key: &str) -> Result<Option<f64>, Found> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let text = match value.get_ref() {
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Integer(number) => number.as_str().to_owned(),
            _ => return Err(unexpected(value, "a number")),
        };
        coordinate(&text.replace('_', ""), value.span()).map(Some)
    }

    fn times(&self) -> Result<Times, Found> {
        let mut times = Times::default();
        for key in Times::KEYS {
            let number = self.get(key).and_then(|value| Some((value.get_ref().as_integer()?.as_str(), value.span())));
            let number = number.filter(|_| key == "capacity");
            if let Some((value, span)) = number.map_or_else(|| self.text(key), |number| Ok(Some(number)))? {
                times.set(key, value, &span)?;
            }
        }
        Ok(times)
    }

    /// The tables of an array.
    fn tables(&self, key: &str, keys: &[&'static str]) -> Result<Vec<Self>, Found> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let array = value.get_ref().as_array().ok_or_else(|| unexpected(value, "an array of tables"))?;
        let table = |value: &'a Spanned<DeValue<'a>>| {
            let table = value.get_ref().as_table().ok_or_else(|| unexpected(value, "a table"))?;
            Self::new(table, value.span(), keys)
        };
        array.iter().map(table).collect()
    }
}

fn unexpected(value: &Spanned<DeValue>, expected: &'static str) -> Found {
    let found = value.get_ref().type_str();
    let article = if found.starts_with(['a', 'i']) { "an" } else { "a" };
    Found::unexpected(value.span(), expected, &format!("{article} {found}"))
}
