//! The settings of a library that are tried.

use crate::library::{Form, Library, Native, Setting, Tree, algorithms};
use crate::request::MpiCollective;

/// The fanouts, radices and numbers of chains that are tried.
const FANOUTS: [u64; 17] = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 48, 64];

/// The smallest segment that is tried, in bytes.
const LEAST_SEGMENT: u64 = 64;

/// The settings of a library for a collective whose times a model can tell: every fanout of a list, and whole messages or
/// segments of 2^i bytes below `most_bytes`. Simple settings come first, which decides ties.
///
/// Unless all operators commute, there are only algorithms that are right for those that do not.
pub fn offered(library: Library, collective: MpiCollective, most_bytes: u64, all_commute: bool) -> Vec<Setting> {
    let known = algorithms(library, collective).filter(|native| native.form != Form::Uncosted);
    let known = known.filter(move |native| all_commute || library.keeps_order(native));
    let natives: Vec<&'static Native> = known.collect();
    let whole = natives.iter().flat_map(|native| with_fanouts(native));
    let cut = natives.iter().filter(|native| native.knobs.segment).flat_map(|native| with_fanouts(native));
    let cut =
        cut.flat_map(|setting| segments(most_bytes).map(move |segment| Setting { segment: Some(segment), ..setting }));
    whole.chain(cut).collect()
}

/// The sizes of segments, the largest first.
fn segments(most_bytes: u64) -> impl Iterator<Item = u64> {
    let sizes = (0..u64::BITS).rev().map(|i| 1u64 << i);
    sizes.skip_while(move |&segment| segment >= most_bytes).take_while(|&segment| segment >= LEAST_SEGMENT)
}

/// The settings of an algorithm for whole messages.
fn with_fanouts(native: &'static Native) -> impl Iterator<Item = Setting> {
    let fanouts: Vec<Option<u64>> = match native.knobs.fanout {
        None => vec![None],
        Some(range) => {
            // One chain is a pipeline.
            let least = if native.form == Form::Tree(Tree::Chains) { 2 } else { range.least };
            let within = FANOUTS.into_iter().filter(|k| (least..=range.most).contains(k));
            within.map(Some).collect()
        }
    };
    fanouts.into_iter().map(move |fanout| Setting { fanout, ..Setting::plain(native) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_is_offered_once_and_within_its_range() {
        for library in Library::ALL {
            for collective in MpiCollective::ALL {
                let settings = offered(library, collective, 1 << 20, true);
                for (place, setting) in settings.iter().enumerate() {
                    assert!(!settings[..place].contains(setting), "{library:?} {setting}");
                    let (knobs, segment) = (setting.native.knobs, setting.segment.unwrap_or(LEAST_SEGMENT));
                    assert_eq!(setting.fanout.is_some(), knobs.fanout.is_some(), "{setting}");
                    assert!(setting.segment.is_none() || knobs.segment, "{setting}");
                    assert!((LEAST_SEGMENT..1 << 20).contains(&segment), "{setting}");
                }
            }
        }
        let of = |collective, all_commute| offered(Library::OpenMpi5, collective, 1, all_commute);
        let numbers = |settings: Vec<Setting>| settings.iter().map(|setting| setting.native.number).collect::<Vec<_>>();
        assert_eq!(numbers(of(MpiCollective::Reduce, false)), [1, 6, 7]);
        assert_eq!(numbers(of(MpiCollective::Allreduce, false)), [3, 6]);
        assert!(of(MpiCollective::ReduceScatter, false).is_empty());
        assert_eq!(of(MpiCollective::Bcast, false), of(MpiCollective::Bcast, true));
        assert!(
            offered(Library::OpenMpi41, MpiCollective::Bcast, 1, true).iter().all(|setting| setting.segment.is_none())
        );
    }
}
