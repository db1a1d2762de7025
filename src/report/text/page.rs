//! A report for people as data: the finding first, then facts, tables and notes.

use super::detail::{COLUMNS, indented, wrapped_to};
use super::table::Table;
use std::fmt::Write as _;

/// A part of a report.
enum Block {
    /// What limits the report.
    Warning(String),
    /// The finding.
    Headline(String),
    /// Short facts of one line, below a headline.
    Facts(Vec<String>),
    /// A table.
    Table(Table),
    /// A sentence on the block before it.
    Note(String),
    /// A sentence of its own.
    Line(String),
    /// Lines that stay as they are.
    Plain(String),
}

/// A report: blocks in the order in which people read them.
#[cfg_attr(test, derive(Default))]
pub struct Page {
    blocks: Vec<Block>,
}

impl Page {
    /// A page with what limits the report.
    pub fn warned(warnings: &[String]) -> Self {
        Self { blocks: warnings.iter().cloned().map(Block::Warning).collect() }
    }

    /// Adds a finding. `found` is the winner, `mark` stands behind it, such as `optimal`.
    pub fn headline(&mut self, title: &str, found: &str, mark: &str) {
        let mark = if mark.is_empty() { String::new() } else { format!("   ({mark})") };
        self.blocks.push(Block::Headline(format!("{title}: {found}{mark}")));
    }

    /// Adds a line of short facts, those that are not empty.
    pub fn facts(&mut self, facts: impl IntoIterator<Item = String>) {
        let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        if !facts.is_empty() {
            self.blocks.push(Block::Facts(facts));
        }
    }

    /// Adds a table.
    pub fn table(&mut self, table: Table) {
        if !table.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    /// Adds a sentence on the block before it, unless it is empty.
    pub fn note(&mut self, note: impl Into<String>) {
        self.push(Block::Note, note.into());
    }

    /// Adds a sentence of its own, unless it is empty.
    pub fn line(&mut self, line: impl Into<String>) {
        self.push(Block::Line, line.into());
    }

    /// Adds lines that stay as they are, unless there are none.
    pub fn plain(&mut self, lines: impl Into<String>) {
        self.push(Block::Plain, lines.into());
    }

    fn push(&mut self, block: fn(String) -> Block, text: String) {
        if !text.is_empty() {
            self.blocks.push(block(text));
        }
    }

    /// The page as text, no wider than a report.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (index, block) in self.blocks.iter().enumerate() {
            if index > 0 && is_apart(&self.blocks[index - 1], block) {
                text.push('\n');
            }
            text += &block.text();
        }
        text
    }
}

/// True if a blank line divides two blocks.
const fn is_apart(before: &Block, block: &Block) -> bool {
    match block {
        Block::Warning(_) | Block::Facts(_) | Block::Note(_) => false,
        Block::Headline(_) => !matches!(before, Block::Warning(_)),
        Block::Line(_) => !matches!(before, Block::Line(_)),
        Block::Table(_) | Block::Plain(_) => true,
    }
}

impl Block {
    fn text(&self) -> String {
        match self {
            Self::Warning(words) => wrapped_to(&format!("warning: {words}\n"), COLUMNS),
            Self::Headline(words) | Self::Line(words) => indented(words, 0, 2),
            Self::Facts(facts) => facts_in_lines(facts),
            Self::Table(table) => table.to_string(),
            Self::Note(words) => indented(&format!("  {words}"), 2, 4),
            Self::Plain(lines) => lines.clone(),
        }
    }
}

/// Facts with a dot between two, on as many lines as they take.
fn facts_in_lines(facts: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for fact in facts {
        let length = fact.chars().count() + 3;
        if column > 0 && column + length <= COLUMNS {
            let _ = write!(text, " · {fact}");
            column += length;
        } else {
            text += if column > 0 { "\n  " } else { "  " };
            text += fact;
            column = length - 1;
        }
    }
    text.push('\n');
    wrapped_to(&text, COLUMNS)
}

#[cfg(test)]
mod tests {
    use super::Page;
    use crate::report::text::Table;

    #[test]
    fn blocks_have_blank_lines_where_people_pause() {
        let mut page = Page::warned(&["old data".to_owned()]);
        page.headline("Best tree", "flat", "optimal");
        page.facts(["5 µs", "", "height 1"].map(str::to_owned));
        let mut table = Table::new(["tree", "time"]);
        table.row(["flat", "5 µs"].map(str::to_owned));
        page.table(table);
        page.table(Table::new([]));
        page.note("left out: none");
        page.line("Predicted.");
        page.line("Proof.");
        let text = "warning: old data\nBest tree: flat   (optimal)\n  5 µs · height 1\n\n  tree   time\n  flat   5 µs\n  left out: \
                    none\n\nPredicted.\nProof.\n";
        assert_eq!(page.text(), text);
    }

    #[test]
    fn facts_go_to_further_lines() {
        let mut page = Page::default();
        page.facts((0..9).map(|_| "a fact of some length".to_owned()));
        let text = page.text();
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.starts_with("  a fact")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}
