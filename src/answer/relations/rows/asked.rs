//! Features of the collective, the model, the sizes and the layout.

use super::row;
use crate::answer::costs::READING_WITH;
use crate::answer::relations::feature::{Feature, Row};
use crate::answer::relations::groups::{
    ALL, ANY, CHANNELS, LIBRARY, MESSAGES, NODES, OF_FFT, OF_LEAF_TREES, OF_POINT_TO_POINT, ONE_MESSAGE, RANKS, TREE,
    TREES,
};
use crate::answer::relations::model_kind::{ModelKind, SIZED};
use crate::answer::relations::model_words::of_channels;
use crate::answer::relations::subject::{MPI, Subject, WITH_BYTES};
use crate::request::{Mapping, MappingChoice, Operation, TorusAllocation};

/// The rows of the collective, the model, the sizes and the layout.
pub(super) const ASKED: &[Row] = &[
    row(
        Feature::LogpReading,
        "--logp-reading",
        |request| request.logp_reading.is_some(),
        &[(TREE, &[ModelKind::LogpOfTrees])],
        READING_WITH,
    ),
    row(
        Feature::Roundtrip,
        "--collective roundtrip",
        |request| request.operation() == Operation::Roundtrip,
        &[(TREES, NODES)],
        "overlay trees under a model of nodes: --model tan or logp; under one of messages ask for reduce and for multicast",
    ),
    row(Feature::Operation, "--collective", |request| request.collective.is_some(), &[(ALL, ANY)], "every subject"),
    row(
        Feature::Bytes,
        "--bytes",
        |request| request.bytes.is_some(),
        &[(WITH_BYTES, SIZED), (TREES, &[ModelKind::Overlay]), (&[Subject::PointToPoint], LIBRARY)],
        "messages that have a size: leave --bytes out (a barrier has none), or choose a --model whose messages have one",
    ),
    row(Feature::Values, "--values", |request| request.values.is_some(), &[(&[Subject::Sum], ANY)], "a sum"),
    row(
        Feature::Root,
        "--root",
        |request| request.root.is_some_and(|root| root > 0),
        &[
            (&[Subject::Bcast, Subject::Reduce, Subject::Rooted, Subject::Sum], MESSAGES),
            (&[Subject::NetworkBcast, Subject::NetworkScatter], ANY),
        ],
        "bcast, reduce, scatter and gather under a model of single messages or on a network, and with a sum",
    ),
    row(
        Feature::NonCommutative,
        "--non-commutative",
        |request| request.non_commutative,
        &[(&[Subject::Reduce], MESSAGES)],
        "reduce under a model of single messages",
    ),
    row(
        Feature::LeavesPerHost,
        "--leaves-per-host",
        |request| request.leaves_per_host.is_some(),
        &[(TREE, NODES)],
        OF_LEAF_TREES,
    ),
    row(Feature::Lanes, "--lanes", |request| request.lanes.is_some(), &[(TREE, NODES)], OF_LEAF_TREES),
    row(
        Feature::RanksPerHost,
        "--ranks-per-host",
        |request| request.ranks_per_host.is_some(),
        &[(ONE_MESSAGE, MESSAGES), (MPI, CHANNELS)],
        of_channels!("bcast and reduce, and with "),
    ),
    row(Feature::Mapping, "--mapping", |request| request.mapping.is_some(), &[(MPI, CHANNELS)], of_channels!()),
    row(
        Feature::BestMapping,
        "--mapping best",
        |request| request.mapping == Some(MappingChoice::Best),
        &[(MPI, CHANNELS)],
        of_channels!(),
    ),
    row(
        Feature::ListedMapping,
        "--mapping FILE",
        |request| matches!(request.mapping, Some(MappingChoice::Path(_) | MappingChoice::Known(Mapping::Listed(_)))),
        &[(MPI, CHANNELS)],
        of_channels!(),
    ),
    row(Feature::FftSize, "--size", |request| request.fft_size.is_some(), &[(&[Subject::Fft], ANY)], OF_FFT),
    row(
        Feature::ElementBytes,
        "--element-bytes",
        |request| request.element_bytes.is_some(),
        &[(&[Subject::Fft], ANY)],
        OF_FFT,
    ),
    row(
        Feature::Allocation,
        "--allocation",
        |request| request.allocation.is_some(),
        &[(RANKS, LIBRARY)],
        "--model bgp",
    ),
    row(
        Feature::NonCubic,
        "--allocation non-cubic",
        |request| request.allocation == Some(TorusAllocation::NonCubic),
        &[(&[Subject::Bcast], LIBRARY)],
        "bcast and --model bgp: for the others the cost of an allocation that is not a cube is not known",
    ),
    row(
        Feature::Queue,
        "--queue",
        |request| request.queue.is_some(),
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
    row(
        Feature::Hops,
        "--hops",
        |request| request.hops.is_some(),
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
    row(
        Feature::Streams,
        "--streams",
        |request| request.streams.is_some(),
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
    row(
        Feature::Strided,
        "--strided",
        |request| request.strided,
        &[(&[Subject::PointToPoint], LIBRARY)],
        OF_POINT_TO_POINT,
    ),
];
