use super::*;
use crate::model::PortModel;
use proptest::prelude::*;

fn machine(text: &str) -> Machine {
    Machine::from_toml(&format!("name = \"m\"\n{text}"), "m.toml").unwrap_or_else(|error| panic!("{error}"))
}

/// The names of the parameters, each with its value and the ends and mean of its range, in the form used in profiles.
fn listed(machine: &Machine, scope: Scope) -> Vec<String> {
    let parameters = MachineParameters::of(machine, scope);
    let shown = parameters.list().iter().map(|parameter| {
        let show = |value| parameter.display(value, machine.clock);
        let range = parameter.range.map_or_else(String::new, |range| {
            format!(" {}..{} ({})", show(range.low), show(range.high), show(range.mean))
        });
        format!("{} {}{range}", parameter.name, show(parameter.value))
    });
    shown.collect()
}

#[test]
fn ranges_of_intervals_and_of_standard_errors() {
    let tan = machine(
        "[tan]\nlatency = { value = \"98us\", low = \"59us\", high = \"98.000001us\" }\ngap = \"0s\"\n\
         filter = { value = \"10ps\", stderr = \"1ps\" }\n\
         overhead = { constant = { value = \"10ps\", stderr = \"1ps\" }, linear = { value = \"1ns\", stderr = \"0.7ns\" } }",
    );
    let expected = [
        "latency 98us 59us..98.000001us (78.500001us)",
        "overhead.constant 10ps 8.04ps..11.96ps (10ps)",
        "overhead.linear 1ns 0s..2.372ns (1ns)",
        // Outwards to whole ticks.
        "filter 10ps 8ps..12ps (10ps)",
    ];
    assert_eq!(listed(&tan, Scope::Waves(Way::Up)), expected);
    let certain = machine("[tan]\nlatency = { value = \"1us\", stderr = \"0s\" }\noverhead.constant = \"1us\"");
    assert_eq!(MachineParameters::of(&certain, Scope::Waves(Way::Up)).uncertain().count(), 0);
}

#[test]
fn the_rate_of_an_exponential_is_a_number_without_unit() {
    let of = |rate: &str| {
        machine(&format!("[tan]\nlatency = \"1us\"\noverhead.exponential = {{ scale = \"1us\", rate = {rate} }}"))
    };
    let list = |rate: &str| listed(&of(rate), Scope::Waves(Way::Up)).pop().expect("three parameters");
    let name = "overhead.exponential.rate";
    assert_eq!(list("0.03"), format!("{name} 0.03"));
    assert_eq!(list("{ value = 0.03, stderr = 0.001 }"), format!("{name} 0.03 0.02804..0.03196 (0.03)"));
    assert_eq!(list("{ value = 1, low = 0, high = 1.5 }"), format!("{name} 1 0..1.5 (0.75)"));
    assert_eq!(list("{ value = 0, low = 0, high = 1e-7 }"), format!("{name} 0 0..0.0000001 (0.00000005)"));
    // Far below the smallest step, and far above.
    assert_eq!(
        list("{ value = 1e-30, low = 0, high = 1e300 }"),
        format!("{name} 0 0..18446744073709551615 (9223372036854775808)")
    );
}

/// Digits that a decimal of 18 places cannot hold are kept if the value is the parameter's own.
#[test]
fn a_rate_that_is_not_changed_stays_as_it_is() {
    for rate in [0.030_123_456_789_012_345_f64, 1.234_567_890_123_456_7e-9, 5e-324, 0.1 + 0.2, 3.0] {
        let machine = machine(&format!(
            "[tan]\nlatency = \"1us\"\noverhead.exponential = {{ scale = \"1us\", rate = {{ value = {rate:?}, low = 0, high = 9 }} }}"
        ));
        let parameters = MachineParameters::of(&machine, Scope::Waves(Way::Up));
        let found = |machine: &Machine| match &machine.tan.as_ref().expect("it has [tan]").reduction.overhead {
            crate::machine::Overhead::Formula(formula) => formula.exponential.expect("it has one").rate.value,
            crate::machine::Overhead::Table(_) => panic!("a formula"),
        };
        assert_eq!(found(&parameters.machine_where(|_, own| own.value)).to_bits(), rate.to_bits());
        assert_eq!(found(&parameters.machine_high()).to_bits(), 9f64.to_bits());
    }
}

#[test]
fn a_step_is_at_most_a_thousandth_of_a_rate() {
    let steps = |rate: &str| {
        let machine = machine(&format!("[alpha_beta]\nalpha = \"1us\"\nbeta = {rate}"));
        let parameters = MachineParameters::of(&machine, Scope::Messages(PortModel::AlphaBeta));
        let beta = parameters.list().last().expect("a rate");
        beta.steps(beta.value)
    };
    assert_eq!(steps("\"1ns/B\""), 1_000);
    assert_eq!(steps("\"0.02ps/B\""), 2_000);
    assert_eq!(steps("\"2670ps/B\""), 2_670);
    assert_eq!(steps("{ value = \"1ns/B\", low = \"999.99ps/B\", high = \"1us/B\" }"), 100_000);
    assert_eq!(steps("{ value = \"1ns/B\", stderr = \"0.5ps/B\" }"), 1_000_000);
}

#[test]
fn the_parameters_of_every_section() {
    let text = "combine = \"1ns/B\"\n\
        [alpha_beta]\nalpha = \"1us\"\nbeta = \"1ns/B\"\ncombine = \"2ns/B\"\n\
        [logp]\nlatency = \"1us\"\noverhead_send = \"2us\"\noverhead_receive = \"3us\"\ngap = \"4us\"\n\
        [loggp]\nlatency = \"1us\"\noverhead = \"2us\"\ngap = \"4us\"\ngap_per_byte = \"1ns/B\"\n\
        [loggops]\nlatency = \"1us\"\noverhead = \"2us\"\ngap = \"4us\"\ngap_per_byte = \"1ns/B\"\n\
        overhead_per_byte = \"3ns/B\"\ncombine_per_value = \"5us\"\n\
        [plogp]\nlatency = \"1us\"\noverhead_send = [[1, \"1us\"]]\noverhead_receive = [[1, \"1us\"]]\n\
        gap = [[1, \"2us\"], [\"64KiB\", \"9us\"]]\n\
        [piecewise]\npieces = [{ up_to = \"256B\", alpha = \"4us\", beta = \"1ns/B\" }, { alpha = \"9us\", beta = \"1ns/B\" }]";
    let machine = machine(text);
    let of = |section| listed(&machine, Scope::Combined(section)).join(", ");
    assert_eq!(of(PortModel::AlphaBeta), "alpha 1us, beta 1ns/B, combine 2ns/B");
    let logp = "latency 1us, overhead_send 2us, overhead_receive 3us, gap 4us";
    assert_eq!(of(PortModel::Logp), format!("{logp}, combine 1ns/B"));
    assert_eq!(listed(&machine, Scope::Messages(PortModel::Logp)).join(", "), logp);
    assert_eq!(of(PortModel::Loggp), "latency 1us, overhead 2us, gap 4us, gap_per_byte 1ns/B, combine 1ns/B");
    assert_eq!(
        of(PortModel::Loggops),
        "latency 1us, overhead 2us, gap 4us, gap_per_byte 1ns/B, overhead_per_byte 3ns/B, combine_per_value 5us"
    );
    assert_eq!(
        of(PortModel::Plogp),
        "latency 1us, overhead_send(1B) 1us, overhead_receive(1B) 1us, gap(1B) 2us, gap(64KiB) 9us, combine 1ns/B"
    );
    assert_eq!(
        of(PortModel::Piecewise),
        "alpha up to 256B 4us, beta up to 256B 1ns/B, alpha 9us, beta 1ns/B, combine 1ns/B"
    );
    assert!(listed(&machine, Scope::Waves(Way::Both)).is_empty(), "no [tan]");
}

#[test]
fn both_ways_share_what_is_the_same() {
    let tan = "[tan]\nlatency = \"98us\"\noverhead = { constant = \"4us\", linear = \"1us\" }\nfilter = \"2us\"\n";
    let names = |text: &str, way| {
        let machine = machine(text);
        let parameters = MachineParameters::of(&machine, Scope::Waves(way));
        parameters.list().iter().map(|parameter| parameter.name.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(names(tan, Way::Both), "latency overhead.constant overhead.linear filter");
    assert_eq!(names(tan, Way::Down), "latency overhead.constant overhead.linear");
    let own = format!("{tan}[tan.multicast]\nlatency = \"97us\"\noverhead.table = [[2, \"1us\"], [9, \"2us\"]]");
    assert_eq!(
        names(&own, Way::Both),
        "multicast.latency multicast.overhead(2) multicast.overhead(9) latency overhead.constant overhead.linear filter"
    );
    let machine = machine(tan);
    let parameters = MachineParameters::of(&machine, Scope::Waves(Way::Both));
    let changed = parameters.machine_with(0, Rate::from_time(Time::from_ticks(7))).tan.expect("the same sections");
    assert_eq!([changed.reduction, changed.multicast].map(|way| way.latency.value.ticks()), [7, 7]);
}

proptest! {
    #[test]
    fn values_and_ends_are_whole_steps(
        mantissa: u64, scale in 0u8..=18, error in 0..u64::MAX, error_scale in 0u8..=18, interval: bool,
    ) {
        let rate = |mantissa, scale| Rate::from_digits(mantissa, scale).expect("at most 18 digits");
        let (value, error) = (rate(mantissa, scale), rate(error, error_scale));
        let uncertainty = if interval {
            Uncertainty::Interval { low: value.min(error), high: value.max(error) }
        } else {
            Uncertainty::StandardError(error)
        };
        let parameter = Parameter::new("p".to_owned(), ParameterKind::PerByte, value, Some(uncertainty));
        prop_assert_eq!(parameter.at(parameter.steps(value)), value);
        if let Some(range) = parameter.range {
            prop_assert_eq!(parameter.at(parameter.steps(range.low)), range.low);
            prop_assert_eq!(parameter.at(parameter.steps(range.high)), range.high);
            prop_assert!(range.low <= range.mean && range.mean <= range.high);
            prop_assert!(range.low <= value);
        }
    }

    #[test]
    fn the_machine_at_its_own_values_is_the_machine(latency in 0u64..1 << 40, beta in 1u64..1 << 30) {
        let machine = machine(&format!(
            "[loggp]\nlatency = \"{latency}ps\"\noverhead = \"2us\"\ngap = \"4us\"\ngap_per_byte = \"0.{beta}ns/B\""
        ));
        let parameters = MachineParameters::of(&machine, Scope::Messages(PortModel::Loggp));
        prop_assert_eq!(parameters.machine_where(|_, parameter| parameter.value), machine);
    }
}
