//! Checks of ports.

use super::sent::Sent;
use std::collections::HashSet;

/// A vertex that does more than one port allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("vertex {vertex} {what} two blocks in step {step}, and has one port")]
pub struct WrongPort {
    /// The vertex.
    pub vertex: u32,
    /// The step.
    pub step: u32,
    what: &'static str,
}

/// Checks that no vertex starts to send two blocks in a step, or starts to receive two.
///
/// # Errors
/// The first [`WrongPort`].
pub fn check_ports(sends: &[Sent]) -> Result<(), WrongPort> {
    let (mut sending, mut receiving) = (HashSet::new(), HashSet::new());
    for &Sent { step, from, to, .. } in sends {
        for (seen, vertex, what) in [(&mut sending, from, "sends"), (&mut receiving, to, "receives")] {
            if !seen.insert((vertex, step)) {
                return Err(WrongPort { vertex, step, what });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_serves_one_block_a_step() {
        let send = |step, from, to| Sent { step, from, to, block: 0 };
        assert_eq!(check_ports(&[send(1, 0, 1), send(2, 0, 2), send(2, 1, 3)]), Ok(()));
        let twice = check_ports(&[send(1, 0, 1), send(1, 0, 2)]).map_err(|wrong| wrong.to_string());
        assert_eq!(twice, Err("vertex 0 sends two blocks in step 1, and has one port".to_owned()));
        let both = check_ports(&[send(1, 0, 2), send(1, 1, 2)]).map_err(|wrong| wrong.to_string());
        assert_eq!(both, Err("vertex 2 receives two blocks in step 1, and has one port".to_owned()));
    }
}
