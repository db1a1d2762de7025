//! `--certify`: a second opinion by integer programs.

use crate::answer::{Plan, RankPlan, UnequalJob, UnequalRankJob};
use crate::cli::outcome::{Step, bad_input, bug};
use crate::model::{HostClass, MessageSize, PortTiming, Reversed, UnequalLevel, UnequalPorts};
use crate::report::{RankSubject, Subject, text};
use crate::request::{Claim, Host, Limits, Objective, Operands, RankCollective, Status};
use crate::search::milp::{
    Certificate, Chains, MOST_LEAVES, MOST_RANKS, OverlayHosts, OverlayQuestion, RankQuestion, Verdict,
};
use crate::units::{Clock, Factor};
use anyhow::anyhow;
use clap::Args;
use std::time::Duration;

/// The second opinion.
#[derive(Debug, Args)]
pub struct CertifyArgs {
    /// A second opinion on the best time by integer programs, for small instances: the latency of an overlay tree without
    /// limits, or a collective whose message cannot be cut (--model logp). Gives up after SECONDS [default: 60].
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "60")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    certify: Option<u64>,
}

/// A second opinion, if one was asked for.
pub struct SecondOpinion {
    given: Option<(Certificate<()>, Duration)>,
    clock: Clock,
}

impl SecondOpinion {
    /// The certificate, and how long it was allowed to take.
    pub fn certificate(&self) -> Option<(&Certificate<()>, Duration)> {
        self.given.as_ref().map(|(certificate, limit)| (certificate, *limit))
    }

    /// The text with the opinion.
    pub fn text(&self, text: String) -> String {
        match &self.given {
            Some((certificate, limit)) => text + &text::certificate(certificate, *limit, self.clock),
            None => text,
        }
    }
}

impl CertifyArgs {
    /// Refuses the option with something that it does not go with.
    pub fn refuse_with(&self, what: &str) -> Step<()> {
        match self.certify {
            Some(_) => Err(bad_input(anyhow!("--certify does not go with {what}"))),
            None => Ok(()),
        }
    }

    /// The opinion on an overlay tree on equal hosts, as many as it wants.
    pub fn overlay(&self, plan: &Plan, subject: &Subject) -> Step<SecondOpinion> {
        let clock = subject.clock;
        let Some(limit) = self.certify.map(Duration::from_secs) else {
            return Ok(SecondOpinion { given: None, clock });
        };
        if plan.job.objective != Objective::Latency {
            self.refuse_with("--objective period or total: it is about the time of one wave")?;
        }
        let max_internal = plan.job.limits.max_internal;
        if plan.job.limits != (Limits { max_internal, ..Limits::default() }) {
            self.refuse_with("--max-fanout or --max-height")?;
        }
        let leaves = plan.job.leaves();
        small(leaves, MOST_LEAVES, "leaves")?;
        let (root, leaf) = (HostClass::default(), HostClass::default());
        let slots = leaves.min(max_internal.unwrap_or(u64::MAX)).saturating_sub(1);
        let hosts = OverlayHosts { root, leaf, slots: vec![slots] };
        let question = OverlayQuestion { cost: subject.cost, hosts, leaves, chains: Chains::Excluded };
        given(question.certify(plan.claim.value, limit).without_tree(), &plan.claim, limit, clock)
    }

    /// The opinion on a broadcast or a reduction among equal ranks.
    pub fn ranks(&self, plan: &RankPlan, subject: &RankSubject) -> Step<SecondOpinion> {
        let clock = subject.clock;
        let Some(limit) = self.certify.map(Duration::from_secs) else {
            return Ok(SecondOpinion { given: None, clock });
        };
        if subject.timing.message_size() == MessageSize::Bytes {
            self.refuse_with("messages that can be cut; take --model logp")?;
        }
        if plan.job.operands == Operands::RankOrder {
            self.refuse_with("--non-commutative")?;
        }
        let ranks = plan.job.ranks();
        let ranks = small(ranks, MOST_RANKS as u64, "ranks")?;
        let backwards = Reversed(subject.timing);
        let timing: &dyn PortTiming = match plan.job.collective {
            RankCollective::Bcast => subject.timing,
            RankCollective::Reduce => &backwards,
        };
        let classes = vec![HostClass::default(); ranks];
        let question = RankQuestion { timing, bytes: 1, classes, root: 0 };
        given(question.certify(plan.claim.value, limit).without_tree(), &plan.claim, limit, clock)
    }
}

impl CertifyArgs {
    /// The opinion on an overlay tree whose internal processes run on these hosts.
    pub fn unequal_overlay(
        &self,
        job: UnequalJob,
        hosts: &[Host],
        claim: &Claim,
        subject: &Subject,
    ) -> Step<SecondOpinion> {
        let clock = subject.clock;
        let Some(limit) = self.certify.map(Duration::from_secs) else {
            return Ok(SecondOpinion { given: None, clock });
        };
        small(job.leaves, MOST_LEAVES, "leaves")?;
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
        let (cost, leaf) = (UnequalLevel::new(subject.cost, factors), HostClass::default());
        let hosts = OverlayHosts { root, leaf, slots };
        let question = OverlayQuestion { cost: &cost, hosts, leaves: job.leaves, chains: Chains::Allowed };
        given(question.certify(claim.value, limit).without_tree(), claim, limit, clock)
    }

    /// The opinion on a broadcast or a reduction of one whole message among ranks on unequal hosts.
    pub fn unequal_ranks(
        &self,
        job: &UnequalRankJob,
        ports: &UnequalPorts,
        claim: &Claim,
        clock: Clock,
    ) -> Step<SecondOpinion> {
        let Some(limit) = self.certify.map(Duration::from_secs) else {
            return Ok(SecondOpinion { given: None, clock });
        };
        small(job.hosts.len() as u64, MOST_RANKS as u64, "ranks")?;
        let backwards = Reversed(ports);
        let timing: &dyn PortTiming = match job.collective {
            RankCollective::Bcast => ports,
            RankCollective::Reduce => &backwards,
        };
        let question = RankQuestion { timing, bytes: job.bytes.unwrap_or(1), classes: job.hosts.clone(), root: 0 };
        given(question.certify(claim.value, limit).without_tree(), claim, limit, clock)
    }
}

/// The optimum is not an optimum: the search or the second opinion is wrong.
#[derive(Debug, thiserror::Error)]
#[error("an integer program found a tree that takes {faster} ticks, less than the optimum of {optimum}")]
struct Contradiction {
    faster: u64,
    optimum: u64,
}

fn given(certificate: Certificate<()>, claim: &Claim, limit: Duration, clock: Clock) -> Step<SecondOpinion> {
    match certificate.verdict {
        Verdict::Refuted { time, .. } if claim.status == Status::Optimal => {
            Err(bug(Contradiction { faster: time.ticks(), optimum: claim.value.ticks() }))
        }
        _ => Ok(SecondOpinion { given: Some((certificate, limit)), clock }),
    }
}

/// The count, unless integer programs are hopeless.
fn small(count: u64, most: u64, of: &str) -> Step<usize> {
    let small = usize::try_from(count).ok().filter(|_| count <= most);
    small.ok_or_else(|| bad_input(anyhow!("--certify is for small instances: at most {most} {of}, not {count}")))
}
