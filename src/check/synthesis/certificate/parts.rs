//! Partitions.
//!
//! Partition the vertices into k parts, each of which has a rank. Let W be the first part that knows a block of an allreduce's
//! result. Every other part has sent something towards W by then, and was the sender of a different message between parts:
//! k - 1 messages. None of those parts knew the block at that time, so each receives one later: k - 1 more. If the arcs
//! between parts have the capacity c, B blocks take at least T steps if (T - 1) c < 2 (k - 1) B, and a unit of data of each of
//! P ranks takes at least the time 2 (k - 1) P / c.
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
    let between = statement.graph.arcs().iter().filter(|arc| parts[arc.from as usize] != parts[arc.to as usize]);
    let crossing: u128 = between.map(|arc| u128::from(arc.capacity)).sum();
    let certified = Certified { need: 2 * (count - 1), crossing };
    match least {
        Least::TimePerUnit { p, q } => certified.is(ranks.into(), p, q),
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
