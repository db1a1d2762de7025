//! The time of messages in rounds, each of its own length, under models of single messages.

use super::message::{Message, Rank};
use crate::model::PortTiming;
use logpine_text::units::Time;

/// A message between two ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sending {
    /// The sender.
    pub from: u32,
    /// The receiver.
    pub to: u32,
    /// The number of bytes; a message without a byte counts as one of a byte.
    pub bytes: u64,
    /// True if the receiver combines it with its own data.
    pub combined: bool,
}

/// The times of ranks, round by round: every rank first sends its messages, then receives and combines, in the order of the
/// list, and goes on as soon as it can.
pub struct RoundTimes<'a> {
    ports: &'a dyn PortTiming,
    ranks: Vec<Rank>,
    /// The messages of the round, with the times of their deliveries.
    coming: Vec<(u32, Message, Time)>,
    /// Messages that were met before, most of them of few sizes, which are near each other.
    met: [Option<((u64, bool), Message)>; 16],
}

impl<'a> RoundTimes<'a> {
    /// Before the first round.
    #[must_use]
    pub fn new(ports: &'a dyn PortTiming, ranks: usize) -> Self {
        Self { ports, ranks: vec![Rank::default(); ranks], coming: Vec::new(), met: [None; 16] }
    }

    /// Runs a round. `None` past [`Time::MAX`], and for a rank that does not exist.
    pub fn round(&mut self, messages: impl IntoIterator<Item = Sending>) -> Option<()> {
        self.coming.clear();
        for Sending { from, to, bytes, combined } in messages {
            let message = self.message(bytes, combined)?;
            let sender = self.ranks.get_mut(from as usize)?;
            let (after, delivered) = message.sent(*sender)?;
            *sender = after;
            self.coming.push((to, message, delivered));
        }
        for &(to, message, delivered) in &self.coming {
            let receiver = self.ranks.get_mut(to as usize)?;
            *receiver = message.received(*receiver, delivered)?;
        }
        Some(())
    }

    /// The time at which the last rank is done.
    #[must_use]
    pub fn end(&self) -> Time {
        self.ranks.iter().map(|rank| rank.processor).max().unwrap_or_default()
    }

    fn message(&mut self, bytes: u64, combined: bool) -> Option<Message> {
        // Multiples of the golden ratio: neighbours, and most powers of two, have places of their own.
        let place = &mut self.met[(bytes.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as usize];
        if let Some((_, message)) = place.filter(|&(met, _)| met == (bytes, combined)) {
            return Some(message);
        }
        let message = Message::new(self.ports.port(bytes.max(1))?, self.ports, if combined { bytes } else { 0 })?;
        *place = Some(((bytes, combined), message));
        Some(message)
    }
}
