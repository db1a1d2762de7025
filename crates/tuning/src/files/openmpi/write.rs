//! Classic rules files, written so that Open MPI 4.1 and 5.0 follow exactly the rules, and choose for themselves elsewhere.

use super::names;
use super::numbers::LARGEST_SIZE;
use crate::library::{Library, Range, Rule, Rules, Setting};
use logpine_text::shell_word::without_controls;
use std::fmt::Write;

/// The smallest communicator with messages.
const SMALLEST: u64 = 2;
/// The largest number of bytes that the library reads.
const LARGEST_BYTES: u64 = i64::MAX as u64;

/// A classic rules file.
///
/// Rows of algorithm 0 leave the choice to the library before the first rule, in gaps, and after the last. `comment` stands at the top.
///
/// *Requires* the rules of each collective in the order of their ranks and bytes, ranges of ranks that are equal or do not
/// overlap, ranges of bytes that do not overlap, and each collective once. Rules out of this order are left out.
#[must_use]
pub fn classic(library: Library, all: &[Rules], comment: &str) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        let line = without_controls(line);
        push(&mut text, format_args!("{}", format!("# {line}").trim_end()));
    }
    let file = if library == Library::OpenMpi6 { "Open MPI 4.1 and 5.0" } else { library.title() };
    push(&mut text, format_args!("# Rules for coll/tuned of {file}"));
    let all: Vec<(&Rules, Vec<Block>)> = all.iter().map(|rules| (rules, blocks(&rules.rules))).collect();
    let all: Vec<_> = all.iter().filter(|(_, blocks)| !blocks.is_empty()).collect();
    line(&mut text, &all.len().to_string(), "collectives");
    for (rules, blocks) in all {
        let Some(collective) = names::of(rules.collective) else { continue };
        line(&mut text, &collective.id.to_string(), collective.name);
        line(&mut text, &blocks.len().to_string(), &format!("{}: communicator sizes", collective.name));
        for (at, block) in blocks.iter().enumerate() {
            let next = blocks.get(at + 1).map(|next| next.size - 1);
            let title = format!("{}, {}", collective.name, ranks(block.size, next));
            line(&mut text, &block.size.to_string(), &title);
            line(&mut text, &block.rows.len().to_string(), &format!("{title}: rows"));
            for Row { bytes, setting } in &block.rows {
                line(&mut text, &numbers(*bytes, *setting), &format!("{title}: {}", words(*setting)));
            }
        }
    }
    text
}

/// The rows of a communicator size.
struct Block {
    size: u64,
    rows: Vec<Row>,
}

/// A row: what is used from a size in bytes on.
struct Row {
    bytes: u64,
    setting: Option<Setting>,
}

/// The blocks of the rules of a collective, those that leave the choice to the library included.
fn blocks(rules: &[Rule]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    // The number of ranks after the last block.
    let mut next = Some(0);
    for run in rules.chunk_by(|one, other| one.ranks == other.ranks) {
        let Some(&Rule { ranks, .. }) = run.first() else { continue };
        // A communicator of one rank sends nothing.
        let size = if ranks.most.is_none_or(|most| most >= SMALLEST) { ranks.least.max(SMALLEST) } else { 1 };
        let fits = ranks.most.is_none_or(|most| most >= size) && size <= LARGEST_SIZE;
        let Some(start) = next.filter(|&next| next <= ranks.least && fits) else { continue };
        if start < size && size > SMALLEST {
            // Smaller sizes would use the first block.
            guard(&mut blocks, start.max(SMALLEST));
        }
        blocks.push(Block { size, rows: rows(run) });
        next = ranks.most.and_then(|most| most.checked_add(1));
    }
    if let Some(end) = next.filter(|&end| end > 0 && end <= LARGEST_SIZE) {
        guard(&mut blocks, end);
    }
    blocks
}

/// Adds a block in which the library chooses.
fn guard(blocks: &mut Vec<Block>, size: u64) {
    blocks.push(Block { size, rows: vec![Row { bytes: 0, setting: None }] });
}

/// The rows of rules for the same ranks.
fn rows(rules: &[Rule]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |bytes: u64, setting: Option<Setting>| {
        let is_as_before = rows.last().is_some_and(|last: &Row| last.setting.is_none() && setting.is_none());
        if !is_as_before && bytes <= LARGEST_BYTES {
            rows.push(Row { bytes, setting });
        }
    };
    let mut next = Some(0);
    for Rule { bytes: Range { least, most }, setting, .. } in rules {
        let Some(start) = next.filter(|next| next <= least) else { continue };
        // No message has 0 bytes that is worth a row.
        let least = if start == 0 && *least == 1 { 0 } else { *least };
        if start < least {
            add(start, None);
        }
        add(least, *setting);
        next = most.and_then(|most| most.checked_add(1));
    }
    if let Some(end) = next {
        add(end, None);
    }
    rows
}

/// The numbers of a row.
fn numbers(bytes: u64, setting: Option<Setting>) -> String {
    let Some(Setting { native, fanout, segment, .. }) = setting else { return format!("{bytes} 0 0 0") };
    // The radix of broadcasts is a parameter of the library, and none of the row.
    let is_in_row = native.knobs.fanout.is_some_and(|fanout| fanout.variable.is_none());
    let fanout = fanout.filter(|_| is_in_row).unwrap_or(0);
    format!("{bytes} {} {fanout} {}", native.number, segment.unwrap_or(0))
}

/// The effect of a row, in a few words.
fn words(setting: Option<Setting>) -> String {
    let Some(Setting { native, fanout, segment, .. }) = setting else { return "the library's choice".to_owned() };
    let fanout = fanout.map(|fanout| format!(", fanout {fanout}")).unwrap_or_default();
    let segment = segment.map(|segment| format!(", {} segments", size(segment))).unwrap_or_default();
    format!("{}{fanout}{segment}", native.name)
}

/// A size in its largest whole unit.
fn size(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|(power, _)| bytes > 0 && bytes.trailing_zeros() >= *power) {
        Some((power, unit)) => format!("{} {unit}", bytes >> power),
        None => format!("{bytes} B"),
    }
}

/// The ranks of a block.
fn ranks(least: u64, most: Option<u64>) -> String {
    match most {
        Some(most) if most == least => format!("{least} ranks"),
        Some(most) => format!("{least} to {most} ranks"),
        None => format!("{least} ranks and more"),
    }
}

/// Adds numbers with a comment.
fn line(text: &mut String, numbers: &str, comment: &str) {
    push(text, format_args!("{numbers:<20} # {comment}"));
}

fn push(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a text cannot fail.
    let _ = writeln!(text, "{line}");
}

#[cfg(test)]
mod tests {
    use super::super::{classic as read, tests::samples};
    use super::*;
    use crate::library::numbered;
    use logpine_models::job::MpiCollective::{self, *};
    use proptest::prelude::*;

    const FROM_16: &str = "\
# A test
# Rules for coll/tuned of Open MPI 4.1
2                    # collectives
7                    # bcast
3                    # bcast: communicator sizes
2                    # bcast, 2 to 15 ranks
1                    # bcast, 2 to 15 ranks: rows
0 0 0 0              # bcast, 2 to 15 ranks: the library's choice
16                   # bcast, 16 ranks
4                    # bcast, 16 ranks: rows
0 6 0 0              # bcast, 16 ranks: binomial
4096 0 0 0           # bcast, 16 ranks: the library's choice
65536 2 3 65536      # bcast, 16 ranks: chain, fanout 3, 64 KiB segments
1000000 0 0 0        # bcast, 16 ranks: the library's choice
17                   # bcast, 17 ranks and more
1                    # bcast, 17 ranks and more: rows
0 0 0 0              # bcast, 17 ranks and more: the library's choice
6                    # barrier
1                    # barrier: communicator sizes
2                    # barrier, 2 ranks and more
1                    # barrier, 2 ranks and more: rows
0 6 0 0              # barrier, 2 ranks and more: tree
";

    fn rule(collective: MpiCollective, ranks: (u64, Option<u64>), bytes: (u64, Option<u64>), number: u64) -> Rule {
        let native = numbered(Library::OpenMpi41, collective, number).expect("known");
        let range = |(least, most): (u64, Option<u64>)| Range { least, most };
        Rule { ranks: range(ranks), bytes: range(bytes), setting: Some(Setting::plain(native)) }
    }

    #[test]
    fn guards_stand_around_the_rules() {
        let mut chain = rule(Bcast, (16, Some(16)), (65_536, Some(999_999)), 2);
        chain.setting = chain.setting.map(|setting| Setting { fanout: Some(3), segment: Some(65_536), ..setting });
        let bcast = vec![rule(Bcast, (16, Some(16)), (1, Some(4095)), 6), chain];
        let barrier = vec![rule(Barrier, (2, None), (0, None), 6)];
        let all = [Rules { collective: Bcast, rules: bcast }, Rules { collective: Barrier, rules: barrier }];
        assert_eq!(classic(Library::OpenMpi41, &all, "A\u{7} test\n"), FROM_16);
        assert_eq!(
            classic(Library::OpenMpi5, &[], ""),
            "# Rules for coll/tuned of Open MPI 5.0\n0                    # collectives\n"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(all in samples::tidy(Library::OpenMpi5)) {
            let text = classic(Library::OpenMpi5, &all, "written by a test");
            let report = read::read(text.as_bytes(), Library::OpenMpi5);
            prop_assert_eq!(report.faults.errors(), 0, "{}\n{:?}", text, report.faults);
            // Rules are random: those of a scatter or a gather may look at sizes.
            let is_random = report.faults.iter().all(|fault| fault.code() == "uneven-counts");
            prop_assert!(is_random, "{}\n{:?}", text, report.faults);
            let read = report.content.expect("no errors");
            for rules in &all {
                let read = read.iter().find(|read| read.collective == rules.collective).expect("there");
                for ranks in samples::numbers_near(&rules.rules, |rule| rule.ranks, 2) {
                    for bytes in samples::numbers_near(&rules.rules, |rule| rule.bytes, 0) {
                        let wanted = rules.find(ranks, bytes.max(1)).and_then(|rule| rule.setting);
                        let found = read.find(ranks, bytes.max(1)).and_then(|rule| rule.setting);
                        prop_assert_eq!(found, wanted, "{} ranks, {} bytes\n{}", ranks, bytes, &text);
                    }
                }
            }
            prop_assert_eq!(classic(Library::OpenMpi5, &read, "written by a test"), text);
        }
    }
}
