//! Loads if ranks are numbered in the order of hosts that differ by at most one rank: the first hosts have Q, the others Q -
//! 1, as with ranks given to hosts in turn.

use super::{Loads, Pattern, RankChannels, Run, listed, sequential};
use crate::job::Layout;

/// Calls `each` with the loads of all stages of a pattern. Shifts are counted, the stages of a chain are visited one by one,
/// in O(1) each, and for other patterns every transmission is visited.
pub(super) fn runs(pattern: &Pattern, layout: &Layout, each: &mut dyn FnMut(Run)) {
    match *pattern {
        Pattern::Shift { distance } if distance < layout.ranks() => {
            sequential::shifts_on_two_sizes(layout, distance..distance + 1, each);
        }
        Pattern::Shifts { from, to } => {
            sequential::shifts_on_two_sizes(layout, from.max(1)..to.min(layout.ranks()), each);
        }
        Pattern::Chain { segments } => chain(layout, segments, each),
        _ => listed::loads(pattern, layout, &mut |stages, loads| each(Run::alike(stages, loads))),
    }
}

/// The loads of all stages of a chain except the very last, window after window of senders; see the sequential mapping.
fn chain(layout: &Layout, segments: u64, each: &mut dyn FnMut(Run)) {
    let senders = layout.ranks() - 1;
    let widest = segments.min(senders);
    if widest == 0 {
        return;
    }
    let mut alike = Alike { each, last: None };
    (1..widest).for_each(|width| alike.add(1, window(layout, 0, width)));
    if segments >= senders {
        alike.add(segments - senders + u64::from(widest > 1), window(layout, 0, widest));
    } else {
        // With width 1, the last is the very last stage.
        let windows = senders - widest + u64::from(widest > 1);
        (0..windows).for_each(|first| alike.add(1, window(layout, first, widest)));
    }
    (2..widest).for_each(|width| alike.add(1, window(layout, senders - width, width)));
    alike.flush();
}

/// Consecutive stages, with equal ones grouped.
struct Alike<'a> {
    each: &'a mut dyn FnMut(Run),
    last: Option<(u64, Loads)>,
}

impl Alike<'_> {
    fn add(&mut self, stages: u64, loads: Loads) {
        match &mut self.last {
            Some((count, last)) if *last == loads => *count = count.saturating_add(stages),
            _ => {
                self.flush();
                self.last = Some((stages, loads)).filter(|_| stages > 0);
            }
        }
    }

    fn flush(&mut self) {
        if let Some((stages, loads)) = self.last.take() {
            (self.each)(Run::alike(stages, loads));
        }
    }
}

/// The loads if ranks `first` .. `first` + `count` - 1 each send to the next.
fn window(layout: &Layout, first: u64, count: u64) -> Loads {
    let end = first + count;
    let host = layout.host(first);
    let mut loads = Loads::default();
    // Hosts only get smaller. The first one, the next one (full of senders if any host is), and the last two suffice.
    for host in [host, host.saturating_add(1), layout.host(end - 1), layout.host(end)] {
        let (begin, next) = (layout.first_of(host), layout.first_of(host.saturating_add(1)));
        let sent = next.min(end).saturating_sub(begin.max(first));
        let out = u64::from(sent > 0 && next <= end);
        let into = u64::from(begin > first && begin <= end);
        loads = loads.with_host(sent - out, out, into);
    }
    let loads = loads.one_way();
    // Senders are consecutive, and no host has a single rank except the last ones.
    let twice = if loads.intra > 1 { loads.with_ranks(RankChannels::SHARED_TWICE) } else { loads };
    channels(layout, twice, first, end)
}

/// The loads with the channels of the ranks that receive from the previous rank and send to the next.
fn channels(layout: &Layout, loads: Loads, first: u64, end: u64) -> Loads {
    let host = |rank| layout.host(rank);
    // Next to the ends, and around the first rank of the second host and of the last two: all other ranks repeat these
    // cases.
    let second = layout.first_of(host(first).saturating_add(1));
    let last = [layout.first_of(host(end)), layout.first_of(host(end - 1))];
    let around = [first + 1, second.saturating_sub(1), second, last[0].saturating_sub(1), last[0], last[1], end - 1];
    around.into_iter().filter(|&rank| rank > first && rank < end).fold(loads, |loads, rank| {
        let (received, sent) = (host(rank - 1) == host(rank), host(rank) == host(rank + 1));
        loads.with_ranks(match (received, sent) {
            (true, true) => RankChannels::SHARED_TWICE,
            (false, false) => RankChannels::NETWORK_TWICE,
            _ => RankChannels::BOTH,
        })
    })
}
