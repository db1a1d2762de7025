//! Causal models learnt from studies.

use criterion::{Criterion, criterion_group, criterion_main};
use logpine_causal::{Constants, LearnOptions, learn};
use logpine_network::{Class, SchemeClass};
use logpine_study::{Study, Variable, knowledge, observations};
use std::hint::black_box;

fn models(criterion: &mut Criterion) {
    let study = Study::new(Class::Random, SchemeClass::Random, 1).expect("a class that is drawn");
    let couples = study.couples(0..200).expect("couples that can be simulated");
    let seven: Vec<Variable> =
        Variable::OF_MODELS.into_iter().filter(|variable| study.variables().contains(variable)).collect();
    let mut bench = |name: &str, variables: &[Variable]| {
        let table = observations(&couples, variables, Constants::Refuse).expect("a table");
        let known = knowledge(None, variables);
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| black_box(learn(&table, &known, &LearnOptions::default())));
        });
    };
    bench("causal: 200 rows, 7 variables", &seven);
    bench("causal: 200 rows, 12 variables", &study.variables());
}

criterion_group!(benches, models);
criterion_main!(benches);
