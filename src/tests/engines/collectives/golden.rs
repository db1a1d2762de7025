//! Published numbers, and the closed forms with whole bytes.

use crate::tests::engines::collectives::{best_of, plan, timing};
use logpine::answer::RankPlan;
use logpine::request::RankCollective::{Bcast, Reduce};
use logpine::request::Status;
use logpine::units::Time;
use logpine_models::machine::Machine;
use logpine_models::model::{PortTiming, port_timing};
use logpine_trees::tree::{Segments, chain_time};

/// A time in whole cycles.
#[track_caller]
fn cycles(time: Time) -> u64 {
    assert_eq!(time.ticks() % 1000, 0, "{time:?}");
    time.ticks() / 1000
}

#[track_caller]
fn cycles_of(plan: &RankPlan, family: &str) -> u64 {
    cycles(best_of(plan, family).time)
}

fn built_in(name: &str) -> Box<dyn PortTiming> {
    port_timing(&Machine::load(name).expect("built in"), None).expect("a port model")
}

/// Checks that a time is the next whole number of cycles from an optimum over the reals, plus at most a byte in every segment
/// for whole bytes.
#[track_caller]
fn just_above(found: u64, real: f64, segments: f64) {
    let found = found as f64;
    assert!(found >= real && found <= real + segments, "{found}, over the reals {real}");
}

/// A lecture's example, alpha = 10, beta = 1, a million bytes: over the reals 1,023,804.32 with 1183 segments. Of the best
/// sizes, such as 839, the one with the fewest segments is taken.
#[test]
fn chains_of_the_lecture() {
    let lecture = built_in("lecture");
    let sixteen = plan(&*lecture, Bcast, 16, Some(1_000_000));
    let chain = best_of(&sixteen, "chain");
    assert_eq!((cycles(chain.time), chain.construction.cut.map(|cut| cut.segment)), (1_023_806, Some(854)));
    let segments = Segments::new(&*lecture, 1_000_000, 839).expect("a short time");
    assert_eq!(chain_time(16, &segments), Some(chain.time));
    let four = plan(&*lecture, Bcast, 4, Some(1_000_000));
    assert_eq!((cycles_of(&four, "chain"), cycles_of(&four, "binomial")), (1_008_966, 2_000_020));
    assert_eq!(cycles_of(&sixteen, "binomial"), 4_000_040);
    // With a ring 1,875,190; recursive doubling has 4 rounds instead of 15.
    assert_eq!(cycles_of(&sixteen, "scatter-allgather"), 1_875_190 - 11 * 10);
}

/// Over the reals: chain n = 2490, two-tree n = 1000, n-block n = 707; nearly equal segments of whole bytes are at most a
/// byte longer.
#[test]
fn sixty_four_ranks_of_the_lecture() {
    let plan = plan(&*built_in("lecture"), Bcast, 64, Some(1_000_000));
    assert_eq!(cycles_of(&plan, "binomial"), 6_000_060);
    // 1,000 blocks of 1,000 bytes: there the optimum over the reals is whole.
    assert_eq!(cycles_of(&plan, "two-tree"), 1_020_100);
    just_above(cycles_of(&plan, "n-block"), 1_014_192.14, 40.0);
    just_above(cycles_of(&plan, "chain"), 1_050_419.60, 40.0);
    assert_eq!(plan.best().family, "n-block");
    // T >= q alpha + beta (s + q - 1): each of the first bytes has to come after the other.
    assert_eq!(cycles(plan.claim.bound.value), 1_000_065);
    let ring = 6 * 10 + 63 * 15_625 + 63 * (10 + 15_625);
    assert_eq!(ring, 1_969_440);
    // Recursive doubling has six rounds where the ring has 63.
    assert_eq!(cycles_of(&plan, "scatter-allgather"), ring - 63 * 10 + 6 * 10);
}

/// Alexandrov et al. (1995): P = 16, L = 10, o = 2, g = 5, G = 0.5, 4096 bytes. Over the reals S = 51.3.
#[test]
fn a_chain_under_loggp() {
    let machine = timing(
        "name = \"m\"\nunit = \"cycle\"\n[loggp]\nlatency = \"10 cycles\"\noverhead = \"2 cycles\"\ngap = \"5 cycles\"\n\
         gap_per_byte = \"0.5 cycles/B\"\n",
    );
    let plan = plan(&*machine, Bcast, 16, Some(4096));
    let chain = best_of(&plan, "chain");
    assert_eq!((cycles(chain.time), chain.construction.cut.map(|cut| cut.segment)), (2965, Some(50)));
}

/// Culler et al. (1993), figure 3, and its reversal with 0, 1 and 3 cycles to combine two values (Karp et al. 1993).
#[test]
fn the_eight_processors_of_logp() {
    let broadcast = plan(&*built_in("logp-textbook"), Bcast, 8, None);
    assert_eq!((cycles(broadcast.best().time), broadcast.claim.status), (24, Status::Optimal));
    for (combine, expected) in [(0, 24), (1, 26), (3, 31)] {
        let machine = timing(&format!(
            "name = \"m\"\nunit = \"cycle\"\n[logp]\nlatency = \"6 cycles\"\noverhead = \"2 cycles\"\n\
             gap = \"4 cycles\"\ncombine_per_value = \"{combine} cycles\"\n"
        ));
        let reduction = plan(&*machine, Reduce, 8, None);
        assert_eq!((cycles(reduction.best().time), reduction.claim.status), (expected, Status::Optimal), "{combine}");
    }
}
