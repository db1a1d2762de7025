use super::*;
use crate::port::{AlphaBetaFit, LoggpFit, LogpFit, PlogpFit, PortFit, TablePoint};
use crate::synth::{Synthesis, SyntheticTan};
use crate::tan::{Form, TanMeasurements, TanOptions};
use logpine_models::machine::{Machine, Measured, Overhead, OverheadFormula, Uncertainty};
use logpine_text::units::Rate;

fn measured(machine: &Machine, noise: &str) -> TanMeasurements {
    let synthesis = Synthesis { noise: noise.parse().expect(noise), seed: 1, repetitions: 10 };
    SyntheticTan::new(machine).and_then(|tan| tan.measurements(&synthesis)).expect("small times")
}

fn machine(overhead: &str) -> Machine {
    let text = format!("name = \"m\"\n[tan]\nlatency = \"98us\"\nstartup = \"20us\"\noverhead = {{ {overhead} }}\n");
    Machine::from_toml(&text, "m.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn head(name: &str) -> ProfileHead<'_> {
    let (criterion, overhead_argument) = (Some(Criterion::Aicc), OverheadArgument::default());
    ProfileHead { name, clock: Clock::Second, criterion, overhead_argument }
}

fn read_back(fit: &TanFit, head: &ProfileHead) -> Machine {
    let text = tan_profile(fit, None, head).expect("it can be held");
    Machine::from_toml(&text, "fit.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn formula(machine: &Machine) -> OverheadFormula {
    match &machine.tan.as_ref().expect("it has [tan]").reduction.overhead {
        Overhead::Formula(formula) => **formula,
        Overhead::Table(_) => panic!("a formula was written"),
    }
}

/// The value and its standard error, in the clock's unit.
fn in_seconds(of: Measured<Rate>) -> (f64, f64) {
    let seconds = |rate: Rate| rate.to_f64() * 1e-12;
    let error = match of.uncertainty {
        Some(Uncertainty::StandardError(error)) => seconds(error),
        _ => 0.0,
    };
    (seconds(of.value), error)
}

#[track_caller]
fn same(written: Measured<Rate>, estimate: Estimate) {
    let (value, error) = in_seconds(written);
    let most = 1e-3 * estimate.standard_error + 1e-11 * estimate.value;
    assert!((value - estimate.value).abs() <= most, "{value:e} {:e}", estimate.value);
    assert!((error - estimate.standard_error).abs() <= 1e-3 * estimate.standard_error, "{error:e} {estimate:?}");
}

/// A poor fit, and what the files say about themselves, reach every answer by the profile.
#[test]
fn doubts_and_the_range_of_the_data_are_in_the_profile() {
    let mut measured = measured(&Machine::built_in("cab").expect("built in"), "0%");
    measured.fan_in.warnings.push("ranks take turns".to_owned());
    let mut fit = TanFit::new(&measured, &TanOptions::default()).expect("good data");
    fit.warnings.push("doubtful".to_owned());
    let data = read_back(&fit, &head("mine")).data;
    assert_eq!(data.warnings, ["ranks take turns", "doubtful"]);
    let most = measured.fan_in.samples.iter().map(|sample| sample.at).max();
    assert_eq!(data.measured.fanouts, most.map(|most| [1, most]));
}

#[test]
fn a_fit_without_noise_is_the_machine_itself() {
    let cab = Machine::built_in("cab").expect("built in");
    let fit = TanFit::new(&measured(&cab, "0%"), &TanOptions::default()).expect("good data");
    let mine = read_back(&fit, &head("cab"));
    let values = |machine: &Machine| {
        let tan = machine.tan.as_ref().expect("it has [tan]");
        let terms = formula(machine);
        let terms = [terms.constant, terms.linear, terms.quadratic].map(|term| term.value);
        (tan.reduction.latency.value, tan.startup.value, terms)
    };
    assert_eq!(values(&mine), values(&cab));
}

#[test]
fn every_form_is_read_back() {
    let machines = [
        (Form::Linear, "constant = \"49.3us\", linear = \"9us\""),
        (Form::Quadratic, "constant = \"49.3us\", linear = \"783ns\", quadratic = \"157ns\""),
        (Form::Logarithmic, "constant = \"49.3us\", logarithmic = \"90us\""),
        (Form::Exponential, "constant = \"49.3us\", exponential = { scale = \"5us\", rate = 0.03 }"),
    ];
    for (form, overhead) in machines {
        let options = TanOptions { form: Some(form), ..TanOptions::default() };
        let fit = TanFit::new(&measured(&machine(overhead), "5%"), &options).expect("good data");
        let mine = read_back(&fit, &head("m"));
        let (tan, terms) = (mine.tan.as_ref().expect("it has [tan]"), formula(&mine));
        let ticks = (fit.latency.latency.value * 1e12).round();
        assert_eq!((tan.reduction.latency.value.ticks() as f64).to_bits(), ticks.to_bits());
        assert!(tan.reduction.latency.uncertainty.is_some() && tan.startup.uncertainty.is_some());
        same(terms.constant, fit.chain.overhead);
        match fit.fan_in.terms.growth {
            Growth::Constant {} => panic!("all of them grow"),
            Growth::Linear { linear } => same(terms.linear, linear),
            Growth::Quadratic { linear, quadratic } => {
                same(terms.linear, linear);
                same(terms.quadratic, quadratic);
            }
            Growth::Logarithmic { logarithmic } => same(terms.logarithmic, logarithmic),
            Growth::Exponential { scale, rate } => {
                let written = terms.exponential.expect("written");
                same(written.scale, scale);
                assert_eq!(written.rate.value.to_bits(), rate.value.to_bits());
                let Some(Uncertainty::StandardError(error)) = written.rate.uncertainty else { panic!("{written:?}") };
                assert!((error / rate.standard_error - 1.0).abs() < 1e-5);
            }
        }
    }
}

#[test]
fn names_and_origins_are_escaped() {
    let mut fit =
        TanFit::new(&measured(&machine("constant = \"49.3us\", linear = \"9us\""), "5%"), &TanOptions::default())
            .expect("good data");
    let name = "a \"b\" \\ \u{1b}[31m\n[tan]\r\n\u{7f}\u{e4}";
    fit.latency.origin = name.to_owned();
    fit.chain.origin = "x\ny = 1".to_owned();
    let mine = read_back(&fit, &head("a \"b\" \\ \u{e4}"));
    assert_eq!(mine.name, "a \"b\" \\ \u{e4}");
    assert!(mine.source.starts_with(name) && mine.source.contains("; x\ny = 1; "), "{}", mine.source);
}

#[test]
fn a_name_that_profiles_do_not_give_back_is_refused() {
    let fit = TanFit::new(&measured(&machine("constant = \"49.3us\", linear = \"9us\""), "5%"), &TanOptions::default());
    let fit = fit.expect("good data");
    for name in ["", " ", "a\tb", "a\u{7f}", "a\n"] {
        assert!(
            tan_profile(&fit, None, &head(name)).is_err_and(|fault| fault
                .says("` cannot be the name of a machine: it must be a line of text, without control characters")),
            "{name:?}"
        );
    }
}

#[test]
fn what_no_profile_holds_is_refused() {
    let fit = TanFit::new(&measured(&machine("constant = \"49.3us\", linear = \"9us\""), "5%"), &TanOptions::default());
    let mut fit = fit.expect("good data");
    for value in [1e300, f64::NAN, f64::INFINITY, -1.0] {
        fit.latency.latency.value = value;
        let error = tan_profile(&fit, None, &head("m")).expect_err("refused").to_string();
        assert!(error.starts_with("the fit gives ") && error.contains("unit"), "{error}");
    }
    fit.latency.latency.value = 98e-6;
    fit.fan_in.terms.constant.value = 2e7;
    assert!(tan_profile(&fit, None, &head("m")).is_err());
}

#[test]
fn models_of_messages_are_read_back() {
    let of = |value: f64, standard_error: f64| {
        let reach = 1.96 * standard_error;
        Estimate { value, standard_error, low: value - reach, high: value + reach }
    };
    let point = |bytes, time| TablePoint { bytes, time };
    let short = LogpFit {
        latency: of(5e-6, 1e-8),
        overhead_send: of(1.5e-6, 0.0),
        overhead_receive: of(1.5e-6, 0.0),
        gap: of(2e-6, 3e-9),
    };
    let sides = LogpFit { overhead_receive: of(2.5e-6, 1e-9), ..short };
    let mut fit = PortFit {
        origin: "a.txt, \"b\"\n.txt".to_owned(),
        clock: Clock::Second,
        alpha_beta: Some(AlphaBetaFit { alpha: of(1e-5, 1e-7), beta: of(1.234_567_890_123e-9, 2e-12) }),
        logp: Some(sides),
        loggp: Some(LoggpFit { short, gap_per_byte: of(0.3e-9, 1e-13) }),
        piecewise: None,
        loggops: None,
        within_host: None,
        plogp: Some(PlogpFit {
            latency: of(4e-6, 0.0),
            overhead_send: vec![point(1, 1e-6), point(1024, 2e-6)],
            overhead_receive: vec![point(1, 1.1e-6), point(1024, 2.1e-6)],
            gap: vec![point(1, 0.0), point(1024, 3.5e-6)],
        }),
        lines: Vec::new(),
        missing: Vec::new(),
        assumptions: Vec::new(),
        warnings: Vec::new(),
    };
    let read = |fit: &PortFit| {
        let text = port_profile(fit, "m").expect("it can be held");
        Machine::from_toml(&text, "fit.toml").unwrap_or_else(|error| panic!("{error}\n{text}"))
    };
    let mine = read(&fit);
    assert_eq!(mine.sections(), ["alpha_beta", "logp", "loggp", "plogp"]);
    let found = mine.alpha_beta.expect("written");
    assert_eq!((found.alpha.value.ticks(), found.alpha.uncertainty.is_some()), (10_000_000, true));
    same(found.beta, of(1.234_567_890_123e-9, 2e-12));
    let found = mine.logp.expect("written");
    let ticks = [found.latency, found.overhead_send, found.overhead_receive, found.gap].map(|of| of.value.ticks());
    assert_eq!(ticks, [5_000_000, 1_500_000, 2_500_000, 2_000_000]);
    let found = mine.loggp.expect("written");
    assert_eq!((found.logp.overhead_receive.value.ticks(), found.logp.overhead_receive.uncertainty), (1_500_000, None));
    same(found.gap_per_byte, of(0.3e-9, 1e-13));
    let gap = mine.plogp.expect("written").gap;
    assert_eq!(
        gap.points().iter().map(|point| (point.at, point.time.value.ticks())).collect::<Vec<_>>(),
        [(1, 0), (1024, 3_500_000)]
    );
    // The same in cycles.
    fit.clock = Clock::Cycle;
    fit.alpha_beta = Some(AlphaBetaFit { alpha: of(9.0, 0.5), beta: of(1.0, 0.125) });
    (fit.logp, fit.loggp, fit.plogp) = (None, None, None);
    let found = read(&fit).alpha_beta.expect("written");
    assert_eq!(
        (found.alpha.value.ticks(), found.beta.value),
        (9_000, Rate::parse_per_byte("1 cycle/B", Clock::Cycle).expect("a rate"))
    );
}

/// With few samples, Student's t reaches much farther than 1.96 standard errors.
#[test]
fn the_intervals_of_few_samples_are_what_robust_takes() {
    let mut few = measured(&Machine::built_in("cab").expect("built in"), "5%");
    few.latency.samples.truncate(2);
    for (samples, step) in [(&mut few.chain.samples, 100), (&mut few.fan_in.samples, 25)] {
        *samples = samples.iter().copied().step_by(step).collect();
    }
    let fit = TanFit::new(&few, &TanOptions { form: Some(Form::Linear), ..TanOptions::default() }).expect("enough");
    let mine = read_back(&fit, &head("few"));
    let tan = mine.tan.as_ref().expect("it has [tan]");
    for (written, estimate) in [(tan.reduction.latency, fit.latency.latency), (tan.startup, fit.chain.startup)] {
        let Some(Uncertainty::Interval { low, high }) = written.uncertainty else { panic!("{written:?}") };
        for (written, end) in [(low, estimate.low), (high, estimate.high)] {
            assert!((written.ticks() as f64 - end * 1e12).abs() <= 1.0, "{written:?} {end:e}");
        }
    }
}
