//! Certificates of lower bounds: node times, and cuts.
//!
//! # Node times
//!
//! Let every vertex x have a time theta(x) >= 0, and let `need` be the number of blocks that start at a rank with the time 0
//! and that some rank with a time of at least T needs. If
//!
//! ```text
//! sum over arcs e = (x, y) of c(e) * max(0, theta(y) - theta(x) - l(e)) < need
//! ```
//!
//! then every schedule takes at least T steps. *Proof.* Take a schedule of at most T - 1 steps, and call (x, t), the vertex x
//! at the end of step t, late if t >= theta(x). A source of time 0 is late at the end of step 0, that is, always. A rank of
//! time T or more is never late, as t <= T - 1. So each of the `need` blocks goes from what is late to what is not. Keeping a
//! block does not lead there, as what is late stays late. So some send of the block does, over an arc e = (x, y): it leaves x
//! at the end of step t >= theta(x), and is at y at the end of step t + l(e) < theta(y). These are max(0, theta(y) - theta(x) -
//! l(e)) possible t, with at most c(e) sends each, and every send carries one block: the sum is at least `need`. ∎
//!
//! A time of more than 0 for a source would only say that the block may be there in time without a crossing, so that sources
//! with the time 0 are all that can count; smaller times than 0 allow no send that time 0 does not, as none leaves before the
//! end of step 0.
//!
//! *Reductions.* Turn all arcs around, and the steps too: what starts in step t over an arc of latency l then starts in step
//! `T - t - l + 1` the other way, and as many sends start in a step as before. The contributions of all ranks to a block reach its
//! destination, so that, turned around, a send of the block leads from the destination to each rank: the schedule of a
//! broadcast or allgather, for which the proof holds. The times are those of the graph turned around.
//!
//! *Allreduce.* The contribution of each rank to each block reaches each rank, whatever the algorithm. If one rank has the time
//! 0 and another one a time of at least T, all blocks lead from the one to the other: `need` is the number of blocks.
//!
//! # Cuts
//!
//! Of a set S of vertices that misses a rank, all data of the ranks in S must leave it. If S has s ranks (of which each has a
//! unit of data) and capacity C leads out of it, that takes at least s/C per unit; if only one root has data, and it is in S,
//! 1/C. For reductions, the capacity that leads into S counts. For an allreduce that is a reduce-scatter and then an
//! allgather, the cut bounds the time of the second.

use super::collective::Ranks;
use super::statement::{Statement, WrongStatement};
use crate::request::MpiCollective;

/// The inequality a certificate proves its bound by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The blocks, or the data of so many ranks, that have to cross.
    pub need: u64,
    /// The amount that can cross: transmissions, or the capacity.
    pub crossing: u128,
}

/// A fault of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum WrongCertificate {
    /// A statement that is wrong by itself.
    #[error(transparent)]
    Statement(#[from] WrongStatement),
    /// A cut for a collective whose data are different for each rank.
    #[error("a cut says nothing about {0}; node times do")]
    Collective(MpiCollective),
    /// More or fewer times than vertices.
    #[error("there are {times} times, but {vertices} vertices")]
    Times { times: usize, vertices: u32 },
    /// Times that do not prove the bound.
    #[error(
        "{crossing} transmissions can cross, which is enough for {need} blocks: the times do not prove that {bound} steps are needed"
    )]
    NotProved { need: u64, crossing: u128, bound: u32 },
    /// A vertex of the set that does not exist.
    #[error("there is no vertex {vertex}; the vertices are 0 to {last}")]
    NoSuchVertex { vertex: u32, last: u32 },
    /// A vertex that is twice in the set.
    #[error("vertex {vertex} is in the set twice")]
    Repeated { vertex: u32 },
    /// A set with all ranks.
    #[error("all ranks are in the set; one must be missing")]
    NothingOutside,
    /// A set without the root.
    #[error("the root {root} is not in the set")]
    NoRoot { root: u32 },
    /// A set that nothing leaves.
    #[error("no arc leaves the set: there is no schedule at all, and no bound")]
    NothingLeaves,
    /// Another bound than the claimed one.
    #[error("the set proves {need}/{crossing}, not {p}/{q}")]
    Ratio { need: u64, crossing: u128, p: u64, q: u64 },
}

/// Checks that node times prove that a schedule takes at least `bound` steps (see the module). The times are those of the
/// vertices, in their order.
///
/// # Errors
/// The first [`WrongCertificate`].
///
/// **Complexity** O(m log m + P + number of blocks) time for m arcs and P ranks.
pub fn check_times(statement: &Statement<'_>, bound: u32, times: &[u32]) -> Result<Certified, WrongCertificate> {
    statement.arcs()?;
    let vertices = statement.graph.vertices();
    if times.len() != vertices as usize {
        return Err(WrongCertificate::Times { times: times.len(), vertices });
    }
    let backward = statement.collective.is_backward();
    let need = blocks_across(statement, bound, times);
    let mut crossing = 0u128;
    for arc in statement.graph.arcs() {
        let (from, to) = if backward { (arc.to, arc.from) } else { (arc.from, arc.to) };
        let span = i64::from(times[to as usize]) - i64::from(times[from as usize]) - i64::from(arc.latency);
        // At most 2^32 arcs of 2^96 each: no overflow.
        crossing += u128::from(arc.capacity) * u128::try_from(span).unwrap_or(0);
    }
    if crossing < u128::from(need) {
        Ok(Certified { need, crossing })
    } else {
        Err(WrongCertificate::NotProved { need, crossing, bound })
    }
}

/// The number of blocks whose source has the time 0 while some rank that needs them has a time of at least `bound`.
fn blocks_across(statement: &Statement<'_>, bound: u32, times: &[u32]) -> u64 {
    let ranks = statement.ranks();
    let any = |of: Ranks, fits: &dyn Fn(u32) -> bool| of.of(ranks).any(|rank| fits(times[rank as usize]));
    // Found once: they are asked for each block.
    let (some_early, some_late) = (any(Ranks::All, &|time| time == 0), any(Ranks::All, &|time| time >= bound));
    let crosses = |block: &u32| {
        let (sources, sinks) = (statement.sources(*block), statement.sinks(*block));
        let backward = statement.collective.is_backward();
        let (sources, sinks) = if backward { (sinks, sources) } else { (sources, sinks) };
        let early = if sources == Ranks::All { some_early } else { any(sources, &|time| time == 0) };
        let late = if sinks == Ranks::All { some_late } else { any(sinks, &|time| time >= bound) };
        early && late
    };
    // All blocks of a rank are alike.
    let (groups, each) =
        if statement.collective.has_blocks_of_root() { (1, statement.blocks) } else { (ranks, statement.blocks) };
    (0..groups).filter(|group| crosses(&(group * each))).count() as u64 * u64::from(each)
}

/// Checks that a set of vertices proves that the time per unit is at least p/q (see the module). Of the statement, the number
/// of blocks has no meaning.
///
/// # Errors
/// The first [`WrongCertificate`].
///
/// **Complexity** O(m log m) time for m arcs.
pub fn check_cut(statement: &Statement<'_>, p: u64, q: u64, set: &[u32]) -> Result<Certified, WrongCertificate> {
    let statement = Statement { blocks: 1, ..*statement };
    statement.arcs()?;
    if matches!(statement.collective, MpiCollective::Scatter | MpiCollective::Gather) {
        return Err(WrongCertificate::Collective(statement.collective));
    }
    let (vertices, ranks) = (statement.graph.vertices(), statement.ranks());
    let mut inside = vec![false; vertices as usize];
    for &vertex in set {
        match inside.get_mut(vertex as usize) {
            None => return Err(WrongCertificate::NoSuchVertex { vertex, last: vertices - 1 }),
            Some(true) => return Err(WrongCertificate::Repeated { vertex }),
            Some(is_inside) => *is_inside = true,
        }
    }
    let of_ranks = &inside[..ranks as usize];
    if of_ranks.iter().all(|&is_inside| is_inside) {
        return Err(WrongCertificate::NothingOutside);
    }
    let need = if !statement.collective.is_rooted() {
        of_ranks.iter().filter(|&&is_inside| is_inside).count() as u64
    } else if of_ranks[statement.root as usize] {
        1
    } else {
        return Err(WrongCertificate::NoRoot { root: statement.root });
    };
    let backward = statement.collective.is_backward();
    let leaves = |from: u32, to: u32| inside[from as usize] && !inside[to as usize];
    let leaving = statement
        .graph
        .arcs()
        .iter()
        .filter(|arc| if backward { leaves(arc.to, arc.from) } else { leaves(arc.from, arc.to) });
    let crossing: u128 = leaving.map(|arc| u128::from(arc.capacity)).sum();
    if crossing == 0 {
        return Err(WrongCertificate::NothingLeaves);
    }
    // need / crossing = p / q. Beyond 128 bits the left product is greater than the right one, which is below 2^96.
    let same = crossing.checked_mul(u128::from(p)) == Some(u128::from(need) * u128::from(q));
    if q > 0 && same { Ok(Certified { need, crossing }) } else { Err(WrongCertificate::Ratio { need, crossing, p, q }) }
}
