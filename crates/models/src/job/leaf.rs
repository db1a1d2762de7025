//! Questions about overlay trees whose messages are timed at both ends.

use super::overlay::{Collective, MOST_LEAVES};
use logpine_text::reason::{Reason, reason};

/// A question about the overlay tree for one message, if messages have a gap and a delivery (a port model).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeafJob {
    collective: Collective,
    leaves: u64,
    bytes: Option<u64>,
}

impl LeafJob {
    /// A reduction or a multicast over `leaves` leaves (1 to 2^63), of a message of `bytes` bytes, or of one without a size.
    ///
    /// # Errors
    /// [`Reason`] for a number of leaves out of range, a message of 0 bytes, or a round trip.
    pub fn new(collective: Collective, leaves: u64, bytes: Option<u64>) -> Result<Self, Reason> {
        if !(1..=MOST_LEAVES).contains(&leaves) {
            return Err(reason!("{leaves} leaves: a tree has at least 1 leaf and at most 2^63 = {MOST_LEAVES}"));
        }
        match (collective, bytes) {
            (Collective::Roundtrip, _) => Err(Reason::new(
                "round trips have a best tree only under --model tan; ask for reduce and for multicast",
            )),
            (_, Some(0)) => Err(Reason::new("0 bytes: a message has at least 1 byte")),
            _ => Ok(Self { collective, leaves, bytes }),
        }
    }

    /// The operation.
    #[must_use]
    pub const fn collective(&self) -> Collective {
        self.collective
    }

    /// The number of leaves.
    #[must_use]
    pub const fn leaves(&self) -> u64 {
        self.leaves
    }

    /// The size of the message, if it has one.
    #[must_use]
    pub const fn bytes(&self) -> Option<u64> {
        self.bytes
    }
}
