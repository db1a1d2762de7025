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

use super::formula::{Formula, WrongFormula};
use super::statement::{Statement, WrongStatement};
use crate::request::MpiCollective;

/// A claim of a lower bound, with all that its check needs besides the [`Statement`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Proof {
    /// Node times, see [`times`].
    Times {
        /// The number of steps that are needed at least.
        bound: u32,
        /// The time of each vertex.
        times: Vec<u32>,
    },
    /// A set of vertices, see [`cut`].
    Cut {
        /// The least time per unit: the numerator.
        p: u64,
        /// The least time per unit: the denominator.
        q: u64,
        /// The vertices.
        set: Vec<u32>,
    },
    /// A partition of the vertices, see [`parts`].
    Parts {
        /// The claim.
        least: Least,
        /// The part of each vertex, numbered from 0.
        parts: Vec<u32>,
    },
    /// Prices and values, see [`dual`].
    Duals(Vec<Dual>),
    /// Cuts in time, see [`cells`].
    Cells(Vec<CellCuts>),
    /// One port: what calls cannot undercut, see [`calls`].
    Calls {
        /// The number of steps that are needed at least.
        bound: u32,
        /// The formula of all broadcasts of one block in `bound` - blocks steps, in the DIMACS format; `None` if the bound
        /// follows without.
        dimacs: Option<String>,
    },
    /// A formula that has a solution if there is a schedule, see [`sat`].
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
#[non_exhaustive]
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
    /// The first [`WrongCertificate`].
    ///
    /// **Complexity** O(m log m) for m arcs, the number of all blocks for node times, O(P S m) for the prices of S steps and P
    /// ranks, O(K (m + S)) for K cuts in time, O(n m) for calls among n vertices, and the length of formulas.
    pub fn check(&self, statement: &Statement<'_>) -> Result<Evidence, WrongCertificate> {
        match self {
            Self::Times { bound, times } => {
                times::check(statement, *bound, times).map(|_| Evidence::Proved(Least::Steps(*bound)))
            }
            Self::Cut { p, q, set } => {
                cut::check(statement, *p, *q, set).map(|_| Evidence::Proved(Least::TimePerUnit { p: *p, q: *q }))
            }
            Self::Parts { least, parts } => parts::check(statement, *least, parts).map(|_| Evidence::Proved(*least)),
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
fn rounds_turn_around(statement: &Statement<'_>) -> Result<(), WrongCertificate> {
    let collective = statement.collective;
    match statement.graph.arcs().iter().find(|arc| arc.latency > 1) {
        Some(arc) if collective.is_backward() => {
            Err(WrongCertificate::Latency { collective, from: arc.from, to: arc.to, latency: arc.latency })
        }
        _ => Ok(()),
    }
}

/// The inequality that a bound follows from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The blocks, the data of so many ranks, or the messages for a block, that have to cross.
    pub need: u64,
    /// The amount that can cross: transmissions, or the capacity.
    pub crossing: u128,
}

impl Certified {
    /// Checks that `factor * need / crossing = p / q`.
    fn is(self, factor: u64, p: u64, q: u64) -> Result<Self, WrongCertificate> {
        let Self { need, crossing } = self;
        if crossing == 0 {
            return Err(WrongCertificate::NothingLeaves);
        }
        // Beyond 128 bits the one product is greater than the other, which is below that.
        let have = (u128::from(need) * u128::from(factor)).checked_mul(q.into());
        let claimed = crossing.checked_mul(p.into());
        if q > 0 && have.is_some() && have == claimed {
            Ok(self)
        } else {
            let need = u128::from(need) * u128::from(factor);
            Err(WrongCertificate::Ratio { need, crossing, p, q })
        }
    }
}

/// A fault of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongCertificate {
    /// A statement that is wrong by itself.
    #[error(transparent)]
    Statement(#[from] WrongStatement),
    /// A fault of the formula.
    #[error(transparent)]
    Formula(#[from] WrongFormula),
    /// A kind of proof that does not hold for a collective.
    #[error("{what} nothing about {collective}; {instead}")]
    Collective { what: &'static str, collective: MpiCollective, instead: &'static str },
    /// Rounds of steps of a reduction over an arc of more than a step.
    #[error(
        "rounds of steps say nothing about {collective} if the arc from {from} to {to} takes {latency} steps: only over arcs of one step \
         they can be turned around"
    )]
    Latency { collective: MpiCollective, from: u32, to: u32, latency: u32 },
    /// More or fewer numbers than vertices.
    #[error("there are {found} {what}, but {vertices} vertices")]
    Vertices { what: &'static str, found: usize, vertices: u32 },
    /// Numbers that do not prove the bound.
    #[error(
        "{crossing} transmissions can cross, which is enough for {need} blocks: the {what} do not prove that {bound} steps are needed"
    )]
    NotProved { what: &'static str, need: u128, crossing: u128, bound: u32 },
    /// A vertex of the set that does not exist.
    #[error("there is no vertex {vertex}; the vertices are 0 to {last}")]
    NoSuchVertex { vertex: u32, last: u32 },
    /// A vertex that is twice in the set.
    #[error("vertex {vertex} is in the set twice")]
    Repeated { vertex: u32 },
    /// A set with all ranks.
    #[error("all ranks are in the set; one must be missing")]
    NothingOutside,
    /// A set without the root.
    #[error("the root {root} is not in the set")]
    NoRoot { root: u32 },
    /// A set that nothing leaves, or parts with nothing between them.
    #[error("no arc leaves the set, or a part: there is no schedule at all, and no bound")]
    NothingLeaves,
    /// A part without ranks, or numbers with a gap.
    #[error("there is no rank in part {part}; each part from 0 on has one")]
    NoRankIn { part: u32 },
    /// Another bound than the claimed one.
    #[error("the bound is {need}/{crossing}, not {p}/{q}")]
    Ratio { need: u128, crossing: u128, p: u64, q: u64 },
    /// More or fewer prices or values than the steps and the graph have.
    #[error("there are {found} {what} for {steps} steps; {expected} are needed")]
    Numbers { what: &'static str, steps: u32, found: usize, expected: u64 },
    /// More numbers than a check may take.
    #[error("a check of {steps} steps would take too long")]
    TooLarge { steps: u32 },
    /// Prices that add up to more than is allowed.
    #[error("the prices of step {step} are {sum} for all capacities together, more than the scale {scale}")]
    Scale { step: u32, sum: u128, scale: u64 },
    /// A value of a relay above 0, or one of a rank's own block.
    #[error("a block of rank {rank} has the value {value} at vertex {vertex}; {allowed}")]
    Value { rank: u32, vertex: u32, value: i64, allowed: &'static str },
    /// A price that is too low.
    #[error(
        "a block of rank {rank} is worth {worth} over the arc from {rank} to {to} in step {step}, more than its price {price}"
    )]
    Price { rank: u32, to: u32, step: u32, worth: i128, price: u64 },
    /// Rounds of steps that are not those of the claim.
    #[error("the rounds of a cut are not {rounds} in {steps} steps, at least one in each")]
    Rounds { steps: u32, rounds: u32 },
    /// Ways to divide rounds among steps that are left out.
    #[error("there are cuts for {found} of the {expected} ways to divide {rounds} rounds among {steps} steps")]
    Ways { steps: u32, rounds: u32, found: usize, expected: String },
    /// A list without entries.
    #[error("the list is empty, and proves nothing")]
    Empty,
    /// A root with another time than 0.
    #[error("the root {root} has its blocks from time 0 on, and has another time")]
    RootTime { root: u32 },
    /// No rank that is late.
    #[error("no rank has a time of more than {steps}, so that the times say nothing about {steps} steps")]
    AllInTime { steps: u32 },
    /// Times that exclude fewer blocks than are claimed.
    #[error(
        "{crossing} transmissions can cross in {steps} steps with {rounds} rounds, which is enough for {blocks} blocks"
    )]
    Crossing { steps: u32, rounds: u32, blocks: u64, crossing: u128 },
    /// Calls that need fewer steps.
    #[error("calls need at least {least} steps, as far as can be seen; that {bound} are needed is not proved")]
    Calls { least: u64, bound: u32 },
    /// A bound below any formula.
    #[error("a bound of {bound} steps needs no formula: the last block leaves the root when all others have")]
    FewSteps { bound: u32 },
    /// A rank that is not reached.
    #[error("rank {rank} is not reached: there is no schedule at all, and no bound")]
    NotReached { rank: u32 },
}
