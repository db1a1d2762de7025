//! Schedules for a network, also as algorithms of msccl-tools, packings of trees, and certificates: each file says all that its check needs.

use super::found::{Found, text};
use super::judgement::{FaultJson, Judgement, counted};
use crate::request::MpiCollective;
use logpine_netfiles::plans::certificate::Certificate;
use logpine_netfiles::plans::msccl::MscclFile;
use logpine_netfiles::plans::msccl_xml;
use logpine_netfiles::plans::sends::SendsFile;
use logpine_netfiles::plans::trees::TreesFile;
use logpine_netfiles::plans::{
    BlocksBound, Evidence, Executed, FileFault, Least, Limits, RoundsBound, Statement, Wrong,
};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

/// The words and values of a valid file.
type Valid = (String, Vec<(&'static str, Value)>);

/// A schedule in steps: its transmissions, what they bring about, and its claims.
pub(super) fn sends(source: &[u8], file: &Path) -> Judgement {
    judged("schedule in steps", source, file, |text| {
        let read = SendsFile::read(text)?;
        Ok(in_steps(&read.preamble.statement(), &read.preamble.rounds, &read.check(&Limits::default())?))
    })
}

/// An algorithm of msccl-tools: the same.
pub(super) fn msccl(source: &[u8], file: &Path) -> Judgement {
    let judgement = judged("algorithm of msccl-tools", source, file, |text| {
        let read = MscclFile::read(text).map_err(|fault| vec![fault])?;
        Ok(in_steps(&read.statement(), &read.rounds, &read.check(&Limits::default())?))
    });
    let read = text(source).ok().and_then(|text| MscclFile::read(text).ok());
    let is_allreduce = read.is_some_and(|read| read.collective == MpiCollective::Allreduce);
    if judgement.errors > 0 || !is_allreduce {
        return judgement;
    }
    let warning = "msccl-tools makes a program that adds contributions twice of an allreduce; `logpine network plan --emit msccl-xml` writes \
                   the program itself";
    Judgement {
        rendered: format!("{}: warning: {warning}\n", file.display()),
        faults: vec![FaultJson::warning(warning)],
        warnings: 1,
        ..judgement
    }
}

/// The execution in words and values; with its rounds if some step has several.
fn in_steps(statement: &Statement<'_>, rounds: &[u32], executed: &Executed) -> Valid {
    let &Executed { steps, sends } = executed;
    let further: u64 = rounds.iter().map(|&rounds| u64::from(rounds.saturating_sub(1))).sum();
    let (in_steps, in_rounds) = (counted(steps, "step", "steps"), steps.saturating_add(further));
    let time = if further > 0 { format!("{in_steps} with {in_rounds} rounds") } else { in_steps };
    let shown = format!("{}, {time} and {}", of_ranks(statement), counted(sends, "transmission", "transmissions"));
    let mut values = vec![("steps", steps.into()), ("sends", sends.into())];
    values.extend((further > 0).then(|| ("rounds", in_rounds.into())));
    (shown, values)
}

/// A packing of trees, and its throughput.
pub(super) fn trees(source: &[u8], file: &Path) -> Judgement {
    judged("packing of trees", source, file, |text| {
        let read = TreesFile::read(text)?;
        let packed = read.check(&Limits::default())?;
        let (p, q) = read.preamble.throughput.unwrap_or_default();
        let mut values =
            vec![("trees", packed.trees.into()), ("height", packed.height.into()), ("p", p.into()), ("q", q.into())];
        let mut time = format!("{p}/{q} time a unit");
        if read.preamble.collective == MpiCollective::Allreduce {
            let (of_scatter, by) = read.preamble.reduce_scatter.unwrap_or((p, q));
            values.push(("reduce_scatter", json!({ "p": of_scatter, "q": by })));
            time = format!("{of_scatter}/{by} time a unit for a reduce-scatter and {p}/{q} for an allgather");
            if let Some((together, per)) = packed.time {
                values.push(("together", json!({ "p": together, "q": per })));
                let _ = write!(time, ", {together}/{per} with both at the same time");
            }
        }
        let combine = if packed.combine { ", where switches combine and copy" } else { "" };
        let shown = format!(
            "{}, {} of height {}, {time}{combine}",
            of_ranks(&read.preamble.statement()),
            counted(packed.trees, "tree", "trees"),
            packed.height
        );
        Ok((shown, values))
    })
}

/// A program of MSCCL's runtime: executed, chunk by chunk.
pub(super) fn program(source: &[u8], file: &Path) -> Judgement {
    judged("program of MSCCL", source, file, |text| {
        let program = msccl_xml::read(text).map_err(|fault| vec![fault])?;
        let run = program.check(msccl_xml::IN_FLIGHT);
        let run = run.map_err(|wrong| vec![FileFault::of_file(wrong)])?;
        let ranks = program.gpus.len() as u64;
        let way = match (program.in_place, program.out_of_place) {
            (true, true) => "in place and out of place",
            (true, false) => "in place",
            _ => "out of place",
        };
        let shown = format!(
            "{} among {}, {way}, {} and {}, up to {} and {}",
            program.collective,
            counted(ranks, "GPU", "GPUs"),
            counted(run.instructions, "step", "steps"),
            counted(run.messages, "message", "messages"),
            counted(run.blocks.into(), "thread block", "thread blocks"),
            counted(run.channels.into(), "channel", "channels")
        );
        let values = vec![
            ("gpus", ranks.into()),
            ("steps", run.instructions.into()),
            ("messages", run.messages.into()),
            ("thread_blocks", run.blocks.into()),
            ("channels", run.channels.into()),
        ];
        Ok((shown, values))
    })
}

/// A certificate of a bound.
pub(super) fn certificate(source: &[u8], file: &Path) -> Judgement {
    judged("certificate", source, file, |text| {
        let read = Certificate::read(text).map_err(|fault| vec![fault])?;
        let name = read.collective.name();
        let fault = |wrong: Wrong| vec![FileFault::of_file(wrong)];
        Ok(match read.check().map_err(fault)? {
            Evidence::Proved(Least::Steps(bound)) => (
                format!("no {name} takes less than {}", counted(bound.into(), "step", "steps")),
                vec![("bound", bound.into())],
            ),
            Evidence::Proved(Least::TimePerUnit { p, q }) => {
                let is_of_forwarding = read.proof.is_of_forwarding(read.graph.compute());
                let where_it_holds = if is_of_forwarding { " where switches only forward" } else { "" };
                let said = format!("no {name} takes less than {p}/{q} time a unit{where_it_holds}");
                (said, vec![("p", p.into()), ("q", q.into())])
            }
            Evidence::Rounds(bounds) => (
                format!("no {name} takes fewer rounds a block than {}", in_words(&bounds)),
                vec![("rounds", bounds.iter().map(rounds).collect())],
            ),
            Evidence::Blocks(bounds) => (
                format!("no {name} with a round in each step has so many blocks: {}", blocks_in_words(&bounds)),
                vec![("blocks", bounds.iter().map(blocks).collect())],
            ),
            Evidence::NeedsSolver { bound, .. } => (
                format!(
                    "its formula is that of all shorter schedules; if a solver shows that it has no solution, which is not checked here, no {name} \
                     takes less than {}",
                    counted(bound.into(), "step", "steps")
                ),
                vec![("needs_solver", true.into()), ("bound", bound.into())],
            ),
        })
    })
}

/// The bounds on rounds, in words.
fn in_words(bounds: &[RoundsBound]) -> String {
    let words =
        |bound: &RoundsBound| format!("{}/{} in {}", bound.p, bound.q, counted(bound.steps.into(), "step", "steps"));
    bounds.iter().map(words).collect::<Vec<_>>().join(", ")
}

fn rounds(bound: &RoundsBound) -> Value {
    serde_json::json!({ "steps": bound.steps, "p": bound.p, "q": bound.q })
}

/// The bounds on blocks, in words.
fn blocks_in_words(bounds: &[BlocksBound]) -> String {
    let words = |&BlocksBound { steps, rounds, blocks }: &BlocksBound| {
        let (steps, rounds) = (counted(steps.into(), "step", "steps"), counted(rounds.into(), "round", "rounds"));
        format!("{blocks} in {steps} with {rounds}")
    };
    bounds.iter().map(words).collect::<Vec<_>>().join(", ")
}

fn blocks(&BlocksBound { steps, rounds, blocks }: &BlocksBound) -> Value {
    serde_json::json!({ "steps": steps, "rounds": rounds, "blocks": blocks })
}

/// The collective and its ranks.
fn of_ranks(statement: &Statement<'_>) -> String {
    let ranks = counted(statement.graph.compute().into(), "rank", "ranks");
    format!("{} among {ranks}", statement.collective)
}

fn judged(words: &str, source: &[u8], file: &Path, check: impl Fn(&str) -> Result<Valid, Vec<FileFault>>) -> Judgement {
    let checked = match text(source) {
        Ok(text) => check(text).map_err(|faults| {
            let found = |fault: FileFault| Found::at(text, fault.place, fault.message);
            faults.into_iter().map(found).collect()
        }),
        Err(found) => Err(vec![found]),
    };
    let (valid, faults): (Valid, Vec<Found>) = match checked {
        Ok(valid) => (valid, Vec::new()),
        Err(faults) => ((String::new(), Vec::new()), faults),
    };
    Judgement {
        words: words.to_owned(),
        contents: valid.0,
        is_known: true,
        values: valid.1,
        rendered: faults.iter().map(|fault| fault.rendered(file)).collect(),
        errors: faults.len() as u64,
        faults: faults.iter().map(Found::json).collect(),
        remarks: String::new(),
        warnings: 0,
    }
}
