//! Loads of exchanges in groups: in stage c the rank with place d sends to the one with place (d + c) mod k.
//!
//! With ranks s apart, k s = G: rank r sends to r + F, F = c s, or if it is one of the last F of its G, to r - B, B = G - F.
//! Stages c and k - c are each other's reverse, and have the same loads. A host's loads depend on its first rank modulo G,
//! and so on which of these residues there are.

use super::Hosts;
use crate::model::stage::loads::InHost;
use crate::model::stage::residues::any_below;
use crate::model::stage::run::pieces;
use crate::model::stage::{Loads, RankChannels, Run};
use logpine_text::integer::{first, gcd};
use std::ops::Range;

/// The largest number of hosts that are looked at one by one.
const FEW: u64 = 64;

/// The loads of the stages 1 to k - 1, k = `radix`; P is a multiple of G = `stride` k.
pub(super) fn all(hosts: Hosts, stride: u64, radix: u64, each: &mut dyn FnMut(Run)) {
    let (size, group) = (hosts.per_host, stride * radix);
    if size.is_multiple_of(group) || stride.is_multiple_of(size) {
        // Hosts have whole groups, or at most one rank of each.
        let in_host = if size.is_multiple_of(group) { InHost::Both } else { InHost::Neither };
        let intra = if size.is_multiple_of(group) { size } else { 0 };
        let loads = Loads::default().with_host(intra, size - intra, size - intra);
        return each(Run::alike(radix - 1, loads.with_ranks(RankChannels::exchange(in_host))));
    }
    let half = radix.div_ceil(2);
    if group.is_multiple_of(size) && size.is_multiple_of(stride) {
        // A host has t places in a row of each of its groups, t <= k / 2.
        let row = size / stride;
        let of = |places: u64| {
            let intra = row.saturating_sub(places) * stride;
            let loads = Loads::default().with_host(intra, size - intra, size - intra);
            let inside = places < row;
            loads.with_ranks(if inside {
                RankChannels::row(row, places)
            } else {
                RankChannels::exchange(InHost::Neither)
            })
        };
        pieces(1..half, &[row.div_ceil(2), row / 2 + 1, row], |piece| each(Run::along(2, &piece, of)));
        if radix.is_multiple_of(2) {
            each(Run::alike(1, of(half)));
        }
        return;
    }
    let full = Starts { count: hosts.ranks / size, first: 0, step: size % group, group };
    let rest = hosts.ranks % size;
    let last = Starts { count: 1, first: (hosts.ranks - rest) % group, step: 0, group };
    let of = |places: u64| {
        let rotation = Rotation { forward: places * stride, backward: group - places * stride, group };
        let loads = rotation.with(Loads::default(), &full, size);
        if rest > 0 { rotation.with(loads, &last, rest) } else { loads }
    };
    let mut alike: Option<Run> = None;
    for places in 1..=radix / 2 {
        let stages = if 2 * places == radix { 1 } else { 2 };
        let loads = of(places);
        alike = match alike {
            Some(run) if run.first == loads => Some(Run::alike(run.stages + stages, loads)),
            other => {
                other.into_iter().for_each(&mut *each);
                Some(Run::alike(stages, loads))
            }
        };
    }
    alike.into_iter().for_each(each);
}

/// A stage: F, B and G, F <= B.
struct Rotation {
    forward: u64,
    backward: u64,
    group: u64,
}

impl Rotation {
    /// The loads with further hosts of `size` ranks.
    fn with(&self, loads: Loads, starts: &Starts, size: u64) -> Loads {
        let loads = starts.extremes(self, size).into_iter().fold(loads, |loads, intra| {
            let away = size - intra;
            loads.with_host(intra, away, away)
        });
        self.channels(starts, size).fold(loads, |loads, in_host| loads.with_ranks(RankChannels::exchange(in_host)))
    }

    /// The number of ranks of a host that send to another of its ranks.
    fn inside(&self, start: u64, size: u64) -> u64 {
        // Forward, those below B modulo G whose receiver is there; backward, the receivers of the others, which are below F.
        let &Self { forward, backward, group } = self;
        below(start, size.saturating_sub(forward), backward, group)
            + below(start, size.saturating_sub(backward), forward, group)
    }

    /// The residues at which the number of ranks inside changes another way: between them it changes evenly.
    fn changes(&self, size: u64) -> [u64; 6] {
        let &Self { forward, backward, group } = self;
        let before = |residue: u64| minus(residue, size % group, group);
        [0, forward, backward, before(0), before(forward), before(backward)]
    }

    /// The ways in which ranks of hosts send and receive.
    fn channels(&self, starts: &Starts, size: u64) -> impl Iterator<Item = InHost> {
        // A rank's place modulo G says which way it sends, and from where it receives; with its offset in the host they say
        // whether the other rank is there.
        let &Self { forward, backward, group } = self;
        let [ahead, behind] = [size.saturating_sub(forward), size.saturating_sub(backward)];
        let (first, middle, last) = (0..forward, forward..backward, backward..group);
        let cases = [
            (&first, 0..behind, InHost::Both),
            (&first, behind..ahead, InHost::One),
            (&first, ahead..size, InHost::Neither),
            (&middle, forward..ahead, InHost::Both),
            (&middle, 0..forward.min(ahead), InHost::One),
            (&middle, forward.max(ahead)..size, InHost::One),
            (&middle, ahead..forward.min(size), InHost::Neither),
            (&last, backward..size, InHost::Both),
            (&last, forward..backward.min(size), InHost::One),
            (&last, 0..forward.min(size), InHost::Neither),
        ];
        let met = cases.map(|(places, offsets, in_host)| starts.any(places, &offsets).then_some(in_host));
        met.into_iter().flatten()
    }
}

/// The number of the `length` integers from `start` on that are below `below` modulo G.
const fn below(start: u64, length: u64, below: u64, group: u64) -> u64 {
    let (whole, rest, start) = (length / group * below, length % group, start % group);
    let room = group - start;
    whole
        + if rest <= room {
            least(start + rest, below) - least(start, below)
        } else {
            below - least(start, below) + least(rest - room, below)
        }
}

const fn least(a: u64, b: u64) -> u64 {
    if a < b { a } else { b }
}

/// a - b modulo G, for a and b below G.
const fn minus(a: u64, b: u64, group: u64) -> u64 {
    if a >= b { a - b } else { group - (b - a) }
}

/// The first ranks of hosts: `first`, `first` + `step`, ... modulo G.
struct Starts {
    count: u64,
    first: u64,
    step: u64,
    group: u64,
}

impl Starts {
    /// The smallest and the largest number of ranks inside a host of `size` ranks; nothing without hosts.
    fn extremes(&self, rotation: &Rotation, size: u64) -> Vec<u64> {
        let inside = |start: u64| rotation.inside(start, size);
        let all: Vec<u64> = if self.count <= FEW {
            (0..self.count).map(|host| inside(self.at(host))).collect()
        } else {
            // Where it changes evenly, the first or the last host has the most, and the other the fewest.
            let ends = rotation.changes(size).map(|change| [self.next(change), self.previous(change)]);
            ends.into_iter().flatten().map(inside).collect()
        };
        all.iter().min().into_iter().chain(all.iter().max()).copied().collect()
    }

    fn at(&self, host: u64) -> u64 {
        let ahead = u128::from(self.step) * u128::from(host) + u128::from(self.first);
        u64::try_from(ahead % u128::from(self.group)).unwrap_or(0)
    }

    /// The number of which all starts are multiples, if there are as many as its multiples below G.
    fn multiples_of(&self) -> Option<u64> {
        let common = gcd(self.step, self.group);
        (self.first == 0 && self.count >= self.group / common).then_some(common)
    }

    /// The first start from a residue on.
    fn next(&self, residue: u64) -> u64 {
        if let Some(common) = self.multiples_of() {
            return residue.next_multiple_of(common) % self.group;
        }
        let after = first(0..=self.group - 1, |more| self.any_from(residue, more.saturating_add(1)));
        minus(residue, (self.group - after) % self.group, self.group)
    }

    /// The last start up to a residue.
    fn previous(&self, residue: u64) -> u64 {
        if let Some(common) = self.multiples_of() {
            return residue / common * common;
        }
        let from = |more| minus(residue, more, self.group);
        from(first(0..=self.group - 1, |more| self.any_from(from(more), more.saturating_add(1))))
    }

    /// True if some start is one of the `width` residues from one on.
    fn any_from(&self, residue: u64, width: u64) -> bool {
        if let Some(common) = self.multiples_of() {
            return width > residue.next_multiple_of(common) - residue;
        }
        let before = minus(self.first, residue, self.group);
        any_below(&(0..self.count), self.step, before, self.group, width.min(self.group))
    }

    /// True if some host has, at one of the offsets, a rank at one of the places modulo G.
    fn any(&self, places: &Range<u64>, offsets: &Range<u64>) -> bool {
        if places.is_empty() || offsets.is_empty() {
            return false;
        }
        let from = minus(places.start, (offsets.end - 1) % self.group, self.group);
        let width = (places.end - places.start).saturating_add(offsets.end - offsets.start - 1);
        self.any_from(from, width)
    }
}
