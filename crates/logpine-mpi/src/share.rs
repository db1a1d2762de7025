//! Values that ranks tell each other: what rank 0 has decided, and what each rank has found. They travel in the library's own
//! collectives, so that a monitor of messages sees those of executions alone.

use crate::wire::{Wire, WireError};
use logpine::request::MpiCollective::{Bcast, Gather, Scatter};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Tells all ranks a value of rank 0. `of` is used at rank 0 only.
///
/// # Errors
/// [`WireError`] if a message fails.
pub fn from_root<T: Serialize + DeserializeOwned>(wire: &dyn Wire, of: impl FnOnce() -> T) -> Result<T, WireError> {
    let own = if wire.rank() == 0 { encoded(&of())? } else { Vec::new() };
    let mut bytes = vec![0; length_of_root(wire, own.len())?];
    if wire.rank() == 0 {
        bytes = own;
    }
    wire.library(Bcast, 0, &[], &mut bytes)?;
    decoded(&bytes)
}

/// Gives each rank its own value of those that rank 0 makes.
///
/// # Errors
/// [`WireError`] if a message fails.
pub fn each<T: Serialize + DeserializeOwned>(wire: &dyn Wire, of: impl Fn(u32) -> T) -> Result<T, WireError> {
    let made =
        if wire.rank() == 0 { (0..wire.size()).map(|rank| encoded(&of(rank))).collect() } else { Ok(Vec::new()) };
    let made: Vec<Vec<u8>> = made?;
    let room = length_of_root(wire, made.iter().map(|value| LENGTH + value.len()).max().unwrap_or(0))?;
    let all: Vec<u8> = made.iter().flat_map(|value| framed(value, room)).collect();
    let mut own = vec![0; room];
    wire.library(Scatter, 0, &all, &mut own)?;
    decoded(unframed(&own)?)
}

/// The values of all ranks, at rank 0; an empty list elsewhere.
///
/// # Errors
/// [`WireError`] if a message fails.
pub fn to_root<T: Serialize + DeserializeOwned>(wire: &dyn Wire, own: &T) -> Result<Vec<T>, WireError> {
    let own = encoded(own)?;
    let ranks = if wire.rank() == 0 { wire.size() as usize } else { 0 };
    let mut lengths = vec![0; ranks * LENGTH];
    wire.library(Gather, 0, &number(own.len()), &mut lengths)?;
    let lengths = lengths.chunks_exact(LENGTH).map(length).collect::<Result<Vec<usize>, _>>()?;
    let room = length_of_root(wire, lengths.into_iter().max().unwrap_or(0) + LENGTH)?;
    let mut all = vec![0; ranks * room];
    wire.library(Gather, 0, &framed(&own, room), &mut all)?;
    all.chunks_exact(room).map(|value| decoded(unframed(value)?)).collect()
}

/// The bytes of a number.
const LENGTH: usize = 8;

fn number(of: usize) -> [u8; LENGTH] {
    (of as u64).to_le_bytes()
}

fn length(bytes: &[u8]) -> Result<usize, WireError> {
    let wrong = || WireError("a length is damaged".to_owned());
    let bytes = bytes.first_chunk().ok_or_else(wrong)?;
    usize::try_from(u64::from_le_bytes(*bytes)).map_err(|_| wrong())
}

/// A length that rank 0 knows.
fn length_of_root(wire: &dyn Wire, own: usize) -> Result<usize, WireError> {
    let mut bytes = number(own);
    wire.library(Bcast, 0, &[], &mut bytes)?;
    length(&bytes)
}

/// A value with its length before it, and as many bytes after it as fill the room.
fn framed(value: &[u8], room: usize) -> Vec<u8> {
    let mut bytes = [&number(value.len()), value].concat();
    bytes.resize(room, 0);
    bytes
}

fn unframed(bytes: &[u8]) -> Result<&[u8], WireError> {
    let value = bytes.get(LENGTH..).and_then(|rest| rest.get(..length(bytes).ok()?));
    value.ok_or_else(|| WireError("a value is damaged".to_owned()))
}

fn encoded(of: &impl Serialize) -> Result<Vec<u8>, WireError> {
    serde_json::to_vec(of).map_err(|error| WireError(error.to_string()))
}

fn decoded<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    serde_json::from_slice(bytes).map_err(|error| WireError(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::on_threads;

    #[test]
    fn all_ranks_hear_of_it() {
        for ranks in 1..10 {
            let heard = on_threads(ranks, |wire| from_root(wire, || "so be it".to_owned()));
            assert!(heard.into_iter().all(|heard| heard.as_deref() == Ok("so be it")), "{ranks}");
            let own = on_threads(ranks, |wire| {
                let own = each(wire, |rank| vec![rank; rank as usize])?;
                to_root(wire, &own)
            });
            assert_eq!(own[0], Ok((0..ranks).map(|rank| vec![rank; rank as usize]).collect()));
        }
    }
}
