//! Measurements of simulations (Lemeire, Dirkx and Colitti 2008, section 4).

use logpine_text::units::{Clock, Time};

/// The measurements of a simulation. Sums are exact; means are rounded once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurements {
    /// The clock of the times.
    pub clock: Clock,
    /// The number of nodes that run processes.
    pub nodes: u32,
    /// The number of messages.
    pub messages: u64,
    /// The hops of all messages together.
    pub hops: u64,
    /// The largest number of hops of a message (maxHops).
    pub max_hops: u32,
    /// The arrival of the last message (commT).
    pub comm_t: Time,
    /// The total time of all messages from when they were sent, in ticks.
    pub travel: u128,
    /// The part of `travel` that was spent waiting in queues, in ticks.
    pub queued: u128,
    /// The use of every link, or with full duplex of every direction of one; unused links are left out.
    pub links: Vec<LinkUse>,
}

/// The use of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkUse {
    /// The link, an index of [`Network::links`](crate::Network::links).
    pub link: u32,
    /// The direction.
    pub way: Way,
    /// The number of messages.
    pub messages: u64,
    /// The time for which the link was busy.
    pub busy: Time,
}

/// Directions of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Both directions together.
    Any,
    /// From its first node to its second.
    Forward,
    /// From its second node to its first.
    Backward,
}

impl Measurements {
    /// The mean number of messages per node (avgNodeMsgs).
    #[must_use]
    pub fn avg_node_msgs(&self) -> f64 {
        ratio(u128::from(self.messages), u128::from(self.nodes))
    }

    /// The time to deliver all messages, per message of each node (timePerNodeMsgs): commT / avgNodeMsgs, in the clock's
    /// unit; 0 without messages.
    #[must_use]
    pub fn time_per_node_msgs(&self) -> f64 {
        ratio(u128::from(self.comm_t.ticks()) * u128::from(self.nodes), u128::from(self.messages) * self.unit())
    }

    /// The mean time from sending a message to its arrival (avgTravelT), in the clock's unit; 0 without messages.
    #[must_use]
    pub fn avg_travel_t(&self) -> f64 {
        ratio(self.travel, u128::from(self.messages) * self.unit())
    }

    /// The mean time a message waits in queues (avgQueueT), in the clock's unit; 0 without messages.
    #[must_use]
    pub fn avg_queue_t(&self) -> f64 {
        ratio(self.queued, u128::from(self.messages) * self.unit())
    }

    /// The mean number of hops of a message (avgHops); 0 without messages.
    #[must_use]
    pub fn avg_hops(&self) -> f64 {
        ratio(u128::from(self.hops), u128::from(self.messages))
    }

    /// The links that were busy for longest, at most `most`, the busiest first; among equals, the one with the least number.
    #[must_use]
    pub fn busiest(&self, most: usize) -> Vec<LinkUse> {
        let mut links = self.links.clone();
        links.sort_by_key(|link| std::cmp::Reverse((link.busy, link.messages)));
        links.truncate(most);
        links
    }

    fn unit(&self) -> u128 {
        u128::from(self.clock.ticks_per_unit())
    }
}

fn ratio(of: u128, to: u128) -> f64 {
    if to == 0 { 0.0 } else { of as f64 / to as f64 }
}
