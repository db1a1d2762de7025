//! Rules from the leaves of a selection file.
//!
//! Rules speak of calls as [`Path::is_ordinary`] has them, with elements of [`ELEMENT`] bytes, as [`default_of`] does. Where another
//! condition decides, such as `is_multi_threaded`, or the leaf is none of our settings, the setting is [`undetermined`].
//!
//! [`default_of`]: crate::library::default_of

use super::collectives;
use super::conditions::Fact;
use super::leaf::Run;
use super::path::{Path, common};
use crate::files::grid::{Area, rows, rules_of};
use crate::library::{ELEMENT, Range, Rule, Setting, name_in_files, undetermined};
use logpine_models::job::MpiCollective;
use std::collections::BTreeMap;

/// The most areas of a collective, of leaves of its non-blocking variant too, of which rules are made.
const MOST_AREAS: usize = 20_000;
/// The most pairs of a leaf and one of the non-blocking variant that are compared.
const MOST_PAIRS: usize = 500_000;
/// Communicators have less than 2^31 ranks.
const POWERS: u32 = 31;

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
    rows(&areas, |cell, _| agreed(collective, cell)).map(|rows| rules_of(&rows))
}

/// The areas of the leaves that ordinary calls of a collective reach; `None` if they are too many.
fn areas(leaves: &Leaves, collective: MpiCollective) -> Option<Vec<Area<Run>>> {
    let of = |name| leaves.get(name).map_or(&[][..], Vec::as_slice);
    let (first, second) = (of(name_in_files(collective)), of(collectives::non_blocking(collective)));
    let mut areas = Vec::new();
    let mut pairs = 0;
    for leaf in first.iter().filter(|leaf| leaf.path.is_ordinary()) {
        if leaf.run != Run::NonBlocking {
            areas.extend(parts(collective, &leaf.path, leaf.run));
            continue;
        }
        // Most pairs have no calls in common: their number limits the time, and that of areas does not.
        pairs += second.len();
        if pairs > MOST_PAIRS {
            return None;
        }
        for behind in second.iter().filter(|leaf| leaf.path.is_ordinary()) {
            if let Some(path) = leaf.path.meet(&behind.path) {
                areas.extend(parts(collective, &path, behind.run));
            }
            if areas.len() > MOST_AREAS {
                return None;
            }
        }
    }
    (areas.len() <= MOST_AREAS).then_some(areas)
}

/// The areas of a leaf: for each power of two one, if the file asks about it.
fn parts(collective: MpiCollective, path: &Path, run: Run) -> impl Iterator<Item = Area<Run>> {
    let (is_power, has_few) = (path.fact(Fact::PowerOfTwo), path.fact(Fact::FewElements));
    let powers = if is_power.is_some() || has_few.is_some() { 0..POWERS } else { 0..1 };
    let is_whole = powers.len() == 1;
    powers.filter_map(move |k| {
        let power = 1u64 << k;
        let first = if k == 0 { 0 } else { power };
        let band = match is_power {
            _ if is_whole => Range::ALL,
            Some(true) => Range { least: first, most: Some(power) },
            Some(false) => Range { least: power + 1, most: Some(power * 2 - 1) },
            None => Range { least: first, most: Some(power * 2 - 1) },
        };
        let ranks = (band.most.is_none_or(|most| band.least <= most)).then_some(band)?;
        let ranks = common(ranks, path.ranks)?;
        let count = match has_few {
            Some(true) => common(path.count, Range { least: 0, most: Some(power - 1) })?,
            Some(false) => common(path.count, Range { least: power, most: None })?,
            None => path.count,
        };
        Some(Area { ranks, bytes: bytes(collective, path, ranks, count)?, value: run })
    })
}

/// The bytes, as rules count them, of the calls of a path among so many ranks and with so many elements; `None` if there are none. Of
/// limits that would be others for each number of ranks there, it has none.
fn bytes(collective: MpiCollective, path: &Path, ranks: Range, count: Range) -> Option<Range> {
    let alone = (ranks.most == Some(ranks.least) && ranks.least > 0).then_some(ranks.least);
    let size = |elements: u64| elements.saturating_mul(ELEMENT);
    let count = Range { least: size(count.least), most: count.most.map(|most| size(most.saturating_add(1)) - 1) };
    match collectives::size_condition(collective) {
        Some("avg_msg_size") => {
            let of_total = alone.map_or(Range::ALL, |ranks| Range {
                least: path.total.least.div_ceil(ranks),
                most: path.total.most.map(|most| most / ranks),
            });
            common(common(path.average, of_total)?, count)
        }
        Some(_) if collective == MpiCollective::Allgather => {
            // Elements are those of a block.
            let of_count = alone.map_or(Range::ALL, |ranks| Range {
                least: count.least.saturating_mul(ranks),
                most: count.most.map(|most| most.saturating_mul(ranks)),
            });
            common(path.total, of_count)
        }
        Some(_) => common(path.total, count),
        None => Some(Range::ALL),
    }
}

/// The setting on which all leaves of a cell agree; `None` without a leaf.
fn agreed(collective: MpiCollective, cell: &[&Area<Run>]) -> Option<Setting> {
    let mut runs = cell.iter().map(|area| area.value);
    let first = runs.next()?;
    Some(match first {
        Run::Setting(setting) if runs.all(|run| run == first) => setting,
        _ => Setting::plain(undetermined(collective)),
    })
}
