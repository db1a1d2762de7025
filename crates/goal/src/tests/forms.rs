//! The forms of the same schedule: those that the converter takes, and those that only this crate takes.

use super::{check, errors_of_form, meaning};
use logpine_collectives::schedule::{ANY, Added, Dependency, Operation};
use logpine_goal::Report;
use logpine_text::units::Time;

const PLAIN: &str = "\
num_ranks 2
rank 0 {
l1: calc 5
l2: send 10b to 1 tag 7 cpu 1 nic 2
l2 requires l1
}
rank 1 {
l1: recv 10b from 0 tag 7
}
";

#[test]
fn the_format_by_example() {
    let schedule = meaning(PLAIN.as_bytes());
    assert_eq!((schedule.ranks(), schedule.len(), schedule.dependencies()), (2, 3, 1));
    let [calculate, send] = schedule.rank(0) else { panic!("two operations") };
    assert_eq!(calculate.operation(), Operation::Calculate { time: Time::from_ticks(5000) });
    assert_eq!(send.operation(), Operation::Send { to: 1, bytes: 10, tag: 7 });
    assert_eq!((send.processor(), send.interface()), (1, 2));
    assert_eq!(schedule.dependents(0, 0).collect::<Vec<_>>(), [Dependency::Done(Added(1))]);
    assert_eq!(schedule.rank(1)[0].operation(), Operation::Receive { from: 0, bytes: 10, tag: 7 });
    let report = check(PLAIN.as_bytes());
    let counts = report.counts;
    assert_eq!((counts.ranks, counts.operations, counts.messages, counts.dependencies), (2, 3, 1, 1));
    assert_eq!(super::shorts(&report), ["cpu-order 4:1"]);
}

/// schedgen prints `MPI_ANY_TAG` as 2^64 - 1.
#[test]
fn an_unsigned_any_is_any() {
    let text = |tag: &str| PLAIN.replace("from 0 tag 7", &format!("from 0 tag {tag}"));
    let any = "18446744073709551615";
    assert_eq!(meaning(text(any).as_bytes()), meaning(text("-1").as_bytes()));
    let faults = |tag: &str| shorts(&check(text(tag).as_bytes()));
    let warned = |faults: Vec<String>| faults.into_iter().any(|fault| fault.starts_with("unsigned-any"));
    assert!(warned(faults(any)) && !warned(faults("-1")));
    assert!(faults("184467440737095516150").iter().any(|fault| fault.starts_with("number-too-large")));
}

/// The faults except the one that the plain text has itself: an operation that waits for one of another cpu.
fn shorts(report: &Report) -> Vec<String> {
    super::shorts(report).into_iter().filter(|fault| !fault.starts_with("cpu-order")).collect()
}

/// Parts of the plain text, and their replacements.
type Replacements<'a> = &'a [(&'a str, &'a str)];

/// Replaces parts of the plain text.
fn rewritten(replacements: Replacements) -> String {
    replacements.iter().fold(PLAIN.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

#[test]
fn what_the_converter_takes_is_without_fault() {
    let same: [(&str, Replacements); 13] = [
        ("a blank before b", &[("10b", "10 b")]),
        (
            "hardly any blanks",
            &[("send 10b to 1 tag 7 cpu 1 nic 2", "send10bto1tag7cpu1nic2"), ("l1: calc", "l1:calc")],
        ),
        ("many blanks", &[("l1: calc 5", "l1\t :  calc   5"), ("l2 requires l1", "l2   requires\tl1")]),
        ("trailing blanks", &[("calc 5", "calc 5 \t"), ("requires l1\n", "requires l1  \n"), ("}\n", "} \n")]),
        ("blank lines", &[("\nl2:", "\n\n\nl2:"), ("}\n", "}\n\n")]),
        ("CRLF", &[("\n", "\r\n")]),
        ("no final newline", &[("tag 7\n}\n", "tag 7\n}")]),
        ("no blank before the brace", &[("rank 0 {", "rank 0{")]),
        ("the first operation right behind the brace", &[("rank 0 {\n", "rank 0 {")]),
        (
            "comments in lines of their own",
            &[("rank 0 {\n", "// a\nrank 0 {\n// b\n/* c\nd */\n"), ("num_", "/**/num_")],
        ),
        ("other labels", &[("l1", "Begin_1"), ("l2", "requires")]),
        ("leading zeros", &[("tag 7", "tag 007"), ("to 1", "to 01")]),
        ("no labels where none are used", &[("l1: recv", "recv")]),
    ];
    for (name, replacements) in same {
        let text = rewritten(replacements);
        assert_eq!(shorts(&check(text.as_bytes())), [""; 0], "{name}: {text}");
        assert_eq!(meaning(text.as_bytes()), meaning(PLAIN.as_bytes()), "{name}: {text}");
    }
}

#[test]
fn what_only_the_converter_refuses_has_its_plain_meaning() {
    let cases: [(&str, Replacements, &[&str]); 14] = [
        ("indentation", &[("l1: calc", "  l1: calc"), ("l2 req", "\tl2 req")], &["indentation 3:1", "indentation 5:1"]),
        ("indented brace", &[("l1\n}", "l1\n }")], &["indentation 6:1"]),
        ("indented rank", &[("rank 1", " rank 1")], &["indentation 7:1"]),
        ("indented comment", &[("l1: calc", "  // x\nl1: calc")], &["indentation 3:1"]),
        ("trailing comment", &[("calc 5", "calc 5 // five")], &["trailing-comment 3:12"]),
        ("trailing old comment", &[("requires l1\n", "requires l1/* x\n */\n")], &["trailing-comment 5:15"]),
        ("comment behind a brace", &[("rank 0 {", "rank 0 { // x")], &["trailing-comment 2:10"]),
        ("comment among options", &[("tag 7 cpu", "tag 7 /* x */ cpu")], &["trailing-comment 4:25"]),
        ("operation in the rank's line", &[("rank 0 {\n", "rank 0 { ")], &["shared-line 2:10"]),
        ("brace in an operation's line", &[("0 tag 7\n}", "0 tag 7 }")], &["shared-line 8:27"]),
        ("rank in a brace's line", &[("}\nrank 1", "} rank 1")], &["shared-line 6:3"]),
        (
            "order of options",
            &[("tag 7 cpu 1 nic 2", "nic 2 cpu 1 tag 7")],
            &["option-order 4:25", "option-order 4:31"],
        ),
        (
            "forward references",
            &[("l1: calc 5\n", "l2 requires l1\nl1: calc 5\n"), ("nic 2\nl2 requires l1\n", "nic 2\n")],
            &["forward-reference 3:1", "forward-reference 3:13"],
        ),
        (
            "keywords as labels",
            &[("l1: calc", "send: calc"), ("l2: send", "rank: send"), ("l2 requires l1", "rank requires send")],
            &["keyword-label 3:1", "keyword-label 4:1", "keyword-label 5:1"],
        ),
    ];
    for (name, replacements, expected) in cases {
        let text = rewritten(replacements);
        let report = check(text.as_bytes());
        assert_eq!(shorts(&report), expected, "{name}: {text}");
        assert_eq!(errors_of_form(&report).len(), expected.len(), "{name}");
        // The one warning to both is that of the cpus.
        assert_eq!((report.errors_of_meaning(), report.faults.warnings()), (0, 1), "{name}");
        assert_eq!(meaning(text.as_bytes()), meaning(PLAIN.as_bytes()), "{name}: {text}");
    }
    let marked = [b"\xef\xbb\xbf", PLAIN.as_bytes()].concat();
    assert_eq!(shorts(&check(&marked)), ["byte-order-mark 1:1"]);
    assert_eq!(meaning(&marked), meaning(PLAIN.as_bytes()));
}

#[test]
fn oddities_are_warnings_to_everyone() {
    let text = "num_ranks 2\nrank 0 {\nl: send 8b to 1 tag 3\nl: calc 5\nm: calc 6\nm requires l\n}\n\
                rank 1 {\nrecv 9b from 0 tag 3\n}\n";
    let report = check(text.as_bytes());
    assert_eq!(shorts(&report), ["duplicate-label 4:1", "size-mismatch 9:1"]);
    assert_eq!((report.faults.errors(), report.faults.warnings()), (0, 2));
    // The dependency means the first operation of that label.
    assert_eq!(meaning(text.as_bytes()).dependents(0, 0).collect::<Vec<_>>(), [Dependency::Done(Added(2))]);

    let text = "num_ranks 2\nrank 0 {\nsend 8b to 1 tag 3\n}\nrank 1 {\nrecv 8b from -1 tag -1\n}\n";
    let report = check(text.as_bytes());
    assert_eq!(shorts(&report), ["wildcard 6:14", "wildcard 6:21"]);
    assert_eq!((report.faults.errors(), report.faults.warnings()), (0, 2));
    let receive = meaning(text.as_bytes()).rank(1)[0].operation();
    assert_eq!(receive, Operation::Receive { from: ANY, bytes: 8, tag: ANY });
}

#[test]
fn the_widest_numbers() {
    let text = "num_ranks 2\nrank 0 {\nsend 18446744073709551615b to 1 tag 4294967294 cpu 255 nic 255\n}\n\
                rank 1 {\nrecv 18446744073709551615b from 0 tag 4294967294\n}\n";
    let schedule = meaning(text.as_bytes());
    assert_eq!(schedule.rank(0)[0].operation(), Operation::Send { to: 1, bytes: u64::MAX, tag: ANY - 1 });
    assert_eq!((schedule.rank(0)[0].processor(), schedule.rank(0)[0].interface()), (255, 255));
}

#[test]
fn idle_ranks_and_schedules() {
    let report = check(b"num_ranks 2\nrank 0 {\ncalc 0\n}\nrank 1 {\n}\n");
    assert_eq!((shorts(&report).len(), report.counts.ranks, report.counts.operations), (0, 2, 1));
    let report = check(b"num_ranks 1\nrank 0 {\n}\n");
    assert_eq!(shorts(&report), ["no-operations 1:11"]);
    assert_eq!(errors_of_form(&report), ["no-operations"]);
}

#[test]
fn every_sample_is_valid() {
    let samples =
        std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/schedules")).expect("the samples");
    let mut read = 0;
    for sample in samples {
        let source = std::fs::read(sample.expect("a file").path()).expect("readable");
        assert_eq!(shorts(&check(&source)), [""; 0]);
        read += 1;
    }
    assert!(read >= 3);
}
