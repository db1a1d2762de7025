//! A second opinion by integer programs.

use super::asked::Asked;
use crate::answer::{Found, Plan, RankPlan, UnequalPlan, UnequalRankPlan};
use crate::request::{Claim, Host, Limits, RankCollective, Refusal, Status};
use logpine_models::model::{AtMost, HostClass, LevelCost, PortTiming, Reversed, UnequalLevel, UnequalPorts};
use logpine_text::units::Factor;
use logpine_trees::search::milp::{
    Certificate, Chains, MOST_LEAVES, MOST_RANKS, OverlayHosts, OverlayQuestion, RankQuestion, Verdict,
};
use std::time::Duration;

impl Asked<'_> {
    /// The opinion on the answer.
    pub(super) fn opinion(&self, found: &Found, limit: Duration) -> Result<Option<Certificate<()>>, Refusal> {
        let (certificate, claim) = match found {
            Found::Tree { plan, costs, .. } => (overlay(plan, costs.cost.as_ref(), limit)?, &plan.claim),
            Found::TreeOnHosts { plan, costs, hosts } => {
                (unequal_overlay(plan, hosts.internal.hosts(), costs.cost.as_ref(), limit)?, &plan.claim)
            }
            Found::Ranks { plan, costs, .. } => (ranks(plan, costs.timing.as_ref(), limit)?, &plan.claim),
            Found::RanksOnHosts { plan, model, hosts } => {
                let ports = UnequalPorts::new(self.machine, Some(*model), hosts).map_err(Refusal::invalid)?;
                (unequal_ranks(plan, &ports, limit)?, &plan.claim)
            }
            _ => return Ok(None),
        };
        agreed(certificate, claim).map(Some)
    }
}

/// The opinion on an overlay tree on equal hosts, as many as it needs.
fn overlay(plan: &Plan, cost: &dyn LevelCost, limit: Duration) -> Result<Certificate<()>, Refusal> {
    let leaves = plan.job.count();
    small(leaves, MOST_LEAVES, "leaves")?;
    let (root, leaf) = (HostClass::default(), HostClass::default());
    let slots = leaves.min(plan.job.limits.max_internal.unwrap_or(u64::MAX)).saturating_sub(1);
    let hosts = OverlayHosts { root, leaf, slots: vec![slots] };
    let Limits { max_fanout, max_height, .. } = plan.job.limits;
    let children = max_fanout.unwrap_or(u64::MAX);
    let question = OverlayQuestion {
        cost: &AtMost { cost, least: 0, children },
        hosts,
        leaves,
        chains: Chains::Excluded,
        max_height,
    };
    Ok(question.certify(plan.claim.value, limit).without_tree())
}

/// The opinion on a broadcast or a reduction among equal ranks.
fn ranks(plan: &RankPlan, timing: &dyn PortTiming, limit: Duration) -> Result<Certificate<()>, Refusal> {
    let ranks = small(plan.job.ranks(), MOST_RANKS as u64, "ranks")?;
    let backwards = Reversed(timing);
    let timing: &dyn PortTiming = match plan.job.collective {
        RankCollective::Bcast => timing,
        RankCollective::Reduce => &backwards,
    };
    let classes = vec![HostClass::default(); ranks];
    let question = RankQuestion { timing, bytes: 1, classes, root: 0 };
    Ok(question.certify(plan.claim.value, limit).without_tree())
}

/// The opinion on an overlay tree whose internal processes run on these hosts.
fn unequal_overlay(
    plan: &UnequalPlan,
    hosts: &[Host],
    cost: &dyn LevelCost,
    limit: Duration,
) -> Result<Certificate<()>, Refusal> {
    let job = plan.job;
    small(job.count, MOST_LEAVES, job.targets.many())?;
    let mut factors: Vec<Factor> = hosts.iter().map(|host| host.factor).chain([job.front_end]).collect();
    factors.sort_unstable();
    factors.dedup();
    // Class 0 is the profile's own host.
    let slots_of = |factor: &Factor| {
        let alike = hosts.iter().filter(|host| host.factor == *factor);
        alike.fold(0, |slots: u64, host| slots.saturating_add(host.slots))
    };
    let slots = std::iter::once(0).chain(factors.iter().map(slots_of)).collect();
    let root = factors.partition_point(|&factor| factor < job.front_end) + 1;
    let root = HostClass(u16::try_from(root).unwrap_or(u16::MAX));
    let (cost, leaf) = (UnequalLevel::new(cost, factors), HostClass::default());
    let hosts = OverlayHosts { root, leaf, slots };
    let question = OverlayQuestion { cost: &cost, hosts, leaves: job.count, chains: Chains::Allowed, max_height: None };
    Ok(question.certify(plan.claim.value, limit).without_tree())
}

/// The opinion on a broadcast or a reduction of one whole message among ranks on unequal hosts.
fn unequal_ranks(plan: &UnequalRankPlan, ports: &UnequalPorts, limit: Duration) -> Result<Certificate<()>, Refusal> {
    let job = &plan.job;
    small(job.hosts.len() as u64, MOST_RANKS as u64, "ranks")?;
    let backwards = Reversed(ports);
    let timing: &dyn PortTiming = match job.collective {
        RankCollective::Bcast => ports,
        RankCollective::Reduce => &backwards,
    };
    let question = RankQuestion { timing, bytes: job.bytes.unwrap_or(1), classes: job.hosts.clone(), root: 0 };
    Ok(question.certify(plan.claim.value, limit).without_tree())
}

/// A tree that beats the claimed optimum: the search or the second opinion is wrong.
#[derive(Debug, thiserror::Error)]
#[error("an integer program found a tree that takes {faster} ticks, less than the optimum of {optimum}")]
struct Contradiction {
    faster: u64,
    optimum: u64,
}

fn agreed(certificate: Certificate<()>, claim: &Claim) -> Result<Certificate<()>, Refusal> {
    match certificate.verdict {
        Verdict::Refuted { time, .. } if claim.status == Status::Optimal => {
            Err(Refusal::fault(&Contradiction { faster: time.ticks(), optimum: claim.value.ticks() }))
        }
        _ => Ok(certificate),
    }
}

/// Refuses a count that is too large for integer programs.
fn small(count: u64, most: u64, of: &str) -> Result<usize, Refusal> {
    let small = usize::try_from(count).ok().filter(|_| count <= most);
    let refusal = || Refusal::invalid(format!("--certify is for small instances: at most {most} {of}, not {count}"));
    small.ok_or_else(refusal)
}
