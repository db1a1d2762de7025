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
//! The rates of `NVLink`s are the nominal ones instead (see `speeds`); those that NCCL assumes are lower by 10 to 20 %.

use super::Machine;
use crate::fault::FileFault;
use logpine_text::place::Position;

mod build;
mod read;
mod speeds;

/// Reads a file. `link_rate` is the rate of one link of GPUs in megabits a second in each direction (200,000 for 25 GB/s); if not given,
/// that of the GPU's `sm`. PCI Express and processors are part of the machine if links of GPUs do not connect all of them.
pub fn read(text: &str, link_rate: Option<u64>) -> Result<Machine, FileFault> {
    let text = text.trim_start_matches('\u{feff}');
    let dump = read::read(text, link_rate)?;
    build::build(dump).map_err(|(at, message)| FileFault { place: at.map(|at| Position::of(text, at)), message })
}

#[cfg(test)]
pub(crate) mod tests;
