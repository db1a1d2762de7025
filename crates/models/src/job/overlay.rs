//! Questions about overlay trees, in which only the leaves hold data.

use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use logpine_text::units::Time;
use std::str::FromStr;

/// The largest number of targets of a job: 2^63.
pub const MOST_LEAVES: u64 = 1 << 63;

/// The nodes of an overlay tree that hold data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Targets {
    /// The leaves: processes above them only pass data on (MRNet, STAT).
    #[default]
    Leaves,
    /// All nodes, the root included (Slurm, PRRTE, Flux).
    Members,
}

impl Targets {
    /// The number of targets that an internal node is itself: 0 or 1.
    #[must_use]
    pub const fn of_internal_node(self) -> u64 {
        match self {
            Self::Leaves => 0,
            Self::Members => 1,
        }
    }

    /// The word for one target.
    #[must_use]
    pub const fn one(self) -> &'static str {
        match self {
            Self::Leaves => "leaf",
            Self::Members => "member",
        }
    }

    /// The words for a tree.
    #[must_use]
    pub const fn trees(self) -> &'static str {
        match self {
            Self::Leaves => "overlay tree",
            Self::Members => "member tree",
        }
    }

    /// The word for several targets.
    #[must_use]
    pub const fn many(self) -> &'static str {
        match self {
            Self::Leaves => "leaves",
            Self::Members => "members",
        }
    }
}

/// An operation over an overlay tree, in which only the leaves hold data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Collective {
    /// Data of the leaves, combined on the way up.
    #[default]
    Reduce,
    /// One message from the root to all leaves.
    Multicast,
    /// A multicast followed by a reduction.
    Roundtrip,
}

/// The quantity to minimise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// The time of one wave.
    #[default]
    Latency,
    /// The time between waves in steady state; among equal periods, the latency.
    Period,
    /// Latency + (waves - 1) * period; at least one wave.
    Total {
        /// The number of waves.
        waves: u64,
    },
}

impl Objective {
    /// The objective's name: `latency`, `period` or `total`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Latency => "latency",
            Self::Period => "period",
            Self::Total { .. } => "total",
        }
    }
}

/// Limits a tree must respect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of children of a node.
    pub max_fanout: Option<u64>,
    /// The largest distance of a leaf from the root, in edges.
    pub max_height: Option<u32>,
    /// The largest number of internal processes, including the root.
    pub max_internal: Option<u64>,
}

/// The fraction of the fastest tree's time by which a tree may be slower.
///
/// ```
/// use logpine_models::job::Tolerance;
/// use logpine_text::units::Time;
/// let tolerance: Tolerance = "5%".parse()?;
/// assert_eq!(tolerance.longest(Time::from_ticks(1_000)), Some(Time::from_ticks(1_050)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    per_million: u64,
}

/// A text that is not a tolerance.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a share of the time; write it like 5% or 0.5%, with at most four digits after the point")]
pub struct ToleranceError {
    /// The text given.
    text: String,
}

impl Tolerance {
    /// The longest time within the tolerance of `fastest`, in whole ticks; `None` if not representable.
    #[must_use]
    pub fn longest(self, fastest: Time) -> Option<Time> {
        let more = u128::from(fastest.ticks()) * u128::from(self.per_million) / 1_000_000;
        fastest.checked_add(Time::from_ticks(u64::try_from(more).ok()?))
    }

    /// The tolerance in percent, as a decimal number.
    #[must_use]
    pub fn percent(self) -> String {
        let (whole, part) = (self.per_million / 10_000, self.per_million % 10_000);
        let text = format!("{whole}.{part:04}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

impl FromStr for Tolerance {
    type Err = ToleranceError;

    fn from_str(text: &str) -> Result<Self, ToleranceError> {
        let parse = || {
            let number = text.trim().strip_suffix('%')?.trim_end();
            let (whole, part) = number.split_once('.').unwrap_or((number, "0"));
            let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            if !is_number(whole) || !is_number(part) || part.len() > 4 {
                return None;
            }
            let part = format!("{part:0<4}").parse::<u64>().ok()?;
            whole.parse::<u64>().ok()?.checked_mul(10_000)?.checked_add(part)
        };
        match parse() {
            Some(per_million) => Ok(Self { per_million }),
            None => Err(ToleranceError { text: short(text) }),
        }
    }
}

/// A question about overlay trees: the best tree for a number of leaves, which alone hold data, or for a number of members,
/// which are all its nodes, under the costs of Groves, Gutierrez and Arnold (2015), equations (1) and (2), or any other
/// [`LevelCost`](crate::model::LevelCost).
///
/// **Units** leaves are counted without the processes above them, members with the root; limits count processes, children and edges; times are in
/// ticks. **Errors** [`Job::new`] refuses no leaf and more than 2^63; whether limits leave a tree is up to the search.
///
/// ```
/// use logpine_models::job::Job;
/// assert_eq!(Job::new(128)?.count(), 128);
/// assert!(Job::new(0).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The operation.
    pub collective: Collective,
    /// The nodes that hold data.
    pub targets: Targets,
    /// The number of targets, 1..=2^63.
    count: u64,
    /// The quantity to minimise.
    pub objective: Objective,
    /// The limits of the tree.
    pub limits: Limits,
    /// The size of the message in bytes, on which only some models depend.
    pub bytes: u64,
}

impl Job {
    /// A reduction over `leaves` leaves for the least latency, without limits.
    ///
    /// # Errors
    /// [`Reason`] outside 1..=2^63.
    pub fn new(leaves: u64) -> Result<Self, Reason> {
        Self::of(Targets::Leaves, leaves)
    }

    /// A reduction over a tree of `members` nodes, all of which hold data, for the least latency, without limits.
    ///
    /// ```
    /// use logpine_models::job::{Job, Targets};
    /// let job = Job::of_members(128)?;
    /// assert_eq!(job.targets, Targets::Members);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason`] outside 1..=2^63.
    pub fn of_members(members: u64) -> Result<Self, Reason> {
        Self::of(Targets::Members, members)
    }

    /// A reduction over a tree with that many targets, for the least latency, without limits.
    ///
    /// # Errors
    /// [`Reason`] outside 1..=2^63.
    pub fn of(targets: Targets, count: u64) -> Result<Self, Reason> {
        if !(1..=MOST_LEAVES).contains(&count) {
            return Err(match targets {
                Targets::Leaves => {
                    reason!("{count} leaves: a tree has at least 1 leaf and at most 2^63 = {MOST_LEAVES}")
                }
                Targets::Members => reason!("{count} members: a tree has at least 1 and at most 2^63 = {MOST_LEAVES}"),
            });
        }
        let (collective, objective, limits) = (Collective::default(), Objective::default(), Limits::default());
        Ok(Self { collective, targets, count, objective, limits, bytes: 0 })
    }

    /// The same job for another collective.
    #[must_use]
    pub fn with_collective(self, collective: Collective) -> Self {
        Self { collective, ..self }
    }

    /// The same job with another objective.
    ///
    /// # Errors
    /// [`Reason`] for a total over 0 waves.
    pub fn with_objective(self, objective: Objective) -> Result<Self, Reason> {
        if objective == (Objective::Total { waves: 0 }) {
            return Err(Reason::new("a total needs at least 1 wave, not 0"));
        }
        Ok(Self { objective, ..self })
    }

    /// The same job with messages of a size.
    #[must_use]
    pub fn with_bytes(self, bytes: u64) -> Self {
        Self { bytes, ..self }
    }

    /// The same job with limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The number of targets: of leaves, or of members.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tolerance_is_a_percentage() {
        let percent = |text: &str| text.parse::<Tolerance>().map(Tolerance::percent).ok();
        let read = ["5%", "0 %", " 0.5%", "12.3456%", "100.0%"].map(percent);
        assert_eq!(read, ["5", "0", "0.5", "12.3456", "100"].map(|text| Some(text.to_owned())));
        for bad in ["5", "%", "-1%", "1e1%", "5.%", ".5%", "0.00001%", "99999999999999999999%", "five%", ""] {
            assert_eq!(percent(bad), None, "{bad}");
        }
        let tolerance: Tolerance = "0.5%".parse().expect("a tolerance");
        assert_eq!(tolerance.longest(Time::from_ticks(399)), Some(Time::from_ticks(400)));
        assert_eq!(tolerance.longest(Time::MAX), None);
    }
}
