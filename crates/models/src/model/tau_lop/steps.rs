//! The steps of a stage: the concurrent transfers of all transmissions.

use super::TauLop;
use super::memo::Memo;
use crate::machine::{Channel, TransmissionPath};
use crate::model::stage::Loads;
use logpine_text::units::Time;

/// Concurrent transfers on one channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Busy {
    /// m: the number of bytes of the longest transfer.
    pub bytes: u64,
    /// tau: the number of transfers on the host's memory, or network interface, that has the most.
    pub tau: u64,
}

/// Concurrent transfers on both channels, which do not slow each other down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    pub shared: Busy,
    pub network: Busy,
}

/// The steps of a stage with their multiplicities, which may be 0.
pub(super) type Steps = [(u64, Step); 6];

impl Busy {
    pub const fn new(bytes: u64, tau: u64) -> Self {
        Self { bytes, tau }
    }
}

impl Step {
    /// A step with transfers in memory only.
    pub fn shared(bytes: u64, tau: u64) -> Self {
        Self { shared: Busy::new(bytes, tau), ..Self::default() }
    }
}

impl TauLop {
    /// The time until the last transfer of a step is done.
    #[inline]
    fn step_time(&self, memo: &mut Memo, step: Step) -> Option<Time> {
        let mut longest = Time::ZERO;
        let of_channels =
            [(Channel::Shared, step.shared, &mut memo.shared), (Channel::Network, step.network, &mut memo.network)];
        for (channel, Busy { bytes, tau }, known) in of_channels {
            if tau > 0 {
                longest = longest.max(known.get(bytes, tau, || self.transfer_time(channel, bytes, tau))?);
            }
        }
        Some(longest)
    }

    /// The time of several steps with their multiplicities.
    #[inline]
    pub(super) fn steps_time(&self, memo: &mut Memo, steps: &[(u64, Step)]) -> Option<Time> {
        let mut steps = steps.iter().filter(|&&(times, _)| times > 0);
        steps.try_fold(Time::ZERO, |total, &(times, step)| {
            total.checked_add(self.step_time(memo, step)?.checked_mul(times)?)
        })
    }

    /// All transfers of messages that are not cut.
    ///
    /// Equation (7) is a ring with Q ranks per host in sequence, where one transmission leaves each host and one comes to
    /// it; in (8) all of them leave:
    ///
    /// ```text
    /// (7)  L0(m, Q) + max(L0(m, Q - 1), L1(m, 1)) + L0(m, 1)
    /// (8)  L0(m, Q) + L1(m, Q) + L0(m, Q)
    /// ```
    ///
    /// The maximum is kept in (7); the paper leaves it out for a network that is slower than the copies.
    #[inline]
    pub(super) fn whole(&self, bytes: u64, loads: Loads) -> [(u64, Step); 3] {
        let copies = u64::from(self.path(Channel::Shared) == TransmissionPath::Buffered);
        let network = Busy::new(bytes, loads.out.max(loads.into));
        let step = |tau, network| Step { shared: Busy::new(bytes, tau), network };
        match self.path(Channel::Network) {
            TransmissionPath::Buffered => [
                (1, Step::shared(bytes, loads.leaving)),
                (1, step(loads.intra * copies, network)),
                (1, Step::shared(bytes, loads.into)),
            ],
            TransmissionPath::Direct => {
                [(1, step(loads.intra, network)), (copies, Step::shared(bytes, loads.intra)), (0, Step::default())]
            }
        }
    }

    /// The transfers of the transmissions of a channel; without the channel there is no transmission.
    pub(super) fn path(&self, channel: Channel) -> TransmissionPath {
        self.channel(channel).map_or(TransmissionPath::default(), |channel| channel.path)
    }
}
