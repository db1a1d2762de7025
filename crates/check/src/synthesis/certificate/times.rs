//! Node times.
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

use super::super::fault::Wrong;
use crate::synthesis::collective::Ranks;
use crate::synthesis::statement::Statement;
use logpine_network::digraph::Arc;

/// Checks that node times prove that a schedule takes at least `bound` steps with these times of the vertices.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(m log m + P + number of blocks) time for m arcs and P ranks.
pub(super) fn check(statement: &Statement<'_>, bound: u32, times: &[u32]) -> Result<(), Wrong> {
    statement.arcs()?;
    let vertices = statement.graph.vertices();
    if times.len() != vertices as usize {
        return Err(Wrong::new(format_args!("there are {found} times, but {vertices} vertices", found = times.len())));
    }
    let need = blocks_across(statement, bound, times);
    let crossing = crossing(statement.spreading(), times, u64::from);
    if crossing < u128::from(need) {
        Ok(())
    } else {
        Err(Wrong::new(format_args!(
            "{crossing} transmissions can cross, which is enough for {need} blocks: the times do not prove that {bound} steps are needed"
        )))
    }
}

/// The transmissions that can cross from what is late to what is not: for each arc its capacity times the rounds of the steps after
/// the time of its sender, up to the time of its receiver less the latency. `until` is the number of rounds up to the end of a step.
pub(super) fn crossing(arcs: impl Iterator<Item = Arc>, times: &[u32], until: impl Fn(u32) -> u64) -> u128 {
    let of_arc = |arc: Arc| {
        let (first, last) = (times[arc.from as usize], times[arc.to as usize].saturating_sub(arc.latency));
        u128::from(arc.capacity) * u128::from(until(last).saturating_sub(until(first)))
    };
    // Fewer than 2^32 arcs of 2^64 blocks and 2^32 rounds each: no overflow.
    arcs.map(of_arc).sum()
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
