//! Areas of ranks and bytes as rows of cells that do not overlap.

use crate::library::{Range, Rule, Setting};
use logpine_models::job::MpiCollective;
use logpine_text::unwritable::Unwritable;

/// The most steps that rows may take to make: files beyond are no tuning.
const MOST_STEPS: usize = 50_000_000;

/// An area of ranks and bytes.
#[derive(Clone, Debug)]
pub struct Area<T> {
    /// The numbers of ranks.
    pub ranks: Range,
    /// The sizes.
    pub bytes: Range,
    /// The statement about it.
    pub value: T,
}

/// The settings of a range of ranks: cells that follow each other, from 0 to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The numbers of ranks.
    pub ranks: Range,
    /// The sizes with their settings; `None` leaves the choice to the library.
    pub cells: Vec<(Range, Option<Setting>)>,
}

/// Rows that cover all numbers of ranks and all sizes; neighbours differ. `choose` is asked with the areas of a cell, in their
/// order, and the ranks of its row. `None` if there are too many areas.
pub fn rows<T>(areas: &[Area<T>], choose: impl Fn(&[&Area<T>], Range) -> Option<Setting>) -> Option<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut steps = 0usize;
    for ranks in intervals(areas.iter().map(|area| area.ranks)) {
        let here: Vec<&Area<T>> = areas.iter().filter(|area| area.ranks.contains(ranks.least)).collect();
        steps = steps.saturating_add(areas.len()).saturating_add(here.len().saturating_mul(here.len()));
        if steps > MOST_STEPS {
            return None;
        }
        let mut cells: Vec<(Range, Option<Setting>)> = Vec::new();
        for bytes in intervals(here.iter().map(|area| area.bytes)) {
            let of_cell: Vec<&Area<T>> = here.iter().filter(|area| area.bytes.contains(bytes.least)).copied().collect();
            let setting = choose(&of_cell, ranks);
            match cells.last_mut() {
                Some((last, same)) if *same == setting => last.most = bytes.most,
                _ => cells.push((bytes, setting)),
            }
        }
        match rows.last_mut() {
            Some(last) if last.cells == cells => last.ranks.most = ranks.most,
            _ => rows.push(Row { ranks, cells }),
        }
    }
    Some(rows)
}

/// The rows of rules, of which the first that matches counts.
pub fn rows_of(rules: &[Rule]) -> Option<Vec<Row>> {
    let area = |rule: &Rule| Area { ranks: rule.ranks, bytes: rule.bytes, value: rule.setting };
    let areas: Vec<_> = rules.iter().map(area).collect();
    rows(&areas, |cell, _| cell.first().and_then(|area| area.value))
}

/// [`rows_of`] the rules of a collective.
///
/// # Errors
/// [`Unwritable`] if there are too many rules.
pub fn written_rows(collective: MpiCollective, rules: &[Rule]) -> Result<Vec<Row>, Unwritable> {
    rows_of(rules).ok_or_else(|| Unwritable(format!("too many rules for {}", collective.name())))
}

/// The cells that have a setting, as rules.
pub fn rules_of(rows: &[Row]) -> Vec<Rule> {
    let rule = |ranks, (bytes, setting): (Range, Option<Setting>)| {
        setting.map(|setting| Rule { ranks, bytes, setting: Some(setting) })
    };
    rows.iter().flat_map(|row| row.cells.iter().filter_map(move |&cell| rule(row.ranks, cell))).collect()
}

/// Ranges that follow each other from 0 to the end, in none of which another one begins or ends.
fn intervals(ranges: impl Iterator<Item = Range>) -> Vec<Range> {
    let mut starts = vec![0];
    for range in ranges {
        starts.push(range.least);
        starts.extend(range.most.and_then(|most| most.checked_add(1)));
    }
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().skip(1).map(|next| Some(next - 1)).chain([None]);
    starts.iter().zip(ends).map(|(&least, most)| Range { least, most }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Library, named};
    use logpine_models::job::MpiCollective;

    fn setting(name: &str) -> Option<Setting> {
        named(Library::Mpich5, MpiCollective::Bcast, name).map(Setting::plain)
    }

    #[test]
    fn the_first_rule_counts_and_neighbours_are_one() {
        let range = |least, most| Range { least, most };
        let rule = |ranks, bytes, name| Rule { ranks, bytes, setting: setting(name) };
        let rules = [
            rule(range(8, Some(16)), range(0, Some(9)), "kary"),
            rule(range(8, Some(16)), range(10, Some(99)), "kary"),
            rule(range(4, None), Range::ALL, "binomial"),
        ];
        let rows = rows_of(&rules).expect("few");
        assert_eq!(rows.len(), 4);
        let cells = [(range(0, Some(99)), setting("kary")), (range(100, None), setting("binomial"))];
        assert_eq!((rows[2].ranks, &rows[2].cells[..]), (range(8, Some(16)), &cells[..]));
        let tidy = rules_of(&rows);
        assert_eq!(tidy.len(), 4);
        assert_eq!(rows_of(&tidy), Some(rows));
    }

    #[test]
    fn no_rule_is_a_row_without_settings() {
        assert_eq!(rows_of(&[]), Some(vec![Row { ranks: Range::ALL, cells: vec![(Range::ALL, None)] }]));
    }
}
