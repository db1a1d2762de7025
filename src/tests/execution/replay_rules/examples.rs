//! Files whose times were printed by `LogGOPSim` at commit 76451de.

use super::{TICK, packed, read};
use logpine::format::goal::{self, GoalTick, packed as form};
use logpine::schedule::Schedule;
use logpine::schedule::replay::{Network, Simulator, event_driven};
use logpine::units::{Rate, Time};

/// Rank 0 calculates and then may send to both others; `lines` give the order.
fn file(calculation: u64, lines: &str) -> String {
    format!(
        "num_ranks 3\nrank 0 {{\na: calc {calculation}\nb: send 1b to 1\nc: send 101b to 2\n{lines}}}\n\
         rank 1 {{\nr: recv 1b from 0\nk: calc 500\nk requires r\n}}\nrank 2 {{\nx: recv 101b from 0\n}}\n"
    )
}

/// L = 6, o = 2, g = 4, G = 1, O = 0.
fn finish(schedule: &Schedule) -> u64 {
    let [latency, overhead, gap, byte] = [6, 2, 4, 1].map(|ticks| Time::from_ticks(TICK * ticks));
    let network = Network { latency, overhead, gap, gap_per_byte: Rate::from_time(byte), ..Network::default() };
    let replayed = event_driven(schedule, &network, Simulator::Loggopsim, &mut ()).expect("it ends");
    replayed.finish.ticks() / TICK
}

/// The time of a file, which is also that of the files made from it.
fn time(text: &str) -> u64 {
    let schedule = read(text.as_bytes());
    let time = finish(&schedule);
    let again = form::read(&packed(&schedule), GoalTick::default()).expect("valid");
    assert_eq!(finish(&again), time);
    let mut written = Vec::new();
    goal::write(&again, GoalTick::default(), &mut written).expect("whole ticks");
    assert_eq!(finish(&read(&written)), time);
    time
}

#[test]
fn the_order_of_dependency_lines_counts() {
    assert_eq!(time(&file(1, "c requires a\nb requires a\n")), 615);
    assert_eq!(time(&file(1, "b requires a\nc requires a\n")), 511);
    assert_eq!(time(&file(1, "c irequires a\nb irequires a\n")), 615);
    assert_eq!(time(&file(4, "c irequires a\nb irequires a\n")), 618);
    assert_eq!(time(&file(4, "b irequires a\nc irequires a\n")), 514);
}

#[test]
fn what_waits_for_the_start_comes_first() {
    assert_eq!(time(&file(1, "c requires a\nb irequires a\n")), 511);
    assert_eq!(time(&file(1, "b requires a\nc irequires a\n")), 615);
}

/// The order is kept though the lines stand before the operations they name.
#[test]
fn forward_references_keep_their_order() {
    let forward =
        "num_ranks 3\nrank 0 {\na: calc 1\nc: send 101b to 2\nb requires a\nc requires a\nb: send 1b to 1\n}\n";
    let others = file(1, "");
    let others = &others[others.find("rank 1").expect("a block")..];
    assert_eq!(time(&format!("{forward}{others}")), 511);
}

/// The packed file of a rank as the converter makes it: `l2` waits for `l1` behind `l3`. Without dependents, the
/// beginning of an operation's list is where the next list begins.
#[test]
fn packed_files_of_the_converter_keep_the_order() {
    let text = "num_ranks 1\nrank 0 {\nl1: calc 3\nl2: calc 4\nl3: calc 5\nl3 requires l1\nl2 requires l1\nl2 irequires l3\n}\n";
    let mut bytes = Vec::new();
    bytes.extend(4223u64.to_le_bytes());
    bytes.extend(1u32.to_le_bytes());
    bytes.extend([0, 0]);
    let length = 8 + 4 + 3 * 39 + 3 * 4;
    bytes.extend(22u64.to_le_bytes());
    bytes.extend((22u64 + length).to_le_bytes());
    for number in [3u32, 1, 0] {
        bytes.extend(number.to_le_bytes());
    }
    for (waits_for, ticks, lists) in [(0u32, 3u64, [2u32, 0, 0, 2]), (2, 4, [0, 2, 0, 2]), (1, 5, [0, 2, 1, 2])] {
        bytes.extend(waits_for.to_le_bytes());
        bytes.push(3);
        bytes.extend(0u32.to_le_bytes());
        bytes.extend(ticks.to_le_bytes());
        bytes.extend([0; 6]);
        bytes.extend(lists.iter().flat_map(|number| number.to_le_bytes()));
    }
    for dependent in [2u32, 1, 1] {
        bytes.extend(dependent.to_le_bytes());
    }
    let schedule = form::read(&bytes, GoalTick::default()).expect("valid");
    assert_eq!(schedule, read(text.as_bytes()));
    let swapped = text.replace("l3 requires l1\nl2 requires l1\n", "l2 requires l1\nl3 requires l1\n");
    assert_ne!(schedule, read(swapped.as_bytes()));
}
