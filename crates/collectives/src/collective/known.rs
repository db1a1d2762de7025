//! Earliest trees and their times, each found once for all sizes of a message and all families.

use logpine_models::model::Port;
use logpine_text::units::Time;
use logpine_trees::tree::RankShape;
use logpine_trees::tree::earliest::{FanoutLimits, PortError, broadcast_shape, capped_time};
use rustc_hash::FxHashMap;
use std::sync::{Mutex, PoisonError};

/// A cache of the answers of [`earliest`](logpine_trees::tree::earliest).
///
/// Trees are made for classes of segment sizes that do not depend on the size of the message, so the same few are needed
/// again with every size. Answers do not depend on the contents of the cache.
#[derive(Debug, Default)]
pub struct Known {
    times: Mutex<FxHashMap<Key, Option<Time>>>,
    shapes: Mutex<Shapes>,
}

/// Gap and delivery, fanout limits, and number of ranks.
type Key = (Time, Time, FanoutLimits, u64);

/// Trees, and the number of their distinct subtrees.
#[derive(Debug, Default)]
struct Shapes {
    of: FxHashMap<Key, Result<RankShape, PortError>>,
    distinct: usize,
}

/// The number of times after which the cache of times is emptied.
const MOST_TIMES: usize = 1 << 16;

/// The number of distinct subtrees, some 50 bytes each, after which the cache of trees is emptied.
const MOST_SUBTREES: usize = 1 << 17;

const fn key(port: Port, limits: FanoutLimits, ranks: u64) -> Key {
    (port.send_gap, port.delivery, limits, ranks)
}

impl Known {
    /// [`capped_time`] for the gap and the delivery of a port; `None` if there is none.
    pub fn time(&self, port: Port, limits: FanoutLimits, ranks: u64) -> Option<Time> {
        let key = key(port, limits, ranks);
        let known = self.times.lock().unwrap_or_else(PoisonError::into_inner).get(&key).copied();
        known.unwrap_or_else(|| {
            let time = capped_time(port.send_gap, port.delivery, limits, ranks).ok();
            let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
            if times.len() >= MOST_TIMES {
                times.clear();
            }
            times.insert(key, time);
            time
        })
    }

    /// [`broadcast_shape`] for the gap and the delivery of a port.
    ///
    /// # Errors
    /// As for [`broadcast_shape`].
    pub fn shape(&self, port: Port, limits: FanoutLimits, ranks: u64) -> Result<RankShape, PortError> {
        let key = key(port, limits, ranks);
        let known = self.shapes.lock().unwrap_or_else(PoisonError::into_inner).of.get(&key).cloned();
        known.unwrap_or_else(|| {
            let shape = broadcast_shape(port.send_gap, port.delivery, limits, ranks);
            let distinct = shape.as_ref().map_or(1, RankShape::distinct);
            if distinct <= MOST_SUBTREES / 16 {
                let mut shapes = self.shapes.lock().unwrap_or_else(PoisonError::into_inner);
                if shapes.distinct + distinct > MOST_SUBTREES {
                    *shapes = Shapes::default();
                }
                shapes.distinct += distinct;
                shapes.of.insert(key, shape.clone());
            }
            shape
        })
    }
}
