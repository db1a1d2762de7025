//! Fits to times that follow a model, and to those that do not.

mod intervals;
mod messages;
mod tables;

use super::*;
use crate::measurements::{MessageQuantity, MessageTable, NetgaugeRow, NetgaugeTable, PlogpRow, PlogpTable};
use crate::{Sample, Samples};
use MessageQuantity::{Broadcast, OneWay, Reduction};

const SIZES: [u64; 11] = [0, 1, 8, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576];

fn samples(times: impl Iterator<Item = (u64, f64)>) -> Samples {
    let samples = times.zip(1u32..).map(|((at, time), line)| Sample { at, time, line }).collect();
    Samples { origin: "file".into(), clock: Clock::Second, samples, discarded: 0, warnings: Vec::new() }
}

/// A table with the times of a function of the size.
fn table(quantity: MessageQuantity, ranks: Option<u64>, time: impl Fn(u64) -> f64) -> MessageTable {
    let samples = samples(SIZES.iter().map(|&bytes| (bytes, time(bytes))));
    MessageTable { benchmark: "test".into(), quantity, ranks, pairs: 1, samples, failed: 0 }
}

fn line(first: f64, per_byte: f64) -> impl Fn(u64) -> f64 {
    move |bytes| first + per_byte * bytes as f64
}

fn stream(first: f64, per_byte: f64) -> impl Fn(u64) -> f64 {
    move |bytes| first + per_byte * bytes.saturating_sub(1) as f64
}

fn assert_close(found: Estimate, expected: f64, what: &str) {
    assert!((found.value / expected - 1.0).abs() < 1e-9, "{what}: {} is not {expected}", found.value);
    assert!(found.low <= found.value && found.value <= found.high, "{what}: {found:?}");
}

const NOTHING: PortOptions = PortOptions { bytes: SizeRange::ALL, overhead: None, ranks: None, noise: None };
