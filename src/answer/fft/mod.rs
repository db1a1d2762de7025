//! Decompositions of the points of a 3d FFT among ranks, ranked by the time of their transposes.
//!
//! *1d, planes*: rank i has ceil(n/P) planes; one all-to-all exchange among all ranks, with blocks of ceil(n/P)^2 n points.
//! *2d, pencils* on a grid of r x c ranks: an exchange among the r ranks of every column of the grid, blocks of
//! ceil(n/r)^2 ceil(n/c) points, then one among the c ranks of every row, blocks of ceil(n/c)^2 ceil(n/r) points; all columns,
//! and all rows, at the same time. A grid of 1 x P would be planes again, and r x c takes as long as c x r, so 2 <= r <= c.
//!
//! The computation of the ranks is left out: the transforms are the same in all decompositions, though libraries do those of
//! whole planes (possible in 1d only) more efficiently than single ones.

mod decomposition;
mod timed;

pub use decomposition::{Decomposition, Transpose, Transposes};
pub use timed::{FftCost, FftPlanError};

use super::Candidate;
use crate::request::FftJob;
use logpine_models::model::Accuracy;
use logpine_text::units::Time;
use timed::{candidates, candidates_or_none};

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
