use super::*;
use crate::DeterministicOptions;
use crate::tests::numbers::{normal, uniform};
use crate::{Column, EdgeKind};

const ROWS: usize = 400;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// Normal numbers for a variable without causes.
fn root(seed: u64) -> Vec<f64> {
    normal(seed, ROWS)
}

/// The form of the relation between causes and effect.
#[derive(Clone, Copy, Debug)]
enum Mechanism {
    Linear,
    NonLinear,
}

/// A noisy effect of its causes.
fn effect(mechanism: Mechanism, causes: &[&[f64]], seed: u64) -> Vec<f64> {
    let noise = normal(seed, ROWS);
    let of = |row: usize| {
        let sum: f64 = causes.iter().map(|cause| cause[row]).sum();
        match mechanism {
            Mechanism::Linear => sum,
            Mechanism::NonLinear => libm::tanh(1.5 * sum) + sum / 2.0,
        }
    };
    let signal: Vec<f64> = (0..ROWS).map(of).collect();
    let variance = signal.iter().map(|value| value * value).sum::<f64>() / ROWS as f64;
    // The noise is about a fourth of the variance of an effect.
    signal.iter().zip(&noise).map(|(value, noise)| value + 0.55 * variance.sqrt() * noise).collect()
}

fn table(columns: &[(&str, &[f64])]) -> Table {
    Table::new(columns.iter().map(|(name, values)| Column::continuous(name, values.to_vec())).collect())
        .expect("a table")
}

fn edges_of(columns: &[(&str, &[f64])], knowledge: &Knowledge, options: &LearnOptions) -> Vec<String> {
    let model = learn(&table(columns), knowledge, options).expect("a model");
    model.edges.iter().map(|edge| model.named(edge)).collect()
}

/// Effects of effects share at least about 0.07 nats with their cause, independent variables at most 0.03.
fn learnt(columns: &[(&str, &[f64])]) -> Vec<String> {
    let pc = PcOptions { threshold: 0.045, ..PcOptions::default() };
    edges_of(columns, &Knowledge::default(), &LearnOptions { pc, ..LearnOptions::default() })
}

#[test]
fn textbook_graphs_are_recovered_from_data() {
    for mechanism in [Mechanism::Linear, Mechanism::NonLinear] {
        for seed in [100, 200, 300, 400] {
            let (a, d) = (root(seed), root(seed + 1));
            let from_a = effect(mechanism, &[&a], seed + 2);
            let then = effect(mechanism, &[&from_a], seed + 3);
            let also = effect(mechanism, &[&a], seed + 4);
            let of_both = effect(mechanism, &[&a, &d], seed + 5);
            let last = effect(mechanism, &[&of_both], seed + 6);
            let told = format!("{mechanism:?}, seed {seed}");
            assert_eq!(learnt(&[("a", &a), ("b", &from_a), ("c", &then)]), ["a - b", "b - c"], "chain, {told}");
            assert_eq!(learnt(&[("b", &from_a), ("a", &a), ("c", &also)]), ["b - a", "a - c"], "fork, {told}");
            assert_eq!(learnt(&[("a", &a), ("b", &of_both), ("c", &d)]), ["a -> b", "c -> b"], "collider, {told}");
            let figure_3 = learnt(&[("A", &a), ("B", &of_both), ("C", &last), ("D", &d)]);
            assert_eq!(figure_3, ["A -> B", "B -> C", "D -> B"], "figure 3, {told}");
        }
    }
}

/// Figure 5: X -> Y -> Z with Y = f(X). Y is linear in Z and X is not, so Y stays connected.
#[test]
fn a_function_takes_over_what_is_simpler_with_it() {
    let x: Vec<f64> = uniform(31, ROWS).iter().map(|u| 3.0 * u - 1.5).collect();
    let y: Vec<f64> = x.iter().map(|x| libm::exp(1.2 * x) - x * x).collect();
    let z = effect(Mechanism::Linear, &[&y], 32);
    let columns: [(&str, &[f64]); 3] = [("X", &x), ("Y", &y), ("Z", &z)];
    let knowledge =
        Knowledge { inputs: names(&["X"]), order: vec![names(&["Y"]), names(&["Z"])], ..Knowledge::default() };
    let options = LearnOptions { transform: Transform::Raw, ..LearnOptions::default() };
    assert_eq!(edges_of(&columns, &knowledge, &options), ["X => Y", "Y -> Z"]);
    let model = learn(&table(&columns), &knowledge, &options).expect("a model");
    assert_eq!((model.equivalences[0].kept, model.equivalences[0].decision), (1, Decision::Simpler));
    assert!(model.warnings.is_empty(), "{:?}", model.warnings);
    assert_eq!(model.functions[0].parents, [0]);
    // Now Z is linear in X instead.
    let z = effect(Mechanism::Linear, &[&x], 33);
    let columns: [(&str, &[f64]); 3] = [("X", &x), ("Y", &y), ("Z", &z)];
    assert_eq!(edges_of(&columns, &knowledge, &options), ["X => Y", "X -> Z"]);
    // Without the search for functions, both lose their edges with Z.
    let off = LearnOptions { deterministic: None, ..options };
    assert_eq!(edges_of(&columns, &knowledge, &off), ["X -> Y"]);
}

/// Z is linear in Y = exp(X), regardless of whether the logarithm of Y, which is linear in X, is used for comparison.
#[test]
fn what_is_simpler_is_told_from_values_as_they_are() {
    for seed in [2100, 2200, 2300, 2400] {
        let x: Vec<f64> = uniform(seed, ROWS).iter().map(|u| 4.0 * u - 2.0).collect();
        let y: Vec<f64> = x.iter().map(|&x| libm::exp(x)).collect();
        let z = effect(Mechanism::Linear, &[&y], seed + 1);
        let columns: [(&str, &[f64]); 3] = [("x", &x), ("y", &y), ("z", &z)];
        for transform in [Transform::Log, Transform::Raw] {
            let options = LearnOptions { transform, ..LearnOptions::default() };
            let found = edges_of(&columns, &Knowledge { inputs: names(&["x"]), ..Knowledge::default() }, &options);
            assert_eq!(found, ["x => y", "y -> z"], "{transform:?}, seed {seed}");
        }
    }
}

/// Information equivalent variables that are not exact functions: two relations of the same form remain undecided.
#[test]
fn what_nothing_decides_is_left_to_the_user() {
    let x = root(51);
    let noise = normal(52, ROWS);
    let y: Vec<f64> = x.iter().zip(&noise).map(|(x, noise)| x + 0.07 * noise).collect();
    let z = x.iter().zip(&normal(53, ROWS)).map(|(x, noise)| x + 0.8 * noise).collect::<Vec<f64>>();
    let columns: [(&str, &[f64]); 3] = [("x", &x), ("y", &y), ("z", &z)];
    let model = learn(&table(&columns), &Knowledge::default(), &LearnOptions::default()).expect("a model");
    assert_eq!(model.edges.len(), 3, "{:?}", model.edges);
    assert!(
        model.warnings.iter().any(|warning| warning.starts_with("x and y say the same about z, and as simply")),
        "{:?}",
        model.warnings
    );
    // The user decides.
    let knowledge = Knowledge { required: vec![crate::Arrow::new("x", "z")], ..Knowledge::default() };
    assert_eq!(edges_of(&columns, &knowledge, &LearnOptions::default()), ["x - y", "x -> z"]);
    // A causal order decides too: of equally simple relations, that of the cause is kept.
    let knowledge = Knowledge { order: vec![names(&["x"]), names(&["y"]), names(&["z"])], ..Knowledge::default() };
    assert_eq!(edges_of(&columns, &knowledge, &LearnOptions::default()), ["x -> y", "x -> z"]);
}

#[test]
fn functions_of_two_variables_are_found_and_take_over() {
    let (speed, load) = (uniform(61, ROWS), uniform(62, ROWS));
    let time: Vec<f64> = speed.iter().zip(&load).map(|(speed, load)| (load + 0.1) / (speed + 0.1)).collect();
    let noise = normal(63, ROWS);
    let price: Vec<f64> = time.iter().zip(&noise).map(|(time, noise)| time * libm::exp(0.5 * noise)).collect();
    let knowledge = Knowledge {
        inputs: names(&["speed", "load"]),
        order: vec![names(&["time"]), names(&["price"])],
        ..Knowledge::default()
    };
    let shifted = |values: &[f64]| values.iter().map(|value| value + 0.1).collect::<Vec<_>>();
    let (speed, load) = (shifted(&speed), shifted(&load));
    let columns: [(&str, &[f64]); 4] = [("speed", &speed), ("load", &load), ("time", &time), ("price", &price)];
    let found = edges_of(&columns, &knowledge, &LearnOptions::default());
    assert_eq!(found, ["speed => time", "load => time", "time -> price"]);
}

/// If total = compute + comm, each variable is a function of the other two, but only the parents of the total are
/// independent. The order of the columns does not matter, and there is no warning about it.
#[test]
fn the_function_of_independent_parents_is_told_from_the_other_readings() {
    for seed in [3100, 3200, 3300, 3400] {
        let (compute, comm) = (uniform(seed, ROWS), uniform(seed + 1, ROWS));
        let total: Vec<f64> = compute.iter().zip(&comm).map(|(compute, comm)| compute + comm).collect();
        let options = LearnOptions { transform: Transform::Raw, ..LearnOptions::default() };
        let columns: [(&str, &[f64]); 3] = [("compute", &compute), ("total", &total), ("comm", &comm)];
        for turn in 0..3 {
            let mut columns = columns;
            columns.rotate_left(turn);
            let model = learn(&table(&columns), &Knowledge::default(), &options).expect("a model");
            let mut edges: Vec<String> = model.edges.iter().map(|edge| model.named(edge)).collect();
            edges.sort_unstable();
            assert_eq!(edges, ["comm => total", "compute => total"], "seed {seed}, turned by {turn}");
            assert!(model.warnings.is_empty(), "{:?}", model.warnings);
        }
    }
}

#[test]
fn categories_cause_and_are_determined() {
    let class: Vec<&str> = uniform(71, ROWS).iter().map(|u| if *u < 0.4 { "ring" } else { "star" }).collect();
    let degree: Vec<f64> = class.iter().map(|class| if *class == "ring" { 2.0 } else { 1.9 }).collect();
    let noise = normal(72, ROWS);
    let time: Vec<f64> =
        class.iter().zip(&noise).map(|(class, noise)| if *class == "ring" { 4.0 + noise } else { *noise }).collect();
    let cost = effect(Mechanism::NonLinear, &[&time], 73);
    let table = Table::new(vec![
        Column::discrete("class", &class),
        Column::continuous("degree", degree),
        Column::continuous("time", time),
        Column::continuous("cost", cost),
    ]);
    let knowledge = Knowledge { inputs: names(&["class"]), ..Knowledge::default() };
    let model = learn(&table.expect("a table"), &knowledge, &LearnOptions::default()).expect("a model");
    let edges: Vec<String> = model.edges.iter().map(|edge| model.named(edge)).collect();
    assert_eq!(edges, ["class => degree", "class -> time", "time -> cost"]);
    assert_eq!(model.edges[0].kind, EdgeKind::Deterministic);
}

#[test]
fn options_that_are_none_are_refused() {
    let columns: [(&str, &[f64]); 2] = [("x", &root(81)), ("y", &root(82))];
    let fails = |options: LearnOptions, words: &str| {
        let error = learn(&table(&columns), &Knowledge::default(), &options).expect_err(words).to_string();
        assert!(error.contains(words), "{error}");
    };
    let with =
        |threshold| LearnOptions { pc: PcOptions { threshold, ..PcOptions::default() }, ..LearnOptions::default() };
    fails(with(f64::NAN), "threshold");
    fails(with(-0.1), "threshold");
    let deterministic = Some(DeterministicOptions { one: 1.0, ..DeterministicOptions::default() });
    fails(LearnOptions { deterministic, ..LearnOptions::default() }, "share of variance");
    let knowledge = Knowledge { inputs: names(&["X"]), ..Knowledge::default() };
    let error = learn(&table(&columns), &knowledge, &LearnOptions::default()).expect_err("no such column").to_string();
    assert!(error.contains("did you mean `x`"), "{error}");
}

#[test]
fn the_order_of_columns_and_threads_do_not_matter() {
    let a = root(91);
    let b = effect(Mechanism::NonLinear, &[&a], 92);
    let c = effect(Mechanism::Linear, &[&b], 93);
    let d = effect(Mechanism::Linear, &[&b, &root(94)], 95);
    let mut one = edges_of(&[("a", &a), ("b", &b), ("c", &c), ("d", &d)], &inputs(), &LearnOptions::default());
    let mut other = edges_of(&[("d", &d), ("b", &b), ("c", &c), ("a", &a)], &inputs(), &LearnOptions::default());
    one.sort_unstable();
    other.sort_unstable();
    assert_eq!(one, other);
    let model = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let table = table(&[("a", &a), ("b", &b), ("c", &c), ("d", &d)]);
        pool.install(|| learn(&table, &inputs(), &LearnOptions::default()))
    };
    assert_eq!(model(1), model(3));
}

fn inputs() -> Knowledge {
    Knowledge { inputs: names(&["a"]), ..Knowledge::default() }
}
