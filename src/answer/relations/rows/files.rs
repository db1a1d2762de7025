//! Files that are written.

use super::{file, row};
use crate::answer::relations::feature::{Feature, Row};
use crate::answer::relations::groups::{
    ALL, ANY, BLOCKS, CHANNELS, MEMBERS, MESSAGES, NODES, OF_BLOCKS, OF_LEAF_PLACEMENT, OF_MEMBERS, OF_PLANS,
    OF_SCHEDULES, OF_STREAMS, STREAMS, TREE, TREES,
};
use crate::answer::relations::model_kind::ModelKind;
use crate::answer::relations::model_words::of_channels;
use crate::answer::relations::subject::{MPI, ON_NETWORK, Subject};
use crate::request::FileFormat;

/// The rows of files.
pub(super) const FILES: &[Row] = &[
    row(
        Feature::GoalTick,
        "--goal-tick",
        |request| request.goal_tick.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, BLOCKS)],
        OF_SCHEDULES,
    ),
    file(FileFormat::Mrnet, "--emit mrnet", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(FileFormat::G, "--emit g", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(FileFormat::Stat, "--emit stat", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(
        FileFormat::Dot,
        "--emit dot",
        &[(TREES, ANY), (ON_NETWORK, ANY)],
        "overlay trees, and with schedules for a network",
    ),
    file(FileFormat::Svg, "--emit svg", &[(TREES, ANY), (MPI, MESSAGES), (ON_NETWORK, ANY)], OF_SCHEDULES),
    file(FileFormat::Json, "--emit json", &[(ALL, ANY)], "every answer"),
    file(FileFormat::RankMap, "--emit rank-map", &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    file(FileFormat::Goal, "--emit goal", &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, BLOCKS)], OF_SCHEDULES),
    file(FileFormat::GoalBin, "--emit goal-bin", &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, BLOCKS)], OF_SCHEDULES),
    file(FileFormat::Mapping, "--emit mapping", &[(MPI, CHANNELS)], of_channels!()),
    row(Feature::ForVersion, "--for-version", |request| request.for_version.is_some(), &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::Slurm, "--emit slurm", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::Prrte, "--emit prrte", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::Flux, "--emit flux", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(FileFormat::ClusterShell, "--emit clustershell", &[(MEMBERS, NODES)], OF_MEMBERS),
    file(
        FileFormat::Ucc,
        "--emit ucc",
        &[(&[Subject::Allgather], &[ModelKind::Messages, ModelKind::Channels])],
        "allgather under a model of messages with sizes or of channels: UCC reads lists of radices for no other collective",
    ),
    file(FileFormat::Sends, "--emit sends", &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    file(FileFormat::Trees, "--emit trees", &[(ON_NETWORK, STREAMS)], OF_STREAMS),
    file(FileFormat::Certificate, "--emit certificate", &[(ON_NETWORK, ANY)], OF_PLANS),
    file(FileFormat::MscclJson, "--emit msccl-json", &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    file(FileFormat::MscclXml, "--emit msccl-xml", &[(ON_NETWORK, ANY)], OF_PLANS),
    row(Feature::ScheduleFile, "a FILE with a schedule", |_| false, &[], "`logpine simulate`"),
    row(Feature::WholeMap, "--emit svg, json or crossovers of a map", |_| false, &[], "`logpine map`"),
    row(Feature::Shard, "--shard", |_| false, &[], "`logpine map`"),
];
