//! Trees from their fanouts, compressed and explicit.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine::tree::Tree;
use logpine_trees::tree::level_uniform::even_split;
use std::hint::black_box;

fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tree");
    group.bench_function("shape, 10^18 leaves", |bencher| {
        bencher.iter(|| even_split(black_box(1_000_000_000_000_000_000), &[16; 15]));
    });
    group.sample_size(10);
    for (name, fanouts) in [("16 children each", &[16; 6][..]), ("2 children each", &[2; 24])] {
        let shape = even_split(10_000_000, fanouts).expect("the product reaches the leaves");
        group.bench_function(format!("explicit, 10^7 leaves, {name}"), |bencher| {
            bencher.iter(|| Tree::from_shape(black_box(&shape)));
        });
    }
    let tree = even_split(10_000_000, &[16; 6]).and_then(|shape| Tree::from_shape(&shape).ok()).expect("it fits");
    group.bench_function("compressed again, 10^7 leaves", |bencher| bencher.iter(|| black_box(&tree).to_shape()));
    group.finish();
}

criterion_group!(benches, trees);
criterion_main!(benches);
