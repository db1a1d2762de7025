//! Faults of files, with their places.

use super::msccl_topology::WrongTopology;
use super::place::of_json;
use crate::check::synthesis::{WrongCertificate, WrongPort, WrongProgram, WrongSend, WrongTree};
use crate::format::source::Position;
use crate::request::MpiCollective;

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The place; `None` if something is missing, or the fault is of the file as a whole.
    pub place: Option<Position>,
    /// The fault.
    pub wrong: WrongFile,
}

impl FileFault {
    /// A fault of a line.
    pub(super) const fn of_line(line: usize, wrong: WrongFile) -> Self {
        Self { place: Some(Position { line, column: 1 }), wrong }
    }

    /// A fault of JSON.
    pub(super) fn of_json(error: &serde_json::Error) -> Self {
        let (place, message) = of_json(error);
        Self { place, wrong: WrongFile::Json(message) }
    }

    /// A fault of the file as a whole.
    pub(super) const fn of_file(wrong: WrongFile) -> Self {
        Self { place: None, wrong }
    }
}

impl std::fmt::Display for FileFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.wrong),
            None => write!(f, "{}", self.wrong),
        }
    }
}

impl std::error::Error for FileFault {}

/// A kind of fault of a file of a schedule, a packing or a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongFile {
    /// Another beginning than the expected one.
    #[error("expected `{expected}`, found `{found}`")]
    Expected { expected: &'static str, found: String },
    /// A `#!` line that has no meaning in this file.
    #[error("`#! {key}` has no meaning here; it is one of {keys}")]
    UnknownKey { key: String, keys: String },
    /// A `#!` line that is there twice.
    #[error("`#! {key}` is there twice")]
    Repeated { key: &'static str },
    /// A `#!` line that is missing.
    #[error("`#! {key}` is missing")]
    Missing { key: &'static str },
    /// The claim of a half of an allreduce in a file of another collective.
    #[error("`#! {key}` is a claim on a half of an allreduce, and the collective is {collective}")]
    Half { key: &'static str, collective: MpiCollective },
    /// A `#!` line below the header.
    #[error("lines with `#!` stand above the header")]
    Misplaced,
    /// A line with more or fewer words or fields.
    #[error("expected `{expected}`, found {found} {}", if *found == 1 { "field" } else { "fields" })]
    Fields { expected: &'static str, found: usize },
    /// Text that is no number, or one that is too large.
    #[error("`{found}` is no {what}; write {}", if least == most { least.to_string() } else { format!("a whole number from {least} to {most}") })]
    Number { what: &'static str, found: String, least: u64, most: u64 },
    /// A certificate of another version.
    #[error("certificates of schema {found} are not known to this version, which reads schema 1")]
    Schema { found: u32 },
    /// An unknown collective.
    #[error("there is no collective `{found}`; it is one of {all}")]
    Collective { found: String, all: String },
    /// An arc that is there already.
    #[error("there is an arc from {from} to {to} already; add their capacities up")]
    RepeatedArc { from: u32, to: u32 },
    /// An arc from a vertex to itself.
    #[error("the arc leads from {vertex} to itself")]
    Loop { vertex: u32 },
    /// A name for a vertex that has one.
    #[error("vertex {vertex} has a name already")]
    RepeatedName { vertex: u32 },
    /// Ranks or vertices without arcs.
    #[error("there are {vertices} vertices, most of them without an arc or a name; vertices are numbered from 0")]
    TooManyVertices { vertices: u64 },
    /// Another number of steps than the claimed one.
    #[error("the schedule takes {steps} steps, and {claimed} are claimed")]
    Steps { steps: u64, claimed: u64 },
    /// The rounds of some steps, but not of all.
    #[error("the schedule takes {steps} steps, and `rounds` has those of {listed}")]
    RoundsOfSteps { steps: u64, listed: u64 },
    /// A lower bound above the number of steps.
    #[error("the schedule takes {steps} steps, so that {bound} is no lower bound")]
    Bound { steps: u64, bound: u64 },
    /// Text that is not JSON, or not of the expected form.
    #[error("{0}")]
    Json(String),
    /// Text that is not XML, or not of the expected form.
    #[error("{0}")]
    Xml(String),
    /// A fault of a program of GPUs.
    #[error(transparent)]
    Program(#[from] WrongProgram),
    /// A key of a certificate that is missing.
    #[error("`{key}` is missing; a certificate of the kind `{kind}` has it")]
    MissingKey { key: &'static str, kind: &'static str },
    /// A key of another kind of certificate.
    #[error("`{key}` has no meaning in a certificate of the kind `{kind}`")]
    ForeignKey { key: &'static str, kind: &'static str },
    /// A fault of the schedule.
    #[error(transparent)]
    Send(WrongSend),
    /// A fault of a transmission in a list of steps.
    #[error("step {step}, the transmission of block {block} from {from} to {to}: {wrong}")]
    InStep { step: u32, block: u32, from: u32, to: u32, wrong: Box<WrongFile> },
    /// A fault of a topology.
    #[error("the topology: {0}")]
    Topology(#[from] WrongTopology),
    /// More transmissions than a switch lets through.
    #[error("switch `{name}` lets {most} blocks through in step {step}, and {sent} are sent")]
    Switch { name: String, step: u32, sent: u64, most: u64 },
    /// Switches with more links than are looked at.
    #[error("the switches have too many links to be checked")]
    ManySwitches,
    /// A collective of another number of nodes than the topology.
    #[error("the collective has {nodes} nodes, and the topology {ranks}")]
    Nodes { nodes: u32, ranks: u32 },
    /// A list with another length than is claimed.
    #[error("there are {found} {what}, and {claimed} are claimed")]
    Listed { what: &'static str, found: usize, claimed: usize },
    /// Another number of rounds beyond one a step.
    #[error("the steps have {extra_rounds} rounds more than one each, and {claimed} are claimed (`extra_rounds`)")]
    Rounds { extra_rounds: u64, claimed: u64 },
    /// Chunks of an unknown collective.
    #[error("the chunks of `{name}` are those of no collective that is checked: {all}")]
    Chunks { name: String, all: String },
    /// Parts of chunks that are no blocks.
    #[error("each chunk has {chunks} parts; write a multiple of {each} from {each} on")]
    Parts { chunks: u32, each: u32 },
    /// Addresses that do not follow from the collective.
    #[error("`{key}` has other addresses than the chunks of the collective")]
    Addresses { key: &'static str },
    /// A port with two blocks in a step.
    #[error(transparent)]
    Port(#[from] WrongPort),
    /// A fault of the packing.
    #[error(transparent)]
    Tree(WrongTree),
    /// A fault of the certificate.
    #[error(transparent)]
    Certificate(#[from] WrongCertificate),
}
