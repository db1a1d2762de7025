//! The flaws of classic rules files, each at its place, and the rules that they are read as.

use super::*;
use crate::library::{Range, numbered};
use logpine_models::job::MpiCollective::*;
use logpine_text::place::Severity;
use proptest::prelude::*;
use std::fmt::Write;

/// The flaws of a file: code, line, column, and the beginning of the severity.
fn flaws(text: &str, library: Library) -> Vec<(&'static str, usize, usize, Severity)> {
    let report = read(text.as_bytes(), library);
    let place = |fault: &logpine_text::fault::Fault| {
        (fault.code(), fault.place.position().line, fault.place.position().column, fault.severity())
    };
    report.faults.iter().map(place).collect()
}

fn warnings(text: &str) -> Vec<(&'static str, usize, usize)> {
    let all = flaws(text, Library::OpenMpi41);
    assert!(all.iter().all(|flaw| flaw.3 == Severity::Warning), "{text}: {all:?}");
    all.into_iter().map(|(code, line, column, _)| (code, line, column)).collect()
}

const SAMPLE: &str = "\
1      # collectives
7      # bcast
2      # sizes
2
2
0 6 0 0
4096 2 40 65536 # chains
17
1
0 7 0 0
";

#[test]
fn rules_are_those_of_the_library() {
    let report = read(SAMPLE.as_bytes(), Library::OpenMpi41);
    assert_eq!(warnings(SAMPLE), [("fanout-clamped", 7, 8)]);
    let rules = report.content.expect("no errors").remove(0);
    let range = |least, most| Range { least, most };
    let places: Vec<_> = rules.rules.iter().map(|rule| (rule.ranks, rule.bytes)).collect();
    let small = range(0, Some(16));
    assert_eq!(places, [(small, range(0, Some(4095))), (small, range(4096, None)), (range(17, None), Range::ALL)]);
    let chain = rules.rules[1].setting.expect("chosen");
    assert_eq!((chain.native.name, chain.fanout, chain.segment), ("chain", Some(32), Some(65_536)));
    assert!(std::ptr::eq(chain.native, numbered(Library::OpenMpi41, Bcast, 2).expect("known")));
}

/// A file with the faults of the example of the official tuner: all 72 numbers of rows are too large by one, 23 blocks do
/// not begin at 0 bytes, and one of them has no rows.
fn official() -> String {
    let mut text = String::from("12         # Number of collectives\n");
    let mut block = 0;
    for id in [0, 1, 2, 3, 4, 6, 7, 9, 11, 13, 12, 15] {
        let _ = write!(text, "{id}          # Collective ID\n6          # Number of com sizes\n");
        for size in [2, 4, 8, 16, 32, 64] {
            let rows = if (id, size) == (6, 2) {
                0
            } else if id == 6 {
                1
            } else {
                2 + block % 4
            };
            let _ = write!(text, "{size}          # Com size\n{}         # Number of msg sizes\n", rows + 1);
            if rows == 0 {
                // As in the example, the next size follows on the line.
                text += " ";
            }
            for row in 0..rows {
                let first = if block % 3 == 1 && id != 6 && block < 3 * 25 { 4 } else { 0 };
                let _ = writeln!(text, "{} 1 0 0", first + row * 64);
            }
            block += 1;
        }
    }
    text
}

#[test]
fn all_faults_of_the_official_example_are_found() {
    let text = official();
    let report = read(text.as_bytes(), Library::OpenMpi41);
    let first_rows = text.lines().filter(|line| *line == "4 1 0 0").count() as u64;
    assert_eq!(
        report.faults.errors(),
        72 + first_rows,
        "{}",
        report.faults.rendered(text.as_bytes(), std::path::Path::new("x"))
    );
    // Rows by size of the six blocks of an alltoallv.
    assert_eq!((first_rows, report.faults.warnings()), (22, 1 + 6));
    let counts = report.faults.iter().filter(|fault| fault.code() == "count-of-rows").count() as u64;
    // Of the 72 some are listed.
    assert_eq!(counts, logpine_text::fault::MOST_LISTED);
}

proptest! {
    #[test]
    fn any_bytes_are_read(source: Vec<u8>) {
        for library in super::super::names::RELEASES {
            let _ = read(&source, library).faults.rendered(&source, std::path::Path::new("x"));
        }
    }

    #[test]
    fn files_that_the_library_refuses_have_an_error(text in "(rule-file-version-2\n)?[0-3]\n7\n([0-3 ]{1,7}\n){3,9}") {
        let numbers = numbers::read(text.as_bytes(), &mut Faults::new(text.as_bytes()));
        let refusal = counts::refusal(&numbers, &by_order(&numbers, text.as_bytes()));
        let report = read(text.as_bytes(), Library::OpenMpi5);
        prop_assert!(refusal.is_none() || report.content.is_none(), "{}", text);
    }
}

#[test]
fn time_is_linear() {
    // Quadratic work would take minutes.
    for piece in
        ["1 ", "1\n", "9 6 0 0\n", "7\n1\n2\n0\n", "x", "0", "99999999999", "bcast ", "rule-file-version-2 ", "+"]
    {
        let source = piece.repeat(300_000);
        let _ = read(source.as_bytes(), Library::OpenMpi41);
        let _ = read(format!("99999999 7 99999999 2 99999999 {source}").as_bytes(), Library::OpenMpi6);
    }
}
