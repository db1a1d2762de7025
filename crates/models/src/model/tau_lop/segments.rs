//! Messages cut into segments.

use super::TauLop;
use super::memo::Memo;
use super::steps::{Busy, Step, Steps};
use crate::machine::{Channel, TransmissionPath};
use crate::model::stage::{Loads, Stage, Way};
use logpine_text::units::Time;

const NONE: (u64, Step) = (0, Step { shared: Busy::new(0, 0), network: Busy::new(0, 0) });

/// A message in segments: all of `long` bytes except the last.
#[derive(Clone, Copy)]
struct Cut {
    /// k, at least 2.
    segments: u64,
    /// S.
    long: u64,
    /// The number of bytes of the last segment, at most S.
    last: u64,
}

impl Cut {
    /// The segments of a message; `None` if there is only one.
    fn new(bytes: u64, segment: u64) -> Option<Self> {
        let segments = bytes.div_ceil(segment);
        (segments > 1).then(|| Self { segments, long: segment, last: bytes - (segments - 1) * segment })
    }
}

impl TauLop {
    /// All transfers of a stage. The steps depend on whether the loads have transmissions inside and to others. Their taus
    /// are sums of loads, except for the larger of those that leave and those that come.
    pub(super) fn steps(&self, stage: &Stage, loads: Loads) -> Steps {
        if let Some(cut) = self.cut(stage.bytes) {
            return self.cut_steps(cut, stage, loads);
        }
        let [first, second, third] = self.whole(stage.bytes, loads);
        [first, second, third, NONE, NONE, NONE]
    }

    /// The time of all transfers of a stage.
    #[inline]
    pub(super) fn transfers_time(&self, memo: &mut Memo, stage: &Stage, loads: Loads) -> Option<Time> {
        match self.cut(stage.bytes) {
            Some(cut) => self.steps_time(memo, &self.cut_steps(cut, stage, loads)),
            // The usual case has no unused steps.
            None => self.steps_time(memo, &self.whole(stage.bytes, loads)),
        }
    }

    /// The segments of a message of `bytes`, if it is cut.
    #[inline]
    fn cut(&self, bytes: u64) -> Option<Cut> {
        let segment = self.parameters.segment.filter(|segment| segment.0 > 0)?;
        Cut::new(bytes, segment.0)
    }

    fn cut_steps(&self, cut: Cut, stage: &Stage, loads: Loads) -> Steps {
        match (stage.pattern.way(), self.path(Channel::Network)) {
            (Way::Exchange, _) => self.one_after_the_other(cut, loads),
            (Way::OneWay, TransmissionPath::Buffered) => Self::buffered_pipeline(cut, loads),
            (Way::OneWay, TransmissionPath::Direct) => Self::direct_pipeline(cut, loads),
        }
    }

    /// The steps if ranks send and receive: they make their copies one after the other, so segments do not overlap. This is
    /// equation (2), 2 k L(S, P) for k segments among P ranks of a host.
    fn one_after_the_other(&self, cut: Cut, loads: Loads) -> Steps {
        let long = self.whole(cut.long, loads).map(|(times, step)| (times * (cut.segments - 1), step));
        let ([first, second, third], [fourth, fifth, sixth]) = (long, self.whole(cut.last, loads));
        [first, second, third, fourth, fifth, sixth]
    }

    /// Consecutive segments through the buffers: segment j makes its transfer number i in step i + j.
    ///
    /// In shared memory that is 2 L(S, 1) + (k - 1) L(S, 2), as in the paper (section 4). If some transmissions leave the
    /// host, the memory has two copies for each that stays, one for each that leaves and one for each that comes.
    fn buffered_pipeline(cut: Cut, loads: Loads) -> Steps {
        let Cut { segments, long, last } = cut;
        let ends = loads.out.max(loads.into);
        let network = |bytes| Busy::new(bytes, ends);
        let step = |tau, bytes, network| Step { shared: Busy::new(bytes, tau), network };
        // With two segments, the first is copied on in the second step, beside the last, only if it stays on its host.
        let second = if segments == 2 && loads.intra == 0 { last } else { long };
        // Segments from another host lag a step behind those that stay.
        let late = if loads.into > 0 { long } else { last };
        [
            (1, Step::shared(long, loads.leaving)),
            (1, step(loads.twice_leaving, second, network(long))),
            (segments - 2, step(loads.copies, long, network(long))),
            (1, step(loads.arriving, late, network(last))),
            (1, Step::shared(last, loads.into)),
            NONE,
        ]
    }

    /// The same if the network takes no copies in memory: its transfers begin with the first step.
    fn direct_pipeline(cut: Cut, loads: Loads) -> Steps {
        let Cut { segments, long, last } = cut;
        let network = |bytes| Busy::new(bytes, loads.out.max(loads.into));
        let step = |tau, bytes| Step { shared: Busy::new(long, tau), network: network(bytes) };
        [
            (1, step(loads.intra, long)),
            (segments - 2, step(2 * loads.intra, long)),
            (1, step(2 * loads.intra, last)),
            (1, Step::shared(last, loads.intra)),
            NONE,
            NONE,
        ]
    }
}
