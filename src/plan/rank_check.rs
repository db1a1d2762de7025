//! A second opinion on a plan among ranks, which shares no code with the search or the evaluation.

use super::{RankCandidate, RankPlan, Status};
use crate::job::RankCollective;
use crate::model::{MessageSize, Port, PortTiming, Reversed};
use crate::schedule::{Exchange, circulant::Circulant, two_tree::TwoTree};
use crate::search::collective::Algorithm;
use crate::tree::RankShape;
use crate::units::Time;
use std::collections::HashMap;

/// What the checker found wrong with a plan among ranks. Any of these is a bug of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RankPlanFault {
    /// The tree has another number of ranks.
    #[error("{family}: the tree has {found} ranks, not {expected}")]
    Ranks {
        /// The candidate's family.
        family: &'static str,
        /// Ranks of the tree.
        found: u128,
        /// Ranks of the job.
        expected: u64,
    },
    /// The stated time is not what running the algorithm takes.
    #[error("{family}: stated {stated} ticks, running it takes {found}")]
    Time {
        /// The candidate's family.
        family: &'static str,
        /// What the plan states.
        stated: u64,
        /// What the checker found.
        found: u128,
    },
    /// A rank sends a block it does not have, sends or receives two at once, or lacks one at the end.
    #[error("{family}: the schedule is not a broadcast: rank {rank}, round {round}")]
    Schedule {
        /// The candidate's family.
        family: &'static str,
        /// The rank.
        rank: u64,
        /// The round; past the last where a block is missing at the end.
        round: u64,
    },
    /// A candidate is better than the bound, or the status does not fit it, or the order of candidates does not.
    #[error("{family}: {time} ticks against bound {bound}, status {status:?}")]
    Bound {
        /// The candidate's family.
        family: &'static str,
        /// The candidate's time.
        time: u64,
        /// The plan's bound.
        bound: u64,
        /// The plan's status.
        status: Status,
    },
}

/// Ranks times segments that are run; beyond, only sizes and bounds are checked.
const LARGEST_RUN: u64 = 1 << 17;

impl RankPlan {
    /// Checks the candidates against the bound, the number of ranks of every tree, and by running it, where it is small
    /// enough, the best algorithm.
    ///
    /// # Errors
    /// The first [`RankPlanFault`].
    pub fn check(&self, timing: &dyn PortTiming) -> Result<(), RankPlanFault> {
        let best = self.best();
        for candidate in self.candidates() {
            if candidate.time < self.lower_bound || candidate.time < best.time {
                return Err(self.bound_fault(candidate));
            }
            if let Algorithm::Tree(shape) = &candidate.algorithm {
                let (found, expected) = (ranks_of(shape), self.job.ranks());
                if found != u128::from(expected) {
                    return Err(RankPlanFault::Ranks { family: candidate.family, found, expected });
                }
            }
        }
        if (best.time == self.lower_bound) != (self.status == Status::Optimal) {
            return Err(self.bound_fault(best));
        }
        match self.job.collective {
            RankCollective::Bcast => self.run(best, timing),
            RankCollective::Reduce => self.run(best, &Reversed(timing)),
        }
    }

    fn bound_fault(&self, candidate: &RankCandidate) -> RankPlanFault {
        let (family, time) = (candidate.family, candidate.time.ticks());
        RankPlanFault::Bound { family, time, bound: self.lower_bound.ticks(), status: self.status }
    }

    /// Runs the algorithm segment by segment.
    fn run(&self, candidate: &RankCandidate, timing: &dyn PortTiming) -> Result<(), RankPlanFault> {
        let (ranks, segments) = (self.job.ranks(), candidate.cut.map_or(1, |cut| cut.segments));
        if ranks.checked_mul(segments).is_none_or(|work| work > LARGEST_RUN) {
            return Ok(());
        }
        let Some(ports) = ports(candidate, self.job.bytes(), timing) else { return Ok(()) };
        let family = candidate.family;
        let found = match &candidate.algorithm {
            Algorithm::Tree(shape) => run_tree(&children_of(shape), &ports),
            Algorithm::Chain => run_tree(&chain_of(ranks), &ports),
            Algorithm::Circulant => {
                let schedule = Circulant::new(ranks);
                let of = |rank| schedule.as_ref().map(|schedule| schedule.operations(rank, segments).collect());
                run_rounds(family, ranks, segments, of)? * round(&ports)
            }
            Algorithm::TwoTree => {
                let schedule = TwoTree::new(ranks);
                let of = |rank| schedule.map(|schedule| schedule.operations(rank, segments).collect());
                run_rounds(family, ranks, segments, of)? * round(&ports)
            }
            Algorithm::ScatterAllgather(_) | Algorithm::LogpOptimal => return Ok(()),
        };
        let stated = candidate.time.ticks();
        if found == u128::from(stated) { Ok(()) } else { Err(RankPlanFault::Time { family, stated, found }) }
    }
}

/// The port of each segment; `None` where one is not representable. The blocks of block algorithms differ by at most a byte;
/// a tree's segments are equal but for the last.
fn ports(candidate: &RankCandidate, bytes: Option<u64>, timing: &dyn PortTiming) -> Option<Vec<Port>> {
    let whole = bytes.unwrap_or(1);
    let Some(cut) = candidate.cut.filter(|_| timing.message_size() == MessageSize::Bytes) else {
        return Some(vec![timing.port(whole)?]);
    };
    let blocks = matches!(candidate.algorithm, Algorithm::Circulant | Algorithm::TwoTree);
    let size = |index: u64| {
        if blocks {
            whole / cut.segments + u64::from(index < whole % cut.segments)
        } else {
            cut.segment.min(whole - index * cut.segment)
        }
    };
    (0..cut.segments).map(|index| timing.port(size(index))).collect()
}

fn ticks(time: Time) -> u128 {
    u128::from(time.ticks())
}

/// A round in which any of the segments is sent and another received.
fn round(ports: &[Port]) -> u128 {
    let of = |port: &Port| {
        let busy = ticks(port.send_busy) + ticks(port.recv_busy);
        ticks(port.delivery).max(ticks(port.send_gap)).max(ticks(port.recv_gap)).max(busy)
    };
    ports.iter().map(of).max().unwrap_or(0)
}

/// Ranks of a tree, counted from its smallest parts up.
fn ranks_of(shape: &RankShape) -> u128 {
    let mut ranks = vec![1u128; shape.distinct()];
    for rank in shape.nodes() {
        if let Some(run) = shape.parts(rank) {
            let children = ranks[run.child.index()].saturating_mul(u128::from(run.count));
            ranks[rank.index()] = ranks[run.rest.index()].saturating_add(children);
        }
    }
    ranks[shape.root().index()]
}

/// The children of each rank, in breadth-first order.
fn children_of(shape: &RankShape) -> Vec<Vec<usize>> {
    let mut subtrees = vec![shape.root()];
    let mut children = Vec::new();
    while let Some(&subtree) = subtrees.get(children.len()) {
        let first = subtrees.len();
        for run in shape.children(subtree) {
            subtrees.extend((0..run.count).map(|_| run.child));
        }
        children.push((first..subtrees.len()).collect());
    }
    children
}

fn chain_of(ranks: u64) -> Vec<Vec<usize>> {
    let ranks = usize::try_from(ranks).unwrap_or(usize::MAX);
    (1..=ranks).map(|next| if next < ranks { vec![next] } else { Vec::new() }).collect()
}

/// Runs the program of every rank, parents first: receive a segment, send it to each child in turn, go on with the next.
fn run_tree(children: &[Vec<usize>], ports: &[Port]) -> u128 {
    let mut arrivals: Vec<Vec<u128>> = vec![Vec::new(); children.len()];
    let mut finish = 0;
    for (rank, children) in children.iter().enumerate() {
        let mut received = std::mem::take(&mut arrivals[rank]).into_iter();
        let (mut processor, mut next_send, mut last) = (0, 0, None);
        for port in ports {
            let mut now = 0;
            if rank > 0 {
                let arrived = received.next().unwrap_or(0);
                let after: u128 = last.map_or(0, |last: u128| last + ticks(port.recv_gap));
                let free = if last.is_some() { processor + ticks(port.recv_busy) } else { 0 };
                now = arrived.max(after).max(free);
                (processor, last) = (now, Some(now));
            }
            finish = finish.max(now);
            for &child in children {
                let start = now.max(next_send).max(processor);
                arrivals[child].push(start + ticks(port.delivery));
                processor = start + ticks(port.send_busy);
                next_send = start + ticks(port.send_gap);
            }
        }
    }
    finish
}

/// Runs a schedule of rounds and returns how many there are.
fn run_rounds(
    family: &'static str,
    ranks: u64,
    blocks: u64,
    operations: impl Fn(u64) -> Option<Vec<Exchange>>,
) -> Result<u128, RankPlanFault> {
    let fault = |rank, round| RankPlanFault::Schedule { family, rank, round };
    let mut rounds = 0;
    // The round after which each rank has each block, and who sends what to whom in which round.
    let mut known: HashMap<(u64, u64), u64> = HashMap::new();
    let mut sent = HashMap::new();
    let mut received = HashMap::new();
    for rank in 0..ranks {
        let mut last = None;
        for exchange in operations(rank).ok_or_else(|| fault(rank, 0))? {
            if last.is_some_and(|last| exchange.round <= last) {
                return Err(fault(rank, exchange.round));
            }
            last = Some(exchange.round);
            if let Some(send) = exchange.send {
                sent.insert((exchange.round, rank), (send.peer, send.block));
                rounds = rounds.max(exchange.round + 1);
            }
            if let Some(receive) = exchange.receive {
                received.insert((exchange.round, receive.peer), (rank, receive.block));
                let first = known.entry((rank, receive.block)).or_insert(exchange.round);
                *first = (*first).min(exchange.round);
            }
        }
    }
    for (&(round, sender), &(receiver, block)) in &sent {
        let has = sender == 0 || known.get(&(sender, block)).is_some_and(|&since| since < round);
        if !has || received.get(&(round, sender)) != Some(&(receiver, block)) {
            return Err(fault(sender, round));
        }
    }
    let missing = (1..ranks).find(|&rank| (0..blocks).any(|block| !known.contains_key(&(rank, block))));
    match missing {
        Some(rank) => Err(fault(rank, rounds)),
        None if received.len() != sent.len() => Err(fault(0, rounds)),
        None => Ok(u128::from(rounds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::RankJob;
    use crate::machine::Machine;
    use crate::model::port_timing;

    #[test]
    fn plans_pass_and_wrong_times_do_not() {
        for machine in ["lecture", "bgp", "tukey", "loggopsim"] {
            let machine = Machine::load(machine).expect("built in");
            let timing = port_timing(&machine, None).expect("a port model");
            for collective in [RankCollective::Bcast, RankCollective::Reduce] {
                for (ranks, bytes) in [(1, 5), (2, 1), (3, 100), (17, 1000), (64, 100_000), (100, 7), (1000, 50)] {
                    let job = RankJob::new(collective, ranks, Some(bytes)).expect("a job");
                    let plan = RankPlan::new(timing.as_ref(), job).expect("a plan");
                    assert_eq!(plan.check(timing.as_ref()), Ok(()), "{} {ranks} {bytes}", machine.name);
                    let every = |candidate: &RankCandidate| match collective {
                        RankCollective::Bcast => plan.run(candidate, timing.as_ref()),
                        RankCollective::Reduce => plan.run(candidate, &Reversed(timing.as_ref())),
                    };
                    for candidate in plan.candidates() {
                        assert_eq!(every(candidate), Ok(()), "{} {ranks} {bytes}", machine.name);
                    }
                    let off = Time::from_ticks(plan.best().time.ticks() + 1);
                    let wrong = RankCandidate { time: off, ..plan.best().clone() };
                    let run = !matches!(wrong.algorithm, Algorithm::ScatterAllgather(_));
                    assert_eq!(matches!(every(&wrong), Err(RankPlanFault::Time { .. })), run);
                }
            }
        }
    }

    #[test]
    fn a_schedule_that_lacks_a_block_is_found() {
        let of = |rank| Circulant::new(9).map(|schedule| schedule.operations(rank, 4).collect::<Vec<_>>());
        assert_eq!(run_rounds("n-block", 9, 4, of), Ok(4 - 1 + 4));
        let cut = |rank| {
            of(rank).map(|mut exchanges| {
                exchanges.pop();
                exchanges
            })
        };
        assert!(run_rounds("n-block", 9, 4, cut).is_err());
        assert!(run_rounds("n-block", 9, 5, of).is_err());
    }
}
