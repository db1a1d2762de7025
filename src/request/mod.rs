//! Questions and the claims of answers: a collective, its size, the objective, and the limits that the answer must respect.
//!
//! A [`Job`] is about overlay trees, in which the leaves alone or all nodes hold data; a [`RankJob`] is about ranks, all of which hold
//! data; a [`SumJob`] is about values that may be divided among ranks in any way. A [`LeafJob`] is about overlay trees whose
//! messages are timed as between ranks, and an [`MpiJob`] about any of MPI's collectives among ranks whose messages may
//! share channels.

mod allocation;
pub(crate) mod bgp;
mod claim;
mod division;
mod fft;
mod file;
mod host_identity;
pub(crate) mod layout;
mod leaf;
mod mpi;
mod network_plan;
mod overlay;
mod placement;
mod question;
mod rank;
mod refusal;
#[cfg(feature = "cli")]
pub(crate) mod regression;
mod sum;
mod traffic;
pub(crate) mod word;

pub use allocation::{Allocation, Divided, Host};
pub use bgp::{BgpJob, TorusAllocation};
pub(crate) use bgp::{BgpOperation, Conditions, Contents};
pub use claim::{Bound, Claim, Status};
pub(crate) use division::Division;
pub use fft::FftJob;
pub(crate) use host_identity::{FoldedName, HostIdentity, short_name};
pub use layout::Mapping;
pub(crate) use layout::{Layout, LayoutError};
pub use leaf::{LeafJob, LeafJobError};
pub(crate) use mpi::{BytesOf, MpiJobError};
pub use mpi::{MpiCollective, MpiJob};
pub(crate) use network_plan::NetworkPlanJob;
#[cfg(test)]
pub(crate) use overlay::MOST_LEAVES;
pub use overlay::{Collective, Job, JobError, Limits, Objective, Targets, Tolerance, ToleranceError};
pub use placement::Policy;
pub(crate) use placement::SlotDemand;
pub use placement::TooFewSlots;
pub use placement::{InternalHosts, Mode, Placement};
pub use question::{
    Criterion, Duplex, FileFormat, Front, HostsChoice, LogpReading, MappingChoice, ModelName, ObjectiveName, Operation,
    Ports, Request, Semantics, Switches, TickLength,
};
#[cfg(test)]
pub(crate) use rank::MOST_RANKS;
pub use rank::{Operands, RankCollective, RankJob, RankJobError};
pub use refusal::{No, Refusal, Shortage};
#[cfg(feature = "cli")]
pub(crate) use regression::{Case, Deviation, Failure, Regression};
pub use sum::SumJob;
pub(crate) use traffic::Traffic;
pub(crate) use word::Word;
