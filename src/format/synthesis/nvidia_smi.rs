//! The output of `nvidia-smi topo -m`: a label for each pair of GPUs and network cards.
//!
//! | label | the way between the two |
//! |---|---|
//! | `NV#` | so many `NVLink`s, direct or through `NVSwitch`es: the output does not tell which |
//! | `PIX` | at most one PCI Express bridge |
//! | `PXB` | several bridges, no host bridge |
//! | `PHB` | a host bridge |
//! | `NODE` | several host bridges of a NUMA node |
//! | `SYS` | several NUMA nodes |
//!
//! Numbers of links are the only figures in it. For all else there is a [table](LABELS) with the source of each number. Labels
//! other than `NV#` give a tree of switches and processors ([`TopologyMatrix::machine`]).

use crate::format::source::Position;

mod labels;
mod matrix;
mod parse;
mod tree;

pub use labels::{LABELS, Label};
pub use matrix::{Clique, MachineError, Options};

/// Devices, and the labels of their pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopologyMatrix {
    /// The names of the devices: GPUs first. Network cards have the names of the legend, if there is one.
    devices: Vec<String>,
    /// The number of GPUs.
    gpus: usize,
    /// The rows, each with a label for each device; those of network cards may be missing.
    rows: Vec<Vec<Label>>,
}

/// A fault of the output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{wrong}", place.map_or_else(String::new, |place| format!("{place}: ")))]
pub struct MatrixError {
    /// The place, after escape sequences for terminals have been left out; `None` if something is missing.
    pub place: Option<Position>,
    /// The fault.
    pub wrong: WrongMatrix,
}

/// A kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongMatrix {
    /// No line with the names of GPUs.
    #[error("there is no line with the names of GPUs (`GPU0 GPU1 ..`); write the output of `nvidia-smi topo -m`")]
    NoHeader,
    /// A name that is there twice.
    #[error("there are two devices `{name}`")]
    RepeatedDevice { name: String },
    /// Too many devices.
    #[error("there are more than {most} devices")]
    TooManyDevices { most: usize },
    /// A row of something else than the next device.
    #[error("expected the row of `{expected}`, found `{found}`")]
    Row { expected: String, found: String },
    /// A row that ends before the last device.
    #[error("the row of `{device}` has {found} labels for {expected} devices")]
    Short { device: String, found: usize, expected: usize },
    /// A word that is no label.
    #[error("`{found}` is no label that is known here: X, NV1, NV2, .., PIX, PXB, PHB, NODE, SYS")]
    Label { found: String },
    /// A device that is not itself, or another one that is.
    #[error("the label of `{row}` and `{column}` is {label}; `X` is that of a device and itself, and no other")]
    Diagonal { row: String, column: String, label: Label },
    /// Two labels for a pair.
    #[error("`{row}` and `{column}` have the label {label} here, and {other} in the other row")]
    Asymmetric { row: String, column: String, label: Label, other: Label },
    /// A GPU without a row.
    #[error("the row of `{device}` is missing")]
    MissingRow { device: String },
}

impl TopologyMatrix {
    /// The names of all devices, GPUs first.
    #[must_use]
    pub fn devices(&self) -> &[String] {
        &self.devices
    }

    /// The number of GPUs.
    #[must_use]
    pub const fn gpus(&self) -> usize {
        self.gpus
    }

    /// The label of two devices; `None` if their rows are missing.
    #[must_use]
    pub fn label(&self, a: usize, b: usize) -> Option<Label> {
        let of = |row: usize, column: usize| self.rows.get(row).and_then(|row| row.get(column)).copied();
        of(a, b).or_else(|| of(b, a))
    }
}

#[cfg(test)]
pub(super) mod tests;
