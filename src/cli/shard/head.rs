//! The first line of a shard's output: which part it is, and of what.

use crate::answer::Shard;
use serde::{Deserialize, Serialize};

/// The part of a whole that an output has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub shard: Shard,
    /// The whole in words, with all that its lines depend on.
    pub of: String,
}

/// The head as an object.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadJson {
    shard: String,
    of: String,
}

impl Head {
    /// A comment above comma-separated values.
    pub fn csv(&self) -> String {
        format!("# shard {} of: {}\n", self.shard, self.of)
    }

    /// The first of JSON lines.
    pub fn json(&self) -> String {
        let head = HeadJson { shard: self.shard.to_string(), of: self.of.clone() };
        serde_json::to_string(&head).expect("two strings") + "\n"
    }

    /// The head that a line is, of either kind.
    pub fn read(line: &str) -> Option<Self> {
        if let Ok(HeadJson { shard, of }) = serde_json::from_str(line) {
            return Some(Self { shard: shard.parse().ok()?, of });
        }
        let (shard, of) = line.strip_prefix("# shard ")?.split_once(" of: ")?;
        Some(Self { shard: shard.parse().ok()?, of: of.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_as_it_is_written() {
        let head = Head { shard: Shard::new(2, 4).expect("of four"), of: "\"a\" of: b, c".to_owned() };
        for text in [head.csv(), head.json()] {
            assert_eq!(text.strip_suffix('\n').and_then(Head::read), Some(head.clone()));
        }
        for other in ["", "ranks,bytes", "# shard 0/4 of: a", "{\"ranks\":2}", "# shard 2/4"] {
            assert_eq!(Head::read(other), None, "{other}");
        }
    }
}
