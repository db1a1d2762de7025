//! The algorithms of MPI's collectives stage by stage: their results and their costs.

pub(super) mod along_hosts;
mod closed_forms;
mod delivers;
mod executions;
mod mutants;
mod schedules;
mod traffic;
mod two_forms;

use logpine::request::{Layout, MpiCollective, MpiJob};
use logpine::units::Time;
use logpine_check::schedule;
use logpine_check::stages::{self, Explicit, explicit};
use logpine_collectives::collective::by_name;
use logpine_collectives::schedule::build::{self, Wire};
use logpine_collectives::schedule::stages::{Cut, Staged};
use logpine_collectives::schedule::{Added, Dependency, Operation, Schedule, ScheduleBuilder};
use logpine_models::model::stage::Pace;
use logpine_text::reason::Reason;
use logpine_trees::tree::families::Parameters;

/// A member, if the family has it.
#[track_caller]
fn maybe(collective: MpiCollective, family: &str, ranks: u64, bytes: u64, parameters: Parameters) -> Option<Staged> {
    let family = by_name(collective, family).unwrap_or_else(|| panic!("no {family}"));
    family.build(ranks, bytes, parameters)
}

/// A member that the family must have.
#[track_caller]
fn staged(collective: MpiCollective, family: &str, ranks: u64, bytes: u64) -> Staged {
    let member = maybe(collective, family, ranks, bytes, Parameters::new());
    member.unwrap_or_else(|| panic!("no {family} for {ranks} ranks"))
}

/// Every ordered factorisation of a number.
pub(in crate::tests::engines) fn factorisations(number: u64) -> Vec<Vec<u64>> {
    if number == 1 {
        return vec![Vec::new()];
    }
    let firsts = (2..=number).filter(|&first| number.is_multiple_of(first));
    let with = |first: u64| factorisations(number / first).into_iter().map(move |rest| [vec![first], rest].concat());
    firsts.flat_map(with).collect()
}

/// Checks stages against their messages, and a schedule of these against its collective, in every order that is left open.
fn follow(staged: &Staged, messages: &Explicit, schedule: &Schedule) -> Result<(), Reason> {
    stages::check(staged, messages)?;
    let bytes = match (staged.collective, staged.cut) {
        (MpiCollective::Barrier, _) => None,
        (_, Cut::Equal { block, .. }) => Some(block),
        (_, cut) => Some(cut.total()),
    };
    let layout = Layout::one_host(staged.ranks).expect("ranks");
    let job = MpiJob::new(staged.collective, layout, bytes).expect("a job");
    let meaning = stages::meaning(&job, staged, messages).expect("few blocks");
    schedule::check(schedule, &meaning).map_err(Reason::of)
}

/// Checks an algorithm with its own messages and schedule.
fn delivers(staged: &Staged) -> Result<(), Reason> {
    let schedule = build::stages(staged, &Wire::default()).expect("few operations");
    follow(staged, &explicit(staged).expect("few messages"), &schedule)
}

/// A schedule of any messages, round by round: a rank sends, then receives. A send requires all that was received in earlier
/// rounds, in a stream before it, and a combination the sends before it.
fn program(staged: &Staged, messages: &Explicit) -> Schedule {
    let mut builder = ScheduleBuilder::new();
    for rank in 0..staged.ranks {
        builder.begin_rank().expect("few");
        let (mut given, mut last_send) = (Vec::<Added>::new(), None);
        let mut tag = 0;
        for (stage, rounds) in staged.stages.iter().zip(messages) {
            let mut coming = Vec::new();
            for round in rounds {
                tag += 1;
                let of = |end: u64, other: u64| (end == rank).then(|| u32::try_from(other).expect("few"));
                let filled = || round.iter().filter(|sent| sent.bytes > 0);
                for (to, bytes) in filled().filter_map(|sent| Some((of(sent.from, sent.to)?, sent.bytes))) {
                    let sent = builder.push(Operation::Send { to, bytes, tag }).expect("few");
                    for &before in &given {
                        builder.require(sent, Dependency::Done(before));
                    }
                    last_send = Some(sent);
                }
                for (from, bytes) in filled().filter_map(|sent| Some((of(sent.to, sent.from)?, sent.bytes))) {
                    let mut received = builder.push(Operation::Receive { from, bytes, tag }).expect("few");
                    if stage.combined > 0 {
                        let combined = builder.push(Operation::Combine { time: Time::ZERO }).expect("few");
                        for before in [Some(received), last_send].into_iter().flatten() {
                            builder.require(combined, Dependency::Done(before));
                        }
                        received = combined;
                    }
                    coming.push(received);
                }
                if stage.pace == Pace::Synchronous {
                    given.append(&mut coming);
                }
            }
            given.append(&mut coming);
        }
    }
    builder.finish().expect("few")
}
