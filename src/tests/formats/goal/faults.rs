//! Every fault of meaning with its line and column, and in words.

use super::{assert_faults, check, shorts};
use logpine::format::faults::MOST_LISTED;
use logpine::format::goal::{self, GoalTick};
use logpine::units::Time;
use std::fmt::Write as _;

#[test]
fn words() {
    assert_faults(&[
        ("not a statement", "!", &["syntax 3:1"]),
        ("a label alone", "l1", &["syntax 3:3"]),
        ("no such operation", "l1: sent 8b to 1", &["syntax 3:5"]),
        ("no blank behind the verb", "calc5", &["syntax 3:6"]),
        ("no number", "calc", &["syntax 3:5"]),
        ("negative", "calc -5", &["syntax 3:6"]),
        ("decimal", "calc 5.5", &["syntax 3:7"]),
        ("a list", "l1: calc 5\nl2: calc 6\nl2 requires l1, l1", &["syntax 5:15"]),
        ("no unit of bytes", "send 8 to 1", &["syntax 3:8"]),
        ("another unit", "send 8KB to 1", &["syntax 3:7"]),
        ("receive to", "recv 8b to 0", &["syntax 3:9"]),
        ("send from", "send 8b from 1", &["syntax 3:9"]),
        ("send to any", "send 8b to -1", &["syntax 3:12"]),
        ("tag without number", "send 8b to 1 tag", &["syntax 3:17"]),
        ("unknown option", "send 8b to 1 prio 3", &["syntax 3:14"]),
        ("two operations in a line", "calc 5 calc 6", &["syntax 3:8"]),
        ("labels begin with a letter", "1l: calc 5", &["syntax 3:1"]),
        ("lone carriage return", "calc 5\rcalc 6", &["syntax 3:7"]),
        ("every line", "calc a\ncalc b", &["syntax 3:6", "syntax 4:6"]),
        (
            "comment without end",
            "calc 5\n/* calc 6",
            &["unterminated-comment 4:1", "missing-brace 8:1", "missing-rank 8:1"],
        ),
        ("option twice", "calc 5 cpu 1 cpu 2", &["repeated-option 3:14"]),
        ("nic of a calc", "calc 5 nic 1", &["calc-option 3:8"]),
        ("tag of a calc", "calc 5 tag 1", &["calc-option 3:8"]),
    ]);
}

#[test]
fn numbers() {
    assert_faults(&[
        ("size", "send 18446744073709551616b to 1", &["number-too-large 3:6"]),
        ("time", "calc 99999999999999999999999", &["number-too-large 3:6"]),
        ("time in ticks of this crate", "calc 18446744073709552", &["calc-too-long 3:6"]),
        ("peer", "send 8b to 4294967296", &["number-too-large 3:12"]),
        ("tag", "send 8b to 1 tag 4294967296", &["number-too-large 3:18"]),
        ("cpu", "calc 5 cpu 256", &["number-too-large 3:12"]),
        ("nic", "send 8b to 1 nic 256", &["number-too-large 3:18"]),
        (
            "tag that stands for any",
            "send 8b to 0 tag 4294967295\nrecv 8b from 0",
            &["any-tag-sent 3:18", "tag-mismatch 4:1"],
        ),
    ]);
    let coarse = GoalTick::new(Time::from_ticks(1)).expect("not zero");
    assert!(goal::read(b"num_ranks 1\nrank 0 {\ncalc 18446744073709551615\n}\n", coarse).is_ok());
}

#[test]
fn labels_and_cycles() {
    assert_faults(&[
        ("undefined", "l1: calc 5\nl1 requires l2", &["undefined-label 4:13"]),
        ("both undefined", "x irequires y", &["undefined-label 3:1", "undefined-label 3:13"]),
        ("itself", "l1: calc 5\nl1 requires l1", &["cycle 3:1"]),
        ("two", "l1: calc 5\nl2: calc 6\nl2 requires l1\nl1 irequires l2", &["cycle 3:1"]),
        ("two cycles", "a: calc 5\na requires a\nb: calc 6\nb requires b", &["cycle 3:1", "cycle 5:1"]),
        (
            "a square is no cycle",
            "a: calc 5\nb: calc 6\nc: calc 7\nd: calc 8\nb requires a\nc requires a\nd requires b\nd requires c",
            &[],
        ),
        ("what cannot be read keeps its label", "l1: calc\nl2: calc 5\nl2 requires l1", &["syntax 3:9"]),
    ]);
    // Labels are those of their rank.
    let text = b"num_ranks 2\nrank 0 {\nl1: calc 5\n}\nrank 1 {\nl2: calc 5\nl2 requires l1\n}\n";
    assert_eq!(shorts(&check(text)), ["undefined-label 7:13"]);
    let mut text = String::from("num_ranks 1\nrank 0 {\n");
    for label in 0..9 {
        writeln!(text, "l{label}: calc 5").expect("a string");
    }
    for label in 0..9 {
        writeln!(text, "l{label} requires l{}", (label + 1) % 9).expect("a string");
    }
    // Four dependencies mean an operation further down, but those are defined.
    let report = check((text + "}\n").as_bytes());
    let [fault] = &report.faults[..] else { panic!("{:?}", report.faults) };
    assert_eq!(
        fault.message().to_owned(),
        "operations that wait for each other never begin: line 3 waits for line 4 waits for line 5 waits for line 6 \
         waits for line 7 waits for (4 more), which wait for line 3"
    );
}

#[test]
fn ranks() {
    let cases: [(&str, &str, &[&str]); 14] = [
        ("empty", "", &["missing-num-ranks 1:1"]),
        ("no number of ranks", "rank 0 {\ncalc 5\n}\n", &["missing-num-ranks 1:1"]),
        ("twice", "num_ranks 1\nnum_ranks 1\nrank 0 {\ncalc 5\n}\n", &["repeated-num-ranks 2:1"]),
        ("none", "num_ranks 0\n", &["no-ranks 1:11"]),
        ("missing at the end", "num_ranks 3\nrank 0 {\ncalc 5\n}\n", &["missing-rank 5:1"]),
        ("missing between", "num_ranks 3\nrank 0 {\n}\nrank 2 {\n}\n", &["missing-rank 4:6"]),
        ("out of order", "num_ranks 2\nrank 1 {\n}\nrank 0 {\n}\n", &["rank-out-of-order 4:6"]),
        ("twice the same", "num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\nrank 1 {\n}\n", &["duplicate-rank 4:6"]),
        ("beyond the last", "num_ranks 1\nrank 0 {\n}\nrank 1 {\n}\n", &["rank-out-of-range 4:6"]),
        (
            "outside of ranks",
            "num_ranks 1\ncalc 5\nrank 0 {\n}\nl2 requires l1\n",
            &["outside-rank 2:1", "outside-rank 5:1"],
        ),
        ("stray brace", "num_ranks 1\nrank 0 {\ncalc 5\n}\n}\n", &["stray-brace 5:1"]),
        ("missing brace", "num_ranks 2\nrank 0 {\ncalc 5\nrank 1 {\n}\n", &["missing-brace 4:1"]),
        ("missing brace at the end", "num_ranks 1\nrank 0 {\ncalc 5\n", &["missing-brace 4:1"]),
        (
            "opening brace",
            "num_ranks 1\nrank 0\n{\n}\n",
            &["syntax 2:7", "syntax 3:1", "stray-brace 4:1", "missing-rank 5:1"],
        ),
    ];
    for (name, text, expected) in cases {
        assert_eq!(shorts(&check(text.as_bytes())), expected, "{name}");
    }
    // The largest number of ranks takes no memory.
    let report = check(b"num_ranks 4294967295\nrank 7 {\n}\nrank 3 {\n}\nrank 5 {\n}\nrank 4 {\n}\n");
    assert_eq!(
        shorts(&report),
        [
            "missing-rank 2:6",
            "missing-rank 2:6",
            "rank-out-of-order 4:6",
            "rank-out-of-order 6:6",
            "rank-out-of-order 8:6",
            "missing-rank 10:1",
        ]
    );
    let words: Vec<String> = report.faults.iter().map(|fault| fault.message().to_owned()).collect();
    assert!(words[0].starts_with("ranks 0 to 2 are missing") && words[1].starts_with("rank 6 is missing"), "{words:?}");
    assert!(words[5].starts_with("ranks 8 to 4294967294 are missing"), "{words:?}");
}

#[test]
fn messages() {
    assert_faults(&[
        ("never received", "send 8b to 1 tag 3", &["unmatched-send 3:1"]),
        ("never sent", "calc 5\nrecv 8b from 1 tag 3", &["unmatched-receive 4:1"]),
        ("to no rank", "send 8b to 2", &["peer-out-of-range 3:12"]),
        ("from no rank", "recv 8b from 2", &["peer-out-of-range 3:14"]),
        ("nothing", "send 0b to 0\nrecv 0b from 0", &["zero-size 3:6", "zero-size 4:6"]),
        ("to itself", "send 8b to 0\nrecv 8b from 0", &[]),
        (
            "of three, two",
            "recv 8b from 0\nsend 8b to 0\nsend 9b to 0\nrecv 9b from 0\nsend 7b to 0",
            &["unmatched-send 7:1"],
        ),
        ("another tag", "send 8b to 0 tag 3\nrecv 8b from 0 tag 4", &["tag-mismatch 4:1"]),
        ("sizes are no tags", "send 8b to 0\nrecv 9b from 0", &["size-mismatch 4:1"]),
        ("what cannot be read may be what is missing", "send 8b to 0\nrecv 8c from 0", &["syntax 4:7"]),
    ]);
    let text = "num_ranks 3\nrank 0 {\nsend 8b to 2 tag 1\nsend 8b to 1 tag 5\n}\nrank 1 {\nsend 8b to 2 tag 2\n}\n\
                rank 2 {\nl: recv 8b from 1 tag 1\nrecv 8b from 0 tag 2\nrecv 8b from 1 tag 9\n}\n";
    let report = check(text.as_bytes());
    let words: Vec<String> =
        report.faults.iter().map(|fault| format!("{}: {}", fault.place, fault.message())).collect();
    assert_eq!(
        words,
        [
            "line 4: rank 1 never receives this message from rank 0, tag 5",
            "line 10: rank 1 sends no message with tag 1 for this receive, but one with tag 2, never received (line 7)",
            "line 11: rank 0 sends no message with tag 2 for this receive, but one with tag 1, never received (line 3)",
            "line 12: rank 2 waits here forever: rank 1 sends it no message with tag 9 that is left",
        ]
    );
}

#[test]
fn wildcards_take_what_is_left() {
    // To rank 0 itself: tags 1, 2 and 3.
    let sends = "send 8b to 0 tag 1\nsend 8b to 0 tag 2\nsend 8b to 0 tag 3\n";
    let of = |receives: &str| {
        let report = check(format!("num_ranks 1\nrank 0 {{\n{sends}{receives}}}\n").as_bytes());
        shorts(&report).into_iter().filter(|fault| !fault.starts_with("wildcard")).collect::<Vec<_>>()
    };
    assert_eq!(of("recv 8b from -1 tag -1\nrecv 8b from 0 tag 2\nrecv 8b from 0 tag -1\n"), [""; 0]);
    assert_eq!(of("recv 8b from -1 tag 3\nrecv 8b from -1 tag 2\nrecv 8b from -1 tag 1\n"), [""; 0]);
    // Which of the tags the receive of any takes is open; it may be the right one.
    assert_eq!(of("recv 8b from 0 tag -1\nrecv 8b from -1 tag 1\nrecv 8b from 0 tag -1\n"), [""; 0]);
    assert_eq!(of("recv 8b from -1 tag -1\nrecv 8b from -1 tag -1\n"), ["unmatched-send 5:1"]);
    let four = "recv 8b from -1 tag -1\n".repeat(4);
    assert_eq!(of(&four), ["unmatched-receive 9:1"]);
    assert_eq!(
        of("recv 8b from -1 tag 1\nrecv 8b from -1 tag 1\nrecv 8b from -1 tag -1\n"),
        ["unmatched-send 5:1", "unmatched-receive 7:1",]
    );
}

#[test]
fn of_each_kind_so_many_are_listed_and_all_are_counted() {
    let mut text = String::from("num_ranks 1\nrank 0 {\n");
    for _ in 0..1000 {
        text.push_str("  send 8b to 0 tag 5\n");
    }
    let report = check((text + "l requires m\n}\n").as_bytes());
    let listed = |code| report.faults.iter().filter(|fault| fault.code() == code).count() as u64;
    assert_eq!(["indentation", "unmatched-send", "undefined-label"].map(listed), [MOST_LISTED, MOST_LISTED, 2]);
    assert_eq!((report.faults.errors(), report.errors_of_meaning()), (2002, 1002));
    assert_eq!(report.faults.not_listed(), 2002 - 2 * MOST_LISTED - 2);
}
