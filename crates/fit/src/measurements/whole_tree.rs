//! Times of waves through whole trees, as comma-separated values.

use super::column::Names;
use super::head::{Head, TimeColumn};
use super::read_options::{Journey, ReadOptions};
use super::source::origin;
use super::value::{NO_ROWS, at_least_zero, empty, fields, missing_column, nothing_left};
use logpine_text::csv_rows::{Row, Rows};
use logpine_text::text::Text;
use logpine_text::text::TextError;
use logpine_text::units::Clock;
use rustc_hash::FxHashMap;

/// Times of waves through whole trees.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeTable<T> {
    /// The file.
    pub origin: String,
    /// The clock in whose unit the times are given.
    pub clock: Clock,
    /// The trees in the order of the file, each once; at least one.
    pub trees: Vec<TimedTree<T>>,
    /// The number of rows left out, such as the first waves.
    pub discarded: usize,
}

/// A tree and the times of waves through it.
#[derive(Clone, Debug, PartialEq)]
pub struct TimedTree<T> {
    /// The name in the file.
    pub name: String,
    /// The tree that the name stands for.
    pub tree: T,
    /// One-way times in the unit of the clock; at least one, all above 0.
    pub times: Vec<f64>,
}

const NAMES: Names = Names { plain: &["run", "repetition", "wave", "tree"], timed: &["time", "round_trip"] };
const TREE: usize = 3;
const EXAMPLE: &str = "tree,time_us";

/// Reads times of whole trees from comma-separated values with the columns `tree` and `time_UNIT` or `round_trip_UNIT`; the
/// format is that of [`read_experiment`](super::read_experiment). Rows of the same tree are repetitions. `parse` converts
/// the name of a tree, or returns the reason why it is invalid.
///
/// # Errors
/// [`TextError`], the first fault and its place.
pub fn read_trees<T>(
    bytes: &[u8],
    path: &str,
    options: ReadOptions,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<TreeTable<T>, TextError> {
    let source = Text::new(bytes, path)?;
    let mut rows = Rows::new(source);
    let head = rows.next_row()?.ok_or_else(|| source.error_at_end(empty(EXAMPLE)))?;
    let columns = Columns::read(&head, options.journey)?;
    let no_rows = head.error_of_row(NO_ROWS);
    let mut trees: Vec<(TimedTree<T>, usize)> = Vec::new();
    let mut places = FxHashMap::default();
    while let Some(row) = rows.next_row()? {
        let (name, time) = columns.row(&row)?;
        let place = if let Some(&place) = places.get(name) {
            place
        } else {
            let tree = parse(name).map_err(|reason| row.error(columns.tree, reason))?;
            trees.push((TimedTree { name: name.to_owned(), tree, times: Vec::new() }, 0));
            places.insert(name.to_owned(), trees.len() - 1);
            trees.len() - 1
        };
        let (tree, discarded): &mut (TimedTree<T>, usize) = &mut trees[place];
        if *discarded < options.discard {
            *discarded += 1;
        } else {
            tree.times.push(time);
        }
    }
    let discarded = trees.iter().map(|(_, discarded)| discarded).sum();
    let trees: Vec<_> = trees.into_iter().map(|(tree, _)| tree).filter(|tree| !tree.times.is_empty()).collect();
    if trees.is_empty() {
        return Err(nothing_left(no_rows, discarded, options.discard));
    }
    Ok(TreeTable { origin: origin(source), clock: columns.time.clock, trees, discarded })
}

/// The columns in use.
struct Columns {
    all: usize,
    tree: usize,
    time: TimeColumn,
}

impl Columns {
    fn read(head: &Row<'_, '_>, journey: Journey) -> Result<Self, TextError> {
        let Head { plain, time } = Head::read(head, &NAMES, journey, EXAMPLE)?;
        let missing = |name| head.error_of_row(missing_column(name, EXAMPLE));
        Ok(Self { all: head.len(), tree: plain[TREE].ok_or_else(|| missing("tree"))?, time })
    }

    fn row<'r>(&self, row: &'r Row<'_, '_>) -> Result<(&'r str, f64), TextError> {
        let (found, expected) = (row.len(), self.all);
        if found != expected {
            // The counts in the name of a generic tree are separated by commas.
            let bare = found > expected && row.field(self.tree).starts_with("g:");
            let reason = "a tree with commas in it must be in quotes, like \"g:2:3,2\"".to_owned();
            return Err(row.error_of_row(if bare { reason } else { fields(found, expected) }));
        }
        let TimeColumn { index, ref name, divisor, .. } = self.time;
        let time = at_least_zero(row.field(index), name).map_err(|fault| row.error(index, fault))?;
        if time == 0.0 {
            let fault = "a wave through a tree takes some time: remove the row, or measure again";
            return Err(row.error(index, fault));
        }
        Ok((row.field(self.tree), time / divisor))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<TreeTable<String>, TextError> {
        let parse =
            |name: &str| if name.contains(':') { Ok(name.to_owned()) } else { Err(format!("no tree `{name}`")) };
        read_trees(text.as_bytes(), "t.csv", ReadOptions::default(), parse)
    }

    #[test]
    fn repetitions_are_gathered() {
        let text = "\u{feff}# c\r\ntime_us, tree\r\n2,b:2\r\n\r\n4,\"g:2:1,1\"\r\n6,b:2\r\n";
        let table = read(text).expect("a table");
        let found: Vec<(&str, &[f64])> =
            table.trees.iter().map(|tree| (tree.tree.as_str(), tree.times.as_slice())).collect();
        assert_eq!(found, [("b:2", &[2e-6, 6e-6][..]), ("g:2:1,1", &[4e-6])]);
        let options = ReadOptions { discard: 1, journey: Journey::RoundTrip };
        let table = read_trees(text.as_bytes(), "t.csv", options, |name| Ok(name.to_owned())).expect("a table");
        assert_eq!((table.trees.len(), table.trees[0].times.as_slice(), table.discarded), (1, &[3e-6][..], 2));
    }
}
