//! Dynamic rules files of coll/han, the component of Open MPI that serves communicators which span nodes.
//!
//! ```text
//! 1                     # collectives
//! bcast
//! 1                     # topology levels
//! global_communicator   # or intra_node, inter_node, or 0, 1, 2
//! 1                     # configurations
//! 1                     # first configuration: from 1 on
//! 2                     # rows
//! 0 tuned               # from 0 bytes on: component
//! 65536 han
//! ```
//!
//! With any flaw HAN drops all rules of the file, and its parameters decide. Such files hold no rules of algorithms, so that
//! reports have none.

use super::c_number::octal;
use super::han_words::{Word, words};
use super::names::{self, COLLECTIVES};
use crate::files::suggestions::{Suggestions, did_you_mean};
use crate::library::{Library, Rules};
use logpine_text::excerpt::short;
use logpine_text::fault::{Faults, Report};

/// The levels of communicators, by their numbers.
pub const LEVELS: [&str; 3] = ["intra_node", "inter_node", "global_communicator"];
/// The components that serve a level; the last one came with Open MPI 6.
pub const COMPONENTS: [&str; 8] = ["self", "basic", "libnbc", "tuned", "sm", "adapt", "han", "xhc"];
/// The number of the level of whole communicators.
const GLOBAL: usize = 2;
/// The collectives for which HAN looks at rules.
const SERVED: [u64; 12] = [0, 1, 2, 3, 4, 6, 7, 9, 10, 11, 15, 16];

/// Reads a rules file of HAN, and finds its flaws; after numbers and words that do not fit their counts, nothing is read.
#[must_use]
pub fn read(source: &[u8], library: Library) -> Report<Vec<Rules>> {
    let mut flaws = Faults::new(source);
    let Some(text) = flaws.text() else { return flaws.report(None) };
    let words = words(text);
    if library == Library::OpenMpi41 {
        let start = words.first().map_or(0..0, |word| word.span.clone());
        let message = "Open MPI 4.1 gives HAN the priority 0: it serves nothing, and does not look at the file";
        let hint = "set coll_han_priority above 30 if HAN shall serve, and write numbers in place of names";
        flaws.warning(start, "han-priority", message, hint);
    }
    let (end, suggestions) = (text.len(), Suggestions::new());
    let mut file = File { words: &words, next: 0, end, library, flaws: &mut flaws, suggestions };
    // A missing number ends the reading, and has its flaw.
    let _ = file.read();
    flaws.report(Some(Vec::new()))
}

/// A file that is being read.
struct File<'a, 'b, 'c> {
    words: &'a [Word<'a>],
    next: usize,
    end: usize,
    library: Library,
    flaws: &'b mut Faults<'c>,
    suggestions: Suggestions,
}

impl<'a> File<'a, '_, '_> {
    fn read(&mut self) -> Option<()> {
        let (collectives, span) = self.number("the number of collectives")?;
        if collectives == 0 {
            self.flaws.error(
                span.clone(),
                "no-collectives",
                "no collectives: HAN drops the file",
                "write rules, or no file",
            );
        }
        for _ in 0..collectives {
            self.collective()?;
        }
        if let Some(word) = self.words.get(self.next) {
            let message = "HAN does not read from here on";
            self.flaws.warning(word.span.clone(), "trailing-numbers", message, "remove the rest, or count again");
        }
        Some(())
    }

    /// The next word.
    fn word(&mut self, role: &str) -> Option<&'a Word<'a>> {
        let word = self.words.get(self.next);
        if word.is_none() {
            let message = format!("the file ends before {role}: HAN drops all rules");
            self.flaws.error(self.end..self.end, "file-ends", message, "count what follows each count again");
        }
        self.next += 1;
        word
    }

    /// The next word as a number that is not negative.
    fn number(&mut self, role: &str) -> Option<(u64, std::ops::Range<usize>)> {
        let word = self.word(role)?;
        if let Some(number) = word.number() {
            if word.is_octal() {
                self.flaws.add(word.span.clone(), octal(word.text, i64::try_from(number).unwrap_or(i64::MAX)));
            }
            return Some((number, word.span.clone()));
        }
        let message = format!("`{}` stands where {role} belongs: HAN drops all rules", short(word.text));
        self.flaws.error(word.span.clone(), "not-a-number", message, "check the counts before it");
        None
    }

    fn collective(&mut self) -> Option<()> {
        let word = self.word("the name of a collective")?;
        let known = match word.number() {
            Some(id) => names::collective(i64::try_from(id).unwrap_or(-1)),
            None => COLLECTIVES.iter().find(|collective| collective.name == word.text),
        };
        match known {
            Some(known) if !SERVED.contains(&known.id) => {
                let message = format!("HAN has no rules for {}: these are not used", known.name);
                self.flaws.warning(word.span.clone(), "not-served", message, "remove them");
            }
            Some(_) => {}
            None => {
                let names: Vec<&str> = COLLECTIVES.iter().map(|collective| collective.name).collect();
                self.unknown(word, "unknown-collective", "collective", &names);
            }
        }
        let (levels, span) = self.number("the number of topology levels")?;
        self.none(levels, &span, "topology levels");
        for _ in 0..levels {
            self.level()?;
        }
        Some(())
    }

    /// Adds a flaw if nothing follows a count.
    fn none(&mut self, count: u64, span: &std::ops::Range<usize>, noun: &str) {
        if count == 0 {
            let message = format!("no {noun}: HAN has no rule there, and its parameters decide");
            self.flaws.warning(span.clone(), "no-rows", message, "write rules, or remove the count");
        }
    }

    fn unknown(&mut self, word: &Word<'_>, code: &'static str, noun: &str, names: &[&str]) {
        let near = self.suggestions.near(word.text, names.iter().copied());
        let message = format!("there is no {noun} `{}`: HAN drops all rules{near}", short(word.text));
        self.flaws.error(word.span.clone(), code, message, "correct the name, or check the counts before it");
    }

    fn level(&mut self) -> Option<()> {
        let word = self.word("the name of a topology level")?;
        let level = match word.number() {
            Some(id) => usize::try_from(id).ok().filter(|&id| id < LEVELS.len()),
            None => LEVELS.iter().position(|level| *level == word.text),
        };
        match level {
            None => self.unknown(word, "unknown-level", "topology level", &LEVELS),
            Some(level) if self.library == Library::OpenMpi41 && word.number().is_none() => {
                let message = "Open MPI 4.1 reads levels as numbers only: HAN drops all rules";
                let hint = ["write 0", "write 1", "write 2"][level];
                self.flaws.error(word.span.clone(), "level-name", message, hint);
            }
            Some(_) => {}
        }
        let (configurations, span) = self.number("the number of configurations")?;
        self.none(configurations, &span, "configurations");
        let mut before: Option<u64> = None;
        for _ in 0..configurations {
            let (size, span) = self.number("a configuration size")?;
            if before.is_none() && size != 1 {
                let message = format!("the first configuration size must be 1, not {size}: HAN drops all rules");
                self.flaws.error(
                    span.clone(),
                    "first-configuration",
                    message,
                    "write 1, and rows of the component for it",
                );
            }
            self.order(before, size, &span, "configuration sizes");
            before = before.max(Some(size));
            self.configuration(level)?;
        }
        Some(())
    }

    /// Adds a flaw if a size does not come after those before.
    fn order(&mut self, before: Option<u64>, size: u64, span: &std::ops::Range<usize>, noun: &str) {
        if let Some(before) = before.filter(|&before| size <= before) {
            let message =
                format!("{noun} must rise, and {size} comes after {before}: HAN looks up other rules than are meant");
            self.flaws.error(span.clone(), "descending-size", message, "sort them, each once");
        }
    }

    fn configuration(&mut self, level: Option<usize>) -> Option<()> {
        let (rows, span) = self.number("the number of rows")?;
        self.none(rows, &span, "rows");
        let mut before: Option<u64> = None;
        for _ in 0..rows {
            let (bytes, span) = self.number("the bytes of a row")?;
            if before.is_none() && bytes > 1 {
                let message = format!("the first row must be for 0 bytes, not {bytes}: HAN drops all rules");
                self.flaws.error(span.clone(), "first-row", message, "put a row for 0 bytes before it");
            }
            self.order(before, bytes, &span, "sizes in bytes");
            before = before.max(Some(bytes));
            self.component(level)?;
        }
        Some(())
    }

    fn component(&mut self, level: Option<usize>) -> Option<()> {
        let word = self.word("the component of a row")?;
        let is_number = word.number().is_some();
        if is_number {
            let name = word.number().and_then(|id| COMPONENTS.get(usize::try_from(id).ok()?));
            let near = name.map(|name| did_you_mean(name)).unwrap_or_default();
            let message = format!(
                "components go by name, and not by number as `{}`: HAN drops all rules{near}",
                short(word.text)
            );
            self.flaws.error(word.span.clone(), "component-number", message, "write tuned, han, libnbc, basic or self");
        } else if !self.components().contains(&word.text) {
            self.unknown(word, "unknown-component", "component", self.components());
        } else if word.text == "han" && level.is_some_and(|level| level != GLOBAL) {
            let message = "HAN serves whole communicators only, and cannot serve this level";
            self.flaws.error(word.span.clone(), "han-level", message, "write tuned, or the level global_communicator");
        }
        self.skip_options();
        Some(())
    }

    /// The components of the release.
    fn components(&self) -> &'static [&'static str] {
        if self.library == Library::OpenMpi6 { &COMPONENTS } else { &COMPONENTS[..COMPONENTS.len() - 1] }
    }

    /// Steps over the algorithm, such as `@2`, and the sizes of segments, such as `[64 128]`.
    fn skip_options(&mut self) {
        let begins = |word: Option<&Word<'_>>, sign: char| word.is_some_and(|word| word.text.starts_with(sign));
        if begins(self.words.get(self.next), '@') {
            let is_alone = self.words.get(self.next).is_some_and(|word| word.text == "@");
            self.next += 1 + usize::from(is_alone);
        }
        if let Some(word) = self.words.get(self.next).filter(|word| word.text.starts_with('[')) {
            if self.library == Library::OpenMpi5 {
                let message = "Open MPI 5.0 takes no sizes of segments here: HAN drops all rules";
                self.flaws.error(word.span.clone(), "segment-sizes", message, "remove the brackets");
            }
            while self.words.get(self.next).is_some_and(|word| !word.text.ends_with(']')) {
                self.next += 1;
            }
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use logpine_text::fault::Fault;
    use proptest::prelude::*;

    #[test]
    fn releases_differ() {
        let file = |level: &str, row: &str| format!("1\nbcast\n1\n{level}\n1\n1\n1\n0 {row}\n");
        let codes = |library, text: &str| -> Vec<_> {
            let faults = read(text.as_bytes(), library).faults;
            faults.iter().map(Fault::code).filter(|code| *code != "han-priority").collect()
        };
        let [named, numbered] = ["global_communicator", "2"].map(|level| file(level, "tuned"));
        assert_eq!(codes(Library::OpenMpi41, &named), ["level-name"]);
        assert_eq!((codes(Library::OpenMpi41, &numbered), codes(Library::OpenMpi5, &named)), (vec![], vec![]));
        assert_eq!(codes(Library::OpenMpi5, &file("2", "xhc")), ["unknown-component"]);
        assert_eq!(codes(Library::OpenMpi5, &file("2", "tuned @2 [64 128]")), ["segment-sizes"]);
        assert_eq!(codes(Library::OpenMpi6, &file("2", "xhc")), [""; 0]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(source: Vec<u8>, words in "((tuned|bcast|han|[0-3]|@|\\[|\\]|#|0x)[ \n]){0,40}") {
            let _ = read(&source, Library::OpenMpi5).faults.rendered(&source, std::path::Path::new("x"));
            let _ = read(words.as_bytes(), Library::OpenMpi6).faults.rendered(words.as_bytes(), std::path::Path::new("x"));
        }
    }
}
