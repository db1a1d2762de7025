//! Certificates of lower bounds, in JSON.
//!
//! All have `schema` (1), `kind`, `collective`, `root` (if the collective has one), `blocks`, `ranks`, and `arcs`: a list of
//! `[from, to, capacity, latency]`. Further keys are those of the kind:
//!
//! | kind | keys | what it proves |
//! |---|---|---|
//! | `times` | `bound`, `times` (one for each vertex) | at least `bound` steps, see [`check_times`] |
//! | `cut` | `p`, `q`, `set` (vertices) | a time per unit of at least p/q, see [`check_cut`] |
//! | `sat` | `steps`, `dimacs` (a formula) | no schedule of so many steps, *if a solver refutes the formula* |

use super::fault::{FileFault, Place, WrongFile};
use super::preamble::graph;
use super::rows::shown;
use crate::check::synthesis::{
    COLLECTIVES, Certified, Formula, Statement, check_cut, check_formula, check_times, planned_collective,
};
use crate::network::synthesis::{Arc, Digraph};
use crate::request::MpiCollective;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A claim and the proof given for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// Node times.
    Times {
        /// The number of steps that are needed at least.
        bound: u32,
        /// The time of each vertex.
        times: Vec<u32>,
    },
    /// A set of vertices.
    Cut {
        /// The least time per unit: the numerator.
        p: u64,
        /// The least time per unit: the denominator.
        q: u64,
        /// The vertices.
        set: Vec<u32>,
    },
    /// A formula that has a solution if there is a schedule.
    Sat {
        /// The number of steps that the schedule would take.
        steps: u32,
        /// The formula in the DIMACS format.
        dimacs: String,
    },
}

/// The verdict of a check of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Evidence {
    /// Proved: at least so many steps.
    Steps {
        /// The number of steps.
        bound: u32,
        /// The inequality it follows from.
        by: Certified,
    },
    /// Proved: at least so much time per unit.
    TimePerUnit {
        /// The numerator.
        p: u64,
        /// The denominator.
        q: u64,
        /// The inequality it follows from.
        by: Certified,
    },
    /// Not proved here: it needs a solver. More than so many steps are needed if it finds no solution, and if the formula says
    /// what it should.
    NeedsSolver {
        /// The number of steps.
        steps: u32,
        /// The size of the formula.
        formula: Formula,
    },
}

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

/// The keys of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    schema: u32,
    kind: String,
    collective: String,
    root: Option<u32>,
    blocks: u32,
    ranks: u32,
    arcs: Vec<(u32, u32, u64, u32)>,
    bound: Option<u32>,
    times: Option<Vec<u32>>,
    p: Option<u64>,
    q: Option<u64>,
    set: Option<Vec<u32>>,
    steps: Option<u32>,
    dimacs: Option<String>,
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
        let document: Document = serde_json::from_str(text).map_err(|error| {
            let place = Some(Place { line: error.line(), column: error.column() }).filter(|place| place.line > 0);
            let message = error.to_string();
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
            FileFault { place, wrong: WrongFile::Json(message.to_owned()) }
        })?;
        let at = |key: &str, wrong| FileFault { place: place_of(text, key), wrong };
        if document.schema != 1 {
            let found = document.schema.to_string();
            return Err(at(
                "schema",
                WrongFile::Number { what: "schema that is known here", found, least: 1, most: 1 },
            ));
        }
        let collective = planned_collective(&document.collective).ok_or_else(|| {
            let all = COLLECTIVES.map(MpiCollective::name).join(", ");
            at("collective", WrongFile::Collective { found: shown(&document.collective), all })
        })?;
        let root = match document.root {
            Some(root) if collective.is_rooted() => root,
            None if collective.is_rooted() => return Err(at("root", WrongFile::Missing { key: "root" })),
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
    pub fn check(&self) -> Result<Evidence, WrongFile> {
        match &self.proof {
            Proof::Times { bound, times } => {
                let by = check_times(&self.statement(), *bound, times)?;
                Ok(Evidence::Steps { bound: *bound, by })
            }
            Proof::Cut { p, q, set } => {
                let by = check_cut(&self.statement(), *p, *q, set)?;
                Ok(Evidence::TimePerUnit { p: *p, q: *q, by })
            }
            Proof::Sat { steps, dimacs } => {
                Ok(Evidence::NeedsSolver { steps: *steps, formula: check_formula(dimacs)? })
            }
        }
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
        let kind = match proof {
            Proof::Times { .. } => "times",
            Proof::Cut { .. } => "cut",
            Proof::Sat { .. } => "sat",
        };
        key("kind", format!("\"{kind}\""));
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
        match proof {
            Proof::Times { bound, times } => {
                key("bound", bound.to_string());
                let kept = times.len().min(last.max(graph.compute()) as usize);
                key("times", format!("{:?}", &times[..kept]));
            }
            Proof::Cut { p, q, set } => {
                key("p", p.to_string());
                key("q", q.to_string());
                let set: Vec<u32> = set.iter().copied().filter(|&vertex| vertex < last.max(graph.compute())).collect();
                key("set", format!("{set:?}"));
            }
            Proof::Sat { steps, dimacs } => {
                key("steps", steps.to_string());
                key("dimacs", serde_json::Value::from(dimacs.as_str()).to_string());
            }
        }
        text + "\n}\n"
    }
}

fn read_graph(document: &Document) -> Result<Digraph, WrongFile> {
    let mut pairs = BTreeSet::new();
    let mut arcs = Vec::with_capacity(document.arcs.len());
    for &(from, to, capacity, latency) in &document.arcs {
        let number = |what, found: u64, most| WrongFile::Number { what, found: found.to_string(), least: 1, most };
        match () {
            () if from == to => return Err(WrongFile::Loop { vertex: from }),
            () if from.max(to) == u32::MAX => return Err(WrongFile::TooManyVertices { vertices: 1 << 32 }),
            () if capacity == 0 => return Err(number("capacity", 0, u64::MAX)),
            () if latency == 0 => return Err(number("latency", 0, u32::MAX.into())),
            () if !pairs.insert((from, to)) => return Err(WrongFile::RepeatedArc { from, to }),
            () => arcs.push(Arc { from, to, capacity, latency }),
        }
    }
    graph(document.ranks, None, 0, arcs).map_err(|fault| fault.wrong)
}

/// The proof of a file, or the key at which it is wrong.
fn read_proof(document: Document) -> Result<Proof, (&'static str, WrongFile)> {
    let Document { kind, bound, times, p, q, set, steps, dimacs, .. } = document;
    let name = match kind.as_str() {
        "times" => "times",
        "cut" => "cut",
        "sat" => "sat",
        _ => return Err(("kind", WrongFile::Expected { expected: "times, cut or sat", found: shown(&kind) })),
    };
    let there = [
        ("bound", "times", bound.is_some()),
        ("times", "times", times.is_some()),
        ("p", "cut", p.is_some()),
        ("q", "cut", q.is_some()),
        ("set", "cut", set.is_some()),
        ("steps", "sat", steps.is_some()),
        ("dimacs", "sat", dimacs.is_some()),
    ];
    if let Some((key, ..)) = there.into_iter().find(|&(_, of, is_there)| is_there && of != name) {
        return Err((key, WrongFile::ForeignKey { key, kind: name }));
    }
    let missing = |key| ("kind", WrongFile::MissingKey { key, kind: name });
    match name {
        "times" => Ok(Proof::Times {
            bound: bound.ok_or_else(|| missing("bound"))?,
            times: times.ok_or_else(|| missing("times"))?,
        }),
        "cut" => Ok(Proof::Cut {
            p: p.ok_or_else(|| missing("p"))?,
            q: q.ok_or_else(|| missing("q"))?,
            set: set.ok_or_else(|| missing("set"))?,
        }),
        _ => Ok(Proof::Sat {
            steps: steps.ok_or_else(|| missing("steps"))?,
            dimacs: dimacs.ok_or_else(|| missing("dimacs"))?,
        }),
    }
}

/// The place of a key in a file that was read: only a key in quotes is followed by a colon.
fn place_of(text: &str, key: &str) -> Option<Place> {
    let quoted = format!("\"{key}\"");
    let mut places = text.match_indices(&quoted).map(|(at, _)| at);
    let at = places.find(|at| text[at + quoted.len()..].trim_start().starts_with(':'))?;
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |feed| feed + 1);
    Some(Place { line: before.matches('\n').count() + 1, column: before[start..].chars().count() + 1 })
}
