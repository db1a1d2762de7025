//! Loads of segments that go from every rank to the next, one behind the other.

use super::Hosts;
use crate::model::stage::run::pieces;
use crate::model::stage::{Loads, RankChannels, Run};
use std::ops::Range;

/// The loads of all stages of a chain except the very last.
pub(super) fn all(hosts: Hosts, segments: u64, each: &mut dyn FnMut(Run)) {
    // In each stage, a window of n = 1 .. w adjacent ranks send, of the P - 1 that ever do: first windows from rank 0 on (n
    // < w), then every window of w, then windows up to rank P - 2 (n < w, and n = 1 is the very last).
    let senders = hosts.ranks - 1;
    let widest = segments.min(senders);
    if widest == 0 {
        return;
    }
    let last = match hosts.ranks % hosts.per_host {
        0 => hosts.per_host,
        rest => rest,
    };
    // While they lie in one host, the last windows are like the first.
    let inside = hosts.per_host.min(last).min(widest);
    if widest > 1 && inside > 1 {
        each(Run::alike(1, window(hosts, 0, 1)));
    }
    if inside > 2 {
        each(Run::along(2, &(2..inside), |width| window(hosts, 0, width)));
    }
    growing(hosts, inside.max(1)..widest, each);
    shrinking(hosts, last, inside.max(2)..widest, each);
    sliding(hosts, segments, each);
}

/// Windows of increasing width that begin at rank 0.
fn growing(hosts: Hosts, widths: Range<u64>, each: &mut dyn FnMut(Run)) {
    // Windows that end in the second host, except at its last rank, are alike; so are those that end behind it.
    let size = hosts.per_host;
    let behind = size.saturating_mul(2);
    pieces(widths, &[2, size, behind - 1, behind], |widths| {
        each(Run::along(1, &widths, |width| window(hosts, 0, width)));
    });
}

/// Windows of different widths that end at rank P - 2, with `last` ranks on the last host.
fn shrinking(hosts: Hosts, last: u64, widths: Range<u64>, each: &mut dyn FnMut(Run)) {
    // Windows with fewer ranks in the host before the last than in the last are alike; so are those that reach beyond both.
    let behind = last.saturating_mul(2);
    let beyond = hosts.per_host.saturating_add(last);
    pieces(widths, &[3, last, behind - 1, behind, beyond], |widths| {
        each(Run::along(1, &widths, |width| window(hosts, hosts.ranks - 1 - width, width)));
    });
}

/// The widest windows, from rank 0 to rank P - 2.
fn sliding(hosts: Hosts, segments: u64, each: &mut dyn FnMut(Run)) {
    let Hosts { ranks, per_host, .. } = hosts;
    let senders = ranks - 1;
    let widest = segments.min(senders);
    // With width 1, the last is the very last stage.
    let windows = (segments.abs_diff(senders)).saturating_add(u64::from(widest > 1));
    if windows == 0 {
        return;
    }
    if segments >= senders || segments / 2 >= per_host {
        // There is only one window, or each has all ranks of a host and the one before.
        return each(Run::alike(windows, window(hosts, 0, widest)));
    }
    // The window from f on depends on f modulo Q. Up to Q - 1 - w it lies in one host.
    let inside = (per_host - 1).saturating_sub(widest) + 1;
    let (rounds, rest) = (windows / per_host, windows % per_host);
    let inside = if widest < per_host { inside } else { 0 };
    if inside > 0 {
        each(Run::alike(rounds * inside + rest.min(inside), window(hosts, 0, widest)));
    }
    // It is on two hosts, first most of it on the first, then on the second (half and half may differ in some numbers), then
    // on three.
    let half = per_host.saturating_sub(widest.div_ceil(2));
    let third = per_host.saturating_mul(2) - widest;
    let starts = [half.saturating_sub(1), half, half.saturating_add(1), third, third.saturating_add(1), rest];
    pieces(inside..per_host.min(windows), &starts, |firsts| {
        let stages = rounds + u64::from(firsts.start < rest);
        each(Run::along(stages, &firsts, |first| window(hosts, first, widest)));
    });
}

/// The loads if ranks `first` .. `first` + `count` - 1 each send to the next.
fn window(hosts: Hosts, first: u64, count: u64) -> Loads {
    let size = hosts.per_host;
    // Senders on the first host; the last of its ranks sends to the next host, if it is a sender.
    let before = (size - first % size).min(count);
    let out = u64::from(before == size - first % size);
    let mut loads = Loads::default().with_host(before - out, out, 0);
    if out == 1 {
        let rest = count - before;
        if rest >= size {
            loads = loads.with_host(size - 1, 1, 1);
        }
        loads = loads.with_host(rest % size, 0, 1);
    }
    let loads = loads.one_way();
    // Senders are consecutive.
    let twice = if loads.intra > 1 { loads.with_ranks(RankChannels::SHARED_TWICE) } else { loads };
    match (loads.intra, loads.out) {
        (0, _) if count > 1 => twice.with_ranks(RankChannels::NETWORK_TWICE),
        (0, _) | (_, 0) => twice,
        _ => twice.with_ranks(RankChannels::BOTH),
    }
}
