//! All-to-all: every rank has a block for every other. A block for itself stays where it is.

use super::Family;
use super::fold::plain;
use super::offered::one;
use super::setting::Setting;
use crate::model::stage::{Pattern, Stage};
use crate::request::MpiCollective;
use crate::schedule::log_ranks;
use crate::schedule::stages::{Cut, Owner, Rule, Steps};

const fn family(name: &'static str, description: &'static str, steps: fn(&Setting) -> Option<Steps>) -> Family {
    Family::new(MpiCollective::Alltoall, name, description).in_stages(steps, one)
}

pub(super) static ALLTOALL: [Family; 3] = [
    family("linear", "every rank sends every other its block, without waiting (spread-out)", |setting| {
        direct(setting, Stage::streaming)
    }),
    family("pairwise", "every rank sends every other its block, in P - 1 synchronous stages", |setting| {
        direct(setting, plain)
    }),
    family(
        "bruck",
        "in ceil(log2 P) stages blocks come nearer by 1, 2, 4, ... ranks, about half of all at a time (Bruck et al. 1997)",
        bruck,
    ),
];

fn direct(setting: &Setting, pace: fn(Stage) -> Stage) -> Option<Steps> {
    let stage = Stage::new(Pattern::Shifts { from: 1, to: setting.ranks }, setting.bytes);
    let steps = Steps::new(setting.ranks, blocks(setting)).with(pace(stage), Rule::Direct(Owner::Pair));
    Some(steps.numbered(setting.numbering()?))
}

/// In stage k, a block whose origin and destination are w ranks apart moves on by 2^k ranks if w has that bit.
fn bruck(setting: &Setting) -> Option<Steps> {
    let Setting { ranks, bytes, .. } = *setting;
    (0..log_ranks(ranks)).map(|k| 1 << k).try_fold(Steps::new(ranks, blocks(setting)), |steps, distance: u64| {
        let bytes = with_bit(ranks, distance).checked_mul(bytes)?;
        Some(steps.with(Stage::new(Pattern::Shift { distance }, bytes), Rule::Bit { distance }))
    })
}

/// The number of distances among 1 .. P - 1 that have the bit of value `bit`, which is below P.
const fn with_bit(ranks: u64, bit: u64) -> u64 {
    // In every period of 2 `bit` numbers, the second half has it.
    let (periods, rest) = (ranks / 2 / bit, ranks & (2 * bit - 1));
    periods * bit + rest.saturating_sub(bit)
}

/// A block for every pair of ranks.
const fn blocks(setting: &Setting) -> Cut {
    Cut::Equal { block: setting.bytes, count: setting.ranks.saturating_mul(setting.ranks) }
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
