//! Messages on a network, hop by hop: the arrival of the last one, and the waits in queues.
//!
//! The rules are those of Lemeire, Dirkx and Colitti (2008, section 4), with options:
//!
//! - A message is stored and forwarded: it takes its [route](super::Routes) hop by hop, each link for latency + bytes *
//!   `per_byte`.
//! - A link carries one message at a time, of whichever direction ([`Duplex::Half`]), or one each way ([`Duplex::Full`]).
//!   A directed link has one direction.
//! - A message that finds the link busy waits in its queue, first come, first served. Messages that come at the same time
//!   are queued in the order of their indices. A link takes the next message at the very time at which it is free.
//! - All messages of a scheme are queued at time 0.
//! - A node sends and receives on all its links at once ([`Ports::All`]), or sends one message and receives one at a time
//!   ([`Ports::One`]). In the latter case the next message is the one that has waited longest among the heads of queues
//!   that could go, and among equals the one with the least index. Switches always use all links.
//! - A message to the node it is at has arrived.

mod channels;
mod error;
mod events;
mod measurements;
mod options;
mod plan;
mod progress;
mod queues;
mod stepped;
mod traffic;

pub use error::TrafficError;
pub use measurements::{LinkUse, Measurements, Way};
pub use options::{Duplex, Ports, TrafficOptions};
pub use plan::{Executed, PlanError, PlanOptions, execute};

use super::{Message, Network, Routes};
use logpine_collectives::schedule::build::MAX_BYTES;
use logpine_text::reason::reason;
use logpine_text::units::MemorySize;
use logpine_text::units::Time;
use logpine_text::watch::Watch;

/// Sends messages, all of them ready at time 0, and measures. `watch` sees the hops that are done, of about how many, and may end the work.
///
/// If all links take equally long, time advances in steps of a hop; else from event to event. **Complexity** O(hops), in
/// 8 bytes a message and some dozens a link, besides the messages; or O(hops * log hops), in 16 bytes a message.
///
/// # Errors
/// [`TrafficError`].
pub fn simulate(
    routes: &Routes,
    messages: &[Message],
    options: &TrafficOptions,
    watch: &dyn Watch,
) -> Result<Measurements, TrafficError> {
    check(routes, messages, options)?;
    match stepped_hop(routes.network(), options) {
        Some(hop) => stepped::run(routes, messages, options.duplex, hop, watch),
        None => events::run(routes, messages, options, watch),
    }
}

/// The time of a hop, if messages are simulated in steps of it.
fn stepped_hop(network: &Network, options: &TrafficOptions) -> Option<Time> {
    let is_stepped = options.ports == Ports::All && stepped::is_for(network, options.duplex);
    if is_stepped { network.uniform_hop(options.bytes) } else { None }
}

/// Refuses a number of messages that would take more than 4 GiB with their queues, or as events. [`simulate`] checks it too, when the
/// messages are there.
///
/// # Errors
/// [`TrafficError::Refused`].
pub fn check_memory(network: &Network, messages: u64, options: &TrafficOptions) -> Result<(), TrafficError> {
    let each = match stepped_hop(network, options) {
        Some(_) => stepped::memory(network, options.duplex, messages),
        None => events::memory(messages, options.ports),
    };
    let bytes = each.saturating_add(messages.saturating_mul(size_of::<Message>() as u64));
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    Err(reason!(
        "simulating up to {messages} messages takes {}, and the limit is {}; take fewer nodes or messages a node",
        MemorySize(bytes),
        MemorySize(MAX_BYTES)
    )
    .into())
}

/// As [`simulate`], but always from event to event: slower if all links take equally long, with the same result.
///
/// # Errors
/// [`TrafficError`].
pub fn simulate_by_events(
    routes: &Routes,
    messages: &[Message],
    options: &TrafficOptions,
) -> Result<Measurements, TrafficError> {
    check(routes, messages, options)?;
    events::run(routes, messages, options, &())
}

fn check(routes: &Routes, messages: &[Message], options: &TrafficOptions) -> Result<(), TrafficError> {
    let endpoints = routes.network().endpoints();
    if messages.len() as u64 > super::Scheme::LIMIT {
        return Err(error::too_many_messages(messages.len()));
    }
    check_memory(routes.network(), messages.len() as u64, options)?;
    match messages.iter().find(|message| message.source >= endpoints || message.destination >= endpoints) {
        Some(&Message { source, destination }) => {
            let last = endpoints - 1;
            Err(reason!(
                "a message goes from node {source} to node {destination}, and processes run on nodes 0 to {last}"
            )
            .into())
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
