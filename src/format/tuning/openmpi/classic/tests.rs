//! The flaws of classic rules files, each at its place, and the rules that they are read as.

use super::*;
use crate::format::source::Severity;
use crate::library::{Range, numbered};
use crate::request::MpiCollective::*;
use proptest::prelude::*;
use std::fmt::Write;

/// The flaws of a file: code, line, column, and the beginning of the severity.
fn flaws(text: &str, library: Library) -> Vec<(&'static str, usize, usize, Severity)> {
    let report = read(text.as_bytes(), library);
    let place = |fault: &crate::format::faults::Fault| {
        (fault.code(), fault.place.position().line, fault.place.position().column, fault.severity())
    };
    report.faults.iter().map(place).collect()
}

fn errors(text: &str) -> Vec<(&'static str, usize, usize)> {
    let all = flaws(text, Library::OpenMpi41);
    all.into_iter()
        .filter(|flaw| flaw.3 == Severity::Error)
        .map(|(code, line, column, _)| (code, line, column))
        .collect()
}

fn warnings(text: &str) -> Vec<(&'static str, usize, usize)> {
    let all = flaws(text, Library::OpenMpi41);
    assert!(all.iter().all(|flaw| flaw.3 == Severity::Warning), "{text}: {all:?}");
    all.into_iter().map(|(code, line, column, _)| (code, line, column)).collect()
}

/// A file of broadcast rules for 2 ranks and more.
fn bcast(rows: &[&str]) -> String {
    format!("1\n7\n1\n2\n{}\n{}\n", rows.len(), rows.join("\n"))
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

#[test]
fn every_flaw_of_a_row_is_found_at_its_place() {
    let cases: [(&[&str], &str, usize, usize); 13] = [
        (&["8 6 0 0"], "first-row", 6, 1),
        (&["0 6 0 0", "9 1 0 0", "8 6 0 0"], "descending-bytes", 8, 1),
        (&["0 6 0 0", "9 1 0 0", "9 6 0 0"], "repeated-bytes", 8, 1),
        (&["0 10 0 0"], "unknown-algorithm", 6, 3),
        (&["0 6 0 010"], "octal", 6, 7),
        (&["0 6 0 8K"], "letters-after-number", 6, 7),
        (&["0 6 0 0", "0x9 1 0 -1"], "negative-number", 7, 9),
        (&["0 6 0 5000000000"], "too-large", 6, 7),
        (&["0 binomial 0 0", "9 6 0 0"], "missing-number", 6, 1),
        (&["0 6 0", "9 6 0 0"], "missing-number", 6, 1),
        (&["0 6 0 0 4", "9 6 0 0"], "fifth-column", 6, 9),
        (&["0 6 0 0", "9 6 0 1.5"], "digits-in-word", 7, 9),
        (&["0 6 0 0", "9 bcast6 0 0"], "digits-in-word", 7, 8),
    ];
    for (rows, code, line, column) in cases {
        let found = errors(&bcast(rows));
        assert!(found.contains(&(code, line, column)), "{rows:?}: {found:?}");
    }
}

#[test]
fn every_warning_of_a_row_is_found_at_its_place() {
    let cases: [(&[&str], &str, usize, usize); 8] = [
        (&["0 2 33 0"], "fanout-clamped", 6, 5),
        (&["0 6 3 0"], "fanout-ignored", 6, 5),
        (&["0 7 3 0"], "fanout-ignored", 6, 5),
        (&["0 0 3 0"], "fanout-ignored", 6, 5),
        (&["0 1 0 1024"], "segment-ignored", 6, 7),
        (&["0,6,0,0"], "skipped-text", 6, 2),
        (&["00 6 0 0"], "leading-zero", 6, 1),
        (&["0 6 0 0x10"], "hexadecimal", 6, 7),
    ];
    for (rows, code, line, column) in cases {
        assert_eq!(warnings(&bcast(rows)), [(code, line, column)], "{rows:?}");
    }
    assert_eq!(warnings("1\n7\n1\n5\n1\n0 6 0 0"), [("first-size", 4, 1)]);
    assert_eq!(warnings("1\n7\n1\n5\n1\n0 0 0 0"), []);
    assert_eq!(warnings("1\n6\n1\n2\n2\n0 6 0 0\n8 1 0 0"), [("barrier-bytes", 7, 1)]);
    assert_eq!(warnings("1\n4\n1\n2\n2\n0 2 0 0\n8 1 0 0"), [("barrier-bytes", 7, 1)]);
    assert_eq!(warnings("1\n9\n1\n2\n3\n0 1 0 0\n8 2 0 0\n9 1 0 0"), [("uneven-counts", 7, 1)]);
    assert_eq!(warnings("1\n15\n1\n2\n2\n0 1 0 0\n8 1 0 0"), [], "one algorithm serves all counts");
    assert_eq!(warnings("2\n7\n1\n2\n1\n0 6 0 0\n2\n0"), [("no-rows", 7, 1)]);
    assert_eq!(warnings("1\n7\n2\n2\n1\n0 6 0 0\n3\n0"), [("no-rows", 7, 1)]);
    assert_eq!(warnings("1\n7\n1\n2\n1\n0 6 0 0\n99\n3"), [("trailing-numbers", 7, 1)]);
    assert_eq!(warnings("1\n9\n1\n2\n1\n0 3 0 1024"), [], "the synchronised gather has segments");
    assert_eq!(warnings("1\n8\n1\n2\n1\n0 2 0 1024"), [("segment-ignored", 6, 7)]);
}

#[test]
fn counts_are_compared_with_what_follows() {
    let cases = [
        ("1\n7\n1\n2\n1\n0 6 0 0\n9 1 0 0\n", "count-of-rows", 5),
        ("1\n7\n2\n2\n1\n0 6 0 0\n9 1 0 0\n17\n1\n0 0 0 0\n", "count-of-rows", 5),
        ("1\n7\n1\n2\n3\n0 6 0 0\n9 1 0 0\n", "count-of-rows", 5),
        ("1\n7\n1\n2\n1\n0 6 0 0\n17\n1\n0 0 0 0\n", "count-of-sizes", 3),
        ("1\n7\n3\n2\n1\n0 6 0 0\n17\n1\n0 0 0 0\n", "count-of-sizes", 3),
        ("1\n7\n1\n2\n1\n0 6 0 0\n11\n1\n2\n1\n0 0 0 0\n", "count-of-collectives", 1),
        ("3\n7\n1\n2\n1\n0 6 0 0\n11\n1\n2\n1\n0 0 0 0\n", "count-of-collectives", 1),
    ];
    for (text, code, line) in cases {
        assert_eq!(errors(text), [(code, line, 1)], "{text}");
    }
    let report = read(b"1\n7\n2\n2\n1\n0 6 0 0\n9 1 0 0\n17\n1\n0 0 0 0\n", Library::OpenMpi41);
    let message = &report.faults[0].message();
    assert!(
        message.starts_with("1 row announced, 2 found: the library takes 9 for a communicator size, and"),
        "{message}"
    );
}

#[test]
fn the_other_flaws_have_their_places() {
    let cases = [
        ("", "empty", 1, 1),
        ("# nothing\n", "empty", 2, 1),
        ("1\n22\n1\n2\n1\n0 0 0 0\n", "unknown-collective", 2, 1),
        ("1\n5\n1\n2\n1\n0 0 0 0\n", "no-algorithms", 2, 1),
        ("2\n7\n1\n2\n1\n0 0 0 0\n7\n1\n2\n1\n0 0 0 0\n", "repeated-collective", 7, 1),
        ("1\n7\n2\n9\n1\n0 0 0 0\n8\n1\n0 0 0 0\n", "descending-size", 7, 1),
        ("1\n7\n2\n9\n1\n0 0 0 0\n9\n1\n0 0 0 0\n", "repeated-size", 7, 1),
        ("1\n11\n1\n2\n1\n0 8 0 0\n", "later-algorithm", 6, 3),
        ("1\n1\n1\n2\n1\n0 6 0 0\n", "later-algorithm", 6, 3),
        ("# x\nrule-file-version-2\n1\n7\n1\n2\n1\n0 0 0 0\n", "version-not-first", 2, 1),
        ("1\nbcast\n1\n2\n1\n0 0 0 0\n", "name-for-number", 2, 1),
        ("1\n7\n1\n17\n0 0 0 0\n", "heading", 1, 1),
        ("1 7 1 2 1 0 6 0", "file-ends", 1, 16),
        ("23\n7\n1\n2\n1\n0 0 0 0\n", "too-many", 1, 1),
        ("1\n3\n1\n2\n1\n0 5 0 0\n", "two-ranks", 6, 3),
    ];
    for (text, code, line, column) in cases {
        assert!(errors(text).contains(&(code, line, column)), "{text}: {:?}", errors(text));
    }
}

#[test]
fn the_version_line_is_new() {
    let text = "rule-file-version-2\n1\n3\n1\n2\n2\n0 4 0 0 8\n9 2 0 0\n";
    for (library, expected) in [(Library::OpenMpi41, "4.1.8"), (Library::OpenMpi5, "5.0.7")] {
        let report = read(text.as_bytes(), library);
        assert_eq!(flaws(text, library), [("version-line", 1, 1, Severity::Warning)]);
        assert!(report.faults[0].message().contains(expected));
        assert_eq!(report.content.map(|rules| rules[0].rules.len()), Some(2));
    }
    assert_eq!(flaws(text, Library::OpenMpi6), []);
    assert_eq!(flaws(&text.replace("-2", "-3"), Library::OpenMpi6), [("version-number", 1, 1, Severity::Warning)]);
}

#[test]
fn open_mpi_6_shifts_the_sizes() {
    let text = "1\n7\n3\n4\n1\n0 1 0 0\n8\n1\n0 6 0 0\n16\n1\n0 3 0 0\n";
    let report = read(text.as_bytes(), Library::OpenMpi6);
    let found: Vec<_> = report.faults.iter().map(|fault| (fault.place.position().line, fault.message())).collect();
    let start = "Open MPI 6 reads classic files shifted by a row: it uses the rows of";
    let expected =
        [(4, "4 ranks for 0 to 3 ranks"), (7, "8 ranks for 4 to 7 ranks"), (10, "16 ranks for 8 ranks and more")];
    assert_eq!(found.len(), 3);
    for ((line, message), (expected_line, end)) in found.into_iter().zip(expected) {
        assert_eq!((line, message), (expected_line, &*format!("{start} {end}")));
    }
    assert_eq!(flaws("1\n7\n1\n2\n1\n0 6 0 0\n", Library::OpenMpi6), []);
}

#[test]
fn headings_without_rows_are_errors_where_the_library_needs_them() {
    assert_eq!(errors("2\n7\n1\n2\n1\n0 6 0 0\n11\n1\n2\n1\n").last(), Some(&("unfinished-heading", 7, 1)));
}

#[test]
fn an_error_after_a_warning_about_the_same_counts() {
    assert!(read(bcast(&["00 6 0 010"]).as_bytes(), Library::OpenMpi41).content.is_none());
}

#[test]
fn numbers_need_no_lines() {
    let text = "1 7 2 2 2 0 6 0 0 4096 2 3 65536 17 1 0 0 0 0";
    assert_eq!(warnings(text), []);
    assert_eq!(read(text.as_bytes(), Library::OpenMpi41).content.map(|rules| rules[0].rules.len()), Some(3));
    let wrong = flaws("1 7 2 2 1 0 6 0 0 4096 2 3 65536 17 1 0 0 0 0", Library::OpenMpi41);
    let expected = [("no-lines", 1, 26, Severity::Warning), ("first-row", 1, 26, Severity::Error)];
    assert_eq!(wrong, expected);
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
    assert_eq!(counts, crate::format::faults::MOST_LISTED);
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
