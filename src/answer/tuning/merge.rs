//! Rules from cells: neighbouring cells with a setting in common share a rule.

use super::axes::Count;
use logpine_tuning::library::{Counting, Range, Rule, Setting};

/// A setting that may serve a cell, and its loss in millionths of the best time there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The place among the settings.
    pub setting: usize,
    /// The loss.
    pub loss: u128,
}

/// The settings that may serve each cell.
pub struct Merging<'a> {
    /// The rank counts.
    pub counts: &'a [Count],
    /// The sizes.
    pub sizes: &'a [u64],
    /// The settings.
    pub settings: &'a [Setting],
    /// For each rank count and size, ascending by setting, the settings that may serve it; none where the library chooses. Rules
    /// for all sizes have one list for each rank count.
    pub fits: &'a [Vec<Vec<Fit>>],
    /// The bytes that the library counts.
    pub counting: Counting,
    /// True if a rule serves all sizes.
    pub has_one_row: bool,
}

impl Merging<'_> {
    /// The rules, by ranks, then by bytes. They serve just the cells that have settings. A rule for a range of sizes ends before the next
    /// size, and at the largest one.
    pub fn rules(&self) -> Vec<Rule> {
        // Sizes that count by the number of ranks differ from one rank count to the next.
        let may_join = self.has_one_row || self.counting != Counting::TimesRanks;
        let (mut rules, mut first) = (Vec::new(), 0);
        while first < self.fits.len() {
            let mut block = self.fits[first].clone();
            let mut end = first + 1;
            while let Some(joined) = self.fits.get(end).filter(|_| may_join).and_then(|next| joined(&block, next)) {
                (block, end) = (joined, end + 1);
            }
            self.of_block(first, end, &block, &mut rules);
            first = end;
        }
        rules
    }

    /// The rules of a block of rank counts, whose settings `block` has for each size.
    fn of_block(&self, first: usize, end: usize, block: &[Vec<Fit>], rules: &mut Vec<Rule>) {
        let (least, last) = (self.counts[first].ranks, self.counts[end - 1]);
        let mut column = 0;
        while column < block.len() {
            let (mut kept, mut stop) = (block[column].clone(), column + 1);
            while let Some(both) = block.get(stop).and_then(|next| in_both(&kept, next)) {
                (kept, stop) = (both, stop + 1);
            }
            if let Some(best) = kept.iter().min_by_key(|fit| (fit.loss, fit.setting)) {
                let size = |place: usize| self.sizes.get(place).map(|&size| self.counting.count(size, least));
                let to_largest = self.counting.count(self.sizes.last().copied().unwrap_or(0), last.ranks);
                let most = if stop < block.len() { size(stop).map(|next| next - 1) } else { Some(to_largest) };
                let bytes =
                    if self.has_one_row { Range::ALL } else { Range { least: size(column).unwrap_or(0), most } };
                let ranks = Range { least, most: Some(last.last) };
                rules.push(Rule { ranks, bytes, setting: Some(self.settings[best.setting]) });
            }
            column = stop;
        }
    }
}

/// The settings that serve two rank counts, for each size; `None` if there are none for a size that has some.
fn joined(block: &[Vec<Fit>], next: &[Vec<Fit>]) -> Option<Vec<Vec<Fit>>> {
    let both = |(one, other): (&Vec<Fit>, &Vec<Fit>)| match (one.is_empty(), other.is_empty()) {
        (true, true) => Some(Vec::new()),
        (false, false) => in_both(one, other),
        _ => None,
    };
    block.iter().zip(next).map(both).collect()
}

/// The settings that are in both of two lists, with what they lose together; `None` if there are none.
fn in_both(one: &[Fit], other: &[Fit]) -> Option<Vec<Fit>> {
    let mut rest = other.iter().peekable();
    let mut both = Vec::new();
    for fit in one {
        while rest.next_if(|of| of.setting < fit.setting).is_some() {}
        if let Some(of) = rest.next_if(|of| of.setting == fit.setting) {
            both.push(Fit { loss: fit.loss.saturating_add(of.loss), ..*fit });
        }
    }
    (!both.is_empty()).then_some(both)
}

#[cfg(test)]
mod tests {
    use super::super::axes::counts;
    use super::*;
    use crate::request::MpiCollective;
    use logpine_tuning::library::{Library, algorithms};

    fn fits(cells: &[&[(usize, u128)]]) -> Vec<Vec<Fit>> {
        let list = |cell: &&[(usize, u128)]| cell.iter().map(|&(setting, loss)| Fit { setting, loss }).collect();
        cells.iter().map(list).collect()
    }

    #[test]
    fn cells_share_the_setting_that_loses_least_in_all_of_them() {
        let settings: Vec<Setting> =
            algorithms(Library::OpenMpi5, MpiCollective::Bcast).map(Setting::plain).take(4).collect();
        let (counts, sizes) = (counts(&[4, 7]), [8, 64]);
        let rows = [
            fits(&[&[(0, 5), (1, 0)], &[(1, 9), (2, 0)]]),
            fits(&[&[(0, 0), (1, 3)], &[(1, 9), (2, 0)]]),
            fits(&[&[], &[(3, 0)]]),
            fits(&[&[(1, 0)], &[(3, 0)]]),
        ];
        let merging = Merging {
            counts: &counts,
            sizes: &sizes,
            settings: &settings,
            fits: &rows,
            counting: Counting::AsAsked,
            has_one_row: false,
        };
        let range = |least, most| Range { least, most: Some(most) };
        let rule = |ranks, bytes, setting: usize| Rule { ranks, bytes, setting: Some(settings[setting]) };
        assert_eq!(
            merging.rules(),
            [
                rule(range(4, 5), range(8, 64), 1),
                rule(range(6, 6), range(64, 64), 3),
                rule(range(7, 7), range(8, 63), 1),
                rule(range(7, 7), range(64, 64), 3),
            ]
        );
        let by_total = Merging { counting: Counting::TimesRanks, ..merging };
        assert_eq!(by_total.rules()[1], rule(range(5, 5), range(40, 320), 1));
    }
}
