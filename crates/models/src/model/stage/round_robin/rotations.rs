//! Loads of exchanges in groups: in stage c the rank with place d sends to the one with place (d + c) mod k.

use crate::model::stage::loads::InHost;
use crate::model::stage::run::pieces;
use crate::model::stage::{Loads, RankChannels, Run};
use logpine_text::integer::gcd;

/// The loads of the stages 1 to k - 1, k = `radix`, on at least two hosts; P is a multiple of `stride` k.
pub(super) fn all(ranks: u64, hosts: u64, stride: u64, radix: u64, each: &mut dyn FnMut(Run)) {
    let most = ranks.div_ceil(hosts);
    // Ranks c places apart share a host if M divides c s, as it does for the multiples of a number.
    let near = hosts / gcd(hosts, stride);
    let nears = (radix - 1) / near;
    let others = if radix.is_multiple_of(near) {
        // Forward and backward distances do so in the same stages, and add up to the group.
        if nears > 0 {
            let loads = Loads::default().with_host(most, 0, 0);
            each(Run::alike(nears, loads.with_ranks(RankChannels::exchange(InHost::Both))));
        }
        radix - 1 - nears
    } else {
        // Either the forward or the backward distance does, in two stages that are each other's reverse. The ranks that go
        // the other way are c s / M on each host for every group: they are consecutive.
        let groups = ranks / (stride * radix);
        pieces(1..nears + 1, &[radix.div_ceil(2).div_ceil(near)], |piece| {
            each(Run::along(2, &piece, |times| {
                let away = groups * (times * near * stride / hosts);
                let loads = Loads::default().with_host(most - away, away, away);
                loads.with_ranks(RankChannels::row(radix, times * near))
            }));
        });
        radix - 1 - 2 * nears
    };
    if others > 0 {
        let loads = Loads::default().with_host(0, most, most);
        each(Run::alike(others, loads.with_ranks(RankChannels::exchange(InHost::Neither))));
    }
}
