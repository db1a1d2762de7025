//! The switches of each link, and what is sent beyond them.

use super::{MscclSwitch, MscclTopology};
use crate::check::synthesis::Sent;
use std::collections::BTreeMap;

/// The switches of each link, by sender and receiver.
pub(super) type Limits = BTreeMap<(u32, u32), Vec<usize>>;

/// The most links of all switches.
pub(super) const MOST_LINKS: usize = 1 << 22;

/// The most switches of all transmissions.
const MOST_COUNTED: usize = 1 << 30;

/// A limit on links together that a schedule does not keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongLimit {
    /// More transmissions in a step than the switch lets through.
    #[error("switch `{name}` lets {most} blocks through in step {step}, and {sent} are sent")]
    Exceeded { name: String, step: u32, sent: u64, most: u64 },
    /// Too many links of switches, or transmissions over them.
    #[error("the switches have too many links to be checked")]
    TooLarge,
}

impl MscclTopology {
    /// The switches of each link; `None` if these are too many.
    pub(super) fn limits(&self) -> Option<Limits> {
        let mut limits: Limits = self.arcs.iter().map(|arc| ((arc.from, arc.to), Vec::new())).collect();
        let mut count = 0;
        for (index, switch) in self.switches.iter().enumerate() {
            count += switch.sources.len().saturating_mul(switch.destinations.len());
            if count > MOST_LINKS {
                return None;
            }
            for (from, to) in pairs(switch) {
                if let Some(switches) = limits.get_mut(&(from, to)) {
                    switches.push(index);
                }
            }
        }
        Some(limits)
    }

    /// Checks that no switch lets more through in a step than its capacity in all its rounds; `sends` are in the order of steps.
    ///
    /// # Errors
    /// The first [`WrongLimit`].
    pub(in crate::format::synthesis) fn check_limits(&self, rounds: &[u32], sends: &[Sent]) -> Result<(), WrongLimit> {
        if self.switches.is_empty() {
            return Ok(());
        }
        let limits = self.limits().ok_or(WrongLimit::TooLarge)?;
        let mut counted = 0usize;
        let mut loads = vec![0u64; self.switches.len()];
        let mut loaded = Vec::new();
        for together in sends.chunk_by(|a, b| a.step == b.step) {
            let step = together[0].step;
            let rounds = rounds.get(step as usize - 1).copied().unwrap_or(1);
            for switches in together.iter().filter_map(|send| limits.get(&(send.from, send.to))) {
                counted += switches.len();
                if counted > MOST_COUNTED {
                    return Err(WrongLimit::TooLarge);
                }
                for &switch in switches {
                    if loads[switch] == 0 {
                        loaded.push(switch);
                    }
                    loads[switch] += 1;
                }
            }
            for at in loaded.drain(..) {
                let (switch, sent) = (&self.switches[at], std::mem::take(&mut loads[at]));
                let most = switch.capacity.saturating_mul(rounds.into());
                if sent > most {
                    return Err(WrongLimit::Exceeded { name: switch.name.clone(), step, sent, most });
                }
            }
        }
        Ok(())
    }
}

fn pairs(switch: &MscclSwitch) -> impl Iterator<Item = (u32, u32)> {
    switch.sources.iter().flat_map(|&from| switch.destinations.iter().map(move |&to| (from, to)))
}
