//! Loads of stages in which ranks 0, s, 2 s, ... each send to the rank D behind it, D < s.

use super::{Coincide, Dealt, Loads, multiples};
use crate::model::stage::residues::{count_below, inverse, product};
use logpine_text::integer::gcd;
use std::ops::Range;

/// The loads of stages c of `children` in each of which ranks 0, `step`, 2 `step`, ... send to the rank c `stride` behind.
pub(super) fn all(
    ranks: u64,
    hosts: u64,
    step: u64,
    stride: u64,
    children: Range<u64>,
    each: &mut dyn FnMut(u64, Loads),
) {
    let last = (ranks - 1) / step;
    // From this child on the last sender has no receiver.
    let without = (ranks - last * step).div_ceil(stride).clamp(children.start, children.end);
    let level = Level::new(hosts, step, stride);
    level.stages(last + 1, children.start..without, each);
    level.stages(last, without..children.end, each);
}

/// The hosts of the senders: the multiples of g = gcd(s, M) modulo M, in the order 0, s, 2 s, ...
struct Level {
    hosts: u64,
    /// g.
    common: u64,
    /// The inverse of s / g modulo M / g.
    inverse: u64,
    stride: u64,
}

impl Level {
    fn new(hosts: u64, step: u64, stride: u64) -> Self {
        let (common, inverse) = inverse(step, hosts);
        Self { hosts, common, inverse, stride }
    }

    fn stages(&self, senders: u64, children: Range<u64>, each: &mut dyn FnMut(u64, Loads)) {
        let &Self { hosts, common, stride, .. } = self;
        let all = children.end.saturating_sub(children.start);
        let dealt = Dealt::new(senders, hosts / common);
        // Receivers are on the senders' hosts if g divides D, and on the hosts of their own senders if M does.
        let (home, same) = if all == 1 {
            let distance = children.start * stride;
            (u64::from(distance.is_multiple_of(hosts)), u64::from(distance.is_multiple_of(common)))
        } else {
            let every = |divisor: u64| multiples(&children, divisor / gcd(stride, divisor));
            (every(hosts), every(common))
        };
        let coincide = match dealt.more {
            _ if same == home => 0,
            0 | 1 => 0,
            more if more > dealt.hosts - more => same - home,
            _ => self.coincide(dealt, &children) - home,
        };
        let stages = [
            (home, dealt.shared()),
            (coincide, dealt.to_same(Coincide::Some)),
            (same - home - coincide, dealt.to_same(Coincide::None)),
            (all - same, dealt.to_others()),
        ];
        for (stages, loads) in stages.into_iter().filter(|&(stages, _)| stages > 0) {
            each(stages, loads);
        }
    }

    /// The number of children for which hosts with one more coincide, including the children at home.
    fn coincide(&self, dealt: Dealt, children: &Range<u64>) -> u64 {
        // Child c = e w, with w = g / gcd(stride, g), is e a places further in the order, a = (w stride / g) / (s / g). Of h
        // places, that is less than v forward or backward.
        let among = self.common / gcd(self.stride, self.common);
        let places = product(among * self.stride / self.common, self.inverse, dealt.hosts);
        let every = children.start.div_ceil(among)..children.end.div_ceil(among);
        count_below(&every, places, dealt.more - 1, dealt.hosts, 2 * dealt.more - 1)
    }
}
