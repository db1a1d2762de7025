//! Broadcast and reduction among ranks that share hosts.

use crate::answer::checked::execute_if_small;
use crate::answer::{Candidate, RankAlgorithm, RankPlan, RankPlanError, Ranking};
use crate::request::{Bound, Claim, Operands, RankCollective, RankJob, Status};
use logpine_check::two_level::ranks::{HostsOfRanks, LastMessage, Message, check_claim, check_one_level};
use logpine_collectives::collective::Question;
use logpine_collectives::search::collective::lower_bound;
use logpine_models::model::{MessageSize, PortTiming, Reversed};
use logpine_text::reason::Reason;
use logpine_text::units::Time;
use logpine_trees::search::two_level::{Extreme, ExtremePort, Lanes, Sent};
use logpine_trees::tree::families::Parameters;

/// The maximum number of ranks for which messages are checked.
const MOST_CHECKED: u64 = 1 << 16;

/// The class of schedules in which lanes can be proved best.
const ONE_ENTRY: &str = "schedules that send the whole message into every host once";
/// The class of schedules in which leaders can be proved best.
const TWO_PHASES: &str =
    "a collective among hosts and one inside each of them, one after the other, every family, k and segment size";

/// The ways to run a collective among ranks that share hosts.
#[derive(Clone, Debug)]
pub enum HostFamily {
    /// The whole message enters every host once; several ranks of a host may send to other hosts at the same time.
    Lanes(Lanes),
    /// One rank of each host takes part in a collective among hosts. Each of these leads a collective inside its host: after
    /// that among hosts, or before it for a reduction.
    Leaders {
        /// The collective among hosts.
        among: Box<Candidate<RankAlgorithm>>,
        /// The collective inside a host.
        within: Box<Candidate<RankAlgorithm>>,
    },
    /// A collective among all ranks, in which every message costs the larger of the two: as a rule, that between hosts.
    OneLevel(Box<Candidate<RankAlgorithm>>),
}

impl HostFamily {
    /// `lanes`, `leaders` or `one-level`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Lanes(_) => "lanes",
            Self::Leaders { .. } => "leaders",
            Self::OneLevel(_) => "one-level",
        }
    }

    /// The parameters; for lanes, the most ranks of a host that send at once.
    fn parameters(&self) -> Parameters {
        match self {
            Self::Lanes(lanes) => {
                let senders = lanes.most_senders().map(|senders| Parameters::new().number("senders", senders));
                senders.unwrap_or_default()
            }
            Self::Leaders { .. } | Self::OneLevel(_) => Parameters::new(),
        }
    }
}

/// The answer to a [`RankJob`] if hosts run several ranks: rank r is on host r / `extra.ranks_per_host`. The bound holds for
/// every schedule, however the message is cut. The time of a candidate is an upper bound in two cases: if messages are
/// charged as slower ones, as in one level, or if a gap is longer than its delivery, so that the second phase waits for its
/// end.
pub type TwoLevelRankPlan = Ranking<RankJob, HostFamily, RanksPerHost>;

/// The number of ranks that share a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RanksPerHost {
    /// Ranks on every host.
    pub ranks_per_host: u64,
}

impl TwoLevelRankPlan {
    /// Searches for the best way to run a job with `ranks_per_host` ranks on every host. Messages inside a host have the
    /// costs of `within`, others those of `among`.
    ///
    /// # Errors
    /// [`RankPlanError`] if the size does not fit the model, the ranks do not fill their hosts, or no time is representable.
    pub fn new(
        among: &dyn PortTiming,
        within: &dyn PortTiming,
        job: RankJob,
        ranks_per_host: u64,
    ) -> Result<Self, RankPlanError> {
        RankPlanError::check_size(among, job.bytes())?;
        RankPlanError::check_size(within, job.bytes())?;
        let hosts = match job.ranks().checked_div(ranks_per_host) {
            Some(hosts) if job.ranks().is_multiple_of(ranks_per_host) => hosts,
            _ => return Err(RankPlanError::PartlyFilled { ranks: job.ranks(), ranks_per_host }),
        };
        let part = |timing, ranks| RankPlan::new(timing, over(&job, ranks).ok_or(RankPlanError::NotRepresentable)?);
        let (far, near) = (part(among, hosts), part(within, ranks_per_host));
        let phases = far.ok().zip(near.ok());
        let lanes = Self::lanes(among, within, &job, hosts, ranks_per_host);
        let exhaustive = phases
            .as_ref()
            .is_some_and(|(far, near)| [far, near].iter().all(|plan| plan.claim.status != Status::BestFound));
        let mut candidates: Vec<Candidate<HostFamily>> = Vec::new();
        let way = |time, way: HostFamily| Candidate::new(way.name(), way.parameters(), time, way);
        // A leader that sent last may send again only when its gap is over.
        let lag = phases.as_ref().and_then(|(far, _)| gap_after(far.best(), among, &job, hosts));
        let lag = if hosts == 1 || ranks_per_host == 1 { Some(Time::ZERO) } else { lag };
        if let (Some((far, near)), Some(lag)) = (&phases, lag)
            && let Some(time) = far.best().time.checked_add(lag).and_then(|time| time.checked_add(near.best().time))
        {
            let [among, within] = [far, near].map(|plan| Box::new(plan.best().clone()));
            candidates.push(way(time, HostFamily::Leaders { among, within }));
        }
        if let Some(lanes) = lanes {
            candidates.push(way(lanes.finish(), HostFamily::Lanes(lanes)));
        }
        if let Ok(plan) = part(&ExtremePort { among, within, extreme: Extreme::Dearest }, job.ranks()) {
            let best = Box::new(plan.best().clone());
            candidates.push(way(best.time, HostFamily::OneLevel(best)));
        }
        // Ties go to the first of the list, which needs the fewest messages between hosts.
        candidates.sort_by_key(|candidate| candidate.time);
        let best = candidates.first().ok_or(RankPlanError::NotRepresentable)?;
        let bound = Self::bound(among, within, &job, hosts, ranks_per_host).ok_or(RankPlanError::NotRepresentable)?;
        let class = match &best.construction {
            HostFamily::Lanes(lanes) if lanes.is_best_with_one_entry() => Some(ONE_ENTRY),
            HostFamily::Leaders { .. } if exhaustive && lag == Some(Time::ZERO) => Some(TWO_PHASES),
            _ => None,
        };
        let claim = Claim::new(best.time, bound, class);
        let extra = RanksPerHost { ranks_per_host };
        Ok(Self { job, claim, candidates, left_out: Vec::new(), executions: None, extra })
    }

    /// The lanes of a job; `None` if operands have an order, which lanes do not keep.
    fn lanes(
        among: &dyn PortTiming,
        within: &dyn PortTiming,
        job: &RankJob,
        hosts: u64,
        ranks_per_host: u64,
    ) -> Option<Lanes> {
        let bytes = job.bytes().unwrap_or(1);
        let port = |timing| as_broadcast(job.collective, timing, |timing| timing.port(bytes));
        let lanes = || Lanes::new(port(within)?, port(among)?, hosts, ranks_per_host).ok();
        if job.operands == Operands::AnyOrder { lanes() } else { None }
    }

    /// A lower bound on every schedule, however the message is cut.
    fn bound(
        among: &dyn PortTiming,
        within: &dyn PortTiming,
        job: &RankJob,
        hosts: u64,
        ranks_per_host: u64,
    ) -> Option<Bound> {
        if job.ranks() == 1 {
            return Some(Bound { value: Time::ZERO, reason: "there is a single rank" });
        }
        let cheapest = ExtremePort { among, within, extreme: Extreme::Cheapest };
        let everywhere = Question::ask(job.collective, &cheapest, job.ranks(), job.bytes(), lower_bound)?.time;
        // Only a message that cannot be cut is whole.
        let least = |timing| {
            as_broadcast(job.collective, timing, |timing| match timing.message_size() {
                MessageSize::Bytes => timing.port_at_least(1),
                MessageSize::Indivisible => timing.port(1),
            })
        };
        let hosts = Lanes::new(least(within)?, least(among)?, hosts, ranks_per_host).ok()?.informed_bound();
        Some(if hosts > everywhere {
            let reason = "even if every rank of a host that knows the message keeps sending it to further hosts, fewer hosts \
                          know it before that time";
            Bound { value: hosts, reason }
        } else {
            let reason =
                "that of as many ranks where every message costs the lesser of one inside a host and one among hosts";
            Bound { value: everywhere, reason }
        })
    }

    /// Number of hosts.
    #[must_use]
    pub const fn hosts(&self) -> u64 {
        self.job.ranks() / self.extra.ranks_per_host
    }

    /// Checks the times of all candidates against the bound, and each by its construction as far as that is small: the
    /// messages of lanes one by one, up to 2^16 ranks; the schedules of collectives among hosts, inside them, and of one level,
    /// by executing them.
    ///
    /// # Errors
    /// [`Reason`]: a bug of this crate.
    pub(crate) fn check(&self, among: &dyn PortTiming, within: &dyn PortTiming) -> Result<(), Reason> {
        check_claim(&self.claim, self.candidates.iter().map(|candidate| candidate.time))?;
        let (job, ranks_per_host) = (self.job, self.extra.ranks_per_host);
        let placed = HostsOfRanks { job, ranks_per_host, among, within };
        for candidate in &self.candidates {
            match &candidate.construction {
                HostFamily::Lanes(lanes) => {
                    let messages = (job.ranks() <= MOST_CHECKED).then(|| lanes.messages()).flatten();
                    let Some(messages) = messages else { continue };
                    let message = |&Sent { from, to, start }: &Sent| Message { from, to, start };
                    placed.check_spread(candidate.time, messages.iter().map(message).collect())?;
                }
                HostFamily::Leaders { among: far, within: near } => {
                    for (part, ranks, timing) in [(far, self.hosts(), among), (near, ranks_per_host, within)] {
                        over(&job, ranks).map_or(Ok(()), |job| execute_if_small(part, job, timing))?;
                    }
                    let far_is_whole = far.construction.cut.is_none() && far.construction.algorithm.tree().is_some();
                    let last = if far_is_whole { LastMessage::Whole } else { LastMessage::Part };
                    placed.check_leaders(candidate.time, [far.time, near.time], last)?;
                }
                HostFamily::OneLevel(one) => {
                    execute_if_small(one, job, &placed.dearer())?;
                    check_one_level(candidate.time, one.time)?;
                }
            }
        }
        Ok(())
    }
}

/// The same job over other ranks.
fn over(job: &RankJob, ranks: u64) -> Option<RankJob> {
    RankJob::new(job.collective, ranks, job.bytes()).ok().map(|over| over.with_operands(job.operands))
}

/// The most by which the gap of a message exceeds its delivery, over all messages of an algorithm among `hosts` hosts;
/// `None` past [`Time::MAX`].
fn gap_after(candidate: &Candidate<RankAlgorithm>, among: &dyn PortTiming, job: &RankJob, hosts: u64) -> Option<Time> {
    let bytes = job.bytes().unwrap_or(1);
    // The whole message, its segments or blocks, the last of them, and a part for each host.
    let segment = candidate.construction.cut.map_or(bytes, |cut| cut.segment).max(1);
    let last = bytes - (bytes.div_ceil(segment) - 1).saturating_mul(segment);
    let sizes = [bytes, segment, last, bytes.div_ceil(hosts), (bytes / hosts).max(1), 1];
    let lag = |size| {
        let port = as_broadcast(job.collective, among, |timing| timing.port(size))?;
        Some(port.send_gap.checked_sub(port.delivery).unwrap_or_default())
    };
    sizes.into_iter().map(lag).try_fold(Time::ZERO, |most, lag| Some(most.max(lag?)))
}

/// Evaluates `of` for the costs of the broadcast that a collective is, perhaps run backwards.
fn as_broadcast<T>(collective: RankCollective, timing: &dyn PortTiming, of: impl Fn(&dyn PortTiming) -> T) -> T {
    match collective {
        RankCollective::Bcast => of(timing),
        RankCollective::Reduce => of(&Reversed(timing)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_models::machine::{Locality, Machine};
    use logpine_models::model::port_timing;

    const PROFILE: &str = "name = \"m\"\n\
        [loggp]\nlatency = \"3us\"\noverhead = \"1us\"\ngap = \"1.2us\"\ngap_per_byte = \"0.4ns/B\"\n\
        [within.host.loggp]\nlatency = \"300ns\"\noverhead = \"200ns\"\ngap = \"250ns\"\ngap_per_byte = \"0.1ns/B\"\n";

    #[test]
    fn plans_pass_and_wrong_ones_do_not() {
        let machine = Machine::from_toml(PROFILE, "m.toml").expect("valid");
        let [among, within] = [&machine, machine.at(Locality::Host)].map(|machine| port_timing(machine, None));
        let (among, within) = (among.expect("[loggp]"), within.expect("[within.host.loggp]"));
        let (among, within) = (among.as_ref(), within.as_ref());
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            for (hosts, ranks_per_host, bytes) in itertools::iproduct!([1, 2, 7, 100], [1, 4, 9], [8, 100_000]) {
                let job = RankJob::new(collective, hosts * ranks_per_host, Some(bytes)).expect("a job");
                let plan = TwoLevelRankPlan::new(among, within, job, ranks_per_host).expect("a plan");
                let of = format!("{} {hosts} x {ranks_per_host}, {bytes} B", collective.name());
                assert_eq!(plan.check(among, within), Ok(()), "{of}");
                for place in 0..plan.candidates.len() {
                    let mut early = plan.clone();
                    let time = early.candidates[place].time;
                    let Some(earlier) = time.checked_sub(Time::from_ticks(1)) else { continue };
                    early.candidates[place].time = earlier;
                    early.claim.value = early.best().time;
                    assert!(early.check(among, within).is_err(), "{of}: {}", plan.candidates[place].family);
                }
            }
        }
    }
}
