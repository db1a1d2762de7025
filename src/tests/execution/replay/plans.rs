//! Schedules that the crate builds, executed by the rules of the simulators: the cases in which their closed forms hold, and
//! those in which the time is the predicted one.

use super::closed_forms::{Setting, finish, network};
use logpine::answer::{Candidate, RankAlgorithm, RankPlan};
use logpine::collective::{Cut, Cutting, Known, Member, Question, by_name};
use logpine::model::{PortTiming, Reversed, port_timing};
use logpine::request::RankCollective::{self, Bcast};
use logpine::request::{MpiCollective, RankJob, Status};
use logpine::schedule::Schedule;
use logpine::schedule::replay::{Network, Simulator, program_order};
use logpine::units::Time;
use logpine_models::machine::Machine;
use std::cell::Cell;

/// The model of a setting whose combinations take `combine` ticks per byte.
pub fn timing(setting: &Setting, combine: u64) -> Box<dyn PortTiming> {
    let Setting { latency, overhead, gap, per_byte: [gap_per_byte, overhead_per_byte], .. } = setting;
    model(&format!(
        "[loggops]\nlatency = \"{latency}ps\"\noverhead = \"{overhead}ps\"\ngap = \"{gap}ps\"\n\
         gap_per_byte = \"{gap_per_byte}ps/B\"\noverhead_per_byte = \"{overhead_per_byte}ps/B\"\n\
         combine = \"{combine}ps/B\"\n"
    ))
}

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

/// The only member of a family, sending one message of the setting's size.
fn broadcast(setting: &Setting, family: &str, ranks: u64) -> (u64, Schedule) {
    let timing = timing(setting, 0);
    let members = members(&*timing, family, Bcast, ranks);
    let [member] = &members[..] else { panic!("{family} has {} members", members.len()) };
    let schedule = built(&*timing, member, Bcast, (ranks, setting.bytes, 1));
    (predicted(&schedule, &*timing), schedule)
}

/// `H`, (P - 2) d + H, and H + (k - 1) max(H, d) among 2^k ranks.
#[test]
fn closed_forms_hold_of_built_schedules() {
    for setting in Setting::all() {
        let (message, gap) = (setting.message(), setting.send_gap());
        let check = |family, ranks, expected| {
            let (predicted, schedule) = broadcast(&setting, family, ranks);
            let found = setting.finish(&schedule, Simulator::Loggopsim);
            assert_eq!([predicted, found], [expected; 2], "{family}, {ranks} ranks, {setting:?}");
        };
        for ranks in 2..17 {
            check("linear", ranks, (ranks - 2) * gap + message);
        }
        for rounds in 1..6 {
            check("binomial", 1 << rounds, message + (rounds - 1) * message.max(gap));
        }
    }
}

/// `H_A` = 2o + L + g + (s - 1)(2O + G) in place of H; messages leave as before.
#[test]
fn closed_forms_hold_by_the_rules_of_atlahs() {
    for setting in Setting::all() {
        let [stream, copy] = setting.per_byte.map(|each| setting.further(each));
        let message = 2 * setting.overhead + setting.latency + setting.gap + 2 * copy + stream;
        let gap = setting.send_gap();
        let check = |family, ranks, expected: u64| {
            let (_, schedule) = broadcast(&setting, family, ranks);
            let found = setting.finish(&schedule, Simulator::Atlahs);
            assert_eq!(found, expected, "{family}, {ranks} ranks, {setting:?}");
        };
        for ranks in 2..17 {
            check("linear", ranks, (ranks - 2) * gap + message);
        }
        for rounds in 1..6 {
            check("binomial", 1 << rounds, message + (rounds - 1) * message.max(gap));
        }
    }
}

/// Culler et al. (1993), figure 3, by both simulators.
#[test]
fn the_textbook_example() {
    let machine = Machine::load("logp-textbook").expect("built in");
    let timing = port_timing(&machine, None).expect("LogP");
    let network = Network::of(&machine, None).expect("LogP");
    let plan = RankPlan::new(&*timing, RankJob::new(Bcast, 8, None).expect("a job")).expect("a plan");
    for (family, times) in
        [("logp-optimal", [24_000, 32_000]), ("binomial", [30_000, 42_000]), ("linear", [34_000, 38_000])]
    {
        let candidate = plan.candidates().iter().find(|candidate| candidate.family == family).expect("a candidate");
        let schedule = plan.schedule(candidate, &*timing).expect("small");
        let found = [Simulator::Loggopsim, Simulator::Atlahs].map(|simulator| finish(&schedule, &network, simulator));
        assert_eq!((candidate.time.ticks(), found), (times[0], times), "{family}");
    }
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

/// Segments along a chain of ranks take the predicted time if a rank has time for a reception between two of its sends, r <= d
/// and d > cs + cr.
#[test]
fn segments_along_a_chain_within_their_condition() {
    let mut within = 0;
    for setting in Setting::all() {
        let busy = setting.send_busy() + setting.receive_busy();
        if setting.receive_gap() > setting.send_gap() || setting.send_gap() <= busy {
            continue;
        }
        let timing = timing(&setting, 0);
        let members = members(&*timing, "chain", Bcast, 8);
        for (ranks, segments) in [(3, 2), (4, 5), (8, 16), (16, 8)] {
            let schedule = built(&*timing, &members[0], Bcast, (ranks, setting.bytes * segments, segments));
            let expected = (ranks - 1) * setting.message() + (segments - 1) * setting.send_gap();
            let found = setting.finish(&schedule, Simulator::Loggopsim);
            assert_eq!([predicted(&schedule, &*timing), found], [expected; 2], "{setting:?}");
            within += 1;
        }
    }
    assert!(within > 360);
}
