//! Partitions.
//!
//! Partition the vertices into k parts, each of which has a rank. Let W be the first part that knows a block of an allreduce's
//! result. Every other part has sent something towards W by then, and was the sender of a different message between parts:
//! k - 1 messages. None of those parts knew the block at that time, so each receives one later: k - 1 more. If the arcs
//! between parts have the capacity c, B blocks take at least T steps if (T - 1) c < 2 (k - 1) B, and a unit of data of each of
//! P ranks takes at least the time 2 (k - 1) P / c.
//!
//! Each part receives something of a block, and sends something. So that unit takes at least P over the least capacity into a part
//! or out of it, which is more if links are not alike both ways.
//!
//! That a message serves one block is assumed of all schedules.

use super::{Certified, Least, WrongCertificate};
use crate::check::synthesis::statement::Statement;
use crate::request::MpiCollective;

/// Checks that a partition proves a bound on an allreduce. `parts` has the part of each vertex.
///
/// # Errors
/// The first [`WrongCertificate`].
///
/// **Complexity** O(m log m) time for m arcs.
pub(super) fn check(statement: &Statement<'_>, least: Least, parts: &[u32]) -> Result<Certified, WrongCertificate> {
    statement.arcs()?;
    let (vertices, ranks) = (statement.graph.vertices(), statement.ranks());
    if statement.collective != MpiCollective::Allreduce {
        let (what, instead) = ("a partition says", "node times or a cut do");
        return Err(WrongCertificate::Collective { what, collective: statement.collective, instead });
    }
    if parts.len() != vertices as usize {
        return Err(WrongCertificate::Vertices { what: "parts", found: parts.len(), vertices });
    }
    let mut of_ranks = parts[..ranks as usize].to_vec();
    of_ranks.sort_unstable();
    of_ranks.dedup();
    if let Some((part, _)) = (0u32..).zip(&of_ranks).find(|(part, found)| part != *found) {
        return Err(WrongCertificate::NoRankIn { part });
    }
    let count = of_ranks.len() as u64;
    if let Some(&part) = parts[ranks as usize..].iter().find(|&&part| u64::from(part) >= count) {
        return Err(WrongCertificate::NoRankIn { part });
    }
    let mut crossing = 0u128;
    let mut borders = vec![(0u128, 0u128); if count > 1 { of_ranks.len() } else { 0 }];
    for arc in statement.graph.arcs() {
        let (from, to, capacity) = (parts[arc.from as usize], parts[arc.to as usize], u128::from(arc.capacity));
        if from != to {
            crossing += capacity;
            borders[from as usize].0 += capacity;
            borders[to as usize].1 += capacity;
        }
    }
    let certified = Certified { need: 2 * (count - 1), crossing };
    match least {
        Least::TimePerUnit { p, q } => {
            let narrowest = borders.into_iter().map(|(out, into)| out.min(into)).min();
            let of_border = narrowest.map(|crossing| Certified { need: 1, crossing });
            // A product beyond 128 bits is greater than any capacity.
            let is_more = |border: &Certified| {
                border.crossing.checked_mul(certified.need.into()).is_some_and(|product| crossing > product)
            };
            of_border.filter(is_more).unwrap_or(certified).is(ranks.into(), p, q)
        }
        Least::Steps(bound) => {
            let need = u128::from(certified.need) * u128::from(statement.all_blocks());
            // At most 2^32 arcs of 2^96 each: no overflow.
            let crossing = crossing * u128::from(bound.saturating_sub(1));
            if bound == 0 || crossing < need {
                Ok(certified)
            } else {
                Err(WrongCertificate::NotProved { what: "parts", need, crossing, bound })
            }
        }
    }
}
