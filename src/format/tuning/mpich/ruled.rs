//! Rules from the leaves of a selection file.
//!
//! Rules speak of calls among ranks of one group, with a commutative operator of MPI, buffers of their own, blocks of one size,
//! and no fewer elements than ranks. Where another condition decides, such as `comm_hierarchy`, there is no rule unless all its
//! branches run the same.

use super::collectives;
use super::conditions::Fact;
use super::leaf::Run;
use super::path::{Path, common, has_other, has_power};
use crate::format::tuning::grid::{Area, rows, rules_of};
use crate::library::{Range, Rule, Setting, name_in_files};
use crate::request::MpiCollective;
use std::collections::BTreeMap;

/// The most areas of a collective, of leaves of its non-blocking variant too, of which rules are made.
const MOST_AREAS: usize = 20_000;
/// The most pairs of a leaf and one of the non-blocking variant that are compared.
const MOST_PAIRS: usize = 500_000;

/// A leaf, and the calls that reach it.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// The calls.
    pub path: Path,
    /// The setting.
    pub run: Run,
}

/// The leaves of collectives by their names in the file.
pub type Leaves = BTreeMap<&'static str, Vec<Leaf>>;

/// The rules of a collective, which do not overlap; `None` if its leaves are too many.
pub fn rules(leaves: &Leaves, collective: MpiCollective) -> Option<Vec<Rule>> {
    let areas = areas(leaves, collective)?;
    rows(&areas, agreed).map(|rows| rules_of(&rows))
}

/// The areas of the leaves that ordinary calls of a collective reach; `None` if they are too many.
fn areas(leaves: &Leaves, collective: MpiCollective) -> Option<Vec<Area<(Path, Run)>>> {
    let of = |name| leaves.get(name).map_or(&[][..], Vec::as_slice);
    let (first, second) = (of(name_in_files(collective)), of(collectives::non_blocking(collective)));
    let mut areas = Vec::new();
    let mut pairs = 0;
    for leaf in first.iter().filter(|leaf| leaf.path.is_ordinary()) {
        if leaf.run != Run::NonBlocking {
            areas.extend(area(collective, &leaf.path, leaf.run));
            continue;
        }
        // Most pairs have no calls in common: their number limits the time, and that of areas does not.
        pairs += second.len();
        if pairs > MOST_PAIRS {
            return None;
        }
        for behind in second.iter().filter(|leaf| leaf.path.is_ordinary()) {
            if let Some(path) = leaf.path.meet(&behind.path) {
                areas.extend(area(collective, &path, behind.run));
            }
            if areas.len() > MOST_AREAS {
                return None;
            }
        }
    }
    (areas.len() <= MOST_AREAS).then_some(areas)
}

/// The area of a leaf; `None` if no call of the collective reaches it.
fn area(collective: MpiCollective, path: &Path, run: Run) -> Option<Area<(Path, Run)>> {
    let bytes = match collectives::size_condition(collective) {
        Some("avg_msg_size") => {
            // Of one number of ranks the bytes of all tell those of one.
            let alone =
                (path.ranks.most == Some(path.ranks.least)).then_some(path.ranks.least).filter(|&ranks| ranks > 0);
            let of_total = alone.map_or(Range::ALL, |ranks| Range {
                least: path.total.least.div_ceil(ranks),
                most: path.total.most.map(|most| most / ranks),
            });
            common(path.average, of_total)?
        }
        Some(_) => path.total,
        None => Range::ALL,
    };
    Some(Area { ranks: path.ranks, bytes, value: (path.clone(), run) })
}

/// The setting on which all leaves of a cell agree that calls among so many ranks may reach.
fn agreed(cell: &[&Area<(Path, Run)>], ranks: Range) -> Option<Setting> {
    let may_reach = |area: &&&Area<(Path, Run)>| match area.value.0.fact(Fact::PowerOfTwo) {
        Some(true) => has_power(ranks),
        Some(false) => has_other(ranks),
        None => true,
    };
    let mut runs = cell.iter().filter(may_reach).map(|area| area.value.1);
    let first = runs.next()?;
    match first {
        Run::Setting(setting) if runs.all(|run| run == first) => Some(setting),
        _ => None,
    }
}
