//! Fronts of steps, rounds and blocks.
//!
//! In a schedule of S steps with `r_1 + .. + r_S = R` rounds, each arc carries its capacity times `r_t` blocks in step t. If B bytes
//! are divided into C blocks, it costs S alpha + (R / C) B beta: what matters are S and R / C (Cai, Liu, Maleki, Musuvathi,
//! Mytkowicz, Nelson and Saarikivi, Synthesizing Optimal Collective Algorithms, 2021). All R and C are asked for, also those with a
//! common divisor: of broadcasts, three times the blocks may take fewer than three times the rounds within the same steps.

mod allgather;
mod compositions;
mod cut;
mod dual;
mod question;
mod rooted;

use crate::Roots;
use crate::StepSchedule;
use crate::exact::sat::SatLimits;
pub use dual::Dual;
use logpine_network::digraph::Digraph;
use logpine_text::reason::{Reason, reason};
use question::Question;

/// The extent of a front, and the limits of the search, all of them counts, but for the watch of the solver, which ends it all.
#[derive(Clone, Copy)]
pub struct FrontLimits<'a> {
    /// The greatest number of steps.
    pub steps: u32,
    /// The greatest number of rounds.
    pub rounds: u32,
    /// The greatest number of blocks, of the root or of each rank.
    pub blocks: u32,
    /// The number of runs of the greedy search for each composition of rounds.
    pub seeds: u32,
    /// The greatest number of compositions of the rounds; where there are more, no answer is sought.
    pub compositions: u64,
    /// The greatest number of coefficients of a linear program.
    pub tableau: u64,
    /// The limits of the solver for each number of steps, rounds and blocks.
    pub sat: SatLimits<'a>,
}

impl Default for FrontLimits<'_> {
    /// 4 steps, 8 rounds, 16 blocks; 200 runs, 1,000 compositions, 4 million coefficients, 20,000 decisions and conflicts.
    fn default() -> Self {
        let sat = SatLimits { effort: 20_000, ..SatLimits::default() };
        Self { steps: 4, rounds: 8, blocks: 16, seeds: 200, compositions: 1_000, tableau: 4_000_000, sat }
    }
}

/// A schedule of a front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// S, the number of steps.
    pub steps: u32,
    /// R, the number of rounds.
    pub rounds: u32,
    /// C, the number of blocks, of the root or of each rank.
    pub blocks: u32,
    /// The rounds of each step.
    pub composition: Vec<u32>,
    /// The transmissions; it may end before the last step.
    pub schedule: StepSchedule,
}

impl Point {
    /// True if the point takes fewer rounds a block than the other.
    fn is_faster_than(&self, other: &Self) -> bool {
        below(self.ratio(), other.ratio())
    }

    /// The rounds for a block, as a fraction.
    fn ratio(&self) -> (u64, u64) {
        (self.rounds.into(), self.blocks.into())
    }
}

/// A proof that there is no schedule of so many blocks with these rounds. There is none then for more blocks, or fewer rounds, either.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// By a cut in time: the blocks of the origins with time 0 are more than what crosses,
    ///
    /// ```text
    /// sum over arcs (x, y) of capacity * sum of r_s over times[x] < s <= times[y] - latency
    /// ```
    ///
    /// and some rank has a time beyond the last step.
    Cut {
        /// The rounds of each step.
        rounds: Vec<u32>,
        /// The blocks, of the root or of each rank.
        blocks: u32,
        /// The time of each vertex.
        times: Vec<u32>,
    },
    /// By satisfiability: the formula is [`Encoding`](crate::exact::sat::Encoding) of the rounds and blocks.
    Sat {
        /// The rounds of each step.
        rounds: Vec<u32>,
        /// The blocks, of the root or of each rank.
        blocks: u32,
    },
}

/// A bound on the rounds of a block: R / C is at least a ratio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatioBound {
    /// All but one block of each rank, over the capacity into a vertex; for any number of steps.
    Indegree {
        /// The vertex.
        vertex: u32,
    },
    /// By linear programming, for a number of steps.
    Dual(Dual),
}

/// The best schedule found for a number of steps (allgather), or of steps and rounds (broadcast), with the proof that there is none better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The number of steps.
    pub steps: u32,
    /// The number of rounds, where the cell is one of a broadcast.
    pub rounds: Option<u32>,
    /// The schedule with the most blocks, or the fewest rounds for a block; `None` if none was found.
    pub best: Option<Point>,
    /// True if nothing better exists up to the limits of rounds and blocks.
    pub complete: bool,
    /// The bound on rounds for a block, of allgathers.
    pub ratio: Option<RatioBound>,
    /// The proofs against what is better, and not excluded by the ratio.
    pub refutations: Vec<Refutation>,
}

/// A front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Front {
    /// The points that no other undercuts in steps and in rounds for a block: steps ascend, and rounds for a block descend.
    pub points: Vec<Point>,
    /// All cells, by steps, then rounds.
    pub cells: Vec<Cell>,
    /// True if nothing better exists up to the limits of steps, rounds and blocks.
    pub complete: bool,
    /// True if nothing better exists beyond these limits either: each point attains a bound on the rounds for a block in its
    /// number of steps, the last one in any; of allgathers only.
    pub closed: bool,
}

impl Front {
    /// The cell of a point.
    #[must_use]
    pub fn cell_of(&self, point: &Point) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.best.as_ref() == Some(point))
    }
}

impl Cell {
    /// The kinds of the proofs that no better point is in the cell; none if that is not proved.
    #[must_use]
    pub fn proofs(&self) -> Vec<&'static str> {
        if !self.complete {
            return Vec::new();
        }
        let of_ratio = self.ratio.as_ref().map(|bound| match bound {
            RatioBound::Indegree { .. } => "links into a node",
            RatioBound::Dual(_) => "linear program",
        });
        let is_cut = |refutation: &Refutation| matches!(refutation, Refutation::Cut { .. });
        let cuts = self.refutations.iter().any(is_cut).then_some("cuts in time");
        let formulas = self.refutations.iter().any(|refutation| !is_cut(refutation)).then_some("formulas");
        of_ratio.into_iter().chain(cuts).chain(formulas).collect()
    }
}

/// The greatest extent of a front in each of steps, rounds and blocks.
const LARGEST: u32 = 256;

/// The greatest number of vertices and arcs.
const NETWORK: u32 = 1 << 16;

/// The front of an allgather ([`Roots::All`]) or of a broadcast: the schedules that no other undercuts in steps and rounds for a block.
///
/// Upper sides are found by a greedy search over compositions of the rounds, and by satisfiability where it finds nothing; lower
/// sides are proved by cuts in time, linear programs and satisfiability. If some rank is not reached, there are no cells.
///
/// # Errors
/// A reason if the root is no rank, or if the extent or the network is too large.
pub fn front(graph: &Digraph, roots: Roots, limits: &FrontLimits) -> Result<Front, Reason> {
    if limits.steps.max(limits.rounds).max(limits.blocks) > LARGEST {
        return Err(reason!("at most {LARGEST} steps, rounds and blocks can be asked for"));
    }
    if u64::from(graph.vertices()) + graph.arcs().len() as u64 > u64::from(NETWORK) {
        return Err(reason!("networks of more than {NETWORK} vertices and arcs are too large for a front"));
    }
    let question = Question { graph, roots, limits };
    let (cells, closed) = match roots {
        Roots::One(root) => {
            if root >= graph.compute() {
                return Err(reason!("vertex {root} is no rank, so it cannot be the root"));
            }
            (rooted::cells(&question, root), false)
        }
        Roots::All => allgather::cells(&question),
    };
    let mut points: Vec<Point> = Vec::new();
    for cell in &cells {
        let Some(point) = &cell.best else { continue };
        if points.last().is_some_and(|last| !point.is_faster_than(last)) {
            continue;
        }
        // Of the same steps, later cells that are faster take the place.
        if points.last().is_some_and(|last| last.steps == point.steps) {
            points.pop();
        }
        points.push(point.clone());
    }
    let complete = cells.iter().all(|cell| cell.complete);
    Ok(Front { points, cells, complete, closed })
}

/// True if a fraction is below another.
fn below(one: (u64, u64), other: (u64, u64)) -> bool {
    u128::from(one.0) * u128::from(other.1) < u128::from(other.0) * u128::from(one.1)
}

#[cfg(test)]
mod tests;
