//! Pictures of trees: equal subtrees are folded, so that a tree of 10^18 leaves is a small picture as well.

mod dot;
mod fold;
mod levels;
mod place;
mod subtrees;
mod svg;

pub use dot::dot;
pub use svg::svg;

use crate::report::times::counted;
use crate::request::Targets;
use fold::Folded;
use levels::{LevelWords, NotDrawn};
use logpine_models::model::{LevelCost, Port};
use logpine_text::units::{Clock, Time};
use logpine_trees::tree::{RankShape, Shape};
use subtrees::{MemberTree, Subtrees};

/// A tree to draw, with the words around it.
pub struct TreePicture {
    title: String,
    facts: String,
    folded: Folded,
    levels: Vec<LevelWords>,
    /// The levels below the boxes, if boxes do not reach the deepest one.
    not_drawn: Option<NotDrawn>,
}

/// The headings of a picture.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The purpose of the tree, and its time.
    pub title: String,
    /// The machine's name.
    pub machine: &'a str,
    /// The model's name.
    pub model: &'a str,
    /// The unit of times.
    pub clock: Clock,
}

/// The times of a message among ranks.
#[derive(Clone, Copy, Debug)]
pub enum Arrivals {
    /// A broadcast of one message through this port.
    Bcast(Port),
    /// A reduction that takes this time, the reversal of a broadcast through the port.
    Reduce(Port, Time),
    /// The message is cut, so that no rank has a single time.
    Cut,
}

impl TreePicture {
    /// An overlay tree, with the times of its levels if the costs of nodes are known.
    pub fn of_overlay(targets: Targets, shape: &Shape, cost: Option<&dyn LevelCost>, heading: &Heading) -> Self {
        let (count, height) = (counted(shape.targets(targets), targets.one(), targets.many()), shape.height());
        let internal = shape.internal_nodes();
        let clock = heading.clock;
        match targets {
            Targets::Leaves => {
                let processes = counted(internal, "internal process", "internal processes");
                let facts = format!("{count}, {processes}, height {height}");
                Self::new(heading, &facts, shape, shape.height(), levels::of_overlay(shape, shape, cost, clock))
            }
            Targets::Members => {
                let (facts, tree) = (format!("{count}, {internal} with children, height {height}"), MemberTree(shape));
                Self::new(heading, &facts, &tree, shape.height(), levels::of_overlay(&tree, shape, cost, clock))
            }
        }
    }

    /// A tree of ranks, with the times at which its levels have the message.
    pub fn of_ranks(shape: &RankShape, is_reduction: bool, arrivals: Arrivals, heading: &Heading) -> Self {
        let facts = format!(
            "{}, height {}, at most {}, {}",
            counted(shape.ranks(), "rank", "ranks"),
            shape.height(),
            counted(shape.max_fanout(), "child", "children"),
            if is_reduction { "received from right to left" } else { "sent to from left to right" }
        );
        let levels = levels::of_ranks(shape, arrivals, heading.clock);
        Self::new(heading, &facts, shape, shape.height(), levels)
    }

    fn new<T: Subtrees>(heading: &Heading, facts: &str, tree: &T, height: u32, levels: Vec<LevelWords>) -> Self {
        let folded = Folded::new(tree);
        let Heading { title, machine, model, .. } = heading;
        let note = if folded.is_whole() {
            ""
        } else {
            "; equal subtrees are drawn once: a box counts the children of one parent"
        };
        let not_drawn = not_drawn(tree, height, &levels, folded.levels());
        Self {
            title: title.clone(),
            facts: format!("on {machine} ({model}); {facts}{note}"),
            folded,
            levels,
            not_drawn,
        }
    }
}

/// The levels of a tree below the first `drawn`.
fn not_drawn<T: Subtrees>(tree: &T, height: u32, levels: &[LevelWords], drawn: u32) -> Option<NotDrawn> {
    let name = match drawn {
        first if first > height => return None,
        first if first == height => format!("level {first}"),
        first => format!("levels {first}-{height}"),
    };
    let above = levels.iter().take(drawn as usize).fold(0u64, |sum, level| sum.saturating_add(level.count));
    let [one, several] = if T::LEAF == T::INNER { T::LEAF } else { ["node", "nodes"] };
    let nodes = counted(tree.nodes().saturating_sub(above), one, several);
    Some(NotDrawn { name, nodes: format!("{nodes}, not drawn") })
}

#[cfg(test)]
mod tests;
