//! Networks, hosts, and the places of processes on them.

use super::row;
use crate::answer::relations::feature::{Feature, Row};
use crate::answer::relations::groups::{
    ANY, BLOCKS, CHANNELS, MESSAGES, NODES, OF_BLOCKS, OF_LEAF_PLACEMENT, OF_NETWORKS, OF_PLACEMENT, OF_PLANS,
    OF_PORTS, ONE_MESSAGE, STREAMS, TREE, TREES,
};
use crate::answer::relations::model_words::of_channels;
use crate::answer::relations::subject::{MPI, ON_NETWORK, Subject};
use crate::request::{Mode, Ports, Switches};

/// The rows of networks and hosts.
pub(super) const PLACED: &[Row] = &[
    row(
        Feature::Network,
        "--network",
        |request| request.network.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES), (ON_NETWORK, ANY)],
        OF_NETWORKS,
    ),
    row(Feature::Duplex, "--duplex", |request| request.duplex.is_some(), &[(TREE, ANY), (MPI, MESSAGES)], OF_NETWORKS),
    row(
        Feature::Ports,
        "--ports",
        |request| request.ports.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES), (&[Subject::NetworkBcast], BLOCKS)],
        OF_PORTS,
    ),
    row(
        Feature::OnePort,
        "--ports one",
        |request| request.ports == Some(Ports::One),
        &[(TREE, ANY), (MPI, MESSAGES), (&[Subject::NetworkBcast], BLOCKS)],
        OF_PORTS,
    ),
    row(Feature::Blocks, "--blocks", |request| request.blocks.is_some(), &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    row(Feature::LinkSpeed, "--link-speed", |request| request.link_speed.is_some(), &[(ON_NETWORK, ANY)], OF_PLANS),
    row(
        Feature::NvLinks,
        "--nvswitch and --direct",
        |request| request.nvswitch || request.direct,
        &[(ON_NETWORK, ANY)],
        OF_PLANS,
    ),
    row(Feature::Nodes, "--nodes", |request| request.nodes.is_some(), &[(ON_NETWORK, ANY)], OF_PLANS),
    row(
        Feature::Combine,
        "--switches combine",
        |request| request.switches == Some(Switches::Combine),
        &[(&[Subject::NetworkAllreduce], STREAMS)],
        "`logpine network plan --collective allreduce --objective throughput`",
    ),
    row(
        Feature::Switches,
        "--switches store or contract",
        |request| request.switches.is_some_and(|switches| switches != Switches::Combine),
        &[(ON_NETWORK, BLOCKS)],
        OF_BLOCKS,
    ),
    row(Feature::Step, "--step", |request| request.step.is_some(), &[(ON_NETWORK, BLOCKS)], OF_BLOCKS),
    row(Feature::Seed, "--seed", |request| request.seed.is_some(), &[(ON_NETWORK, ANY)], OF_PLANS),
    row(
        Feature::Routing,
        "--routing",
        |request| request.routing.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES)],
        OF_NETWORKS,
    ),
    row(
        Feature::MappingSeed,
        "--mapping-seed",
        |request| request.mapping_seed.is_some(),
        &[(TREE, ANY), (MPI, MESSAGES)],
        OF_NETWORKS,
    ),
    row(
        Feature::Hosts,
        "--hosts",
        |request| request.hosts.is_some(),
        &[(TREES, ANY), (ONE_MESSAGE, MESSAGES), (MPI, CHANNELS)],
        of_channels!("overlay trees, with bcast and reduce under a model of single messages, and with "),
    ),
    row(
        Feature::UnequalHosts,
        "unequal --hosts",
        |_| false,
        &[(TREES, NODES), (ONE_MESSAGE, MESSAGES)],
        "overlay trees under a model of nodes, and with bcast and reduce under a model of messages",
    ),
    row(Feature::FrontEnd, "--fe", |request| request.front_end.is_some(), &[(TREES, ANY)], OF_PLACEMENT),
    row(Feature::Place, "--place", |request| request.placement.is_some(), &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    row(
        Feature::InternalHosts,
        "--internal-hosts",
        |request| request.internal_hosts.is_some(),
        &[(TREE, ANY)],
        OF_LEAF_PLACEMENT,
    ),
    row(Feature::Attach, "--attach", |request| request.mode == Some(Mode::Attach), &[(TREE, ANY)], OF_LEAF_PLACEMENT),
    row(Feature::Launch, "--launch", |request| request.mode == Some(Mode::Launch), &[(TREE, ANY)], OF_LEAF_PLACEMENT),
];
