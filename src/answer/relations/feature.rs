//! The features of a request.

use crate::request::{FileFormat, Front, MappingChoice, ObjectiveName, Request, Semantics, Word};

/// Something that a request asks for beside its subject, its machine and its model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Feature {
    LogpReading,
    Bytes,
    Values,
    Root,
    NonCommutative,
    LeavesPerHost,
    Lanes,
    RanksPerHost,
    Mapping,
    BestMapping,
    FftSize,
    ElementBytes,
    Allocation,
    Queue,
    Hops,
    Streams,
    Strided,
    Objective,
    Throughput,
    Waves,
    PeriodFront,
    InternalsFront,
    Within,
    MaxFanout,
    MaxHeight,
    MaxInternal,
    Robust,
    Explain,
    Certify,
    Semantics,
    Simulator,
    Network,
    Duplex,
    Ports,
    Routing,
    MappingSeed,
    Hosts,
    UnequalHosts,
    FrontEnd,
    Place,
    InternalHosts,
    Attach,
    GoalTick,
    File(FileFormat),
}

/// The features that a request has.
#[derive(Clone, Debug, Default)]
pub struct Features(Vec<Feature>);

impl Feature {
    /// All of them.
    pub const ALL: [Self; 52] = [
        Self::LogpReading,
        Self::Bytes,
        Self::Values,
        Self::Root,
        Self::NonCommutative,
        Self::LeavesPerHost,
        Self::Lanes,
        Self::RanksPerHost,
        Self::Mapping,
        Self::BestMapping,
        Self::FftSize,
        Self::ElementBytes,
        Self::Allocation,
        Self::Queue,
        Self::Hops,
        Self::Streams,
        Self::Strided,
        Self::Objective,
        Self::Throughput,
        Self::Waves,
        Self::PeriodFront,
        Self::InternalsFront,
        Self::Within,
        Self::MaxFanout,
        Self::MaxHeight,
        Self::MaxInternal,
        Self::Robust,
        Self::Explain,
        Self::Certify,
        Self::Semantics,
        Self::Simulator,
        Self::Network,
        Self::Duplex,
        Self::Ports,
        Self::Routing,
        Self::MappingSeed,
        Self::Hosts,
        Self::UnequalHosts,
        Self::FrontEnd,
        Self::Place,
        Self::InternalHosts,
        Self::Attach,
        Self::GoalTick,
        Self::File(FileFormat::Mrnet),
        Self::File(FileFormat::G),
        Self::File(FileFormat::Stat),
        Self::File(FileFormat::Dot),
        Self::File(FileFormat::Json),
        Self::File(FileFormat::RankMap),
        Self::File(FileFormat::Goal),
        Self::File(FileFormat::GoalBin),
        Self::File(FileFormat::Mapping),
    ];

    /// What refusals and lists call it: the option.
    #[must_use]
    pub fn name(self) -> String {
        let name = match self {
            Self::LogpReading => "--logp-reading",
            Self::Bytes => "--bytes",
            Self::Values => "--values",
            Self::Root => "--root",
            Self::NonCommutative => "--non-commutative",
            Self::LeavesPerHost => "--leaves-per-host",
            Self::Lanes => "--lanes",
            Self::RanksPerHost => "--ranks-per-host",
            Self::Mapping => "--mapping",
            Self::BestMapping => "--mapping best",
            Self::FftSize => "--fft-size",
            Self::ElementBytes => "--element-bytes",
            Self::Allocation => "--allocation",
            Self::Queue => "--queue",
            Self::Hops => "--hops",
            Self::Streams => "--streams",
            Self::Strided => "--strided",
            Self::Objective => "--objective",
            Self::Throughput => "--objective period or total",
            Self::Waves => "--waves",
            Self::PeriodFront => "--pareto period",
            Self::InternalsFront => "--pareto internals",
            Self::Within => "--within",
            Self::MaxFanout => "--max-fanout",
            Self::MaxHeight => "--max-height",
            Self::MaxInternal => "--max-internal",
            Self::Robust => "--robust",
            Self::Explain => "--explain",
            Self::Certify => "--certify",
            Self::Semantics => "--semantics",
            Self::Simulator => "--semantics loggopsim or atlahs",
            Self::Network => "--network",
            Self::Duplex => "--duplex",
            Self::Ports => "--ports",
            Self::Routing => "--routing",
            Self::MappingSeed => "--mapping-seed",
            Self::Hosts => "--hosts",
            Self::UnequalHosts => "--hosts of different speeds",
            Self::FrontEnd => "--fe",
            Self::Place => "--place",
            Self::InternalHosts => "--internal-hosts",
            Self::Attach => "--attach or --launch",
            Self::GoalTick => "--goal-tick",
            Self::File(format) => return format!("--emit {}", format.word()),
        };
        name.to_owned()
    }
}

impl Features {
    /// Those of a request, on hosts that are alike or not.
    #[must_use]
    pub fn new(request: &Request, hosts_are_unequal: bool) -> Self {
        let throughput =
            request.waves.is_some() || matches!(request.objective, Some(ObjectiveName::Period | ObjectiveName::Total));
        let simulator = matches!(request.semantics, Some(Semantics::Loggopsim | Semantics::Atlahs));
        let best_mapping = request.mapping == Some(MappingChoice::Best);
        let given = [
            (Feature::LogpReading, request.logp_reading.is_some()),
            (Feature::Bytes, request.bytes.is_some()),
            (Feature::Values, request.values.is_some()),
            (Feature::Root, request.root.is_some_and(|root| root > 0)),
            (Feature::NonCommutative, request.non_commutative),
            (Feature::LeavesPerHost, request.leaves_per_host.is_some()),
            (Feature::Lanes, request.lanes.is_some()),
            (Feature::RanksPerHost, request.ranks_per_host.is_some()),
            (Feature::Mapping, request.mapping.is_some()),
            (Feature::BestMapping, best_mapping),
            (Feature::FftSize, request.fft_size.is_some()),
            (Feature::ElementBytes, request.element_bytes.is_some()),
            (Feature::Allocation, request.allocation.is_some()),
            (Feature::Queue, request.queue.is_some()),
            (Feature::Hops, request.hops.is_some()),
            (Feature::Streams, request.streams.is_some()),
            (Feature::Strided, request.strided),
            (Feature::Objective, request.objective.is_some()),
            (Feature::Waves, request.waves.is_some()),
            (Feature::Throughput, throughput),
            (Feature::PeriodFront, request.pareto == Some(Front::Period)),
            (Feature::InternalsFront, request.pareto == Some(Front::Internals)),
            (Feature::Within, request.within.is_some()),
            (Feature::MaxFanout, request.max_fanout.is_some()),
            (Feature::MaxHeight, request.max_height.is_some()),
            (Feature::MaxInternal, request.max_internal.is_some()),
            (Feature::Robust, request.robust.is_some()),
            (Feature::Explain, request.explain),
            (Feature::Certify, request.certify.is_some()),
            (Feature::Semantics, request.semantics.is_some()),
            (Feature::Simulator, simulator),
            (Feature::Network, request.network.is_some()),
            (Feature::Duplex, request.duplex.is_some()),
            (Feature::Ports, request.ports.is_some()),
            (Feature::Routing, request.routing.is_some()),
            (Feature::MappingSeed, request.mapping_seed.is_some()),
            (Feature::Hosts, request.hosts.is_some()),
            (Feature::UnequalHosts, hosts_are_unequal),
            (Feature::FrontEnd, request.front_end.is_some()),
            (Feature::Place, request.placement.is_some()),
            (Feature::InternalHosts, request.internal_hosts.is_some()),
            (Feature::Attach, request.mode.is_some()),
            (Feature::GoalTick, request.goal_tick.is_some()),
        ];
        let given = given.into_iter().filter(|(_, given)| *given).map(|(feature, _)| feature);
        Self(given.chain(request.formats.iter().map(|format| Feature::File(*format))).collect())
    }

    /// Whether a feature is among them.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.0.contains(&feature)
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Feature> {
        self.0.iter().copied()
    }
}
