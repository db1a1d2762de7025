//! The network of broadcast trees within a time limit.
//!
//! A state is a rank of a class that has the message and may start a send, with the time that is left. The rank sends to a
//! rank of some class, and may send again a gap later; the receiver may send once it has the message. Waiting never helps,
//! so no choice waits. Times that allow the same sends are one state.

use super::network::{Choice, Network, Opens, State, TooLarge};
use super::{RankQuestion, UnknownReason};
use logpine_models::model::HostClass;
use logpine_text::units::Time;
use rustc_hash::FxHashMap;
use std::time::Instant;

/// The maximum number of ranks of a [`RankQuestion`].
pub const MOST_RANKS: usize = 4_096;
/// The maximum number of sends one after the other.
const MOST_SENDS: u32 = 1_000;
/// The maximum number of pairs of class and time that are examined.
const MOST_PAIRS: usize = 1_000_000;

/// The network for a time limit.
pub struct RankNetwork {
    pub network: Network,
    /// The state of the root's first send; `None` if there is no time for any.
    pub root: Option<State>,
    /// The number of ranks of each class that have to receive.
    pub ranks: Vec<u64>,
}

impl RankNetwork {
    /// The network of all trees that take at most `within`.
    pub fn new(question: &RankQuestion, within: Time, deadline: Instant) -> Result<Self, UnknownReason> {
        let Some(&root) = question.classes.get(question.root) else {
            return Err(UnknownReason::Question("the root is none of the ranks"));
        };
        let classes = question.timing.host_classes();
        if question.bytes == 0 || question.classes.iter().any(|class| class.0 >= classes) {
            return Err(UnknownReason::Question("a message has no cost"));
        }
        if question.classes.len() > MOST_RANKS {
            return Err(TooLarge.into());
        }
        let mut ranks = vec![0; usize::from(classes)];
        for class in &question.classes {
            ranks[usize::from(class.0)] += 1;
        }
        ranks[usize::from(root.0)] -= 1;
        let receivers = (0..classes).filter(|class| ranks[usize::from(*class)] > 0).map(HostClass).collect();
        let mut builder =
            Builder { question, receivers, network: Network::default(), states: FxHashMap::default(), deadline };
        let root = builder.state(root, within, 0)?;
        Ok(Self { network: builder.network, root, ranks })
    }
}

struct Builder<'a> {
    question: &'a RankQuestion<'a>,
    /// The classes with ranks that have to receive.
    receivers: Vec<HostClass>,
    network: Network,
    /// The states by class and time left.
    states: FxHashMap<(HostClass, Time), Option<State>>,
    deadline: Instant,
}

impl Builder<'_> {
    fn state(&mut self, sender: HostClass, time: Time, sends: u32) -> Result<Option<State>, UnknownReason> {
        if let Some(&state) = self.states.get(&(sender, time)) {
            return Ok(state);
        }
        if sends > MOST_SENDS || self.states.len() >= MOST_PAIRS {
            return Err(TooLarge.into());
        }
        if Instant::now() >= self.deadline {
            return Err(UnknownReason::TimeLimit);
        }
        let mut choices = Vec::new();
        for place in 0..self.receivers.len() {
            let receiver = self.receivers[place];
            let Some(port) = self.question.port(sender, receiver) else { continue };
            let Some(after) = time.checked_sub(port.delivery) else { continue };
            if port.delivery == Time::ZERO || port.send_gap == Time::ZERO {
                return Err(UnknownReason::NoTime);
            }
            let next = match time.checked_sub(port.send_gap) {
                Some(next) => self.state(sender, next, sends + 1)?,
                None => None,
            };
            let received = self.state(receiver, after, sends + 1)?;
            let opens = [next, received].map(|state| state.map(|state| Opens { state, places: 1 }));
            choices.push(Choice { class: Some(receiver.0), yields: 1, opens });
        }
        let state = self.network.state(choices)?;
        self.states.insert((sender, time), state);
        Ok(state)
    }
}
