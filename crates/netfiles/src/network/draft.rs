//! Nodes and links as named in files, and the resulting network.

mod merge;
mod times;

pub(super) use times::Times;

use logpine_network::{Link, LinkKind, LinkTimes, Network, NetworkBuilder, NetworkError, Position};
use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use logpine_text::suggest::{self, did_you_mean};
use logpine_text::units::{Clock, Rate, Time};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// The fault of a link of another kind than the other links.
pub(super) fn mixed(others: &str) -> String {
    format!(
        "the other links are {others}; a network has links of one kind: write each undirected link as two directed ones"
    )
}

/// The kind of a node, depending on whether it runs a process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum NodeKind {
    #[default]
    Endpoint,
    Switch,
}

impl NodeKind {
    /// Parses the word for a kind.
    pub fn parse(word: &str, span: Range<usize>) -> Result<Self, Found> {
        const KINDS: [(&str, NodeKind); 3] =
            [("endpoint", NodeKind::Endpoint), ("host", NodeKind::Endpoint), ("switch", NodeKind::Switch)];
        match KINDS.iter().find(|(name, _)| *name == word) {
            Some(&(_, kind)) => Ok(kind),
            None => Err(unknown_key("kind of node", word, &KINDS.map(|(name, _)| name), span)),
        }
    }
}

/// The fault of a word that is not one of `keys`.
pub(super) fn unknown_key(what: &'static str, key: &str, keys: &[&'static str], span: Range<usize>) -> Found {
    let nearest = suggest::nearest(key, keys.iter().copied());
    let (key, meant, keys) = (short(key), did_you_mean(nearest), keys.join(", "));
    Found::new(span, format_args!("unknown {what} `{key}`; {meant}it is one of {keys}"))
}

/// Parts of words for what a link carries.
const SPEEDS: [&str; 9] = ["speed", "bandwidth", "capacity", "latency", "delay", "bps", "throughput", "weight", "rate"];

/// The most keys that are noted as not read.
const MOST_UNREAD: usize = 8;

/// Parses a finite number.
pub(super) fn coordinate(text: &str, span: Range<usize>) -> Result<f64, Found> {
    let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    number.ok_or_else(|| Found::wrong(span, text, "a coordinate; write a finite number"))
}

#[derive(Clone, Debug)]
struct Node {
    name: String,
    span: Range<usize>,
    kind: NodeKind,
    place: Option<(f64, f64)>,
}

#[derive(Clone, Debug)]
struct DraftLink {
    ends: [u32; 2],
    times: Times,
    span: Range<usize>,
}

/// The contents of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    name: Option<String>,
    kind: LinkKind,
    nodes: Vec<Node>,
    numbers: FxHashMap<String, u32>,
    /// The labels of nodes in messages and drawings, if they differ from the names.
    labels: FxHashMap<u32, String>,
    links: Vec<DraftLink>,
    /// What the user should know about how the file was read.
    notes: Vec<String>,
    /// The links from a node to itself that were left out.
    loops: usize,
    /// What the file says about links that is not read.
    unread: BTreeSet<String>,
}

impl Draft {
    /// An empty network with links of this kind.
    pub fn new(kind: LinkKind) -> Self {
        Self { kind, ..Self::default() }
    }

    /// Sets the name of the network.
    pub fn call(&mut self, name: &str) {
        self.name = Some(name.to_owned()).filter(|name| !name.is_empty());
    }

    /// Sets the kind of the links: directed or undirected.
    pub fn set_kind(&mut self, kind: LinkKind) {
        self.kind = kind;
    }

    /// The number of nodes so far.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node, whose name must be new.
    pub fn declare(&mut self, name: &str, span: Range<usize>) -> Result<u32, Found> {
        if self.numbers.contains_key(name) {
            let name = short(name);
            return Err(Found::new(
                span,
                format_args!("there is a node `{name}` already; give each a name of its own"),
            ));
        }
        Ok(self.mention(name, span))
    }

    /// Returns the node with this name, which is added if it is new.
    pub fn mention(&mut self, name: &str, span: Range<usize>) -> u32 {
        if let Some(&number) = self.numbers.get(name) {
            return number;
        }
        let number = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        self.numbers.insert(name.to_owned(), number);
        self.nodes.push(Node { name: name.to_owned(), span, kind: NodeKind::default(), place: None });
        number
    }

    /// Returns the node with this name, which must exist.
    pub fn find(&self, name: &str, span: Range<usize>) -> Result<u32, Found> {
        self.numbers.get(name).copied().ok_or_else(|| {
            let nearest = suggest::nearest(name, self.nodes.iter().map(|node| node.name.as_str())).map(short);
            let (name, meant) = (short(name), did_you_mean(nearest.as_deref()));
            Found::new(span, format_args!("there is no node `{name}`; {meant}add it to the nodes, or correct the name"))
        })
    }

    /// Sets the kind of a node.
    pub fn set_node_kind(&mut self, node: u32, kind: NodeKind) {
        self.nodes[node as usize].kind = kind;
    }

    /// Sets the label of a node.
    pub fn set_label(&mut self, node: u32, label: &str) {
        self.labels.insert(node, label.to_owned());
    }

    /// Sets the position of a node, y downwards.
    pub fn set_place(&mut self, node: u32, x: f64, y: f64) {
        self.nodes[node as usize].place = Some((x, y));
    }

    /// Adds a link.
    pub fn link(&mut self, from: u32, to: u32, times: Times, span: Range<usize>) {
        self.links.push(DraftLink { ends: [from, to], times, span });
    }

    /// Describes a node by the data that `GraphML` and GML have of it: keys, values and their places.
    pub fn describe<'a>(
        &mut self,
        node: u32,
        data: impl Iterator<Item = (&'a str, &'a str, Range<usize>)>,
    ) -> Result<(), Found> {
        let (mut x, mut y) = (None, None);
        for (key, value, span) in data {
            match key {
                "label" | "name" if !value.is_empty() => self.set_label(node, value),
                "kind" => self.set_node_kind(node, NodeKind::parse(value, span)?),
                "x" | "Longitude" => x = Some(coordinate(value, span)?),
                "y" => y = Some(coordinate(value, span)?),
                // North is up, but y grows downwards.
                "Latitude" => y = Some(-coordinate(value, span)?),
                _ => {}
            }
        }
        if let (Some(x), Some(y)) = (x, y) {
            self.set_place(node, x, y);
        }
        Ok(())
    }

    /// The times of a link by the data that `GraphML` and GML have of it.
    pub fn times<'a>(&mut self, data: impl Iterator<Item = (&'a str, &'a str, Range<usize>)>) -> Result<Times, Found> {
        let mut times = Times::default();
        for (key, value, span) in data {
            if !times.read(key, value, &span)? {
                self.unread(key);
            }
        }
        Ok(times)
    }

    /// Adds a link of a drawing of a graph, in which a link from a node to itself says nothing of a network.
    pub fn edge(&mut self, from: u32, to: u32, times: Times, span: Range<usize>) {
        if from == to {
            self.loops += 1;
        } else {
            self.link(from, to, times, span);
        }
    }

    /// Adds a note for the user.
    pub fn note(&mut self, note: String) {
        self.notes.push(note);
    }

    /// Notes a key of links that is not read, if it seems to say what a link carries.
    pub fn unread(&mut self, key: &str) {
        let small = key.to_lowercase();
        let is_speed = SPEEDS.iter().any(|word| small.contains(word));
        if is_speed && self.unread.len() < MOST_UNREAD {
            self.unread.insert(short(key));
        }
    }

    /// Sorts the nodes by their names if all of these are whole numbers.
    pub fn sort_numbers(&mut self) {
        let number = |node: &Node| node.name.parse::<u64>().ok();
        if !self.nodes.iter().all(|node| number(node).is_some()) {
            return;
        }
        let mut order: Vec<u32> = (0u32..).zip(&self.nodes).map(|(index, _)| index).collect();
        order.sort_by_key(|&index| number(&self.nodes[index as usize]));
        self.renumber(&order);
    }

    /// Puts the nodes into this order.
    fn renumber(&mut self, order: &[u32]) {
        let mut places = vec![0u32; order.len()];
        for (place, &node) in (0u32..).zip(order) {
            places[node as usize] = place;
        }
        self.nodes = order.iter().map(|&node| self.nodes[node as usize].clone()).collect();
        self.labels = self.labels.drain().map(|(node, label)| (places[node as usize], label)).collect();
        self.numbers.values_mut().for_each(|number| *number = places[*number as usize]);
        for link in &mut self.links {
            link.ends = link.ends.map(|end| places[end as usize]);
        }
    }

    /// Builds the network: endpoints first, then switches, both in the order of the file; with notes on what was merged or not
    /// read.
    pub fn finish(mut self, name: &str) -> Result<(Network, Vec<String>), Found> {
        if self.nodes.is_empty() {
            return Err(Found::new(0..0, "there is no node in the file; write the links, a line each: two names"));
        }
        let mut order: Vec<u32> = (0u32..).zip(&self.nodes).map(|(index, _)| index).collect();
        order.sort_by_key(|&node| self.nodes[node as usize].kind == NodeKind::Switch);
        self.renumber(&order);
        let endpoints = self.nodes.iter().filter(|node| node.kind == NodeKind::Endpoint).count();
        if self.loops > 0 {
            self.notes.push(format!("links from a node to itself are left out ({})", self.loops));
        }
        self.take_raw_speeds();
        let clock = self.clock()?;
        self.merge()?;
        if !self.unread.is_empty() {
            let keys: Vec<String> = self.unread.iter().map(|key| format!("`{key}`")).collect();
            let read = Times::KEYS.join(", ");
            self.notes.push(format!("of the links, {} is not read; logpine reads {read}", keys.join(", ")));
        }
        let name = self.name.clone().unwrap_or_else(|| name.to_owned());
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let mut builder = NetworkBuilder::new(name, clock, count(self.nodes.len()))
            .endpoints(count(endpoints))
            .kind(self.kind)
            .labels(self.label_list())
            .positions(self.positions());
        for link in &self.links {
            let at = |error| Found::new(link.span.clone(), error);
            builder.link(finished(link, clock)).map_err(at)?;
        }
        let network = builder.finish().map_err(|error| self.found(error))?;
        Ok((network, self.notes))
    }

    /// The clock of all times.
    fn clock(&self) -> Result<Clock, Found> {
        let mut clocks = self.links.iter().flat_map(|link| link.times.clocks().map(move |clock| (clock, link)));
        let Some((clock, _)) = clocks.next() else { return Ok(LinkTimes::default().clock) };
        match clocks.find(|&(other, _)| other != clock) {
            None => Ok(clock),
            Some((_, link)) => {
                let expected = clock.plural();
                let what = format_args!(
                    "this time is not in {expected}, as those before; write all times of a network in seconds, or all in cycles"
                );
                Err(Found::new(link.span.clone(), what))
            }
        }
    }

    /// The labels of the nodes; empty if all are their numbers.
    fn label_list(&self) -> Vec<String> {
        let label = |(index, node): (u32, &Node)| self.labels.get(&index).unwrap_or(&node.name).clone();
        let labels: Vec<String> = (0u32..).zip(&self.nodes).map(label).collect();
        let is_number = |(index, label): (usize, &String)| *label == index.to_string();
        if labels.iter().enumerate().all(is_number) { Vec::new() } else { labels }
    }

    /// The positions of the nodes in the unit square if the file gives all of them; other positions are moved and scaled
    /// into it.
    fn positions(&self) -> Vec<Position> {
        let places: Option<Vec<(f64, f64)>> = self.nodes.iter().map(|node| node.place).collect();
        let places = places.unwrap_or_default();
        if places.iter().all(|(x, y)| (0.0..=1.0).contains(x) && (0.0..=1.0).contains(y)) {
            return places.into_iter().map(|(x, y)| Position { x, y }).collect();
        }
        let range = |values: &mut dyn Iterator<Item = f64>| {
            values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
        };
        let (x_low, x_high) = range(&mut places.iter().map(|&(x, _)| x));
        let (y_low, y_high) = range(&mut places.iter().map(|&(_, y)| y));
        let size = (x_high / 2.0 - x_low / 2.0).max(y_high / 2.0 - y_low / 2.0);
        let scaled = |value: f64, low: f64| {
            if size > 0.0 { ((value / 2.0 - low / 2.0) / size).clamp(0.0, 1.0) } else { 0.5 }
        };
        places.into_iter().map(|(x, y)| Position { x: scaled(x, x_low), y: scaled(y, y_low) }).collect()
    }

    /// The fault of nodes and links that do not form a network, at the link or node concerned.
    fn found(&self, error: NetworkError) -> Found {
        let labels = self.label_list();
        let node = |label: &str| {
            let named = labels.iter().position(|other| other == label).or_else(|| label.parse().ok());
            named.and_then(|index| self.nodes.get(index)).map(|node| node.span.clone())
        };
        let span = match &error {
            NetworkError::RepeatedLink { link, .. } => self.links.get(*link).map(|link| link.span.clone()),
            // One of the two nodes is the first one; the fault is at the other.
            NetworkError::Disconnected { from, to, .. } => {
                let first = labels.first().map_or("0", String::as_str);
                node(if to == first { from } else { to })
            }
            _ => None,
        };
        Found::new(span.unwrap_or(0..0), error)
    }
}

/// A link with defaults for missing times: a cycle, or no time if times are in seconds.
fn finished(link: &DraftLink, clock: Clock) -> Link {
    let default = LinkTimes::default();
    let left_out = if clock == default.clock { default.latency } else { Time::ZERO };
    Link {
        from: link.ends[0],
        to: link.ends[1],
        latency: link.times.latency.map_or(left_out, |(_, latency)| latency),
        per_byte: link.times.per_byte.map_or(Rate::ZERO, |(_, rate)| rate),
        capacity: link.times.capacity,
    }
}
