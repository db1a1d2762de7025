//! GML (Himsolt, GML: A portable Graph File Format, 1997), as the Internet Topology Zoo, `NetworkX` and `yEd` write it.
//!
//! ```text
//! graph [
//!   directed 0
//!   node [ id 0 label "Sydney" Longitude 151.2 Latitude -33.9 ]
//!   node [ id 1 label "Perth" ]
//!   edge [ source 0 target 1 LinkSpeedRaw 10000000000.0 ]
//! ]
//! ```

use super::Dialect;
use crate::network::draft::Draft;
use logpine_network::LinkKind;
use logpine_text::placed::Found;
use std::ops::Range;

pub const GML: Dialect = Dialect { name: "graph in GML", claims, read };

/// The deepest lists: those of a graph are two deep, and drawings add two.
const DEEPEST: usize = 16;

/// True for a text with a list named `graph`.
fn claims(text: &str) -> bool {
    let mut tokens = Tokens { text, at: 0 };
    let mut depth = 0usize;
    let mut was_graph = false;
    while let Some(token) = tokens.next() {
        let word = &text[token];
        match word {
            "[" if was_graph && depth == 0 => {
                let is_key = |word: &str| {
                    word == "]" || word.bytes().all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
                };
                return tokens.next().is_some_and(|token| is_key(&text[token]));
            }
            "[" => depth += 1,
            "]" => depth = depth.saturating_sub(1),
            // Keys and values alone: `graph {` is DOT.
            _ if word.contains(['{', '=', '<', '>', ';', ',', ':']) && !word.starts_with('"') => return false,
            _ => {}
        }
        was_graph = word == "graph";
    }
    false
}

/// The words of a text: brackets, strings, and what blanks divide. `#` begins a comment where it begins a line.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Tokens<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len()
                - rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '\u{feff}').len();
            let is_first = self.text[..self.at].trim_end_matches([' ', '\t']).ends_with('\n') || self.at == 0;
            if !(is_first && self.text[self.at..].starts_with('#')) {
                break;
            }
            self.at += self.text[self.at..].find('\n').unwrap_or(self.text.len() - self.at);
        }
        let (start, rest) = (self.at, &self.text[self.at..]);
        let length = match rest.chars().next()? {
            bracket @ ('[' | ']') => bracket.len_utf8(),
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            _ => rest.find(|letter: char| letter.is_whitespace() || "[]\"".contains(letter)).unwrap_or(rest.len()),
        };
        self.at += length;
        Some(start..start + length)
    }
}

/// A value: a number or a text with its place, or a list.
enum Value {
    Word(Range<usize>),
    List(Vec<(Range<usize>, Value)>),
}

/// The keys and values up to the end of a list, or of the text.
fn list(tokens: &mut Tokens<'_>, depth: usize, start: Range<usize>) -> Result<Vec<(Range<usize>, Value)>, Found> {
    let mut list = Vec::new();
    if depth > DEEPEST {
        return Err(Found::new(start, format_args!("lists deeper than {DEEPEST} are not read")));
    }
    while let Some(key) = tokens.next() {
        match &tokens.text[key.clone()] {
            "]" if depth > 0 => return Ok(list),
            "[" | "]" => return Err(Found::unexpected(key, "a key", "a bracket")),
            _ => {}
        }
        let value = tokens
            .next()
            .ok_or_else(|| Found::unexpected(key.clone(), "a value of this key", "the end of the file"))?;
        let value = match &tokens.text[value.clone()] {
            "[" => Value::List(self::list(tokens, depth + 1, value)?),
            "]" => return Err(Found::unexpected(value, "a value", "a bracket")),
            _ => Value::Word(value),
        };
        list.push((key, value));
    }
    if depth == 0 { Ok(list) } else { Err(Found::new(start, "this list is not closed; end it with `]`")) }
}

fn read(text: &str) -> Result<Draft, Found> {
    let whole = list(&mut Tokens { text, at: 0 }, 0, 0..0)?;
    let mut graphs = whole.into_iter().filter(|(key, _)| &text[key.clone()] == "graph");
    let no_graph = || Found::new(0..0, "there is no `graph [ ... ]` in the file");
    let (_, Value::List(graph)) = graphs.next().ok_or_else(no_graph)? else { return Err(no_graph()) };
    if let Some((second, _)) = graphs.next() {
        return Err(Found::new(second, "a second graph, and a network is one; write each into a file of its own"));
    }
    let word = |value: &Value| match value {
        Value::Word(span) => text[span.clone()].trim_matches('"').trim().to_owned(),
        Value::List(_) => String::new(),
    };
    let is_directed = graph.iter().any(|(key, value)| &text[key.clone()] == "directed" && word(value) == "1");
    let mut draft = Draft::new(if is_directed { LinkKind::Directed } else { LinkKind::Undirected });
    for (key, value) in &graph {
        match (&text[key.clone()], value) {
            ("label" | "Network" | "name", value) => draft.call(&word(value)),
            ("node", Value::List(node)) => read_node(&mut draft, text, key, node)?,
            _ => {}
        }
    }
    for (key, value) in &graph {
        if let ("edge", Value::List(edge)) = (&text[key.clone()], value) {
            read_edge(&mut draft, text, key, edge)?;
        }
    }
    Ok(draft)
}

/// The words of a list by their keys.
fn words<'a>(
    text: &'a str,
    list: &'a [(Range<usize>, Value)],
) -> impl Iterator<Item = (&'a str, &'a str, Range<usize>)> {
    list.iter().filter_map(|(key, value)| match value {
        Value::Word(span) => Some((&text[key.clone()], text[span.clone()].trim_matches('"').trim(), span.clone())),
        Value::List(_) => None,
    })
}

fn read_node(draft: &mut Draft, text: &str, key: &Range<usize>, node: &[(Range<usize>, Value)]) -> Result<(), Found> {
    let (_, id, span) = words(text, node)
        .find(|(key, ..)| *key == "id")
        .ok_or_else(|| Found::missing(key.clone(), "id", "each node has one"))?;
    let number = draft.declare(id, span)?;
    draft.describe(number, words(text, node))
}

fn read_edge(draft: &mut Draft, text: &str, key: &Range<usize>, edge: &[(Range<usize>, Value)]) -> Result<(), Found> {
    let end = |name: &'static str| {
        let found = words(text, edge).find(|(key, ..)| *key == name);
        let (_, id, span) =
            found.ok_or_else(|| Found::missing(key.clone(), name, "each edge has a source and a target"))?;
        draft.find(id, span)
    };
    let (from, to) = (end("source")?, end("target")?);
    let times = draft.times(words(text, edge))?;
    draft.edge(from, to, times, key.clone());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::NetworkFormat;
    use logpine_text::units::Clock;

    const ZOO: &str = "Creator \"Topology Zoo\"\ngraph [\n  # three cities\n  Network \"Net\"\n  node [ id 0 label \"Sydney [1]\" Longitude 151.2 Latitude -33.9 graphics [ x 1 ] ]\n  node [ id 1 label \"Perth\" ]\n  node [ id 2 ]\n  edge [ source 0 target 1 LinkSpeedRaw 10000000000.0 LinkLabel \"10 Gbps\" ]\n  edge [ source 0 target 1 LinkSpeedRaw 2500000000.0 ]\n  edge [ source 1 target 2 LinkSpeedRaw 10000000000.0 ]\n  edge [ source 2 target 2 ]\n]\n";

    #[test]
    fn a_network_of_the_zoo_has_its_speeds_and_parallel_links_add_up() {
        let format = NetworkFormat::of(ZOO, "Net.gml".as_ref());
        assert_eq!(format, NetworkFormat::Dialect(&GML));
        let (network, notes) = format.read_noting(ZOO, "file").expect("a network");
        assert_eq!((network.name(), network.nodes(), network.links().len()), ("Net", 3, 2));
        assert_eq!((network.label(0), network.label(2)), ("Sydney [1]".to_owned(), "2".to_owned()));
        assert!(notes.iter().any(|note| note == "links from a node to itself are left out (1)"), "{notes:?}");
        let rates: Vec<String> =
            network.links().iter().map(|link| link.per_byte.display_per_byte(Clock::Second)).collect();
        assert_eq!(rates, ["640ps/B", "800ps/B"]);
        assert!(
            notes.iter().any(|note| note.starts_with("the parallel links between 0 and 1 are merged")),
            "{notes:?}"
        );
    }

    #[test]
    fn speeds_of_some_links_are_not_read() {
        let some = ZOO.replacen(" LinkSpeedRaw 2500000000.0", "", 1);
        let (network, notes) = NetworkFormat::Dialect(&GML).read_noting(&some, "file").expect("a network");
        assert_eq!(network.clock(), Clock::Cycle);
        assert!(
            notes.iter().any(|note| note == "`LinkSpeedRaw` is not read: it is a number above 0 for 2 of 3 links"),
            "{notes:?}"
        );
    }

    #[test]
    fn other_texts_are_not_claimed() {
        for text in [
            "graph { a -- b }",
            "graph [shape=box]; a -- b",
            "0 1\n1 2\n",
            "",
            "graph",
            "{\"graph\": []}",
            "[graph [\n",
        ] {
            assert!(!claims(text), "{text}");
        }
    }

    #[test]
    fn each_fault_has_its_place() {
        for (text, fault) in [
            ("graph [ node [ label \"a\" ] ]", "line 1, column 9: `id` is missing"),
            ("graph [ node [ id 0 ] edge [ source 0 ] ]", "`target` is missing"),
            ("graph [ node [ id 0 ] edge [ source 0 target 7 ] ]", "there is no node `7`"),
            ("graph [ node [ id 0 ] node [ id 0 ] ]", "there is a node `0` already"),
            ("graph [ node [ id 0 ]", "line 1, column 7: this list is not closed"),
            ("graph [ node ] ", "expected a value, found a bracket"),
            ("graph [ ] graph [ ]", "a second graph"),
            (&format!("graph {}", "[ a ".repeat(40)), "lists deeper than 16"),
        ] {
            let error = NetworkFormat::Dialect(&GML).read(text, "n").expect_err(text).to_string();
            assert!(error.contains(fault), "{text}\n{error}");
        }
    }
}
