//! The keys of the file.

use crate::fault;
use crate::place::shown;
use crate::plans::preamble::graph;
use logpine_check::synthesis::{BlocksBound, CellCuts, CutInTime, Dual, Least, Proof, RoundsBound};
use logpine_network::digraph::{Arc, Digraph};
use serde::Deserialize;
use std::collections::BTreeSet;

/// The keys of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Document {
    pub schema: u32,
    kind: String,
    pub collective: String,
    pub root: Option<u32>,
    pub blocks: u32,
    ranks: u32,
    arcs: Vec<(u32, u32, u64, u32)>,
    bound: Option<u32>,
    times: Option<Vec<u32>>,
    p: Option<u64>,
    q: Option<u64>,
    set: Option<Vec<u32>>,
    parts: Option<Vec<u32>>,
    duals: Option<Vec<DualDocument>>,
    cells: Option<Vec<CellDocument>>,
    steps: Option<u32>,
    dimacs: Option<String>,
}

/// The keys of a dual.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DualDocument {
    steps: u32,
    p: u64,
    q: u64,
    scale: u64,
    prices: Vec<u64>,
    values: Vec<i64>,
}

/// The keys of cuts that exclude a number of blocks.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CellDocument {
    steps: u32,
    rounds: u32,
    blocks: u64,
    cuts: Vec<CutDocument>,
}

/// The keys of a cut in time.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CutDocument {
    rounds: Vec<u32>,
    times: Vec<u32>,
}

/// The graph of a file.
pub(super) fn read_graph(document: &Document) -> Result<Digraph, String> {
    let mut pairs = BTreeSet::new();
    let mut arcs = Vec::with_capacity(document.arcs.len());
    for &(from, to, capacity, latency) in &document.arcs {
        match () {
            () if from == to => return Err(fault::looped(from)),
            () if from.max(to) == u32::MAX => return Err(fault::too_many_vertices(1 << 32)),
            () if capacity == 0 => return Err(fault::number("capacity", "0", 1, u64::MAX)),
            () if latency == 0 => return Err(fault::number("latency", "0", 1, u32::MAX.into())),
            () if !pairs.insert((from, to)) => return Err(fault::repeated_arc(from, to)),
            () => arcs.push(Arc { from, to, capacity, latency }),
        }
    }
    graph(document.ranks, None, 0, arcs).map_err(|fault| fault.message)
}

/// The proof of a file, or the key at which it is wrong.
pub(super) fn read_proof(mut document: Document) -> Result<Proof, (&'static str, String)> {
    const KINDS: [&str; 7] = ["times", "cut", "parts", "dual", "cells", "calls", "sat"];
    let Some(kind) = KINDS.into_iter().find(|kind| *kind == document.kind) else {
        let (expected, found) = ("times, cut, parts, dual, cells, calls or sat", shown(&document.kind));
        return Err(("kind", fault::expected(expected, &found)));
    };
    let of = &mut document;
    let proof = match kind {
        "times" => {
            Proof::Times { bound: taken(&mut of.bound, "bound", kind)?, times: taken(&mut of.times, "times", kind)? }
        }
        "cut" => {
            let (p, q) = (taken(&mut of.p, "p", kind)?, taken(&mut of.q, "q", kind)?);
            Proof::Cut { p, q, set: taken(&mut of.set, "set", kind)? }
        }
        "parts" => {
            let least = match of.bound.take() {
                Some(bound) => Least::Steps(bound),
                None => Least::TimePerUnit { p: taken(&mut of.p, "p", kind)?, q: taken(&mut of.q, "q", kind)? },
            };
            Proof::Parts { least, parts: taken(&mut of.parts, "parts", kind)? }
        }
        "dual" => Proof::Duals(taken(&mut of.duals, "duals", kind)?.into_iter().map(DualDocument::dual).collect()),
        "cells" => Proof::Cells(taken(&mut of.cells, "cells", kind)?.into_iter().map(CellDocument::cuts).collect()),
        "calls" => Proof::Calls { bound: taken(&mut of.bound, "bound", kind)?, dimacs: of.dimacs.take() },
        _ => Proof::Sat { steps: taken(&mut of.steps, "steps", kind)?, dimacs: taken(&mut of.dimacs, "dimacs", kind)? },
    };
    let left = [
        ("bound", of.bound.is_some()),
        ("times", of.times.is_some()),
        ("p", of.p.is_some()),
        ("q", of.q.is_some()),
        ("set", of.set.is_some()),
        ("parts", of.parts.is_some()),
        ("duals", of.duals.is_some()),
        ("cells", of.cells.is_some()),
        ("steps", of.steps.is_some()),
        ("dimacs", of.dimacs.is_some()),
    ];
    match left.into_iter().find(|(_, is_left)| *is_left) {
        Some((key, _)) => Err((key, format!("`{key}` has no meaning in a certificate of the kind `{kind}`"))),
        None => Ok(proof),
    }
}

/// The value of a key of a kind, which must be there.
fn taken<T>(of: &mut Option<T>, key: &'static str, kind: &'static str) -> Result<T, (&'static str, String)> {
    let missing = || format!("`{key}` is missing; a certificate of the kind `{kind}` has it");
    of.take().ok_or_else(|| ("kind", missing()))
}

impl DualDocument {
    fn dual(self) -> Dual {
        let Self { steps, p, q, scale, prices, values } = self;
        Dual { bound: RoundsBound { steps, p, q }, scale, prices, values }
    }
}

impl CellDocument {
    fn cuts(self) -> CellCuts {
        let Self { steps, rounds, blocks, cuts } = self;
        let cut = |CutDocument { rounds, times }| CutInTime { rounds, times };
        CellCuts { bound: BlocksBound { steps, rounds, blocks }, cuts: cuts.into_iter().map(cut).collect() }
    }
}
