//! The outputs of all shards as the output of one run.

use crate::answer::Shard;
use std::ops::Range;

/// The output of a shard as CSV.
#[derive(Clone, Debug)]
pub struct Output {
    pub name: String,
    pub text: String,
}

/// The reason why outputs do not make up a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    #[error(
        "{name}:{line}: this is no line of the same map; give --ranks and --bytes as they were given to the shards"
    )]
    OtherMap { name: String, line: usize },
    #[error("{name}:{line}: this line does not follow the line before; give each file as a shard wrote it")]
    Disordered { name: String, line: usize },
    #[error("missing: {shards}; no file has the cells {cells}: compute them, and join again")]
    Missing { shards: String, cells: String },
    #[error("{first} and {second} both have {cells}; leave one of them out")]
    Doubled { first: String, second: String, cells: String },
    #[error(
        "no file has the line with the names of the columns, which the first shard writes; is the beginning of {name} cut off?"
    )]
    NoHeader { name: String },
}

/// The cells of a map: their number, the cell of a line, and the words for a cell.
pub struct Cells<'a> {
    pub total: usize,
    pub of_line: &'a dyn Fn(&str) -> Option<usize>,
    pub words: &'a dyn Fn(usize) -> String,
}

/// The lines of an output, without the names of the columns.
struct Piece<'a> {
    name: &'a str,
    header: Option<&'a str>,
    lines: &'a str,
    cells: Range<usize>,
}

impl Cells<'_> {
    /// The outputs joined, in the order of their cells, whatever the order of the files.
    pub fn join(&self, outputs: &[Output]) -> Result<String, JoinError> {
        let pieces: Result<Vec<Piece<'_>>, JoinError> = outputs.iter().map(|output| self.piece(output)).collect();
        let mut pieces = pieces?;
        pieces.sort_by_key(|piece| (piece.cells.start, piece.cells.end));
        let of = self.shards(&pieces);
        let mut text = pieces.iter().find_map(|piece| piece.header).unwrap_or_default().to_owned();
        let mut before: Option<&Piece<'_>> = None;
        for piece in pieces.iter().filter(|piece| !piece.cells.is_empty()) {
            let end = before.map_or(0, |before| before.cells.end);
            if piece.cells.start > end {
                return Err(self.missing(end..piece.cells.start, of));
            }
            if let Some(before) = before.filter(|_| piece.cells.start < end) {
                let (first, second) = (before.name.to_owned(), piece.name.to_owned());
                let shared = piece.cells.start..end.min(piece.cells.end);
                let cells =
                    named(&shared, self.total, of).unwrap_or_else(|| format!("the cells {}", self.range(&shared)));
                return Err(JoinError::Doubled { first, second, cells });
            }
            text += piece.lines;
            before = Some(piece);
        }
        let end = before.map_or(0, |before| before.cells.end);
        if end < self.total {
            return Err(self.missing(end..self.total, of));
        }
        match before {
            Some(_) if pieces.iter().all(|piece| piece.header.is_none()) => {
                Err(JoinError::NoHeader { name: pieces.first().map_or("", |piece| piece.name).to_owned() })
            }
            _ => Ok(text),
        }
    }

    fn piece<'a>(&self, output: &'a Output) -> Result<Piece<'a>, JoinError> {
        let name = output.name.as_str();
        let (first, rest) = output.text.split_once('\n').unwrap_or((&output.text, ""));
        let is_header = first.starts_with("ranks,");
        let header = is_header.then(|| &output.text[..output.text.len() - rest.len()]);
        let lines = if is_header { rest } else { &output.text };
        let mut cells: Option<Range<usize>> = None;
        for (line, number) in lines.lines().zip(1 + usize::from(is_header)..) {
            let name = || name.to_owned();
            let cell = (self.of_line)(line).ok_or_else(|| JoinError::OtherMap { name: name(), line: number })?;
            match &mut cells {
                None => cells = Some(cell..cell + 1),
                Some(cells) if cells.end == cell => cells.end += 1,
                Some(_) => return Err(JoinError::Disordered { name: name(), line: number }),
            }
        }
        Ok(Piece { name, header, lines, cells: cells.unwrap_or(0..0) })
    }

    /// The least number of shards of which all pieces are whole ones, if there is one near the number of files.
    fn shards(&self, pieces: &[Piece<'_>]) -> Option<u64> {
        let mut runs: Vec<&Range<usize>> =
            pieces.iter().map(|piece| &piece.cells).filter(|run| !run.is_empty()).collect();
        runs.dedup();
        let (least, most) = (runs.len() as u64, 2 * pieces.len() as u64 + 16);
        (least..=most).find(|&of| runs.iter().all(|run| named(run, self.total, Some(of)).is_some()))
    }

    fn missing(&self, cells: Range<usize>, of: Option<u64>) -> JoinError {
        let inside = |shard: &Shard| {
            let own = shard.cells(self.total);
            !own.is_empty() && cells.start <= own.start && own.end <= cells.end
        };
        let shards = of.into_iter().flat_map(|of| (1..=of).filter_map(move |index| Shard::new(index, of).ok()));
        let names: Vec<String> = shards.filter(inside).map(|shard| format!("shard {shard}")).collect();
        let shards = if names.is_empty() { "a shard".to_owned() } else { names.join(" and ") };
        JoinError::Missing { shards, cells: self.range(&cells) }
    }

    fn range(&self, cells: &Range<usize>) -> String {
        format!("from {} to {}", (self.words)(cells.start), (self.words)(cells.end.saturating_sub(1)))
    }
}

/// The shard that has exactly these cells.
fn named(cells: &Range<usize>, total: usize, of: Option<u64>) -> Option<String> {
    let shards = (1..=of?).filter_map(|index| Shard::new(index, of?).ok());
    shards.into_iter().find(|shard| shard.cells(total) == *cells).map(|shard| format!("shard {shard}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(cells: Range<usize>) -> String {
        cells.map(|cell| format!("{cell},\n")).collect::<Vec<_>>().concat()
    }

    /// Ten cells as the lines `0,` to `9,`, and the outputs of some of four shards.
    fn joined(outputs: &[Output]) -> Result<String, String> {
        let cell = |line: &str| line.strip_suffix(',')?.parse().ok().filter(|&cell| cell < 10);
        let cells = Cells { total: 10, of_line: &cell, words: &|cell| format!("cell {cell}") };
        cells.join(outputs).map_err(|error| error.to_string())
    }

    fn outputs(shards: &[u64]) -> Vec<Output> {
        let output = |&index: &u64| {
            let lines = lines(Shard::new(index, 4).expect("of four").cells(10));
            let header = if index == 1 { "ranks,bytes\n" } else { "" };
            Output { name: format!("{index}.csv"), text: header.to_owned() + &lines }
        };
        shards.iter().map(output).collect()
    }

    #[test]
    fn the_order_of_the_files_does_not_matter() {
        let whole: String = "ranks,bytes\n".to_owned() + &lines(0..10);
        assert_eq!(joined(&outputs(&[1, 2, 3, 4])), Ok(whole.clone()));
        assert_eq!(joined(&outputs(&[4, 2, 1, 3])), Ok(whole.clone()));
        let empty = Output { name: "5.csv".to_owned(), text: String::new() };
        assert_eq!(joined(&[outputs(&[1, 2, 3, 4]), vec![empty]].concat()), Ok(whole));
    }

    #[test]
    fn what_is_missing_or_doubled_is_named() {
        for (shards, message) in [
            (
                &[1, 2, 4][..],
                "missing: shard 3/4; no file has the cells from cell 5 to cell 6: compute them, and join again",
            ),
            (
                &[2, 3, 4],
                "missing: shard 1/4; no file has the cells from cell 0 to cell 1: compute them, and join again",
            ),
            (
                &[1, 2],
                "missing: shard 3/4 and shard 4/4; no file has the cells from cell 5 to cell 9: compute them, and join again",
            ),
            (&[1, 2, 2, 3, 4], "2.csv and 2.csv both have shard 2/4; leave one of them out"),
        ] {
            assert_eq!(joined(&outputs(shards)), Err(message.to_owned()));
        }
    }

    #[test]
    fn other_lines_are_refused() {
        let with = |text: &str| joined(&[Output { name: "a.csv".to_owned(), text: text.to_owned() }]).expect_err(text);
        assert!(with("ranks,bytes\n0,\n77,\n").starts_with("a.csv:3: this is no line of the same map"));
        assert!(with("0,\n2,\n").starts_with("a.csv:2: this line does not follow the line before"));
        assert!(with(&lines(0..10)).contains("is the beginning of a.csv cut off?"));
    }
}
