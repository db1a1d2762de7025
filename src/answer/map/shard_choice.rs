//! Shards as options name them: by their number, or as the part that the environment tells.

use super::Shard;
use super::environment::part_of_array;
use logpine_text::excerpt::short;
use logpine_text::reason::{Reason, reason};
use std::str::FromStr;

/// The part to compute, as an option says it.
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
    type Err = Reason;

    fn from_str(text: &str) -> Result<Self, Reason> {
        let (word, of) = text.split_once('/').map_or((text, None), |(word, of)| (word, Some(of)));
        if word.trim() != "auto" {
            return text.parse().map(Self::Given);
        }
        let number = |of: &str| of.trim().parse().ok().filter(|&of| of > 0);
        match of.map(number) {
            None => Ok(Self::Auto { of: None }),
            Some(Some(of)) => Ok(Self::Auto { of: Some(of) }),
            Some(None) => Err(reason!(
                "`{text}` is not a shard; write it as I/N, like 3/16, or as auto or auto/16",
                text = short(text)
            )),
        }
    }
}

impl Shard {
    /// The shard that a text names: `I/N`; or, for `auto` and `auto/N`, that of this element of the job array (Slurm, PBS, LSF, Grid
    /// Engine), whose variables `variable` looks up. The processes of an element share its shard.
    ///
    /// ```
    /// use logpine::answer::Shard;
    /// let shard = Shard::in_array("auto/4", |name| (name == "PBS_ARRAY_INDEX").then(|| "3".to_owned()))?;
    /// assert_eq!(shard, Shard::new(3, 4)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Reason`] if there is no job array, or if it leaves the shard open.
    pub fn in_array(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<Self, Reason> {
        match text.parse()? {
            ShardChoice::Given(shard) => Ok(shard),
            ShardChoice::Auto { of } => match part_of_array(variable, of) {
                Ok(part) => Ok(part.shard),
                Err(error) => Err(reason!("{error}")),
            },
        }
    }
}
