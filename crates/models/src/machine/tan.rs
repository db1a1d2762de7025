//! `[tan]`: tree aggregation networks, after Groves, Gutierrez and Arnold (2015).

use super::measured::Measured;
use super::overhead::Overhead;
use super::reader::{Read, Section, Value};
use logpine_text::units::Time;

/// Parameters of the TAN model. Times are in ticks of the machine's clock.
#[derive(Clone, Debug, PartialEq)]
pub struct TanParameters {
    /// C: the one-time cost at the leaves.
    pub startup: Measured<Time>,
    /// The argument of o.
    pub overhead_argument: OverheadArgument,
    /// Inclusion of the latency in the period between waves.
    pub period_latency: PeriodLatency,
    /// The way up: reductions.
    pub reduction: TanDirection,
    /// The way down, from `[tan.multicast]`. Values that it leaves out are those of the way up, except for the filter, which
    /// is zero.
    pub multicast: TanDirection,
}

/// The parameters of waves in one direction.
#[derive(Clone, Debug, PartialEq)]
pub struct TanDirection {
    /// L: the latency between a parent and a child.
    pub latency: Measured<Time>,
    /// o: the time in which a node's processor handles a wave.
    pub overhead: Overhead,
    /// g: the gap of a node.
    pub gap: Measured<Time>,
    /// The time of the application's filter at a node, which is not communication.
    pub filter: Measured<Time>,
}

/// The argument of a node's overhead o.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OverheadArgument {
    /// The node's children and its parent, x + 1: equation (1).
    #[default]
    ChildrenAndParent,
    /// The node's children x only, as in the fits to measurements of one node with N children.
    Children,
}

impl OverheadArgument {
    /// The argument of o at a node with `fanout` children; `None` past 2^64 - 1.
    #[must_use]
    pub const fn of(self, fanout: u64) -> Option<u64> {
        match self {
            Self::ChildrenAndParent => fanout.checked_add(1),
            Self::Children => Some(fanout),
        }
    }

    /// The fanout at which o has this argument; 0 if there is none.
    #[must_use]
    pub const fn fanout(self, argument: u64) -> u64 {
        match self {
            Self::ChildrenAndParent => argument.saturating_sub(1),
            Self::Children => argument,
        }
    }
}

/// Inclusion of the latency in the period between waves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PeriodLatency {
    /// L + o + g: equation (2).
    #[default]
    Included,
    /// o + g: messages in flight do not delay a processor's next wave.
    Excluded,
}

const KEYS: &[&str] =
    &["latency", "overhead", "overhead_argument", "period_includes_latency", "gap", "startup", "filter", "multicast"];
const MULTICAST_KEYS: &[&str] = &["latency", "overhead", "gap", "filter"];

impl TanParameters {
    pub(super) fn read(value: Value<'_>) -> Read<Self> {
        let section = value.section("[tan]", KEYS)?;
        let reduction = TanDirection {
            latency: Measured::time(section.required("latency", "\"98us\"")?)?,
            overhead: Overhead::read(section.required("overhead", "{ constant = \"49.3us\" }")?)?,
            gap: time_or(&section, "gap", Measured::default())?,
            filter: time_or(&section, "filter", Measured::default())?,
        };
        Ok(Self {
            startup: time_or(&section, "startup", Measured::default())?,
            overhead_argument: overhead_argument(&section)?,
            period_latency: PeriodLatency::read(&section, PeriodLatency::Included)?,
            multicast: multicast(&section, &reduction)?,
            reduction,
        })
    }
}

fn time_or(section: &Section<'_>, key: &'static str, default: Measured<Time>) -> Read<Measured<Time>> {
    section.optional(key).map_or(Ok(default), Measured::time)
}

fn overhead_argument(section: &Section<'_>) -> Read<OverheadArgument> {
    const WORDS: &[(&str, OverheadArgument)] =
        &[("children+1", OverheadArgument::ChildrenAndParent), ("children", OverheadArgument::Children)];
    section.optional("overhead_argument").map_or(Ok(OverheadArgument::default()), |word| word.choice(WORDS))
}

impl PeriodLatency {
    /// Reads `period_includes_latency`; `default` if the section does not have it.
    pub(super) fn read(section: &Section<'_>, default: Self) -> Read<Self> {
        Ok(match section.optional("period_includes_latency").map(|value| value.boolean()).transpose()? {
            None => default,
            Some(true) => Self::Included,
            Some(false) => Self::Excluded,
        })
    }
}

fn multicast(section: &Section<'_>, reduction: &TanDirection) -> Read<TanDirection> {
    let symmetric = TanDirection { filter: Measured::default(), ..reduction.clone() };
    let Some(value) = section.optional("multicast") else {
        return Ok(symmetric);
    };
    let section = value.section("[tan.multicast]", MULTICAST_KEYS)?;
    Ok(TanDirection {
        latency: time_or(&section, "latency", symmetric.latency)?,
        overhead: section.optional("overhead").map_or(Ok(symmetric.overhead), Overhead::read)?,
        gap: time_or(&section, "gap", symmetric.gap)?,
        filter: time_or(&section, "filter", symmetric.filter)?,
    })
}
