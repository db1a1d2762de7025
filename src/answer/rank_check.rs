//! A second opinion on a plan among ranks, which shares no code with the search or the evaluation.

use super::{Candidate, RankAlgorithm, RankPlan, ScheduleError};
use crate::model::PortTiming;
use crate::request::{RankCollective, RankJob, Status};
use crate::schedule::Schedule;
use crate::schedule::check::{BlockSizes, Execution, Meaning, ScheduleFault, check_meaning};
use crate::schedule::replay::{ReplayError, program_order};
use crate::search::collective::Algorithm;
use crate::tree::RankShape;

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
    /// The stated time is not what executing the schedule takes.
    #[error("{family}: stated {stated} ticks, its schedule takes {found}")]
    Time {
        /// The candidate's family.
        family: &'static str,
        /// What the plan states.
        stated: u64,
        /// What the replay took.
        found: u64,
    },
    /// The schedule is none of that collective.
    #[error("{family}: {fault}")]
    Schedule {
        /// The candidate's family.
        family: &'static str,
        /// What is wrong with it.
        fault: ScheduleFault,
    },
    /// There is no schedule.
    #[error("{family}: {error}")]
    Build {
        /// The candidate's family.
        family: &'static str,
        /// Why.
        error: ScheduleError,
    },
    /// The schedule cannot be executed.
    #[error("{family}: {error}")]
    Replay {
        /// The candidate's family.
        family: &'static str,
        /// Why.
        error: ReplayError,
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

/// The most messages of a schedule that is executed, in a few milliseconds. Beyond, only sizes and bounds are checked.
const MOST_MESSAGES: u64 = 1 << 12;

/// The most messages of a schedule whose meaning is checked in every order that its dependencies leave open, in less than a
/// second.
const MOST_LEFT_OPEN: u64 = 1 << 15;

impl RankPlan {
    /// Checks the candidates against the bound and the number of ranks of every tree; and, where it is small enough, that
    /// the best algorithm's schedule does what is asked for and takes the stated time when it is replayed, in program order or
    /// by the rules by which candidates were executed.
    ///
    /// # Errors
    /// The first [`RankPlanFault`].
    pub fn check(&self, timing: &dyn PortTiming) -> Result<(), RankPlanFault> {
        let best = self.best();
        for candidate in self.candidates() {
            if candidate.time < self.claim.bound.value || candidate.time < best.time {
                return Err(self.bound_fault(candidate));
            }
            if let Algorithm::Tree(shape) = &candidate.construction.algorithm {
                let (found, expected) = (ranks_of(shape), self.job.ranks());
                if found != u128::from(expected) {
                    return Err(RankPlanFault::Ranks { family: candidate.family, found, expected });
                }
            }
        }
        if (best.time == self.claim.bound.value) != (self.claim.status == Status::Optimal) {
            return Err(self.bound_fault(best));
        }
        execute(best, self.job, timing, MOST_MESSAGES)
    }

    /// Checks that a schedule of a candidate does what is asked for in every order that its dependencies and messages leave
    /// open, as whoever executes it by these alone may choose, without the clock. Above 2^15 messages nothing
    /// is checked.
    ///
    /// # Errors
    /// [`RankPlanFault::Schedule`].
    pub fn check_order_left_open(
        &self,
        candidate: &Candidate<RankAlgorithm>,
        schedule: &Schedule,
    ) -> Result<(), RankPlanFault> {
        if messages(candidate, self.job).is_none_or(|messages| messages > MOST_LEFT_OPEN) {
            return Ok(());
        }
        let Some(meaning) = meaning(candidate, self.job) else { return Ok(()) };
        check_meaning(schedule, &meaning, Execution::Dependencies)
            .map_err(|fault| RankPlanFault::Schedule { family: candidate.family, fault })
    }

    fn bound_fault(&self, candidate: &Candidate<RankAlgorithm>) -> RankPlanFault {
        let (family, time) = (candidate.family, candidate.time.ticks());
        RankPlanFault::Bound { family, time, bound: self.claim.bound.value.ticks(), status: self.claim.status }
    }
}

/// Builds a candidate's schedule, looks at its meaning and replays it, unless it has too many messages or only its time is
/// known.
fn execute(
    candidate: &Candidate<RankAlgorithm>,
    job: RankJob,
    timing: &dyn PortTiming,
    most: u64,
) -> Result<(), RankPlanFault> {
    if messages(candidate, job).is_none_or(|messages| messages > most) {
        return Ok(());
    }
    let Some(meaning) = meaning(candidate, job) else { return Ok(()) };
    let family = candidate.family;
    let schedule = candidate.schedule(job, timing).map_err(|error| RankPlanFault::Build { family, error })?;
    check_meaning(&schedule, &meaning, Execution::ProgramOrder)
        .map_err(|fault| RankPlanFault::Schedule { family, fault })?;
    let replayed = match candidate.execution {
        None => program_order(&schedule, timing, &mut ()),
        Some(execution) => execution.rules.execute(&schedule, &mut ()),
    };
    let replayed = replayed.map_err(|error| RankPlanFault::Replay { family, error })?;
    let (stated, found) = (candidate.time.ticks(), replayed.finish.ticks());
    if found == stated { Ok(()) } else { Err(RankPlanFault::Time { family, stated, found }) }
}

/// About how many messages a candidate's schedule has; `None` where that is not representable, or there is no schedule.
fn messages(candidate: &Candidate<RankAlgorithm>, job: RankJob) -> Option<u64> {
    let segments = candidate.construction.cut.map_or(1, |cut| cut.segments);
    let of_a_rank = match candidate.construction.algorithm {
        Algorithm::Tree(_) | Algorithm::Chain | Algorithm::TwoTree | Algorithm::Circulant => segments,
        Algorithm::ScatterAllgather(algorithm) => algorithm.allgather.rounds(job.ranks()).checked_add(1)?,
        Algorithm::LogpOptimal => return None,
    };
    of_a_rank.checked_mul(job.ranks())
}

/// What a candidate's schedule is for; `None` where blocks cannot be numbered.
fn meaning(candidate: &Candidate<RankAlgorithm>, job: RankJob) -> Option<Meaning> {
    let bytes = job.bytes().unwrap_or(1);
    let blocks = match (&candidate.construction.algorithm, candidate.construction.cut) {
        (Algorithm::ScatterAllgather(_), _) => BlockSizes::shares(bytes, job.ranks()),
        (_, None) => BlockSizes::new([bytes]),
        (Algorithm::TwoTree | Algorithm::Circulant, Some(cut)) => BlockSizes::even(bytes, cut.segments),
        (_, Some(cut)) => BlockSizes::segments(bytes, cut.segment),
    }?;
    Some(match job.collective {
        RankCollective::Bcast => Meaning::Broadcast { root: 0, blocks },
        RankCollective::Reduce => Meaning::Reduction { root: 0, blocks, operands: job.operands },
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use crate::model::port_timing;
    use crate::request::Operands;
    use crate::schedule::ScheduleBuilder;
    use crate::schedule::check::Wrong;
    use crate::search::collective::Cut;
    use crate::units::Time;

    #[test]
    fn plans_pass_and_wrong_times_do_not() {
        for machine in ["lecture", "bgp", "tukey", "loggopsim"] {
            let machine = Machine::load(machine).expect("built in");
            let timing = port_timing(&machine, None).expect("a port model");
            let timing = timing.as_ref();
            for collective in [RankCollective::Bcast, RankCollective::Reduce] {
                for (ranks, bytes) in [(1, 5), (2, 1), (3, 100), (17, 1000), (64, 100_000), (100, 7), (1000, 50)] {
                    for operands in [Operands::AnyOrder, Operands::RankOrder] {
                        let job = RankJob::new(collective, ranks, Some(bytes)).expect("a job").with_operands(operands);
                        let plan = RankPlan::new(timing, job).expect("a plan");
                        assert_eq!(plan.check(timing), Ok(()), "{} {ranks} {bytes}", machine.name);
                        for candidate in plan.candidates() {
                            assert_eq!(
                                execute(candidate, job, timing, 1 << 20),
                                Ok(()),
                                "{} {ranks} {bytes}",
                                machine.name
                            );
                        }
                        let off = Time::from_ticks(plan.best().time.ticks() + 1);
                        let wrong = Candidate { time: off, ..plan.best().clone() };
                        assert!(matches!(execute(&wrong, job, timing, 1 << 20), Err(RankPlanFault::Time { .. })));
                    }
                }
            }
        }
    }

    /// Ranks may send only what they have received, which no list says to those who go by dependencies.
    #[test]
    fn a_schedule_without_dependencies_is_found() {
        let timing = port_timing(&Machine::load("lecture").expect("built in"), None).expect("a port model");
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            let job = RankJob::new(collective, 9, Some(100)).expect("a job");
            let plan = RankPlan::new(timing.as_ref(), job).expect("a plan");
            for candidate in plan.candidates().iter().filter(|candidate| candidate.family != "linear") {
                let schedule = plan.schedule(candidate, timing.as_ref()).expect("small");
                assert_eq!(plan.check_order_left_open(candidate, &schedule), Ok(()), "{}", candidate.family);
                let mut builder = ScheduleBuilder::new();
                for rank in 0..9 {
                    builder.begin_rank().expect("few");
                    for record in schedule.rank(rank) {
                        builder.push(record.operation()).expect("few");
                    }
                }
                let bare = builder.finish().expect("few");
                let fault = plan.check_order_left_open(candidate, &bare);
                assert!(matches!(fault, Err(RankPlanFault::Schedule { .. })), "{}", candidate.family);
            }
        }
    }

    /// Of five blocks only four are sent.
    #[test]
    fn a_schedule_that_lacks_a_block_is_found() {
        let timing = port_timing(&Machine::load("lecture").expect("built in"), None).expect("a port model");
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            let job = |bytes| RankJob::new(collective, 9, Some(bytes)).expect("a job");
            let plan = RankPlan::new(timing.as_ref(), job(100)).expect("a plan");
            let cuttable = || plan.candidates().iter().filter(|candidate| candidate.construction.cut.is_some());
            assert!(cuttable().count() > 5);
            for candidate in cuttable() {
                let cut = |segments| Some(Cut { segment: 25, segments, time: candidate.time });
                let with = |segments| {
                    let mut wrong = candidate.clone();
                    wrong.construction.cut = cut(segments);
                    wrong
                };
                let schedule = with(4).schedule(job(100), timing.as_ref()).expect("small");
                let of = |blocks: u64| {
                    let meaning = meaning(&with(blocks), job(25 * blocks)).expect("few blocks");
                    check_meaning(&schedule, &meaning, Execution::ProgramOrder).map_err(|fault| fault.wrong)
                };
                assert_eq!(of(4), Ok(()), "{}", candidate.family);
                let lacks = matches!(of(5), Err(Wrong::Missing { block: 4 } | Wrong::Incomplete { block: 4, .. }));
                assert!(lacks, "{}: {:?}", candidate.family, of(5));
            }
        }
    }
}
