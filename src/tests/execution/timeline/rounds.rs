//! Critical paths of schedules that a clock drives, and the parts of their rounds.

use super::schedules::{receive, schedule, send, wait};
use super::{ALPHA_BETA, Simulation, simulation};
use logpine_collectives::schedule::replay::Part;

/// Rounds of 20 us, alpha = 5 us and beta = 1 ns. In the first, rank 0 sends 3,001 B, which keeps its interface for 8 us. In
/// the second, rank 1 sends 10,001 B to rank 2, which has them after 15 us, and no other rank does anything.
#[test]
fn a_round_goes_back_to_whoever_fills_it() {
    let ends = [20_000_000, 40_000_000];
    let schedule = schedule(3, |rank| match rank {
        0 => vec![send(1, 3_001, 0), wait(ends[0]), wait(ends[1])],
        1 => vec![receive(0, 3_001, 0), wait(ends[0]), send(2, 10_001, 0), wait(ends[1])],
        _ => vec![wait(ends[0]), receive(1, 10_001, 0), wait(ends[1])],
    });
    let Simulation { path, .. } = simulation(&schedule, ALPHA_BETA);
    let of = |part| path.total(part).ticks();
    assert_eq!(path.finish().ticks(), ends[1]);
    // 8 us until rank 1 has its message, 12 us of clock, 15 us until rank 2 has its own, 5 us of clock.
    assert_eq!([of(Part::Wire), of(Part::Clock), of(Part::Gap)], [23_000_000, 17_000_000, 0]);
    let ranks: Vec<u32> = path.steps().iter().map(|step| step.span.rank).collect();
    assert_eq!(ranks, [0, 1, 1, 1, 2, 0]);
}
