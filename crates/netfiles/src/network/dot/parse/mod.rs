//! Parser of DOT statements.

mod attributes;

use super::scan::{Placed, Token, tokens};
use crate::network::draft::{Draft, NodeKind, Times};
use attributes::{Way, times, way};
use logpine_network::LinkKind;
use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use std::ops::Range;

/// The maximum nesting of graphs.
const DEEPEST: usize = 64;

/// The maximum number of links between sets of nodes, `{a b} -- {c d}`. Without a limit, a short text could demand more
/// links than fit into memory.
const MOST_OF_SETS: usize = 1 << 20;

/// Reads one graph. A link of a digraph with `dir=both` is read as two links, one in each direction. Attributes without
/// meaning for a network are ignored; `node [...]` and `edge [...]` apply to subsequent statements in the same graph or
/// subgraph. In a `strict` graph links may be repeated.
pub(in super::super) fn read(text: &str) -> Result<Draft, Found> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, draft: Draft::default(), strict: None, of_sets: 0 };
    parser.graph()?;
    Ok(parser.draft)
}

/// Defaults for all nodes and links of a part of the graph.
#[derive(Clone, Copy, Default)]
struct Defaults {
    kind: Option<NodeKind>,
    times: Times,
    way: Way,
}

struct Parser<'a> {
    tokens: Vec<Placed<'a>>,
    at: usize,
    draft: Draft,
    /// The links so far, in a strict graph.
    strict: Option<rustc_hash::FxHashSet<(u32, u32)>>,
    /// The number of links between sets of nodes.
    of_sets: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> &Placed<'a> {
        &self.tokens[self.at]
    }

    fn next(&mut self) -> Placed<'a> {
        let token = self.peek().clone();
        // The end token is never passed.
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    fn eat(&mut self, token: &Token) -> bool {
        let eaten = self.peek().token == *token;
        if eaten {
            self.next();
        }
        eaten
    }

    fn unexpected(&self, expected: &'static str) -> Found {
        let Placed { token, span } = self.peek();
        let found = match token {
            Token::Id(text) => format!("`{}`", short(text)),
            Token::Keyword(word) | Token::Sign(word) => format!("`{word}`"),
            Token::End => "the end of the file".to_owned(),
        };
        Found::unexpected(span.clone(), expected, &found)
    }

    fn expect(&mut self, sign: &'static str, expected: &'static str) -> Result<(), Found> {
        if self.eat(&Token::Sign(sign)) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// Reads a name; quoted texts joined by `+` form one name.
    fn id(&mut self, expected: &'static str) -> Result<(String, Range<usize>), Found> {
        let Token::Id(_) = self.peek().token else { return Err(self.unexpected(expected)) };
        let Placed { token: Token::Id(first), span } = self.next() else { return Err(self.unexpected(expected)) };
        let (mut text, mut span) = (first.into_owned(), span);
        while self.eat(&Token::Sign("+")) {
            match self.next() {
                Placed { token: Token::Id(more), span: end } => {
                    text.push_str(&more);
                    span.end = end.end;
                }
                _ => return Err(self.unexpected("a text in quotes behind +")),
            }
        }
        Ok((text, span))
    }

    fn graph(&mut self) -> Result<(), Found> {
        if self.eat(&Token::Keyword("strict")) {
            self.strict = Some(rustc_hash::FxHashSet::default());
        }
        let kind = match self.peek().token {
            Token::Keyword("graph") => LinkKind::Undirected,
            Token::Keyword("digraph") => LinkKind::Directed,
            _ => return Err(self.unexpected("`graph` or `digraph`")),
        };
        self.draft.set_kind(kind);
        self.next();
        if let Token::Id(_) = self.peek().token {
            let (name, _) = self.id("a name")?;
            self.draft.call(&name);
        }
        self.expect("{", "`{`")?;
        self.statements(Defaults::default(), kind, 0)?;
        if self.peek().token == Token::End { Ok(()) } else { Err(self.unexpected("the end of the file")) }
    }

    /// Reads statements up to the closing brace, and returns the nodes named in them.
    fn statements(&mut self, mut defaults: Defaults, kind: LinkKind, depth: usize) -> Result<Vec<u32>, Found> {
        if depth > DEEPEST {
            return Err(self.unexpected("at most 64 subgraphs in each other"));
        }
        let mut named = Vec::new();
        while !self.eat(&Token::Sign("}")) {
            match self.peek().token {
                Token::Sign(";") => _ = self.next(),
                Token::Keyword("node") => {
                    self.next();
                    for attribute in self.attributes()?.iter().filter(|attribute| attribute.key == "kind") {
                        defaults.kind = Some(NodeKind::parse(&attribute.value, attribute.span.clone())?);
                    }
                }
                Token::Keyword("edge") => {
                    self.next();
                    let attributes = self.attributes()?;
                    defaults.times = times(&attributes, &mut self.draft)?.or(defaults.times);
                    defaults.way = way(&attributes).unwrap_or(defaults.way);
                }
                Token::Keyword("graph") => {
                    self.next();
                    self.attributes()?;
                }
                Token::Id(_) | Token::Keyword("subgraph") | Token::Sign("{") => {
                    named.extend(self.nodes_or_links(defaults, kind, depth)?);
                }
                _ => return Err(self.unexpected("a node, a link, a subgraph or `}`")),
            }
        }
        named.sort_unstable();
        named.dedup();
        Ok(named)
    }

    /// Reads `a`, `a -- b -- {c d}`, or `key = value`, with attributes.
    fn nodes_or_links(&mut self, defaults: Defaults, kind: LinkKind, depth: usize) -> Result<Vec<u32>, Found> {
        let start = self.peek().span.start;
        if let Token::Id(_) = self.peek().token
            && self.tokens[self.at + 1].token == Token::Sign("=")
        {
            self.id("a key")?;
            self.next();
            self.id("a value")?;
            return Ok(Vec::new());
        }
        let mut ends = vec![self.nodes(defaults, kind, depth)?];
        while let Token::Sign(sign @ ("--" | "->")) = self.peek().token {
            if (sign == "->") != (kind == LinkKind::Directed) {
                let expected = if sign == "->" {
                    "`--`: links of a graph are undirected; begin with `digraph` for `->`"
                } else {
                    "`->`: links of a digraph are directed; begin with `graph` for `--`"
                };
                return Err(self.unexpected(expected));
            }
            self.next();
            ends.push(self.nodes(defaults, kind, depth)?);
        }
        let span = start..self.tokens[self.at - 1].span.end;
        let attributes = self.attributes()?;
        if let [nodes] = ends.as_slice() {
            self.describe(nodes, &attributes, &span)?;
        }
        let times = times(&attributes, &mut self.draft)?.or(defaults.times);
        let way = match kind {
            LinkKind::Directed => way(&attributes).unwrap_or(defaults.way),
            LinkKind::Undirected => Way::Forward,
        };
        for pair in ends.windows(2) {
            self.count_of_sets(&pair[0], &pair[1], &span)?;
            for &from in &pair[0] {
                for &to in &pair[1] {
                    if way != Way::Back {
                        self.link(from, to, times, kind, &span);
                    }
                    if way != Way::Forward {
                        self.link(to, from, times, kind, &span);
                    }
                }
            }
        }
        Ok(ends.into_iter().flatten().collect())
    }

    /// Reads a node, or the nodes of a subgraph.
    fn nodes(&mut self, defaults: Defaults, kind: LinkKind, depth: usize) -> Result<Vec<u32>, Found> {
        if self.eat(&Token::Keyword("subgraph")) {
            if let Token::Id(_) = self.peek().token {
                self.id("a name")?;
            }
            if self.peek().token != Token::Sign("{") {
                return Err(self.unexpected("`{`"));
            }
        }
        if self.eat(&Token::Sign("{")) {
            return self.statements(defaults, kind, depth + 1);
        }
        let (name, span) = self.id("a node")?;
        // Ports are only positions on a node.
        while self.eat(&Token::Sign(":")) {
            self.id("a port")?;
        }
        let before = self.draft.nodes();
        let node = self.draft.mention(&name, span);
        if let Some(kind) = defaults.kind.filter(|_| self.draft.nodes() > before) {
            self.draft.set_node_kind(node, kind);
        }
        Ok(vec![node])
    }

    /// Counts the links between two sets of nodes before they are created.
    fn count_of_sets(&mut self, from: &[u32], to: &[u32], span: &Range<usize>) -> Result<(), Found> {
        if from.len() > 1 || to.len() > 1 {
            self.of_sets =
                from.len().checked_mul(to.len()).map_or(usize::MAX, |links| self.of_sets.saturating_add(links));
        }
        if self.of_sets <= MOST_OF_SETS {
            return Ok(());
        }
        let what = format_args!(
            "more than {MOST_OF_SETS} links between sets of nodes, up to here; write links one by one, or generate the network by a spec"
        );
        Err(Found::new(span.clone(), what))
    }

    fn link(&mut self, from: u32, to: u32, times: Times, kind: LinkKind, span: &Range<usize>) {
        let ends = if kind == LinkKind::Directed { (from, to) } else { (from.min(to), from.max(to)) };
        if self.strict.as_mut().is_none_or(|links| links.insert(ends)) {
            self.draft.link(from, to, times, span.clone());
        }
    }
}
