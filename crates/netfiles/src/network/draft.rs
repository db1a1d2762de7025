//! Nodes and links as named in files, and the resulting network.

use logpine_network::{Link, LinkKind, LinkTimes, Network, NetworkBuilder, NetworkError, Position, latency, per_byte};
use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use logpine_text::suggest::{self, did_you_mean};
use logpine_text::units::{Clock, Rate, Time, UnitError};
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

const CAPACITY: &str =
    "a capacity; write a whole number above 0 and below 2^32, in a unit that is the same for all links";
const BANDWIDTH: &str = "a bandwidth; write bytes per second, such as 10GB/s, above 0";
const TWO_RATES: &str = "a link has a `per_byte` or a `bandwidth`, which mean the same; leave one out";

/// The given times of a link, each with its clock, and its capacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Times {
    latency: Option<(Clock, Time)>,
    per_byte: Option<(Clock, Rate)>,
    capacity: Option<u32>,
    /// The bits per second that the Topology Zoo gives to some links.
    raw_speed: Option<Rate>,
}

impl Times {
    /// The keys of times, and of the capacity.
    pub const KEYS: [&'static str; 4] = ["latency", "per_byte", "bandwidth", "capacity"];

    /// Sets the value of one of the keys.
    pub fn set(&mut self, key: &str, value: &str, span: &Range<usize>) -> Result<(), Found> {
        let wrong = |what| Found::wrong(span.clone(), value.trim(), what);
        let unit = |error: UnitError| Found::new(span.clone(), error);
        let value = value.trim();
        if key == "latency" {
            self.latency = Some(latency(value).map_err(unit)?);
            return Ok(());
        }
        if key == "capacity" {
            let capacity = value.parse().ok().filter(|&capacity| capacity > 0);
            self.capacity = Some(capacity.ok_or_else(|| wrong(CAPACITY))?);
            return Ok(());
        }
        let rate = if key == "per_byte" {
            per_byte(value).map_err(unit)?
        } else {
            (Clock::Second, Rate::of_bandwidth(value).map_err(|_| wrong(BANDWIDTH))?)
        };
        match self.per_byte.replace(rate) {
            None => Ok(()),
            Some(_) => Err(Found::new(span.clone(), TWO_RATES)),
        }
    }

    /// Sets the value of a key of other programs as well; false if it says nothing that is read.
    pub fn read(&mut self, key: &str, value: &str, span: &Range<usize>) -> Result<bool, Found> {
        if key == "LinkSpeedRaw" {
            self.raw_speed = Rate::of_bandwidth(&format!("{value}bit/s")).ok();
            return Ok(true);
        }
        if Self::KEYS.contains(&key) {
            self.set(key, value, span)?;
            return Ok(true);
        }
        Ok(false)
    }

    /// These times, completed by `others`.
    pub fn or(self, others: Self) -> Self {
        Self {
            latency: self.latency.or(others.latency),
            per_byte: self.per_byte.or(others.per_byte),
            capacity: self.capacity.or(others.capacity),
            raw_speed: self.raw_speed.or(others.raw_speed),
        }
    }

    fn clocks(self) -> impl Iterator<Item = Clock> {
        self.latency.map(|(clock, _)| clock).into_iter().chain(self.per_byte.map(|(clock, _)| clock))
    }
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

    /// Takes raw speeds for bandwidths if all links have one.
    fn take_raw_speeds(&mut self) {
        let have = self.links.iter().filter(|link| link.times.raw_speed.is_some()).count();
        let links = self.links.len();
        if have > 0 && have < links {
            self.notes.push(format!("`LinkSpeedRaw` is not read: it is a number above 0 for {have} of {links} links"));
        }
        for link in &mut self.links {
            let speed = link.times.raw_speed.take().filter(|_| have == links);
            link.times.per_byte = link.times.per_byte.or(speed.map(|rate| (Clock::Second, rate)));
        }
    }

    /// Merges links that are there several times: a link that is listed from both ends is one, and parallel links are one that
    /// carries as much as all of them.
    fn merge(&mut self) -> Result<(), Found> {
        /// A kept link, and how often it is there in its direction and in the other.
        struct Kept {
            at: usize,
            ways: [u32; 2],
        }
        let mut kept: FxHashMap<[u32; 2], Kept> = FxHashMap::default();
        // The rates that parallel links add to a kept one.
        let mut faster: Vec<(usize, Rate)> = Vec::new();
        let mut is_dropped = vec![false; self.links.len()];
        for (at, link) in self.links.iter().enumerate() {
            let mut ends = link.ends;
            if self.kind == LinkKind::Undirected {
                ends.sort_unstable();
            }
            let Some(first) = kept.get_mut(&ends) else {
                kept.insert(ends, Kept { at, ways: [1, 0] });
                continue;
            };
            let is_back = self.links[first.at].ends != link.ends;
            if self.links[first.at].times != link.times {
                if is_back {
                    let [from, to] = self.links[first.at].ends.map(|end| short(&self.nodes[end as usize].name));
                    let what = format_args!(
                        "the link from {from} to {to} is not the same as the one back, and links here carry messages both ways; begin the file with `#! directed`, or say in its own way that it is a directed graph"
                    );
                    return Err(Found::new(link.span.clone(), what));
                }
                let times = self.links[first.at].times;
                if times.per_byte.is_none()
                    || link.times.per_byte.is_none()
                    || times.latency != link.times.latency
                    || times.capacity != link.times.capacity
                {
                    continue;
                }
            }
            let is_parallel = !is_back || first.ways[1] > 0;
            if let Some((_, rate)) = link.times.per_byte.filter(|_| is_parallel) {
                faster.push((first.at, rate));
            }
            first.ways[usize::from(is_back)] += 1;
            is_dropped[at] = true;
        }
        let mut merged: Vec<(usize, [u32; 2])> = kept
            .into_values()
            .filter(|kept| kept.ways.iter().sum::<u32>() > 1)
            .map(|kept| (kept.at, kept.ways))
            .collect();
        merged.sort_unstable();
        self.note_merged(&merged);
        for &(at, rate) in &faster {
            if let Some((_, first)) = &mut self.links[at].times.per_byte {
                *first = of_both(*first, rate);
            }
        }
        let parallel = |ways: &[u32; 2]| ways[0].max(ways[1]);
        let of_one = faster.is_empty() && merged.iter().any(|(_, ways)| parallel(ways) > 1);
        if of_one && self.links.iter().all(|link| link.times.capacity.is_none()) {
            self.links.iter_mut().for_each(|link| link.times.capacity = Some(1));
        }
        for (at, ways) in &merged {
            if let Some(capacity) = &mut self.links[*at].times.capacity {
                *capacity = capacity.saturating_mul(parallel(ways));
            }
        }
        let mut dropped = is_dropped.into_iter();
        self.links.retain(|_| !dropped.next().unwrap_or(false));
        Ok(())
    }

    /// Says which links were merged.
    fn note_merged(&mut self, merged: &[(usize, [u32; 2])]) {
        let name = |at: usize| {
            let [from, to] = self.links[at].ends.map(|end| short(&self.nodes[end as usize].name));
            format!("{from} and {to}")
        };
        let further = |count: usize| {
            if count > 1 { format!(", and {} further pairs of nodes", count - 1) } else { String::new() }
        };
        let both: Vec<usize> = merged.iter().filter(|(_, ways)| ways[1] > 0).map(|&(at, _)| at).collect();
        let parallel: Vec<usize> =
            merged.iter().filter(|(_, ways)| ways[0].max(ways[1]) > 1).map(|&(at, _)| at).collect();
        let notes = [
            both.first().map(|&first| {
                format!(
                    "the link between {}{} is listed in both directions, and is one link that carries messages both ways; if each line is \
                     one direction, begin the file with `#! directed`, or say in its own way that it is a directed graph",
                    name(first),
                    further(both.len())
                )
            }),
            parallel.first().map(|&first| {
                format!(
                    "the parallel links between {}{} are merged into one with the capacity of all; `network simulate` sends over it as over one link",
                    name(first),
                    further(parallel.len())
                )
            }),
        ];
        self.notes.extend(notes.into_iter().flatten());
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

/// The time per byte of two parallel links, rounded to a millionth of a tick.
fn of_both(one: Rate, other: Rate) -> Rate {
    const MILLION: f64 = 1e6;
    let (one, other) = (one.to_f64(), other.to_f64());
    let ticks = if one > 0.0 && other > 0.0 { one * other / (one + other) } else { 0.0 };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "below the larger rate, and not negative"
    )]
    let digits = (ticks * MILLION).round() as u64;
    Rate::from_digits(digits, 6).unwrap_or_default()
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
