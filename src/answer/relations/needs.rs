//! The features that subjects require, and the needs of features.

use super::feature::Feature::{
    self, Attach, Bytes, Certify, Duplex, FftSize, File, ForVersion, FrontEnd, GoalTick, Hosts, InternalHosts, Lanes,
    LeavesPerHost, MappingSeed, Network, OnePort, Place, Point, Ports, Routing, Simulator, StepsFront, TotalObjective,
    UnequalHosts, Values, Waves,
};
use super::feature::{Cells, Row};
use super::features::Features;
use super::model_kind::{ModelKind, SIZED};
use super::subject::{Subject, WITH_BYTES};
use crate::request::{FileFormat, Refusal};

/// A feature that needs one of several others.
#[derive(Clone, Copy, Debug)]
pub struct Need {
    /// The feature.
    pub feature: Feature,
    /// The kinds of models under which the need exists.
    pub models: &'static [ModelKind],
    /// The features, one of which is needed.
    pub of: &'static [Feature],
    /// The needed features in words, after "goes with".
    pub reason: &'static str,
}

/// A feature that a subject requires.
#[derive(Clone, Copy, Debug)]
pub struct Requirement {
    /// The feature.
    pub feature: Feature,
    /// The subjects that require it, each group with its kinds of models.
    pub of: Cells,
    /// The feature in words.
    pub what: &'static str,
}

const ANY: &[ModelKind] = &ModelKind::ALL;

/// The features that subjects require.
pub const REQUIREMENTS: &[Requirement] = &[
    Requirement {
        feature: Bytes,
        of: &[(WITH_BYTES, SIZED), (&[Subject::PointToPoint], &[ModelKind::Library])],
        what: "the size of the message, like --bytes 64KiB",
    },
    Requirement { feature: Values, of: &[(&[Subject::Sum], ANY)], what: "the number of values to add up" },
    Requirement { feature: FftSize, of: &[(&[Subject::Fft], ANY)], what: "the elements along each side of the box" },
];

/// The needs of features.
pub const NEEDS: &[Need] = &[
    Need { feature: TotalObjective, models: ANY, of: &[Waves], reason: "--waves W, the number of waves" },
    Need { feature: Lanes, models: ANY, of: &[LeavesPerHost], reason: "--leaves-per-host" },
    Need { feature: Duplex, models: ANY, of: &[Network], reason: "--network" },
    Need { feature: Ports, models: ANY, of: &[Network], reason: "--network" },
    Need { feature: OnePort, models: ANY, of: &[Network], reason: "--network" },
    Need { feature: Point, models: ANY, of: &[StepsFront], reason: "--pareto steps" },
    Need { feature: Routing, models: ANY, of: &[Network], reason: "--network" },
    Need { feature: MappingSeed, models: ANY, of: &[Network], reason: "--network" },
    Need {
        feature: Certify,
        models: &[ModelKind::Messages],
        of: &[UnequalHosts],
        reason: "messages that cannot be cut: take --model logp, or --hosts of different speeds",
    },
];

/// The features beside which options have an effect. Files may have such an option alone, for users who add the others.
pub const USES: &[Need] = &[
    Need {
        feature: FrontEnd,
        models: ANY,
        of: &[
            UnequalHosts,
            File(FileFormat::Mrnet),
            File(FileFormat::RankMap),
            File(FileFormat::Dot),
            File(FileFormat::Svg),
            File(FileFormat::Flux),
            File(FileFormat::ClusterShell),
        ],
        reason: "--emit mrnet, rank-map, dot, svg, flux or clustershell, or unequal --hosts",
    },
    Need {
        feature: Place,
        models: ANY,
        of: &[File(FileFormat::Mrnet), File(FileFormat::RankMap), File(FileFormat::Dot), File(FileFormat::Svg)],
        reason: "--emit mrnet, rank-map, dot or svg",
    },
    Need {
        feature: Attach,
        models: ANY,
        of: &[Hosts, File(FileFormat::Mrnet), File(FileFormat::Stat), File(FileFormat::RankMap), File(FileFormat::Dot)],
        reason: "--hosts, or --emit mrnet, stat, rank-map or dot",
    },
    Need {
        feature: InternalHosts,
        models: ANY,
        of: &[Hosts, File(FileFormat::Mrnet), File(FileFormat::Stat), File(FileFormat::RankMap), File(FileFormat::Dot)],
        reason: "--hosts, or --emit mrnet, stat, rank-map or dot",
    },
    Need {
        feature: ForVersion,
        models: ANY,
        of: &[File(FileFormat::Slurm)],
        reason: "--emit slurm, whose line depends on the release",
    },
    Need {
        feature: GoalTick,
        models: ANY,
        of: &[File(FileFormat::Goal), File(FileFormat::GoalBin), Simulator],
        reason: "--emit goal or goal-bin, or --semantics loggopsim or atlahs",
    },
];

impl Need {
    /// True if the feature needs the others under a kind of models.
    #[must_use]
    pub fn applies_to(&self, model: ModelKind) -> bool {
        self.models.contains(&model)
    }

    /// True if the feature is present, and none of those that it needs.
    pub(super) fn is_missing(&self, features: &Features) -> bool {
        features.has(self.feature) && !self.of.iter().any(|other| features.has(*other))
    }

    /// The refusal if none of the others is present.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::invalid(format!("{} goes with {}", Row::of(self.feature).name, self.reason))
    }
}

impl Requirement {
    /// True if a subject requires the feature under a kind of models, and it is absent.
    pub(super) fn is_missing(&self, subject: Subject, model: ModelKind, features: &Features) -> bool {
        let needs = self.of.iter().any(|(subjects, models)| subjects.contains(&subject) && models.contains(&model));
        needs && !features.has(self.feature)
    }

    /// The refusal if the feature is missing.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal::invalid(format!("{} is missing: {}", Row::of(self.feature).name, self.what))
    }
}
