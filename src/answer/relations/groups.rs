//! Groups of models and of subjects that rows share, and the words for them.

use super::model_kind::ModelKind;
use super::model_words::of_nodes;
use super::subject::Subject;

pub(super) const ANY: &[ModelKind] = &ModelKind::ALL;
pub(super) const NODES: &[ModelKind] = &[ModelKind::Tan, ModelKind::Overlay, ModelKind::LogpOfTrees];
pub(super) const STUDIED: &[ModelKind] = &[ModelKind::Tan, ModelKind::Overlay];
pub(super) const MESSAGES: &[ModelKind] = &[ModelKind::Messages, ModelKind::Logp];
pub(super) const CHANNELS: &[ModelKind] = &[ModelKind::Channels];
pub(super) const LIBRARY: &[ModelKind] = &[ModelKind::Library];
pub(super) const BLOCKS: &[ModelKind] = &[ModelKind::Blocks];
pub(super) const STREAMS: &[ModelKind] = &[ModelKind::Streams];

pub(super) const TREE: &[Subject] = &[Subject::Tree];
pub(super) const MEMBERS: &[Subject] = &[Subject::MemberTree];
pub(super) const TREES: &[Subject] = &[Subject::Tree, Subject::MemberTree];
pub(super) const ONE_MESSAGE: &[Subject] = &[Subject::Bcast, Subject::Reduce];
/// The collectives among ranks, and messages between two.
pub const RANKS: &[Subject] = &[
    Subject::Bcast,
    Subject::Reduce,
    Subject::Rooted,
    Subject::Allgather,
    Subject::Symmetric,
    Subject::Barrier,
    Subject::Sum,
    Subject::PointToPoint,
];
pub(super) const ALL: &[Subject] = &Subject::ALL;

pub(super) const OF_TREES: &str = of_nodes!("overlay trees under a model of nodes: `logpine tree` with ");
/// Words for rows of trees whose leaves hold the data.
pub(super) const OF_LEAF_TREES: &str =
    of_nodes!("overlay trees with --leaves under a model of nodes: `logpine tree` with ");
pub(super) const OF_LEAF_PLACEMENT: &str = "overlay trees with --leaves: `logpine tree`";
pub(super) const OF_MEMBERS: &str = "member trees: `logpine tree --members N`";
pub(super) const OF_PLACEMENT: &str = "overlay trees: `logpine tree`";
pub(super) const OF_STUDIES: &str =
    "--model tan or overlay for overlay trees, and with collectives under a model of messages";
pub(super) const OF_POINT_TO_POINT: &str = "point-to-point messages and --model bgp";
pub(super) const OF_FFT: &str = "the transposes of an FFT: `logpine fft`";
pub(super) const OF_NETWORKS: &str =
    "overlay trees with --leaves, and with the collectives of MPI under a model of single messages, such as loggp";
pub(super) const OF_PORTS: &str = "overlay trees with --leaves, with the collectives of MPI under a model of single messages, such as loggp, and with \
                        bcast and reduce in steps on a network";
pub(super) const OF_OBJECTIVES: &str =
    of_nodes!("schedules for a network, and overlay trees under a model of nodes: `logpine tree` with ");
pub(super) const OF_SCHEDULES: &str = "overlay trees with --leaves, with the collectives of MPI under a model of single messages, and with blocks \
                           in steps on a network: they have a schedule";
pub(super) const OF_PLANS: &str = "schedules for a network: `logpine network plan`";
pub(super) const OF_BLOCKS: &str =
    "schedules in steps for a network: `logpine network plan` without --objective throughput";
pub(super) const OF_STREAMS: &str = "`logpine network plan --objective throughput`";
