//! Questions about overlay trees, in which only the leaves hold data.

use crate::excerpt::short;
use crate::units::Time;
use std::str::FromStr;

/// The largest number of leaves of a job: 2^63.
pub const MOST_LEAVES: u64 = 1 << 63;

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
/// use logpine::request::Tolerance;
/// use logpine::units::Time;
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

/// A question about overlay trees, whose leaves alone hold data: the best tree for a number of leaves, under the costs of
/// Groves, Gutierrez and Arnold (2015), equations (1) and (2), or any other [`LevelCost`](crate::model::LevelCost).
///
/// **Units** leaves are counted, without the processes above them; limits count processes, children and edges; times are in
/// ticks. **Errors** [`Job::new`] refuses no leaf and more than 2^63; whether limits leave a tree is up to the search.
///
/// ```
/// use logpine::request::Job;
/// assert_eq!(Job::new(128)?.leaves(), 128);
/// assert!(Job::new(0).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The operation.
    pub collective: Collective,
    /// The number of leaves, 1..=2^63.
    leaves: u64,
    /// The quantity to minimise.
    pub objective: Objective,
    /// The limits of the tree.
    pub limits: Limits,
}

/// A question that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// A number of leaves outside 1..=2^63.
    #[error("{leaves} leaves: a tree has at least 1 leaf and at most 2^63 = {MOST_LEAVES}")]
    Leaves {
        /// The number asked for.
        leaves: u64,
    },
    /// A total over no waves.
    #[error("a total needs at least 1 wave, not 0")]
    NoWaves,
}

impl Job {
    /// A reduction over `leaves` leaves for the least latency, without limits.
    ///
    /// # Errors
    /// [`JobError::Leaves`] outside 1..=2^63.
    pub fn new(leaves: u64) -> Result<Self, JobError> {
        if !(1..=MOST_LEAVES).contains(&leaves) {
            return Err(JobError::Leaves { leaves });
        }
        let (collective, objective, limits) = (Collective::default(), Objective::default(), Limits::default());
        Ok(Self { collective, leaves, objective, limits })
    }

    /// The same job for another collective.
    #[must_use]
    pub fn with_collective(self, collective: Collective) -> Self {
        Self { collective, ..self }
    }

    /// The same job with another objective.
    ///
    /// # Errors
    /// [`JobError::NoWaves`] for a total over 0 waves.
    pub fn with_objective(self, objective: Objective) -> Result<Self, JobError> {
        if objective == (Objective::Total { waves: 0 }) {
            return Err(JobError::NoWaves);
        }
        Ok(Self { objective, ..self })
    }

    /// The same job with limits.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The number of leaves.
    #[must_use]
    pub const fn leaves(&self) -> u64 {
        self.leaves
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
