//! The features that subjects require, and the needs of features.

use super::feature::Row;
use super::features::Features;
use super::groups::{ANY, Cells, FFT, LIBRARY, POINT_TO_POINT, SIZED, SUM, WITH_BYTES, cell};
use super::model_kind::ModelKind;
use super::rows::Feature::{
    self, Attach, Bytes, Certify, Duplex, FftSize, File, ForVersion, FrontEnd, GoalTick, Hosts, InternalHosts, Lanes,
    LeavesPerHost, MappingSeed, Network, OnePort, Place, Point, Ports, Routing, Simulator, StepsFront, TotalObjective,
    UnequalHosts, Values, Waves,
};
use super::subject::Subject;
use crate::request::{FileFormat, Refusal};

/// A feature that needs one of several others.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// The feature.
    pub feature: Feature,
    /// The kind of models under which alone the need exists; `None` for all kinds.
    pub model: Option<ModelKind>,
    /// The features, one of which is needed.
    pub of: &'static [Feature],
    /// The needed features in words.
    pub reason: &'static str,
}

/// A feature that a subject requires.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The feature.
    pub feature: Feature,
    /// The subjects that require it, each group with its kinds of models.
    pub(super) of: Cells,
    /// The feature in words.
    what: &'static str,
}

/// The features that subjects require.
pub const REQUIREMENTS: &[Requirement] = &[
    Requirement {
        feature: Bytes,
        of: &[cell(WITH_BYTES, SIZED), cell(POINT_TO_POINT, LIBRARY)],
        what: "the size of the message, like --bytes 64KiB",
    },
    Requirement { feature: Values, of: &[cell(SUM, ANY)], what: "the number of values to add up" },
    Requirement { feature: FftSize, of: &[cell(FFT, ANY)], what: "the elements along each side of the box" },
];

pub(super) const fn need(feature: Feature, of: &'static [Feature], reason: &'static str) -> Need {
    Need { feature, model: None, of, reason }
}

/// The needs of features.
pub const NEEDS: &[Need] = &[
    need(TotalObjective, &[Waves], "--waves W, the number of waves"),
    need(Lanes, &[LeavesPerHost], "--leaves-per-host"),
    need(Duplex, &[Network], "--network"),
    need(Ports, &[Network], "--network"),
    need(OnePort, &[Network], "--network"),
    need(Point, &[StepsFront], "--pareto steps"),
    need(Routing, &[Network], "--network"),
    need(MappingSeed, &[Network], "--network"),
    Need {
        model: Some(ModelKind::Messages),
        ..need(
            Certify,
            &[UnequalHosts],
            "messages that cannot be cut: take --model logp, or --hosts of different speeds",
        )
    },
];

const MRNET: Feature = File(FileFormat::Mrnet);
const STAT: Feature = File(FileFormat::Stat);
const RANK_MAP: Feature = File(FileFormat::RankMap);
const DOT: Feature = File(FileFormat::Dot);
const SVG: Feature = File(FileFormat::Svg);
const FLUX: Feature = File(FileFormat::Flux);
const CLUSTERSHELL: Feature = File(FileFormat::ClusterShell);

/// The features beside which options have an effect. Files may have such an option alone, for users who add the others.
pub const USES: &[Need] = &[
    need(
        FrontEnd,
        &[UnequalHosts, MRNET, RANK_MAP, DOT, SVG, FLUX, CLUSTERSHELL],
        "--emit mrnet, rank-map, dot, svg, flux or clustershell, or unequal --hosts",
    ),
    need(Place, &[MRNET, RANK_MAP, DOT, SVG], "--emit mrnet, rank-map, dot or svg"),
    need(Attach, &[Hosts, MRNET, STAT, RANK_MAP, DOT], "--hosts, or --emit mrnet, stat, rank-map or dot"),
    need(InternalHosts, &[Hosts, MRNET, STAT, RANK_MAP, DOT], "--hosts, or --emit mrnet, stat, rank-map or dot"),
    need(ForVersion, &[File(FileFormat::Slurm)], "--emit slurm, whose line depends on the release"),
    need(
        GoalTick,
        &[File(FileFormat::Goal), File(FileFormat::GoalBin), Simulator],
        "--emit goal or goal-bin, or --semantics loggopsim or atlahs",
    ),
];

impl Need {
    /// True if the feature needs the others under a kind of models.
    #[must_use]
    pub fn applies_to(&self, model: ModelKind) -> bool {
        self.model.is_none_or(|of| of == model)
    }

    /// True if the feature is present, and none of those that it needs.
    pub(super) fn is_missing(&self, features: &Features) -> bool {
        features.has(self.feature) && !self.of.iter().any(|other| features.has(*other))
    }

    /// The refusal if none of the others is present.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::invalid(format!("{} needs {}", Row::of(self.feature).name, self.reason))
    }
}

impl Requirement {
    /// True if a subject requires the feature under a kind of models.
    #[must_use]
    pub fn applies_to(&self, subject: Subject, model: ModelKind) -> bool {
        self.of.iter().any(|cell| cell.has(subject, model))
    }

    /// True if a subject requires the feature under a kind of models, and it is absent.
    pub(super) fn is_missing(&self, subject: Subject, model: ModelKind, features: &Features) -> bool {
        self.applies_to(subject, model) && !features.has(self.feature)
    }

    /// The refusal if the feature is missing.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::invalid(format!("{} is missing: {}", Row::of(self.feature).name, self.what))
    }
}
