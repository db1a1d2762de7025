//! What an engine is asked: a collective, its size, the objective, the limits that the answer must respect, and hosts; and what an
//! answer claims.
//!
//! A [`Job`] is about overlay trees, in which the leaves alone or all nodes hold data; a [`RankJob`] is about ranks, all of which hold
//! data; a [`SumJob`] is about values that may be divided among ranks in any way. A [`LeafJob`] is about overlay trees whose
//! messages are timed as between ranks, and an [`MpiJob`] about any of MPI's collectives among ranks whose messages may
//! share channels.

mod allocation;
mod bgp;
mod choices;
mod claim;
mod division;
mod fft;
mod host_identity;
mod layout;
mod leaf;
mod mpi;
mod overlay;
mod placement;
mod rank;
mod sum;
mod traffic;
mod word;

pub use allocation::{Allocation, Divided, Host, InternalSlots};
pub use bgp::{BgpJob, BgpOperation, Conditions, Contents, TorusAllocation};
pub use choices::{Criterion, Duplex, Front, ObjectiveName, Ports, Semantics, Switches};
pub use claim::{Bound, Claim, Status};
pub use division::Division;
pub use fft::FftJob;
pub use host_identity::{FoldedName, HostIdentity, short_name};
pub use layout::{HostSizes, Layout, Mapping};
pub use leaf::LeafJob;
pub use mpi::{BytesOf, MpiCollective, MpiJob};
pub use overlay::{Collective, Job, Limits, MOST_LEAVES, Objective, Targets, Tolerance, ToleranceError};
pub use placement::{InternalHosts, Mode, Placement, Policy, SlotDemand, TooFewSlots};
pub use rank::{MOST_RANKS, Operands, RankCollective, RankJob};
pub use sum::SumJob;
pub use traffic::Traffic;
pub use word::Word;
