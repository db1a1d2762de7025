//! The decision map, and where its winners change.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::answer::{Grid, MapQuestion, Shard};
use logpine::internals::answer::{MpiContest, RankContest, decision_map, with_crossovers};
use logpine::machine::Machine;
use logpine::model::port_timing;
use logpine::request::{Mapping, MpiCollective, Operands, RankCollective};
use logpine_models::model::TauLop;
use std::hint::black_box;

/// 10 us and 1 ns a byte.
const CLUSTER: &str = "name = \"cluster\"\n[alpha_beta]\nalpha = \"10us\"\nbeta = \"1ns/B\"\n";
/// Gap, overhead and latency all matter.
const LOGGP: &str =
    "name = \"cluster\"\n[loggp]\nlatency = \"5us\"\noverhead = \"2us\"\ngap = \"3us\"\ngap_per_byte = \"1ns/B\"\n";

/// The multiples of 64 up to 4,096 and the 31 powers of two from 1 B to 1 GiB.
fn question() -> MapQuestion {
    let ranks = Grid::new((1..=64).map(|step| 64 * step));
    let bytes = Grid::new((0..=30).map(|exponent| 1 << exponent));
    MapQuestion { ranks: ranks.expect("64 rank counts"), bytes: Some(bytes.expect("31 sizes")), shard: Shard::WHOLE }
}

fn maps(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("64 rank counts x 31 sizes");
    group.sample_size(10);
    let made = |profile| Machine::from_toml(profile, "bench").expect("a valid profile");
    let bgp = Machine::load("bgp").expect("a built-in machine");
    for (model, machine) in [("alpha-beta", made(CLUSTER)), ("LogGP", made(LOGGP)), ("bgp", bgp)] {
        let timing = port_timing(&machine, None).expect("it has a port model");
        for collective in [RankCollective::Bcast, RankCollective::Reduce] {
            let contest = RankContest::new(timing.as_ref(), collective, Operands::AnyOrder);
            let map = || decision_map(&contest, question()).expect("a map");
            let name = format!("{model}, {}", collective.name());
            group.bench_function(format!("{name}, cells"), |bencher| bencher.iter(|| black_box(map())));
            let cells = map();
            group.bench_function(format!("{name}, crossovers"), |bencher| {
                bencher.iter(|| black_box(with_crossovers(cells.clone(), &contest)));
            });
        }
    }
    group.finish();
}

/// All nine collectives under tau-Lop, 16 ranks a host, one after the other.
fn collectives(criterion: &mut Criterion) {
    let machine = Machine::load("two-channel").expect("a built-in machine");
    let cost = TauLop::new(&machine).expect("it has [tau_lop]");
    let mut group = criterion.benchmark_group("64 rank counts x 31 sizes, all collectives, tau-Lop");
    group.sample_size(10);
    for mapping in [Mapping::Sequential, Mapping::RoundRobin] {
        let map = |collective: MpiCollective| {
            let contest = MpiContest { cost: &cost, collective, ranks_per_host: 16, mapping: mapping.clone() };
            let mut question = question();
            question.bytes = question.bytes.filter(|_| collective.has_bytes());
            decision_map(&contest, question).expect("a map")
        };
        group.bench_function(mapping.name(), |bencher| bencher.iter(|| black_box(MpiCollective::ALL.map(map))));
        for collective in MpiCollective::ALL {
            let name = format!("{}, {}", mapping.name(), collective.name());
            group.bench_function(name, |bencher| bencher.iter(|| black_box(map(collective))));
        }
    }
    group.finish();
}

criterion_group!(benches, maps, collectives);
criterion_main!(benches);
