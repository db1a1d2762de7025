//! Times of transfers, each computed once: most of them recur in different stages.

use crate::model::stage::Loads;
use logpine_text::units::Time;

/// The number of times kept for each channel.
const KEPT: usize = 8;

/// L(m, tau) of one channel for a few m and tau, each stored at tau modulo the number of places.
pub(super) struct Transfers([Known; KEPT]);

/// One kept time.
#[derive(Clone, Copy)]
struct Known {
    bytes: u64,
    /// The tau; 0 if nothing is kept.
    tau: u64,
    time: Option<Time>,
}

impl Transfers {
    pub(super) const fn new() -> Self {
        Self([Known { bytes: 0, tau: 0, time: None }; KEPT])
    }

    /// L(`bytes`, `tau`), tau at least 1, as computed by `compute`.
    #[inline]
    pub(super) fn get(&mut self, bytes: u64, tau: u64, compute: impl FnOnce() -> Option<Time>) -> Option<Time> {
        let place = &mut self.0[usize::try_from(tau % KEPT as u64).unwrap_or(0)];
        if (place.bytes, place.tau) != (bytes, tau) {
            *place = Known { bytes, tau, time: compute() };
        }
        place.time
    }
}

/// The times of messages of one length, as far as they are known.
pub(super) struct Memo {
    /// o(m) of the shared channel and of the network; `None` without the channel, and past [`Time::MAX`].
    overheads: [Option<Time>; 2],
    /// The time of every stage to combine.
    combine: Time,
    pub(super) shared: Transfers,
    pub(super) network: Transfers,
}

impl Memo {
    /// A memo with these overheads and nothing else known.
    pub(super) const fn new(overheads: [Option<Time>; 2], combine: Time) -> Self {
        Self { overheads, combine, shared: Transfers::new(), network: Transfers::new() }
    }

    /// The time of a stage besides its transfers: the largest overhead of the channels in use, and the combination.
    pub(super) fn fixed(&self, loads: Loads) -> Option<Time> {
        let mut longest = Time::ZERO;
        for (transmissions, overhead) in [loads.intra, loads.out].into_iter().zip(self.overheads) {
            if transmissions > 0 {
                longest = longest.max(overhead?);
            }
        }
        longest.checked_add(self.combine)
    }
}
