//! The fewest and the most ranks and bytes, and machines with times of zero or of the largest length.

use crate::tests::engines::collectives::{job, plan, timing};
use logpine::answer::{RankPlan, RankPlanError};
use logpine::request::RankCollective::{Bcast, Reduce};
use logpine_collectives::search::collective::BoundReason;
use logpine_models::job::{MOST_RANKS, RankCollective, Status};
use logpine_models::model::PortTiming;

const LONGEST: u64 = u64::MAX;
const RANKS: [u64; 7] = [1, 2, 3, 4, 1 << 20, MOST_RANKS - 1, MOST_RANKS];

/// Checks that there is a plan that keeps its own bound, or that no time is representable.
#[track_caller]
fn answered(timing: &dyn PortTiming, of: RankCollective, ranks: u64, bytes: Option<u64>) {
    match RankPlan::new(timing, job(of, ranks, bytes)) {
        Ok(plan) => {
            assert!(plan.claim.bound.value <= plan.best().time, "{of:?} {ranks} {bytes:?}: {:?}", plan.best());
            assert_eq!(plan.claim.status == Status::Optimal, plan.claim.bound.value == plan.best().time);
            assert!(plan.candidates().is_sorted_by_key(|candidate| candidate.time));
        }
        Err(error) => assert_eq!(error, RankPlanError::NotRepresentable),
    }
}

#[test]
fn messages_that_take_no_time() {
    let free = [
        "[alpha_beta]\nalpha = \"0ps\"\nbeta = \"0ps/B\"\n",
        "[loggp]\nlatency = \"0ps\"\noverhead = \"0ps\"\ngap = \"0ps\"\ngap_per_byte = \"0ps/B\"\n",
        "[loggops]\nlatency = \"0ps\"\noverhead = \"0ps\"\ngap = \"0ps\"\ngap_per_byte = \"0ps/B\"\n\
         overhead_per_byte = \"0ps/B\"\n",
        "[plogp]\nlatency = \"0ps\"\noverhead_send = [[1, \"0ps\"]]\noverhead_receive = [[1, \"0ps\"]]\ngap = [[1, \"0ps\"]]\n",
        "[piecewise]\npieces = [{ alpha = \"0ps\", beta = \"0ps/B\" }]\n",
        "[logp]\nlatency = \"0ps\"\noverhead = \"0ps\"\ngap = \"0ps\"\n",
    ];
    for text in free {
        let timing = timing(&format!("name = \"free\"\n{text}"));
        let bytes = (!text.starts_with("[logp]")).then_some(u64::MAX);
        for of in [Bcast, Reduce] {
            for ranks in RANKS {
                let plan = plan(&*timing, of, ranks, bytes);
                assert_eq!((plan.best().time.ticks(), plan.claim.status), (0, Status::Optimal), "{text} {ranks}");
                assert_eq!(plan.claim.gap_percent(), Some(0.0));
            }
        }
    }
}

#[test]
fn a_single_parameter_of_logp() {
    for of in [Bcast, Reduce] {
        for ranks in RANKS {
            for (latency, overhead, gap, combine) in [
                (1, 0, 0, 0),
                (0, 1, 0, 0),
                (0, 0, 1, 0),
                (0, 0, 0, 1),
                (LONGEST, 0, 0, 0),
                (0, LONGEST, 0, 0),
                (0, 0, LONGEST, 0),
                (0, 0, 0, LONGEST),
                (LONGEST, 0, LONGEST, 0),
                (1 << 40, 0, 1, 0),
                (1, 0, 1 << 40, 0),
                (LONGEST, LONGEST, LONGEST, LONGEST),
            ] {
                let timing = timing(&format!(
                    "name = \"m\"\n[logp]\nlatency = \"{latency}ps\"\noverhead = \"{overhead}ps\"\ngap = \"{gap}ps\"\n\
                     combine_per_value = \"{combine}ps\"\n"
                ));
                answered(&*timing, of, ranks, None);
            }
        }
    }
}

/// A single parameter, the longest times, and machines in which longer messages take less. Without a gap every limit of the fanout
/// binds, up to the number of ranks: the search over those families must end.
#[test]
fn every_size_is_answered() {
    let parameters = |alpha: &str, beta: &str| format!("[alpha_beta]\nalpha = \"{alpha}ps\"\nbeta = \"{beta}ps/B\"\n");
    let longest = "18446744073709551615";
    let alone =
        [("1", "0"), ("9223372036854775808", "0"), (longest, "0"), ("0", "1"), ("0", longest), (longest, longest)];
    let mut machines: Vec<String> = alone.iter().map(|(alpha, beta)| parameters(alpha, beta)).collect();
    machines.push(parameters("0", "0.000000000000000001"));
    machines.push(format!("{}combine_per_value = \"{longest}ps\"\n", parameters("1", "0")));
    machines.extend(
        [
            "[loggp]\nlatency = \"1ps\"\noverhead = \"0ps\"\ngap = \"0ps\"\ngap_per_byte = \"0ps/B\"\n",
            "[loggp]\nlatency = \"9223372036854775807ps\"\noverhead = \"4611686018427387904ps\"\n\
             gap = \"18446744073709551615ps\"\ngap_per_byte = \"1ps/B\"\n",
            "[plogp]\nlatency = \"0ps\"\noverhead_send = [[1, \"5ps\"]]\n\
             overhead_receive = [[1, \"18446744073709551615ps\"], [1000, \"0ps\"]]\ngap = [[1, \"7ps\"], [100, \"3ps\"]]\n",
            "[piecewise]\npieces = [{ up_to = \"1000B\", alpha = \"1ps\", beta = \"18446744073709551615ps/B\" }, \
             { alpha = \"0ps\", beta = \"0ps/B\" }]\n",
        ]
        .map(str::to_owned),
    );
    for text in machines {
        let timing = timing(&format!("name = \"extreme\"\n{text}"));
        for (of, ranks, bytes) in itertools::iproduct!([Bcast, Reduce], RANKS, [1, 2, 1000, u64::MAX]) {
            answered(&*timing, of, ranks, Some(bytes));
        }
    }
    let latency = timing("name = \"m\"\n[logp]\nlatency = \"5ps\"\noverhead = \"0ps\"\ngap = \"0ps\"\n");
    let plan = plan(&*latency, Bcast, MOST_RANKS, None);
    assert_eq!((plan.best().time.ticks(), plan.claim.status), (5, Status::Optimal));
}

/// Single bytes are the best segments, whatever the size of the message: s + q - 1 rounds of one byte.
#[test]
fn without_alpha_single_bytes_are_best() {
    let rate = timing("name = \"m\"\n[alpha_beta]\nalpha = \"0ps\"\nbeta = \"1ps/B\"\n");
    for bytes in [1000, (1 << 20) + 1, (1 << 40) + 1] {
        let plan = plan(&*rate, Bcast, 1024, Some(bytes));
        assert_eq!((plan.best().time.ticks(), plan.claim.status), (bytes + 9, Status::Optimal));
    }
}

/// A reduce-scatter and a gather combine each byte once, and most of them elsewhere than at the root.
#[test]
fn combining_dearer_than_sending() {
    let machine = timing("name = \"m\"\n[alpha_beta]\nalpha = \"0ps\"\nbeta = \"1ps/B\"\ncombine = \"10ps/B\"\n");
    let plan = plan(&*machine, Reduce, 2, Some(1000));
    assert_eq!((plan.best().family, plan.best().time.ticks()), ("scatter-allgather", 500 * 11 + 500));
    // Each of the two combines half of the bytes, the first after a byte is there.
    assert_eq!(
        (plan.claim.bound.value.ticks(), plan.claim.bound.reason),
        (500 * 10 + 1, BoundReason::Combining.text())
    );
}

/// A byte takes 5 ps and two take 3 ps, so the last rank to send had better not combine what it sends on.
#[test]
fn values_that_are_not_combined_may_take_less() {
    let plogp = timing(
        "name = \"m\"\n[plogp]\nlatency = \"1ps\"\noverhead_send = [[1, \"0ps\"]]\n\
         overhead_receive = [[1, \"4ps\"], [2, \"2ps\"]]\ngap = [[1, \"2ps\"]]\n",
    );
    let piecewise = timing(
        "name = \"m\"\n[piecewise]\npieces = [{ up_to = \"1B\", alpha = \"5ps\", beta = \"0ps/B\" }, \
         { alpha = \"3ps\", beta = \"0ps/B\" }]\n",
    );
    // A byte to the rank that sends two bytes to the root, which the fourth rank has sent its byte to.
    for (machine, ranks) in [(&plogp, 3), (&piecewise, 3), (&piecewise, 4)] {
        let plan = plan(&**machine, Reduce, ranks, Some(1));
        assert!(plan.claim.bound.value.ticks() <= 5 + 3, "{ranks} ranks: {:?}", plan.claim.bound);
        assert_ne!(plan.claim.status, Status::Optimal);
    }
}

/// Two values in a message take as long as one, so a rank may send both on at once and leave their combination to a rank that
/// waits. The root gets messages of 1, 2 and 1 values at 10, 20 and 30, which come from 1, 2 and 2 ranks.
#[test]
fn combinations_may_wait_for_their_turn() {
    let of = |beta: u64, ranks| {
        let machine = timing(&format!(
            "name = \"m\"\n[alpha_beta]\nalpha = \"{}ps\"\nbeta = \"{beta}ps/B\"\ncombine = \"1ps/B\"\n",
            10 - beta
        ));
        plan(&*machine, Reduce, ranks, Some(1)).claim
    };
    assert!(of(0, 6).bound.value.ticks() <= 30 + 1);
    // Where a byte takes as long to send as to combine, the bound has every combination: 10 + 11 for three ranks, 2 x 11 for four.
    assert_eq!(
        [3, 4].map(|ranks| (of(1, ranks).bound.value.ticks(), of(1, ranks).status)),
        [(21, Status::Optimal), (22, Status::Optimal)]
    );
}
