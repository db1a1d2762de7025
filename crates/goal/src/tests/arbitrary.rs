//! No bytes make a reader panic, and every accepted schedule can be written and read back.

use super::{check, packed, schedules, text};
use logpine_goal::{self as goal, GoalTick, Report};
use proptest::prelude::*;
use std::path::Path;

/// Words for texts that are nearly right.
const WORDS: [&str; 26] = [
    "num_ranks ",
    "rank ",
    "{",
    "}",
    "\n",
    " ",
    "l1",
    "l2",
    ":",
    "send ",
    "recv ",
    "calc ",
    "requires ",
    "irequires ",
    "b ",
    "to ",
    "from ",
    "tag ",
    "cpu ",
    "nic ",
    "-1",
    "0",
    "1",
    "4294967295",
    "// ",
    "/* ",
];

/// Shows every fault, and reads the schedule back from its written form.
fn use_all(report: &Report, source: &[u8]) {
    assert!(report.faults.iter().all(|fault| fault.render(source, Path::new("x")).ends_with('\n')));
    assert_eq!(report.schedule.is_none(), report.errors_of_meaning() > 0);
    if let Some(schedule) = &report.schedule {
        assert_eq!(check(&text(schedule)).schedule.as_ref(), Some(schedule));
        let again = goal::packed::check(&packed(schedule), GoalTick::default());
        assert_eq!(again.schedule.as_ref(), Some(schedule));
    }
}

fn use_text(source: &[u8]) {
    use_all(&goal::check(source, GoalTick::default()), source);
}

fn use_packed(source: &[u8]) {
    use_all(&goal::packed::check(source, GoalTick::default()), source);
}

/// Replaces, inserts and removes bytes.
fn mutate(mut bytes: Vec<u8>, changes: &[(prop::sample::Index, u8, u8)]) -> Vec<u8> {
    for (at, action, byte) in changes {
        let at = at.index(bytes.len() + 1);
        match action % 3 {
            0 if at < bytes.len() => bytes[at] = *byte,
            1 if at < bytes.len() => _ = bytes.remove(at),
            _ => bytes.insert(at, *byte),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_bytes(source: Vec<u8>) {
        use_text(&source);
        use_packed(&source);
        let magic = 4223u64.to_le_bytes();
        use_packed(&[&magic[..], &source].concat());
    }

    #[test]
    fn any_words(words in proptest::collection::vec(prop::sample::select(&WORDS[..]), 0..60)) {
        use_text(words.concat().as_bytes());
        use_text(format!("num_ranks 2\nrank 0 {{\n{}\n}}\nrank 1 {{\n}}\n", words.concat()).as_bytes());
    }

    #[test]
    fn texts_with_faults(schedule in schedules(), changes in proptest::collection::vec(any::<(prop::sample::Index, u8, u8)>(), 1..6)) {
        use_text(&mutate(text(&schedule), &changes));
    }

    #[test]
    fn lines_moved_about(schedule in schedules(), moves in proptest::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 1..6)) {
        let plain = String::from_utf8(text(&schedule)).expect("ASCII");
        let mut lines: Vec<&str> = plain.lines().collect();
        for (from, to) in moves {
            let line = lines.remove(from.index(lines.len()));
            lines.insert(to.index(lines.len() + 1), line);
        }
        use_text(lines.join("\n").as_bytes());
    }

    #[test]
    fn packed_files_with_faults(schedule in schedules(), changes in proptest::collection::vec(any::<(prop::sample::Index, u8, u8)>(), 1..6)) {
        use_packed(&mutate(packed(&schedule), &changes));
    }
}
