//! The decision map, and where its winners change.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::job::{Operands, RankCollective};
use logpine::machine::Machine;
use logpine::model::port_timing;
use logpine::plan::{DecisionMap, Grid, MapQuestion, Shard};
use std::hint::black_box;

/// 10 us and 1 ns a byte.
const CLUSTER: &str = "name = \"cluster\"\n[alpha_beta]\nalpha = \"10us\"\nbeta = \"1ns/B\"\n";
/// Gap, overhead and latency all matter.
const LOGGP: &str =
    "name = \"cluster\"\n[loggp]\nlatency = \"5us\"\noverhead = \"2us\"\ngap = \"3us\"\ngap_per_byte = \"1ns/B\"\n";

/// The multiples of 64 up to 4,096 and the 31 powers of two from 1 B to 1 GiB.
fn question(collective: RankCollective) -> MapQuestion {
    let ranks = Grid::new((1..=64).map(|step| 64 * step));
    let bytes = Grid::new((0..=30).map(|exponent| 1 << exponent));
    MapQuestion {
        collective,
        operands: Operands::AnyOrder,
        ranks: ranks.expect("64 rank counts"),
        bytes: Some(bytes.expect("31 sizes")),
        shard: Shard::WHOLE,
    }
}

fn maps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("64 rank counts x 31 sizes");
    group.sample_size(10);
    for (model, profile) in [("alpha-beta", CLUSTER), ("LogGP", LOGGP)] {
        let machine = Machine::from_toml(profile, "bench").expect("a valid profile");
        let timing = port_timing(&machine, None).expect("it has a port model");
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            let question = question(collective);
            let map = || DecisionMap::new(timing.as_ref(), question.clone(), &|_| ()).expect("a map");
            let name = format!("{model}, {}", collective.name());
            group.bench_function(format!("{name}, cells"), |bencher| bencher.iter(|| black_box(map())));
            let cells = map();
            group.bench_function(format!("{name}, crossovers"), |bencher| {
                bencher.iter(|| black_box(cells.clone().with_crossovers(timing.as_ref(), &|_| ())));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, maps);
criterion_main!(benches);
