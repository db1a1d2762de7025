//! The topology dump of NCCL (`NCCL_TOPO_DUMP_FILE`), and of RCCL: XML.
//!
//! ```text
//! <system>
//!   <cpu numaid host_hash arch vendor familyid modelid>       a NUMA node
//!     <pci busid class link_speed link_width>                 a bridge, a GPU or a network card; bridges contain others
//!       <gpu dev sm rank> <nvlink target count tclass/> <xgmi ../> <c2c count bw/> </gpu>
//!       <nic> <net name dev speed/> </nic>
//! ```
//!
//! What the numbers mean is taken from NCCL's own reader (`src/graph/topo.cc` and `topo.h` in version 2.30): `class` and `tclass`
//! tell GPUs (`0x03..`), `NVSwitch`es (`0x068000`, all of them are one) and processors with `NVLink`s (`0x068001`); GPUs
//! without a rank are not part of the communicator; several ranks in a `<pci>` share the links of its GPU; speeds of PCI Express
//! and between processors are those that it assumes.
//! The rates of `NVLink`s are the nominal ones instead ([`NVLINKS`](speeds::NVLINKS)); those that NCCL assumes are lower by 10 to 20 %.

use super::machine::{Machine, Pcie};
use crate::format::source::Position;

mod build;
mod read;
mod speeds;

/// Facts the file lacks, or values to use in place of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rate of one link of GPUs in megabits a second in each direction (200,000 for 25 GB/s). If not given, that of
    /// [`NVLINKS`](speeds::NVLINKS) for the GPU's `sm`.
    pub link_rate: Option<u64>,
    /// Whether to use PCI Express and processors; if not given, only if links of GPUs do not connect all of them.
    pub pcie: Option<Pcie>,
}

/// A fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{wrong}", place.map_or_else(String::new, |place| format!("{place}: ")))]
pub struct DumpError {
    /// The place of the element; `None` if it is of the file as a whole.
    pub place: Option<Position>,
    /// The fault.
    pub wrong: WrongDump,
}

/// A kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongDump {
    /// Text that is no XML.
    #[error("{0}")]
    Xml(String),
    /// Another document.
    #[error("the document is a `{found}`; a topology dump is a `system`")]
    Root { found: String },
    /// An attribute that is missing.
    #[error("`{element}` has no `{attribute}`")]
    Missing { element: &'static str, attribute: &'static str },
    /// An attribute that is no number.
    #[error("`{attribute}` is `{found}`; write a whole number")]
    Number { attribute: &'static str, found: String },
    /// An unknown speed of PCI Express.
    #[error("`{found}` is no speed of PCI Express that is known here, such as `16.0 GT/s PCIe`")]
    PcieSpeed { found: String },
    /// Bridges within bridges without end.
    #[error("elements are nested too deeply")]
    Nesting,
    /// More NUMA nodes than any machine has.
    #[error("there are more than {most} NUMA nodes")]
    TooManyNuma { most: usize },
    /// No GPUs.
    #[error("there is no `gpu` with a rank; write the file that NCCL_TOPO_DUMP_FILE names, not one for NCCL_TOPO_FILE")]
    NoGpus,
    /// A GPU that is there twice.
    #[error("there are two GPUs with {what} {found}")]
    RepeatedGpu { what: &'static str, found: String },
    /// A link to something unknown.
    #[error("`tclass` is `{found}`; known are GPUs (0x03..), NVSwitches (0x068000) and processors (0x068001)")]
    Class { found: String },
    /// Links of an unknown rate.
    #[error("the rate of the links of this GPU is not known; give the GB/s of one")]
    LinkRate,
    /// A rate of nothing.
    #[error("the rate of links is 0")]
    NoRate,
    /// Links that do not connect all GPUs.
    #[error("without PCI Express, the links do not connect all GPUs")]
    NotConnected,
    /// Hosts that nothing in the file connects.
    #[error("nothing in the file connects all GPUs; the network between hosts is not in it")]
    Apart,
}

/// Reads a file.
///
/// # Errors
/// The first [`DumpError`].
pub fn read(text: &str, options: &Options) -> Result<Machine, DumpError> {
    if options.link_rate == Some(0) {
        return Err(DumpError { place: None, wrong: WrongDump::NoRate });
    }
    let text = text.trim_start_matches('\u{feff}');
    let dump = read::read(text, options)?;
    build::build(dump, options).map_err(|(at, wrong)| DumpError { place: at.map(|at| Position::of(text, at)), wrong })
}

#[cfg(test)]
pub(super) mod tests;
