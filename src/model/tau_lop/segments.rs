//! Messages cut into segments.

use super::TauLop;
use super::memo::Memo;
use super::steps::{Busy, Step, Steps};
use crate::machine::{Channel, TransmissionPath};
use crate::model::stage::{Loads, Stage, Way};
use crate::units::Time;

const NONE: (u64, Step) = (0, Step { shared: Busy::new(0, 0), network: Busy::new(0, 0) });

/// A message in segments: all of `long` bytes but the last.
#[derive(Clone, Copy)]
struct Cut {
    /// k, at least 2.
    segments: u64,
    /// S.
    long: u64,
    /// Bytes of the last, at most S.
    last: u64,
}

impl Cut {
    /// `None` for a message of one segment.
    fn new(bytes: u64, segment: u64) -> Option<Self> {
        let segments = bytes.div_ceil(segment);
        (segments > 1).then(|| Self { segments, long: segment, last: bytes - (segments - 1) * segment })
    }
}

impl TauLop {
    /// All transfers of a stage. Which steps there are depends on whether the loads have transmissions inside and to others,
    /// and their taus are sums of loads but for the larger of those that leave and that come.
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
            // The usual case has no steps of no use.
            None => self.steps_time(memo, &self.whole(stage.bytes, loads)),
        }
    }

    /// How messages of so many bytes are cut, if they are.
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

    /// Ranks that send and receive make their copies one after the other, so segments do not overlap: equation (2), 2 k
    /// L(S, P) for k segments among P ranks of a host.
    fn one_after_the_other(&self, cut: Cut, loads: Loads) -> Steps {
        let long = self.whole(cut.long, loads).map(|(times, step)| (times * (cut.segments - 1), step));
        let ([first, second, third], [fourth, fifth, sixth]) = (long, self.whole(cut.last, loads));
        [first, second, third, fourth, fifth, sixth]
    }

    /// Segments behind each other through the buffers: segment j makes its transfer number i in step i + j.
    ///
    /// In shared memory that is 2 L(S, 1) + (k - 1) L(S, 2), as the paper has it (section 4). Where some transmissions leave
    /// the host, the memory has two copies of each that stays, one of each that leaves and one of each that comes.
    fn buffered_pipeline(cut: Cut, loads: Loads) -> Steps {
        let Cut { segments, long, last } = cut;
        let ends = loads.out.max(loads.into);
        let network = |bytes| Busy::new(bytes, ends);
        let step = |tau, bytes, network| Step { shared: Busy::new(bytes, tau), network };
        // Of two segments the first is copied on in the second step, beside the last, only where it stays on its host.
        let second = if segments == 2 && loads.intra == 0 { last } else { long };
        // What comes from another host lags a step behind what stays.
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

    /// The same where the network takes no copies in memory: its transfers begin with the first step.
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
