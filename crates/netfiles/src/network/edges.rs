//! Lists of links, one per line.

use super::draft::{Draft, NodeKind, Times, mixed, unknown_key};
use logpine_network::LinkKind;
use logpine_text::excerpt::short;
use logpine_text::placed::Found;
use logpine_text::suggest;
use std::ops::Range;

/// The meaning of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    From,
    To,
    Time(&'static str),
    /// The kind of the link: directed or undirected.
    Kind,
    Other,
}

/// The separator of words in all lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Separator {
    Blanks,
    Character(char),
}

impl Separator {
    /// The separator of a line.
    fn of(line: &str) -> Self {
        [',', ';'].into_iter().find(|&mark| line.contains(mark)).map_or(Self::Blanks, Self::Character)
    }
}

/// A word of a line.
#[derive(Clone)]
struct Word<'a> {
    text: &'a str,
    span: Range<usize>,
}

const TWO_NAMES: &str =
    "a list of links has two names a line, or begins with a line such as `from to latency bandwidth`";

const FROM: [&str; 7] = ["from", "source", "src", "origin", "node1", "node_1", "from_node"];
const TO: [&str; 8] = ["to", "target", "dst", "dest", "destination", "node2", "node_2", "to_node"];

/// Reads a list of links. Words are separated by blanks, or by commas or semicolons if the first line has them; the first
/// two are the nodes of a link. `#` and `%` begin comments. If the first line names columns (`from`, `to`, `latency`,
/// `per_byte`, `bandwidth`, and `type`: `directed` or `undirected`), it gives the meaning of the words; otherwise all lines have
/// the same number of words, and those after the second are numbers, which are left out with a note. Attributes in braces after
/// the nodes, in the notation of Python dictionaries, are always left out.
///
/// Lines that begin with `#!` add information that the links do not give: `#! directed`; `#! endpoints 16`, if the first 16
/// nodes run processes; and `#! node a`, a node without links.
pub(super) fn read(text: &str) -> Result<Draft, Found> {
    let mut draft = Draft::new(LinkKind::Undirected);
    let mut columns: Option<Columns> = None;
    let mut kind = None;
    let mut endpoints = None;
    for Line { words, span, is_directive } in lines(text) {
        if is_directive {
            endpoints = directive(&words, &mut draft, &mut kind, span)?.or(endpoints);
            continue;
        }
        let columns = match &mut columns {
            Some(columns) => columns,
            none => match header(&words)? {
                Some(named) => {
                    unread(&mut draft, &words, &named);
                    *none = Some(Columns { named, are_named: true });
                    continue;
                }
                None => none.insert(Columns::unnamed(words.len())),
            },
        };
        columns.check(&words)?;
        link(&mut draft, &words, &columns.named, span.end)?;
        same_kind(&mut kind, &words, &columns.named)?;
    }
    if let Some(Columns { named, are_named: false }) = &columns
        && named.len() > 2
    {
        draft.note(
            "the numbers behind the two nodes of each line are not read; a first line such as `from to bandwidth` says what they are"
                .to_owned(),
        );
    }
    draft.set_kind(kind.unwrap_or_default());
    draft.sort_numbers();
    if let Some(Word { text, span }) = endpoints {
        let count = text.parse::<usize>().ok().filter(|count| (1..=draft.nodes()).contains(count));
        let what = || format!("a number of endpoints; write 1 to {}, the number of nodes", draft.nodes());
        let count = count.ok_or_else(|| Found::wrong(span, text, &what()))?;
        for switch in (0u32..).take(draft.nodes()).skip(count) {
            draft.set_node_kind(switch, NodeKind::Switch);
        }
    }
    Ok(draft)
}

/// The columns of all lines.
struct Columns {
    named: Vec<Column>,
    /// True if the first line names them.
    are_named: bool,
}

impl Columns {
    /// The columns of lines of so many words without names: two nodes, and numbers.
    fn unnamed(words: usize) -> Self {
        let named = [Column::From, Column::To].into_iter().chain(std::iter::repeat(Column::Other));
        Self { named: named.take(words.max(2)).collect(), are_named: false }
    }

    /// Refuses lines that only a list of something else has.
    fn check(&self, words: &[Word]) -> Result<(), Found> {
        let span = || words.first().map_or(0, |word| word.span.start)..words.last().map_or(0, |word| word.span.end);
        let columns = self.named.len();
        // Values at the end of a line may be left out only if their columns have names.
        let is_even = if self.are_named { words.len() <= columns } else { words.len() == columns };
        // A line of a single word is a link without its second node.
        if !is_even && words.len() > 1 {
            let (others, way_out) = if self.are_named {
                ("the first line names", "name a column for each, or leave them out")
            } else {
                ("the lines before have", TWO_NAMES)
            };
            let found = words.len();
            return Err(Found::new(
                span(),
                format_args!("this line has {found} words, and {others} {columns}: {way_out}"),
            ));
        }
        if self.are_named {
            return Ok(());
        }
        let is_setting = |word: &&Word| word.text.contains('=') || word.text.ends_with(':');
        let is_no_number = |word: &&Word| !word.text.is_empty() && word.text.parse::<f64>().is_err();
        let strange = words.iter().take(2).find(is_setting).or_else(|| words.iter().skip(2).find(is_no_number));
        match strange {
            None => Ok(()),
            Some(word) => Err(Found::wrong(word.span.clone(), word.text, &format!("part of a link; {TWO_NAMES}"))),
        }
    }
}

/// True for a text whose every line is one of a list of links.
pub(super) fn is_list(text: &str) -> bool {
    let mut columns: Option<Columns> = None;
    let mut links = 0;
    for Line { words, is_directive, .. } in lines(text) {
        if is_directive {
            let first = words.first().map(|word| word.text);
            links += usize::from(first.is_some_and(|word| ["directed", "endpoints", "node"].contains(&word)));
            continue;
        }
        if columns.is_none() {
            // A misspelt column is one of a list of links, too.
            let named = header(&words).unwrap_or_else(|_| Some(Vec::new()));
            if named.is_some() {
                return true;
            }
        }
        let columns = columns.get_or_insert_with(|| Columns::unnamed(words.len()));
        if words.len() < 2 || columns.check(&words).is_err() {
            return false;
        }
        links += 1;
    }
    links > 0
}

/// Notes the columns that seem to say what a link carries, and are not read.
fn unread(draft: &mut Draft, words: &[Word], columns: &[Column]) {
    for (word, _) in words.iter().zip(columns).filter(|(_, column)| **column == Column::Other) {
        draft.unread(word.text);
    }
}

/// A line that is not empty: its words, and the place of what is read.
struct Line<'a> {
    words: Vec<Word<'a>>,
    span: Range<usize>,
    /// True if it begins with `#!`, which is no word.
    is_directive: bool,
}

/// The lines, without line ends, byte order mark, attributes and comments.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut separator = None;
    text.split_inclusive('\n').filter_map(move |line| {
        let line = line.trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}');
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let placed = |line: &str| start..start + line.len();
        if let Some(rest) = line.trim_start().strip_prefix("#!") {
            let words = words(rest, start + line.len() - rest.len(), Separator::Blanks);
            return Some(Line { words, span: placed(line), is_directive: true });
        }
        let line = without_attributes(line).split(['#', '%']).next().unwrap_or_default();
        if line.trim().is_empty() {
            return None;
        }
        let words = words(line, start, *separator.get_or_insert_with(|| Separator::of(line)));
        Some(Line { words, span: placed(line), is_directive: false })
    })
}

/// The line up to the brace of a dictionary after two nodes.
fn without_attributes(line: &str) -> &str {
    let is_separator = |character: char| character.is_whitespace() || matches!(character, ',' | ';');
    let opens = |&(at, _): &(usize, &str)| {
        line[..at].ends_with(is_separator) && line[..at].split(is_separator).filter(|word| !word.is_empty()).count() > 1
    };
    // Braces without two nodes before them may be part of names; only the first few are checked.
    line.match_indices('{').take(4).find(opens).map_or(line, |(at, _)| &line[..at])
}

fn words(line: &str, start: usize, separator: Separator) -> Vec<Word<'_>> {
    let word = |text: &str| (text.as_ptr() as usize - line.as_ptr() as usize, text.len());
    let separated: Vec<&str> = match separator {
        Separator::Blanks => line.split_whitespace().collect(),
        Separator::Character(mark) => line.split(mark).map(str::trim).collect(),
    };
    let placed = |text| {
        let (at, length) = word(text);
        Word { text, span: start + at..start + at + length }
    };
    separated.into_iter().map(placed).collect()
}

/// Reads `directed`, `node NAME`, or `endpoints N`, and returns the number of the latter.
fn directive<'a>(
    words: &[Word<'a>],
    draft: &mut Draft,
    kind: &mut Option<LinkKind>,
    line: Range<usize>,
) -> Result<Option<Word<'a>>, Found> {
    match words {
        [Word { text: "directed", .. }] => {
            *kind = Some(LinkKind::Directed);
            Ok(None)
        }
        [Word { text: "node", .. }, name] => {
            draft.mention(name.text, name.span.clone());
            Ok(None)
        }
        [Word { text: "endpoints", .. }, count] => Ok(Some(count.clone())),
        _ => {
            let found = words.first().map_or_else(|| "nothing".to_owned(), |word| format!("`{}`", short(word.text)));
            Err(Found::unexpected(line, "`directed`, `endpoints N` or `node NAME` behind `#!`", &found))
        }
    }
}

/// The columns, if the line names them.
fn header(words: &[Word]) -> Result<Option<Vec<Column>>, Found> {
    let is = |names: &[&str], word: &Word| names.contains(&word.text.to_lowercase().as_str());
    if !(words.iter().any(|word| is(&FROM, word)) && words.iter().any(|word| is(&TO, word))) {
        return Ok(None);
    }
    let column = |word: &Word| {
        let name = word.text.to_lowercase();
        match Times::KEYS.into_iter().find(|key| *key == name) {
            Some(key) => Ok(Column::Time(key)),
            None if is(&FROM, word) => Ok(Column::From),
            None if is(&TO, word) => Ok(Column::To),
            None if name == "type" => Ok(Column::Kind),
            // Other tools have columns of their own, but a misspelt time must not be ignored.
            None if suggest::nearest(&name, Times::KEYS).is_some() => {
                Err(unknown_key("column", word.text, &Times::KEYS, word.span.clone()))
            }
            None => Ok(Column::Other),
        }
    };
    words.iter().map(column).collect::<Result<Vec<Column>, Found>>().map(Some)
}

/// Reads the kind of the links from its column; all links must have the same kind.
fn same_kind(kind: &mut Option<LinkKind>, words: &[Word], columns: &[Column]) -> Result<(), Found> {
    let Some((_, word)) = columns.iter().zip(words).find(|(column, _)| **column == Column::Kind) else { return Ok(()) };
    let found = match word.text.to_lowercase().as_str() {
        "directed" => LinkKind::Directed,
        "undirected" | "mutual" => LinkKind::Undirected,
        // Other tools have types with another meaning.
        _ => return Ok(()),
    };
    match *kind.get_or_insert(found) {
        others if others == found => Ok(()),
        others => {
            let others = if others == LinkKind::Directed { "directed" } else { "undirected" };
            Err(Found::new(word.span.clone(), mixed(others)))
        }
    }
}

/// Reads one link.
fn link(draft: &mut Draft, words: &[Word], columns: &[Column], end: usize) -> Result<(), Found> {
    let named = |column| columns.iter().position(|&other| other == column).and_then(|index| words.get(index));
    let name = |column| match named(column) {
        Some(word) if !word.text.is_empty() => Ok(word),
        _ => Err(Found::unexpected(end..end, "the names of two nodes", "one")),
    };
    let (from, to) = (name(Column::From)?, name(Column::To)?);
    let mut times = Times::default();
    for (column, word) in columns.iter().zip(words).filter(|(_, word)| !word.text.is_empty()) {
        if let Column::Time(key) = column {
            times.set(key, word.text, &word.span)?;
        }
    }
    let ends = [from, to].map(|word| draft.mention(word.text, word.span.clone()));
    draft.link(ends[0], ends[1], times, from.span.start.min(to.span.start)..from.span.end.max(to.span.end));
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::network::{NetworkFormat, PlacedError, write};
    use logpine_network::{LinkKind, Network};

    fn read(text: &str) -> Result<Network, PlacedError> {
        NetworkFormat::Edges.read(text, "test")
    }

    /// Links with the names of their nodes.
    fn links(text: &str) -> Result<Vec<[String; 2]>, PlacedError> {
        let network = read(text)?;
        Ok(network.links().iter().map(|link| [link.from, link.to].map(|node| network.label(node))).collect())
    }

    #[test]
    fn attributes_in_braces_are_not_read() -> Result<(), PlacedError> {
        let expected = [["0", "1"], ["1", "2"]];
        for text in [
            "0 1 {}\n1 2 {}\n",
            "0 1 {'weight': 1, 'color': 2}\n1 2 {'weight': 1, 'color': 2}\n",
            "0 1 {'color': '#ff0000'}\n1 2 {'of': {'a': 1, 'b': 2}}\n",
            "0,1,{'weight': 1, 'color': 2}\n1,2,{'weight': 1}\n",
            "0;1;{'weight': 1, 'color': 2}\n1;2;{}\n",
        ] {
            assert_eq!(links(text)?, expected, "{text}");
        }
        // Braces may be part of names.
        assert_eq!(links("{a} {b}\n{b} c{d}\n")?, [["{a}", "{b}"], ["{b}", "c{d}"]]);
        Ok(())
    }

    #[test]
    fn what_separates_the_first_line_separates_all() -> Result<(), PlacedError> {
        assert_eq!(links("a b\nb c,d\n")?, [["a", "b"], ["b", "c,d"]]);
        assert_eq!(links("# no header, yet\na b ; c d\n")?, [["a b", "c d"]]);
        assert!(read("a, b\nb c\n").is_err());
        Ok(())
    }

    #[test]
    fn a_network_without_links_is_written_and_read_back() -> Result<(), PlacedError> {
        let single = read("#! node a\n")?;
        assert_eq!((single.nodes(), single.label(0)), (1, "a".to_owned()));
        assert_eq!(read(&write::edges(&single))?.label(0), "a");
        let switch = read("#! node 2\n#! endpoints 2\n0 1\n")?;
        assert_eq!((switch.nodes(), switch.endpoints()), (3, 2));
        assert_eq!(read(&write::edges(&switch))?.nodes(), 3);
        Ok(())
    }

    #[test]
    fn headers_of_other_tools_are_read() -> Result<(), PlacedError> {
        for header in ["source destination", "Source\tTarget", "origin destination", "node_1 node_2"] {
            assert_eq!(links(&format!("{header}\na b\n"))?, [["a", "b"]], "{header}");
        }
        assert_eq!(links("Source;Target;Weight\na;b;1\n")?, [["a", "b"]]);
        Ok(())
    }

    #[test]
    fn types_say_whether_links_are_directed() -> Result<(), PlacedError> {
        let kind = |text: &str| read(text).map(|network| network.kind());
        assert_eq!(kind("Source,Target,Type,Weight\na,b,Directed,1\nb,a,Directed,1\n")?, LinkKind::Directed);
        assert_eq!(kind("Source,Target,Type\na,b,Undirected\n")?, LinkKind::Undirected);
        assert_eq!(kind("Source,Target,Type\na,b,fiber\n")?, LinkKind::Undirected);
        let mixed = read("Source;Target;Type\na;b;Directed\nb;a;Undirected\n").map_err(|error| error.message);
        assert!(mixed.is_err_and(|message| message.starts_with("the other links are directed;")));
        assert!(read("#! directed\nfrom to type\na b undirected\n").is_err());
        Ok(())
    }
}
