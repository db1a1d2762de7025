//! Schemes, from event to event.

use super::traffic::{Sizes, Traffic};
use super::{Measurements, Ports, TrafficError, TrafficOptions};
use crate::network::{Message, Routes};

/// The bytes that the state and the event of each message take.
pub(super) const fn memory(messages: u64, ports: Ports) -> u64 {
    messages.saturating_mul(Traffic::bytes_of_message(ports))
}

/// Simulates messages that are ready at time 0, for any link times.
pub(super) fn run(
    routes: &Routes,
    messages: &[Message],
    options: &TrafficOptions,
) -> Result<Measurements, TrafficError> {
    let destinations = messages.iter().map(|message| message.destination);
    let mut traffic = Traffic::new(routes, destinations, Sizes::Same(options.bytes), options.duplex, options.ports);
    for (index, message) in (0u32..).zip(messages) {
        traffic.send(index, message.source, 0);
    }
    while traffic.next_arrival()?.is_some() {}
    Ok(traffic.measurements())
}
