//! Schedules that the crate builds, executed by the rules of the simulators: the cases in which their closed forms hold, and
//! those in which the time is the predicted one.

use super::closed_forms::{Setting, finish, network};
use logpine::answer::{Candidate, RankAlgorithm, RankPlan};
use logpine::request::RankCollective::{self, Bcast};
use logpine::request::{MpiCollective, RankJob, Status};
use logpine::units::Time;
use logpine_collectives::collective::{Cut, Cutting, Known, Member, Question, by_name};
use logpine_collectives::schedule::Schedule;
use logpine_collectives::schedule::replay::{Simulator, program_order};
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, Reversed, port_timing};
use std::cell::Cell;

fn model(section: &str) -> Box<dyn PortTiming> {
    let machine = Machine::from_toml(&format!("name = \"m\"\n{section}"), "m.toml");
    port_timing(&machine.unwrap_or_else(|error| panic!("{error}")), None).unwrap_or_else(|error| panic!("{error}"))
}

/// The members of a family.
pub fn members(timing: &dyn PortTiming, family: &str, collective: RankCollective, ranks: u64) -> Vec<Member> {
    let (reversed, family) = (Reversed(timing), by_name(MpiCollective::Bcast, family).expect("a family"));
    let broadcast: &dyn PortTiming = if collective == Bcast { timing } else { &reversed };
    let question =
        Question { collective, forward: timing, timing: broadcast, ranks, bytes: 1 << 20, known: &Known::default() };
    family.algorithms(question, &Cell::new(Time::MAX)).collect()
}

/// The schedule of a member for a number of bytes in a number of segments or blocks.
pub fn built(
    timing: &dyn PortTiming,
    member: &Member,
    collective: RankCollective,
    (ranks, bytes, segments): (u64, u64, u64),
) -> Schedule {
    let algorithm = member.clone().algorithm(ranks).expect("few ranks").clone();
    let by_ranks = algorithm.cutting() == Cutting::ByRanks;
    let cut = Cut { segment: bytes.div_ceil(segments), segments, time: Time::ZERO };
    let construction = RankAlgorithm { algorithm, cut: (!by_ranks).then_some(cut), period: None };
    let candidate = Candidate::new("some", member.parameters.clone(), Time::ZERO, construction);
    let job = RankJob::new(collective, ranks, Some(bytes)).expect("a job");
    candidate.schedule(job, timing).expect("small")
}

/// The predicted time, which is that of the replay in program order.
pub fn predicted(schedule: &Schedule, timing: &dyn PortTiming) -> u64 {
    program_order(schedule, timing, &mut ()).expect("it can be replayed").finish.ticks()
}

/// The predicted optimum is the executed one: Karp, Sahay, Santos and Schauser (1993).
#[test]
fn optimal_trees_take_the_predicted_optimum() {
    let mut settings = 0;
    for latency in [0, 3, 6, 20] {
        for overhead in [0, 2, 7] {
            for gap in [1, 4, 6, 10] {
                let timing = model(&format!(
                    "[logp]\nlatency = \"{latency}ps\"\noverhead = \"{overhead}ps\"\ngap = \"{gap}ps\"\n"
                ));
                let network = network(latency, overhead, gap, [0, 0]);
                for ranks in [2, 3, 5, 8, 11, 13, 16] {
                    let job = RankJob::new(Bcast, ranks, None).expect("a job");
                    let plan = RankPlan::new(&*timing, job).expect("a plan");
                    for candidate in plan.candidates() {
                        let schedule = plan.schedule(candidate, &*timing).expect("small");
                        let found = finish(&schedule, &network, Simulator::Loggopsim);
                        let name = candidate.family;
                        assert_eq!(found, candidate.time.ticks(), "{name}, {ranks} ranks, {latency} {overhead} {gap}");
                    }
                    assert_eq!(plan.claim.status, Status::Optimal);
                    settings += 1;
                }
            }
        }
    }
    assert_eq!(settings, 336);
}

/// One message down any tree takes the predicted time, by rendezvous too. A rank receives once, before it sends anything,
/// so nothing competes for its processor; its sends are chained, and each begins when processor and interface are
/// free: d after the one before, or, by rendezvous, o + L after it if that is more, which is when the message is at a
/// receiver that has nothing else to do.
#[test]
fn one_message_down_any_tree_takes_the_predicted_time() {
    for setting in Setting::all() {
        for rendezvous in [None, Some(setting.bytes - 1), Some(setting.bytes)] {
            let timing = with_rendezvous(&setting, rendezvous);
            let mut network = network(setting.latency, setting.overhead, setting.gap, setting.per_byte);
            network.rendezvous_above = rendezvous;
            for ranks in [3, 8, 13] {
                for family in
                    ["linear", "chain", "binary", "k-ary", "binomial", "k-nomial", "logp-optimal", "fibonacci"]
                {
                    for member in members(&*timing, family, Bcast, ranks) {
                        let schedule = built(&*timing, &member, Bcast, (ranks, setting.bytes, 1));
                        let found = finish(&schedule, &network, Simulator::Loggopsim);
                        let name =
                            format!("{family} {:?}, {ranks} ranks, {setting:?}, {rendezvous:?}", member.parameters);
                        assert_eq!(found, predicted(&schedule, &*timing), "{name}");
                    }
                }
            }
        }
    }
}

fn with_rendezvous(setting: &Setting, above: Option<u64>) -> Box<dyn PortTiming> {
    let Setting { latency, overhead, gap, per_byte: [gap_per_byte, overhead_per_byte], .. } = setting;
    let above = above.map_or(String::new(), |above| format!("rendezvous_above = \"{above}B\"\n"));
    model(&format!(
        "[loggops]\nlatency = \"{latency}ps\"\noverhead = \"{overhead}ps\"\ngap = \"{gap}ps\"\n\
         gap_per_byte = \"{gap_per_byte}ps/B\"\noverhead_per_byte = \"{overhead_per_byte}ps/B\"\n{above}"
    ))
}
