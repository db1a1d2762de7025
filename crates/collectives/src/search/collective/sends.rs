//! The times that a rank takes to send a message, found once for all numbers of ranks.

use super::Injection;
use crate::collective::Question;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The times that a rank takes to send every byte of a message, by the size of the message, for one operation and machine.
/// Copies share their entries.
#[derive(Clone, Debug, Default)]
pub struct KnownSends(Arc<Mutex<FxHashMap<u64, Injection>>>);

/// The number of message sizes that are remembered before all are forgotten.
const MOST_SIZES: usize = 1 << 16;

impl KnownSends {
    /// The time that a rank takes to send every byte of the message in question.
    pub(super) fn injection(&self, question: Question) -> Injection {
        let sends = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = sends().get(&question.bytes).copied();
        known.unwrap_or_else(|| {
            let injection = Injection::new(question);
            let mut sends = sends();
            if sends.len() >= MOST_SIZES {
                sends.clear();
            }
            sends.insert(question.bytes, injection);
            injection
        })
    }
}
