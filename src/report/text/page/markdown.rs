//! A report as Markdown.

use super::super::detail::harmless;
use super::{Block, Page};

impl Page {
    /// The blocks one below the other, with a blank line between two.
    pub(super) fn markdown(&self) -> String {
        let blocks: Vec<String> = self.blocks.iter().map(Block::markdown).collect();
        harmless(&(blocks.join("\n\n") + "\n")).into_owned()
    }
}

impl Block {
    fn markdown(&self) -> String {
        match self {
            Self::Warning(words) => format!("> **Warning:** {words}"),
            Self::Headline(words) => format!("**{words}**"),
            Self::Facts(facts) => facts.join(" · "),
            Self::Table(table) => table.markdown(),
            Self::Note("", words) | Self::Line("", words) => words.clone(),
            Self::Note(heading, words) | Self::Line(heading, words) => format!("{heading}: {words}"),
            Self::Plain(lines) | Self::Drawing { plain: lines, .. } => format!("```text\n{}\n```", lines.trim_end()),
            Self::Next(command) => format!("```sh\n{}\n```", command.in_one_line()),
        }
    }
}
