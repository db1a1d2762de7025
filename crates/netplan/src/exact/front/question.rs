//! The question for a schedule of given steps, rounds and blocks.

use super::compositions::compositions;
use super::cut::{self, Supply};
use super::{FrontLimits, Point, Refutation};
use crate::Roots;
use crate::exact::sat::{Encoding, Obstacle, Verdict};
use crate::steps::greedy;
use crate::{StepSchedule, Task};
use logpine_network::digraph::Digraph;

/// The state of knowledge about a number of steps, rounds and blocks.
#[derive(Clone, Debug)]
pub enum Known {
    /// A schedule.
    Exists(Point),
    /// There is none: the proof for each composition of the rounds.
    Refuted(Vec<Refutation>),
    /// Neither.
    Open,
}

/// The graph, the roots and the limits of a front.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    pub graph: &'a Digraph,
    pub roots: Roots,
    pub limits: &'a FrontLimits<'a>,
}

impl Question<'_> {
    /// The greatest size of a network in time.
    const NETWORK: u64 = 1 << 22;

    /// The greatest total size of the networks in which cuts are sought for a question.
    const CUTS: u64 = 1 << 28;

    /// The looks of the greedy search at a block and an arc for a question: some ten milliseconds.
    const GREEDY: u64 = 1 << 23;

    /// The clauses of a formula that count as a decision.
    const CLAUSES: u64 = 64;

    /// The blocks and where they start.
    pub fn task(&self, blocks: u32) -> Task {
        match self.roots {
            Roots::One(root) => Task::bcast(root, blocks),
            Roots::All => Task::allgather(self.graph.compute(), blocks),
        }
    }

    /// True if there is no time for more.
    pub fn is_over(&self) -> bool {
        self.limits.sat.watch.is_over()
    }

    fn supply(&self, blocks: u32) -> Supply {
        let origins = match self.roots {
            Roots::One(root) => vec![root],
            Roots::All => (0..self.graph.compute()).collect(),
        };
        Supply { origins, blocks: blocks.into() }
    }

    /// All compositions, unless they are too many for the limit, or to find their cuts.
    pub fn compositions(&self, steps: u32, rounds: u32) -> Option<Vec<Vec<u32>>> {
        let all = compositions(steps, rounds, self.limits.compositions)?;
        let network = u64::from(self.graph.vertices()) + self.graph.arcs().len() as u64;
        let size = network.saturating_mul(steps.into()).saturating_mul(self.graph.compute().into());
        let few = network.saturating_mul(steps.into()) <= Self::NETWORK;
        (few && size.saturating_mul(all.len() as u64) <= Self::CUTS).then_some(all)
    }

    /// The most blocks that no cut excludes, in any composition, up to the limit.
    pub fn most(&self, compositions: &[Vec<u32>]) -> u32 {
        let all = self.supply(self.limits.blocks);
        let amount = |rounds: &[u32]| {
            // Fewer cuts exclude less.
            let sinks = (0..self.graph.compute()).take_while(|_| !self.is_over());
            let sinks = sinks.filter(|sink| !all.origins.contains(sink));
            sinks.map(|sink| cut::least(self.graph, &all, rounds, sink).0).min().unwrap_or(all.blocks)
        };
        let most = compositions.iter().map(|rounds| amount(rounds)).max().unwrap_or(0);
        u32::try_from(most).unwrap_or(u32::MAX)
    }

    /// A schedule by the greedy search, or by satisfiability, or the proofs that there is none.
    pub fn answer(&self, steps: u32, rounds: u32, blocks: u32) -> Known {
        let Some(compositions) = self.compositions(steps, rounds).filter(|_| !self.is_over()) else {
            return Known::Open;
        };
        let supply = self.supply(blocks);
        let (mut refutations, mut open, mut undecided) = (Vec::new(), Vec::new(), false);
        for rounds in compositions {
            if self.is_over() {
                return Known::Open;
            }
            match cut::refutation(self.graph, &supply, &rounds) {
                Some(times) => refutations.push(Refutation::Cut { rounds, blocks, times }),
                None => open.push(rounds),
            }
        }
        let task = self.task(blocks);
        let point = |composition: &[u32], schedule| {
            Known::Exists(Point { steps, rounds, blocks, composition: composition.to_vec(), schedule })
        };
        if let Some((composition, schedule)) = self.search(&task, &open) {
            return point(composition, schedule);
        }
        let mut left = self.limits.sat.effort;
        for composition in &open {
            match self.solve(&task, composition, &mut left) {
                Verdict::Schedule(schedule) => return point(composition, schedule),
                Verdict::Refuted => refutations.push(Refutation::Sat { rounds: composition.clone(), blocks }),
                // Another may have a schedule all the same.
                Verdict::Unknown(_) => undecided = true,
            }
        }
        if undecided { Known::Open } else { Known::Refuted(refutations) }
    }

    /// A schedule with one of the compositions, by the greedy search.
    fn search<'b>(&self, task: &Task, open: &'b [Vec<u32>]) -> Option<(&'b [u32], StepSchedule)> {
        if !greedy::fits(self.graph, task) {
            return None;
        }
        let looks = (task.blocks.len() as u64).saturating_mul(self.graph.arcs().len() as u64);
        let mut left = Self::GREEDY;
        for seed in 0..u64::from(self.limits.seeds) {
            for composition in open {
                let steps = u32::try_from(composition.len()).ok()?;
                left = left.checked_sub(looks.saturating_mul(steps.into()))?;
                let found = greedy::run(self.graph, task, composition, (seed, steps), self.limits.sat.watch);
                if let Some((_, sends)) = found {
                    return Some((composition, greedy::finished(self.graph, task, sends)));
                }
                if self.is_over() {
                    return None;
                }
            }
        }
        None
    }

    /// The verdict on a composition within what is left of the effort.
    fn solve(&self, task: &Task, composition: &[u32], left: &mut u64) -> Verdict {
        if *left == 0 {
            return Verdict::Unknown(Obstacle::Effort);
        }
        match Encoding::new(self.graph, task, composition, &self.limits.sat) {
            Ok(encoding) => {
                let (verdict, rest) = encoding.spend(*left, self.limits.sat.watch);
                *left = rest.saturating_sub(u64::from(encoding.clauses()) / Self::CLAUSES);
                verdict
            }
            Err(obstacle) => Verdict::Unknown(obstacle),
        }
    }
}
