//! `--shard`: the part of the work that one process does, and the join of all parts.

mod environment;
mod join;

pub use join::{Cells, Output};

use super::outcome::{Step, bad_input, message_to_stderr};
use crate::answer::{Shard, ShardError};
use crate::excerpt::short;
use std::str::FromStr;

/// The part to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardChoice {
    /// `I/N`.
    Given(Shard),
    /// `auto`, or `auto/N`: the part that the environment tells.
    Auto {
        /// The number of all parts, if it is given.
        of: Option<u64>,
    },
}

impl FromStr for ShardChoice {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (word, of) = text.split_once('/').map_or((text, None), |(word, of)| (word, Some(of)));
        if word.trim() != "auto" {
            return text.parse().map(Self::Given);
        }
        let number = |of: &str| of.trim().parse().ok().filter(|&of| of > 0);
        match of.map(number) {
            None => Ok(Self::Auto { of: None }),
            Some(Some(of)) => Ok(Self::Auto { of: Some(of) }),
            Some(None) => Err(ShardError::Malformed { text: short(text) }),
        }
    }
}

impl ShardChoice {
    /// The part. If it comes from the environment, a message says so.
    pub fn shard(self) -> Step<Shard> {
        match self {
            Self::Given(shard) => Ok(shard),
            Self::Auto { of } => {
                let part = environment::part(|name| std::env::var(name).ok(), of).map_err(bad_input)?;
                message_to_stderr(&part.to_string());
                Ok(part.shard)
            }
        }
    }
}
