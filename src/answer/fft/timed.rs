//! The times of decompositions, from those of exchanges in groups of ranks.

use super::decomposition::{Decomposition, Transpose, Transposes, decompositions};
use crate::answer::Candidate;
use crate::request::FftJob;
use logpine_models::model::{Bgp, BgpError, GroupExchange, Interval, PortTiming, Torus};
use std::cmp::min;

/// The costs of exchanges.
#[derive(Clone, Copy)]
pub enum FftCost<'a> {
    /// The machine's own library, on a torus: between bounds for any placement of the ranks.
    Library(&'a Bgp),
    /// A model of messages, blind to the network: q - 1 rounds of pairwise exchange among q ranks.
    Messages(&'a dyn PortTiming),
}

/// The reason why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FftPlanError {
    /// Too many ranks, or a number without a grid.
    #[error(
        "no decomposition of {size}^3 points has {ranks} ranks: in planes there are at most {size}, in pencils r x c with \
         2 <= r <= c <= {size}"
    )]
    NoDecomposition {
        /// The number of points along each side, n.
        size: u64,
        /// The number of ranks, P.
        ranks: u64,
    },
    /// The machine has no costs of exchanges.
    #[error(transparent)]
    Library(#[from] BgpError),
    /// Every decomposition is past [`Time::MAX`](logpine_text::units::Time::MAX).
    #[error("the times of all decompositions are more than can be represented")]
    NotRepresentable,
}

pub(super) fn candidates(cost: FftCost<'_>, job: FftJob) -> Result<Vec<Candidate<Transposes>>, FftPlanError> {
    let none = || FftPlanError::NoDecomposition { size: job.size(), ranks: job.ranks() };
    candidates_or_none(cost, job)?.ok_or_else(none)
}

/// All decompositions that have a time, sorted; `None` if none is possible.
pub(super) fn candidates_or_none(
    cost: FftCost<'_>,
    job: FftJob,
) -> Result<Option<Vec<Candidate<Transposes>>>, FftPlanError> {
    let decompositions = decompositions(job);
    if decompositions.is_empty() {
        return Ok(None);
    }
    let exchanges = Exchanges::new(cost, job.ranks())?;
    let mut candidates = Vec::with_capacity(decompositions.len());
    for decomposition in decompositions {
        candidates.extend(timed(&exchanges, decomposition, job)?);
    }
    if candidates.is_empty() {
        return Err(FftPlanError::NotRepresentable);
    }
    candidates.sort_by_key(|candidate| {
        (candidate.time, candidate.construction.time.low, candidate.construction.decomposition)
    });
    Ok(Some(candidates))
}

/// A decomposition with its time; `None` if that is not representable.
fn timed(
    exchanges: &Exchanges<'_>,
    decomposition: Decomposition,
    job: FftJob,
) -> Result<Option<Candidate<Transposes>>, FftPlanError> {
    let share = |parts: u64| job.size().div_ceil(parts);
    let block = |group: u64, other: u64| job.element_bytes() * share(group).pow(2) * share(other);
    let ranks = job.ranks();
    let groups = match decomposition {
        Decomposition::Planes if ranks == 1 => Vec::new(),
        Decomposition::Planes => vec![(ranks, block(ranks, 1))],
        Decomposition::Pencils { rows, columns } => vec![(rows, block(rows, columns)), (columns, block(columns, rows))],
    };
    let (mut transposes, mut total) = (Vec::with_capacity(groups.len()), Interval::default());
    for (group, bytes) in groups {
        let Some(time) = exchanges.time(group, bytes)? else { return Ok(None) };
        let Some(sum) = total.checked_add(time) else { return Ok(None) };
        total = sum;
        transposes.push(Transpose { group, groups: ranks / group, bytes, time });
    }
    let construction = Transposes { decomposition, transposes, time: total };
    Ok(Some(Candidate::new(decomposition.family(), decomposition.parameters(), total.high, construction)))
}

/// Exchanges on a number of ranks.
enum Exchanges<'a> {
    Library { bgp: &'a Bgp, torus: Torus, ranks: u64 },
    Messages(&'a dyn PortTiming),
}

impl<'a> Exchanges<'a> {
    fn new(cost: FftCost<'a>, ranks: u64) -> Result<Self, FftPlanError> {
        Ok(match cost {
            FftCost::Library(bgp) => {
                Self::Library { bgp, torus: Torus::holding(ranks).map_err(BgpError::from)?, ranks }
            }
            FftCost::Messages(timing) => Self::Messages(timing),
        })
    }

    /// The time of an exchange in groups; `None` past the longest time.
    fn time(&self, group: u64, bytes: u64) -> Result<Option<Interval>, BgpError> {
        match self {
            Self::Library { bgp, torus, ranks } => {
                let exchange = GroupExchange { ranks: *ranks, group: min(group, *ranks), bytes };
                match bgp.exchange_on(torus, exchange) {
                    Ok(cost) => Ok(Some(cost.time)),
                    Err(BgpError::NotRepresentable) => Ok(None),
                    Err(error) => Err(error),
                }
            }
            Self::Messages(timing) => {
                let round = timing.port(bytes).and_then(logpine_models::model::Port::round);
                Ok(round.and_then(|round| round.checked_mul(group - 1)).map(Interval::exactly))
            }
        }
    }
}
