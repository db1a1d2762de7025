//! Schemes, from event to event.

use super::traffic::{Sizes, Traffic};
use super::{Measurements, Ports, TrafficError, TrafficOptions, report};
use crate::network::{Message, Routes};
use crate::watch::Watch;

/// The bytes that the state and the event of each message take.
pub(super) const fn memory(messages: u64, ports: Ports) -> u64 {
    messages.saturating_mul(Traffic::bytes_of_message(ports))
}

/// The number of arrivals between two reports.
pub(super) const REPORTED: usize = 1 << 10;

/// Simulates messages that are ready at time 0, for any link times.
pub(super) fn run(
    routes: &Routes,
    messages: &[Message],
    options: &TrafficOptions,
    watch: &dyn Watch,
) -> Result<Measurements, TrafficError> {
    let destinations = messages.iter().map(|message| message.destination);
    let mut traffic = Traffic::new(routes, destinations, Sizes::Same(options.bytes), options.duplex, options.ports);
    for (index, message) in (0u32..).zip(messages) {
        traffic.send(index, message.source, 0);
    }
    let mut arrived = 0;
    while traffic.next_arrival()?.is_some() {
        arrived += 1;
        if arrived % REPORTED == 0 {
            report(watch, arrived, messages.len())?;
        }
    }
    Ok(traffic.measurements())
}
