//! The settings of a library that are tried.

use crate::request::MpiCollective;
use logpine_models::model::Port;
use logpine_tuning::library::{Earliest, Form, Library, Native, Program, Setting, Tree, algorithms};

/// The fanouts, radices and numbers of chains that are tried, as far as an algorithm takes them.
const FANOUTS: [u64; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32, 48, 64];

/// The smallest segment that is tried, in bytes.
const LEAST_SEGMENT: u64 = 64;

/// The most children that are tried for earliest trees along which segments go.
const LIMITS: [Option<u64>; 6] = [Some(2), Some(3), Some(4), Some(6), Some(8), None];

/// The settings of a library for a collective whose times a model can tell: every fanout of a list, and whole messages or
/// segments of 2^i bytes below the largest of the `sizes`; earliest trees for the `port` of every size and segment. Simple
/// settings come first, which decides ties. Of reductions, some are wrong for operators that do not commute
/// ([`Library::keeps_order`]).
pub fn offered(
    library: Library,
    collective: MpiCollective,
    sizes: &[u64],
    port: &dyn Fn(u64) -> Option<Port>,
) -> Vec<Setting> {
    let most_bytes = sizes.last().copied().unwrap_or(1);
    let known = algorithms(library, collective).filter(|native| !matches!(native.form, Form::Uncosted(_)));
    let natives: Vec<&'static Native> = known.collect();
    let (grown, natives): (Vec<_>, Vec<_>) =
        natives.into_iter().partition(|native| native.form == Form::Tree(Tree::Earliest));
    let grown = grown.into_iter().flat_map(|native| earliest(native, sizes, port));
    let whole = natives.iter().flat_map(|native| with_fanouts(native));
    // An allreduce up and down a tree waits for every segment before it sends the next: cutting it saves nothing.
    let waits = |native: &Native| matches!(native.form, Form::Rounds(Program::UpDown(_)));
    let cut =
        natives.iter().filter(|native| native.knobs.segment && !waits(native)).flat_map(|native| with_fanouts(native));
    let cut =
        cut.flat_map(|setting| segments(most_bytes).map(move |segment| Setting { segment: Some(segment), ..setting }));
    whole.chain(cut).chain(grown).collect()
}

/// Earliest trees: for every size as a whole, and for segments with limits on the children.
fn earliest(native: &'static Native, sizes: &[u64], port: &dyn Fn(u64) -> Option<Port>) -> Vec<Setting> {
    let of = |bytes, most, segment| {
        let Port { send_gap: gap, delivery, .. } = port(bytes)?;
        Some(Setting { segment, earliest: Some(Earliest { gap, delivery, most }), ..Setting::plain(native) })
    };
    let whole = sizes.iter().filter_map(|&bytes| of(bytes, None, None));
    let most_bytes = sizes.last().copied().unwrap_or(1);
    let cut = segments(most_bytes).flat_map(|size| LIMITS.map(|most| of(size, most, Some(size))));
    let mut all: Vec<Setting> = whole.chain(cut.flatten()).collect();
    let mut seen = std::collections::HashSet::new();
    all.retain(|setting| seen.insert((setting.segment, setting.earliest)));
    all
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
    use logpine_text::units::Time;

    #[test]
    fn every_setting_is_offered_once_and_within_its_range() {
        for library in Library::ALL {
            for collective in MpiCollective::ALL {
                let port = |bytes: u64| {
                    let (gap, delivery) = (Time::from_ticks(bytes), Time::from_ticks(9 + bytes));
                    Some(Port { send_busy: gap, send_gap: gap, recv_busy: gap, recv_gap: gap, delivery })
                };
                let settings = offered(library, collective, &[8, 8, 1 << 20], &port);
                for (place, setting) in settings.iter().enumerate() {
                    assert!(!settings[..place].contains(setting), "{library:?} {setting}");
                    let (knobs, segment) = (setting.native.knobs, setting.segment.unwrap_or(LEAST_SEGMENT));
                    assert_eq!(setting.fanout.is_some(), knobs.fanout.is_some(), "{setting}");
                    assert!(setting.segment.is_none() || knobs.segment, "{setting}");
                    assert!((LEAST_SEGMENT..1 << 20).contains(&segment), "{setting}");
                }
            }
        }
        let of = |collective| offered(Library::OpenMpi5, collective, &[1], &|_| None);
        let in_order = |collective| {
            let keeping = of(collective).into_iter().filter(|setting| Library::OpenMpi5.keeps_order(setting.native));
            keeping.map(|setting| setting.native.number).collect::<Vec<_>>()
        };
        assert_eq!(in_order(MpiCollective::Reduce), [1, 6]);
        assert_eq!(in_order(MpiCollective::Allreduce), [3]);
        assert!(in_order(MpiCollective::ReduceScatter).is_empty());
        assert_eq!(in_order(MpiCollective::Bcast).len(), of(MpiCollective::Bcast).len());
        assert!(of(MpiCollective::Bcast).iter().all(|setting| setting.segment.is_none()));
    }
}
