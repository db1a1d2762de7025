//! Certificates by integer programming: is there a tree faster than the best one found?
//!
//! A second opinion on small instances with unequal hosts, for which no polynomial exact method is known (Khuller and Kim
//! 2007, for broadcast). The module shares no code with the other engines, and none of them needs it. The integer programs
//! have no big-M rows: within a time limit the choices form a flow through a network of open places, which `network.rs`
//! builds in whole ticks, and a solver in floating point (microlp) is only asked for whole numbers as small as fanouts.
//! Every solution is costed again in ticks. An optimum counts as a proof, an error or the answer "infeasible" never does.

mod certificate;
mod certify;
mod network;
mod overlay;
mod overlay_network;
mod overlay_question;
mod overlay_tree;
mod program;
mod rank_network;
mod rank_question;
mod rank_tree;
mod ranks;

pub use certificate::{Certificate, ModelSize, UnknownReason, Verdict};
pub use overlay_network::MOST_LEAVES;
pub use overlay_question::{Chains, OverlayHosts, OverlayQuestion};
pub use overlay_tree::{HostedNode, HostedTree};
pub use rank_network::MOST_RANKS;
pub use rank_question::RankQuestion;
pub use rank_tree::SendTree;
