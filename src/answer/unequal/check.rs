//! A second opinion on plans for unequal hosts, which shares no code with the search.

use super::{RanksOnHosts, TreeOnHosts, UnequalPlan, UnequalRankPlan};
use crate::answer::Candidate;
use crate::model::{LevelCost, PortTiming, UnequalPorts};
use crate::request::{Claim, Host, RankCollective, Status};
use crate::tree::Tree;
use crate::units::Factor;
use std::collections::HashMap;

/// What the checker found wrong with a plan. Any of these is a bug of this crate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnequalPlanFault {
    /// The tree has other leaves, or other ranks, than the job.
    #[error("{family}: the tree does not have the leaves or ranks of the job")]
    Members {
        /// The candidate's family.
        family: &'static str,
    },
    /// A host runs more processes than it has slots.
    #[error("{family}: host `{host}` runs {processes} processes and has {slots} slots")]
    Slots {
        /// The candidate's family.
        family: &'static str,
        /// The host's name.
        host: String,
        /// Processes placed there.
        processes: u64,
        /// What it may run.
        slots: u64,
    },
    /// The stated time is not what the model gives.
    #[error("{family}: stated {stated} ticks, the model gives {found:?}")]
    Time {
        /// The candidate's family.
        family: &'static str,
        /// What the plan states.
        stated: u64,
        /// What the checker computed.
        found: Option<u128>,
    },
    /// A candidate is better than the bound, or the status does not fit it.
    #[error("{family}: {time} ticks against bound {bound}, status {status:?}")]
    Bound {
        /// The candidate's family.
        family: &'static str,
        /// Its time.
        time: u64,
        /// The plan's bound.
        bound: u64,
        /// The plan's status.
        status: Status,
    },
}

/// Whether a status fits what is known: the best time and the bound.
fn status_fits(best: u64, bound: u64, status: Status) -> bool {
    (best == bound) == (status != Status::BestFound) && best >= bound
}

/// The time that a candidate states, in ticks, must be what was found, and no less than the bound.
fn check_time(claim: &Claim, family: &'static str, stated: u64, found: Option<u128>) -> Result<(), UnequalPlanFault> {
    if found != Some(u128::from(stated)) {
        return Err(UnequalPlanFault::Time { family, stated, found });
    }
    if stated < claim.bound.value.ticks() { Err(contradiction(claim, family, stated)) } else { Ok(()) }
}

/// The claim must be about the best candidate, whose time is in ticks, and its status be what time and bound say.
fn check_claim(claim: &Claim, family: &'static str, best: u64) -> Result<(), UnequalPlanFault> {
    let fits = claim.value.ticks() == best && status_fits(best, claim.bound.value.ticks(), claim.status);
    if fits { Ok(()) } else { Err(contradiction(claim, family, best)) }
}

fn contradiction(claim: &Claim, family: &'static str, time: u64) -> UnequalPlanFault {
    UnequalPlanFault::Bound { family, time, bound: claim.bound.value.ticks(), status: claim.status }
}

impl UnequalPlan {
    /// Checks leaves, slots and time of every candidate against the cost of the profile's own host and the factors of the
    /// hosts, and the status against the bound.
    ///
    /// # Errors
    /// The first [`UnequalPlanFault`].
    pub fn check(&self, cost: &dyn LevelCost, hosts: &[Host]) -> Result<(), UnequalPlanFault> {
        for candidate in self.candidates() {
            let family = candidate.family;
            if candidate.construction.tree.leaves().count() as u64 != self.job.leaves
                || candidate.construction.tree.internal_nodes().count().saturating_sub(1)
                    != candidate.construction.hosts.len()
            {
                return Err(UnequalPlanFault::Members { family });
            }
            check_slots(candidate, hosts)?;
            let stated = candidate.time.ticks();
            let found = wave(candidate, cost, hosts, self.job.front_end);
            check_time(&self.claim, family, stated, found)?;
        }
        let best = self.best();
        check_claim(&self.claim, best.family, best.time.ticks())
    }
}

fn check_slots(candidate: &Candidate<TreeOnHosts>, hosts: &[Host]) -> Result<(), UnequalPlanFault> {
    let mut used: HashMap<usize, u64> = HashMap::new();
    for &host in &candidate.construction.hosts {
        *used.entry(host).or_default() += 1;
    }
    for (&index, &processes) in &used {
        let (host, slots) = hosts.get(index).map_or((String::new(), 0), |host| (host.name.clone(), host.slots));
        if processes > slots {
            return Err(UnequalPlanFault::Slots { family: candidate.family, host, processes, slots });
        }
    }
    Ok(())
}

/// The time of a wave from the root down: every leaf adds up what the nodes above it take, in millionths of ticks until a
/// node's own time is rounded.
fn wave(candidate: &Candidate<TreeOnHosts>, cost: &dyn LevelCost, hosts: &[Host], front_end: Factor) -> Option<u128> {
    let tree = &candidate.construction.tree;
    let mut above = vec![0u128; tree.len()];
    let mut factors = std::iter::once(Some(front_end))
        .chain(candidate.construction.hosts.iter().map(|&host| hosts.get(host).map(|host| host.factor)));
    let mut longest = 0;
    for node in tree.nodes() {
        if tree.is_leaf(node) {
            longest = longest.max(above[node as usize]);
            continue;
        }
        let factor = u128::from(factors.next()??.millionths());
        let parts = cost.breakdown(u64::from(tree.fanout(node)))?;
        let processor = u128::from(parts.overhead.total()?.ticks()) + u128::from(parts.filter.ticks());
        let slowed = (processor * factor + 500_000) / 1_000_000;
        let own = u128::from(parts.latency.ticks()) + u128::from(parts.gap.ticks()) + slowed;
        for child in tree.children(node) {
            above[child as usize] = above[node as usize] + own;
        }
    }
    Some(longest + u128::from(cost.startup().ticks()))
}

impl UnequalRankPlan {
    /// Checks that every candidate has all ranks, and the time of every one against the ports of its pairs of hosts: of a
    /// reduction as it runs, from the last ranks to the root. And the status against the bound.
    ///
    /// # Errors
    /// The first [`UnequalPlanFault`].
    pub fn check(&self, ports: &UnequalPorts) -> Result<(), UnequalPlanFault> {
        for candidate in self.candidates() {
            let family = candidate.family;
            let mut ranks = candidate.construction.ranks.clone();
            ranks.sort_unstable();
            let all = (0u32..).take(self.job.hosts.len());
            if !ranks.into_iter().eq(all)
                || candidate.construction.ranks.len() != candidate.construction.tree.len()
                || candidate.construction.ranks[0] != 0
            {
                return Err(UnequalPlanFault::Members { family });
            }
            let stated = candidate.time.ticks();
            let found = match self.job.collective {
                RankCollective::Bcast => self.broadcast(candidate, ports),
                RankCollective::Reduce => self.reduction(candidate, ports),
            };
            check_time(&self.claim, family, stated, found)?;
        }
        let best = self.best();
        check_claim(&self.claim, best.family, best.time.ticks())
    }

    /// When the last rank has the message: every rank sends in the order of its children, as soon as it has it.
    fn broadcast(&self, candidate: &Candidate<RanksOnHosts>, ports: &UnequalPorts) -> Option<u128> {
        let tree = &candidate.construction.tree;
        let mut last = 0;
        let mut open = vec![(0u32, 0u128)];
        while let Some((node, has)) = open.pop() {
            last = last.max(has);
            let mut start = has;
            for child in tree.children(node) {
                let port = self.port(candidate, ports, node, child)?;
                open.push((child, start + u128::from(port.delivery.ticks())));
                start += u128::from(port.send_gap.ticks());
            }
        }
        Some(last)
    }

    /// When the root has combined all: every rank receives from its last child first, and sends once it has combined all.
    fn reduction(&self, candidate: &Candidate<RanksOnHosts>, ports: &UnequalPorts) -> Option<u128> {
        let combine = u128::from(ports.combine(self.job.bytes.unwrap_or(1))?.ticks());
        let tree: &Tree = &candidate.construction.tree;
        let mut done = vec![0u128; tree.len()];
        for node in tree.nodes().rev() {
            let mut before = None;
            for child in tree.children(node).rev() {
                let port = self.port(candidate, ports, child, node)?;
                let received = done[child as usize] + u128::from(port.delivery.ticks()) + combine;
                let gap = u128::from(port.recv_gap.ticks()).max(u128::from(port.recv_busy.ticks()) + combine);
                before = Some(before.map_or(received, |before: u128| received.max(before + gap)));
            }
            done[node as usize] = before.unwrap_or(0);
        }
        done.first().copied()
    }

    fn port(
        &self,
        candidate: &Candidate<RanksOnHosts>,
        ports: &UnequalPorts,
        sender: u32,
        receiver: u32,
    ) -> Option<crate::model::Port> {
        let host = |node: u32| self.job.hosts.get(candidate.construction.ranks[node as usize] as usize).copied();
        ports.between(self.job.bytes.unwrap_or(1), host(sender)?, host(receiver)?)
    }
}
