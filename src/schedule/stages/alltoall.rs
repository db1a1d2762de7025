//! All-to-all: every rank has a block for every other. A block for itself stays where it is.

use super::Cut;
use super::family::{Family, Request, one};
use super::fold::plain;
use super::rule::{Owner, Rule};
use super::staged::Steps;
use crate::model::stage::{Pattern, Stage};
use crate::request::MpiCollective;
use crate::schedule::log_ranks;

const fn family(name: &'static str, description: &'static str, steps: fn(&Request) -> Option<Steps>) -> Family {
    Family { collective: MpiCollective::Alltoall, name, description, steps, members: one }
}

pub(super) static ALLTOALL: [Family; 3] = [
    family("linear", "every rank sends every other its block, without waiting (spread-out)", |request| {
        direct(request, Stage::streaming)
    }),
    family("pairwise", "every rank sends every other its block, in P - 1 synchronous stages", |request| {
        direct(request, plain)
    }),
    family(
        "bruck",
        "in ceil(log2 P) stages blocks come nearer by 1, 2, 4, ... ranks, about half of all at a time (Bruck et al. 1997)",
        bruck,
    ),
];

fn direct(request: &Request, pace: fn(Stage) -> Stage) -> Option<Steps> {
    let stage = Stage::new(Pattern::Shifts { from: 1, to: request.ranks }, request.bytes);
    let steps = Steps::new(request.ranks, blocks(request)).with(pace(stage), Rule::Direct(Owner::Pair));
    Some(steps.numbered(request.numbering()?))
}

/// A block whose way from its origin to its destination is w ranks goes 2^k further in stage k if w has that bit.
fn bruck(request: &Request) -> Option<Steps> {
    let Request { ranks, bytes, .. } = *request;
    (0..log_ranks(ranks)).map(|k| 1 << k).try_fold(Steps::new(ranks, blocks(request)), |steps, distance: u64| {
        let bytes = with_bit(ranks, distance).checked_mul(bytes)?;
        Some(steps.with(Stage::new(Pattern::Shift { distance }, bytes), Rule::Bit { distance }))
    })
}

/// How many of the ways 1 .. P - 1 have the bit of that value, which is below P.
const fn with_bit(ranks: u64, bit: u64) -> u64 {
    // Of every 2 bits' worth of numbers, the second half have it.
    let (periods, rest) = (ranks / 2 / bit, ranks & (2 * bit - 1));
    periods * bit + rest.saturating_sub(bit)
}

/// A block for every pair of ranks.
const fn blocks(request: &Request) -> Cut {
    Cut::Equal { block: request.bytes, count: request.ranks.saturating_mul(request.ranks) }
}

#[cfg(test)]
mod tests {
    use super::with_bit;

    #[test]
    fn numbers_with_a_bit() {
        for ranks in 2..300u64 {
            for bit in (0..ranks.ilog2()).map(|k| 1 << k) {
                assert_eq!(with_bit(ranks, bit), (0..ranks).filter(|way| way & bit != 0).count() as u64);
            }
        }
        assert_eq!(with_bit(1 << 63, 1 << 62), 1 << 62);
    }
}
