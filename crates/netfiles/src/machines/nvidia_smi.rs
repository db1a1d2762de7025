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
//! Numbers of links are the only figures in it. For all else there is a table (`labels`) with the source of each number. Labels
//! other than `NV#` give a tree of switches and processors ([`TopologyMatrix::machine`]).

mod labels;
mod matrix;
mod parse;
mod tree;

pub use labels::Label;

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
pub(crate) mod tests;
