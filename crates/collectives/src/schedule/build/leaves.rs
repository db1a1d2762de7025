//! One message along an overlay tree, under a model of messages.

use super::BuildError;
use super::tree::{Programs, room};
use crate::schedule::Schedule;
use crate::schedule::stages::Cut;
use logpine_models::job::RankCollective;
use logpine_models::model::PortTiming;
use logpine_trees::tree::Tree;

/// The schedule of one message of `bytes` from the root of an overlay tree to its leaves, or of the leaves' messages,
/// combined, to the root. Rank r is node r of the tree; internal processes hold no data of their own.
///
/// # Errors
/// As for [`tree`](fn@super::tree).
pub fn leaf_tree(
    tree: &Tree,
    bytes: u64,
    collective: RankCollective,
    timing: &dyn PortTiming,
) -> Result<Schedule, BuildError> {
    let (flow, message) = (collective.into(), Cut::segments(bytes, bytes));
    let mut programs = Programs::new(room(tree.len() as u64, 1, flow), message, 0..1, flow, timing)?;
    let mut children = Vec::new();
    for node in tree.nodes() {
        programs.writer.begin_rank()?;
        children.clear();
        children.extend(tree.children(node));
        programs.write(tree.parent(node), &children)?;
    }
    programs.writer.finish()
}
