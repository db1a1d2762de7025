//! Certificates by integer programs: eight hosts, each another factor, and more.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::model::{HostClass, LevelCost};
use logpine::units::Time;
use logpine_trees::search::milp::{Chains, OverlayHosts, OverlayQuestion, RankQuestion};
use slower::{cab, serial, textbook};
use std::hint::black_box;
use std::time::Duration;

#[path = "../src/tests/engines/certify/slower.rs"]
mod slower;

/// The front end and hosts, each another factor.
const FACTORS: [&str; 13] =
    ["1", "1.05", "1.13", "1.2", "1.31", "1.47", "1.62", "1.8", "2", "2.11", "2.23", "2.37", "2.5"];
const LIMIT: Duration = Duration::from_secs(60);

/// The least time that is proved: claims grow by a quarter until one is refuted, because programs of short times are small.
fn least(result: impl Fn(Time) -> &'static str) -> Time {
    let is_proved = |&ticks: &u64| result(Time::from_ticks(ticks)) == "proved";
    let claims = std::iter::successors(Some(1u64), |claim| Some(claim + claim / 4 + 1));
    let (mut proved, mut refuted) = (0, 0);
    for claim in claims {
        if !is_proved(&claim) {
            refuted = claim;
            break;
        }
        proved = claim;
    }
    while refuted - proved > 1 {
        let middle = proved + (refuted - proved) / 2;
        if is_proved(&middle) { proved = middle } else { refuted = middle }
    }
    Time::from_ticks(proved)
}

fn overlay(cost: &dyn LevelCost, leaves: u64) -> OverlayQuestion<'_> {
    let mut slots = vec![1; usize::from(cost.host_classes())];
    slots[0] = 0;
    let hosts = OverlayHosts { root: HostClass(0), leaf: HostClass(0), slots };
    OverlayQuestion { cost, hosts, leaves, chains: Chains::Excluded, max_height: None }
}

fn overlays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("certify/overlay tree, 8 unequal hosts");
    group.sample_size(10);
    let (cab, serial) = (cab(&FACTORS[..9]), serial(&FACTORS[..9]));
    let questions: [(&str, &dyn LevelCost, u64); 4] = [
        ("Cab, 64 leaves", &cab, 64),
        ("Cab, 128 leaves", &cab, 128),
        ("messages in turn, 32 leaves", &serial, 32),
        ("messages in turn, 64 leaves", &serial, 64),
    ];
    for (name, cost, leaves) in questions {
        let question = overlay(cost, leaves);
        let time = least(|claimed| question.certify(claimed, LIMIT).result());
        group.bench_function(name, |bencher| bencher.iter(|| question.certify(black_box(time), LIMIT)));
    }
    group.finish();
}

fn ranks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("certify/broadcast, unequal hosts");
    group.sample_size(10);
    let timing = textbook(&FACTORS);
    for ranks in [8, 12] {
        let question =
            RankQuestion { timing: &timing, bytes: 1, classes: (0..ranks).map(HostClass).collect(), root: 0 };
        let time = least(|claimed| question.certify(claimed, LIMIT).result());
        group.bench_function(format!("{ranks} ranks"), |bencher| {
            bencher.iter(|| question.certify(black_box(time), LIMIT));
        });
    }
    group.finish();
}

criterion_group!(benches, overlays, ranks);
criterion_main!(benches);
