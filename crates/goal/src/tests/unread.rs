//! Files with parts that cannot be read: messages are matched as far as those parts cannot matter.

use super::meaning::{End, count, faulty};
use super::{check, packed, schedules, shorts, text};
use logpine_goal::{self as goal, GoalTick, Matched, Report};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Sizes are left out: a receive of any sender may have been meant for the message that another one takes.
const WITHOUT_OTHER_END: [&str; 3] = ["unmatched-send", "unmatched-receive", "tag-mismatch"];

/// The text with some lines that cannot be read.
fn garbled(text: &[u8], lines: &[prop::sample::Index], is_spared: impl Fn(&str) -> bool) -> String {
    let text = std::str::from_utf8(text).expect("ASCII");
    let mut lines_of: Vec<&str> = text.lines().collect();
    for line in lines {
        let line = line.index(lines_of.len());
        if !is_spared(lines_of[line]) {
            lines_of[line] = "!";
        }
    }
    lines_of.join("\n") + "\n"
}

fn without_end(report: &Report) -> usize {
    WITHOUT_OTHER_END.iter().map(|code| count(report, code)).sum()
}

#[test]
fn what_one_rank_lacks_is_no_fault_of_the_others() {
    let text = "num_ranks 4\nrank 0 {\nsend 8b to 1 tag 1\nsend 8b to 2 tag 2\n}\nrank 1 {\nrecv 8c from 0 tag 1\n}\n\
                rank 2 {\nrecv 8b from 1 tag 1\nrecv 8b from 0 tag 5\nrecv 8b from -1 tag 7\nrecv 8b from 3\n}\n\
                rank 3 {\nsend 8b to 2 tag 4\nsend 8b to 1 tag 5\nrecv 8b from 3\n}\n";
    let report = check(text.as_bytes());
    // Rank 1 may receive what 0 and 3 send to it, and send what rank 2 waits for from it and from any rank.
    let expected = ["syntax 7:7", "tag-mismatch 11:1", "wildcard 12:14", "tag-mismatch 13:1", "unmatched-receive 18:1"];
    assert_eq!(shorts(&report), expected);
    assert_eq!(report.matched, Matched::InPart { ranks: 1, first: 1 });
}

#[test]
fn how_far_messages_are_matched_is_told() {
    let matched = |text: &str| check(text.as_bytes()).matched;
    let cases = [
        ("num_ranks 1\nrank 0 {\nsend 8b to 0\n}\n", Matched::All),
        // Cut, in the block of rank 1.
        ("num_ranks 5\nrank 0 {\n}\nrank 1 {\nsend 8b to 3\n", Matched::InPart { ranks: 4, first: 1 }),
        ("num_ranks 3\nrank 0 {\n}\nrank 1 {\n!\n!\n}\n", Matched::InPart { ranks: 2, first: 1 }),
        // Which rank these lines belong to cannot be told.
        ("num_ranks 2\nrank 0 {\n}\nsend 8b to 0\nrank 1 {\n}\n", Matched::None),
        ("num_ranks 3\nrank 0 {\n}\nrank 2 {\n}\n", Matched::None),
        ("num_ranks 2\nrank 1 {\n}\nrank 0 {\n}\n", Matched::None),
    ];
    for (text, expected) in cases {
        assert_eq!(matched(text), expected, "{text}");
    }
    // Every beginning of a file.
    let file = packed(&super::binomial(4));
    let of = |end: usize| goal::packed::check(&file[..end], GoalTick::default());
    assert_eq!(
        [of(file.len()).matched, of(file.len() - 1).matched, of(10).matched],
        [Matched::All, Matched::InPart { ranks: 1, first: 3 }, Matched::None]
    );
    for end in 0..file.len() {
        assert_eq!(without_end(&of(end)), 0, "{end} bytes");
    }
}

/// The number of sends without a receive, or of receives without a send, among the remaining operations. Only those with the
/// other end at a known rank count.
fn without_other_end(ends: &[End], sends: bool, is_known: impl Fn(u32) -> bool) -> usize {
    let mut left: BTreeMap<(u32, u32, u32), i64> = BTreeMap::new();
    for &(from, to, tag, is_send) in ends {
        if is_known(if sends { to } else { from }) {
            *left.entry((from, to, tag)).or_default() += if is_send == sends { 1 } else { -1 };
        }
    }
    left.values().map(|&left| usize::try_from(left).unwrap_or(0)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_message_is_missed_for_what_cannot_be_read(schedule in schedules(), lines: [prop::sample::Index; 3]) {
        let text = garbled(&text(&schedule), &lines, |_| false);
        let report = check(text.as_bytes());
        prop_assert_eq!(without_end(&report), 0, "{}\n{:?}", text, report.faults);
        prop_assert_ne!(report.matched, Matched::All);
    }

    #[test]
    fn what_is_known_in_full_is_matched((schedule, ends) in faulty(), lines: [prop::sample::Index; 2]) {
        let is_message = |line: &str| line.contains("send") || line.contains("recv");
        let text = garbled(&text(&schedule), &lines, |line| !is_message(line));
        // The operations of each rank are listed in the order of the ends.
        let mut unread = [false; 3];
        let mut left = Vec::new();
        for (rank, block) in (0..3).zip(text.split("rank ").skip(1)) {
            let is_of_rank = |&&(from, to, _, is_send): &&End| rank == if is_send { from } else { to };
            let operations = block.lines().filter(|line| *line == "!" || is_message(line));
            for (end, line) in ends.iter().filter(is_of_rank).zip(operations) {
                if line == "!" { unread[rank as usize] = true } else { left.push(*end) }
            }
        }
        let report = check(text.as_bytes());
        let found = |code| count(&report, code) + count(&report, "tag-mismatch");
        let is_known = |rank: u32| !unread[rank as usize];
        prop_assert_eq!(found("unmatched-send"), without_other_end(&left, true, is_known), "{}", text);
        prop_assert_eq!(found("unmatched-receive"), without_other_end(&left, false, is_known), "{}", text);
    }
}
