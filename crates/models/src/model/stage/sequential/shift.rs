//! Loads of stages in which every rank r sends to (r + d) mod P.

use super::Hosts;
use crate::model::stage::loads::InHost;
use crate::model::stage::run::pieces;
use crate::model::stage::{Loads, RankChannels, Run};
use std::ops::Range;

/// The loads of one shift by `distance`, from 1 to P - 1.
pub(super) fn of(hosts: Hosts, distance: u64) -> Loads {
    let full = with(Loads::default(), hosts, hosts.per_host, distance);
    match hosts.fewer {
        0 => full,
        last => with(full, hosts, last, distance),
    }
}

/// The loads with one more host, of `size` ranks.
fn with(loads: Loads, hosts: Hosts, size: u64, distance: u64) -> Loads {
    // Going forward, the first `ahead` ranks of a host reach ranks of the same host; wrapping around, the last `behind`
    // ranks do.
    let round = hosts.ranks - distance;
    let [ahead, behind] = [distance, round].map(|distance| size.saturating_sub(distance));
    let intra = ahead + behind;
    let loads = loads.with_host(intra, size - intra, size - intra);
    if intra == 0 {
        return loads.with_ranks(RankChannels::exchange(InHost::Neither));
    }
    match (ahead, behind) {
        (_, 0) => return loads.with_ranks(RankChannels::row(size, distance)),
        (0, _) => return loads.with_ranks(RankChannels::row(size, round)),
        _ => {}
    }
    // The rank at an offset sends to its own host below `ahead` and from `round` on, and receives from it from `distance` on
    // and below `behind`. Its behaviour changes at these offsets only.
    [0, ahead, round, distance, behind].into_iter().filter(|&offset| offset < size).fold(loads, |loads, offset| {
        let sends = offset < ahead || offset >= round;
        let receives = offset >= distance || offset < behind;
        loads.with_ranks(RankChannels::exchange(match (sends, receives) {
            (true, true) => InHost::Both,
            (false, false) => InHost::Neither,
            _ => InHost::One,
        }))
    })
}

/// The loads of the shifts by all distances of a range.
pub(super) fn all(hosts: Hosts, distances: Range<u64>, each: &mut dyn FnMut(Run)) {
    let Hosts { ranks, per_host, fewer: last } = hosts;
    if hosts.count() == 1 {
        return each(Run::alike(distances.end - distances.start, of(hosts, distances.start)));
    }
    // Counts in a host of n ranks change evenly except where the distance, or the way round, passes n or half of it, and
    // where one passes the other. Shifts by d and by P - d are each other's reverse, and have the same loads: if both are in
    // the range, the shorter stands for both.
    let half = |number: u64| number.div_ceil(2);
    let [from, to] = [distances.start, distances.end];
    let ahead = [half(last), last / 2 + 1, last, half(per_host), per_host / 2 + 1, per_host, half(ranks), from, to];
    // The distances from which the way round is below such a number.
    let round = ahead.map(|start| ranks.saturating_sub(start).saturating_add(1));
    let starts = [ahead, round];
    let near = distances.start..distances.end.min(per_host);
    let far_round = distances.start.max(per_host).max(ranks - per_host + 1)..distances.end;
    for distances_of in [near, far_round] {
        pieces(distances_of, starts.as_flattened(), |piece| {
            let backward = ranks - piece.start;
            match distances.contains(&backward) {
                true if backward < piece.start => {}
                true if backward > piece.start => each(Run::along(2, &piece, |distance| of(hosts, distance))),
                _ => each(Run::along(1, &piece, |distance| of(hosts, distance))),
            }
        });
    }
    // Shifts by Q to P - Q leave every host.
    let far = distances.start.max(per_host)..distances.end.min(ranks - per_host + 1);
    if !far.is_empty() {
        each(Run::alike(far.end - far.start, of(hosts, far.start)));
    }
}
