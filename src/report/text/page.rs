//! A report for people as data: the finding first, then facts, tables and notes. Plain text, terminals and Markdown are its looks.

mod markdown;

use super::detail::{COLUMNS, harmless, indented, wrapped_to};
use super::next::CommandLine;
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
    /// A sentence on the block before it, with the word that begins it.
    Note(&'static str, String),
    /// A sentence of its own, with the word that begins it.
    Line(&'static str, String),
    /// Lines that stay as they are.
    Plain(String),
    /// Lines that stay as they are, and the same with colours of their own.
    Drawing { plain: String, coloured: String },
    /// The command that likely comes next.
    Next(CommandLine),
}

/// The look of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Text without colours, at most 100 columns wide.
    Plain,
    /// Text with colours, at most as wide as the terminal.
    Terminal {
        /// The columns of the terminal.
        columns: usize,
    },
    /// Markdown.
    Markdown,
}

/// The fewest columns of a report, on however narrow a terminal.
const FEWEST_COLUMNS: usize = 60;

impl Look {
    fn columns(self) -> usize {
        match self {
            Self::Terminal { columns } => columns.clamp(FEWEST_COLUMNS, COLUMNS),
            Self::Plain | Self::Markdown => COLUMNS,
        }
    }
}

/// Escape sequences of terminals.
mod colour {
    pub const BOLD: &str = "\u{1b}[1m";
    pub const DIM: &str = "\u{1b}[2m";
    pub const GREEN: &str = "\u{1b}[32m";
    pub const YELLOW: &str = "\u{1b}[33m";
    pub const CYAN: &str = "\u{1b}[36m";
    pub const RESET: &str = "\u{1b}[0m";
}

/// A report: blocks in the order in which people read them.
#[derive(Default)]
pub struct Page {
    blocks: Vec<Block>,
}

impl Page {
    /// A page with what limits the report.
    pub fn warned(warnings: &[String]) -> Self {
        let mut page = Self::default();
        page.warnings(warnings);
        page
    }

    /// Adds what limits the report.
    pub fn warnings(&mut self, warnings: &[String]) {
        self.blocks.extend(warnings.iter().cloned().map(Block::Warning));
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
        self.push(|text| Block::Note("", text), note.into());
    }

    /// Adds what a ranking leaves out, unless it is empty.
    pub fn left_out(&mut self, note: impl Into<String>) {
        self.push(|text| Block::Note("left out", text), note.into());
    }

    /// Adds a sentence of its own, unless it is empty.
    pub fn line(&mut self, line: impl Into<String>) {
        self.headed("", line);
    }

    /// Adds a sentence of its own behind a word, such as `Proof`, unless it is empty.
    pub fn headed(&mut self, heading: &'static str, line: impl Into<String>) {
        let line = line.into();
        if !line.is_empty() {
            self.blocks.push(Block::Line(heading, line));
        }
    }

    /// Adds lines that stay as they are, unless there are none.
    pub fn plain(&mut self, lines: impl Into<String>) {
        self.push(Block::Plain, lines.into());
    }

    /// Adds lines that stay as they are, and have colours on a terminal.
    pub fn drawing(&mut self, plain: String, coloured: String) {
        self.blocks.push(Block::Drawing { plain, coloured });
    }

    /// Adds the first of the commands that may come next.
    pub fn next(&mut self, commands: impl IntoIterator<Item = Option<CommandLine>>) {
        self.blocks.extend(commands.into_iter().flatten().next().map(Block::Next));
    }

    fn push(&mut self, block: fn(String) -> Block, text: String) {
        if !text.is_empty() {
            self.blocks.push(block(text));
        }
    }

    /// The page as plain text.
    pub fn text(&self) -> String {
        self.shown(Look::Plain)
    }

    /// The page in a look, without control characters of files.
    pub fn shown(&self, look: Look) -> String {
        if look == Look::Markdown {
            return self.markdown();
        }
        let mut text = String::new();
        for (index, block) in self.blocks.iter().enumerate() {
            if index > 0 && is_apart(&self.blocks[index - 1], block) {
                text.push('\n');
            }
            text += &block.text(look);
        }
        text
    }
}

/// True if a blank line divides two blocks.
const fn is_apart(before: &Block, block: &Block) -> bool {
    match block {
        Block::Warning(_) | Block::Headline(_) => !matches!(before, Block::Warning(_)),
        Block::Facts(_) | Block::Note(..) => false,
        Block::Line(..) | Block::Next(_) => !matches!(before, Block::Line(..)),
        Block::Table(_) | Block::Plain(_) | Block::Drawing { .. } => true,
    }
}

impl Block {
    fn text(&self, look: Look) -> String {
        let (is_coloured, columns) = (matches!(look, Look::Terminal { .. }), look.columns());
        let plain = match self {
            Self::Warning(words) => wrapped_to(&format!("warning: {words}\n"), columns),
            Self::Headline(words) | Self::Line("", words) => indented(words, 0, 2, columns),
            Self::Line(heading, words) => indented(&format!("{heading}: {words}"), 0, 2, columns),
            Self::Facts(facts) => facts_in_lines(facts, columns),
            Self::Table(table) => return table.text(columns, is_coloured),
            Self::Note("", words) => indented(&format!("  {words}"), 2, 4, columns),
            Self::Note(heading, words) => indented(&format!("  {heading}: {words}"), 2, 4, columns),
            Self::Plain(lines) | Self::Drawing { plain: lines, .. } if !is_coloured => lines.clone(),
            Self::Plain(lines) => lines.clone(),
            Self::Drawing { coloured, .. } => return coloured.clone(),
            Self::Next(command) => command.step(columns),
        };
        let plain = harmless(&plain);
        match self {
            _ if !is_coloured => plain.into_owned(),
            Self::Warning(_) => painted(colour::YELLOW, &plain, plain.trim_end().len()),
            Self::Headline(_) => painted(colour::BOLD, &plain, plain.trim_end().len()),
            Self::Line(heading, _) if !heading.is_empty() => painted(colour::CYAN, &plain, heading.len() + 1),
            Self::Note(heading, _) if !heading.is_empty() => painted(colour::CYAN, &plain, heading.len() + 3),
            Self::Next(_) => painted(colour::CYAN, &plain, "next:".len()),
            _ => plain.into_owned(),
        }
    }
}

/// The text with its first bytes in a colour.
fn painted(colour: &str, text: &str, length: usize) -> String {
    let (coloured, rest) = text.split_at(length);
    [colour, coloured, colour::RESET, rest].concat()
}

/// A line of a table's head, dim.
pub(super) fn dim(line: &str) -> String {
    painted(colour::DIM, line, line.len())
}

/// A line of a table's winner, green.
pub(super) fn green(line: &str) -> String {
    painted(colour::GREEN, line, line.len())
}

/// Facts with a dot between two, on as many lines as they take.
fn facts_in_lines(facts: &[String], columns: usize) -> String {
    let mut text = String::new();
    let mut column = 0;
    for fact in facts {
        let length = fact.chars().count() + 3;
        if column > 0 && column + length <= columns {
            let _ = write!(text, " · {fact}");
            column += length;
        } else {
            text += if column > 0 { "\n  " } else { "  " };
            text += fact;
            column = length - 1;
        }
    }
    text.push('\n');
    wrapped_to(&text, columns)
}

#[cfg(test)]
mod tests {
    use super::{Look, Page};
    use crate::report::text::{CommandLine, Table};

    fn page() -> Page {
        let mut page = Page::warned(&["old data".to_owned()]);
        page.headline("Best tree", "flat", "optimal");
        page.facts(["5 µs", "", "height 1"].map(str::to_owned));
        let mut table = Table::new(["tree", "vs best"]);
        table.row(["flat | star", "1.00×"].map(str::to_owned));
        page.table(table);
        page.table(Table::new([]));
        page.left_out("none");
        page.line("Predicted.");
        page.headed("Proof", "none.");
        page.next([None, CommandLine::new(["logpine", "tree"])]);
        page
    }

    #[test]
    fn blocks_have_blank_lines_where_people_pause() {
        let text = "warning: old data\nBest tree: flat   (optimal)\n  5 µs · height 1\n\n  tree          vs best\n  flat | star     1.00×\n  left out: \
                    none\n\nPredicted.\nProof: none.\nnext:  logpine tree\n";
        assert_eq!(page().text(), text);
    }

    #[test]
    fn terminals_have_colours_and_the_same_text() {
        let shown = page().shown(Look::Terminal { columns: 200 });
        let expected = "\u{1b}[33mwarning: old data\u{1b}[0m\n\u{1b}[1mBest tree: flat   (optimal)\u{1b}[0m\n  5 µs · height 1\n\n\
                        \u{1b}[2m  tree          vs best\u{1b}[0m\n\u{1b}[32m  flat | star     1.00×\u{1b}[0m\n\u{1b}[36m  left out:\u{1b}[0m \
                        none\n\nPredicted.\n\u{1b}[36mProof:\u{1b}[0m none.\n\u{1b}[36mnext:\u{1b}[0m  logpine tree\n";
        assert_eq!(shown, expected);
    }

    #[test]
    fn names_of_files_cannot_control_a_terminal() {
        let mut page = Page::default();
        page.headline("a\u{1b}[2J", "b\u{7}", "");
        page.line("c\u{1b}d");
        for look in [Look::Plain, Look::Markdown] {
            assert!(!page.shown(look).contains(['\u{1b}', '\u{7}']), "{look:?}");
        }
        assert_eq!(page.shown(Look::Terminal { columns: 80 }).matches('\u{1b}').count(), 2);
    }

    #[test]
    fn markdown_has_a_table_and_the_command_in_a_block() {
        let text = "> **Warning:** old data\n\n**Best tree: flat   (optimal)**\n\n5 µs · height 1\n\n| tree | vs best |\n|:--|--:|\n| flat \\| star | 1.00× \
                    |\n\nleft out: none\n\nPredicted.\n\nProof: none.\n\n```sh\nlogpine tree\n```\n";
        assert_eq!(page().shown(Look::Markdown), text);
    }

    #[test]
    fn facts_go_to_further_lines() {
        let mut page = Page::default();
        page.facts((0..9).map(|_| "a fact of some length".to_owned()));
        let text = page.text();
        assert!(text.lines().count() == 3 && text.lines().all(|line| line.starts_with("  a fact")), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
        let narrow = page.shown(Look::Terminal { columns: 70 });
        assert!(narrow.lines().all(|line| line.chars().count() <= 70), "{narrow}");
    }
}
