//! Certificates of lower bounds, in JSON.
//!
//! All have `schema` (1), `kind`, `collective`, `root` (if the collective has one), `blocks`, `ranks`, and `arcs`: a list of
//! `[from, to, capacity, latency]`. Further keys are those of the kind:
//!
//! | kind | keys | what it proves |
//! |---|---|---|
//! | `times` | `bound`, `times` (one for each vertex) | at least `bound` steps |
//! | `cut` | `p`, `q`, `set` (vertices) | a time per unit of at least p/q |
//! | `parts` | `parts` (the part of each vertex), and `bound`, or `p` and `q` | at least `bound` steps, or a time per unit of at least p/q, of an allreduce |
//! | `dual` | `duals`: a list of `steps`, `p`, `q`, `scale`, `prices` (of each arc, step by step), `values` (at each vertex, rank by rank) | at least p/q rounds for a block of each rank in schedules of so many steps |
//! | `cells` | `cells`: a list of `steps`, `rounds`, `blocks`, `cuts` (a list of `rounds` of each step, and `times` of each vertex) | no broadcast or reduction of `blocks` blocks in `steps` steps with `rounds` rounds in all, one in each at least |
//! | `calls` | `bound`; perhaps `dimacs` (a formula) | at least `bound` steps with one port; with a formula, *if a solver refutes it* |
//! | `sat` | `steps`, `dimacs` (a formula) | no schedule of so many steps, *if a solver refutes the formula* |
//!
//! The inequalities and their proofs stand beside their checks, in `check::synthesis`.

use crate::fault::{self, FileFault};
use crate::place::shown;
use document::{Document, read_graph, read_proof};
pub use logpine_check::synthesis::Proof;
use logpine_check::synthesis::{
    BlocksBound, COLLECTIVES, CellCuts, CutInTime, Dual, Evidence, Least, RoundsBound, Statement, Wrong,
    planned_collective,
};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::Digraph;
use logpine_text::place::Position;
use std::fmt::Write as _;

mod document;

/// A certificate with all that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The graph.
    pub graph: Digraph,
    /// The collective.
    pub collective: MpiCollective,
    /// The root; 0 if the collective has none.
    pub root: u32,
    /// The number of blocks of the root or of each rank.
    pub blocks: u32,
    /// The proof.
    pub proof: Proof,
}

impl Certificate {
    /// The certificate of a bound for a statement.
    #[must_use]
    pub fn new(statement: &Statement<'_>, proof: Proof) -> Self {
        let Statement { graph, collective, root, blocks } = *statement;
        let root = if collective.is_rooted() { root } else { 0 };
        Self { graph: graph.clone(), collective, root, blocks, proof }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// The first [`FileFault`].
    pub fn read(text: &str) -> Result<Self, FileFault> {
        let text = text.trim_start_matches('\u{feff}');
        let document: Document = serde_json::from_str(text).map_err(|error| FileFault::of_json(&error))?;
        let at = |key: &str, message: String| FileFault { place: place_of(text, key), message };
        if document.schema != 1 {
            let fault = format!("certificates of schema {} are not known to this version", document.schema);
            return Err(at("schema", format!("{fault}, which reads schema 1")));
        }
        let collective = planned_collective(&document.collective).ok_or_else(|| {
            let all = COLLECTIVES.map(MpiCollective::name).join(", ");
            at("collective", fault::no_collective(&shown(&document.collective), &all))
        })?;
        let root = match document.root {
            Some(root) if collective.is_rooted() => root,
            None if collective.is_rooted() => return Err(at("root", "`#! root` is missing".to_owned())),
            _ => 0,
        };
        let graph = read_graph(&document).map_err(|wrong| at("arcs", wrong))?;
        let blocks = document.blocks;
        let proof = read_proof(document).map_err(|(key, wrong)| at(key, wrong))?;
        Ok(Self { graph, collective, root, blocks, proof })
    }

    /// The subject of the certificate.
    #[must_use]
    pub fn statement(&self) -> Statement<'_> {
        Statement { graph: &self.graph, collective: self.collective, root: self.root, blocks: self.blocks }
    }

    /// Checks the proof.
    ///
    /// # Errors
    /// The first fault of the certificate or of the form of its formula.
    pub fn check(&self) -> Result<Evidence, Wrong> {
        self.proof.check(&self.statement())
    }

    /// Writes the file, a key a line, which [`Certificate::read`] reads back. Last vertices without arcs that are no ranks
    /// are left out, with their times.
    #[must_use]
    pub fn write(&self) -> String {
        let Self { graph, collective, root, blocks, proof } = self;
        let mut text = String::from("{\n  \"schema\": 1");
        let mut key = |key: &str, value: String| {
            let _ = write!(text, ",\n  \"{key}\": {value}");
        };
        key("kind", format!("\"{}\"", proof.kind()));
        key("collective", format!("\"{collective}\""));
        if collective.is_rooted() {
            key("root", root.to_string());
        }
        key("blocks", blocks.to_string());
        key("ranks", graph.compute().to_string());
        let arcs =
            graph.arcs().iter().map(|arc| format!("[{}, {}, {}, {}]", arc.from, arc.to, arc.capacity, arc.latency));
        key("arcs", format!("[{}]", arcs.collect::<Vec<_>>().join(", ")));
        let last = graph.arcs().iter().map(|arc| arc.from.max(arc.to) + 1).max().unwrap_or(0);
        let kept = last.max(graph.compute());
        let formula = |dimacs: &str| serde_json::Value::from(dimacs).to_string();
        match proof {
            Proof::Times { bound, times } => {
                key("bound", bound.to_string());
                key("times", format!("{:?}", first(times, kept)));
            }
            Proof::Cut { p, q, set } => {
                key("p", p.to_string());
                key("q", q.to_string());
                let set: Vec<u32> = set.iter().copied().filter(|&vertex| vertex < kept).collect();
                key("set", format!("{set:?}"));
            }
            Proof::Parts { least, parts } => {
                match least {
                    Least::Steps(bound) => key("bound", bound.to_string()),
                    Least::TimePerUnit { p, q } => {
                        key("p", p.to_string());
                        key("q", q.to_string());
                    }
                }
                key("parts", format!("{:?}", first(parts, kept)));
            }
            Proof::Duals(duals) => {
                let written: Vec<String> = duals.iter().map(|dual| written(dual, graph.vertices(), kept)).collect();
                key("duals", format!("[\n    {}\n  ]", written.join(",\n    ")));
            }
            Proof::Cells(cells) => {
                let written: Vec<String> = cells.iter().map(|cell| written_cell(cell, kept)).collect();
                key("cells", format!("[\n    {}\n  ]", written.join(",\n    ")));
            }
            Proof::Calls { bound, dimacs } => {
                key("bound", bound.to_string());
                if let Some(dimacs) = dimacs {
                    key("dimacs", formula(dimacs));
                }
            }
            Proof::Sat { steps, dimacs } => {
                key("steps", steps.to_string());
                key("dimacs", formula(dimacs));
            }
        }
        text + "\n}\n"
    }
}

/// The numbers of the first vertices.
fn first<T>(numbers: &[T], vertices: u32) -> &[T] {
    &numbers[..numbers.len().min(vertices as usize)]
}

/// A dual, on a line.
fn written(dual: &Dual, vertices: u32, kept: u32) -> String {
    let Dual { bound: RoundsBound { steps, p, q }, scale, prices, values } = dual;
    let of_ranks = values.chunks(vertices.max(1) as usize).flat_map(|values| first(values, kept));
    let values: Vec<i64> = of_ranks.copied().collect();
    format!(
        "{{\"steps\": {steps}, \"p\": {p}, \"q\": {q}, \"scale\": {scale}, \"prices\": {prices:?}, \"values\": {values:?}}}"
    )
}

/// The cuts of a cell, each on a line.
fn written_cell(CellCuts { bound: BlocksBound { steps, rounds, blocks }, cuts }: &CellCuts, kept: u32) -> String {
    let written = |CutInTime { rounds, times }: &CutInTime| {
        format!("      {{\"rounds\": {rounds:?}, \"times\": {:?}}}", first(times, kept))
    };
    let cuts: Vec<String> = cuts.iter().map(written).collect();
    format!(
        "{{\"steps\": {steps}, \"rounds\": {rounds}, \"blocks\": {blocks}, \"cuts\": [\n{}\n    ]}}",
        cuts.join(",\n")
    )
}

/// The place of a key in a file that was read: only a key in quotes is followed by a colon.
fn place_of(text: &str, key: &str) -> Option<Position> {
    let quoted = format!("\"{key}\"");
    let mut places = text.match_indices(&quoted).map(|(at, _)| at);
    let at = places.find(|at| text[at + quoted.len()..].trim_start().starts_with(':'))?;
    Some(Position::of(text, at))
}
