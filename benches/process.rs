//! The command from start to end, as a shell would run it.

use criterion::{Criterion, criterion_group, criterion_main};
use std::process::Command;

fn processes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("process");
    for arguments in
        ["tree --machine cab --leaves 1000000 --format json", "tree --machine cab --leaves 128", "list machines"]
    {
        group.bench_function(arguments, |bencher| bencher.iter(|| run(arguments)));
    }
    group.finish();
}

fn run(arguments: &str) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_logpine")).args(arguments.split(' ')).output().expect("it starts");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

criterion_group!(benches, processes);
criterion_main!(benches);
