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
//! The rates of `NVLink`s are the nominal ones instead (`NVLINKS`); those that NCCL assumes are lower by 10 to 20 %.

use super::{Machine, Pcie};
use crate::fault::FileFault;
use logpine_text::place::Position;

mod build;
mod read;
mod speeds;

/// Facts the file lacks, or values to use in place of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rate of one link of GPUs in megabits a second in each direction (200,000 for 25 GB/s). If not given, that of
    /// `NVLINKS` for the GPU's `sm`.
    pub link_rate: Option<u64>,
    /// Whether to use PCI Express and processors; if not given, only if links of GPUs do not connect all of them.
    pub pcie: Option<Pcie>,
}

/// The fault of links of an unknown rate.
pub const LINK_RATE: &str = "the rate of the links of this GPU is not known; give the GB/s of one";

/// Reads a file.
///
/// # Errors
/// The first [`FileFault`].
pub fn read(text: &str, options: &Options) -> Result<Machine, FileFault> {
    if options.link_rate == Some(0) {
        return Err(FileFault::of_file("the rate of links is 0"));
    }
    let text = text.trim_start_matches('\u{feff}');
    let dump = read::read(text, options)?;
    build::build(dump, options)
        .map_err(|(at, message)| FileFault { place: at.map(|at| Position::of(text, at)), message })
}

#[cfg(test)]
pub(crate) mod tests;
