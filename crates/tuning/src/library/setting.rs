//! An algorithm of a library with its parameters.

use super::earliest::Earliest;
use super::native::{Form, Native};
use super::send_tree::SendTree;
use super::trees::Tree;
use logpine_text::units::Bytes;
use std::fmt;

/// An algorithm with its parameters, as a rule gives them.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The algorithm.
    pub native: &'static Native,
    /// The fanout, the radix or the number of chains; `None` if it has none.
    pub fanout: Option<u64>,
    /// The size of segments in bytes; `None` for whole messages.
    pub segment: Option<u64>,
    /// The numbers of [`Tree::Earliest`]; `None` for other algorithms.
    pub earliest: Option<Earliest>,
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        let of = |setting: &Self| (setting.fanout, setting.segment, setting.earliest);
        std::ptr::eq(self.native, other.native) && of(self) == of(other)
    }
}

impl Eq for Setting {}

impl Setting {
    /// The algorithm without fanout and segments.
    #[must_use]
    pub const fn plain(native: &'static Native) -> Self {
        Self { native, fanout: None, segment: None, earliest: None }
    }

    /// The tree that the library builds among `ranks` ranks with rank 0 as the root; `None` if the algorithm follows no tree,
    /// for no rank, and for 2^32 ranks and more.
    #[must_use]
    pub fn tree(&self, ranks: u64) -> Option<SendTree> {
        let Form::Tree(tree) = self.native.form else { return None };
        if tree == Tree::Earliest {
            return self.earliest?.tree(u32::try_from(ranks).ok()?);
        }
        let default = self.native.knobs.fanout.map_or(tree.default_fanout(), |fanout| fanout.default);
        tree.built(u32::try_from(ranks).ok()?, self.fanout.unwrap_or(default))
    }

    /// The number of messages that carry `bytes` bytes along an edge of the tree.
    #[must_use]
    pub fn messages(&self, bytes: u64) -> u64 {
        self.segment.filter(|&segment| segment > 0).map_or(1, |segment| bytes.div_ceil(segment).max(1))
    }
}

/// The form is `chain, fanout 3, segments of 64KiB`.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.native.name)?;
        if let Some(fanout) = self.fanout {
            write!(f, ", fanout {fanout}")?;
        }
        if let Some(earliest) = &self.earliest {
            write!(f, ", {earliest}")?;
        }
        match self.segment {
            Some(segment) => write!(f, ", segments of {}", Bytes(segment)),
            None => Ok(()),
        }
    }
}
