//! Partitions.
//!
//! Partition the vertices into k parts, each of which has a rank. Let W be the first part that knows a block of an allreduce's
//! result. Every other part has sent something towards W by then, and was the sender of a different message between parts:
//! k - 1 messages. None of those parts knew the block at that time, so each receives one later: k - 1 more. If the arcs
//! between parts have the capacity c, B blocks take at least T steps if (T - 1) c < 2 (k - 1) B, and a unit of data of each of
//! P ranks takes at least the time 2 (k - 1) P / c.
//!
//! In a stream, switches that only forward, neither combining messages nor copying them, may be in no part: they have the number k.
//! Each of the 2 (k - 1) messages leaves the part of its sender over an arc from inside to outside, and enters a part over an arc from
//! outside to inside, so that c is the capacity out of all parts, or into all parts, whichever is less.
//!
//! Each part receives something of a block, and sends something. So that unit takes at least P over the least capacity into a part
//! or out of it, which is more if links are not alike both ways.
//!
//! That a message serves one block is assumed of all schedules.

use super::super::fault::Wrong;
use super::{Least, check_ratio};
use crate::synthesis::statement::Statement;
use logpine_models::job::MpiCollective;

/// Checks that a partition proves a bound on an allreduce. `parts` has the part of each vertex, or the number of parts for a switch that
/// only forwards.
///
/// # Errors
/// The first [`Wrong`].
///
/// **Complexity** O(m log m) time for m arcs.
pub(super) fn check(statement: &Statement<'_>, least: Least, parts: &[u32]) -> Result<(), Wrong> {
    statement.arcs()?;
    let (vertices, ranks) = (statement.graph.vertices(), statement.ranks());
    if statement.collective != MpiCollective::Allreduce {
        let (what, instead) = ("a partition says", "node times or a cut do");
        return Err(Wrong::new(format_args!(
            "{what} nothing about {collective}; {instead}",
            collective = statement.collective
        )));
    }
    if parts.len() != vertices as usize {
        return Err(Wrong::new(format_args!("there are {found} parts, but {vertices} vertices", found = parts.len())));
    }
    let mut of_ranks = parts[..ranks as usize].to_vec();
    of_ranks.sort_unstable();
    of_ranks.dedup();
    if let Some((part, _)) = (0u32..).zip(&of_ranks).find(|(part, found)| part != *found) {
        return Err(Wrong::new(format_args!("there is no rank in part {part}; each part from 0 on has one")));
    }
    let count = of_ranks.len();
    // Relays of schedules in steps store blocks, and may send them on several times.
    let last = if matches!(least, Least::Steps(_)) { count - 1 } else { count };
    if let Some(&part) = parts[ranks as usize..].iter().find(|&&part| part as usize > last) {
        return Err(Wrong::new(format_args!("there is no rank in part {part}; each part from 0 on has one")));
    }
    let mut borders = vec![(0u128, 0u128); count];
    for arc in statement.graph.arcs() {
        let (from, to, capacity) =
            (parts[arc.from as usize] as usize, parts[arc.to as usize] as usize, u128::from(arc.capacity));
        if from != to {
            if let Some((out, _)) = borders.get_mut(from) {
                *out += capacity;
            }
            if let Some((_, into)) = borders.get_mut(to) {
                *into += capacity;
            }
        }
    }
    let (out, into) = borders.iter().fold((0, 0), |all, border| (all.0 + border.0, all.1 + border.1));
    let crossing = out.min(into);
    let messages = 2 * (count as u128 - 1);
    match least {
        Least::TimePerUnit { p, q } => {
            let narrowest = borders.into_iter().map(|(out, into)| out.min(into)).min().filter(|_| count > 1);
            // A product beyond 128 bits is greater than any capacity.
            let is_more = |border: &u128| border.checked_mul(messages).is_some_and(|product| crossing > product);
            let (each, crossing) = narrowest.filter(is_more).map_or((messages, crossing), |narrowest| (1, narrowest));
            check_ratio(each * u128::from(ranks), crossing, p, q)
        }
        Least::Steps(bound) => {
            let need = messages * u128::from(statement.all_blocks());
            // At most 2^32 arcs of 2^96 each: no overflow.
            let crossing = crossing * u128::from(bound.saturating_sub(1));
            if bound == 0 || crossing < need {
                Ok(())
            } else {
                Err(Wrong::new(format_args!(
                    "{crossing} transmissions can cross, which is enough for {need} blocks: the parts do not prove that {bound} steps are needed"
                )))
            }
        }
    }
}
