use super::*;
use crate::tan::TanMeasurements;

fn machine(tan: &str) -> Machine {
    Machine::from_toml(&format!("name = \"m\"\n[tan]\n{tan}\n"), "m.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn cab() -> Machine {
    Machine::built_in("cab").expect("built in")
}

fn synthesis(noise: &str, seed: u64) -> Synthesis {
    Synthesis { noise: noise.parse().expect(noise), seed, repetitions: 3 }
}

fn measured(machine: &Machine, synthesis: &Synthesis) -> TanMeasurements {
    SyntheticTan::new(machine).and_then(|tan| tan.measurements(synthesis)).expect("small times")
}

#[test]
fn without_noise_times_are_those_of_the_model() {
    let machine = cab();
    let measured = measured(&machine, &synthesis("0%", 1));
    assert_eq!((measured.latency.samples.len(), measured.latency.samples[499].time), (500, 9.8e-5));
    // Chains take d (98 + 2 x 49.3) us, fan-ins 98 + 49.3 + 0.783 N + 0.157 N^2 us.
    let time = |samples: &Samples, index: usize| (samples.samples[index].at, samples.samples[index].time);
    assert_eq!([time(&measured.chain, 0), time(&measured.chain, 95)], [(1, 1.966e-4), (32, 6.2912e-3)]);
    assert_eq!([time(&measured.fan_in, 0), time(&measured.fan_in, 44)], [(1, 1.4824e-4), (192, 6.085_284e-3)]);
    assert_eq!((measured.chain.samples.len(), measured.fan_in.samples.len()), (96, 45));
}

#[test]
fn parts_of_a_tick_and_the_startup_count() {
    let machine = machine("latency = \"1ns\"\noverhead = { constant = \"0.25ps\" }\nstartup = \"5ps\"");
    let tan = SyntheticTan::new(&machine).expect("a formula");
    let ticks = |depth| tan.chain(depth).map(Time::ticks);
    assert_eq!([ticks(1), ticks(2), ticks(3)], [Ok(1_006), Ok(2_006), Ok(3_007)], "0.5, 1.0 and 1.5 ticks of overhead");
}

/// The data sets in `instances/measurements`, and results reported for given seeds, depend on these values.
#[test]
fn the_first_times_are_pinned() {
    let machine = cab();
    let measured = measured(&machine, &synthesis("5%", 1));
    let first = |samples: &Samples| samples.samples.iter().take(3).map(|sample| sample.time).collect::<Vec<_>>();
    assert_eq!(first(&measured.latency), [9.808_625_8e-5, 1.028_897_62e-4, 1.001_336_4e-4]);
    assert_eq!(first(&measured.chain), [2.037_067_6e-4, 1.857_572_72e-4, 1.959_669_31e-4]);
    assert_eq!(first(&measured.fan_in), [1.492_155_45e-4, 1.446_946_46e-4, 1.496_817_9e-4]);
}

#[test]
fn the_noise_has_its_size_and_follows_the_time() {
    let machine = cab();
    let measured = measured(&machine, &Synthesis { repetitions: 1000, ..synthesis("5%", 3) });
    for index in [0, 31] {
        let times: Vec<f64> =
            measured.chain.samples[1000 * index..1000 * (index + 1)].iter().map(|sample| sample.time).collect();
        let truth = 1.966e-4 * (index + 1) as f64;
        let mean = times.iter().sum::<f64>() / 1000.0 / truth;
        let variance = times.iter().map(|time| (time / truth - 1.0).powi(2)).sum::<f64>() / 1000.0;
        // The standard errors are 0.0016 and 0.0011.
        assert!((mean - 1.0).abs() < 0.006 && (variance.sqrt() - 0.05).abs() < 0.005, "{mean} {variance}");
    }
}

#[test]
fn machines_without_these_experiments_are_refused() {
    let refusal = |machine: &Machine| SyntheticTan::new(machine).expect_err("refused").to_string();
    let lecture = Machine::built_in("lecture").expect("built in");
    assert_eq!(refusal(&lecture), "machine `lecture` has no [tan] section, which these experiments are for");
    let table = machine("latency = \"1us\"\noverhead = { table = [[1, \"1us\"], [9, \"2us\"]] }");
    assert!(refusal(&table).starts_with("machine `m`: its overhead is a table"));
    let linear = machine("latency = \"1us\"\noverhead = { linear = \"1us\" }");
    assert!(refusal(&linear).contains("no constant term"));
    for more in ["gap", "filter"] {
        let machine = machine(&format!("latency = \"1us\"\noverhead = {{ constant = \"1us\" }}\n{more} = \"1ps\""));
        assert!(refusal(&machine).contains("has a gap or a filter"));
    }
    let endless = machine("latency = \"1us\"\noverhead = { constant = \"1us\", quadratic = \"1000000s\" }");
    let error = SyntheticTan::new(&endless).and_then(|tan| tan.measurements(&synthesis("5%", 1))).expect_err("refused");
    assert_eq!(error.to_string(), "machine `m`: a fan-in of 6 takes too long to be represented");
}
