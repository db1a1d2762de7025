//! Questions: what is asked of a machine, whole, from TOML or a program, and why there is no answer.
//!
//! A [`Request`] is the whole question. A [`Job`] is about overlay trees, in which the leaves alone or all nodes hold data; a
//! [`RankJob`] is about ranks, all of which hold data; a [`SumJob`] is about values that may be divided among ranks in any way. A
//! [`LeafJob`] is about overlay trees whose messages are timed as between ranks, and an [`MpiJob`] about any of MPI's collectives
//! among ranks whose messages may share channels.

mod file;
pub(crate) mod named;
mod network_plan;
#[cfg(feature = "cli")]
pub(crate) mod option;
mod question;
mod refusal;
#[cfg(feature = "cli")]
pub(crate) mod regression;

pub use logpine_models::job::{
    Allocation, BgpJob, Bound, Claim, Collective, Criterion, Divided, Duplex, FftJob, Front, Host, InternalHosts, Job,
    LeafJob, Limits, Mapping, Mode, MpiCollective, MpiJob, Objective, ObjectiveName, Operands, Placement, Policy,
    Ports, RankCollective, RankJob, Semantics, Status, SumJob, Switches, Targets, Tolerance, ToleranceError,
    TooFewSlots, TorusAllocation,
};
pub(crate) use logpine_models::job::{BgpOperation, BytesOf, Conditions, Contents, Layout, Word};
pub(crate) use network_plan::NetworkPlanJob;
pub use question::{FileFormat, HostsChoice, MappingChoice, ModelName, Operation, Request, TickLength};
pub use refusal::{No, Refusal, Shortage};
#[cfg(feature = "cli")]
pub(crate) use regression::{Case, Deviation, Failure, Regression};
