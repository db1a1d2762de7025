//! The deviations of the simulator LogGOPSim's times from the predicted ones where no closed form holds. Every number of the
//! table is measured, over the 324 settings of the closed forms, 3, 8 and 13 ranks, and three members per family.
//!
//! The simulator is slower for these reasons:
//!
//! - A reception keeps the processor for the byte time, cr = o + (s - 1) max(O, G), while the models, like the paper's,
//!   count o + (s - 1) O. This alone costs one-message reductions up to three quarters more.
//! - A rank pays for a message when it arrives, not when its program comes to it: receptions of later segments, and of
//!   other children, delay sends and combinations that came first in the program.
//! - A message that waits has an older stamp than a send that was just made possible, and wins every tie for the
//!   processor. If a rank has no time to spare between its sends, d <= cs + cr, a pipeline stalls.
//!
//! The simulator is faster for these reasons:
//!
//! - Messages of several children are combined as they come, so a late one holds up nobody.
//! - Rounds are not clocked: block algorithms, predicted in rounds that begin together, run as soon as their messages are
//!   there. If only the gap takes time, one byte is there at once, and a round of it lasts a gap: -1000.

use super::closed_forms::Setting;
use super::plans::{built, members, predicted, timing};
use logpine::request::RankCollective::{self, Bcast, Reduce};
use logpine::schedule::replay::Simulator;

/// Schedules with similar differences.
struct Class {
    collective: RankCollective,
    families: &'static [&'static str],
    /// The number of segments or blocks of a message.
    segments: &'static [u64],
    /// The time to combine a byte.
    combine: u64,
    /// Settings under which the times are equal.
    equal: Option<fn(&Setting) -> bool>,
    /// The least and the greatest difference, in thousandths of the predicted time, rounded down.
    range: [i64; 2],
    /// The numbers of times that are less than predicted, equal, and more.
    counts: [u32; 3],
}

const TREES: &[&str] = &["linear", "binary", "k-ary", "binomial", "k-nomial", "logp-optimal", "fibonacci"];
const CHAIN: &[&str] = &["chain"];
const TWO_TREE: &[&str] = &["two-tree"];
const N_BLOCK: &[&str] = &["n-block"];
const SCATTER: &[&str] = &["scatter-allgather"];
const ONE: &[u64] = &[1];
const CUT: &[u64] = &[4, 11];

const fn always(_: &Setting) -> bool {
    true
}

/// The receiver's processor is busy for as long as in the model, cr = o + (s - 1) O.
const fn alike(setting: &Setting) -> bool {
    setting.bytes == 1 || setting.per_byte[1] >= setting.per_byte[0]
}

/// True if there is time for a reception between two sends: r <= d and d > cs + cr.
fn room(setting: &Setting) -> bool {
    room_to_combine(setting, 0)
}

/// True if there is also time for a combination of 3 ticks per byte.
fn room_to_combine_3(setting: &Setting) -> bool {
    room_to_combine(setting, 3)
}

fn room_to_combine(setting: &Setting, combine: u64) -> bool {
    let busy = setting.send_busy() + setting.receive_busy() + combine * setting.bytes;
    setting.receive_gap() <= setting.send_gap() && setting.send_gap() > busy
}

#[rustfmt::skip]
const TABLE: &[Class] = &[
    // Down a tree nothing is ever faster than predicted; and up a tree no single message is.
    Class { collective: Bcast,  families: TREES, segments: ONE, combine: 0, equal: Some(always), range: [0, 0], counts: [0, 12198, 0] },
    Class { collective: Bcast,  families: TREES, segments: CUT, combine: 0, equal: Some(room), range: [0, 639], counts: [0, 22707, 1689] },
    Class { collective: Reduce, families: TREES, segments: ONE, combine: 0, equal: Some(alike), range: [0, 704], counts: [0, 11268, 930] },
    Class { collective: Reduce, families: TREES, segments: ONE, combine: 3, equal: Some(alike), range: [0, 754], counts: [0, 10218, 2232] },
    Class { collective: Reduce, families: TREES, segments: CUT, combine: 0, equal: None, range: [-297, 1628], counts: [3654, 15244, 5498] },
    Class { collective: Reduce, families: TREES, segments: CUT, combine: 3, equal: None, range: [-287, 2067], counts: [4139, 10965, 9796] },
    Class { collective: Bcast,  families: CHAIN, segments: ONE, combine: 0, equal: Some(always), range: [0, 0], counts: [0, 972, 0] },
    Class { collective: Bcast,  families: CHAIN, segments: CUT, combine: 0, equal: Some(room), range: [0, 1185], counts: [0, 1302, 642] },
    Class { collective: Reduce, families: CHAIN, segments: ONE, combine: 0, equal: Some(always), range: [0, 0], counts: [0, 972, 0] },
    Class { collective: Reduce, families: CHAIN, segments: ONE, combine: 3, equal: Some(always), range: [0, 0], counts: [0, 972, 0] },
    Class { collective: Reduce, families: CHAIN, segments: CUT, combine: 0, equal: Some(room), range: [0, 2021], counts: [0, 1278, 666] },
    Class { collective: Reduce, families: CHAIN, segments: CUT, combine: 3, equal: Some(room_to_combine_3), range: [0, 4459], counts: [0, 540, 1404] },
    // A single block of two trees goes along one tree, and is never slower than its rounds.
    Class { collective: Bcast,  families: TWO_TREE, segments: ONE, combine: 0, equal: None, range: [-1000, 0], counts: [925, 47, 0] },
    Class { collective: Bcast,  families: TWO_TREE, segments: CUT, combine: 0, equal: None, range: [-500, 437], counts: [1517, 192, 235] },
    Class { collective: Reduce, families: TWO_TREE, segments: ONE, combine: 0, equal: None, range: [-1000, 0], counts: [925, 47, 0] },
    Class { collective: Reduce, families: TWO_TREE, segments: ONE, combine: 3, equal: None, range: [-934, 0], counts: [944, 28, 0] },
    Class { collective: Reduce, families: TWO_TREE, segments: CUT, combine: 0, equal: None, range: [-445, 664], counts: [1465, 75, 404] },
    Class { collective: Reduce, families: TWO_TREE, segments: CUT, combine: 3, equal: None, range: [-400, 409], counts: [1302, 25, 617] },
    Class { collective: Bcast,  families: N_BLOCK, segments: CUT, combine: 0, equal: None, range: [-400, 492], counts: [1215, 143, 586] },
    Class { collective: Reduce, families: N_BLOCK, segments: CUT, combine: 0, equal: None, range: [-400, 757], counts: [1608, 127, 209] },
    Class { collective: Reduce, families: N_BLOCK, segments: CUT, combine: 3, equal: None, range: [-284, 412], counts: [1478, 71, 395] },
    Class { collective: Bcast,  families: SCATTER, segments: ONE, combine: 0, equal: None, range: [-938, 384], counts: [1810, 463, 475] },
    Class { collective: Bcast,  families: SCATTER, segments: CUT, combine: 0, equal: None, range: [-632, 549], counts: [2518, 857, 2121] },
    Class { collective: Reduce, families: SCATTER, segments: ONE, combine: 0, equal: None, range: [-938, 218], counts: [1389, 1243, 116] },
    Class { collective: Reduce, families: SCATTER, segments: ONE, combine: 3, equal: None, range: [-875, 188], counts: [1397, 1207, 144] },
    Class { collective: Reduce, families: SCATTER, segments: CUT, combine: 0, equal: None, range: [-629, 386], counts: [2260, 2456, 780] },
    Class { collective: Reduce, families: SCATTER, segments: CUT, combine: 3, equal: None, range: [-623, 211], counts: [2497, 2254, 745] },
];

/// The predicted and the simulated times of all schedules of a class under a setting.
fn times(class: &Class, setting: &Setting) -> Vec<[i64; 2]> {
    let timing = timing(setting, class.combine);
    let mut times = Vec::new();
    for ranks in [3, 8, 13] {
        for family in class.families {
            for member in members(&*timing, family, class.collective, ranks).into_iter().take(3) {
                for &segments in class.segments {
                    let bytes = setting.bytes * segments;
                    let schedule = built(&*timing, &member, class.collective, (ranks, bytes, segments));
                    let both = [predicted(&schedule, &*timing), setting.finish(&schedule, Simulator::Loggopsim)];
                    times.push(both.map(|time| i64::try_from(time).expect("small")));
                }
            }
        }
    }
    times
}

#[test]
fn differences_from_the_predicted_times() {
    let mut others = Vec::new();
    for class in TABLE {
        let of = format!("{:?} {:?} {:?}, combine {}", class.collective, class.families, class.segments, class.combine);
        let (mut range, mut counts, mut equal) = ([i64::MAX, i64::MIN], [0u32; 3], 0);
        for setting in Setting::all() {
            for [predicted, found] in times(class, &setting) {
                if class.equal.is_some_and(|equal| equal(&setting)) {
                    assert_eq!(found, predicted, "{of}, {setting:?}");
                    equal += 1;
                }
                counts[usize::from(found >= predicted) + usize::from(found > predicted)] += 1;
                let thousandths = (1000 * (found - predicted)).checked_div_euclid(predicted);
                let thousandths = thousandths.unwrap_or(if found > predicted { i64::MAX } else { 0 });
                range = [range[0].min(thousandths), range[1].max(thousandths)];
            }
        }
        if (range, counts) != (class.range, class.counts) {
            others.push(format!("{of}: {range:?}, {counts:?}"));
        }
        assert!(class.equal.is_none() || equal > 200, "{of}: {equal}");
    }
    assert_eq!(others, [""; 0]);
}
