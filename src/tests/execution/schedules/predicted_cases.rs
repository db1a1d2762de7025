//! Schedules on given machines that take the predicted time, and those that cannot be listed.

use crate::tests::execution::schedules::machines::Random;
use crate::tests::execution::schedules::predicted::{finish, job};
use crate::tests::execution::schedules::slow_replay::listed;
use logpine::answer::{Candidate, RankAlgorithm};
use logpine::request::MpiCollective;
use logpine::request::RankCollective::Bcast;
use logpine::units::Time;
use logpine_collectives::collective::{
    Algorithm, Assignment, Cut, Cutting, Known, Outline, Question, Recipe, by_name, n_block, two_tree,
};
use logpine_collectives::schedule::{Blocks, Operation, Record};
use logpine_models::model::{Port, PortTiming};
use logpine_text::reason::reason;
use logpine_trees::tree::earliest::FanoutLimits;
use logpine_trees::tree::families::Parameters;
use std::cell::Cell;
use std::sync::Arc;

const MACHINES: [&str; 6] = [
    "[alpha_beta]\nalpha = \"1000ps\"\nbeta = \"1ps/B\"\ncombine = \"1ps/B\"\n",
    "[loggp]\nlatency = \"900ps\"\noverhead_send = \"70ps\"\noverhead_receive = \"200ps\"\ngap = \"500ps\"\n\
     gap_per_byte = \"1.5ps/B\"\ncombine = \"0.7ps/B\"\n",
    "[loggops]\nlatency = \"300ps\"\noverhead_send = \"100ps\"\noverhead_receive = \"80ps\"\ngap = \"200ps\"\n\
     gap_per_byte = \"1ps/B\"\noverhead_per_byte = \"3ps/B\"\nrendezvous_above = \"100B\"\n",
    "[plogp]\nlatency = \"100ps\"\noverhead_send = [[1, \"10ps\"], [1000, \"99ps\"]]\n\
     overhead_receive = [[1, \"30ps\"], [1000, \"120ps\"]]\ngap = [[1, \"40ps\"], [1000, \"1700ps\"]]\n",
    "[piecewise]\npieces = [{ up_to = \"64B\", alpha = \"100ps\", beta = \"2ps/B\" }, { alpha = \"300ps\", beta = \"1ps/B\" }]\n",
    "[logp]\nlatency = \"6ps\"\noverhead = \"2ps\"\ngap = \"4ps\"\ncombine_per_value = \"1ps\"\n",
];

/// The first algorithm of a family of broadcasts.
fn first(family: &str, timing: &dyn PortTiming, ranks: u64, bytes: u64) -> Arc<dyn Algorithm> {
    let member = Question::ask(Bcast, timing, ranks, Some(bytes), |question| {
        by_name(MpiCollective::Bcast, family)?.algorithms(question, &Cell::new(Time::MAX)).next()
    });
    member.and_then(|mut member| member.algorithm(ranks).cloned()).expect("a member")
}

#[test]
fn what_cannot_be_listed_is_refused() {
    let machine = Random::new(MACHINES[0]);
    let candidate = |algorithm, cut| {
        Candidate::new("some", Parameters::new(), Time::ZERO, RankAlgorithm { algorithm, cut, period: None })
    };
    let of = |algorithm, ranks| {
        let cut = Cut { segment: 1, segments: 1 << 12, time: Time::ZERO };
        candidate(algorithm, Some(cut)).schedule(job(Bcast, ranks, Some(1 << 12)), &*machine.timing).map(|_| ())
    };
    for family in ["chain", "two-tree", "n-block"] {
        for ranks in [1 << 20, 1 << 40, 1 << 63] {
            let error = of(first(family, &*machine.timing, ranks, 1 << 12), ranks);
            assert!(error.as_ref().is_err_and(|reason| reason.says("operations")), "{error:?}");
        }
    }
    // Too fine a lattice.
    let [send_gap, delivery] = [1, 100_000_007].map(Time::from_ticks);
    let port = Port { send_gap, delivery, ..Port::default() };
    let outline =
        Outline { root_fanout: 1, gaps: 0, deliveries: 0, either: 0, least: Time::ZERO, least_of_any: Time::ZERO };
    let earliest = Recipe::Earliest { port, limits: FanoutLimits::NONE, outline };
    let unknown = earliest.make(1 << 60, &Known::default()).expect("its time is known");
    assert_eq!(unknown.cutting(), Cutting::Never);
    assert_eq!(
        of(unknown, 1 << 60),
        Err(reason!(
            "{family} has no schedule here: its tree is too large even when compressed, and only its time is known; ask for \
         another family or for fewer ranks",
            family = "some"
        ))
    );
}

/// Blocks of 4 and 3 bytes: the short one takes long to send, and the long one takes long to receive. A rank that does both in
/// a round needs 20 ticks, though the rounds of either alone take 11.
#[test]
fn a_round_holds_a_short_send_and_a_long_reception() {
    let machine = Random::new(
        "[plogp]\nlatency = \"0ps\"\noverhead_send = [[3, \"10ps\"], [4, \"1ps\"]]\n\
         overhead_receive = [[3, \"1ps\"], [4, \"10ps\"]]\ngap = [[1, \"10ps\"]]\n",
    );
    let timing = &*machine.timing;
    let rounds = [4, 3].map(|bytes| timing.port(bytes).and_then(Port::round).map(Time::ticks));
    assert_eq!(rounds, [Some(11); 2]);
    // With rounds of 11 ticks, what is done in some would end in the next.
    let shorter = |record: &Record| match record.operation() {
        Operation::Wait { until } => Operation::Wait { until: Time::from_ticks(until.ticks() / 20 * 11) },
        operation => operation,
    };
    let mut late = 0;
    for ranks in 2..40 {
        for count in 2..9 {
            let bytes = 4 * count - count / 2;
            let blocks = Blocks::new(bytes, count).expect("bytes");
            assert_eq!(blocks.round(timing).map(Time::ticks), Some(20));
            for (family, rounds) in
                [("n-block", n_block::rounds(ranks, count)), ("two-tree", two_tree::rounds(ranks, count))]
            {
                let cut = Cut { segment: blocks.largest(), segments: count, time: Time::ZERO };
                let given = Assignment { job: job(Bcast, ranks, Some(bytes)), cut: Some(cut), timing };
                let schedule = first(family, timing, ranks, bytes).schedule(given);
                let (schedule, rounds) = (schedule.expect("small"), rounds.expect("few"));
                assert_eq!(finish(&schedule, timing), 20 * rounds);
                let of = |rank| schedule.rank(rank).iter().map(shorter).collect();
                let hurried = listed(&(0..schedule.ranks()).map(of).collect::<Vec<Vec<Operation>>>());
                late += u32::from(finish(&hurried, timing) > 11 * rounds);
            }
        }
    }
    assert!(late > 100, "{late}");
}
