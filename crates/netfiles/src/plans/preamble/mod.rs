//! The `#!` lines above the rows of a file.

mod read;

pub(super) use read::{graph, read};

use logpine_check::synthesis::Statement;
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Graph, collective and claims of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preamble {
    /// The graph.
    pub graph: Digraph,
    /// The collective.
    pub collective: MpiCollective,
    /// The root; 0 if the collective has none.
    pub root: u32,
    /// The number of blocks of the root or of each rank; 1 in a file of trees.
    pub blocks: u32,
    /// True if every vertex sends one block in a step, and receives one; for sends only.
    pub one_port: bool,
    /// The rounds of each step, if some have several; for sends only. In an empty list each has one.
    pub rounds: Vec<u32>,
    /// The names of vertices.
    pub names: BTreeMap<u32, String>,
    /// The number of steps, if it is claimed.
    pub steps: Option<u64>,
    /// A lower bound on the number of steps, if it is claimed.
    pub bound: Option<u64>,
    /// The time per unit p/q of a packing; of an allreduce that of its allgather.
    pub throughput: Option<(u64, u64)>,
    /// The time per unit p/q of the reduce-scatter of an allreduce, if it has trees of its own.
    pub reduce_scatter: Option<(u64, u64)>,
    /// The height of a packing, if it is claimed.
    pub height: Option<u32>,
}

impl Preamble {
    /// The preamble of a statement, without names and claims.
    #[must_use]
    pub fn of(statement: &Statement<'_>) -> Self {
        let Statement { graph, collective, root, blocks } = *statement;
        let root = if collective.is_rooted() { root } else { 0 };
        let names = BTreeMap::new();
        Self {
            graph: graph.clone(),
            collective,
            root,
            blocks,
            one_port: false,
            rounds: Vec::new(),
            names,
            steps: None,
            bound: None,
            throughput: None,
            reduce_scatter: None,
            height: None,
        }
    }

    /// The task of the rows.
    #[must_use]
    pub fn statement(&self) -> Statement<'_> {
        Statement { graph: &self.graph, collective: self.collective, root: self.root, blocks: self.blocks }
    }

    /// The lines, for rows of this kind.
    pub(super) fn write(&self, kind: RowKind) -> String {
        let mut text = format!("#! {}\n#! collective {}\n", kind.title(), self.collective);
        let mut line = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = writeln!(text, "#! {key} {value}");
            }
        };
        let is_sends = kind == RowKind::Sends;
        line("ranks", Some(self.graph.compute().to_string()));
        line("blocks", Some(self.blocks.to_string()).filter(|_| is_sends));
        line("root", Some(self.root.to_string()).filter(|_| self.collective.is_rooted()));
        line("ports", self.one_port.then(|| "1".to_owned()).filter(|_| is_sends));
        let rounds: Vec<String> = self.rounds.iter().map(u32::to_string).collect();
        line("rounds", Some(rounds.join(" ")).filter(|rounds| is_sends && !rounds.is_empty()));
        line("steps", self.steps.map(|steps| steps.to_string()).filter(|_| is_sends));
        line("bound", self.bound.map(|bound| bound.to_string()).filter(|_| is_sends));
        for (key, ratio) in [("throughput", self.throughput), (REDUCE_SCATTER, self.reduce_scatter)] {
            line(key, ratio.map(|(p, q)| format!("{p} {q}")).filter(|_| !is_sends));
        }
        line("height", self.height.map(|height| height.to_string()).filter(|_| !is_sends));
        for (vertex, name) in &self.names {
            // A name is a word or more on one line.
            let words: Vec<&str> = name.split(|c: char| c.is_whitespace() || c.is_control()).collect();
            let name = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
            line("vertex", Some(format!("{vertex} {name}")).filter(|_| !name.is_empty()));
        }
        for Arc { from, to, capacity, latency } in self.graph.arcs() {
            line("arc", Some(format!("{from} {to} {capacity} {latency}")));
        }
        text + kind.header() + "\n"
    }
}

/// The key of the time of a reduce-scatter with trees of its own.
const REDUCE_SCATTER: &str = "reduce-scatter";

/// A kind of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowKind {
    Sends,
    Trees,
}

impl RowKind {
    const fn title(self) -> &'static str {
        match self {
            Self::Sends => "logpine sends",
            Self::Trees => "logpine trees",
        }
    }

    pub const fn header(self) -> &'static str {
        match self {
            Self::Sends => "step,from,to,block",
            Self::Trees => "tree,root,weight,child,parent,path",
        }
    }

    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Sends => {
                &["collective", "ranks", "blocks", "root", "ports", "rounds", "steps", "bound", "vertex", "arc"]
            }
            Self::Trees => &["collective", "ranks", "root", "throughput", REDUCE_SCATTER, "height", "vertex", "arc"],
        }
    }
}
