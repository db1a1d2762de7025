//! Adjacent senders with adjacent receivers, both dealt to the hosts in turn.

use super::{Coincide, Dealt, Loads, RankChannels, Run, multiples};
use logpine_text::integer::gcd;
use std::ops::Range;

/// The loads of `senders` adjacent ranks that each send to the rank `distance` behind.
pub(super) fn of(hosts: u64, senders: u64, distance: u64) -> Loads {
    let dealt = Dealt::new(senders, hosts);
    match distance % hosts {
        0 => dealt.shared(),
        apart => dealt.to_same(dealt.both(apart).into()),
    }
}

/// The loads of stages c of `children` in each of which rank r < `holders` sends to r + c `holders`.
pub(super) fn spread(ranks: u64, hosts: u64, holders: u64, children: Range<u64>, each: &mut dyn FnMut(u64, Loads)) {
    // The last child may have too few ranks for all holders.
    let whole = children.end.min(ranks / holders);
    if whole < children.end {
        let distance = whole * holders;
        each(1, of(hosts, ranks - distance, distance));
    }
    let children = children.start..whole;
    if children.is_empty() {
        return;
    }
    let dealt = Dealt::new(holders, hosts);
    let home = multiples(&children, hosts / gcd(hosts, holders));
    let away = children.end - children.start - home;
    let coincide = match dealt.more {
        0 => 0,
        more if more > hosts - more => away,
        // c v modulo M is below v if a multiple of M lies in (c - 1) v + 1 .. c v; it is above M - v if (c + 1) v modulo M
        // is below v and not 0. Both counts exclude the children at home.
        more => {
            let below = |children: Range<u64>| {
                let passed = (children.end - 1) * more / hosts - (children.start - 1) * more / hosts;
                passed - multiples(&children, hosts / gcd(hosts, more))
            };
            below(children.clone()) + below(children.start + 1..children.end + 1)
        }
    };
    let stages = [
        (home, dealt.shared()),
        (coincide, dealt.to_same(Coincide::Some)),
        (away - coincide, dealt.to_same(Coincide::None)),
    ];
    for (stages, loads) in stages.into_iter().filter(|&(stages, _)| stages > 0) {
        each(stages, loads);
    }
}

/// The loads of all stages of a chain except the very last, on at least two hosts.
pub(super) fn chain(ranks: u64, hosts: u64, segments: u64, each: &mut dyn FnMut(Run)) {
    let senders = ranks - 1;
    let widest = segments.min(senders);
    // n = 1 .. w - 1 ranks send in the first stages, and (except for n = 1, the very last) in the last ones. All n with the
    // same quotient by M and a remainder of at least 2 are alike: only then some host has both one more sender and one more
    // receiver. From one quotient to the next their loads change evenly, except for n = 1.
    let of_quotients = |quotients: Range<u64>, widths: Range<u64>, each: &mut dyn FnMut(Run)| {
        if !quotients.is_empty() && !widths.is_empty() {
            let stages = 2 * (widths.end - widths.start);
            each(Run::along(stages, &quotients, |quotient| window(hosts, quotient * hosts + widths.start)));
        }
    };
    if widest > 1 {
        each(Run::alike(1, window(hosts, 1)));
    }
    let (full, rest) = (widest / hosts, widest % hosts);
    for (from, to) in [(0, 1), (1, 2), (2, hosts)] {
        // The last quotient has n up to w - 1, whose remainder is the one before `rest`.
        let first = u64::from(from < 2);
        of_quotients(first..full, from..to, each);
        of_quotients(first.max(full)..full + 1, from..to.min(rest), each);
    }
    let windows = segments.abs_diff(senders).saturating_add(u64::from(widest > 1));
    if widest > 0 && windows > 0 {
        each(Run::alike(windows, window(hosts, widest)));
    }
}

/// The loads if `senders` adjacent ranks each send to the next rank.
fn window(hosts: u64, senders: u64) -> Loads {
    let loads = of(hosts, senders, 1);
    if senders > 1 { loads.with_ranks(RankChannels::NETWORK_TWICE) } else { loads }
}
