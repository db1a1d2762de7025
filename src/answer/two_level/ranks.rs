//! Broadcast and reduction among ranks of which several share a host.

use crate::answer::{Candidate, RankAlgorithm, RankPlan, RankPlanError, Ranking};
use crate::collective::Question;
use crate::model::{MessageSize, Port, PortTiming, Reversed};
use crate::request::{Bound, Claim, Operands, RankCollective, RankJob, Status};
use crate::search::collective::lower_bound;
use crate::search::two_level::{Extreme, ExtremePort, Lanes, Sent};
use crate::tree::families::Parameters;
use crate::units::Time;

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

/// A fault of lanes. A bug of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TwoLevelRankFault {
    /// A message is sent before its sender may send it, or to a rank that already has it.
    #[error("rank {from} sends to rank {to} at {start} ticks, before it may, or rank {to} has the message")]
    Message {
        /// The sender.
        from: u32,
        /// The receiver.
        to: u32,
        /// The start of the send, in ticks.
        start: u64,
    },
    /// The stated time is too short.
    #[error("stated {stated} ticks, its messages take {found}")]
    Time {
        /// The time that the plan states, in ticks.
        stated: u64,
        /// The time that its messages take, in ticks.
        found: u64,
    },
    /// The time is below the bound.
    #[error("{time} ticks against bound {bound}")]
    Bound {
        /// The time, in ticks.
        time: u64,
        /// The bound, in ticks.
        bound: u64,
    },
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
        let over =
            |ranks| RankJob::new(job.collective, ranks, job.bytes()).map(|over| over.with_operands(job.operands));
        let part = |timing, ranks| RankPlan::new(timing, over(ranks).map_err(|_| RankPlanError::NotRepresentable)?);
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

    /// Checks the messages of lanes one by one, up to 2^16 ranks.
    ///
    /// # Errors
    /// [`TwoLevelRankFault`]: a bug of this crate.
    pub fn check(&self, among: &dyn PortTiming, within: &dyn PortTiming) -> Result<(), TwoLevelRankFault> {
        let best = self.best();
        let bound = self.claim.bound.value;
        if best.time < bound {
            return Err(TwoLevelRankFault::Bound { time: best.time.ticks(), bound: bound.ticks() });
        }
        let HostFamily::Lanes(lanes) = &best.construction else { return Ok(()) };
        let bytes = self.job.bytes().unwrap_or(1);
        let port = |timing| as_broadcast(self.job.collective, timing, |timing| timing.port(bytes));
        let ports = port(among).zip(port(within));
        let messages = (self.job.ranks() <= 1 << 16).then(|| lanes.messages()).flatten();
        let (Some((among, within)), Some(mut messages)) = (ports, messages) else { return Ok(()) };
        messages.sort_by_key(|message| message.start);
        let found = finish(&messages, self.job.ranks(), self.extra.ranks_per_host, among, within)?;
        let stated = best.time.ticks();
        if found > stated { Err(TwoLevelRankFault::Time { stated, found }) } else { Ok(()) }
    }
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

/// The time at which the last rank has the message. `messages` are sorted by the start of their sends.
fn finish(
    messages: &[Sent],
    ranks: u64,
    ranks_per_host: u64,
    among: Port,
    within: Port,
) -> Result<u64, TwoLevelRankFault> {
    let mut free: Vec<Option<u64>> = vec![None; usize::try_from(ranks).unwrap_or(0)];
    if let Some(root) = free.first_mut() {
        *root = Some(0);
    }
    let mut last = 0;
    for message in messages {
        let (from, to, start) = (message.from as usize, message.to as usize, message.start.ticks());
        let host = |rank: u32| u64::from(rank) / ranks_per_host;
        let port = if host(message.from) == host(message.to) { within } else { among };
        let may = free.get(from).copied().flatten().is_some_and(|free| free <= start);
        if !may || free.get(to).is_none_or(Option::is_some) {
            return Err(TwoLevelRankFault::Message { from: message.from, to: message.to, start });
        }
        free[from] = Some(start.saturating_add(port.send_gap.ticks()));
        let there = start.saturating_add(port.delivery.ticks());
        free[to] = Some(there);
        last = last.max(there);
    }
    if free.iter().all(Option::is_some) { Ok(last) } else { Ok(u64::MAX) }
}
