//! What is asked, and what is claimed of an answer: a collective, its size, what counts as best, and what the answer must respect.
//!
//! A [`Job`] is about overlay trees, in which only the leaves hold data; a [`RankJob`] about ranks, all of which do; a
//! [`SumJob`] about values that may be divided among ranks in any way. A [`LeafJob`] is about
//! overlay trees where messages are timed as between ranks, and an [`MpiJob`] about any of MPI's collectives among ranks whose
//! messages may share channels.

mod allocation;
mod bgp;
mod claim;
mod division;
mod fft;
mod file;
mod host_identity;
mod layout;
mod leaf;
mod mpi;
mod overlay;
mod placement;
mod question;
mod rank;
mod refusal;
mod regression;
mod sum;
mod traffic;
mod word;

pub use allocation::{Allocation, Divided, Host, InternalSlots};
pub use bgp::{BgpJob, BgpJobError, BgpOperation, Conditions, Contents, TorusAllocation};
pub use claim::{Bound, Claim, Status};
pub(crate) use division::Division;
pub use fft::{FftJob, FftJobError};
pub(crate) use host_identity::{HostIdentity, short_name};
pub use layout::{HostSizes, Layout, LayoutError, Mapping};
pub use leaf::{LeafJob, LeafJobError};
pub use mpi::{BytesOf, MpiCollective, MpiJob, MpiJobError};
pub use overlay::{Collective, Job, JobError, Limits, MOST_LEAVES, Objective, Tolerance, ToleranceError};
pub use placement::{InternalHosts, Mode, Placement, Policy, SlotDemand, TooFewSlots};
pub use question::{
    Criterion, Duplex, FileFormat, Front, HostsChoice, LogpReading, MappingChoice, ModelName, ObjectiveName, Operation,
    Ports, Request, Semantics, TickLength,
};
pub use rank::{MOST_RANKS, Operands, RankCollective, RankJob, RankJobError};
pub use refusal::{No, Refusal, Shortage};
pub use regression::{Case, Deviation, Expected, Failure, Literal, Regression, Unanswered};
pub use sum::{SumJob, SumJobError};
pub use traffic::Traffic;
pub use word::Word;
