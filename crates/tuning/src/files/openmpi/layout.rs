//! The meaning of the numbers of a classic rules file: by their order, as the library reads them, and by the lines that they
//! stand on, as their author meant them.

use super::numbers::Numbers;
use std::ops::Range;

/// A rule; numbers go by their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The index of the size in bytes; the algorithm, the fanout and the size of segments follow.
    pub first: usize,
    /// The count of numbers: 4, or 5 with the maximum number of requests.
    pub length: usize,
}

/// The rules for communicators from a size on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The index of the size of communicators.
    pub size: Option<usize>,
    /// The index of the number of rows.
    pub count: Option<usize>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// The rules of a collective.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The index of the number of the collective.
    pub id: Option<usize>,
    /// The index of the number of blocks.
    pub count: Option<usize>,
    /// The blocks.
    pub blocks: Vec<Block>,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The index of the number of collectives.
    pub count: Option<usize>,
    /// The collectives.
    pub groups: Vec<Group>,
    /// The index of the first number that belongs to nothing.
    pub trailing: Option<usize>,
    /// Runs of numbers before rows that cannot be told apart.
    pub unclear: Vec<Range<usize>>,
    /// The number that is missing at the end.
    pub missing: Option<&'static str>,
}

/// The layout by the order of the numbers, as the library reads them.
pub fn by_order(numbers: &Numbers, source: &[u8]) -> Layout {
    let mut walk = Walk { numbers, source, next: 0 };
    let mut layout = Layout::default();
    layout.missing = walk.layout(&mut layout).err();
    if layout.missing.is_none() && walk.next < numbers.all.len() {
        layout.trailing = Some(walk.next);
    }
    layout
}

/// A walk along the numbers.
struct Walk<'a> {
    numbers: &'a Numbers,
    source: &'a [u8],
    next: usize,
}

impl Walk<'_> {
    /// The index of the next number.
    fn take(&mut self, role: &'static str) -> Result<usize, &'static str> {
        let index = self.next;
        if index >= self.numbers.all.len() {
            return Err(role);
        }
        self.next += 1;
        Ok(index)
    }

    fn layout(&mut self, layout: &mut Layout) -> Result<(), &'static str> {
        let count = self.take("the number of collectives")?;
        layout.count = Some(count);
        for _ in 0..self.numbers.value(count) {
            let id = self.take("the number of a collective")?;
            layout.groups.push(Group { id: Some(id), ..Group::default() });
            let Some(group) = layout.groups.last_mut() else { break };
            self.group(group)?;
        }
        Ok(())
    }

    fn group(&mut self, group: &mut Group) -> Result<(), &'static str> {
        let count = self.take("the number of communicator sizes")?;
        group.count = Some(count);
        for _ in 0..self.numbers.value(count) {
            let size = self.take("a communicator size")?;
            group.blocks.push(Block { size: Some(size), ..Block::default() });
            let Some(block) = group.blocks.last_mut() else { break };
            let rows = self.take("the number of rows")?;
            block.count = Some(rows);
            for _ in 0..self.numbers.value(rows) {
                let row = self.row()?;
                block.rows.push(row);
            }
        }
        Ok(())
    }

    fn row(&mut self) -> Result<Row, &'static str> {
        let first = self.take("the bytes of a row")?;
        self.take("the algorithm of a row")?;
        self.take("the fanout of a row")?;
        let last = self.take("the segment size of a row")?;
        let is_fifth = self.numbers.has_requests() && self.is_on_line(last);
        self.next += usize::from(is_fifth);
        Ok(Row { first, length: self.next - first })
    }

    /// True if only blanks stand between a number and the next, which begins with a digit.
    fn is_on_line(&self, index: usize) -> bool {
        let (Some(this), Some(next)) = (self.numbers.get(index), self.numbers.get(index + 1)) else { return false };
        let between = self.source.get(this.span.end..next.span.start).unwrap_or(b"#");
        let is_digit = self.source.get(next.span.start).is_some_and(u8::is_ascii_digit);
        !between.is_empty() && between.iter().all(|byte| b" \t".contains(byte)) && is_digit
    }
}

/// The layout by lines: a line of four or five numbers is a row, one or two numbers belong to a heading. `None` if lines do
/// not show what their numbers are.
pub fn by_lines(numbers: &Numbers) -> Option<Layout> {
    let mut lines = Lines { numbers, layout: Layout::default(), pending: Vec::new(), was_row: false };
    let mut start = 0;
    for line in numbers.all.chunk_by(|one, other| one.line == other.line) {
        match line.len() {
            4 | 5 => lines.row(Row { first: start, length: line.len() })?,
            3 if lines.expects_row() => lines.row(Row { first: start, length: 3 })?,
            1..=3 => {
                lines.pending.extend(start..start + line.len());
                lines.was_row = false;
            }
            _ => return None,
        }
        start += line.len();
    }
    lines.end();
    let has_rows = |group: &Group| group.blocks.iter().any(|block| !block.rows.is_empty());
    lines.layout.groups.iter().any(has_rows).then_some(lines.layout)
}

/// A reading by lines.
struct Lines<'a> {
    numbers: &'a Numbers,
    layout: Layout,
    /// The numbers of the heading so far.
    pending: Vec<usize>,
    was_row: bool,
}

impl Lines<'_> {
    /// True if a row may follow.
    fn expects_row(&self) -> bool {
        let heading = self.pending.len() - usize::from(self.layout.count.is_none() && !self.pending.is_empty());
        self.was_row || (heading >= 2 && heading.is_multiple_of(2))
    }

    fn row(&mut self, row: Row) -> Option<()> {
        if !self.pending.is_empty() {
            self.heading();
        }
        self.was_row = true;
        self.layout.groups.last_mut()?.blocks.last_mut()?.rows.push(row);
        Some(())
    }

    /// Tells what the numbers before a row are: pairs of a communicator size and a number of rows, or of a collective and a
    /// number of communicator sizes.
    fn heading(&mut self) {
        let mut pending = std::mem::take(&mut self.pending);
        let whole = pending.clone();
        if self.layout.count.is_none() {
            self.layout.count = Some(pending.remove(0));
        }
        if pending.len() % 2 == 1 || pending.is_empty() {
            self.layout.unclear.extend(whole.first().zip(whole.last()).map(|(first, last)| *first..last + 1));
        }
        if pending.len() % 2 == 1 {
            let first = pending.remove(0);
            if pending.is_empty() {
                self.block(Some(first), None);
                return;
            }
            self.layout.groups.push(Group { id: Some(first), ..Group::default() });
        }
        let pairs: Vec<(usize, usize)> =
            pending.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?))).collect();
        let Some((&(size, count), before)) = pairs.split_last() else {
            self.block(None, None);
            return;
        };
        for &(first, second) in before {
            self.pair(first, second);
        }
        self.block(Some(size), Some(count));
    }

    /// Adds a pair after which no row stands: a block without rows, or the beginning of a collective.
    fn pair(&mut self, first: usize, second: usize) {
        let is_block = self.layout.groups.last().is_some_and(|group| {
            let said = group.count.map_or(0, |count| self.numbers.value(count));
            let last = group.blocks.last().and_then(|block| block.size).map_or(-1, |size| self.numbers.value(size));
            i64::try_from(group.blocks.len()).is_ok_and(|blocks| blocks < said) && self.numbers.value(first) > last
        });
        if is_block {
            self.block(Some(first), Some(second));
        } else {
            self.layout.groups.push(Group { id: Some(first), count: Some(second), blocks: Vec::new() });
        }
    }

    fn block(&mut self, size: Option<usize>, count: Option<usize>) {
        if self.layout.groups.is_empty() {
            self.layout.groups.push(Group::default());
        }
        if let Some(group) = self.layout.groups.last_mut() {
            group.blocks.push(Block { size, count, rows: Vec::new() });
        }
    }

    /// Takes the numbers after the last row: they are in order if the last of them is a count of 0, and too many if not.
    fn end(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        let is_empty_block = pending.last().is_some_and(|&last| self.numbers.value(last) == 0);
        if !is_empty_block || pending.len() % 2 == 1 {
            self.layout.trailing = pending.first().copied();
            return;
        }
        for pair in pending.chunks_exact(2) {
            if let [first, second] = *pair {
                self.pair(first, second);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::openmpi::numbers::read;
    use logpine_text::fault::Faults;

    fn layouts(text: &str) -> (Layout, Option<Layout>) {
        let numbers = read(text.as_bytes(), &mut Faults::new(text.as_bytes()));
        (by_order(&numbers, text.as_bytes()), by_lines(&numbers))
    }

    #[test]
    fn both_agree_on_tidy_files() {
        let (order, lines) = layouts("2\n7\n2\n8\n1\n0 6 0 0\n9\n2\n0 1 0 0\n8 2 3 4\n11\n1\n4 0\n");
        assert_eq!(lines, Some(order.clone()));
        assert_eq!((order.groups.len(), order.missing, order.trailing), (2, None, None));
    }

    #[test]
    fn lines_show_what_was_meant() {
        // The count of rows is too large by one, as in the example of the official tuner.
        let (order, lines) = layouts("1\n7\n2\n2\n1\n 4\n2\n0 1 0 0\n8\n3\n0 6 0 0\n9 6 0 0\n");
        assert!(order.trailing.is_some());
        let lines = lines.expect("tidy");
        assert_eq!(lines.groups[0].blocks.iter().map(|block| block.rows.len()).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn the_fifth_number_stands_on_the_same_line() {
        let (order, _) = layouts("rule-file-version-2\n1\n3\n1\n4\n2\n0 4 0 0 8\n9 1 0 0\n");
        assert_eq!((order.missing, order.groups[0].blocks[0].rows[0].length), (None, 5));
        let (order, _) = layouts("rule-file-version-2\n1\n3\n1\n4\n2\n0 4 0 0\n9 1 0 0\n");
        assert_eq!((order.missing, order.groups[0].blocks[0].rows[0].length), (None, 4));
    }
}
