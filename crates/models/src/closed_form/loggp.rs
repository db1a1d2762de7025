//! LogGP: A. Alexandrov, M. Ionescu, K. Schauser and C. Scheiman, "LogGP: Incorporating long messages into the LogP
//! model" (1995).

use super::alpha_beta::{AlphaBetaCost, Segmented};
use super::logp::LogpCost;
use super::paths::Pipe;

/// A message of m bytes takes `L + 2o + (m - 1) G`, and the next can be sent `max(o, g + (m - 1) G)` after it.
///
/// **Units** Any unit of time, the same for all four, and bytes. *Requires* numbers that are finite and at least 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoggpCost {
    /// L: the latency of the first byte.
    pub latency: f64,
    /// o: the processor time of a message, at the sender and at the receiver.
    pub overhead: f64,
    /// g: the gap between short messages.
    pub gap: f64,
    /// G: the gap per further byte of a message.
    pub gap_per_byte: f64,
}

impl LoggpCost {
    /// `L + 2o + (m - 1) G`: one message; the first byte's time is in L. Alexandrov et al. (1995).
    #[must_use]
    pub fn message(self, bytes: f64) -> f64 {
        self.at(bytes).delivery()
    }

    /// LogP for messages of m bytes: latency L + (m - 1) G and gap g + (m - 1) G.
    ///
    /// The trees of one message are therefore those of [`LogpCost`]. With p(m) = L + 2o + (m - 1) G the binomial broadcast
    /// takes `ceil(log2 P) p(m)` if g <= L + 2o; the linear one, and a linear scatter of m bytes to each rank, take
    /// `p(m) + (P - 2) max(o, g + (m - 1) G)`.
    #[must_use]
    pub fn at(self, bytes: f64) -> LogpCost {
        let further = (bytes - 1.0) * self.gap_per_byte;
        LogpCost { latency: self.latency + further, overhead: self.overhead, gap: self.gap + further }
    }

    /// Rounds in which each rank may send one message and receive one: alpha = max(L + 2o, g) - G, beta = G.
    ///
    /// Algorithms counted in [`Rounds`](super::Rounds) take at most this time: two-tree, n-block. With m = s / P bytes for
    /// each rank, the binomial scatter and recursive doubling take `q (L + 2o - G) + (P - 1) m G` for P = 2^q, and the ring
    /// allgather (P - 1) p(m), all exact if g <= L + 2o. *Requires* G <= max(L + 2o, g).
    #[must_use]
    pub fn rounds(self) -> AlphaBetaCost {
        let delivery = self.latency + 2.0 * self.overhead;
        AlphaBetaCost { alpha: delivery.max(self.gap) - self.gap_per_byte, beta: self.gap_per_byte }
    }

    /// `(P - 1) p(S) + (m / S - 1) max(g + (S - 1) G, 2o)`: m bytes down a chain in segments of S.
    ///
    /// With two ranks no rank both receives and sends, and 2o becomes o. Exact if S divides m.
    #[must_use]
    pub fn chain(self, ranks: u64, bytes: f64, segment: f64) -> f64 {
        self.at(segment).chain(ranks, bytes / segment)
    }

    /// The real segment from 1 to m bytes for which [`LoggpCost::chain`] is fastest.
    ///
    /// `S* = sqrt(m (g - G) / ((P - 2) G))` if g + (S - 1) G >= 2o.
    #[must_use]
    pub fn best_chain(self, ranks: u64, bytes: f64) -> Segmented {
        self.best(Pipe::chain(ranks), bytes)
    }

    /// The k-ary tree in heap order, m bytes in segments of S: the time of [`LogpCost::k_ary`] for the first, and
    /// `(k - 1) G' + max(G', 2o)` for each other, G' = max(o, g + (S - 1) G). An upper bound; exact for one segment.
    #[must_use]
    pub fn k_ary(self, fanout: u64, ranks: u64, bytes: f64, segment: f64) -> f64 {
        self.at(segment).pipelined(Pipe::k_ary(fanout, ranks), bytes / segment)
    }

    /// The real segment from 1 to m bytes for which [`LoggpCost::k_ary`] is fastest.
    ///
    /// `S* = sqrt(m k (g - G) / ((h k - k) G))` for the complete tree of height h, if g + (S - 1) G >= 2o.
    #[must_use]
    pub fn best_k_ary(self, fanout: u64, ranks: u64, bytes: f64) -> Segmented {
        self.best(Pipe::k_ary(fanout, ranks), bytes)
    }

    /// The least of l(S) + (m / S - 1) p(S); latency l and period p are linear between some corners.
    fn best(self, pipe: Pipe, bytes: f64) -> Segmented {
        let bytes = bytes.max(1.0);
        let time = |segment: f64| self.at(segment).pipelined(pipe, bytes / segment);
        let latency = |segment: f64| self.at(segment).pipelined(pipe, 1.0);
        let period = |segment: f64| self.at(segment).pipelined(pipe, 2.0) - latency(segment);
        let corners = self.corners(pipe, bytes);
        // Between corners l0 + l1 S and p0 + p1 S: S* = sqrt(m p0 / (l1 - p1)).
        let inner = corners.windows(2).map(|ends| {
            let slope = |line: &dyn Fn(f64) -> f64| (line(ends[1]) - line(ends[0])) / (ends[1] - ends[0]);
            let per_segment = period(ends[0]) - slope(&period) * ends[0];
            let best = (bytes * per_segment / (slope(&latency) - slope(&period))).sqrt();
            if best > ends[0] && best < ends[1] { best } else { ends[0] }
        });
        let candidates = inner.chain([bytes]).map(|segment| (segment, time(segment)));
        let first = (bytes, time(bytes));
        let (segment, time) = candidates.fold(first, |best, next| if next.1 < best.1 { next } else { best });
        Segmented { segments: bytes / segment, segment, time }
    }

    /// Segments from 1 to m between which latency and period are linear: those at which the gap passes o and 2o, and at
    /// which another path becomes slowest. Increasing.
    fn corners(self, pipe: Pipe, bytes: f64) -> Vec<f64> {
        let gap_reaches = |time: f64| 1.0 + (time - self.gap) / self.gap_per_byte;
        let mut corners = vec![1.0, gap_reaches(self.overhead), gap_reaches(2.0 * self.overhead), bytes];
        let within = |corners: &mut Vec<f64>| {
            corners.retain(|&segment| segment >= 1.0 && segment <= bytes);
            corners.sort_by(f64::total_cmp);
            corners.dedup();
        };
        within(&mut corners);
        let later = |segment: f64| {
            let port = self.at(segment);
            let [one, other] = pipe.paths.map(|path| path.time(port.delivery(), port.send_gap()));
            one - other
        };
        let crossings = corners.windows(2).map(|ends| {
            let (from, to) = (later(ends[0]), later(ends[1]));
            ends[0] + (ends[1] - ends[0]) * from / (from - to)
        });
        let mut crossings: Vec<f64> = crossings.collect();
        corners.append(&mut crossings);
        within(&mut corners);
        corners
    }
}
