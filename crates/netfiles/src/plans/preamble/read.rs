//! The lines above the rows, read fact by fact.

use super::{Preamble, REDUCE_SCATTER, RowKind};
use crate::fault::{self, FileFault};
use crate::place::shown;
use crate::plans::rows::{Field, MOST_FAULTS, exactly};
use logpine_check::synthesis::{COLLECTIVES, planned_collective};
use logpine_models::job::MpiCollective;
use logpine_network::digraph::{Arc, Digraph};
use std::collections::{BTreeMap, BTreeSet};

/// The facts of the lines so far.
#[derive(Default)]
struct Facts {
    collective: Option<MpiCollective>,
    /// Facts with one number.
    numbers: BTreeMap<&'static str, u64>,
    throughput: Option<(u64, u64)>,
    reduce_scatter: Option<(u64, u64)>,
    rounds: Vec<u32>,
    names: BTreeMap<u32, String>,
    arcs: Vec<Arc>,
    pairs: BTreeSet<(u32, u32)>,
}

impl Facts {
    /// Adds the fact of a line, of which `words` are those after `#!`.
    fn add(&mut self, kind: RowKind, line: usize, text: &str) -> Result<(), FileFault> {
        let rest = text.trim_start().strip_prefix("#!").unwrap_or("");
        let mut words = Field::words(line, text, rest);
        let Some(first) = words.next() else { return Ok(()) };
        let Some(&key) = kind.keys().iter().find(|key| **key == first.text) else {
            let keys = kind.keys().join(", ");
            let key = shown(first.text);
            return Err(first.fault(format!("`#! {key}` has no meaning here; it is one of {keys}")));
        };
        match key {
            "arc" => self.add_arc(exactly(words, line, "#! arc FROM TO CAPACITY LATENCY")?),
            "vertex" => self.add_name(&first, words.next(), rest),
            "collective" => {
                let [word] = exactly(words, line, "#! collective NAME")?;
                let all = || COLLECTIVES.map(MpiCollective::name).join(", ");
                let collective = planned_collective(word.text);
                let wrong = || word.fault(fault::no_collective(&shown(word.text), &all()));
                let collective = collective.ok_or_else(wrong)?;
                once(&first, key, self.collective.replace(collective).is_some())
            }
            "rounds" => {
                let rounds: Result<Vec<u32>, FileFault> = words.map(|word| word.small("rounds", 1)).collect();
                let rounds = rounds?;
                if rounds.is_empty() {
                    return Err(FileFault::of_line(line, fault::fields("#! rounds R R ...", 0)));
                }
                once(&first, key, !std::mem::replace(&mut self.rounds, rounds).is_empty())
            }
            "throughput" | REDUCE_SCATTER => {
                let [p, q] = exactly(words, line, "#! KEY P Q")?;
                let ratio = (p.number("numerator", 1, u64::MAX)?, q.number("denominator", 1, u64::MAX)?);
                let claim = if key == REDUCE_SCATTER { &mut self.reduce_scatter } else { &mut self.throughput };
                once(&first, key, claim.replace(ratio).is_some())
            }
            _ => {
                let [word] = exactly(words, line, "#! KEY NUMBER")?;
                let least = u64::from(key == "ranks" || key == "blocks");
                let (least, most) = match key {
                    "steps" | "bound" => (0, u64::MAX),
                    "ports" => (1, 1),
                    _ => (least, u32::MAX.into()),
                };
                let number = word.number("number", least, most)?;
                once(&first, key, self.numbers.insert(key, number).is_some())
            }
        }
    }

    fn add_arc(&mut self, [from, to, capacity, latency]: [Field<'_>; 4]) -> Result<(), FileFault> {
        let arc = Arc {
            // Below 2^32 - 1, so that the number of vertices has 32 bits.
            from: u32::try_from(from.number("vertex", 0, u64::from(u32::MAX) - 1)?).unwrap_or(0),
            to: u32::try_from(to.number("vertex", 0, u64::from(u32::MAX) - 1)?).unwrap_or(0),
            capacity: capacity.number("capacity", 1, u64::MAX)?,
            latency: latency.small("latency", 1)?,
        };
        if arc.from == arc.to {
            return Err(to.fault(fault::looped(arc.to)));
        }
        if !self.pairs.insert((arc.from, arc.to)) {
            return Err(from.fault(fault::repeated_arc(arc.from, arc.to)));
        }
        self.arcs.push(arc);
        Ok(())
    }

    fn add_name(&mut self, key: &Field<'_>, vertex: Option<Field<'_>>, rest: &str) -> Result<(), FileFault> {
        let fields = |found| key.fault(fault::fields("#! vertex NUMBER NAME", found));
        let vertex = vertex.ok_or_else(|| fields(0))?;
        let number = u32::try_from(vertex.number("vertex", 0, u64::from(u32::MAX) - 1)?).unwrap_or(0);
        let name: Vec<&str> = rest.split_whitespace().skip(2).collect();
        if name.is_empty() {
            return Err(fields(1));
        }
        match self.names.insert(number, name.join(" ")) {
            Some(_) => Err(vertex.fault(format!("vertex {number} has a name already"))),
            None => Ok(()),
        }
    }

    fn small(&self, key: &str) -> Option<u32> {
        self.numbers.get(key).and_then(|&number| u32::try_from(number).ok())
    }

    /// The preamble, if nothing is missing.
    fn finish(self, kind: RowKind) -> Result<Preamble, FileFault> {
        let missing = |key| FileFault::of_file(format!("`#! {key}` is missing"));
        let collective = self.collective.ok_or_else(|| missing("collective"))?;
        let ranks = self.small("ranks").ok_or_else(|| missing("ranks"))?;
        let blocks = self.small("blocks").or((kind == RowKind::Trees).then_some(1)).ok_or_else(|| missing("blocks"))?;
        let root = self.small("root").or((!collective.is_rooted()).then_some(0)).ok_or_else(|| missing("root"))?;
        if kind == RowKind::Trees && self.throughput.is_none() {
            return Err(missing("throughput"));
        }
        if self.reduce_scatter.is_some() && collective != MpiCollective::Allreduce {
            let fault = format!("`#! {REDUCE_SCATTER}` is a claim on a half of an allreduce");
            return Err(FileFault::of_file(format!("{fault}, and the collective is {collective}")));
        }
        let root = if collective.is_rooted() { root } else { 0 };
        let (steps, bound) = (self.numbers.get("steps").copied(), self.numbers.get("bound").copied());
        let (height, one_port) = (self.small("height"), self.numbers.contains_key("ports"));
        let graph = graph(ranks, self.names.last_key_value().map(|(vertex, _)| *vertex), self.names.len(), self.arcs)?;
        Ok(Preamble {
            graph,
            collective,
            root,
            blocks,
            one_port,
            rounds: self.rounds,
            names: self.names,
            steps,
            bound,
            throughput: self.throughput,
            reduce_scatter: self.reduce_scatter,
            height,
        })
    }
}

/// The graph of ranks, arcs and named vertices. Its size is at most in proportion to that of the file.
pub(in super::super) fn graph(
    ranks: u32,
    last_name: Option<u32>,
    names: usize,
    arcs: Vec<Arc>,
) -> Result<Digraph, FileFault> {
    let last = arcs.iter().map(|arc| arc.from.max(arc.to)).chain(last_name).max();
    let vertices = last.map_or(0, |last| last + 1).max(ranks);
    if u64::from(vertices) > (2 * arcs.len() + names) as u64 + 1 {
        return Err(FileFault::of_file(fault::too_many_vertices(vertices.into())));
    }
    Ok(Digraph::new(vertices, ranks, arcs))
}

/// Refuses a fact that is there again.
fn once(key: &Field<'_>, name: &'static str, is_again: bool) -> Result<(), FileFault> {
    if is_again { Err(key.fault(format!("`#! {name}` is there twice"))) } else { Ok(()) }
}

/// Reads the lines up to the header, and hands the rows on: their lines and texts.
pub(in super::super) fn read<'a>(
    text: &'a str,
    kind: RowKind,
    mut row: impl FnMut(usize, &'a str) -> Result<(), FileFault>,
) -> Result<Preamble, Vec<FileFault>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut faults: Vec<FileFault> = Vec::new();
    let mut facts = Facts::default();
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let (line, title) = lines.next().unwrap_or((1, ""));
    let words: Vec<&str> = title.split_whitespace().take(4).collect();
    if !matches!(words[..], ["#!", "logpine", word] if kind.title().ends_with(word)) {
        let expected = if kind == RowKind::Sends { "#! logpine sends" } else { "#! logpine trees" };
        return Err(vec![FileFault::of_line(line, fault::expected(expected, &shown(title)))]);
    }
    let mut has_header = false;
    for (line, text) in lines {
        let result = match text.trim_start() {
            fact if fact.starts_with("#!") && has_header => {
                Err(FileFault::of_line(line, "lines with `#!` stand above the header"))
            }
            fact if fact.starts_with("#!") => facts.add(kind, line, text),
            comment if comment.starts_with('#') => Ok(()),
            _ if has_header => row(line, text),
            header => {
                has_header = true;
                let same = Field::commas(line, header).map(|field| field.text).eq(kind.header().split(','));
                let wrong = fault::expected(kind.header(), &shown(header));
                if same { Ok(()) } else { Err(FileFault::of_line(line, wrong)) }
            }
        };
        if let Err(fault) = result {
            faults.push(fault);
            if faults.len() == MOST_FAULTS {
                return Err(faults);
            }
        }
    }
    if !has_header && faults.is_empty() {
        let expected = kind.header();
        faults.push(FileFault::of_file(fault::expected(expected, "the end of the file")));
    }
    if faults.is_empty() { facts.finish(kind).map_err(|fault| vec![fault]) } else { Err(faults) }
}
