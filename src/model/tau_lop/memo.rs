//! Times of transfers, each computed once: stages that differ share most of them.

use crate::units::Time;

/// How many are kept of a channel.
const KEPT: usize = 8;

/// L(m, tau) of one channel for a few m and tau, each in the place of tau modulo their number.
pub(super) struct Transfers([Known; KEPT]);

/// One of them.
#[derive(Clone, Copy)]
struct Known {
    bytes: u64,
    /// 0 where nothing is known.
    tau: u64,
    time: Option<Time>,
}

impl Transfers {
    pub(super) const fn new() -> Self {
        Self([Known { bytes: 0, tau: 0, time: None }; KEPT])
    }

    /// L(`bytes`, `tau`), tau at least 1, as `compute` has it.
    #[inline]
    pub(super) fn get(&mut self, bytes: u64, tau: u64, compute: impl FnOnce() -> Option<Time>) -> Option<Time> {
        let place = &mut self.0[usize::try_from(tau % KEPT as u64).unwrap_or(0)];
        if (place.bytes, place.tau) != (bytes, tau) {
            *place = Known { bytes, tau, time: compute() };
        }
        place.time
    }
}

/// What messages of one length take, as far as it is known.
pub(super) struct Memo {
    /// o(m) of the shared channel and of the network; `None` without the channel, and past [`Time::MAX`].
    pub(super) overheads: [Option<Time>; 2],
    pub(super) shared: Transfers,
    pub(super) network: Transfers,
}

impl Memo {
    /// With these overheads.
    pub(super) const fn new(overheads: [Option<Time>; 2]) -> Self {
        Self { overheads, shared: Transfers::new(), network: Transfers::new() }
    }
}
