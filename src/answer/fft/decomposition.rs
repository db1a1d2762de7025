//! Decompositions of the points of a 3d FFT, and their exchanges.

use crate::request::FftJob;
use logpine_models::model::Interval;
use logpine_trees::tree::families::Parameters;

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
    pub(super) fn parameters(self) -> Parameters {
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

/// Planes, and every grid of pencils.
pub(super) fn decompositions(job: FftJob) -> Vec<Decomposition> {
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
