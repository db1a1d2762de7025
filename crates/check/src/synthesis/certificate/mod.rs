//! Certificates of lower bounds.

mod calls;
mod cells;
mod cut;
mod dual;
mod parts;
mod sat;
mod times;

pub use cells::{BlocksBound, CellCuts, CutInTime};
pub use dual::Dual;

use super::fault::Wrong;
use super::formula::Formula;
use super::statement::Statement;

/// A claim of a lower bound, with all that its check needs besides the [`Statement`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Node times, see `times`.
    Times {
        /// The number of steps that are needed at least.
        bound: u32,
        /// The time of each vertex.
        times: Vec<u32>,
    },
    /// A set of vertices, see `cut`.
    Cut {
        /// The least time per unit: the numerator.
        p: u64,
        /// The least time per unit: the denominator.
        q: u64,
        /// The vertices.
        set: Vec<u32>,
    },
    /// A partition of the vertices, see `parts`.
    Parts {
        /// The claim.
        least: Least,
        /// The part of each vertex, numbered from 0.
        parts: Vec<u32>,
    },
    /// Prices and values, see `dual`.
    Duals(Vec<Dual>),
    /// Cuts in time, see `cells`.
    Cells(Vec<CellCuts>),
    /// One port: what calls cannot undercut, see `calls`.
    Calls {
        /// The number of steps that are needed at least.
        bound: u32,
        /// The formula of all broadcasts of one block in `bound` - blocks steps, in the DIMACS format; `None` if the bound
        /// follows without.
        dimacs: Option<String>,
    },
    /// A formula that has a solution if there is a schedule, see `sat`.
    Sat {
        /// The number of steps that the schedule would take.
        steps: u32,
        /// The formula in the DIMACS format.
        dimacs: String,
    },
}

/// A lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// At least so many steps.
    Steps(u32),
    /// At least the time p / q per unit.
    TimePerUnit {
        /// The numerator.
        p: u64,
        /// The denominator.
        q: u64,
    },
}

/// The verdict of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Proved.
    Proved(Least),
    /// Proved: so many rounds for a block, by the number of steps.
    Rounds(Vec<RoundsBound>),
    /// Proved: so many blocks are too many, by the numbers of steps and rounds.
    Blocks(Vec<BlocksBound>),
    /// Not proved here: it needs a solver. At least so many steps are needed if it finds no solution.
    NeedsSolver {
        /// The number of steps.
        bound: u32,
        /// The size of the formula.
        formula: Formula,
    },
}

/// A bound on the rounds for a block: R / C >= p / q in schedules of so many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundsBound {
    /// The number of steps.
    pub steps: u32,
    /// The numerator.
    pub p: u64,
    /// The denominator.
    pub q: u64,
}

impl Proof {
    /// The kind of the certificate, as its file names it.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Times { .. } => "times",
            Self::Cut { .. } => "cut",
            Self::Parts { .. } => "parts",
            Self::Duals(_) => "dual",
            Self::Cells(_) => "cells",
            Self::Calls { .. } => "calls",
            Self::Sat { .. } => "sat",
        }
    }

    /// True if the proof holds only where switches neither combine messages nor copy them: some are in no part.
    #[must_use]
    pub fn is_of_forwarding(&self, ranks: u32) -> bool {
        let Self::Parts { parts, .. } = self else { return false };
        let (of_ranks, of_switches) = parts.split_at((ranks as usize).min(parts.len()));
        of_switches.iter().max() > of_ranks.iter().max()
    }

    /// Checks that the proof shows what it claims.
    ///
    /// # Errors
    /// The first [`Wrong`].
    ///
    /// **Complexity** O(m log m) for m arcs, the number of all blocks for node times, O(P S m) for the prices of S steps and P
    /// ranks, O(K (m + S)) for K cuts in time, O(n m) for calls among n vertices, and the length of formulas.
    pub fn check(&self, statement: &Statement<'_>) -> Result<Evidence, Wrong> {
        match self {
            Self::Times { bound, times } => {
                times::check(statement, *bound, times).map(|()| Evidence::Proved(Least::Steps(*bound)))
            }
            Self::Cut { p, q, set } => {
                cut::check(statement, *p, *q, set).map(|()| Evidence::Proved(Least::TimePerUnit { p: *p, q: *q }))
            }
            Self::Parts { least, parts } => parts::check(statement, *least, parts).map(|()| Evidence::Proved(*least)),
            Self::Duals(duals) => dual::check(statement, duals).map(Evidence::Rounds),
            Self::Cells(cells) => cells::check(statement, cells).map(Evidence::Blocks),
            Self::Calls { bound, dimacs: None } => {
                calls::check(statement, *bound).map(|()| Evidence::Proved(Least::Steps(*bound)))
            }
            Self::Calls { bound, dimacs: Some(dimacs) } => {
                let formula = calls::check_formula(statement, *bound, dimacs)?;
                Ok(Evidence::NeedsSolver { bound: *bound, formula })
            }
            Self::Sat { steps, dimacs } => {
                let formula = sat::check(statement, *steps, dimacs)?;
                Ok(Evidence::NeedsSolver { bound: steps.saturating_add(1), formula })
            }
        }
    }
}

/// Refuses rounds of steps for reductions over arcs of more than a step: turned around, what is sent in one step starts in another.
fn rounds_turn_around(statement: &Statement<'_>) -> Result<(), Wrong> {
    let collective = statement.collective;
    match statement.graph.arcs().iter().find(|arc| arc.latency > 1) {
        Some(arc) if collective.is_backward() => Err(Wrong::new(format_args!(
            "rounds of steps say nothing about {collective} if the arc from {from} to {to} takes {latency} steps: only over arcs of one step they can be turned around",
            from = arc.from,
            to = arc.to,
            latency = arc.latency
        ))),
        _ => Ok(()),
    }
}

/// Checks that `need / crossing = p / q`: what has to cross, over the amount that can in a unit of time.
fn check_ratio(need: u128, crossing: u128, p: u64, q: u64) -> Result<(), Wrong> {
    if crossing == 0 {
        return Err(Wrong::new("no arc leaves the set, or a part: there is no schedule at all, and no bound"));
    }
    // Beyond 128 bits the one product is greater than the other, which is below that.
    let (have, claimed) = (need.checked_mul(q.into()), crossing.checked_mul(p.into()));
    if q > 0 && have.is_some() && have == claimed {
        Ok(())
    } else {
        Err(Wrong::new(format_args!("the bound is {need}/{crossing}, not {p}/{q}")))
    }
}
