//! Loads of stages in which every rank r sends to (r + d) mod P.

use super::{Loads, RankChannels, Run, multiples};
use crate::model::stage::loads::InHost;
use crate::model::stage::run::pieces;
use std::ops::Range;

/// The loads of one shift by `distance`, from 1 to P - 1, on at least two hosts.
pub(super) fn of(ranks: u64, hosts: u64, distance: u64) -> Loads {
    // Shifts by d and by P - d are each other's reverse, and have the same loads.
    let divisible = [distance, ranks - distance].into_iter().find(|distance| distance.is_multiple_of(hosts));
    match divisible {
        None => none_stays(ranks, hosts),
        Some(_) if ranks.is_multiple_of(hosts) => all_stay(ranks, hosts),
        Some(distance) => some_stay(ranks, hosts, distance),
    }
}

/// The loads of the shifts by all distances of a range.
pub(super) fn all(ranks: u64, hosts: u64, distances: Range<u64>, each: &mut dyn FnMut(Run)) {
    let mut others = distances.end - distances.start;
    let mut emit = |run: Run| {
        if run.stages > 0 {
            others -= run.stages * run.length;
            each(run);
        }
    };
    if ranks.is_multiple_of(hosts) {
        emit(Run::alike(multiples(&distances, hosts), all_stay(ranks, hosts)));
    } else {
        // A multiple of M, and its distance backward, enter or leave the range at one of its ends.
        let ends = [distances.start, distances.end];
        let [[start, end], [back_start, back_end]] =
            [ends.map(|end| end.div_ceil(hosts)), ends.map(|end| (ranks - end) / hosts + 1)];
        let half = ranks.div_ceil(2).div_ceil(hosts);
        pieces(1..ranks / hosts + 1, &[start, end, back_start, back_end, half], |rounds| {
            let distance = rounds.start * hosts;
            let [forward, backward] = [distance, ranks - distance].map(|distance| distances.contains(&distance));
            let stages = u64::from(forward) + u64::from(backward);
            emit(Run::along(stages, &rounds, |rounds| some_stay(ranks, hosts, rounds * hosts)));
        });
    }
    if others > 0 {
        each(Run::alike(others, none_stays(ranks, hosts)));
    }
}

/// The loads of a shift by d if M divides neither d nor P - d.
fn none_stays(ranks: u64, hosts: u64) -> Loads {
    let most = ranks.div_ceil(hosts);
    Loads::default().with_host(0, most, most).with_ranks(RankChannels::exchange(InHost::Neither))
}

/// The loads of a shift by a multiple of M if M divides P: wrapping around the ranks wraps around the hosts.
fn all_stay(ranks: u64, hosts: u64) -> Loads {
    Loads::default().with_host(ranks / hosts, 0, 0).with_ranks(RankChannels::exchange(InHost::Both))
}

/// The loads of a shift by d, a multiple of M, if M does not divide P: transmissions that do not wrap around stay, all but d
/// / M of every host.
fn some_stay(ranks: u64, hosts: u64, distance: u64) -> Loads {
    let rounds = distance / hosts;
    let loads = Loads::default().with_host(ranks.div_ceil(hosts) - rounds, rounds, rounds);
    loads.with_ranks(RankChannels::row(ranks, distance))
}
