//! Timelines of replays, their critical paths, and the reports about them.

mod flows;
mod nodes;
mod replay;
mod reports;
mod rounds;
mod rows;
mod schedules;
mod threads;

use logpine::units::Time;
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::replay::{CriticalPath, Part, Replayed, Timeline, Usage, messages};
use replay::{Costs, replay};

/// L = 6, o = 2, g = 4 cycles: the textbook's.
const TEXTBOOK: Costs = Costs { latency: 6_000, overhead: 2_000, gap: 4_000, per_byte: 0 };
/// About a cluster's, in seconds.
const CLUSTER: Costs = Costs { latency: 1_500_000, overhead: 400_000, gap: 700_000, per_byte: 250 };
/// No overhead: messages keep interfaces only.
const ALPHA_BETA: Costs = Costs { latency: 5_000_000, overhead: 0, gap: 5_000_000, per_byte: 1_000 };

/// A replay with all its reports.
struct Simulation<'a> {
    replayed: Replayed,
    timeline: Timeline<'a>,
    path: CriticalPath,
    usage: Usage<'a>,
}

fn simulation(schedule: &Schedule, costs: Costs) -> Simulation<'_> {
    let mut timeline = Timeline::new(schedule);
    let replayed = replay(schedule, costs, &mut timeline);
    let (path, usage) = (CriticalPath::new(&timeline), Usage::of(&timeline));
    Simulation { replayed, timeline, path, usage }
}

/// All schedules here.
fn cases() -> Vec<(Schedule, Costs)> {
    vec![
        (schedules::binomial(8, 1, 1), TEXTBOOK),
        (schedules::binomial(1, 1, 1), TEXTBOOK),
        (schedules::binomial(37, 5, 1_000), CLUSTER),
        (schedules::chain(12, 30, 4_096), CLUSTER),
        (schedules::chain(9, 1, 64), ALPHA_BETA),
        (schedules::gather(10, 100, 300_000), CLUSTER),
        (schedules::gather(9, 100, 9_000_000), CLUSTER),
        (schedules::ring(6, 1_000, 3_000_000), CLUSTER),
        (schedules::ring(5, 64, 9_000_000), ALPHA_BETA),
    ]
}

#[test]
fn critical_paths_add_up_to_the_finish_time() {
    for (schedule, costs) in cases() {
        let Simulation { replayed, timeline, path, usage } = simulation(&schedule, costs);
        assert_eq!(timeline.len(), schedule.len());
        assert_eq!((path.finish(), timeline.finish()), (replayed.finish, replayed.finish));
        let added: u64 = path.steps().iter().map(|step| step.waited().ticks() + step.performed().ticks()).sum();
        assert_eq!(added, replayed.finish.ticks());
        let parts: u64 = Part::ALL.iter().map(|&part| path.total(part).ticks()).sum();
        assert_eq!(parts, added);
        // Without forced waiting, nothing but what has a name passes.
        assert_eq!(path.total(Part::Other), Time::ZERO);
        let messages = messages(&timeline);
        assert_eq!((messages.len() as u64, usage.messages()), (replayed.messages, replayed.messages));
        for message in messages {
            let (send, receive) =
                (timeline.at(message.send).expect("told"), timeline.at(message.receive).expect("told"));
            assert!(send.end <= receive.start);
        }
    }
}

/// A chain of 12 ranks: the root sends 30 segments, one a gap, and the last of them passes 11 ranks.
#[test]
fn a_pipeline_is_a_few_groups() {
    let schedule = schedules::chain(12, 30, 4_096);
    let path = simulation(&schedule, CLUSTER).path;
    let groups: Vec<_> = path.groups().iter().map(|group| (group.times(), group.period)).collect();
    assert!(groups.len() <= 5, "{groups:?}");
    let steps: usize = path.groups().iter().map(|group| group.steps.len()).sum();
    assert_eq!((steps, path.steps().len()), (30 + 11 + 10, 51));
}
