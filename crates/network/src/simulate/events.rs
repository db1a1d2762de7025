//! Schemes, from event to event.

use super::traffic::{Sizes, Traffic};
use super::{Measurements, Ports, TrafficError, TrafficOptions};
use crate::{Message, Routes};
use logpine_text::watch::Watch;

/// The bytes that the state and the event of each message take.
pub(super) const fn memory(messages: u64, ports: Ports) -> u64 {
    messages.saturating_mul(Traffic::bytes_of_message(ports))
}

/// Simulates messages that are ready at time 0, for any link times.
pub(super) fn run(
    routes: &Routes,
    messages: &[Message],
    options: &TrafficOptions,
    watch: &dyn Watch,
) -> Result<Measurements, TrafficError> {
    let destinations = messages.iter().map(|message| message.destination);
    let sizes = Sizes::Same(options.bytes);
    let mut traffic = Traffic::new(routes, destinations, sizes, (options.duplex, options.ports), watch);
    for (index, message) in (0u32..).zip(messages) {
        traffic.send(index, message.source, 0)?;
    }
    while traffic.next_arrival()?.is_some() {}
    Ok(traffic.measurements())
}
