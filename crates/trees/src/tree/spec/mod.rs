//! The spec mini-language of `mrnet_topgen` (release 5.0.1): a tree in one line.
//!
//! | spec | tree |
//! |---|---|
//! | `b:F^D` | balanced: D levels, each node has F children, F^D leaves |
//! | `b:F1xF2x...` | balanced: every node of level i has Fi children |
//! | `k:K@M` | k-nomial with M processes in total, the front end included |
//! | `g:L0:L1:...` | any tree: the children of the root, then, level by level, those of each node of the level above |
//!
//! In a `g:` spec a level is a list of counts with commas between them, and `KxC` is K nodes with C children each.
//! Nodes that are left out at the end of a level, or that have 0 children, are leaves.
//!
//! `mrnet_topgen` crashes, hangs or prints nothing for many wrong specs. Here each of them is an error with its column and a
//! way to correct it.

mod error;
mod generic;
mod parse;

pub use error::SpecError;

use super::families::{balanced, k_nomial};
use super::{Shape, Tree, TreeTooLarge};
use generic::Generic;
use std::fmt;
use std::str::FromStr;

/// The maximum number of levels of a spec.
const MAX_LEVELS: usize = 10_000;

/// A tree given by a spec. Specs of the same prefix are equal if their trees are, independent of how they were written.
///
/// ```
/// use logpine_trees::tree::Spec;
/// let spec: Spec = "b:11x12".parse()?;
/// assert_eq!((spec.shape().leaves(), spec.shape().internal_nodes()), (132, 12));
/// assert_eq!("b:16x16".parse::<Spec>()?.to_string(), "b:16^2");
/// assert_eq!("k:2@64".parse::<Spec>()?.shape().leaves(), 32);
/// assert_eq!("g:2:3,3".parse::<Spec>()?.to_string(), "g:2:2x3");
/// let error = "b:16^0".parse::<Spec>().err().map(|error| error.to_string());
/// assert!(error.is_some_and(|error| error.starts_with("column 6: the number of levels is 0")));
/// # Ok::<(), logpine_trees::tree::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec(Form);

/// The forms of specs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// `b:`
    Balanced(BalancedSpec),
    /// `k:`
    KNomial(KNomialSpec),
    /// `g:`
    Generic(Generic),
}

/// The fanouts of a `b:` spec, from the root to the leaves; at least one, none of them 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BalancedSpec(Vec<u64>);

/// The K >= 2 and the M >= 2 processes of a `k:` spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KNomialSpec {
    k: u64,
    processes: u64,
}

impl Spec {
    /// Returns the balanced tree with these fanouts, from the root to the leaves.
    ///
    /// # Errors
    /// [`SpecError`] if there is no fanout, if one is 0, or if the tree has too many levels or nodes. Columns refer to the
    /// spec that this list would give.
    pub fn balanced(fanouts: Vec<u64>) -> Result<Self, SpecError> {
        if fanouts.len() > MAX_LEVELS {
            return Err(SpecError::TooDeep { limit: MAX_LEVELS });
        }
        let (mut width, mut nodes) = (1u64, 1u64);
        let mut column = "b:".len() + 1;
        if fanouts.is_empty() {
            return Err(SpecError::RootOnly { column });
        }
        for &fanout in &fanouts {
            if fanout == 0 {
                return Err(parse::zero_fanout(column));
            }
            width = width.checked_mul(fanout).ok_or(SpecError::TooLarge)?;
            nodes = nodes.checked_add(width).ok_or(SpecError::TooLarge)?;
            column += fanout.to_string().len() + 1;
        }
        Ok(Self(Form::Balanced(BalancedSpec(fanouts))))
    }

    /// Returns the k-nomial tree with that many processes in total, the front end included.
    ///
    /// # Errors
    /// [`SpecError::TooSmall`] if either is below 2.
    pub fn k_nomial(k: u64, processes: u64) -> Result<Self, SpecError> {
        let k_column = "k:".len() + 1;
        parse::check_k(k, k_column)?;
        parse::check_processes(processes, k_column + k.to_string().len() + 1)?;
        Ok(Self(Form::KNomial(KNomialSpec { k, processes })))
    }

    /// Returns the `g:` spec of any tree with at least one internal node.
    ///
    /// ```
    /// use logpine_trees::tree::Spec;
    /// let tree = "b:11x12".parse::<Spec>()?.shape();
    /// assert_eq!(Spec::generic(&tree)?.to_string(), "g:11:11x12");
    /// # Ok::<(), logpine_trees::tree::SpecError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpecError::RootOnly`] for a single leaf, [`SpecError::TooIrregular`] if the spec would be megabytes long,
    /// [`SpecError::TooDeep`], [`SpecError::TooLarge`].
    pub fn generic(shape: &Shape) -> Result<Self, SpecError> {
        Self::generic_within(shape, generic::MAX_RUNS)
    }

    /// The same, if the tree has at most that many runs of equal subtrees on all levels.
    ///
    /// # Errors
    /// As for [`Spec::generic`], and if the tree has more runs.
    pub fn generic_within(shape: &Shape, runs: usize) -> Result<Self, SpecError> {
        Generic::from_shape(shape, runs).map(|generic| Self(Form::Generic(generic)))
    }

    /// The tree in compressed form.
    #[must_use]
    pub fn shape(&self) -> Shape {
        match &self.0 {
            Form::Balanced(BalancedSpec(fanouts)) => balanced(fanouts),
            Form::KNomial(KNomialSpec { k, processes }) => k_nomial(*k, *processes),
            Form::Generic(generic) => generic.shape(),
        }
    }

    /// The explicit tree, process by process.
    ///
    /// # Errors
    /// [`TreeTooLarge`] above [`Tree::MAX_NODES`] nodes.
    pub fn tree(&self) -> Result<Tree, TreeTooLarge> {
        Tree::from_shape(&self.shape())
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        parse::spec(text)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Balanced(spec) => write!(f, "b:{spec}"),
            Form::KNomial(KNomialSpec { k, processes }) => write!(f, "k:{k}@{processes}"),
            Form::Generic(generic) => write!(f, "g:{generic}"),
        }
    }
}

impl fmt::Display for BalancedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [first, _, ..] if self.0.iter().all(|fanout| fanout == first) => write!(f, "{first}^{}", self.0.len()),
            fanouts => {
                for (level, fanout) in fanouts.iter().enumerate() {
                    write!(f, "{}{fanout}", if level == 0 { "" } else { "x" })?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests;
