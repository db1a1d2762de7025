//! The tables of the guide and of the README: every cell agrees with the library.

use logpine::answer::{Candidate, Found, RankAlgorithm, RankPlan, answer};
use logpine::machine::Machine;
use logpine::model::port_timing;
use logpine::request::{RankCollective, RankJob, Request};
use logpine::tree::families::Value;
use logpine::units::Time;

const PAGE: &str = include_str!("../../src/guide/collectives.md");
/// The head of the table.
const HEAD: &str = "| bytes | best of all families, as far as found | time | binomial tree | scatter, allgather | chain, best segments |";
/// The ranks of all rows.
const RANKS: u64 = 1024;

/// The cells of the rows below the head and its line.
fn rows() -> Vec<Vec<&'static str>> {
    let lines = PAGE.lines().skip_while(|line| *line != HEAD).skip(2);
    let rows = lines.take_while(|line| line.starts_with('|'));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// `64`, `8 Ki`, `1 Mi`.
fn bytes(cell: &str) -> u64 {
    let (number, prefix) = cell.split_once(' ').unwrap_or((cell, ""));
    let unit = match prefix {
        "" => 1,
        "Ki" => 1 << 10,
        "Mi" => 1 << 20,
        other => panic!("{other} is no prefix"),
    };
    number.parse::<u64>().expect("a number") * unit
}

/// `8 KiB`, or else `7,282 B`.
fn size(bytes: u64) -> String {
    match bytes {
        whole if whole.is_multiple_of(1 << 10) => format!("{} KiB", whole >> 10),
        1000.. => format!("{},{:03} B", bytes / 1000, bytes % 1000),
        _ => format!("{bytes} B"),
    }
}

/// The algorithm in words, with its segments.
fn words(best: &Candidate<RankAlgorithm>) -> String {
    let family = match (best.family, best.parameters.get("fanout")) {
        ("logp-optimal", _) => "LogP-optimal tree".to_owned(),
        ("fibonacci", Some(Value::Number(fanout))) => format!("Fibonacci tree of fanout {fanout}"),
        (family, _) => family.to_owned(),
    };
    match best.construction.cut {
        Some(cut) if cut.segments > 1 => format!("{family}, {} segments of {}", cut.segments, size(cut.segment)),
        _ => format!("{family}, one piece"),
    }
}

/// The slowdown: `+73%`, from twice on `2.8×`, from ten times on `38×`.
fn slower(time: Time, best: Time) -> String {
    let times = time.ticks() as f64 / best.ticks() as f64;
    match times {
        ..2.0 => format!("+{:.0}%", 100.0 * (times - 1.0)),
        2.0..10.0 => format!("{times:.1}×"),
        _ => format!("{times:.0}×"),
    }
}

#[test]
fn the_table_of_broadcasts_is_what_the_library_says() {
    let machine = Machine::load("tukey").expect("a built-in machine");
    let timing = port_timing(&machine, None).expect("a port model");
    let rows = rows();
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["64", "8 Ki", "64 Ki", "1 Mi"]);
    for row in rows {
        let job = RankJob::new(RankCollective::Bcast, RANKS, Some(bytes(row[0]))).expect("a valid job");
        let plan = RankPlan::new(timing.as_ref(), job).expect("an answer");
        let best = plan.best();
        let of_family = |name: &str| {
            let time = plan.candidates().iter().find(|candidate| candidate.family == name).map(|found| found.time);
            slower(time.expect("a candidate"), best.time)
        };
        let unit = best.time.natural_unit(machine.clock);
        let time = format!("{} {}", best.time.in_unit(unit, 3), unit.symbol());
        let mut expected = vec![row[0].to_owned(), words(best), time];
        expected.extend(["binomial", "scatter-allgather", "chain"].map(of_family));
        assert_eq!(row, expected, "{RANKS} ranks on tukey");
    }
}

/// The head of the README's table of overlay trees.
const TREES: &str =
    "| N | best tree: fanouts | time | STAT's rule, ≤ 64 | CBTF's rule, ≤ 32 | two levels, √N | binomial | flat |";

/// The slowdown in the table of trees: `same`, `+30%`, `2.8×`, `307×`, `1.5 × 10^8`.
fn against(time: Time, best: Time) -> String {
    let times = time.ticks() as f64 / best.ticks() as f64;
    match times {
        1.0 => "same".to_owned(),
        ..1e4 => slower(time, best),
        _ => {
            let power = times.log10().floor();
            format!("{:.1} × 10^{power}", times / 10f64.powf(power))
        }
    }
}

#[test]
fn the_table_of_trees_is_what_the_library_says() {
    let readme = include_str!("../../README.md");
    let machine = Machine::load("cab").expect("a built-in machine");
    let rows = readme.lines().skip_while(|line| *line != TREES).skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect();
    assert_eq!(rows.len(), 4);
    for row in rows {
        let leaves = row[0].replace(',', "").parse().expect("a number");
        let request = Request { leaves: Some(leaves), ..Request::default() };
        let answer = answer(&machine, &request).expect("an answer");
        let Found::Tree { plan, .. } = &answer.found else { panic!("a tree") };
        let best = plan.best();
        let fanouts = best.construction.fanouts.as_ref().expect("level-uniform");
        let unit = best.construction.score.period.natural_unit(machine.clock);
        let mut expected = vec![row[0].to_owned(), fanouts.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")];
        expected.push(format!("{} {}", best.time.in_unit(unit, 3), unit.symbol()));
        expected.extend(["stat", "cbtf", "sqrt", "binomial", "flat"].map(|family| {
            let found = plan.candidates().iter().find(|candidate| candidate.family == family);
            against(found.expect("a candidate").time, best.time)
        }));
        assert_eq!(row, expected);
    }
}
