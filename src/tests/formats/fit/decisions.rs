//! The tree that is chosen for the fitted network is as good as the best for the true one.

use logpine::answer::Plan;
use logpine::request::Job;
use logpine_fit::synth::{Synthesis, SyntheticTan};
use logpine_fit::tan::{Growth, TanFit, TanOptions};
use logpine_models::machine::Machine;
use logpine_models::model::Tan;
use logpine_trees::tree::score;

const SEEDS: u64 = 100;

/// The fitted network as a profile: L and C in whole picoseconds, o(x) to 10^-6 of them.
fn model(fit: &TanFit) -> Tan {
    let terms = fit.fan_in.terms;
    let Growth::Quadratic { linear, quadratic } = terms.growth else { panic!("{} is not quadratic", fit.fan_in.form) };
    let [l, c] = [fit.latency.latency, fit.chain.startup].map(|estimate| format!("\"{:.0}ps\"", estimate.value * 1e12));
    let [b, b1, b2] = [terms.constant, linear, quadratic].map(|estimate| format!("\"{:.6}ps\"", estimate.value * 1e12));
    let overhead = format!("{{ constant = {b}, linear = {b1}, quadratic = {b2} }}");
    let text = format!("name = \"fitted\"\n[tan]\nlatency = {l}\nstartup = {c}\noverhead = {overhead}\n");
    let machine = Machine::from_toml(&text, "fitted.toml").expect("a profile");
    Tan::reduction(&machine).expect("a model")
}

/// 5 % noise, 10 repetitions.
#[test]
fn trees_cost_within_two_percent_of_the_optimum() {
    let machine = Machine::load("cab").expect("built in");
    let cab = Tan::reduction(&machine).expect("a model");
    let experiments = SyntheticTan::new(&machine).expect("a formula");
    let jobs = [32, 128, 1024].map(|leaves| Job::new(leaves).expect("leaves"));
    let optimum = jobs.map(|job| Plan::new(&cab, job, &()).expect("a plan").best().construction.score.time.ticks());
    let mut good = [0; 3];
    for seed in 0..SEEDS {
        let synthesis = Synthesis { noise: "5%".parse().expect("a size"), seed, repetitions: 10 };
        let measured = experiments.measurements(&synthesis).expect("small times");
        let fitted = model(&TanFit::new(&measured, &TanOptions::default()).expect("all that is needed"));
        for ((job, optimum), good) in jobs.iter().zip(optimum).zip(&mut good) {
            let plan = Plan::new(&fitted, *job, &()).expect("a plan");
            let cost = score(&plan.best().construction.shape, &cab).expect("a score").time.ticks();
            assert!(cost >= optimum);
            *good += u64::from(cost * 100 <= optimum * 102);
        }
    }
    assert!(good.iter().all(|&good| good * 100 >= 95 * SEEDS), "{good:?} of {SEEDS}");
}
