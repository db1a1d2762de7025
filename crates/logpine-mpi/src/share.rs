//! Values that ranks tell each other: what rank 0 has decided, and what each rank has found.

use crate::wire::{Wire, WireError};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The tag of these messages, which those of executions do not have.
const TAG: u32 = 0;

/// Tells all ranks a value of rank 0, along a binomial tree. `of` is used at rank 0 only.
///
/// # Errors
/// [`WireError`] if a message fails.
pub fn from_root<T: Serialize + DeserializeOwned>(wire: &dyn Wire, of: impl FnOnce() -> T) -> Result<T, WireError> {
    let (rank, size) = (wire.rank(), wire.size());
    let bytes = if rank == 0 { encoded(&of())? } else { receive(wire, rank & (rank - 1))? };
    // The children of a rank are those with one more bit below its lowest.
    let mut bit = if rank == 0 { size.next_power_of_two() } else { rank & rank.wrapping_neg() } >> 1;
    while bit > 0 {
        if rank + bit < size {
            send(wire, rank + bit, &bytes)?;
        }
        bit >>= 1;
    }
    decoded(&bytes)
}

/// Gives each rank its own value of a list that rank 0 makes, one after the other.
///
/// # Errors
/// [`WireError`] if a message fails.
pub fn each<T: Serialize + DeserializeOwned>(wire: &dyn Wire, of: impl Fn(u32) -> T) -> Result<T, WireError> {
    if wire.rank() > 0 {
        return decoded(&receive(wire, 0)?);
    }
    for rank in 1..wire.size() {
        send(wire, rank, &encoded(&of(rank))?)?;
    }
    Ok(of(0))
}

/// The values of all ranks, at rank 0; an empty list elsewhere.
///
/// # Errors
/// [`WireError`] if a message fails.
pub fn to_root<T: Serialize + DeserializeOwned>(wire: &dyn Wire, own: T) -> Result<Vec<T>, WireError> {
    if wire.rank() > 0 {
        send(wire, 0, &encoded(&own)?)?;
        return Ok(Vec::new());
    }
    let others = (1..wire.size()).map(|from| decoded(&receive(wire, from)?));
    std::iter::once(Ok(own)).chain(others).collect()
}

fn encoded(of: &impl Serialize) -> Result<Vec<u8>, WireError> {
    serde_json::to_vec(of).map_err(|error| WireError(error.to_string()))
}

fn decoded<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WireError> {
    serde_json::from_slice(bytes).map_err(|error| WireError(error.to_string()))
}

/// Sends the number of bytes, then the bytes.
fn send(wire: &dyn Wire, to: u32, bytes: &[u8]) -> Result<(), WireError> {
    wire.send(to, TAG, &(bytes.len() as u64).to_le_bytes())?;
    wire.send(to, TAG, bytes)
}

fn receive(wire: &dyn Wire, from: u32) -> Result<Vec<u8>, WireError> {
    let mut length = [0; 8];
    wire.receive(from, TAG, &mut length)?;
    let length = usize::try_from(u64::from_le_bytes(length)).map_err(|error| WireError(error.to_string()))?;
    let mut bytes = vec![0; length];
    wire.receive(from, TAG, &mut bytes)?;
    Ok(bytes)
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
            let own = on_threads(ranks, |wire| each(wire, |rank| rank * 2).and_then(|own| to_root(wire, own)));
            assert_eq!(own[0], Ok((0..ranks).map(|rank| rank * 2).collect()));
        }
    }
}
