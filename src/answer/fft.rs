//! Decompositions of the points of a 3d FFT among ranks, ranked by the time of their transposes.
//!
//! *1d, planes*: rank i has ceil(n/P) planes; one all-to-all exchange among all ranks, with blocks of ceil(n/P)^2 n points.
//! *2d, pencils* on a grid of r x c ranks: an exchange among the r ranks of every column of the grid, blocks of
//! ceil(n/r)^2 ceil(n/c) points, then one among the c ranks of every row, blocks of ceil(n/c)^2 ceil(n/r) points; all columns,
//! and all rows, at the same time. A grid of 1 x P would be planes again, and r x c takes as long as c x r, so 2 <= r <= c.
//!
//! The computation of the ranks is left out: the transforms are the same in all decompositions, though libraries do those of
//! whole planes (possible in 1d only) more efficiently than single ones.

use super::Candidate;
use crate::model::{Accuracy, Bgp, BgpError, GroupExchange, Interval, PortTiming, Torus};
use crate::request::FftJob;
use crate::tree::families::Parameters;
use crate::units::Time;
use std::cmp::min;

/// The costs of exchanges.
#[derive(Clone, Copy)]
pub enum FftCost<'a> {
    /// The machine's own library, on a torus: between bounds for any placement of the ranks.
    Library(&'a Bgp),
    /// A model of messages, blind to the network: q - 1 rounds of pairwise exchange among q ranks.
    Messages(&'a dyn PortTiming),
}

/// The decomposition of the points of a 3d FFT among ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decomposition {
    /// 1d: every rank has whole planes, and all ranks exchange blocks once.
    Planes,
    /// 2d: every rank has whole lines, and the rows, then the columns of a grid of ranks exchange blocks.
    Pencils {
        /// The number of rows, r.
        rows: u64,
        /// The number of columns, c, at least r.
        columns: u64,
    },
}

impl Decomposition {
    /// `planes` or `pencils`.
    #[must_use]
    pub const fn family(self) -> &'static str {
        match self {
            Self::Planes => "planes",
            Self::Pencils { .. } => "pencils",
        }
    }

    /// r and c of a grid.
    fn parameters(self) -> Parameters {
        match self {
            Self::Planes => Parameters::new(),
            Self::Pencils { rows, columns } => Parameters::new().number("rows", rows).number("columns", columns),
        }
    }

    /// `1d` or `2d`.
    #[must_use]
    pub const fn dimensions(self) -> &'static str {
        match self {
            Self::Planes => "1d",
            Self::Pencils { .. } => "2d",
        }
    }
}

/// An all-to-all exchange in groups of ranks, all groups at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transpose {
    /// The number of ranks that exchange with each other.
    pub group: u64,
    /// Number of groups.
    pub groups: u64,
    /// Bytes of the longest block.
    pub bytes: u64,
    /// The time of the exchange.
    pub time: Interval,
}

/// The exchanges of a decomposition. The candidate's time is the upper bound, which holds for any placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transposes {
    /// The decomposition of the points.
    pub decomposition: Decomposition,
    /// One exchange (1d) or two (2d), one after the other; none for a single rank.
    pub transposes: Vec<Transpose>,
    /// The time of all exchanges.
    pub time: Interval,
}

/// The verdict on the decompositions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FftVerdict {
    /// 1d, for certain.
    Planes,
    /// 2d, for certain, though perhaps not on which grid.
    Pencils,
    /// The bounds overlap.
    Undecided,
}

impl FftVerdict {
    /// `1d`, `2d` or `undecided`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Planes => "1d",
            Self::Pencils => "2d",
            Self::Undecided => "undecided",
        }
    }
}

/// The winner on a number of ranks, and the best candidate of each decomposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FftCrossover {
    /// The number of ranks, P.
    pub ranks: u64,
    /// The decomposition that wins.
    pub verdict: FftVerdict,
    /// The planes, if they are possible.
    pub planes: Option<Candidate<Transposes>>,
    /// The grid with the least upper bound, if one is possible.
    pub pencils: Option<Candidate<Transposes>>,
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
    /// Every decomposition is past [`Time::MAX`].
    #[error("the times of all decompositions are more than can be represented")]
    NotRepresentable,
}

/// The decompositions of a 3d FFT, the one with the least upper bound first; the time of a decomposition is that of its
/// transposes, after Hoefler, Gropp, Thakur and Traeff (2010).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FftPlan {
    /// The question.
    pub job: FftJob,
    candidates: Vec<Candidate<Transposes>>,
    /// The winner on every power of two of ranks up to n^2 with a representable time.
    pub(crate) by_ranks: Vec<FftCrossover>,
    accuracy: Accuracy,
}

impl FftPlan {
    /// Times every decomposition: planes, and pencils on every grid.
    ///
    /// # Errors
    /// [`FftPlanError`] if there is no decomposition, the machine lacks the costs, or no time is representable.
    pub(crate) fn new(cost: FftCost<'_>, job: FftJob) -> Result<Self, FftPlanError> {
        let candidates = candidates(cost, job)?;
        let powers = (1..).map(|exponent| 1 << exponent).take_while(|&ranks| ranks <= job.most_ranks());
        let mut by_ranks = Vec::new();
        for ranks in powers {
            match candidates_or_none(cost, job.among(ranks)) {
                Ok(Some(candidates)) => by_ranks.push(crossover(ranks, &candidates)),
                Ok(None) => break,
                // Few ranks may take too long even if more do not.
                Err(FftPlanError::NotRepresentable) => {}
                Err(error) => return Err(error),
            }
        }
        let accuracy = match cost {
            FftCost::Messages(_) => Accuracy::Exact,
            FftCost::Library(_) if candidates.iter().all(|candidate| candidate.construction.time.time().is_some()) => {
                Accuracy::DominantTerm
            }
            FftCost::Library(_) => Accuracy::Bounded,
        };
        Ok(Self { job, candidates, by_ranks, accuracy })
    }

    /// All decompositions, sorted by their upper bound, then the lower; ties go to planes, then to flat grids.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate<Transposes>] {
        &self.candidates
    }

    /// The decomposition with the least upper bound, which holds for any placement.
    #[must_use]
    pub fn safest(&self) -> &Candidate<Transposes> {
        &self.candidates[0]
    }

    /// The decompositions that may be the fastest: [`FftPlan::safest`], and all with a lower bound below its upper bound.
    pub fn contenders(&self) -> impl Iterator<Item = &Candidate<Transposes>> {
        contenders(&self.candidates)
    }

    /// The decomposition that wins.
    #[must_use]
    pub fn verdict(&self) -> FftVerdict {
        verdict(&self.candidates)
    }

    /// The accuracy of the times.
    #[must_use]
    pub(crate) const fn accuracy(&self) -> Accuracy {
        self.accuracy
    }
}

/// The winner on a number of ranks.
fn crossover(ranks: u64, candidates: &[Candidate<Transposes>]) -> FftCrossover {
    let best = |is_planes: bool| {
        candidates
            .iter()
            .find(|candidate| (candidate.construction.decomposition == Decomposition::Planes) == is_planes)
            .cloned()
    };
    FftCrossover { ranks, verdict: verdict(candidates), planes: best(true), pencils: best(false) }
}

fn contenders(candidates: &[Candidate<Transposes>]) -> impl Iterator<Item = &Candidate<Transposes>> {
    let least = candidates.first().map_or(Time::ZERO, |safest| safest.time);
    candidates
        .iter()
        .take(1)
        .chain(candidates.iter().skip(1).filter(move |candidate| candidate.construction.time.low < least))
}

fn verdict(candidates: &[Candidate<Transposes>]) -> FftVerdict {
    let is_planes = |candidate: &Candidate<Transposes>| candidate.construction.decomposition == Decomposition::Planes;
    let planes = contenders(candidates).filter(|candidate| is_planes(candidate)).count();
    match (planes, contenders(candidates).count() - planes) {
        (_, 0) => FftVerdict::Planes,
        (0, _) => FftVerdict::Pencils,
        _ => FftVerdict::Undecided,
    }
}

fn candidates(cost: FftCost<'_>, job: FftJob) -> Result<Vec<Candidate<Transposes>>, FftPlanError> {
    let none = || FftPlanError::NoDecomposition { size: job.size(), ranks: job.ranks() };
    candidates_or_none(cost, job)?.ok_or_else(none)
}

/// All decompositions that have a time, sorted; `None` if none is possible.
fn candidates_or_none(cost: FftCost<'_>, job: FftJob) -> Result<Option<Vec<Candidate<Transposes>>>, FftPlanError> {
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

/// Planes, and every grid of pencils.
fn decompositions(job: FftJob) -> Vec<Decomposition> {
    let (size, ranks) = (job.size(), job.ranks());
    let mut found = Vec::new();
    if ranks <= size {
        found.push(Decomposition::Planes);
    }
    if ranks <= job.most_ranks() {
        let rows = (2..=size).take_while(|rows| rows * rows <= ranks).filter(|&rows| ranks.is_multiple_of(rows));
        let grids = rows.map(|rows| (rows, ranks / rows)).filter(|&(_, columns)| columns <= size);
        found.extend(grids.map(|(rows, columns)| Decomposition::Pencils { rows, columns }));
    }
    found
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
                let round = timing.port(bytes).and_then(crate::model::Port::round);
                Ok(round.and_then(|round| round.checked_mul(group - 1)).map(Interval::exactly))
            }
        }
    }
}
