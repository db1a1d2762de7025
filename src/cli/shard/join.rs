//! The outputs of all shards as the output of one run.

use super::Head;
use crate::answer::Shard;
use logpine_text::reason::{Reason, reason};
use std::collections::BTreeSet;

/// The output of one shard, or of several one after the other.
#[derive(Clone, Debug)]
pub struct Output {
    pub name: String,
    pub text: String,
}

/// The meaning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The names of the columns, or what stands above all cells.
    Titles,
    /// The cell of that number.
    Cell(usize),
    /// A cell that does not tell its number.
    Next,
    /// More about the cell before.
    More,
    /// None of these.
    Other,
}

/// The whole of which outputs are shards: cells in their order.
pub struct Work<'a> {
    /// The words that the head of every shard has.
    pub of: &'a str,
    /// The number of cells.
    pub total: usize,
    pub line: &'a dyn Fn(&str) -> Line,
}

/// The lines of a shard.
struct Piece<'a> {
    name: &'a str,
    shard: Shard,
    lines: &'a str,
}

/// The most shards that a message names.
const NAMED: usize = 8;

impl Work<'_> {
    /// The outputs joined, in the order of their shards, whatever the order of the files.
    pub fn join(&self, outputs: &[Output]) -> Result<String, Reason> {
        let mut pieces = Vec::new();
        for output in outputs {
            self.pieces(output, &mut pieces)?;
        }
        let Some(first) = pieces.first() else {
            return Err(reason!(
                "{name}: the first line does not say which shard this is; give each file as --shard wrote it",
                name = String::new()
            ));
        };
        let of = first.shard.count();
        if let Some(other) = pieces.iter().find(|piece| piece.shard.count() != of) {
            let (first, name) = (first.name.to_owned(), other.name.to_owned());
            return Err(reason!(
                "{first} is one of {of} shards and {name} one of {other}; give the shards of one division",
                other = other.shard.count()
            ));
        }
        pieces.sort_by_key(|piece| piece.shard.index());
        if let Some(same) = pieces.windows(2).find(|pair| pair[0].shard == pair[1].shard) {
            let (first, second) = (same[0].name.to_owned(), same[1].name.to_owned());
            return Err(reason!(
                "{first} and {second} both have shard {shard}; leave one of them out",
                shard = same[0].shard
            ));
        }
        let there: BTreeSet<u64> = pieces.iter().map(|piece| piece.shard.index()).collect();
        let missing = (1..=of).filter(|index| !there.contains(index)).take(NAMED + 1);
        let mut missing: Vec<String> = missing.map(|index| format!("shard {index}/{of}")).collect();
        if missing.len() > NAMED {
            "others".clone_into(&mut missing[NAMED]);
        }
        if !missing.is_empty() {
            return Err(reason!(
                "missing: {shards}; compute what is missing, and join again",
                shards = missing.join(", ")
            ));
        }
        Ok(pieces.iter().map(|piece| piece.lines).collect())
    }

    /// The shards of an output, each from its head to the next.
    fn pieces<'a>(&self, output: &'a Output, pieces: &mut Vec<Piece<'a>>) -> Result<(), Reason> {
        let (name, text) = (output.name.as_str(), output.text.as_str());
        let mut heads = Vec::new();
        let (mut at, mut number) = (0, 1);
        for line in text.split_inclusive('\n') {
            if let Some(head) = Head::read(line.trim_end_matches(['\n', '\r'])) {
                heads.push((head, at, at + line.len(), number));
            }
            (at, number) = (at + line.len(), number + 1);
        }
        if heads.first().is_none_or(|&(_, start, ..)| start > 0) {
            return Err(reason!(
                "{name}: the first line does not say which shard this is; give each file as --shard wrote it",
                name = name.to_owned()
            ));
        }
        let ends = heads.iter().skip(1).map(|&(_, start, ..)| start).chain([text.len()]).collect::<Vec<_>>();
        for ((head, _, start, number), end) in heads.into_iter().zip(ends) {
            if head.of != self.of {
                let (name, expected) = (name.to_owned(), self.of.to_owned());
                return Err(reason!(
                    "{name} is a shard of: {found}\nand the options ask for: {expected}\ngive the options of the shards, and files of one run each",
                    found = head.of
                ));
            }
            let piece = Piece { name, shard: head.shard, lines: &text[start..end] };
            self.check(&piece, number + 1)?;
            pieces.push(piece);
        }
        Ok(())
    }

    /// Checks that a shard's lines are exactly its cells; `first` is the number of its first line.
    fn check(&self, piece: &Piece<'_>, first: usize) -> Result<(), Reason> {
        let (name, shard) = (piece.name.to_owned(), piece.shard);
        let cells = shard.cells(self.total);
        let mut next = cells.start;
        let mut is_cut = shard.is_first() && piece.lines.is_empty();
        for (line, number) in piece.lines.split_inclusive('\n').zip(first..) {
            let Some(line) = line.strip_suffix('\n') else {
                is_cut = true;
                break;
            };
            let begins = shard.is_first() && number == first;
            let (is_in_place, is_cell) = match (self.line)(line) {
                Line::Titles => (begins, false),
                _ if begins => (false, false),
                Line::Cell(cell) => (cell == next && next < cells.end, true),
                Line::Next => (next < cells.end, true),
                Line::More => (next > cells.start, false),
                Line::Other => (false, false),
            };
            if !is_in_place {
                return Err(reason!(
                    "{name}:{number}: this line is not in its place in shard {shard}; give each file as a shard wrote it"
                ));
            }
            next += usize::from(is_cell);
        }
        if is_cut || next < cells.end {
            return Err(reason!(
                "{name}: shard {shard} has {found} of its {cells} cells, for its end is cut off; compute it again",
                found = next - cells.start,
                cells = cells.len()
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten cells as the lines `0,` to `9,`.
    fn joined(outputs: &[Output]) -> Result<String, String> {
        let line = |line: &str| match line.strip_suffix(',').and_then(|cell| cell.parse().ok()) {
            Some(cell) => Line::Cell(cell),
            None if line == "ranks" => Line::Titles,
            None if line == "more" => Line::More,
            None => Line::Other,
        };
        let work = Work { of: "ten cells", total: 10, line: &line };
        work.join(outputs).map_err(|error| error.to_string())
    }

    fn text(index: u64, of: u64) -> String {
        let shard = Shard::new(index, of).expect("in range");
        let titles = if index == 1 { "ranks\n" } else { "" };
        let lines: String = shard.cells(10).map(|cell| format!("{cell},\n")).collect::<Vec<_>>().concat();
        Head { shard, of: "ten cells".to_owned() }.csv() + titles + &lines
    }

    fn output(name: &str, text: &str) -> Output {
        Output { name: name.to_owned(), text: text.to_owned() }
    }

    fn outputs(shards: &[u64]) -> Vec<Output> {
        shards.iter().map(|&index| output(&format!("{index}.csv"), &text(index, 4))).collect()
    }

    fn whole() -> String {
        "ranks\n".to_owned() + &(0..10).map(|cell| format!("{cell},\n")).collect::<Vec<_>>().concat()
    }

    #[test]
    fn the_order_of_the_files_does_not_matter() {
        assert_eq!(joined(&outputs(&[1, 2, 3, 4])), Ok(whole()));
        assert_eq!(joined(&outputs(&[4, 2, 1, 3])), Ok(whole()));
        let all: String = [2, 1, 4, 3].map(|index| text(index, 4)).concat();
        assert_eq!(joined(&[output("all.csv", &all)]), Ok(whole()));
        // Shards without cells are there too.
        let many: Vec<Output> = (1..=12).map(|index| output("a", &text(index, 12))).collect();
        assert_eq!(joined(&many), Ok(whole()));
    }

    #[test]
    fn what_is_missing_or_doubled_is_named() {
        for (shards, message) in [
            (&[1, 2, 4][..], "missing: shard 3/4; compute what is missing, and join again"),
            (&[1, 2], "missing: shard 3/4, shard 4/4; compute what is missing, and join again"),
            (&[1, 2, 2, 3, 4], "2.csv and 2.csv both have shard 2/4; leave one of them out"),
        ] {
            assert_eq!(joined(&outputs(shards)), Err(message.to_owned()));
        }
        let two = joined(&[output("a", &text(1, 1 << 60)), output("b", &text(7, 1 << 60))]);
        assert!(two.is_err_and(|message| {
            message.ends_with("/1152921504606846976, others; compute what is missing, and join again")
        }));
    }

    #[test]
    fn shards_of_something_else_are_refused() {
        let with = |text: &str| joined(&[outputs(&[1, 2]), vec![output("a.csv", text)]].concat()).expect_err(text);
        assert!(with(&text(3, 4).replace("ten", "nine")).starts_with("a.csv is a shard of: nine cells\nand"));
        assert!(with(&text(3, 3)).starts_with("1.csv is one of 4 shards and a.csv one of 3"));
        assert!(with("ranks\n0,\n").starts_with("a.csv: the first line does not say which shard this is"));
        assert!(with("").starts_with("a.csv: the first line does not say"));
    }

    #[test]
    fn a_shard_has_all_of_its_lines() {
        let with = |text: &str| joined(&[output("a.csv", text)]).expect_err(text);
        let first = text(1, 1);
        assert!(
            with(&first.replace("7,\n", "77,\n")).starts_with("a.csv:10: this line is not in its place in shard 1/1")
        );
        assert!(with(&first.replace("3,\n", "")).starts_with("a.csv:6: this line is not in its place"));
        assert!(with(&first.replace("ranks\n", "")).starts_with("a.csv:2: this line is not in its place"));
        assert!(with(&(first.clone() + "9,\n")).starts_with("a.csv:13: this line is not in its place"));
        assert_eq!(
            with(&first.replace("9,\n", "")),
            "a.csv: shard 1/1 has 9 of its 10 cells, for its end is cut off; compute it again"
        );
        assert!(with(first.trim_end_matches('\n')).starts_with("a.csv: shard 1/1 has 9 of its 10 cells"));
        assert!(with(&text(1, 4).replace("ranks\n0,\n1,\n", "")).starts_with("a.csv: shard 1/4 has 0 of its 2 cells"));
        let more = first.replace("5,\n", "5,\nmore\n");
        assert_eq!(joined(&[output("a.csv", &more)]), Ok(whole().replace("5,\n", "5,\nmore\n")));
    }
}
