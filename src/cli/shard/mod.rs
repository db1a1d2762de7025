//! `--shard`: the part of the work that one process does, and the join of all parts.

mod head;
mod join;

pub(crate) use crate::answer::map::ShardChoice;
pub use head::Head;
pub use join::{Line, Output, Work};

use super::input;
use super::outcome::{Step, bad_input, message_to_stderr};
use crate::answer::Shard;
use crate::answer::map::part;
use anyhow::anyhow;
use logpine_text::input::InputLimit;
use std::path::PathBuf;

impl ShardChoice {
    /// The part. If it comes from the environment, a message says so.
    pub fn shard(self) -> Step<Shard> {
        match self {
            Self::Given(shard) => Ok(shard),
            Self::Auto { of } => {
                let part = part(|name| std::env::var(name).ok(), of).map_err(bad_input)?;
                message_to_stderr(&part.to_string());
                Ok(part.shard)
            }
        }
    }
}

/// The outputs of shards, read from their files.
pub fn outputs(paths: &[PathBuf]) -> Step<Vec<Output>> {
    let output = |path: &PathBuf| {
        let text = String::from_utf8(input::read(path, InputLimit::MEASUREMENTS)?);
        let text = text.map_err(|_| bad_input(anyhow!("{}: this is not UTF-8, and no shard", path.display())))?;
        Step::Ok(Output { name: path.display().to_string(), text })
    };
    paths.iter().map(output).collect()
}
