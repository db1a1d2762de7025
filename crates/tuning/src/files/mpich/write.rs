//! Selection files with rules put into them.
//!
//! A file must have the choices of all collectives, and those that a release comes with depend on it: so a file of the release
//! is the base. Only the branches for communicators of one group, of the collectives that have rules, are written anew, and
//! those of a non-blocking variant where trees go through it: `MPI_Ibcast` and `MPI_Ireduce` then use these trees, too.
//! Outside the rules, and for calls that an algorithm cannot serve, the base's own branches remain.

use super::algorithms::{APART, BUILT_IN, COMMUTATIVE, ENOUGH_ELEMENTS, HIERARCHY, POWER_OF_TWO, REGULAR};
use super::chosen::{self, Chosen, Leaf};
use super::collectives::{LARGEST, non_blocking, size_condition};
use super::conditions::{Bound, Condition, Fact, PARENT};
use super::path::Path;
use super::read;
use super::release::Release;
use super::written::{Node, kept, put};
use crate::files::grid::{Row, rows_of, rules_of, written_rows};
use crate::files::json_spans::{self, Value};
use crate::library::{Library, Maker, Range, Rule, Rules, Setting, name_in_files};
use logpine_models::job::MpiCollective;
use logpine_text::place::Position;
use logpine_text::unwritable::Unwritable;

/// The base with the rules put into it, indented by four blanks.
///
/// Rules for powers of two of ranks alone count for these, whatever their range is.
///
/// # Errors
/// [`Unwritable`] if the format cannot hold the rules.
pub fn selection(library: Library, base: &str, rules: &[Rules]) -> Result<String, Unwritable> {
    if library.maker() != Maker::Mpich {
        return Unwritable::new(format!("{} has no selection files", library.title()));
    }
    let report = read::check(base.as_bytes(), library);
    if let Some(fault) = report.faults.first_error() {
        return Unwritable::new(no_base(library, fault.message(), fault.place.position()));
    }
    let Ok(document) = json_spans::parse(base) else {
        return Unwritable::new(no_base(library, "no JSON", Position { line: 1, column: 1 }));
    };
    let release = Release::of(library);
    let mut sections: Vec<(&'static str, Vec<Row>, bool)> = Vec::new();
    for collective in MpiCollective::ALL {
        let of_collective = rules.iter().filter(|rules| rules.collective == collective);
        let asked: Vec<Rule> = of_collective.flat_map(|rules| rules.rules.iter().copied()).collect();
        if asked.iter().all(|rule| rule.setting.is_none()) {
            continue;
        }
        let rows = checked_rows(library, collective, &asked)?;
        let goes_on =
            |setting: &Setting| chosen::leaves(setting, release).is_some_and(|leaves| leaves.second.is_some());
        let behind: Vec<Rule> =
            rules_of(&rows).into_iter().filter(|rule| rule.setting.as_ref().is_some_and(goes_on)).collect();
        sections.push((name_in_files(collective), handing_over(&rows, goes_on).unwrap_or(rows), false));
        if !behind.is_empty() {
            let rows = written_rows(collective, &behind)?;
            sections.push((non_blocking(collective), rows, true));
        }
    }
    let branches = document.value.members().iter().map(|member| {
        let key = super::conditions::without_blanks(&member.key);
        let section = sections.iter().find(|(name, ..)| key.strip_prefix("collective=") == Some(name));
        let node = match section {
            Some((_, rows, is_behind)) => Writer { release, rows, is_behind: *is_behind }.collective(&member.value),
            None => Node::Kept(&member.value),
        };
        (member.key.clone(), node)
    });
    let mut out = String::new();
    put(&Node::Split(branches.collect()), 0, base, &mut out);
    out.push('\n');
    Ok(out)
}

/// The refusal of a base with errors.
fn no_base(library: Library, message: &str, Position { line, column }: Position) -> String {
    let title = library.title();
    format!(
        "the base is no selection file of {title}: {message} (line {line}, column {column}); take the release's own file"
    )
}

/// The rows of the rules of a collective, if a file can have them.
fn checked_rows(library: Library, collective: MpiCollective, asked: &[Rule]) -> Result<Vec<Row>, Unwritable> {
    let release = Release::of(library);
    let mut spread = Vec::new();
    for rule in asked {
        let ranks = Range { least: if rule.ranks.least <= 1 { 0 } else { rule.ranks.least }, ..rule.ranks };
        let Some(setting) = &rule.setting else {
            spread.push(Rule { ranks, ..*rule });
            continue;
        };
        let leaves = chosen::leaves(setting, release)
            .filter(|_| setting.native.collective == collective && chosen::is_in_range(setting));
        let Some(leaves) = leaves else {
            let (title, collective) = (library.title(), collective.name());
            return Unwritable::new(format!("selection files of {title} cannot name {setting} for {collective}"));
        };
        if leaves.first.algorithm.needs & POWER_OF_TWO == 0 {
            spread.push(Rule { ranks, ..*rule });
        } else {
            let powers = (0..31).map(|power| 1u64 << power).filter(|&power| ranks.contains(power));
            spread.extend(powers.map(|power| Rule { ranks: Range { least: power, most: Some(power) }, ..*rule }));
        }
    }
    let rows = written_rows(collective, &spread)?;
    let limits = rows.iter().flat_map(|row| row.cells.iter().map(|(bytes, _)| bytes.most).chain([row.ranks.most]));
    if let Some(number) = limits.flatten().find(|&number| number > LARGEST) {
        let limit = "2147483647, the largest limit in selection files";
        return Unwritable::new(format!("{number} is above {limit}; ask for smaller sizes, or for fewer ranks"));
    }
    if size_condition(collective).is_none() && rows.iter().any(|row| row.cells.len() > 1) {
        let fault = format!("MPICH counts no bytes of {}", collective.name());
        return Unwritable::new(format!("{fault}: rules for it cannot look at sizes"));
    }
    Ok(rows)
}

/// The rows with one setting for all that hand over to the non-blocking variant.
fn handing_over(rows: &[Row], goes_on: impl Fn(&Setting) -> bool) -> Option<Vec<Row>> {
    let of = rows.iter().flat_map(|row| row.cells.iter().map(|&(bytes, setting)| (row.ranks, bytes, setting)));
    let mut first = None;
    let same = of.map(|(ranks, bytes, setting)| {
        let setting = setting.map(|setting| if goes_on(&setting) { *first.get_or_insert(setting) } else { setting });
        Rule { ranks, bytes, setting }
    });
    rows_of(&same.collect::<Vec<_>>())
}

/// Writes one collective.
struct Writer<'r> {
    release: Release,
    rows: &'r [Row],
    /// True for a non-blocking variant that others hand over to.
    is_behind: bool,
}

impl<'r> Writer<'r> {
    /// The branches of a collective, those between two groups of ranks as they were.
    fn collective<'a>(&self, base: &'a Value) -> Node<'a> {
        let intra = Path::ALL.split(Condition::Fact(Fact::Intra, true)).0.unwrap_or(Path::ALL);
        let is_intra = |key: &str| super::conditions::without_blanks(key) == "comm_type=intra";
        if base.members().iter().any(|member| is_intra(&member.key)) {
            let branch = |member: &'a json_spans::Member| {
                let node =
                    if is_intra(&member.key) { self.rows(&member.value, &intra) } else { Node::Kept(&member.value) };
                (member.key.clone(), node)
            };
            return Node::Split(base.members().iter().map(branch).collect());
        }
        let inter = ("comm_type=inter".to_owned(), Node::Kept(base));
        Node::Split(vec![("comm_type=intra".to_owned(), self.rows(base, &intra)), inter])
    }

    fn rows<'a>(&self, base: &'a Value, path: &Path) -> Node<'a> {
        let limits = self.rows.iter().map(|row| (row.ranks, row));
        split("comm_size", limits, path, Condition::Ranks, |row, path| self.cells(row, base, path))
    }

    fn cells<'a>(&self, row: &'r Row, base: &'a Value, path: &Path) -> Node<'a> {
        let collective = row.cells.iter().find_map(|(_, setting)| setting.map(|setting| setting.native.collective));
        let sizes = collective.and_then(size_condition).unwrap_or("avg_msg_size");
        let condition = if sizes == "avg_msg_size" { Condition::Average } else { Condition::Total };
        let limits = row.cells.iter().map(|(bytes, setting)| (*bytes, setting));
        split(sizes, limits, path, condition, |setting, path| self.cell(setting.as_ref(), base, path))
    }

    fn cell<'a>(&self, setting: Option<&Setting>, base: &'a Value, path: &Path) -> Node<'a> {
        let leaves = setting.and_then(|setting| chosen::leaves(setting, self.release));
        let leaf = match (leaves, self.is_behind) {
            (Some(Chosen { first, .. }), false) => Some(first),
            (Some(Chosen { second, .. }), true) => second,
            (None, _) => None,
        };
        leaf.map_or_else(|| self.kept(base, path), |leaf| self.guarded(&leaf, base, path))
    }

    /// The base's branches for the calls of a path.
    fn kept<'a>(&self, base: &'a Value, path: &Path) -> Node<'a> {
        kept(base, &path.as_before(), path.is_searched, self.release)
    }

    /// A leaf behind conditions that keep away the calls that it cannot serve.
    fn guarded<'a>(&self, leaf: &Leaf, base: &'a Value, path: &Path) -> Node<'a> {
        let guards: [(u8, Condition, bool, [&str; 2]); 6] = [
            (APART, Condition::Fact(Fact::InPlace, true), false, ["is_sendbuf_inplace=yes", "is_sendbuf_inplace=no"]),
            (COMMUTATIVE, Condition::Fact(Fact::Commutative, true), true, ["is_commutative=yes", "is_commutative=no"]),
            (REGULAR, Condition::Fact(Fact::Regular, true), true, ["is_block_regular=yes", "is_block_regular=no"]),
            (BUILT_IN, Condition::Fact(Fact::BuiltIn, true), true, ["is_op_built_in=yes", "is_op_built_in=no"]),
            (ENOUGH_ELEMENTS, Condition::Fact(Fact::FewElements, true), false, ["count<pow2", "count=any"]),
            (HIERARCHY, Condition::Kinds(PARENT), true, ["comm_hierarchy=parent", "comm_hierarchy=any"]),
        ];
        let mut path = path.clone();
        let mut around: Vec<([&str; 2], bool, Node<'a>)> = Vec::new();
        for (need, condition, is_first, keys) in guards {
            if leaf.algorithm.needs & need == 0 {
                continue;
            }
            let (yes, no) = path.split(condition);
            let (served, other) = if is_first { (yes, no) } else { (no, yes) };
            if let (Some(served), Some(other)) = (served, other) {
                around.push((keys, is_first, self.kept(base, &other)));
                path = served;
            }
        }
        let mut node = Node::Leaf { name: leaf.algorithm.full_name.to_owned(), parameters: leaf.parameters.clone() };
        while let Some(([first, second], is_first, other)) = around.pop() {
            let (before, after) = if is_first { (node, other) } else { (other, node) };
            node = Node::Split(vec![(first.to_owned(), before), (second.to_owned(), after)]);
        }
        node
    }
}

/// Branches by ranges that follow each other, from 0 to the end.
fn split<'a, T>(
    name: &str,
    ranges: impl Iterator<Item = (Range, T)>,
    path: &Path,
    condition: fn(Bound) -> Condition,
    node: impl Fn(T, &Path) -> Node<'a>,
) -> Node<'a> {
    let mut rest = path.clone();
    let mut branches = Vec::new();
    for (range, of) in ranges {
        let Some(most) = range.most.and_then(|most| i64::try_from(most).ok()) else {
            if branches.is_empty() {
                return node(of, path);
            }
            branches.push((format!("{name}=any"), node(of, &rest)));
            break;
        };
        let (yes, no) = rest.split(condition(Bound { is_below: false, number: most }));
        if let Some(yes) = yes {
            branches.push((format!("{name}<={most}"), node(of, &yes)));
        }
        let Some(no) = no else { break };
        rest = no;
    }
    Node::Split(branches)
}
