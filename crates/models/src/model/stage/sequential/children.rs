//! Loads of stages in which ranks 0, s, 2 s, ... each send to the rank D behind it, D < s.

use super::Hosts;
use crate::model::stage::Loads;
use crate::model::stage::residues::greatest_multiple;
use std::ops::Range;

/// The loads of stages c of `children` in each of which ranks 0, `step`, 2 `step`, ... send to the rank c `stride` behind.
pub(super) fn all(hosts: Hosts, step: u64, stride: u64, children: Range<u64>, each: &mut dyn FnMut(u64, Loads)) {
    let senders = Senders::new(hosts, step, children.start * stride..(children.end - 1) * stride + 1);
    let mut child = children.start;
    while child < children.end {
        let distance = child * stride;
        let change = senders.changes().into_iter().filter(|&change| change > distance).min();
        let end = change.map_or(children.end, |change| change.div_ceil(stride).min(children.end));
        each(end - child, senders.loads(distance));
        child = end;
    }
}

/// The senders, with everything that does not depend on the distance.
struct Senders {
    ranks: u64,
    step: u64,
    /// The last multiple of the step below P. Its receiver may be missing.
    last: u64,
    /// The ranks of that sender's host. On earlier hosts every sender has a receiver; later hosts have neither senders nor
    /// receivers, except for that sender's receiver.
    host: Range<u64>,
    before: Before,
}

/// The hosts before that of the last sender.
enum Before {
    /// No hosts.
    None,
    /// Steps up to Q.
    Dense(Dense),
    /// Steps beyond Q: at most one sender and one receiver on a host.
    Sparse {
        /// Q.
        per_host: u64,
        /// The largest offset of a sender in its host.
        latest: u64,
        step: u64,
    },
}

/// The first h hosts, where Q = q s + t, t < s. Host i's first sender lies `x_i` = -i Q modulo s behind its first rank.
struct Dense {
    step: u64,
    /// q.
    whole: u64,
    /// t.
    rest: u64,
    /// h t.
    rests: u64,
    /// The greatest `x_i` for i = 0 .. h - 1.
    start: u64,
    /// The greatest `x_i` for i = 1 .. h.
    end: u64,
    /// The greatest `x_i` below t for i = 0 .. h - 1.
    within: u64,
}

impl Senders {
    fn new(hosts: Hosts, step: u64, distances: Range<u64>) -> Self {
        let Hosts { ranks, per_host, .. } = hosts;
        let last = (ranks - 1) / step * step;
        let first = last / per_host * per_host;
        let host = first..first.saturating_add(per_host).min(ranks);
        let before = match last / per_host {
            0 => Before::None,
            count if step <= per_host => Before::Dense(Dense::new(per_host, step, count)),
            _ => {
                // If no distance is near Q or s - Q, it does not matter.
                let matters = distances.start < per_host || distances.end > step - per_host;
                let latest = if matters { greatest_multiple(step, per_host, last / step) } else { 0 };
                Before::Sparse { per_host, latest, step }
            }
        };
        Self { ranks, step, last, host, before }
    }

    /// All distances at which the loads may differ from those of the distance before.
    fn changes(&self) -> [u64; 9] {
        let [a, b, c, d, e] = match &self.before {
            Before::None => [0; 5],
            Before::Dense(dense) => {
                let Dense { step, rest, rests, start, end, within, .. } = *dense;
                [rest, rests, step - start, step - end, step - within]
            }
            &Before::Sparse { per_host, latest, step } => [per_host, per_host - latest, step - latest, 0, 0],
        };
        let Range { start, end } = self.host;
        [a, b, c, d, e, start % self.step, end % self.step, end - self.last, self.ranks - self.last]
    }

    /// The loads at a distance from 1 to s - 1.
    fn loads(&self, distance: u64) -> Loads {
        let loads = match &self.before {
            Before::None => Loads::default(),
            Before::Dense(dense) => dense.loads(distance),
            &Before::Sparse { per_host, latest, step } => sparse(per_host, latest, step, distance),
        };
        let receiver = self.last.saturating_add(distance);
        let senders = self.last / self.step + u64::from(receiver < self.ranks);
        // Senders below a rank.
        let below = |rank: u64| rank.div_ceil(self.step).min(senders);
        let Range { start, end } = self.host;
        let sent = below(end) - below(start);
        let intra = below(end.saturating_sub(distance)).saturating_sub(below(start));
        let received = below(end.saturating_sub(distance)) - below(start.saturating_sub(distance));
        let loads = loads.with_host(intra, sent - intra, received - intra);
        let behind = (end..self.ranks).contains(&receiver);
        let loads = if behind { loads.with_host(0, 0, 1) } else { loads };
        loads.one_way()
    }
}

/// The loads of hosts before that of the last sender, if s > Q.
fn sparse(per_host: u64, latest: u64, step: u64, distance: u64) -> Loads {
    // If any rank sends to its own host, rank 0 does. If any rank does not, the one farthest into its host does not. If any
    // rank shares its host with the receiver of the sender before it, s - D before, that rank does.
    let near = u64::from(distance < per_host);
    let far = u64::from(latest.saturating_add(distance) >= per_host);
    let both = u64::from(latest.saturating_add(distance) >= step);
    Loads {
        intra: near,
        out: far,
        into: far,
        leaving: 1,
        arriving: 1,
        twice_leaving: 1 + near,
        twice_arriving: 1 + near,
        copies: 1 + near.max(both),
        ..Loads::default()
    }
}

impl Dense {
    fn new(per_host: u64, step: u64, hosts: u64) -> Self {
        let (whole, rest) = (per_host / step, per_host % step);
        let rests = hosts * rest;
        if rest == 0 {
            return Self { step, whole, rest, rests, start: 0, end: 0, within: 0 };
        }
        Self {
            step,
            whole,
            rest,
            rests,
            start: greatest_multiple(step - rest, step, hosts),
            end: greatest_multiple(step - rest, step, hosts + 1),
            // The x_i below t are w s modulo t, with i = floor(w s / t).
            within: greatest_multiple(step, rest, rests.div_ceil(step)),
        }
    }

    fn loads(&self, distance: u64) -> Loads {
        // On host i, with x = x_i: q + [x < t] ranks send, q + [(x + D) mod s < t] receive, [x + D >= s] of them from the
        // host before; [x' + D >= s] send to the next, where x' = x_(i+1). Host 0 has x = 0, and the most senders and the
        // most pairs of sender and receiver.
        let Self { step, whole, rest, rests, start, end, within } = *self;
        let short = u64::from(distance < rest);
        let full = u64::from(rest > 0);
        // (x_i + D) mod s is D - i t while that is not negative, so it is first below t for i = floor(D / t).
        let arriving = u64::from(distance < rests);
        // Both x < t and (x + D) mod s < t: at x = 0 if D < t, else if x >= s - D.
        let copies = if short == 1 || (full == 1 && within + distance >= step) { 2 } else { full };
        Loads {
            intra: whole + short,
            out: u64::from(end + distance >= step),
            into: u64::from(start + distance >= step),
            leaving: whole + full,
            arriving: whole + arriving,
            twice_leaving: 2 * whole + full + short,
            twice_arriving: 2 * whole + arriving + short,
            copies: 2 * whole + copies,
            ..Loads::default()
        }
    }
}
