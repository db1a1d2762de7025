//! Messages cut into segments.

use super::TauLop;
use super::memo::Memo;
use super::steps::{Busy, Step};
use crate::machine::{Channel, TransmissionPath};
use crate::model::stage::{Loads, Stage, Way};
use crate::units::Time;

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
    /// The time of all transfers of a stage.
    pub(super) fn transfers_time(&self, memo: &mut Memo, stage: &Stage, loads: Loads) -> Option<Time> {
        let segment = self.parameters.segment.filter(|segment| segment.0 > 0);
        let Some(cut) = segment.and_then(|segment| Cut::new(stage.bytes, segment.0)) else {
            return self.whole_time(memo, stage.bytes, loads);
        };
        match (stage.pattern.way(), self.path(Channel::Network)) {
            (Way::Exchange, _) => self.one_after_the_other(memo, cut, loads),
            (Way::OneWay, TransmissionPath::Buffered) => self.buffered_pipeline(memo, cut, loads),
            (Way::OneWay, TransmissionPath::Direct) => self.direct_pipeline(memo, cut, loads),
        }
    }

    /// Ranks that send and receive make their copies one after the other, so segments do not overlap: equation (2), 2 k
    /// L(S, P) for k segments among P ranks of a host.
    fn one_after_the_other(&self, memo: &mut Memo, cut: Cut, loads: Loads) -> Option<Time> {
        let long = self.whole_time(memo, cut.long, loads)?.checked_mul(cut.segments - 1)?;
        long.checked_add(self.whole_time(memo, cut.last, loads)?)
    }

    /// Segments behind each other through the buffers: segment j makes its transfer number i in step i + j.
    ///
    /// In shared memory that is 2 L(S, 1) + (k - 1) L(S, 2), as the paper has it (section 4). Where some transmissions leave
    /// the host, the memory has two copies of each that stays, one of each that leaves and one of each that comes.
    fn buffered_pipeline(&self, memo: &mut Memo, cut: Cut, loads: Loads) -> Option<Time> {
        let Cut { segments, long, last } = cut;
        let ends = loads.out.max(loads.into);
        let network = |bytes| Busy::new(bytes, ends);
        let step = |tau, bytes, network| Step { shared: Busy::new(bytes, tau), network };
        // Of two segments the first is copied on in the second step, beside the last, only where it stays on its host.
        let second = if segments == 2 && loads.intra == 0 { last } else { long };
        // What comes from another host lags a step behind what stays.
        let late = if loads.into > 0 { long } else { last };
        self.steps_time(
            memo,
            [
                (1, Step::shared(long, loads.leaving)),
                (1, step(loads.twice_leaving, second, network(long))),
                (segments - 2, step(loads.copies, long, network(long))),
                (1, step(loads.arriving, late, network(last))),
                (1, Step::shared(last, loads.into)),
            ],
        )
    }

    /// The same where the network takes no copies in memory: its transfers begin with the first step.
    fn direct_pipeline(&self, memo: &mut Memo, cut: Cut, loads: Loads) -> Option<Time> {
        let Cut { segments, long, last } = cut;
        let network = |bytes| Busy::new(bytes, loads.out.max(loads.into));
        let step = |tau, bytes| Step { shared: Busy::new(long, tau), network: network(bytes) };
        self.steps_time(
            memo,
            [
                (1, step(loads.intra, long)),
                (segments - 2, step(2 * loads.intra, long)),
                (1, step(2 * loads.intra, last)),
                (1, Step::shared(last, loads.intra)),
            ],
        )
    }
}
