//! Packed files: the layout byte by byte, and every fault with its byte.

use super::{short, text};
use logpine_collectives::schedule::{Dependency, Operation, ScheduleBuilder};
use logpine_goal::{self as goal, GoalTick, Report, packed};
use logpine_text::units::Time;

/// Rank 0 sends 9 bytes under tag 7 and then calculates 5 ticks on cpu 1, rank 1 receives.
#[rustfmt::skip]
const FILE: &[u8] = &[
    0x7f, 0x10, 0, 0, 0, 0, 0, 0,  2, 0, 0, 0,  1, 2,
    // From byte 14: the table.
    38, 0, 0, 0, 0, 0, 0, 0,   132, 0, 0, 0, 0, 0, 0, 0,
    132, 0, 0, 0, 0, 0, 0, 0,  183, 0, 0, 0, 0, 0, 0, 0,
    // From byte 46: rank 0; operations at bytes 58 and 97, the appendix at byte 136.
    2, 0, 0, 0,  1, 0, 0, 0,  0, 0, 0, 0,
    0, 0, 0, 0,  1,  1, 0, 0, 0,  9, 0, 0, 0, 0, 0, 0, 0,  7, 0, 0, 0,  0, 2,  0, 0, 0, 0,  0, 0, 0, 0,  1, 0, 0, 0,  0, 0, 0, 0,
    1, 0, 0, 0,  3,  0, 0, 0, 0,  5, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0,  1, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,
    1, 0, 0, 0,
    // From byte 140: rank 1; its operation at byte 152.
    1, 0, 0, 0,  1, 0, 0, 0,  0, 0, 0, 0,
    0, 0, 0, 0,  2,  0, 0, 0, 0,  9, 0, 0, 0, 0, 0, 0, 0,  7, 0, 0, 0,  0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,
];

fn check(source: &[u8]) -> Report {
    let report = packed::check(source, GoalTick::default());
    assert_eq!(report.schedule.is_none(), report.errors_of_meaning() > 0, "{:?}", report.faults);
    report
}

#[test]
fn the_layout_byte_by_byte() {
    let mut builder = ScheduleBuilder::new();
    let send = builder.push_on(Operation::Send { to: 1, bytes: 9, tag: 7 }, 0, 2).expect("few");
    let calculate = builder.push_on(Operation::Calculate { time: Time::from_ticks(5000) }, 1, 0).expect("few");
    builder.require(calculate, Dependency::Begun(send));
    builder.begin_rank().expect("few");
    builder.push(Operation::Receive { from: 0, bytes: 9, tag: 7 }).expect("few");
    let schedule = builder.finish().expect("few");
    let mut written = Vec::new();
    packed::write(&schedule, GoalTick::default(), &mut written).expect("whole ticks");
    assert_eq!(written, FILE);
    assert_eq!(check(FILE).schedule, Some(schedule.clone()));
    assert_eq!(goal::read(&text(&schedule), GoalTick::default()).expect("valid"), schedule);
    assert!(packed::is_packed(FILE) && !goal::is_text(FILE));
    assert!(goal::is_text(b"// a comment\n num_ranks 8") && !goal::is_text(b"num_ranks:0 => rank:0 ;"));
}

#[test]
fn every_fault_has_its_byte() {
    // The file with one byte changed, and what is found then.
    let cases: [(&str, usize, u8, &[&str]); 21] = [
        ("other magic", 0, 1, &["not-packed 0"]),
        ("no rank", 8, 0, &["no-ranks 8"]),
        ("more ranks than the table can hold", 8, 200, &["truncated 14"]),
        ("highest cpu", 12, 0, &["above-highest 118"]),
        ("highest nic", 13, 1, &["above-highest 80"]),
        ("begins inside the table", 14, 37, &["overlap 14"]),
        ("begins inside rank 0", 30, 131, &["overlap 30"]),
        ("ends before it begins", 22, 37, &["overlap 14"]),
        ("ends beyond the file", 38, 255, &["truncated 30"]),
        ("more operations than bytes", 46, 3, &["rank-length 46"]),
        ("more roots than bytes", 50, 30, &["rank-length 46"]),
        ("no kind, and perhaps what rank 1 waits for", 62, 4, &["operation-kind 62"]),
        ("peer", 63, 2, &["peer-out-of-range 63", "unmatched-receive 152"]),
        ("no bytes", 67, 0, &["zero-size 67", "cpu-order 97", "size-mismatch 152"]),
        ("other tag", 75, 8, &["tag-mismatch 152"]),
        ("dependents beyond the appendix", 93, 1, &["dependents 89"]),
        ("more dependents than the appendix", 81, 1, &["shared-dependents 58"]),
        ("dependent of no index", 136, 2, &["roots 50", "dependency-count 97", "index 136"]),
        ("waits for itself", 136, 0, &["roots 50", "dependency-count 58", "cycle 58", "dependency-count 97"]),
        ("count of what it waits for", 97, 0, &["dependency-count 97"]),
        ("wrong root", 54, 1, &["roots 50"]),
    ];
    let _ = check(FILE);
    for (name, at, byte, expected) in cases {
        let mut changed = FILE.to_vec();
        changed[at] = byte;
        let found: Vec<String> = check(&changed).faults.iter().map(short).collect();
        assert_eq!(found, expected, "{name}");
    }
    let mut spoiled = FILE.to_vec();
    spoiled[..2].copy_from_slice(&2342u16.to_le_bytes());
    let report = check(&spoiled);
    assert_eq!(short(&report.faults[0]), "spoiled 0");
    assert!(report.faults[0].message().to_owned().contains("--save-mem") && packed::is_packed(&spoiled));
}

#[test]
fn every_beginning_of_a_file_is_refused() {
    for length in 0..FILE.len() {
        assert!(check(&FILE[..length]).schedule.is_none(), "{length}");
    }
    let mut longer = FILE.to_vec();
    longer.push(0);
    assert!(check(&longer).schedule.is_some(), "nothing points to what follows");
}
