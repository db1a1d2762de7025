//! Every rank r sends to (r + d) mod P.

use super::{Loads, RankChannels, multiples};
use crate::model::stage::loads::InHost;
use std::ops::Range;

/// The loads of one shift by `distance`, from 1 to P - 1, on at least two hosts.
pub(super) fn of(ranks: u64, hosts: u64, distance: u64) -> Loads {
    // Shifts by d and by P - d are each other backwards, and have the same loads.
    let divisible = [distance, ranks - distance].into_iter().find(|distance| distance.is_multiple_of(hosts));
    match divisible {
        None => none_stays(ranks, hosts),
        Some(_) if ranks.is_multiple_of(hosts) => all_stay(ranks, hosts),
        Some(distance) => some_stay(ranks, hosts, distance),
    }
}

/// The loads of the shifts by all distances of a range.
pub(super) fn all(ranks: u64, hosts: u64, distances: Range<u64>, each: &mut dyn FnMut(u64, Loads)) {
    let mut others = distances.end - distances.start;
    let mut emit = |stages: u64, loads: &dyn Fn() -> Loads| {
        if stages > 0 {
            others -= stages;
            each(stages, loads());
        }
    };
    if ranks.is_multiple_of(hosts) {
        emit(multiples(&distances, hosts), &|| all_stay(ranks, hosts));
    } else {
        for distance in (1..=ranks / hosts).map(|rounds| rounds * hosts) {
            let [forward, backward] = [distance, ranks - distance].map(|distance| distances.contains(&distance));
            emit(u64::from(forward) + u64::from(backward), &|| some_stay(ranks, hosts, distance));
        }
    }
    if others > 0 {
        each(others, none_stays(ranks, hosts));
    }
}

/// The loads of a shift by d where M divides neither d nor P - d.
fn none_stays(ranks: u64, hosts: u64) -> Loads {
    let most = ranks.div_ceil(hosts);
    Loads::default().with_host(0, most, most).with_ranks(RankChannels::exchange(InHost::Neither))
}

/// The loads of a shift by a multiple of M, where M divides P: going round the ranks is going round the hosts.
fn all_stay(ranks: u64, hosts: u64) -> Loads {
    Loads::default().with_host(ranks / hosts, 0, 0).with_ranks(RankChannels::exchange(InHost::Both))
}

/// The loads of a shift by d, a multiple of M, where M does not divide P: those stay that do not go round, all but d / M of
/// every host.
fn some_stay(ranks: u64, hosts: u64, distance: u64) -> Loads {
    let rounds = distance / hosts;
    let loads = Loads::default().with_host(ranks.div_ceil(hosts) - rounds, rounds, rounds);
    loads.with_ranks(RankChannels::row(ranks, distance))
}
